"""A season's standings, computed once for each state of the season and its events."""

from typing import Any

from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from tournament.archive.lists import TYPES, season_list
from tournament.listings import (
    deciding_value,
    heads,
    in_order,
    joined,
    season_columns,
    season_lines,
    sort_of,
)
from tournament.models import Event, Season
from tournament.reports.groups import choice_among
from tournament.reports.seasons import (
    SeasonRow,
    SeasonStandings,
    in_season_group,
    season_groups,
    season_standings,
)
from tournament.web.caches import per_version

SeasonState = tuple[Any, ...]


def state_of(slug: str, **known: Any) -> SeasonState:
    """A season's present state as a cache key, in one query; 404 if there is no such season."""
    seasons = Season.objects.annotate(seen=Sum("events__live_version"), count=Count("events"))
    parts = ("pk", "uid", "version", "seen", "count")
    values = get_object_or_404(seasons.values_list(*parts), slug=slug, **known)
    return (*values, f"{timezone.localdate():%Y%m%d}", get_language() or "")


def standings_at(state: SeasonState) -> SeasonStandings:
    """The standings at this state, computed once."""
    return per_version(
        ("season", "standings", *state), 0, lambda: season_standings(Season.objects.get(pk=state[0]))
    )


def season_rows(event: Event, number: int) -> list[tuple[SeasonStandings, SeasonRow]]:
    """A player's lines in the public seasons that their event belongs to."""
    slugs = event.seasons.filter(is_public=True).order_by("name").values_list("slug", flat=True)
    seasons = [standings_at(state_of(slug, is_public=True)) for slug in slugs]
    rows = ((standings, standings.row_of(event.pk, number)) for standings in seasons)
    return [(standings, row) for standings, row in rows if row is not None]


def standings_context(request: HttpRequest, state: SeasonState, *, public: bool) -> dict[str, Any]:
    """The context of the standings in the order of `?sort=`, of one group with `?group=`; their lines are
    rendered once per state.

    Links on the director's page lead to the director's pages.
    """
    whole = standings_at(state)
    group = choice_among(season_groups(whole), request.GET.get("group"))
    standings = in_season_group(whole, group.members) if group.chosen else whole
    pages, slug = "season" if public else "seasons", standings.season.slug
    address = reverse(f"{pages}:person", args=[slug, "TOKEN"])
    rendered = per_version(
        ("season", pages, *state, group.chosen), 0, lambda: season_lines(standings, address)
    )
    shown_columns = season_columns(standings)
    sort = sort_of(request.GET.get("sort", ""), shown_columns)
    return {
        "season": standings.season,
        "standings": standings,
        "rows": joined(rendered, in_order(standings.rows, sort)),
        "heads": tuple(heads(shown_columns, sort)),
        "sort": sort,
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
