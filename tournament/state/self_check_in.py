"""Whether players can check themselves in by phone now, and what a player is told. Reads only."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.figures import clock_time
from tournament.models.events import Event, Player
from tournament.models.seating import Round, Seating

OPENS_BEFORE = timedelta(hours=2)  # before the planned start; without one, in the morning
Status = Player.Status


class SelfCheckIn(StrEnum):
    """What a player who says “I'm here” on a phone can do about it."""

    OPEN = "open"  # press
    HERE = "here"  # nothing more: they are checked in
    EARLY = "early"  # wait: it is another day, or long before the start
    OVER = "over"  # nothing: the event's day is past, or the event is finished
    OFF = "off"  # go to the desk: the event does not offer it
    DESK = "desk"  # go to the desk: late, gone, or without a place in a seating that is published


def opens_at(event: Event) -> datetime:
    """When players can check themselves in from: on the event's day, in the time of its hall."""
    starts = time.fromisoformat(event.starts_at) if event.starts_at else None
    first = datetime.combine(event.date, time.min, event.zone)
    if starts is None:
        return first
    return max(first, datetime.combine(event.date, starts, event.zone) - OPENS_BEFORE)


def opening(event: Event, at: datetime) -> SelfCheckIn:
    """Whether it is open at this event, whoever asks; without a query."""
    if not (event.self_check_in and event.is_public):
        return SelfCheckIn.OFF
    if event.is_finished or at.astimezone(event.zone).date() > event.date + timedelta(days=1):
        return SelfCheckIn.OVER
    return SelfCheckIn.EARLY if at < opens_at(event) else SelfCheckIn.OPEN


def seated_numbers(event: Event) -> frozenset[int] | None:
    """The players with a place in a round that is not closed; None while nothing is published."""
    if not event.has_seating:
        return None
    places = Seating.objects.filter(round__event=event).exclude(round__status=Round.Status.CLOSED)
    return frozenset(places.values_list("player__number", flat=True))


def arrival_of(player: Player, at: datetime, *, seated: Collection[int] | None) -> SelfCheckIn:
    """What this player can do. `seated` holds who has a place in the published seating, None for no seating.

    Only who is expected can check in by phone: with anybody else the desk has to speak first.
    """
    event_is = opening(player.event, at)
    if event_is is SelfCheckIn.OFF or event_is is SelfCheckIn.OVER:
        return event_is
    if player.status == Status.HERE:
        return SelfCheckIn.HERE
    if player.status != Status.EXPECTED or (seated is not None and player.number not in seated):
        return SelfCheckIn.DESK
    return event_is


def sentence_of(arrival: SelfCheckIn, event: Event, at: datetime) -> str:
    """What the player is told where they cannot check in; empty where they can, or are here."""
    if arrival is SelfCheckIn.EARLY:
        opens = opens_at(event)
        with_day = at.astimezone(event.zone).date() != event.date
        return _("Check-in opens at %(time)s.") % {
            "time": clock_time(opens, event.time_zone, with_day=with_day)
        }
    if arrival is SelfCheckIn.OVER:
        return _("The event is over.")
    if arrival is SelfCheckIn.OFF:
        return _("Nobody checks in by phone here. Please tell the director’s table that you’re here.")
    if arrival is SelfCheckIn.DESK:
        return _("Please go to the director’s table, so that you get a seat.")
    return ""
