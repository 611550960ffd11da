"""Public pages of an event: 404 for a private one, 304 while nothing has changed."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from tournament.access import public_event
from tournament.forms.fields import number_in
from tournament.listings import PlaceListing, line_id, lines
from tournament.models import Event
from tournament.registry.features import missing_for
from tournament.reports.standings import StandingsRow
from tournament.reports.standings_columns import on_pages
from tournament.state.groups import group_titles
from tournament.web import caches, event_cache
from tournament.words.figures import clock_time
from tournament.words.languages import language_of, speak_at, spoken_at

FOR_THE_HALL = ("board", "board_live")  # by the name of the address
ON_RESULTS_PAGE = ("place", "name", "points", "decided", "adjusted")  # and what leads, and the rounds
MOST_ROUNDS = 16  # columns of single rounds for which a sheet of paper has room


def for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn the URL's `slug` into a public event, or answer 404; 304 if the browser has this version."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        marks = _marks(request).filter(slug=slug, is_public=True).first()
        if marks is None:
            raise Http404
        language, *versions = marks
        _speak(request, Event(language=language))
        etag = event_cache.etag_of_version(*versions)
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = view(request, _shown_event(request, slug), **kwargs)
        if answer.status_code in caches.KEPT:
            answer["ETag"] = etag
        return caches.mark_for_everybody(answer)

    return shown


def _shown_event(request: HttpRequest, slug: str) -> Event:
    """The event, or 404 for a page of a feature that is off."""
    event = public_event(slug)
    if request.resolver_match and missing_for(event, request.resolver_match.view_name):
        raise Http404
    return event


def _speak(request: HttpRequest, event: Event) -> None:
    """Go on in the event's language: on what a whole hall reads, and for who asked for none of ours."""
    if request.resolver_match and request.resolver_match.url_name in FOR_THE_HALL:
        request.in_event_language = True  # type: ignore[attr-defined]  # for `web.reader_language`
        translation.activate(language_of(event))
    else:
        speak_at(event)


def _marks(request: HttpRequest) -> QuerySet[Event, tuple[Any, ...]]:
    """The event's language, and what the ETag of the requested page is made of; a player's numbers hang on
    the seasons, too."""
    fields: list[Any] = ["language", "uid", version_field(request)]
    match = request.resolver_match
    if match and match.url_name == "player":
        fields += [Sum("seasons__version"), Sum("seasons__events__live_version")]
    return Event.objects.order_by().values_list(*fields)


def version_field(request: HttpRequest) -> str:
    """The version that the requested page depends on: of the seating only, or of everything."""
    match, query = request.resolver_match, request.GET
    page = match.url_name if match else ""
    only_seats = page == "seating" or (page == "live" and query.get("part") == "seating")
    return "seating_version" if only_seats and "player" not in query else "live_version"


def earlier_round(event: Event, text: str | None) -> int | None:
    """The earlier round whose standings are requested; None for the present ones."""
    number = number_in(text)
    return number if number in event_cache.cached_progress(event).standings.rounds[:-1] else None


def results_page(event: Event) -> str:
    """The result as everybody may see it, in the event's language: one file that asks for nothing else."""
    with spoken_at(event):
        now = event_cache.cached_progress(event)
        table, keys = now.standings, list(ON_RESULTS_PAGE)
        keys += [table.led_by.name] if table.led_by else []
        keys += [f"r{number}" for number in table.rounds] if len(table.rounds) <= MOST_ROUNDS else []
        shown = [column for column in on_pages(table, name=_with_groups) if column.code in keys]
        listing = PlaceListing(shown, lines(shown, table.rows, line_id), by_place_only=True)
        at = clock_time(now.as_of.astimezone(ZoneInfo(event.time_zone)), event.time_zone, with_day=True)
        context = {"event": event, "now": now, "at": at, "listing": listing}
        return render_to_string("archive/results_page.html", context)


def _with_groups(row: StandingsRow) -> str:
    name = format_html("<bdi>{}</bdi>", row.name)
    groups = group_titles(row.groups)
    return format_html('{} <bdi class="soft">{}</bdi>', name, groups) if groups else name
