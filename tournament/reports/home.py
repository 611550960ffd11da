"""Public events as players look for them: those of today, and those that a typed name could mean."""

from datetime import datetime, timedelta

from tournament.models import Event
from tournament.names import likeness, matches, spellings

DAY = timedelta(days=1)
MOST = 12  # events listed at once
SEARCHED = 400  # the newest events, among which a name is looked for
ALIKE = 0.72  # "Fryday" finds Friday


def todays_events(at: datetime) -> list[Event]:
    """The public events of this day, each by its own time zone, and those still played past midnight."""
    day = at.date()
    near = Event.objects.filter(is_public=True, date__range=(day - 2 * DAY, day + 2 * DAY))
    return [event for event in near.order_by("name", "pk") if _is_today(event, at)]


def find_events(typed: str, at: datetime) -> list[Event]:
    """The public events whose name, venue or short name holds every word typed, else is spelt like it.

    Today's alone if there are any, else the newest first.
    """
    events = Event.objects.filter(is_public=True).order_by("-date", "-pk")[:SEARCHED]
    hits = [event for event in events if matches(_words(event), typed)]
    if not hits and len(max(spellings(typed), key=len, default="")) >= 3:
        hits = [event for event in events if _alike(event, typed)]
    return ([event for event in hits if _is_today(event, at)] or hits)[:MOST]


def _words(event: Event) -> str:
    return f"{event.name} {event.venue} {event.slug}"


def _alike(event: Event, typed: str) -> bool:
    """Whether each word typed is spelt like some word of the event."""
    words = _words(event).replace("-", " ").split()
    return all(max(likeness(word, part) for word in words) >= ALIKE for part in typed.split())


def _is_today(event: Event, at: datetime) -> bool:
    there = at.astimezone(event.zone).date()
    return event.date == there or (event.date == there - DAY and event.status == Event.Status.PLAYING)
