"""Create an event, change its settings, finish, reopen and delete it."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import date as Date
from datetime import datetime, time
from functools import cache
from itertools import chain, count
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import F, Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.ruleset import PRESETS, Ruleset
from scoring.standings import DEFAULT_ORDER, check_order
from tournament.models import (
    Adjustment,
    CardLine,
    CashLine,
    Event,
    Membership,
    Round,
    Ruling,
    Season,
    Seating,
    Sheet,
    Submission,
    Substitution,
    User,
)
from tournament.registry import actions, features
from tournament.registry.event_settings import (
    LONGEST_ROUND,
    SETTING,
    SETTINGS,
    WIFI_NAME,
    WIFI_PASSWORD,
    EventSetting,
    SettingKind,
    Until,
)
from tournament.registry.features import FEATURES, USUAL_RULES, reset, switch_on_what_is_used
from tournament.rotation.movements import MOVEMENTS
from tournament.services.attendance import make_check_in_token
from tournament.services.cards import last_round_typed, lay_out_rounds
from tournament.services.clock import check_minutes, check_timed
from tournament.services.common import checked_reason, lock_event, record, refuse, refuse_finished
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.sent_forms import claim
from tournament.services.sheets import recount_event
from tournament.services.table_links import make_links
from tournament.state.attendance import event_progress
from tournament.state.clock import FEWEST_DEALS, breaks_of
from tournament.state.open_items import TableWithoutSheet, missing_sheets
from tournament.words import languages
from tournament.words.names import is_whole_name, tidy

RESERVED_SLUGS = frozenset({"new"})  # taken by addresses such as /events/new/
SEEDS = 1_000_000  # six digits: easy to read out and write down
DECIDING = frozenset(one.name for one in SETTINGS if one.decides)
ALWAYS_CHANGEABLE = frozenset(one.name for one in SETTINGS if one.until is Until.ALWAYS)
FIXED_BY_SEATING = frozenset(one.name for one in SETTINGS if one.until is Until.SEATED)


def is_empty(event: Event) -> bool:
    """Whether nothing was seated, and so nothing played: such an event is deleted without a question."""
    return not event.rounds.exists()


def check_deletion(event: Event, name: str, reason: str) -> str:
    """The reason, tidied; refused if the event is not empty and its name or the reason is missing."""
    if is_empty(event) or event.is_rehearsal:
        return checked_reason(reason, needed="")
    if tidy(name) != event.name and not is_whole_name(event.name, name):
        message = _("Type the event’s name as it is written above: %(name)s.")
        raise Refused("name-differs", message % {"name": event.name}, "name")
    return checked_reason(reason, needed=_("Say why the event is deleted; it’s kept in the site’s log."))


@transaction.atomic
def delete_event(event: Event, *, at: datetime, name: str = "", reason: str = "") -> None:
    """Delete the event: at once if it is empty, else with its name and a reason (see `check_deletion`).

    Seasons add up anew without it. Whoever calls this takes a backup first: nothing else brings an
    event back.
    """
    event = lock_event(event)
    check_deletion(event, name, reason)
    for rehearsal in Event.objects.filter(rehearsal_of=event):
        delete_event(rehearsal, at=at)
    Season.objects.filter(events=event).update(version=F("version") + 1)
    players, tables = event.players.all(), {"table__round__event": event}
    # What protects tables and players goes first. Versions of one sheet protect each other, so
    # rows are deleted without asking what hangs on them: all of it belongs to this event.
    for rows in (
        CardLine.objects.filter(player__in=players),
        Submission.objects.filter(**tables),
        CashLine.objects.filter(event=event),
        Ruling.objects.filter(**tables),
        Sheet.objects.filter(**tables),
        Adjustment.objects.filter(player__in=players),
        Substitution.objects.filter(absent__in=players),
        Seating.objects.filter(player__in=players),
    ):
        rows._raw_delete(rows.db)
    event.delete()


class SheetsMissing(Unconfirmed):
    """Sheets of closed rounds are missing; finishing without them means naming each."""

    def __init__(self, tables: Sequence[TableWithoutSheet]) -> None:
        super().__init__("sheets-missing", " ".join(one.sentence for one in tables), "missing")


@transaction.atomic
def create_event(*, by: User, at: datetime, seed: int | None = None, **settings: Any) -> Event:
    """Create an event with its short name and its seed, a random one for None; `by` becomes its director.

    Settings that are not named are what most halls play. Without `bye_decided` somebody has to decide what a
    sit-out scores before the first one is seated.
    """
    claim()
    event = Event(seed=secrets.randbelow(SEEDS) if seed is None else seed, created_at=at)
    _apply(event, {"rules": PRESETS["progressive"], "order": DEFAULT_ORDER} | settings)
    switch_on_what_is_used(event)
    _check(event)
    if event.is_public:
        check_publishing(by)
    event.slug = _free_slug(event.name, event.date)
    event.save(force_insert=True)
    Membership.objects.create(event=event, user=by, role=Membership.Role.DIRECTOR)
    record(event, actions.EVENT_CREATED, by=by, at=at, name=event.name)
    return event


@transaction.atomic
def change_event(event: Event, *, by: User, at: datetime, reason: str = "", **changes: Any) -> Event:
    """Change settings; `changes` are named as in `event_settings`. Unchanged values are not recorded.

    New rules recount every sheet. Once a round is closed, settings that decide results need a reason.
    """
    event = lock_event(event)
    before = _settings(event)
    if "bye_mode" in changes:
        changes.setdefault("bye_decided", True)
    _apply(event, changes)
    if "features" not in changes:
        switch_on_what_is_used(event)
    _switch(event, before["features"])
    changed = {what for what, now in _settings(event).items() if now != before[what]}
    if not changed:
        return event
    _check(event)
    if "is_public" in changed and event.is_public:
        check_publishing(by)
    if "language" in changed and event.language not in dict(languages.choices()):
        raise Refused("language-unknown", _("Choose one of the languages in the list."), "language")
    reason = checked_reason(reason, needed=_check_timely(event, changed))
    if event.is_revealing and not event.holds_back:
        event.revealed = None
    make_check_in_token(event)
    if not event.has["clock"]:
        event.fewer_deals = {}
    event.save(update_fields=sorted(changed | {"revealed", "here_token", "fewer_deals"}))
    if event.seats_itself and event.rounds.exists():
        lay_out_rounds(event)
    make_links(event, at=at)
    differences = _changes(before, _settings(event))
    record(event, actions.EVENT_CHANGED, by=by, at=at, changes=differences, reason=reason)
    if "rules" in changed:
        recount_event(event, by=by, at=at, reason=reason)
    return event


@transaction.atomic
def play_fewer_rounds(event: Event, rounds: int, *, by: User, at: datetime) -> Event:
    """Leave out the seated rounds after number `rounds`, none of which has begun, and breaks before them.

    Drafts for the former number of rounds are deleted, as nothing could publish them.
    """
    event = lock_event(event)
    progress = event_progress(event)
    if rounds < progress.last_begun:
        message = _("Round %(number)d has begun, so there are at least as many rounds.")
        raise Refused("round-begun", message % {"number": progress.last_begun}, "round_count")
    if MOVEMENTS[event.movement].plans_ahead:
        event.rounds.filter(number__gt=rounds).delete()
        event.drafts.all().delete()
    breaks = {after: minutes for after, minutes in breaks_of(event).items() if after < rounds}
    return change_event(
        event,
        by=by,
        at=at,
        round_count=rounds,
        break_after=" ".join(map(str, breaks)),
        break_minutes=" ".join(map(str, breaks.values())),
    )


@transaction.atomic
def play_fewer_deals(event: Event, deals: int, *, by: User, at: datetime) -> Event:
    """Let every round that has not begun have so many deals, fewer than the rules say."""
    event = lock_event(event)
    first, usual = event_progress(event).last_begun + 1, event.ruleset.deals_per_round
    if usual is None or not FEWEST_DEALS <= deals < usual or first > event.round_count:
        message = _("Only a round that has not begun can have fewer deals, and at least %(n)d.")
        raise Refused("fewer-deals", message % {"n": FEWEST_DEALS})
    event.fewer_deals |= {str(number): deals for number in range(first, event.round_count + 1)}
    event.save(update_fields=["fewer_deals"])
    record(event, actions.EVENT_FEWER_DEALS, by=by, at=at, from_round=first, deals=deals)
    return event


@transaction.atomic
def play_all_deals(event: Event, *, by: User, at: datetime) -> Event:
    """Let every round that is not closed have as many deals as the rules say; sheets written stay."""
    event = lock_event(event)
    closed = {str(n) for n, status in event_progress(event).statuses.items() if status == Round.Status.CLOSED}
    others = [int(number) for number in event.fewer_deals if number not in closed]
    if others:
        event.fewer_deals = {n: deals for n, deals in event.fewer_deals.items() if n in closed}
        event.save(update_fields=["fewer_deals"])
        facts = {"from_round": min(others), "deals": event.ruleset.deals_per_round}
        record(event, actions.EVENT_ALL_DEALS, by=by, at=at, **facts)
    return event


@transaction.atomic
def finish_event(
    event: Event, *, by: User, at: datetime, missing: Collection[str] = (), finale: bool = False
) -> Event:
    """Finish the event: scores can no longer be entered. An open round without reports counts as not played.

    `missing` names the tables of closed rounds ("5.6" for round 5, table 6) that knowingly stay without a
    sheet; raises `SheetsMissing` if there are others. With `finale` the result of hidden rounds stays hidden
    until it is revealed (`services.finale`).
    """
    event = lock_event(event)
    refuse(why_not_finish(event))
    tables = missing_sheets(event)
    if any(one.key not in missing for one in tables):
        raise SheetsMissing(tables)
    event.status = Event.Status.FINISHED
    event.revealed = 0 if finale and event.holds_back else None
    event.save(update_fields=["status", "revealed"])
    for rehearsal in Event.objects.filter(rehearsal_of=event):  # nobody ended it
        delete_event(rehearsal, at=at)
    if tables:
        record(event, actions.EVENT_FINISHED_INCOMPLETE, by=by, at=at, missing=[one.key for one in tables])
    else:
        record(event, actions.EVENT_FINISHED, by=by, at=at)
    return event


@transaction.atomic
def reopen_event(event: Event, *, by: User, at: datetime, reason: str, seen: bool = False) -> Event:
    """Reopen the event for a correction; players see that the standings may still change.

    What everybody has seen is not hidden again: the whole result if it is out, or was revealed (`seen`).
    """
    event = lock_event(event)
    if not event.is_finished:
        raise Refused("not-finished", _("The event is not finished, so it need not be reopened."))
    reason = checked_reason(reason, needed=_("Say why the event is reopened; it’s kept in the history."))
    last = event.rounds.closed().aggregate(last=Max("number"))["last"]
    facts = {"seen": last} if seen or event.is_result_out else {}
    event.status = Event.Status.PLAYING
    event.revealed = None
    event.save(update_fields=["status", "revealed"])
    record(event, actions.EVENT_REOPENED, by=by, at=at, reason=reason, **facts)
    return event


def why_not_finish(event: Event) -> Refused | None:
    """Why the event cannot be finished now, or None."""
    if event.is_finished:
        return Refused("already-finished", _("The event is finished already."))
    if not event.rounds.closed().exists():
        return Refused("nothing-played", _("No round is closed yet: there is nothing to finish."))
    reported = Sheet.objects.counting().filter(table__round__event=event).values("table__round")
    half_played = event.rounds.open().filter(pk__in=reported).first()
    if half_played is not None:
        message = _("Round %d has sheets and is still open. Close it first.") % half_played.number
        return Refused("round-open", message)
    return None


@cache
def time_zones() -> frozenset[str]:
    """Every time zone this machine knows."""
    return frozenset(available_timezones())


def _apply(event: Event, changes: Mapping[str, Any]) -> None:
    if unknown := changes.keys() - SETTING.keys():
        raise TypeError(f"no settings of an event: {', '.join(sorted(unknown))}")
    for what, value in changes.items():
        if what == "rules":
            event.rules = value.to_dict()
            event.__dict__.pop("ruleset", None)  # the value cached from the old snapshot
        elif what == "order":
            event.order = list(value)
        elif what == "features":
            event.features = list(value)
        else:
            setattr(event, what, tidy(value) if isinstance(value, str) else value)


def _switch(event: Event, before: Collection[str]) -> None:
    """Keep the features in order; what is off has no settings, and what decides is not switched off."""
    event.features = [key for key in features.ALL if key in event.features]
    for feature in FEATURES:
        if feature.is_on(event):
            continue
        if feature.decides and feature.key in before and (held := feature.what_it_holds(event)):
            message = _("It stays on: this event has %(what)s, and that counts.") % {"what": held}
            raise Refused("feature-in-use", message, feature.key)
        if feature.key == "house_rules" and feature.key in before:
            _take_back_rules(event)
        reset(event, feature)


def _take_back_rules(event: Event) -> None:
    """Give the rules the values of their ruleset again, save what everybody may change."""
    rules = event.ruleset
    kept = {name: value for name, value in rules.to_dict().items() if name in USUAL_RULES}
    _apply(event, {"rules": PRESETS[rules.preset].changed(**kept)})


def check_publishing(by: User) -> None:
    """Refuse to show something to everybody to whom nobody gave that right."""
    if not by.publishes:
        message = _(
            "Only some people may show events to everybody here. Ask whoever runs this site for that right."
        )
        raise Refused("may-not-publish", message, "is_public")


def _settings(event: Event) -> dict[str, Any]:
    return {what: getattr(event, what) for what in sorted(SETTING)}


def _check(event: Event) -> None:
    """Refuse impossible settings; the forms report most of them earlier, beside their fields."""
    if event.is_rehearsal and (event.is_public or event.self_check_in or event.table_entry):
        message = _("A rehearsal is never shown to anybody, and no phone opens it.")
        raise Refused("rehearsal-private", message, "is_public")
    if not event.name:
        raise Refused("name-missing", _("Give the event a name."), "name")
    for setting in SETTINGS:
        _check_bounds(setting, getattr(event, setting.name))
    _check_wifi(event)
    if event.time_zone not in time_zones():
        message = _("Choose a time zone from the list, such as America/Toronto.")
        raise Refused("time-zone-unknown", message, "time_zone")
    if event.movement not in MOVEMENTS:
        raise Refused("movement-unknown", _("Choose one of the movements in the list."), "movement")
    if event.standings_pattern not in Event.Pattern.values:
        raise Refused("pattern-unknown", _("Choose one of the patterns in the list."), "standings_pattern")
    if event.scores_from not in Event.ScoresFrom.values:
        raise Refused("scores-from-unknown", _("Choose where the scores come from."), "scores_from")
    if not 0 <= event.hidden_rounds < event.round_count:
        message = _("At least one round has to be seen: hide fewer than %d.") % event.round_count
        raise Refused("hidden-rounds", message, "hidden_rounds")
    if not 0 <= event.ranked_from <= event.round_count:
        message = _("The event has %d rounds; you can’t ask for more than that.") % event.round_count
        raise Refused("ranked-from", message, "ranked_from")
    if not event.bye_decided and (event.bye_mode, event.bye_points) != (Event.ByeMode.NONE, 0):
        why = _("A sit-out scores nothing while nobody has decided what it scores.")
        raise Refused("bye-undecided", why, "bye_mode")
    check_minutes(event.round_minutes, "round_minutes")
    check_timed(event)
    check_agenda(event)
    check_order(event.order, Ruleset.from_dict(event.rules), at_tables=not event.seats_itself)


def _check_bounds(setting: EventSetting, value: Any) -> None:
    """Refuse a text that is too long, and a number out of its range."""
    name, most = setting.name, setting.high
    if setting.kind is SettingKind.TEXT and len(value) > most:
        raise Refused(f"{name}-long", _("Keep it to %d characters.") % most, name)
    if setting.out_of_range and value is not None and not setting.low <= value <= most:
        raise Refused(name.replace("_", "-"), str(setting.out_of_range) % most, name)


def _check_wifi(event: Event) -> None:
    """Refuse a network that no phone could join."""
    name, password = event.wifi_name, event.wifi_password
    if len(name.encode()) > WIFI_NAME:
        message = _("A network’s name has %d letters at most, fewer with accents.") % WIFI_NAME
        raise Refused("wifi-name-long", message, "wifi_name")
    if password and not name:
        raise Refused("wifi-name-missing", _("Write the name of the network, too."), "wifi_name")
    if password and not (password.isascii() and password.isprintable() and len(password) in WIFI_PASSWORD):
        message = _("A wifi password has 8 to 63 letters and figures, without accents.")
        raise Refused("wifi-password", message, "wifi_password")


def _check_timely(event: Event, changed: set[str]) -> str:
    """Refuse changes that come too late; return why a reason is needed, empty if it is not."""
    if changed - ALWAYS_CHANGEABLE:
        refuse_finished(event, _("The event is finished. Reopen it before changing how it counts."))
    _check_seated(event, changed)
    if "bye_decided" in changed and not event.bye_decided and event.has_sit_outs:
        message = _("Someone sits out already, so say what a sit-out scores.")
        raise Refused("sit-outs-seated", message, "bye_mode")
    if changed & DECIDING and event.rounds.closed().exists():
        return _("A round is closed already: say why the counting changes. It’s kept in the history.")
    return ""


def _check_seated(event: Event, changed: set[str]) -> None:
    """Refuse changes that contradict the published seating; the number of unseated rounds may change."""
    seated = event.rounds.count() if changed & FIXED_BY_SEATING else 0
    if not seated:
        return
    typed = last_round_typed(event)
    if typed and "movement" in changed:
        message = _("Tally cards are typed already, so the way players move stays as it is.")
        raise Refused("cards-typed", message, "movement")
    if event.seats_itself and event.round_count < typed:
        message = _("Cards have points for round %(number)d, so there are at least as many rounds.")
        raise Refused("round-typed", message % {"number": typed}, "round_count")
    if event.seats_itself and "movement" not in changed:
        return
    if "movement" in changed:
        message = _("The seating is published. On its page the remaining rounds can get another movement.")
        raise Refused("already-published", message, "movement")
    movement = MOVEMENTS[event.movement]
    if not movement.one_by_one and not (movement.plans_ahead and event.round_count == seated):
        message = _("The seating is published for its rounds. Withdraw it before changing their number.")
        raise Refused("already-published", message, "round_count")
    if event.round_count < seated:
        message = _("Round %(number)d is seated already, so there are at least as many rounds.")
        raise Refused("round-seated", message % {"number": seated}, "round_count")


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What differs, as the history keeps it: a setting is a `what`, a value of the rules a `rule`."""
    (was, was_rules), (now, now_rules) = _as_facts(before), _as_facts(after)
    switched = set(was.pop("features")) ^ set(now["features"])
    return [
        *(
            {"feature": key, "was": key not in now["features"], "now": key in now["features"]}
            for key in features.ALL
            if key in switched
        ),
        *(
            {"what": what, "was": _kept_in_history(what, was[what]), "now": _kept_in_history(what, now[what])}
            for what in was
            if was[what] != now[what]
        ),
        *(
            {"rule": name, "was": was_rules.get(name), "now": now_rules.get(name)}
            for name in was_rules | now_rules
            if was_rules.get(name) != now_rules.get(name)
        ),
    ]


def _as_facts(settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings, and values of the rules, as codes and plain values in the order of the history."""
    last = {what: settings[what] for what in ("movement", "order")}
    apart = {"bye_mode", "bye_decided", "rules", *last}
    facts = {
        "bye_mode": settings["bye_mode"] if settings["bye_decided"] else None,
        **{what: _plain(value) for what, value in settings.items() if what not in apart},
        **last,
    }
    return facts, asdict(Ruleset.from_dict(settings["rules"]))


def _kept_in_history(what: str, value: Any) -> Any:
    """The value as the history keeps it; of a secret only whether there is one."""
    return bool(value) if SETTING[what].secret else value


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, Date) else value


def _free_slug(name: str, date: Date) -> str:
    """A free slug: the name, else with the date, else with a counter."""
    base = slugify(name)[:40].strip("-_") or "event"
    dated = f"{base}-{date:%Y-%m-%d}"
    numbered = (f"{dated}-{number}" for number in count(2))
    undated = [] if base in RESERVED_SLUGS or base == "event" else [base]
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in chain(undated, [dated], numbered) if slug not in taken)


def check_agenda(event: Event) -> None:
    """Refuse a start or an end that is no time of day, and breaks that cannot be."""
    start = Refused("start-time", _("Type a time such as 19:30 or 7:30 PM."), "starts_at")
    _check_time(event.starts_at, start)
    _check_time(event.stops_at, Refused("stop-time", _("Type a time such as 21:30 or 9:30 PM."), "stops_at"))
    rounds, minutes = (list(map(int, text.split())) for text in (event.break_after, event.break_minutes))
    if not all(1 <= number < event.round_count for number in rounds):
        message = _("A break is between two rounds: after round 1 or later, and before the last.")
        raise Refused("break-after", message, "break_after")
    if rounds != sorted(set(rounds)):
        message = _("Name each round once, in the order in which they are played.")
        raise Refused("break-order", message, "break_after")
    if not all(1 <= one <= LONGEST_ROUND for one in minutes):
        message = _("A break lasts 1 to %d minutes.") % LONGEST_ROUND
        raise Refused("break-minutes", message, "break_minutes")
    if bool(rounds) != bool(minutes):
        missing = "break_minutes" if rounds else "break_after"
        raise Refused("half-a-break", _("Say after which round the break is, and its minutes."), missing)
    if len(minutes) not in (0, 1, len(rounds)):
        message = _("Give one number of minutes for all breaks, or one for each: there are %d breaks.")
        raise Refused("breaks-differ", message % len(rounds), "break_minutes")


def _check_time(typed: str, refused: Refused) -> None:
    try:
        time.fromisoformat(typed or "00:00")
    except ValueError:
        raise refused from None
