"""The round clock: start, pause, resume, add a minute, stop.

The end of the round (or the time left, while paused) is stored, so the clock survives a restart. Repeating
an action changes nothing, except that every added minute counts.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Event, Round, User
from tournament.registry import actions
from tournament.registry.actions import Action
from tournament.registry.event_settings import LONGEST_ROUND
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.state.clock import seconds_until

MINUTE = timedelta(minutes=1)


@transaction.atomic
def start(round_: Round, *, by: User, at: datetime, minutes: int | None = None) -> Round:
    """Start the clock, for `minutes` or the event's usual length."""
    round_ = _held(round_)
    if _started(round_):
        raise Refused("clock-runs", _("The clock is running already. Stop it before starting it again."))
    minutes = round_.event.round_minutes if minutes is None else minutes
    if minutes is None:
        raise Refused("minutes-missing", _("Say how many minutes the round lasts."), "minutes")
    check_minutes(minutes, "minutes")
    return _set(round_, actions.ROUND_CLOCK_STARTED, by, at, ends_at=at + minutes * MINUTE, minutes=minutes)


@transaction.atomic
def pause(round_: Round, *, by: User, at: datetime) -> Round:
    """Pause the clock, keeping the time left to the second."""
    round_ = _held(round_)
    if round_.clock_left is not None:
        return round_
    _needs_start(round_)
    assert round_.clock_ends_at is not None
    if at >= round_.clock_ends_at:
        raise Refused("clock-over", _("The time is up, so there is nothing left to pause."))
    return _set(round_, actions.ROUND_CLOCK_PAUSED, by, at, left=seconds_until(round_.clock_ends_at, at))


@transaction.atomic
def resume(round_: Round, *, by: User, at: datetime) -> Round:
    """Resume a paused clock."""
    round_ = _held(round_)
    if round_.clock_ends_at is not None:
        return round_
    _needs_start(round_)
    assert round_.clock_left is not None
    return _set(
        round_, actions.ROUND_CLOCK_RESUMED, by, at, ends_at=at + timedelta(seconds=round_.clock_left)
    )


@transaction.atomic
def add_minute(round_: Round, *, by: User, at: datetime) -> Round:
    """Add a minute; if the time is up already, end one minute from now."""
    round_ = _held(round_)
    _needs_start(round_)
    left = round_.clock_left
    if left is not None:
        _refuse_longer(left)
        return _set(round_, actions.ROUND_CLOCK_EXTENDED, by, at, left=left + 60)
    assert round_.clock_ends_at is not None
    _refuse_longer(seconds_until(round_.clock_ends_at, at))
    return _set(round_, actions.ROUND_CLOCK_EXTENDED, by, at, ends_at=max(round_.clock_ends_at, at) + MINUTE)


@transaction.atomic
def stop(round_: Round, *, by: User, at: datetime) -> Round:
    """Stop the clock: the round has none until it is started again."""
    round_ = _held(round_)
    return _set(round_, actions.ROUND_CLOCK_STOPPED, by, at) if _started(round_) else round_


def check_minutes(minutes: int | None, field: str) -> None:
    """Refuse an impossible length of a round."""
    if minutes is not None and not 1 <= minutes <= LONGEST_ROUND:
        raise Refused("minutes-range", _("A round lasts 1 to %d minutes.") % LONGEST_ROUND, field)


def check_timed(event: Event) -> None:
    """Refuse rounds that the clock ends without saying when, or if a round is a number of deals."""
    if event.timed and event.ruleset.target is None:
        message = _("The clock can end only games to a target. Under these rules, switch that off.")
        raise Refused("timed-without-target", message, "timed")
    if event.timed and event.round_minutes is None:
        raise Refused("timed-without-minutes", _("Say how many minutes a round lasts."), "round_minutes")


def _held(round_: Round) -> Round:
    """Lock the event and return the round as it is now; refused if no clock can run."""
    finished = _("The event is finished. Reopen it before starting a clock.")
    event = lock_event(Event(pk=round_.event_id), unfinished=finished)
    round_ = event.rounds.get(pk=round_.pk)
    if round_.status != Round.Status.OPEN:
        message = _("Round %(number)d is not being played, so it has no clock.")
        raise Refused("round-not-open", message % {"number": round_.number})
    return round_


def _started(round_: Round) -> bool:
    return round_.clock_ends_at is not None or round_.clock_left is not None


def _needs_start(round_: Round) -> None:
    if not _started(round_):
        raise Refused("clock-not-started", _("The clock has not been started yet."))


def _refuse_longer(seconds: int) -> None:
    if seconds + 60 > LONGEST_ROUND * 60:
        raise Refused("clock-long", _("The clock holds %d minutes at most.") % LONGEST_ROUND)


def _set(
    round_: Round,
    action: Action,
    by: User,
    at: datetime,
    *,
    ends_at: datetime | None = None,
    left: int | None = None,
    **facts: Any,
) -> Round:
    round_.clock_ends_at, round_.clock_left = ends_at, left
    round_.save(update_fields=["clock_ends_at", "clock_left"])
    record(round_.event, action, by=by, at=at, number=round_.number, **facts)
    return round_
