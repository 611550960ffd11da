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

from tournament.listings.season import event_heads, season_rows, value_words
from tournament.models import Season
from tournament.reports.season import SeasonStandings, season_standings
from tournament.views.once import once

State = tuple[Any, ...]


def state_of(slug: str, **known: Any) -> State:
    """What tells one state of a season from every other, in one query; 404 for no such season."""
    found = Season.objects.annotate(seen=Sum("events__live_version"), count=Count("events"))
    pk, *counts = get_object_or_404(found.values_list("pk", "version", "seen", "count"), slug=slug, **known)
    return (pk, *counts, f"{timezone.localdate():%Y%m%d}", get_language() or "")


def standings_at(state: State) -> SeasonStandings:
    """The standings at this state, read once for everybody."""
    return once(("season", "standings", *state), 0, lambda: season_standings(Season.objects.get(pk=state[0])))


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
    context = standings_context(state, public=True)
    return render(request, "season_pages/show.html", context)


@for_everybody
def person(request: HttpRequest, state: State, token: str) -> HttpResponse:
    """One person's events."""
    return render(request, "season_pages/person.html", person_context(state, token))


def standings_context(state: State, *, public: bool) -> dict[str, Any]:
    """What the standings show, their rows drawn once; a director's names lead to his own pages."""
    standings = standings_at(state)
    name = "season:person" if public else "seasons:person"
    address = reverse(name, args=[standings.season.slug, "TOKEN"])
    rows = once(("season", name, *state), 0, lambda: season_rows(standings, address))
    return {
        "season": standings.season,
        "standings": standings,
        "rows": rows,
        "heads": event_heads(standings),
    }


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
