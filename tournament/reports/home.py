"""Public events as players look for them: those of today, and those that a typed name could mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tournament.models import Event
from tournament.names import likeness, matches, spellings

DAY = timedelta(days=1)
MOST = 12  # events listed at once
SEARCHED = 400  # the newest events, among which a name is looked for
ALIKE = 0.72  # "Fryday" finds Friday


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event as the front door lists it."""

    name: str
    slug: str
    date: date
    venue: str
    is_today: bool
    time_zone: str = "UTC"


def todays_events(at: datetime) -> list[FoundEvent]:
    """The public events of this day, each by its own time zone, and those still played past midnight."""
    day = at.date()
    near = Event.objects.filter(is_public=True, date__range=(day - 2 * DAY, day + 2 * DAY))
    return [event for event in _found(near.order_by("name", "pk"), at) if event.is_today]


def find_events(typed: str, at: datetime) -> list[FoundEvent]:
    """The public events whose name, venue or short name holds every word typed, else is spelt like it.

    Today's alone if there are any, else the newest first.
    """
    events = _found(Event.objects.filter(is_public=True).order_by("-date", "-pk")[:SEARCHED], at)
    hits = [event for event in events if matches(_words(event), typed)]
    if not hits and len(max(spellings(typed), key=len, default="")) >= 3:
        hits = [event for event in events if _alike(event, typed)]
    return ([event for event in hits if event.is_today] or hits)[:MOST]


def _words(event: FoundEvent) -> str:
    return f"{event.name} {event.venue} {event.slug}"


def _alike(event: FoundEvent, typed: str) -> bool:
    """Whether each word typed is spelt like some word of the event."""
    words = _words(event).replace("-", " ").split()
    return all(max(likeness(word, part) for word in words) >= ALIKE for part in typed.split())


def _found(events: Iterable[Event], at: datetime) -> list[FoundEvent]:
    return [
        FoundEvent(one.name, one.slug, one.date, one.venue, _is_today(one, at), one.time_zone)
        for one in events
    ]


def _is_today(event: Event, at: datetime) -> bool:
    there = at.astimezone(ZoneInfo(event.time_zone)).date()
    return event.date == there or (event.date == there - DAY and event.status == Event.Status.PLAYING)
