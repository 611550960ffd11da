"""Creates an event, changes its settings, finishes and reopens it."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.rule_settings import SETTING
from scoring.ruleset import PRESETS, Ruleset
from scoring.standings import DEFAULT_ORDER, KEYS, check_order
from tournament import actions
from tournament.models import Event, Membership, Sheet, User
from tournament.names import tidy
from tournament.rotation.movements import MOVEMENTS
from tournament.services.clock import check_minutes
from tournament.services.common import lock_event, record, refuse_finished
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.reasons import checked_reason
from tournament.services.sent_forms import claim
from tournament.services.sheets import recount_event
from tournament.services.table_links import make_links
from tournament.state.missing_sheets import TableWithoutSheet, missing_sheets
from tournament.state.next_round import plans_ahead

MAX_ROUNDS = 60
MAX_BYE_POINTS = 99
LONGEST_NAME = 100
LONGEST_CHALLENGE = 24 * 60
RESERVED_SLUGS = frozenset({"new"})  # /events/new/ is a page
SEEDS = 1_000_000  # six digits can be read out and written on a plan

# What decides the results: once a round is closed, changing it takes a reason.
COUNTS = frozenset({"rules", "bye_mode", "bye_points", "order", "ranked_from"})
PLAYERS_SEE = frozenset({"player_links", "short_names", "hidden_rounds", "run_by"})
# What may still be put right when the event is finished.
HARMLESS = frozenset({"name", "date", "venue", "is_public"}) | PLAYERS_SEE
TIMES = frozenset({"round_minutes", "clock_warning", "challenge_minutes"})
SET_UP = frozenset(
    {"bye_decided", "time_zone", "round_count", "movement", "table_entry", "pin_per_round", "second_eyes"}
)
CHANGEABLE = COUNTS | HARMLESS | TIMES | SET_UP


class SheetsMissing(Unconfirmed):
    """Sheets of closed rounds are missing: each has to be named to finish without it."""

    def __init__(self, found: Sequence[TableWithoutSheet]) -> None:
        super().__init__("sheets-missing", " ".join(one.sentence for one in found), "missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """The settings of an event to be created; the defaults are what most halls play.

    Without `bye_decided` somebody has to say what a sit-out scores before the first is seated. Without a
    `seed` the event draws its own.
    """

    name: str
    date: Date
    venue: str = ""
    time_zone: str
    rules: Ruleset = PRESETS["progressive"]
    round_count: int = 8
    movement: str = "chart"
    bye_mode: str = Event.ByeMode.NONE.value
    bye_points: int = 0
    bye_decided: bool = True
    order: Sequence[str] = DEFAULT_ORDER
    ranked_from: int = 0
    is_public: bool = True
    seed: int | None = None


@transaction.atomic
def create_event(new: NewEvent, *, by: User, at: datetime) -> Event:
    """Create an event with its short name and its seed; `by` becomes its director."""
    claim()
    event = Event(
        name=tidy(new.name),
        date=new.date,
        venue=tidy(new.venue),
        time_zone=new.time_zone,
        rules=new.rules.to_dict(),
        round_count=new.round_count,
        movement=new.movement,
        bye_mode=new.bye_mode,
        bye_points=new.bye_points,
        bye_decided=new.bye_decided,
        order=list(new.order),
        ranked_from=new.ranked_from,
        is_public=new.is_public,
        seed=secrets.randbelow(SEEDS) if new.seed is None else new.seed,
        created_at=at,
    )
    _check(event)
    event.slug = _free_slug(event.name, new.date)
    event.save(force_insert=True)
    Membership.objects.create(event=event, user=by, role=Membership.Role.DIRECTOR)
    record(event, actions.EVENT_CREATED, by=by, at=at, name=event.name)
    return event


@transaction.atomic
def change_event(event: Event, *, by: User, at: datetime, reason: str = "", **changes: Any) -> Event:
    """Change settings; `changes` are named as in `NewEvent`. What stays the same is not recorded.

    Changed rules recount every sheet. Once a round is closed, what decides results takes a reason.
    """
    if unknown := changes.keys() - CHANGEABLE:
        raise TypeError(f"no settings of an event: {', '.join(sorted(unknown))}")
    event = lock_event(event)
    before = _settings(event)
    if "bye_mode" in changes:
        changes.setdefault("bye_decided", True)
    _apply(event, changes)
    changed = {what for what, now in _settings(event).items() if now != before[what]}
    if not changed:
        return event
    _check(event)
    reason = checked_reason(reason, needed=_check_timely(event, changed))
    event.save(update_fields=sorted(changed))
    make_links(event, at=at)
    said = list(_told(before, _settings(event), changed))
    record(event, actions.EVENT_CHANGED, by=by, at=at, changes=said, reason=reason)
    if "rules" in changed:
        recount_event(event, by=by, at=at, reason=reason)
    return event


@transaction.atomic
def finish_event(event: Event, *, by: User, at: datetime, missing: Collection[str] = ()) -> Event:
    """Finish the event: scores can no longer be entered. An open round without reports counts as not played.

    `missing` names the tables of closed rounds ("5.6" for round 5, table 6) that are meant to stay without a
    sheet; raises `SheetsMissing` where others are.
    """
    event = lock_event(event)
    if (refused := why_not_finish(event)) is not None:
        raise refused
    found = missing_sheets(event)
    if any(one.key not in missing for one in found):
        raise SheetsMissing(found)
    event.status = Event.Status.FINISHED
    event.save(update_fields=["status"])
    if found:
        record(event, actions.EVENT_FINISHED_INCOMPLETE, by=by, at=at, missing=[one.key for one in found])
    else:
        record(event, actions.EVENT_FINISHED, by=by, at=at)
    return event


@transaction.atomic
def reopen_event(event: Event, *, by: User, at: datetime, reason: str) -> Event:
    """Reopen the event for a correction; players see that the standings may change again."""
    event = lock_event(event)
    if not event.is_finished:
        raise Refused("not-finished", _("The event is not finished, so it need not be reopened."))
    reason = checked_reason(reason, needed=_("Say why the event is reopened; it is kept in the history."))
    event.status = Event.Status.PLAYING
    event.save(update_fields=["status"])
    record(event, actions.EVENT_REOPENED, by=by, at=at, reason=reason)
    return event


def why_not_finish(event: Event) -> Refused | None:
    """What keeps the event from being finished now, None when nothing does."""
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
    for what, value in changes.items():
        if what == "rules":
            event.rules = value.to_dict()
            event.__dict__.pop("ruleset", None)  # the value cached from the old snapshot
        elif what == "order":
            event.order = list(value)
        else:
            setattr(event, what, tidy(value) if isinstance(value, str) else value)


def _settings(event: Event) -> dict[str, Any]:
    return {what: getattr(event, what) for what in sorted(CHANGEABLE)}


def _check(event: Event) -> None:
    """Refuse settings that no event can have; the forms say the same earlier and in place."""
    if not event.name:
        raise Refused("name-missing", _("Give the event a name."), "name")
    for what, text in (("name", event.name), ("venue", event.venue), ("run_by", event.run_by)):
        if len(text) > LONGEST_NAME:
            raise Refused(f"{what}-long", _("Keep it to %d characters.") % LONGEST_NAME, what)
    if event.time_zone not in time_zones():
        message = _("Choose a time zone from the list, such as America/Toronto.")
        raise Refused("time-zone-unknown", message, "time_zone")
    if event.movement not in MOVEMENTS:
        raise Refused("movement-unknown", _("Choose one of the movements in the list."), "movement")
    if not 1 <= event.round_count <= MAX_ROUNDS:
        raise Refused("round-count", _("An event has 1 to %d rounds.") % MAX_ROUNDS, "round_count")
    if not 0 <= event.hidden_rounds < event.round_count:
        message = _("At least one round has to be seen: hide fewer than %d.") % event.round_count
        raise Refused("hidden-rounds", message, "hidden_rounds")
    if not 0 <= event.ranked_from <= event.round_count:
        message = _("The event has %d rounds: a place can take no more.") % event.round_count
        raise Refused("ranked-from", message, "ranked_from")
    if not 0 <= event.bye_points <= MAX_BYE_POINTS:
        raise Refused("bye-points", _("A sit-out scores 0 to %d points.") % MAX_BYE_POINTS, "bye_points")
    if not event.bye_decided and (event.bye_mode, event.bye_points) != (Event.ByeMode.NONE, 0):
        message = _("A sit-out scores nothing while nobody has decided what it scores.")
        raise Refused("bye-undecided", message, "bye_mode")
    check_minutes(event.round_minutes, "round_minutes")
    if event.challenge_minutes is not None and event.challenge_minutes > LONGEST_CHALLENGE:
        message = _("A round can be challenged for %d minutes at most.") % LONGEST_CHALLENGE
        raise Refused("challenge-minutes", message, "challenge_minutes")
    check_order(event.order)


def _check_timely(event: Event, changed: set[str]) -> str:
    """Refuse what comes too late; answers why what comes late needs a reason, nothing where it needs none."""
    if changed - HARMLESS:
        refuse_finished(event, _("The event is finished. Reopen it before changing how it counts."))
    _check_seated(event, changed)
    if "bye_decided" in changed and not event.bye_decided and event.has_sit_outs:
        message = _("Somebody sits out already, so say what a sit-out scores.")
        raise Refused("sit-outs-seated", message, "bye_mode")
    if changed & COUNTS and event.rounds.closed().exists():
        return _("A round is closed already: say why the counting changes. It is kept in the history.")
    return ""


def _check_seated(event: Event, changed: set[str]) -> None:
    """Refuse what the published seating has settled; rounds still to be seated may become more or fewer."""
    seated = event.rounds.count() if changed & {"movement", "round_count"} else 0
    if not seated:
        return
    if "movement" in changed:
        message = _("The seating is published. On its page the unplayed rounds can get another movement.")
        raise Refused("already-published", message, "movement")
    if plans_ahead(event):
        message = _("The seating is published for its rounds. Withdraw it before changing their number.")
        raise Refused("already-published", message, "round_count")
    if event.round_count < seated:
        message = _("Round %(number)d is seated already, so there are at least as many rounds.")
        raise Refused("round-seated", message % {"number": seated}, "round_count")


def _told(before: Mapping[str, Any], after: Mapping[str, Any], changed: set[str]) -> list[dict[str, Any]]:
    """The changes in words, each value of the rules by itself."""
    told = [
        _change(_name_of(what), before[what], after[what])
        for what in sorted(changed - {"rules", "order", "movement", "bye_mode", "bye_decided"})
    ]
    if changed & {"bye_mode", "bye_decided"}:
        told.insert(0, _change(_name_of("bye_mode"), *(_bye_words(settings) for settings in (before, after))))
    if "movement" in changed:
        movements = (MOVEMENTS[settings["movement"]].title for settings in (before, after))
        told.append(_change(_name_of("movement"), *movements))
    if "order" in changed:
        orders = (" – ".join(KEYS[key].title for key in settings["order"]) for settings in (before, after))
        told.append(_change(_("tie-break order"), *orders))
    if "rules" in changed:
        old, new = Ruleset.from_dict(before["rules"]), Ruleset.from_dict(after["rules"])
        told += [_rule_change(name, old, new) for name in new.differences(old)]
    return told


def _rule_change(name: str, old: Ruleset, new: Ruleset) -> dict[str, Any]:
    if name not in SETTING:
        return _change(_("ruleset"), getattr(old, name), getattr(new, name))
    setting = SETTING[name]
    return _change(f"“{setting.title}”", *(setting.label(getattr(rules, name)) for rules in (old, new)))


def _bye_words(settings: Mapping[str, Any]) -> str:
    if not settings["bye_decided"]:
        return _("not decided")
    return str(Event.ByeMode(settings["bye_mode"]).label).lower()


def _name_of(what: str) -> str:
    return next(str(field.verbose_name) for field in Event._meta.fields if field.name == what)


def _change(what: str, was: Any, now: Any) -> dict[str, Any]:
    return {"what": what, "was": _plain(was), "now": _plain(now)}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, Date) else value


def _free_slug(name: str, date: Date) -> str:
    """The name as a short address; when it is taken, with its date, then with a count."""
    base = slugify(name)[:40].strip("-_") or "event"
    dated = f"{base}-{date:%Y-%m-%d}"
    counted = (f"{dated}-{count}" for count in range(2, 10_000))
    wanted = [] if base in RESERVED_SLUGS or base == "event" else [base]
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (*wanted, dated, *counted) if slug not in taken)
