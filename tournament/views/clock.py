"""The round clock on the desk: its panel, and the buttons that start, pause and extend it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import event_for, round_of
from tournament.forms.rounds import StartForm
from tournament.http import OfficialRequest
from tournament.models import Event, Round
from tournament.services import clock as services
from tournament.services.errors import Refused
from tournament.state.clock import clock_of
from tournament.web import event_cache
from tournament.web.form_pages import actor, carried_out, form_page, posted

ACTIONS = {
    "pause": services.pause,
    "resume": services.resume,
    "more": services.add_minute,
    "stop": services.stop,
}
BACK = {"desk": "rounds:desk", "totals": "sheets:enter_totals", "overview": "events:overview"}


@never_cache
@require_safe
def time(request: HttpRequest) -> HttpResponse:
    """The server's time in milliseconds, by which browsers set their clocks."""
    now = round(timezone.now().timestamp() * 1000)
    return HttpResponse(str(now), content_type="text/plain; charset=utf-8")


@event_for("viewer")
@require_safe
def clock(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """The clock panel, which the desk polls; `?back=` is the page it is on."""
    etag = clock_etag(request, event)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        round_ = round_of(event, round)
        context = clock_panel(request, round_, _back(request.GET.get("back")))
        answer = render(request, "clock/clock.html", context)
    answer["ETag"] = etag
    return answer


@event_for("director")
@form_page
def set_clock(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """Do what the button says; without one, ask for how many minutes to start the clock."""
    round_ = round_of(event, round)
    back = _back(request.POST.get("back"))
    act = ACTIONS.get(request.POST.get("do", ""))
    if act is not None:
        try:
            act(round_, **actor(request))
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect(_address(back, event, round))
    form = StartForm(posted(request), initial={"minutes": event.round_minutes})
    if carried_out(request, form, lambda: services.start(round_, **actor(request), **form.cleaned_data)):
        return redirect(_address(back, event, round))
    context = {
        "form": form,
        "cancel": _address(back, event, round),
    }
    return render(request, "clock/set_clock.html", context | clock_panel(request, round_, back))


def _back(choice: str | None) -> str:
    return choice if choice in BACK else "desk"


def _address(back: str, event: Event, round_: int) -> str:
    return reverse(BACK[back], args=[event.slug] if back == "overview" else [event.slug, round_])


def clock_panel(request: OfficialRequest, round_: Round, back: str) -> dict[str, Any]:
    """The context of the clock's panel on a page of the desk, if there is one; `back` names that page."""
    if not round_.event.has["clock"]:
        return {}
    return {
        "clock": clock_of(round_),
        "clock_etag": clock_etag(request, round_.event),
        "sets_clock": request.role == "director" and round_.status == Round.Status.OPEN,
        "back": back,
    }


def clock_etag(request: OfficialRequest, event: Event) -> str:
    """The mark of what these parts show now."""
    return event_cache.etag(event, request.role)
