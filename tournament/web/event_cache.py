"""Per-version cache behind the public pages of an event.

Seats have a version of their own, because a saved sheet changes the standings and no seat. Keys hold the
event's `uid`, never its primary key: a restored backup hands out primary keys and versions again.
"""

from collections.abc import Callable
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import get_language

from tournament.models import Event
from tournament.reports import groups as report
from tournament.reports import player_page, public
from tournament.reports.players import Whereabouts, whereabouts
from tournament.state.groups import members_among
from tournament.state.results import Kept, seated_rounds
from tournament.web.caches import per_version

Made = TypeVar("Made")


def per_event_version(event: Event, what: str, make: Callable[[], Made], *more: object) -> Made:
    """The value of `make()` at the event's present version, computed once for each variant in `more`."""
    return per_version((event.uid, what, *_day_and_language(), *more), event.live_version, make)


def per_seating_version(event: Event, what: str, make: Callable[[], Made], *more: object) -> Made:
    """The value of `make()` for the event's present seating: for values that do not depend on scores."""
    return per_version((event.uid, what, *_day_and_language(), *more), event.seating_version, make)


def cached_progress(event: Event, through: int | None = None) -> public.Now:
    """Progress, leaders and decisions in force, now or after the round `through`."""
    seats = per_seating_version(event, "seats", lambda: seated_rounds(event))
    kept = per_seating_version(event, "kept", Kept) if through is None else None
    return per_event_version(
        event, "now", lambda: public.public_progress(event, through, seats=seats, kept=kept), through
    )


def cached_seating(event: Event) -> Whereabouts:
    """Where everybody sits, round by round."""
    return per_seating_version(event, "where", lambda: whereabouts(event))


def player_pages(event: Event) -> player_page.PlayerPages:
    """The data behind the players' own pages."""

    def make() -> player_page.PlayerPages:
        now = cached_progress(event)
        return player_page.player_pages(event, now.standings, now.results, now.decided)

    return per_event_version(event, "book", make)


def cached_public_players(event: Event) -> player_page.PlayerPages:
    """What everybody may see of each player's rounds."""
    return per_event_version(
        event,
        "players",
        lambda: player_page.player_pages(
            event, cached_progress(event).standings, cached_progress(event).results, for_everybody=True
        ),
    )


def cached_places(event: Event) -> player_page.PlacesByRound:
    """Everybody's place after each round that is shown."""
    return per_event_version(
        event,
        "places",
        lambda: player_page.places_by_round(
            event, cached_progress(event).standings, cached_progress(event).results
        ),
    )


def cached_groups(event: Event, asked: str | None) -> report.GroupChoice:
    """The groups of the event, and the one that is asked for."""
    players = cached_progress(event).results.players
    choice = per_event_version(
        event, "groups", lambda: members_among((player.number, player.groups) for player in players)
    )
    return report.choice_among(choice, asked)


def etag(event: Event, *more: object) -> str:
    """The ETag of a page at the event's present version."""
    return etag_of_version(event.uid, event.live_version, *more)


def etag_of_version(uid: str, version: int, *more: object) -> str:
    """The ETag for a version that was read on its own; weak, since a page is sent both plain and compressed.

    It holds the uid, because a restore brings addresses and versions back with other contents.
    """
    return f'W/"{"-".join(map(str, (uid, version, *_day_and_language(), *more)))}"'


def _day_and_language() -> tuple[str, str]:
    """Part of each key: times of an earlier day are shown with their date, so values last one day."""
    return f"{timezone.localdate():%Y%m%d}", get_language() or ""
