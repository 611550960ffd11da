"""Read-only JSON of the public pages, for programs and for the scripts of any other site."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournament.models import Event
from tournament.reports.public_json import rounds_json, season_json, standings_json
from tournament.reports.rounds import round_result
from tournament.views import season_pages
from tournament.web import event_cache, public_pages
from tournament.web.event_cache import SeasonState, standings_at

Answering = Callable[..., HttpResponse]


def for_other_sites(view: Answering) -> Answering:
    """Let scripts of any site read what everybody may see; they send no cookie of ours along."""

    @wraps(view)
    def allowed(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        answer = view(request, **kwargs)
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = "ETag"
        return answer

    return allowed


@for_other_sites
@public_pages.for_everybody
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as they are now."""
    return _answer(
        event_cache.per_event_version(
            event, "standings.json", lambda: _text(standings_json(event, event_cache.cached_progress(event)))
        )
    )


@for_other_sites
@public_pages.for_everybody
def rounds(request: HttpRequest, event: Event) -> HttpResponse:
    """Every published round with its tables."""

    def made() -> str:
        where, now = event_cache.cached_seating(event), event_cache.cached_progress(event)
        results = (round_result(event, where, now.results, one.number) for one in where.rounds)
        return _text(rounds_json(event, now, [result for result in results if result is not None]))

    return _answer(event_cache.per_event_version(event, "rounds.json", made))


@for_other_sites
@season_pages.for_everybody
def season(request: HttpRequest, state: SeasonState) -> HttpResponse:
    """The standings of a season."""
    return _answer(_text(season_json(standings_at(state))))


def _text(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _answer(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/json")
