"""Small pages of an event and a season that a club's own site may show in a frame.

Without a session and without a script. 404 unless the settings name a site.
"""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.listings import deciding_value
from tournament.models import Event, Season
from tournament.views import season_pages
from tournament.web import event_cache, public_pages
from tournament.web.public_pages import framed_on
from tournament.web.season_cache import SeasonState, standings_at


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """An event's places, and during play who sits where."""
    sites = _sites(Event.objects.filter(slug=slug))
    return framed_on(_event(request, slug=slug), sites)


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """A season's places."""
    sites = _sites(Season.objects.filter(slug=slug))
    return framed_on(_season(request, slug=slug), sites)


def _sites(shown: QuerySet[Event] | QuerySet[Season]) -> str:
    """Which sites may frame it; 404 if none may."""
    sites = shown.order_by().values_list("framed_on", flat=True).first()
    if not sites:
        raise Http404
    return str(sites)


@public_pages.for_everybody
def _event(request: HttpRequest, event: Event) -> HttpResponse:
    fragment = event_cache.per_event_version(event, "framed", lambda: _places_and_seats(event))
    return render(request, "framing/event.html", {"event": event, "fragment": fragment})


def _places_and_seats(event: Event) -> str:
    where = event_cache.cached_seating(event)
    playing = where.current if where.open_round and not event.is_finished else None
    context = {
        "event": event,
        "now": event_cache.cached_progress(event),
        "round": playing,
        "by_name": where.a_to_z(playing) if playing else (),
    }
    return render_to_string("framing/live_event.html", context)


@season_pages.for_everybody
def _season(request: HttpRequest, state: SeasonState) -> HttpResponse:
    standings = standings_at(state)
    season = standings.season
    rows = [(row, deciding_value(season, row)) for row in standings.rows]
    context = {"season": season, "standings": standings, "rows": rows}
    return render(request, "framing/season.html", context)
