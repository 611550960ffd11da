"""The round clock on the desk: its panel, and the buttons that start, pause and extend it; what
to do when the evening ends too late."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import event_for, round_of
from tournament.forms.rounds import StartForm
from tournament.http import OfficialRequest
from tournament.models import Event, Round, User
from tournament.reports.fit_clock import ALL_DEALS, CLOCK, FEWER, TimeSaver, lateness
from tournament.services import clock as services
from tournament.services.errors import Refused
from tournament.services.events import change_event, play_all_deals, play_fewer_deals, play_fewer_rounds
from tournament.state.clock import clock_of
from tournament.web import event_cache
from tournament.web.form_pages import act, confirm_page, form_page, posted

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
    pressed = ACTIONS.get(request.POST.get("do", ""))
    if pressed is not None:
        act(request, pressed, round_)
        return redirect(_address(back, event, round))
    form = StartForm(posted(request), initial={"minutes": event.round_minutes})
    if act(request, services.start, round_, form=form):
        return redirect(_address(back, event, round))
    context = {"form": form, "cancel": _address(back, event, round)}
    return render(request, "clock/set_clock.html", context | clock_panel(request, round_, back))


@event_for("director")
@form_page
def fit_clock(request: OfficialRequest, event: Event, offer: str) -> HttpResponse:
    """Ask before one of the offers of an evening that ends too late, and take it; then back to the page that
    shows it."""
    back, open_round = _back(request.GET.get("back", "overview")), event.open_round
    to = _address(back if open_round else "overview", event, open_round.number if open_round else 0)
    late = lateness(event, timezone.now())
    offers = (*late.offers, late.back) if late else ()
    found = next((one for one in offers if one and one.code == offer), None)
    if found is None:
        gone = Refused("offer-gone", _("Nothing has changed: this is not needed any more, or not possible."))
        words, title = _("Go back"), _("Stop in time")
        return confirm_page(
            request, title=title, consequences=(), submit="", cancel=to, refused=gone, back=words
        )
    if request.method == "POST":
        act(request, _take, event, found, done=found.done)
        return redirect(to)
    return confirm_page(
        request,
        title=f"{found.words}?",
        consequences=found.consequences,
        submit=found.submit,
        cancel=to,
        kind="danger" if found.code == FEWER else "",
    )


def _take(event: Event, offer: TimeSaver, *, by: User, at: datetime) -> Event:
    if offer.code == FEWER:
        return play_fewer_rounds(event, offer.value, by=by, at=at)
    if offer.code == ALL_DEALS:
        return play_all_deals(event, by=by, at=at)
    if offer.code != CLOCK:
        return play_fewer_deals(event, offer.value, by=by, at=at)
    return change_event(event, by=by, at=at, round_minutes=offer.value)


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
