"""Per-version cache behind the public pages of an event and of a season.

Seats have a version of their own, because a saved sheet changes the standings and no seat. Keys hold the
event's `uid`, never its primary key: a restored backup hands out primary keys and versions again.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from tournament import listings
from tournament.archive.lists import TYPES, season_list
from tournament.models import Event, Season
from tournament.reports import groups as report
from tournament.reports import player_page, public
from tournament.reports.players import Whereabouts, whereabouts
from tournament.reports.seasons import (
    SeasonRow,
    SeasonStandings,
    in_season_group,
    season_groups,
    season_standings,
)
from tournament.reports.standings_columns import deciding_value, of_season
from tournament.state.groups import members_among
from tournament.state.results import Kept, seated_rounds
from tournament.web.caches import per_version

Made = TypeVar("Made")
SeasonState = tuple[Any, ...]


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


def player_pages(event: Event, *, for_everybody: bool = False) -> player_page.PlayerPages:
    """The data behind the players' own pages, or what everybody may see of each player's rounds."""
    now = cached_progress(event)
    decided = None if for_everybody else now.decided
    return per_event_version(
        event,
        "book",
        lambda: player_page.player_pages(
            event, now.standings, now.results, decided, for_everybody=for_everybody
        ),
        for_everybody,
    )


def cached_places(event: Event) -> player_page.PlacesByRound:
    """Everybody's place after each round that is shown."""
    now = cached_progress(event)
    return per_event_version(
        event, "places", lambda: player_page.places_by_round(event, now.standings, now.results)
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


# --- seasons -----------------------------------------------------------------------------------------------
def season_cache_key(slug: str, **known: Any) -> SeasonState:
    """A season's present state as a cache key, in one query; 404 if there is no such season."""
    seasons = Season.objects.annotate(seen=Sum("events__live_version"), count=Count("events"))
    parts = ("pk", "uid", "version", "seen", "count")
    values = get_object_or_404(seasons.values_list(*parts), slug=slug, **known)
    return (*values, *_day_and_language())


def standings_at(state: SeasonState) -> SeasonStandings:
    """The standings at this state, computed once."""
    key = ("season", "standings", *state)
    return per_version(key, 0, lambda: season_standings(Season.objects.get(pk=state[0])))


def season_rows(event: Event, number: int) -> list[tuple[SeasonStandings, SeasonRow]]:
    """A player's lines in the public seasons that their event belongs to."""
    slugs = event.seasons.filter(is_public=True).order_by("name").values_list("slug", flat=True)
    seasons = [standings_at(season_cache_key(slug, is_public=True)) for slug in slugs]
    rows = ((standings, standings.row_of(event.pk, number)) for standings in seasons)
    return [(standings, row) for standings, row in rows if row is not None]


def standings_context(request: HttpRequest, state: SeasonState, *, public: bool) -> dict[str, Any]:
    """The context of the standings in the order of `?sort=`, of one group with `?group=`; their lines are
    rendered once per state.

    Links on the director's page lead to the director's pages.
    """
    whole = standings_at(state)
    group = report.choice_among(season_groups(whole), request.GET.get("group"))
    standings = in_season_group(whole, group.members) if group.chosen else whole
    pages, slug = "season" if public else "seasons", standings.season.slug
    address = reverse(f"{pages}:person", args=[slug, "TOKEN"])
    shown, rows = of_season(standings, address), standings.rows
    drawn = per_version(
        ("season", pages, *state, group.chosen), 0, lambda: listings.lines(shown, rows, attrgetter("token"))
    )
    sort = listings.sort_of(request.GET.get("sort", ""), shown)
    lines = [drawn[at] for at in listings.in_order(rows, sort)]
    return {
        "season": standings.season,
        "standings": standings,
        "listing": listings.PlaceListing(shown, lines, sort, group.query_string),
        "group": group,
        "kept": group.query_string,
        "files": [(kind, reverse(f"{pages}:{kind}", args=[slug])) for kind in ("csv", "xlsx")],
    }


def standings_file(state: SeasonState, kind: str) -> HttpResponse:
    """The standings as a file, with the same columns as the page."""
    standings = standings_at(state)
    body = per_version(("season", kind, *state), 0, lambda: season_list(standings, kind))
    name = f'attachment; filename="{standings.season.slug}-standings.{kind}"'
    return HttpResponse(body, content_type=TYPES[kind], headers={"Content-Disposition": name})


def person_context(state: SeasonState, token: str) -> dict[str, Any]:
    """The context of one person's page; 404 for an unknown token."""
    standings = standings_at(state)
    row = standings.row(token)
    if row is None:
        raise Http404
    return {
        "season": standings.season,
        "standings": standings,
        "row": row,
        "value": deciding_value(standings.season, row),
    }
