"""Who changed what and when, as sentences. An entry stores an action's code and its facts; the sentences of
the actions are in `tournament.registry.actions`, the words of the facts are here."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deal import heading_of, struck_of
from scoring.rule_settings import SETTING
from scoring.seats import Seat, Side
from scoring.standings import KEYS
from tournament.models import AuditEntry, Dues, Event, Membership, Player, User
from tournament.models.cards import Noted
from tournament.models.history import AuditEntryQuerySet
from tournament.models.seating import SEAT_LETTERS, SIDE_NAMES, SIDES_IN_SHORT
from tournament.models.sheets import written_words
from tournament.registry import actions, event_settings
from tournament.registry.actions import ACTIONS, Kind, kind_of
from tournament.registry.features import FEATURE
from tournament.rotation.movements import MOVEMENTS
from tournament.state.attendance import in_a_row
from tournament.state.groups import group_changes_in_words, groups_in_words, mixed_in_words
from tournament.state.rulings import title_of
from tournament.state.teams import seated_in_words, team_changes_in_words
from tournament.state.wishes import wish_in_words
from tournament.words.figures import money
from tournament.words.figures import score as score_in_figures
from tournament.words.languages import name_of
from tournament.words.names import noted_in_words
from tournament.words.sentences import in_words, within

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class AuditLine(NamedTuple):
    """One entry in words; `by` is empty if a machine or a removed account acted, and names two officials
    where a second one agreed."""

    at: datetime
    by: str
    kind: str
    sentence: str
    reason: str


class _Words(dict[str, Any]):
    """An entry's facts as words for a sentence; a missing fact becomes a dash."""

    def __missing__(self, key: str) -> str:
        return "–"

    def __getitem__(self, key: str) -> str:
        return _words(super().__getitem__(key))


def _words(fact: Any) -> str:
    """One fact as text. A change is `{"what", "was", "now"}`; a list reads as its members in a row."""
    if isinstance(fact, Mapping) and {"what", "was", "now"} <= set(fact):
        return _("%(what)s from %(was)s to %(now)s") % {
            key: _words(fact[key]) for key in ("what", "was", "now")
        }
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return ", ".join(_words(member) for member in fact)
    if isinstance(fact, bool):
        return _("yes") if fact else _("no")
    if fact is None or fact == "":
        return _("nothing")
    if isinstance(fact, int) and fact < 0:
        return f"−{-fact}"
    return str(fact)


def _event_changes(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The settings of an event and the values of its rules by their names, with what they say."""
    return [_event_change(change) for change in changes]


def _event_change(change: Mapping[str, Any]) -> Mapping[str, Any]:
    if "rule" in change:
        return _rule_change(change)
    if "feature" in change:
        feature = FEATURE.get(change["feature"])
        title = _("“%(label)s”") % {"label": feature.name if feature else change["feature"].replace("_", " ")}
        return {"what": title, "was": change["was"], "now": change["now"]}
    return _setting_change(change)


def _setting_change(change: Mapping[str, Any]) -> Mapping[str, Any]:
    titles = {field.name: field.verbose_name for field in Event._meta.fields}
    setting = event_settings.SETTING.get(change["what"])
    read = _secret if setting and setting.secret else SETTINGS_READ.get(change["what"], _as_it_is)
    return {
        "what": titles.get(change["what"], change["what"].replace("_", " ")),
        "was": read(change["was"]),
        "now": read(change["now"]),
    }


def _secret(is_set: bool) -> str:
    return _("one that is kept secret") if is_set else ""


def _rule_change(change: Mapping[str, Any]) -> Mapping[str, Any]:
    setting = SETTING.get(change["rule"])
    if setting is None:
        return {"what": _("ruleset"), "was": change["was"], "now": change["now"]}
    return {
        "what": _("“%(label)s”") % {"label": in_words(setting.title)},
        "was": in_words(setting.label(change["was"])),
        "now": in_words(setting.label(change["now"])),
    }


def _bye_mode(mode: str | None) -> str:
    if mode is None:
        return _("not decided")
    return within(Event.ByeMode(mode).label) if mode in Event.ByeMode.values else mode


def _order(keys: Any) -> Any:
    if isinstance(keys, str):
        return keys
    return " – ".join(in_words(KEYS[key].title) if key in KEYS else key for key in keys)


def _wish(wish: Any) -> Any:
    return wish_in_words(wish) if isinstance(wish, Mapping) else wish


def _score(score: Any) -> Any:
    """`7–5, alone N 1, after 6 deals, NS first`; a row of scores, each so."""
    if isinstance(score, Sequence) and not isinstance(score, str):
        return [_score(one) for one in score]
    if not isinstance(score, Mapping):
        return score
    parts = [score_in_figures(score["ns"], score["ew"])]
    lone = score.get("loners", {}).items()
    if loners := ", ".join(f"{SEAT_LETTERS[Seat(seat)]} {times}" for seat, times in lone):
        parts.append(_("alone %(seats)s") % {"seats": loners})
    if deals := score.get("deals"):
        parts.append(ngettext("after %(n)d deal", "after %(n)d deals", deals) % {"n": deals})
    if "first" in score:
        parts.append(_("%(side)s first") % {"side": SIDES_IN_SHORT[Side(score["first"])]})
    return ", ".join(parts)


def _award(award: Any) -> Any:
    if award is None:
        return _("no points")
    if not isinstance(award, Mapping):
        return award
    given = []
    if "side" in award:
        facts = {"points": award["points"], "side": SIDE_NAMES[Side(award["side"])]}
        given.append(_("%(points)d to %(side)s") % facts)
    if off := award.get("off"):
        facts = {"points": off["points"], "side": SIDE_NAMES[Side(off["side"])]}
        given.append(_("%(points)d off %(side)s") % facts)
    if struck := struck_of(award.get("struck")):
        given.append(_("struck: %(written)s") % {"written": written_words(struck)})
    if own := award.get("own"):
        given.append(_("%(points)+d to the player’s own total") % {"points": own})
    if fine := award.get("fine"):
        given.append(_("a fine of %(amount)s") % {"amount": _amount(fine)})
    return ", ".join(given)


def _amount(cents: Any) -> Any:
    """Cents as 12.50: an entry does not know where its event takes place."""
    return money(cents, "UTC") if isinstance(cents, int) else "–"


def _dues(dues: Any) -> Any:
    """“paid 10.00, member”."""
    if not isinstance(dues, Mapping):
        return dues
    state = within(Dues.State(dues["state"]).label) if dues["state"] in Dues.State.values else "–"
    paid = f"{state} {_amount(dues['cents'])}" if dues["state"] == Dues.State.PAID else state
    return _("%(paid)s, member") % {"paid": paid} if dues["member"] else paid


def _status(status: str) -> str:
    return within(Player.Status(status).label) if status in Player.Status.values else status


def _role(role: str) -> str:
    return str(Membership.Role(role).label) if role in Membership.Role.values else role


def _movement(movement: str) -> str:
    return in_words(MOVEMENTS[movement].title) if movement in MOVEMENTS else movement


def _pattern(pattern: str) -> str:
    return str(Event.Pattern(pattern).label) if pattern in Event.Pattern.values else pattern


def _scores_from(source: str) -> str:
    return str(Event.ScoresFrom(source).label) if source in Event.ScoresFrom.values else source


def _as_it_is(value: Any) -> Any:
    return value


def _player_changes(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The fields of a player by their names."""
    titles = {field.name: field.verbose_name for field in Player._meta.fields}
    return [
        {**groups_in_words(change), "what": titles.get(change["what"], change["what"])} for change in changes
    ]


def _card_changes(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines of a card: the round, and what it said."""
    return [
        {key: _round(fact) if key == "what" else _card_line_in_words(fact) for key, fact in change.items()}
        for change in changes
    ]


def _round(number: Any) -> Any:
    return _("round %(n)d") % {"n": number} if isinstance(number, int) else number


def _card_line_in_words(line: Any) -> Any:
    return Noted(**line).in_words if isinstance(line, Mapping) else line


def _asked_in_words(what: Mapping[str, Any]) -> str:
    """What a second official was asked to agree to, in a history of 1.0.0."""
    return sentence_of(what["action"], what["facts"])


# With what a player's check-in came from a phone.
WAYS_BY_PHONE: Mapping[str, "StrPromise"] = {
    "sign": gettext_lazy("by the code on the sign"),
    "own": gettext_lazy("from the player’s own page"),
}


def way_in_words(way: Any) -> str:
    """With what a check-in came from a phone; as stored if it is none of ours."""
    return str(WAYS_BY_PHONE.get(way, way))


# Settings of an event that are stored as codes, and how they are read.
SETTINGS_READ: Mapping[str, Callable[[Any], Any]] = {
    "bye_mode": _bye_mode,
    "language": name_of,
    "movement": _movement,
    "order": _order,
    "scores_from": _scores_from,
    "standings_pattern": _pattern,
}
# Facts that are stored as codes, and how they are read. What an older entry keeps as words stays as it is.
READ: Mapping[tuple[Kind, str], Callable[[Any], Any]] = {
    (Kind.EVENT, "changes"): _event_changes,
    (Kind.RULING, "offence"): title_of,
    (Kind.RULING, "award"): _award,
    (Kind.RULING, "name"): lambda name: name or _("nobody named"),
    (Kind.PLAYER, "status"): _status,
    (Kind.PLAYER, "changes"): _player_changes,
    (Kind.PLAYER, "way"): way_in_words,
    (Kind.PLAYER, "groups"): group_changes_in_words,
    (Kind.PLAYER, "teams"): team_changes_in_words,
    (Kind.CARD, "changes"): _card_changes,
    (Kind.PROPOSAL, "what"): _asked_in_words,
    (Kind.SEATING, "movement"): _movement,
    (Kind.SEATING, "wish"): _wish,
    (Kind.SEATING, "mixed"): mixed_in_words,
    (Kind.SEATING, "teams"): seated_in_words,
    (Kind.SHEET, "was"): _score,
    (Kind.SHEET, "now"): _score,
    (Kind.REPORT, "was"): _score,
    (Kind.REPORT, "now"): _score,
    **{(Kind.MONEY, key): _amount for key in ("price", "members_price", "added", "opening", "amount")},
    **{(Kind.MONEY, key): _amount for key in ("counted", "expected")},
    (Kind.MONEY, "to_pot"): lambda cents: _("all of it") if cents is None else _amount(cents),
    (Kind.MONEY, "was"): _dues,
    (Kind.MONEY, "now"): _dues,
    (Kind.MONEY, "name"): lambda name: name or _("nobody named"),
    (Kind.PRIZE, "was"): _amount,
    (Kind.PRIZE, "now"): _amount,
    (Kind.OFFICIAL, "role"): _role,
    (Kind.OFFICIAL, "was"): _role,
    (Kind.OFFICIAL, "now"): _role,
    (Kind.OFFICIAL, "name"): lambda name: name or _("somebody"),
}


# Facts that name a player.
NAMES = ("name", "other_name")


def _read(kind: Kind | None, key: str, fact: Any) -> Any:
    if key in NAMES and isinstance(fact, int):
        return noted_in_words(fact)
    read = READ.get((kind, key), _as_it_is) if kind else _as_it_is
    return read(fact)


def sentence_of(action: str, facts: Mapping[str, Any]) -> str:
    """The action in words; an unknown action is named as stored, so that nothing is hidden."""
    registered = ACTIONS.get(action)
    if registered is None:
        return action
    kind = kind_of(action)
    words = {key: _read(kind, key, fact) for key, fact in facts.items()}
    return str(registered.sentence) % _Words(words)


def line_of(entry: AuditEntry) -> AuditLine:
    """One entry with its official loaded, in words."""
    return AuditLine(
        at=entry.at,
        by=_officials(entry.by, entry.facts) if entry.by else _without_account(entry),
        kind=str(kind.label) if (kind := kind_of(entry.action)) else "",
        sentence=sentence_of(entry.action, entry.facts),
        reason=_reason(entry.facts),
    )


# Why a side went on as winner where its sheet did not say so.
NAMED = {
    "reached-first": gettext_lazy("Table %(table)d: %(side)s reached the tie first."),
    "no-sheet": gettext_lazy("Table %(table)d: %(side)s moves on as winner, without a sheet."),
    "named": gettext_lazy("Table %(table)d: %(side)s moves on as winner of the tie, named by the director."),
}


# Why a sheet of deals could count no longer.
DOES_NOT_FIT = gettext_lazy("%(deal)s isn’t possible under the current rulings and rules.")
SET_ASIDE = {
    "incomplete": gettext_lazy("%(deal)s is missing."),
    "order": gettext_lazy("%(deal)s is due where another deal is entered."),
    "after-end": gettext_lazy("%(deal)s comes after the end of the round: take it out."),
    "dealer": gettext_lazy("%(deal)s has the wrong dealer."),
}


def _reason(facts: Mapping[str, Any]) -> str:
    """What an official gave as the reason, or said of the winners when the next round was seated; or why a
    sheet could count no longer."""
    if "why" in facts:
        return _why_set_aside(facts["why"])
    return str(facts.get("reason") or "") or " ".join(map(_named, facts.get("named", ())))


def _why_set_aside(why: Mapping[str, Any]) -> str:
    """“Deal 3, attempt 2 is missing.”"""
    if "slot" not in why:
        return _("Its score cannot come from one round with the rulings and rules as they are now.")
    deal = heading_of(why["slot"], why.get("attempt", 1))
    return SET_ASIDE.get(why["code"], DOES_NOT_FIT) % {"deal": in_words(deal)}


def _named(winner: Mapping[str, Any]) -> str:
    """“Table 2: North–South (3 and 7) reached the tie first.”"""
    side, numbers = SIDE_NAMES[Side(winner["side"])], in_a_row(winner["numbers"])
    words = {"table": winner["table"], "side": f"{side} ({numbers})" if numbers else side}
    return NAMED[winner["why"]] % words


def _officials(by: User, facts: Mapping[str, Any]) -> str:
    """Who acted, and who agreed to it."""
    if agreed_by := facts.get("agreed_by"):
        return _("%(name)s and %(second)s") % {"name": by, "second": agreed_by}
    return str(by)


def _without_account(entry: AuditEntry) -> str:
    """Who acted without an account: a phone, one side of a table or both; empty if unknown."""
    facts = entry.facts
    if entry.action in (actions.PLAYER_CHECKED_IN_BY_PHONE.code, actions.PLAYER_NAMED.code):
        return _("A phone")
    if facts.get("agreed"):
        return _("Table %(table)s, both sides") % _Words(facts)
    if facts.get("side") in SIDE_NAMES and "table" in facts:
        words = _Words(
            {**facts, "name": noted_in_words(facts.get("name", "")), "side": SIDE_NAMES[Side(facts["side"])]}
        )
        return _("Table %(table)s, %(side)s (%(number)s %(name)s)") % words
    return ""


def entries(event: Event) -> AuditEntryQuerySet:
    """The event's entries, newest first, with who made them."""
    return event.audit_entries.select_related("by").order_by("-pk")


def officials(event: Event) -> QuerySet[User]:
    """The officials who have acted at this event, by name."""
    return User.objects.filter(pk__in=event.audit_entries.values("by")).order_by("name", "username")
