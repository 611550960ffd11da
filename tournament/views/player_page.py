"""A player's own page, by secret link: no account, no cookie; kept out of logs, referrers and search engines.

Whoever has the link is taken for the player. The form for a note needs no CSRF token: forging a request
takes the link itself (and without a referrer Django could not check the token).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament.access import Holder, holder_of, own_table_link
from tournament.forms.notes import NoteForm
from tournament.forms.players import OwnNameForm
from tournament.icons import bars
from tournament.models import Player
from tournament.reports.player_page import place_graph, player_page
from tournament.reports.players import Whereabouts
from tournament.services.attendance import Way, check_in_by_phone
from tournament.services.errors import Refused
from tournament.services.notes import send_note
from tournament.services.players import name_player
from tournament.state.attendance import GOING, arrival_of, check_in_sentence, self_check_in_state
from tournament.web import event_cache
from tournament.web.addresses import mark_of_address
from tournament.web.form_pages import attempt, form_page
from tournament.web.sent_once import new_key
from tournament.web.table_session import DISCREET, let_in

# The player's browser keeps the page, and gets 304 while nothing has changed.
OWN_PAGE = DISCREET | {"Cache-Control": "private, no-cache"}


def for_holder(view: Callable[[HttpRequest, Holder, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn the URL's `token` into its holder; answer 404 for an unknown link and 410 for a dead one."""

    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        try:
            holder = holder_of(token, timezone.localdate())
        except Http404:
            answer = render(request, "player_page/no_such_link.html", status=404)
        else:
            if holder.live:
                answer = view(request, holder, token)
            else:
                context = {"is_private": not holder.player.event.is_public}
                answer = render(request, "player_page/dead_link.html", context, status=410)
        for name, value in OWN_PAGE.items():
            answer[name] = value
        return answer

    return shown


@require_safe
@for_holder
def show(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """The next seat, the player's card, the decisions that affected it, and a form for a note."""
    return _page(request, holder, token, NoteForm())


@require_safe
@for_holder
def live(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """The part of the page that refreshes itself; 304 after one query while nothing has changed."""
    etag = _etag(holder)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = render(request, "player_page/live.html", _shown(holder.player))
    answer["ETag"] = etag
    return answer


@csrf_exempt
@form_page
@for_holder
def note(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """Send a note; a refused one is shown again with its text."""
    if request.method != "POST":
        return redirect("player_page:show", token)
    form = NoteForm(request.POST)
    if attempt(request, lambda: send_note(holder.player, form.cleaned_data["text"], at=timezone.now()), form):
        return redirect(f"{reverse('player_page:show', args=[token])}#notes")
    return _page(request, holder, token, form)


@csrf_exempt
@form_page
@for_holder
def name(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """Say one's name, once: the link opens this player only, and only the desk changes a name."""
    if request.method != "POST":
        return redirect("player_page:show", token)
    form = OwnNameForm(request.POST)

    def say() -> Player:
        return name_player(holder.player, form.cleaned_data["name"], by=None, at=timezone.now())

    if attempt(request, say, form):
        return redirect("player_page:show", token)
    return _page(request, holder, token, NoteForm(), name_form=form)


@csrf_exempt
@form_page
@for_holder
def check_in(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """Check the player in with one press; if that is refused, the page says why."""
    if request.method == "POST":
        sender = mark_of_address(request, holder.player.event.uid)
        try:
            check_in_by_phone(holder.player, way=Way.OWN, at=timezone.now(), sender=sender)
        except Refused as refused:
            return _page(request, holder, token, NoteForm(), not_in=refused.message)
    return redirect("player_page:show", token)


@require_safe
@for_holder
def table(request: HttpRequest, holder: Holder, token: str) -> HttpResponse:
    """Redirect to the player's table in the open round.

    The link identifies the player, so no PIN is asked; it opens that table and that seat only.
    """
    way_and_seat = own_table_link(holder.player)
    if way_and_seat is None or way_and_seat[0].why:
        return redirect("player_page:show", token)
    way, seat = way_and_seat
    return let_in(request, redirect("table_entry:show", way.token), way, seat)


def _page(
    request: HttpRequest,
    holder: Holder,
    token: str,
    form: NoteForm,
    *,
    not_in: str = "",
    name_form: OwnNameForm | None = None,
) -> HttpResponse:
    player = holder.player
    frame = {
        "section": "mine",
        "token": token,
        "live_url": reverse("player_page:live", args=[token]),
        "etag": _etag(holder),
        "form": form,
        "name_form": None if player.own_name else name_form or OwnNameForm(auto_id="own_%s"),
        "sent_key": new_key(),
        "not_in": not_in,
    }
    return render(request, "player_page/show.html", frame | _shown(player))


def _shown(player: Player) -> dict[str, Any]:
    event, number = player.event, player.number
    whereabouts, now = event_cache.cached_seating(event), event_cache.cached_progress(event)
    mine = player_page(event_cache.player_pages(event), whereabouts, number)
    # While rounds are played versions follow each other fast; the page for everybody draws it when asked.
    places = event_cache.cached_places(event).get(number, {}) if event.is_finished else {}
    points = [(line.stop.round, line.points) for line in mine.card if line.points is not None]
    return {
        "event": event,
        "player": player,
        "now": now,
        "mine": mine,
        "own": now.reveal.row_of(number) if now.reveal else None,
        "stops": () if event.is_finished else whereabouts.stops(number),
        "coming": whereabouts.coming,
        "told": whereabouts.told,
        "open_round": whereabouts.open_round,
        "chart": bars(points),
        "graph": place_graph(places),
        "notes": player.notes.listed(),
        "token": player.token,
        "enters": own_table_link(player) is not None,
        **_arrival(player, whereabouts),
    }


def _arrival(player: Player, whereabouts: Whereabouts) -> dict[str, Any]:
    """Whether the player can check in here and now, on the event's day and until their seat is published."""
    now, event = timezone.now(), player.event
    today = now.astimezone(event.zone).date()
    if not event.self_check_in or whereabouts.rounds or player.status in GOING or today < event.date:
        return {}
    arrival = arrival_of(player, now, seated=None)
    return {"arrival": arrival, "why": check_in_sentence(arrival, event, now)}


def _etag(holder: Holder) -> str:
    event = holder.player.event
    opens = (
        (self_check_in_state(event, timezone.now()),) if event.self_check_in else ()
    )  # by the clock, at no version
    return event_cache.etag(event, holder.notes, *opens)
