"""The public pages of a season: the standings, and one person across its events.

Rendered once for each state of the season and its events; an unchanged page answers 304 after one query.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournament.web import caches
from tournament.web.event_cache import (
    SeasonState,
    person_context,
    season_cache_key,
    standings_context,
    standings_file,
)


def for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn the URL's `slug` into the state of a public season, or answer 404; 304 if the browser has it."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        state = season_cache_key(slug, is_public=True)
        etag = f'"{"-".join(map(str, state))}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = view(request, state, **kwargs)
        answer["ETag"] = etag
        return caches.mark_for_everybody(answer)

    return shown


@for_everybody
def show(request: HttpRequest, state: SeasonState) -> HttpResponse:
    """The season's standings, with the points from each event."""
    context = standings_context(request, state, public=True)
    return render(request, "season_pages/show.html", context)


@for_everybody
def csv(request: HttpRequest, state: SeasonState) -> HttpResponse:
    """The standings for a spreadsheet."""
    return standings_file(state, "csv")


@for_everybody
def xlsx(request: HttpRequest, state: SeasonState) -> HttpResponse:
    """The standings as a workbook."""
    return standings_file(state, "xlsx")


@for_everybody
def person(request: HttpRequest, state: SeasonState, token: str) -> HttpResponse:
    """One person's events."""
    return render(request, "season_pages/person.html", person_context(state, token))
