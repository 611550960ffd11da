"""Sign up without an account, then follow or withdraw the sign-up by its secret link.

Whoever has the link is taken for the person, so withdrawing needs no CSRF token (see `views.player_page`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament.access import public_event, sign_up_of
from tournament.forms.fields import add_domain_error
from tournament.forms.sign_ups import SignUpForm
from tournament.models import Event, Player, SignUp
from tournament.models.events import LINKS_LAST
from tournament.services import sign_ups as services
from tournament.services.errors import Refused, Unconfirmed
from tournament.state.waiting_list import sign_ups, why_sign_up_closed
from tournament.web import event_cache
from tournament.web.addresses import mark_of_address
from tournament.web.form_pages import form_page, posted
from tournament.web.table_session import DISCREET

TOO_MANY = 429


@never_cache
@form_page
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Sign up with a name and a remark, then redirect to the sign-up's own page."""
    event = public_event(slug)
    if not event.has["sign_up"]:
        raise Http404
    form = SignUpForm(event, posted(request))
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            record = services.sign_up(
                event,
                form.cleaned_data["name"],
                form.cleaned_data["remark"],
                key=form.key,
                at=timezone.now(),
                sender=mark_of_address(request, event.uid),
                confirmed=form.cleaned_data["confirmed"],
            )
        except Refused as refused:
            add_domain_error(form, refused)
            status = TOO_MANY if refused.code == "too-many" else 200
            if isinstance(refused, Unconfirmed):
                form.ask()
        else:
            return redirect("sign_up_page:show", record.token)
    answer = _page(request, event, form, status)
    if status == TOO_MANY:
        answer["Retry-After"] = str(int(services.BURST.total_seconds()))
    return answer


def _page(request: HttpRequest, event: Event, form: SignUpForm, status: int) -> HttpResponse:
    book = sign_ups(event)
    closed = why_sign_up_closed(event, book.settings, timezone.now())
    context = {
        "event": event,
        "section": "event",
        "form": form,
        "book": book,
        "why": services.CLOSED.get(closed, ""),
    }
    return render(request, "sign_up_page/sign_up.html", context, status=status)


def for_holder(view: Callable[[HttpRequest, SignUp], HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn the URL's `token` into the sign-up; answer 404 for an unknown link and 410 for a dead one."""

    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        try:
            record = sign_up_of(token)
        except Http404:
            answer = render(request, "player_page/no_such_link.html", status=404)
        else:
            private = not record.event.is_public
            if not private and timezone.localdate() <= record.event.date + LINKS_LAST:
                answer = view(request, record)
            else:
                context = {"is_private": private}
                answer = render(request, "player_page/dead_link.html", context, status=410)
        for name, value in DISCREET.items():
            answer[name] = value
        return answer

    return shown


@require_safe
@for_holder
def show(request: HttpRequest, record: SignUp) -> HttpResponse:
    """The state of the sign-up: waiting for the director, on the waiting list, admitted or declined.

    Once the player has a seat, it leads on to their own page.
    """
    if (player := _own_page(record)) is not None and player.seatings.exists():
        return redirect("player_page:show", player.token)
    frame = {
        "section": "mine",
        "live_url": reverse("sign_up_page:live", args=[record.token]),
        "etag": event_cache.etag(record.event),
    }
    return render(request, "sign_up_page/show.html", frame | _shown(record))


@require_safe
@for_holder
def live(request: HttpRequest, record: SignUp) -> HttpResponse:
    """The part of the page that refreshes itself; 304 after one query while nothing has changed."""
    etag = event_cache.etag(record.event)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        if (player := _own_page(record)) is not None and player.seatings.exists():
            return redirect("player_page:show", player.token)
        answer = render(request, "sign_up_page/live.html", _shown(record))
    answer["ETag"] = etag
    return answer


def _shown(record: SignUp) -> dict[str, Any]:
    return {
        "event": record.event,
        "sign_up": record,
        "standing": sign_ups(record.event).of(record),
        "player": _own_page(record),
    }


def _own_page(record: SignUp) -> Player | None:
    """The player whose own page the sign-up leads to; None for nobody, or while such links open nothing."""
    return record.player if record.event.links_live(timezone.localdate()) else None


@csrf_exempt
@form_page
@for_holder
def withdraw(request: HttpRequest, record: SignUp) -> HttpResponse:
    """Ask for confirmation, then withdraw the sign-up."""
    refusal = ""
    if request.method == "POST":
        try:
            services.withdraw(record, at=timezone.now())
        except Refused as refused:
            refusal = refused.message
        else:
            return redirect("sign_up_page:show", record.token)
    context = {"event": record.event, "section": "mine", "sign_up": record, "why": refusal}
    return render(request, "sign_up_page/withdraw.html", context)
