"""Who changed what and when, as sentences. An entry stores an action's code and its facts; the sentences of
the actions are in `tournament.actions`, the words of the facts are here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _t

from scoring.seats import Side
from tournament.actions import ACTIONS, Kind, kind_of
from tournament.models import AuditEntry, Event, Membership, Player, User
from tournament.models.cards import Noted
from tournament.models.seating import SIDE_NAMES
from tournament.rotation.movements import MOVEMENTS
from tournament.state.ruling_decisions import title_of


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry as it is read: `by` is empty where a machine or a removed account did it."""

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
        return _t("%(what)s from %(was)s to %(now)s") % {
            key: _words(fact[key]) for key in ("what", "was", "now")
        }
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return ", ".join(_words(member) for member in fact)
    if isinstance(fact, bool):
        return _t("yes") if fact else _t("no")
    if fact is None or fact == "":
        return _t("nothing")
    if isinstance(fact, int) and fact < 0:
        return f"−{-fact}"
    return str(fact)


def _award(award: Any) -> Any:
    if award is None:
        return _t("no points")
    if not isinstance(award, Mapping):
        return award
    given = []
    if "side" in award:
        facts = {"points": award["points"], "side": SIDE_NAMES[Side(award["side"])]}
        given.append(_t("%(points)d to %(side)s") % facts)
    if off := award.get("off"):
        facts = {"points": off["points"], "side": SIDE_NAMES[Side(off["side"])]}
        given.append(_t("%(points)d off %(side)s") % facts)
    if own := award.get("own"):
        given.append(_t("%(points)+d to the player’s own total") % {"points": own})
    if fine := award.get("fine"):
        given.append(_t("a fine of %(amount)s") % {"amount": f"{fine / 100:.2f}"})
    return ", ".join(given)


def _status(status: str) -> str:
    return str(Player.Status(status).label).lower() if status in Player.Status.values else status


def _role(role: str) -> str:
    return str(Membership.Role(role).label) if role in Membership.Role.values else role


def _movement(movement: str) -> str:
    return MOVEMENTS[movement].title if movement in MOVEMENTS else movement


def _player_changes(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The fields of a player by their names."""
    titles = {field.name: field.verbose_name for field in Player._meta.fields}
    return [{**change, "what": titles.get(change["what"], change["what"])} for change in changes]


def _card_changes(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines of a card: the round, and what it said."""
    return [
        {key: _round(fact) if key == "what" else _line(fact) for key, fact in change.items()}
        for change in changes
    ]


def _round(number: Any) -> Any:
    return _t("round %(n)d") % {"n": number} if isinstance(number, int) else number


def _line(line: Any) -> Any:
    return Noted(line["points"], line["loners"]).in_words if isinstance(line, Mapping) else line


# Facts that are stored as codes, and how they are read. What an older entry keeps as words stays as it is.
READ: Mapping[tuple[Kind, str], Callable[[Any], Any]] = {
    (Kind.RULING, "offence"): title_of,
    (Kind.RULING, "award"): _award,
    (Kind.RULING, "name"): lambda name: name or _t("nobody named"),
    (Kind.PLAYER, "status"): _status,
    (Kind.PLAYER, "changes"): _player_changes,
    (Kind.CARD, "changes"): _card_changes,
    (Kind.SEATING, "movement"): _movement,
    (Kind.OFFICIAL, "role"): _role,
    (Kind.OFFICIAL, "was"): _role,
    (Kind.OFFICIAL, "now"): _role,
    (Kind.OFFICIAL, "name"): lambda name: name or _t("somebody"),
}


def _read(kind: Kind | None, key: str, fact: Any) -> Any:
    read = READ.get((kind, key)) if kind else None
    return read(fact) if read else fact


def sentence_of(action: str, facts: Mapping[str, Any]) -> str:
    """What was done, in words. An action without a sentence is named as stored: the trail hides nothing."""
    registered = ACTIONS.get(action)
    if registered is None:
        return action
    kind = kind_of(action)
    read = {key: _read(kind, key, fact) for key, fact in facts.items()}
    return str(registered.sentence) % _Words(read)


def line_of(entry: AuditEntry) -> AuditLine:
    """One entry with its official loaded, in words."""
    return AuditLine(
        at=entry.at,
        by=str(entry.by) if entry.by else _table(entry.facts),
        kind=str(kind.label) if (kind := kind_of(entry.action)) else "",
        sentence=sentence_of(entry.action, entry.facts),
        reason=str(entry.facts.get("reason") or ""),
    )


def _table(facts: Mapping[str, Any]) -> str:
    """Who acted without an account: one side of a table or both; empty if unknown."""
    if facts.get("agreed"):
        return _t("Table %(table)s, both sides") % _Words(facts)
    if facts.get("side") in SIDE_NAMES and "table" in facts:
        words = _Words({**facts, "side": SIDE_NAMES[Side(facts["side"])]})
        return _t("Table %(table)s, %(side)s (%(number)s %(name)s)") % words
    return ""


def entries(event: Event) -> QuerySet[AuditEntry]:
    """The event's entries, newest first, with who made them."""
    return event.audit_entries.select_related("by").order_by("-pk")


def officials(event: Event) -> QuerySet[User]:
    """Who has done something at this event, by name."""
    return User.objects.filter(pk__in=event.audit_entries.values("by")).order_by("name", "username")
