"""What every page of the hall shows of an event at one version, read once for everybody.

Who sits where is kept by a version of its own: a saved sheet changes the standings and nothing of that. All
is kept under the event's `uid`, never its key: a restored backup gives keys and versions out again.
"""

from collections.abc import Callable
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import get_language

from tournament.models import Event
from tournament.reports import player_page, public
from tournament.reports.player_search import Whereabouts, whereabouts
from tournament.reports.results import seated
from tournament.web.version_cache import per_version

Made = TypeVar("Made")


def per_event_version(event: Event, what: str, make: Callable[[], Made], *more: object) -> Made:
    """What `make` makes of the event's present version, made once; `more` tells variants of it apart."""
    return per_version((event.uid, what, *_day_and_language(), *more), event.live_version, make)


def per_seating_version(event: Event, what: str, make: Callable[[], Made], *more: object) -> Made:
    """The same of what no score changes."""
    return per_version((event.uid, what, *_day_and_language(), *more), event.seating_version, make)


def now(event: Event, through: int | None = None) -> public.Now:
    """How far the event is, who leads, which decisions count; or as it stood after a round."""
    seats = per_seating_version(event, "seats", lambda: seated(event))
    return per_event_version(event, "now", lambda: public.now(event, through, seats=seats), through)


def where(event: Event) -> Whereabouts:
    """Who sits where."""
    return per_seating_version(event, "where", lambda: whereabouts(event))


def player_pages(event: Event) -> player_page.PlayerPages:
    """What the players' own pages are made of."""
    return per_event_version(
        event, "book", lambda: player_page.player_pages(event, now(event).standings, now(event).found)
    )


def etag(event: Event, *more: object) -> str:
    """The mark of a page at the event's present version."""
    return mark(event.uid, event.live_version, *more)


def mark(uid: str, version: int, *more: object) -> str:
    """The same of a version that was read alone: weak, as the same page goes out compressed and not.

    The uid goes with the version: a browser keeps bodies by their address, and a restore brings addresses
    and versions back with other contents.
    """
    return f'W/"{"-".join(map(str, (uid, version, *_day_and_language(), *more)))}"'


def _day_and_language() -> tuple[str, str]:
    """Times of an earlier day are shown with their day: what is made lasts no longer than its day."""
    return f"{timezone.localdate():%Y%m%d}", get_language() or ""
