"""The public pages of an event, without signing in; rendered once per version of the event.

Every page answers 304 after one small query while nothing has changed, and 404 for a private event.
"""

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from tournament.access import or_404
from tournament.forms.fields import number_in
from tournament.listings import PlaceListing, in_order, line_id, lines, public_columns, sort_of, team_listing
from tournament.models import Event, Season
from tournament.reports.agenda import agenda
from tournament.reports.event_settings import rules_of
from tournament.reports.player_page import place_graph, player_page
from tournament.reports.players import LONGEST, find_by_shown_name
from tournament.reports.public import Now, public_player_list, seated_at
from tournament.reports.rounds import RoundResult, round_result
from tournament.reports.seating import ChartRound
from tournament.reports.standings_columns import deciding_value
from tournament.reports.teams import team_standings
from tournament.rotation.movements import MOVEMENTS
from tournament.state.clock import challenges_in
from tournament.state.waiting_list import sign_up_settings, sign_ups, why_sign_up_closed
from tournament.views.public_files import order_picture
from tournament.web import event_cache
from tournament.web.addresses import for_phones
from tournament.web.caches import compressed
from tournament.web.event_cache import season_rows
from tournament.web.public_pages import earlier_round, for_everybody, version_field
from tournament.words.names import number_beside

MOST_HITS = 12
PARTS = ("event", "standings", "seating", "round", "teams")


@for_everybody
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """The front page: player search, progress, leaders, decisions in force."""
    q = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    hits = find_by_shown_name(event, q) if q else []
    mine = hits[0].number if len(hits) == 1 else number_in(request.GET.get("player"))
    card = _card(event, mine)
    context = {
        "q": q,
        "mine": bool(card),
        "hits": hits[:MOST_HITS],
        "more_hits": max(0, len(hits) - MOST_HITS),
        "has_players": event_cache.cached_progress(event).players,
        "seasons": public_seasons(event),
        "fragment": card + _body(event, "event"),
        **_shared(request, event),
    }
    if not card:
        return _page(request, event, "event", context)
    return _page(request, event, "event", context | {"section": "mine"}, player=mine)


@for_everybody
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The full standings on one page; `?round=` as of an earlier round, `?sort=` by another column, `?group=`
    of one group."""
    through = earlier_round(event, request.GET.get("round"))
    sort = request.GET.get("sort", "")
    sorted_by = sort_in(event, through, sort)
    group = event_cache.cached_groups(event, request.GET.get("group")).chosen
    context = {
        "fragment": _body(event, "standings", through, sort, group),
        "rounds": event_cache.cached_progress(event).standings.rounds,
        "files": _files(event, through),
    }
    return _page(request, event, "standings", context, round=through, sort=sorted_by, group=group)


@for_everybody
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings of the teams of two, if the event has any."""
    if not event.teams:
        raise Http404
    return _page(request, event, "teams", {"section": "standings", "fragment": _body(event, "teams")})


@for_everybody
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """One round's seating, by table and by name: the current round, or the one in `?round=`."""
    number = number_in(request.GET.get("round"))
    context = {"fragment": _body(event, "seating", number)}
    return _page(request, event, "seating", context, round=number)


@for_everybody
def round_(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One round: who sat where, and what each table reported."""
    shown = or_404(result_of(event, number))
    context = {
        "fragment": _body(event, "round", number),
        "where": event_cache.cached_seating(event),
        "shown": shown,
    }
    return _page(request, event, "round", context, round=number)


@for_everybody
def players(request: HttpRequest, event: Event) -> HttpResponse:
    """Who comes, if the event shows it."""
    if not event.players_listed:
        raise Http404
    names = event_cache.per_event_version(event, "listed", lambda: public_player_list(event))
    return render(request, "public/players.html", {"event": event, "section": "event", "names": names})


@for_everybody
def player(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One player's evening: their place by round, with and against whom, and their season."""
    path = event_cache.cached_seating(event).by_number.get(number)
    pages, now = event_cache.player_pages(event, for_everybody=True), event_cache.cached_progress(event)
    row = pages.rows.get(number)
    if path is None and row is None:
        raise Http404
    places = event_cache.cached_places(event).get(number, {})
    name = path.person.name if path else row.name if row else ""
    context = {
        "event": event,
        "section": "standings",
        "now": now,
        "number": number,
        "name": name,
        "beside": number_beside(number, name),
        "mine": player_page(pages, event_cache.cached_seating(event), number),
        "places": places,
        "graph": place_graph(places),
        "seasons": [
            (standings.season, row, deciding_value(standings.season, row))
            for standings, row in season_rows(event, number)
        ],
    }
    return render(request, "public/player.html", context)


@for_everybody
def final(request: HttpRequest, event: Event) -> HttpResponse:
    """The final result at a permanent address; before the end, a page that says it is not final."""
    if not event.is_result_out:
        return render(request, "public/not_final.html", {"event": event, "section": "standings"}, status=404)
    context = {
        "fragment": event_cache.per_event_version(
            event, "final", lambda: _standings(event, None, "", chips=False)
        ),
        "now": event_cache.cached_progress(event),
        "where": event_cache.cached_seating(event),
        "seasons": public_seasons(event),
    }
    return _page(request, event, "final", context | {"files": _files(event)} | _shared(request, event))


@for_everybody
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules in plain words."""
    movement = MOVEMENTS[event.movement]
    return _page(request, event, "rules", {"card": rules_of(event), "movement": movement})


@for_everybody
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of a page that refreshes itself: `?part=standings|seating|round|card` or the front page's."""
    part, sort = request.GET.get("part", ""), request.GET.get("sort", "")
    number = number_in(request.GET.get("round"))
    group = event_cache.cached_groups(event, request.GET.get("group")).chosen if part == "standings" else ""
    body = _body(event, part if part in PARTS else "event", number, sort, group)
    card = _card(event, number_in(request.GET.get("player")))
    if part == "card":
        return HttpResponse(card)
    return HttpResponse(card + body) if card else compressed(request, body)


# --- rendered once per version ------------------------------------------------------------------------------


def _shared(request: HttpRequest, event: Event) -> dict[str, str]:
    """The addresses that a link to the result is shared with; its picture is ordered, so that it is there
    when it is fetched."""
    if not event_cache.per_event_version(event, "shared", lambda: order_picture(event) is not None):
        return {}
    names = {"shared_url": "public:final", "picture_url": "public:picture"}
    return {what: for_phones(request, reverse(name, args=[event.slug])) for what, name in names.items()}


def public_seasons(event: Event) -> QuerySet[Season]:
    """The seasons that this event is part of, as everybody may see them."""
    return event.seasons.filter(is_public=True).order_by("name")


def _files(event: Event, number: int | None = None) -> list[tuple[str, str]]:
    """Downloads of the standings: (kind, address)."""
    query = f"?round={number}" if number else ""
    return [(kind, reverse(f"public:{kind}", args=[event.slug]) + query) for kind in ("csv", "xlsx", "pdf")]


def sort_in(event: Event, through: int | None, requested: str) -> str:
    """The requested order if there is such a column; empty for the usual one."""
    now = event_cache.cached_progress(event, through)
    sort = sort_of(requested, public_columns(now.standings, now.moved))
    return sort.asked if sort else ""


def result_of(event: Event, number: int | None) -> RoundResult | None:
    """One round's tables and results; None if there is no such round."""
    if number is None:
        return None
    return round_result(
        event, event_cache.cached_seating(event), event_cache.cached_progress(event).results, number
    )


def _body(event: Event, part: str, number: int | None = None, sort: str = "", group: str = "") -> SafeString:
    """The part of a page that refreshes itself, cached; `number` is its round.

    Standings in another order than the usual are assembled from cached lines on each request.
    """
    if part == "standings":
        through = number if number in event_cache.cached_progress(event).standings.rounds[:-1] else None
        order = sort_in(event, through, sort)
        if order or group:
            return _standings(event, through, order, group=group)
        return event_cache.per_event_version(event, part, lambda: _standings(event, through, ""), through)
    if part == "teams":
        return event_cache.per_event_version(event, part, lambda: _teams(event))
    if part == "seating":
        seated = event_cache.cached_seating(event).shown(number)
        return event_cache.per_seating_version(
            event, part, lambda: _seating(event, seated), seated and seated.number
        )
    if part == "round" and (result := result_of(event, number)):
        return event_cache.per_event_version(
            event, part, lambda: _rendered(event, part, shown=result), number
        )
    return event_cache.per_event_version(event, "event", lambda: _front(event))


def _front(event: Event) -> SafeString:
    """The front page's part: progress and leaders; before play begins, sign-up too."""
    now = event_cache.cached_progress(event)
    takes_sign_ups = event.has["sign_up"] and not now.seated and not _closed(event)
    book = sign_ups(event) if takes_sign_ups else None
    whereabouts = event_cache.cached_seating(event)
    context = {
        "rounds": whereabouts.rounds,
        "told": whereabouts.told,
        "sign_ups": book,
        "agenda": agenda(event, whereabouts.rounds, now.clock, now.as_of),
    }
    return _rendered(event, "event", now, **context)


def _closed(event: Event) -> str:
    return why_sign_up_closed(event, sign_up_settings(event), timezone.now())


def _rendered(event: Event, part: str, now: Now | None = None, **context: Any) -> SafeString:
    values = {"event": event, "now": now or event_cache.cached_progress(event), **context}
    return render_to_string(f"public/live_{part}.html", values)


def _standings(
    event: Event, through: int | None, order_by: str, *, chips: bool = True, group: str = ""
) -> SafeString:
    """The list of places, with `chips` to choose a round and a group by. Nobody is said to have moved within
    a `group`."""
    now, choice_of_group = (
        event_cache.cached_progress(event, through),
        event_cache.cached_groups(event, group),
    )
    if group:
        now = replace(now, standings=choice_of_group.of(now.standings), moved={})
    shown, rows = public_columns(now.standings, now.moved), now.standings.rows
    sort = sort_of(order_by, shown)
    drawn = event_cache.per_event_version(event, "lines", lambda: lines(shown, rows, line_id), through, group)
    round_asked = None if now.hidden else now.standings.through
    by_group = {"group": choice_of_group, "kept": choice_of_group.query_string} if chips else {}
    kept = (f"&round={round_asked}" if round_asked else "") + str(by_group.get("kept", ""))
    listing = PlaceListing(shown, [drawn[at] for at in in_order(rows, sort)], sort, kept)
    present = event_cache.cached_progress(event).standings
    choice = {
        "rounds": present.rounds if chips else (),
        "asked": through,
        "unfinished": not event.is_finished and present.sheets_in < present.sheets_due,
    }
    return _rendered(event, "standings", now, listing=listing, round_asked=round_asked, **by_group, **choice)


def _teams(event: Event) -> SafeString:
    """The teams as everybody may see them: hidden rounds count for them no more than for players."""
    now = event_cache.cached_progress(event)
    teams = team_standings(event, now.standings, now.results, named=event.named)
    return _rendered(event, "teams", now, teams=teams, listing=team_listing(now.standings, teams))


def _seating(event: Event, seated: ChartRound | None) -> SafeString:
    whereabouts = event_cache.cached_seating(event)
    context = {
        "event": event,
        "rounds": whereabouts.rounds,
        "as_of": seated_at(event),
        "round": seated,
        "by_name": whereabouts.a_to_z(seated) if seated else (),
        "told": whereabouts.told,
        "changed_at": whereabouts.changed_at,
        "challenges": {} if event.is_finished else challenges_in(event),
    }
    return render_to_string("public/live_seating.html", context)


def _card(event: Event, number: int | None) -> SafeString:
    """Where one player sits now and next, and their place; empty for an unknown number."""
    if number is None:
        return SafeString("")
    whereabouts, standings = event_cache.cached_seating(event), event_cache.cached_progress(event).standings
    path = whereabouts.by_number.get(number)
    row = next((row for row in standings.rows if row.number == number), None)
    name = path.person.name if path else row.name if row else ""
    if not name:
        return SafeString("")
    if (reveal := event_cache.cached_progress(event).reveal) is not None:
        row = reveal.row_of(number)
    row = row if standings.reported else None
    context = {"event": event, "number": number, "name": name, "beside": number_beside(number, name)}
    context |= {"row": row, "stops": whereabouts.stops(number)}
    context |= {"told": whereabouts.told, "open_round": whereabouts.open_round}
    return render_to_string("public/card.html", context)


def _page(
    request: HttpRequest, event: Event, part: str, context: dict[str, Any], **parameters: int | str | None
) -> HttpResponse:
    """A whole page around a part; `parameters` go into the query string that refreshes it."""
    query = {"part": part} | {name: value for name, value in parameters.items() if value}
    live_url = f"{reverse('public:live', args=[event.slug])}?{urlencode(query)}"
    etag = event_cache.etag_of_version(event.uid, getattr(event, version_field(request)))
    frame = {"event": event, "section": part, "live_url": live_url, "etag": etag}
    return render(request, f"public/{part}.html", frame | context)
