"""Check oneself in by phone, with the code on the sign in the hall; renew that code.

Whoever knows the secret in the address stands at the sign, so the form needs no CSRF token (see
`views.player_page`).
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournament.access import event_for, event_of_sign
from tournament.forms.fields import number_in
from tournament.http import OfficialRequest
from tournament.models import Event, Player
from tournament.reports.players import LONGEST, find_by_shown_name
from tournament.reports.seating import SeatedPerson
from tournament.services import attendance as services
from tournament.services.errors import Refused
from tournament.services.sign_ups import BURST
from tournament.state.attendance import (
    SelfCheckIn,
    arrival_of,
    check_in_sentence,
    seated_numbers,
    self_check_in_state,
)
from tournament.web.addresses import mark_of_address
from tournament.web.form_pages import act, form_page
from tournament.web.table_session import DISCREET

MOST_HITS = 12
TOO_MANY = 429


@csrf_exempt
@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Find yourself by number or name, then say “I'm here”."""
    try:
        event = event_of_sign(token)
    except Http404:
        answer = render(request, "self_check_in/dead_code.html", status=404)
    else:
        answer = _check_in(request, event) if request.method == "POST" else _page(request, event)
    for name, value in DISCREET.items():
        answer[name] = value
    return answer


@event_for("director")
@require_POST
def renew(request: OfficialRequest, event: Event) -> HttpResponse:
    """Renew the code: the old one opens nothing any more."""
    done = _("The code is renewed. Print the new sign, and open the big screen again.")
    act(request, services.renew_sign, event, done=done)
    return redirect("players:check_in", event.slug)


def _check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Check the chosen player in, and lead to what they see then; a repetition leads there too."""
    player = _player(event, request.POST.get("number"))
    if player is None:
        return _page(request, event)
    sender = mark_of_address(request, event.uid)
    try:
        services.check_in_by_phone(player, way=services.Way.SIGN, at=timezone.now(), sender=sender)
    except Refused as refused:
        status = TOO_MANY if refused.code == "too-many" else 200
        answer = _page(request, event, player, refused=refused.message, status=status)
        if status == TOO_MANY:
            answer["Retry-After"] = str(int(BURST.total_seconds()))
        return answer
    return redirect(f"{reverse('self_check_in:show', args=[event.here_token])}?player={player.number}")


def _page(
    request: HttpRequest, event: Event, player: Player | None = None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """The page for one player, for those who match what was typed, or to type in."""
    now = timezone.now()
    player = player or _player(event, request.GET.get("player"))
    query = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    hits = find_by_shown_name(event, query) if query and player is None else []
    if len(hits) == 1:
        player = _player(event, str(hits[0].number))
    context = {"event": event, "section": "", "q": query, "hits": hits[:MOST_HITS]}
    context["more"] = len(hits) > MOST_HITS
    if player is not None:
        arrival = arrival_of(player, now, seated=seated_numbers(event))
        context |= {
            "person": SeatedPerson(player.number, event.named(player.name)),
            "arrival": arrival,
            "why": refused or check_in_sentence(arrival, event, now),
        }
    elif (closed := self_check_in_state(event, now)) is not SelfCheckIn.OPEN:
        context["why"] = check_in_sentence(closed, event, now)
    return render(request, "self_check_in/show.html", context, status=status)


def _player(event: Event, number: str | None) -> Player | None:
    return event.players.select_related("event").filter(number=number_in(number) or 0).first()
