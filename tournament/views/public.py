"""What anybody may see of a public event without signing in, made once per version of the event.

Every page answers 304 after one small query while nothing has changed. A private event does not exist here.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from scoring.rulecard import rule_card
from tournament.forms.numbers import number_in
from tournament.listings.public_standings import columns, lines
from tournament.listings.sorting import heads, in_order, joined, sort_of
from tournament.models import Event
from tournament.reports.player_search import LONGEST, search
from tournament.reports.public import Now, seated_at
from tournament.reports.round_results import RoundResult, round_result
from tournament.reports.seating import ChartRound
from tournament.rotation.movements import MOVEMENTS
from tournament.state.clock import challenges_in
from tournament.state.waiting_list import sign_up_settings, sign_ups, why_sign_up_closed
from tournament.web import event_cache
from tournament.web.compression import compressed
from tournament.web.public_pages import earlier_round, for_everybody, version_field

MOST_HITS = 12
PARTS = ("event", "standings", "seating", "round")


@for_everybody
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """The front page: find yourself, how far the evening is, who leads, which decisions count."""
    q = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    hits = search(event, q) if q else []
    mine = hits[0].number if len(hits) == 1 else number_in(request.GET.get("player"))
    card = _card(event, mine)
    context = {
        "q": q,
        "mine": bool(card),
        "hits": hits[:MOST_HITS],
        "more_hits": max(0, len(hits) - MOST_HITS),
        "has_players": event_cache.now(event).players,
        "fragment": card + _body(event, "event"),
    }
    return _page(request, event, "event", context, player=mine if card else None)


@for_everybody
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody's place, on one page however many they are; `?round=` as it stood after that round, `?sort=`
    in the order of another column."""
    asked = earlier_round(event, request.GET.get("round"))
    sort = request.GET.get("sort", "")
    sorted_by = sort_in(event, asked, sort)
    context = {
        "fragment": _body(event, "standings", asked, sort),
        "rounds": event_cache.now(event).standings.rounds,
        "asked": asked,
        "sort": sorted_by,
        "files": _files(event, asked),
    }
    return _page(request, event, "standings", context, round=asked, sort=sorted_by)


@for_everybody
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Who sits where in one round, by table and by name; `?round=` names another than the current one."""
    asked = number_in(request.GET.get("round"))
    context = {
        "fragment": _body(event, "seating", asked),
        "where": event_cache.where(event),
        "shown": event_cache.where(event).shown(asked),
    }
    return _page(request, event, "seating", context, round=asked)


@for_everybody
def round_(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One round: who sat where, and what each table reported."""
    shown = result_of(event, number)
    if shown is None:
        raise Http404
    context = {
        "fragment": _body(event, "round", number),
        "where": event_cache.where(event),
        "shown": shown,
    }
    return _page(request, event, "round", context, round=number)


@for_everybody
def final(request: HttpRequest, event: Event) -> HttpResponse:
    """The result for good, at an address that lasts; before the end a page that says so."""
    if not event.is_finished:
        return render(request, "public/not_final.html", {"event": event, "section": "standings"}, status=404)
    context = {
        "fragment": _body(event, "standings"),
        "now": event_cache.now(event),
        "where": event_cache.where(event),
    }
    return _page(request, event, "final", context | {"files": _files(event)})


@for_everybody
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules in plain words."""
    return _page(
        request,
        event,
        "rules",
        {"card": rule_card(event.ruleset, partners_stay=MOVEMENTS[event.movement].partners_stay)},
    )


@for_everybody
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of a page that refreshes itself: `?part=standings|seating|round`, else the front page's."""
    part, sort = request.GET.get("part", ""), request.GET.get("sort", "")
    number = number_in(request.GET.get("round"))
    body = _body(event, part if part in PARTS else "event", number, sort)
    card = _card(event, number_in(request.GET.get("player")))
    return HttpResponse(card + body) if card else compressed(request, body)


# --- what is made once per version --------------------------------------------------------------------------


def _files(event: Event, asked: int | None = None) -> list[tuple[str, str]]:
    """The standings to take away: (kind, address)."""
    query = f"?round={asked}" if asked else ""
    return [(kind, reverse(f"public:{kind}", args=[event.slug]) + query) for kind in ("csv", "xlsx", "pdf")]


def sort_in(event: Event, through: int | None, asked: str) -> str:
    """The order asked for, as far as the list has it; empty for the usual one."""
    now = event_cache.now(event, through)
    sort = sort_of(asked, columns(now.standings, now.moved))
    return sort.asked if sort else ""


def result_of(event: Event, number: int | None) -> RoundResult | None:
    """One round's tables and results, None where there is no such round."""
    if number is None:
        return None
    return round_result(event, event_cache.where(event), event_cache.now(event).found, number)


def _body(event: Event, part: str, number: int | None = None, sort: str = "") -> SafeString:
    """A page's part that refreshes, rendered once for everybody; `number` is the round it is about. Lists in
    another order than the usual are put together anew of lines that are kept."""
    if part == "standings":
        through = number if number in event_cache.now(event).standings.rounds[:-1] else None
        asked = sort_in(event, through, sort)
        if asked:
            return _standings(event, through, asked)
        return event_cache.per_event_version(event, part, lambda: _standings(event, through, ""), through)
    if part == "seating":
        chosen = event_cache.where(event).shown(number)
        return event_cache.per_seating_version(
            event, part, lambda: _seating(event, chosen), chosen and chosen.number
        )
    if part == "round" and (shown := result_of(event, number)):
        return event_cache.per_event_version(event, part, lambda: _rendered(event, part, shown=shown), number)
    return event_cache.per_event_version(event, "event", lambda: _front(event))


def _front(event: Event) -> SafeString:
    """How it stands; before play begins also where to sign up."""
    book = sign_ups(event) if not event_cache.now(event).seated and not _closed(event) else None
    where = event_cache.where(event)
    return _rendered(event, "event", rounds=where.rounds, coming=where.coming, sign_ups=book)


def _closed(event: Event) -> str:
    return why_sign_up_closed(event, sign_up_settings(event), timezone.now())


def _rendered(event: Event, part: str, now: Now | None = None, **context: Any) -> SafeString:
    shown = {"event": event, "now": now or event_cache.now(event), **context}
    return render_to_string(f"public/live_{part}.html", shown)


def _standings(event: Event, through: int | None, asked: str) -> SafeString:
    now = event_cache.now(event, through)
    shown = columns(now.standings, now.moved)
    sort = sort_of(asked, shown)
    drawn = event_cache.per_event_version(event, "lines", lambda: lines(now.standings, now.moved), through)
    rows = joined(drawn, in_order(now.standings.rows, sort))
    asked_for = None if now.hidden else now.standings.through
    order = {"heads": tuple(heads(shown, sort)), "sort": sort, "round_asked": asked_for}
    return _rendered(event, "standings", now, rows=rows, **order)


def _seating(event: Event, chosen: ChartRound | None) -> SafeString:
    where = event_cache.where(event)
    shown = {
        "event": event,
        "as_of": seated_at(event),
        "round": chosen,
        "by_name": where.a_to_z(chosen) if chosen else (),
        "coming": where.coming,
        "challenges": {} if event.is_finished else challenges_in(event),
    }
    return render_to_string("public/live_seating.html", shown)


def _card(event: Event, number: int | None) -> SafeString:
    """Where one player sits now and next, and the player's place; nothing for a number that nobody has."""
    if number is None:
        return SafeString("")
    where, standings = event_cache.where(event), event_cache.now(event).standings
    path = where.by_number.get(number)
    row = next((row for row in standings.rows if row.number == number), None)
    name = path.person.name if path else row.name if row else ""
    if not name:
        return SafeString("")
    row = row if standings.begun else None
    context = {"event": event, "number": number, "name": name, "row": row, "stops": where.stops(number)}
    context["coming"] = where.coming
    return render_to_string("public/card.html", context)


def _page(
    request: HttpRequest, event: Event, part: str, context: dict[str, Any], **asked: int | str | None
) -> HttpResponse:
    """A whole page around a part; `asked` goes on into the address that refreshes it."""
    query = {"part": part} | {name: value for name, value in asked.items() if value}
    live_url = f"{reverse('public:live', args=[event.slug])}?{urlencode(query)}"
    etag = event_cache.mark(event.uid, getattr(event, version_field(request)))
    shown = {"event": event, "section": part, "live_url": live_url, "etag": etag}
    return render(request, f"public/{part}.html", shown | context)
