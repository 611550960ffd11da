"""A season for everybody, where its director says so: the standings, and one person across its events.

Made once for each state of the season and its events; an unchanged page answers 304 after one query.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.archive.lists import TYPES, season_list
from tournament.listings.seasons import columns, lines, value_words
from tournament.listings.sorting import heads, in_order, joined, sort_of
from tournament.models import Season
from tournament.reports.seasons import SeasonStandings, season_standings
from tournament.web.version_cache import per_version

State = tuple[Any, ...]


def state_of(slug: str, **known: Any) -> State:
    """What tells one state of a season from every other, in one query; 404 for no such season."""
    found = Season.objects.annotate(seen=Sum("events__live_version"), count=Count("events"))
    parts = ("pk", "uid", "version", "seen", "count")
    told = get_object_or_404(found.values_list(*parts), slug=slug, **known)
    return (*told, f"{timezone.localdate():%Y%m%d}", get_language() or "")


def standings_at(state: State) -> SeasonStandings:
    """The standings at this state, read once for everybody."""
    return per_version(
        ("season", "standings", *state), 0, lambda: season_standings(Season.objects.get(pk=state[0]))
    )


def for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The URL's `slug` becomes the state of a public season, or 404; a browser that has it gets 304."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        state = state_of(slug, is_public=True)
        etag = f'"{"-".join(map(str, state))}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = view(request, state, **kwargs)
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-cache"
        return answer

    return shown


@for_everybody
def show(request: HttpRequest, state: State) -> HttpResponse:
    """Everybody's place in the season, and what each event gave."""
    context = standings_context(request, state, public=True)
    return render(request, "season_pages/show.html", context)


@for_everybody
def csv(request: HttpRequest, state: State) -> HttpResponse:
    """The standings for a spreadsheet."""
    return standings_file(state, "csv")


@for_everybody
def xlsx(request: HttpRequest, state: State) -> HttpResponse:
    """The standings as a workbook."""
    return standings_file(state, "xlsx")


@for_everybody
def person(request: HttpRequest, state: State, token: str) -> HttpResponse:
    """One person's events."""
    return render(request, "season_pages/person.html", person_context(state, token))


def standings_context(request: HttpRequest, state: State, *, public: bool) -> dict[str, Any]:
    """What the standings show, their lines drawn once, in the order of `?sort=`; a director's links lead to
    his own pages."""
    standings = standings_at(state)
    pages, slug = "season" if public else "seasons", standings.season.slug
    address = reverse(f"{pages}:person", args=[slug, "TOKEN"])
    drawn = per_version(("season", pages, *state), 0, lambda: lines(standings, address))
    shown = columns(standings)
    sort = sort_of(request.GET.get("sort", ""), shown)
    return {
        "season": standings.season,
        "standings": standings,
        "rows": joined(drawn, in_order(standings.rows, sort)),
        "heads": tuple(heads(shown, sort)),
        "sort": sort,
        "files": [(kind, reverse(f"{pages}:{kind}", args=[slug])) for kind in ("csv", "xlsx")],
    }


def standings_file(state: State, kind: str) -> HttpResponse:
    """The standings as a file of this kind: what stands on the page, and no more."""
    standings = standings_at(state)
    body = per_version(("season", kind, *state), 0, lambda: season_list(standings, kind))
    name = f'attachment; filename="{standings.season.slug}-standings.{kind}"'
    return HttpResponse(body, content_type=TYPES[kind], headers={"Content-Disposition": name})


def person_context(state: State, token: str) -> dict[str, Any]:
    """What one person's page shows; 404 for nobody."""
    standings = standings_at(state)
    row = standings.row(token)
    if row is None:
        raise Http404
    return {
        "season": standings.season,
        "standings": standings,
        "row": row,
        "value": value_words(standings.season, row),
    }
