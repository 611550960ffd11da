"""What anybody may see of a public event without signing in, made once per version of the event.

Every page answers 304 after one small query while nothing has changed. A private event does not exist here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from scoring.rulecard import rule_card
from tournament.access import public_event
from tournament.forms.numbers import number_in
from tournament.listings.standings import rows_html
from tournament.models import Event
from tournament.reports.finding import LONGEST, search
from tournament.views import kept

MOST_HITS = 12
PARTS = ("event", "standings", "seating")


def for_everybody(view: Callable[[HttpRequest, Event], HttpResponse]) -> Callable[..., HttpResponse]:
    """The URL's `slug` becomes a public event, or 404; a browser that has this version already gets 304."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, slug: str) -> HttpResponse:
        versions = Event.objects.values_list("live_version", flat=True)
        version = get_object_or_404(versions, slug=slug, is_public=True)
        etag = kept.etag(version)
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = view(request, public_event(slug))
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-cache"
        return answer

    return shown


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
        "has_players": kept.now(event).players,
        "fragment": card + _body(event, "event"),
    }
    return _page(request, event, "event", context, player=mine if card else None)


@for_everybody
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody's place, on one page however many they are; `?round=` as it stood after that round."""
    now = kept.now(event)
    asked = number_in(request.GET.get("round"))
    asked = asked if asked in now.standings.rounds[:-1] else None
    context = {
        "fragment": _body(event, "standings", asked),
        "rounds": now.standings.rounds,
        "asked": asked,
    }
    return _page(request, event, "standings", context, round=asked)


@for_everybody
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Who sits where in one round, by table and by name; `?round=` names another than the current one."""
    asked = number_in(request.GET.get("round"))
    context = {
        "fragment": _body(event, "seating", asked),
        "where": kept.where(event),
        "shown": kept.where(event).shown(asked),
    }
    return _page(request, event, "seating", context, round=asked)


@for_everybody
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules in plain words."""
    return _page(request, event, "rules", {"card": rule_card(event.ruleset)})


@for_everybody
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of a page that refreshes itself: `?part=standings|seating`, else the front page's."""
    part = request.GET.get("part", "")
    body = _body(event, part if part in PARTS else "event", number_in(request.GET.get("round")))
    return HttpResponse(_card(event, number_in(request.GET.get("player"))) + body)


# --- what is made once per version --------------------------------------------------------------------------
def _body(event: Event, part: str, number: int | None = None) -> SafeString:
    """A page's part that refreshes, rendered once for everybody; `number` is the round of a seating."""
    round_ = kept.where(event).shown(number) if part == "seating" else None
    through = number if part == "standings" and number in kept.now(event).standings.rounds[:-1] else None

    def make() -> SafeString:
        context: dict[str, Any] = {"event": event, "now": kept.now(event, through)}
        if part == "standings":
            context["rows"] = rows_html(context["now"].standings, context["now"].moved)
        elif round_:
            context |= {"round": round_, "by_name": kept.where(event).a_to_z(round_)}
        return render_to_string(f"public/live_{part}.html", context)

    return kept.kept(event, part, make, (round_ and round_.number) or through)


def _card(event: Event, number: int | None) -> SafeString:
    """Where one player sits now and next, and his place; nothing for a number that nobody has."""
    if number is None:
        return SafeString("")
    where, standings = kept.where(event), kept.now(event).standings
    path = where.by_number.get(number)
    row = next((row for row in standings.rows if row.number == number), None)
    name = path.person.name if path else row.name if row else ""
    if not name:
        return SafeString("")
    row = row if standings.begun else None
    context = {"event": event, "number": number, "name": name, "row": row, "stops": where.stops(number)}
    return render_to_string("public/card.html", context)


def _page(
    request: HttpRequest, event: Event, part: str, context: dict[str, Any], **asked: int | None
) -> HttpResponse:
    """A whole page around a part; `asked` goes on into the address that refreshes it."""
    query = {"part": part} | {name: value for name, value in asked.items() if value}
    live_url = f"{reverse('public:live', args=[event.slug])}?{urlencode(query)}"
    shown = {"event": event, "section": part, "live_url": live_url, "etag": kept.etag(event.live_version)}
    return render(request, f"public/{part}.html", shown | context)
