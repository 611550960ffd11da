"""Signing up without an account, and looking after it by the secret link that one is given.

Whoever has the link is the person, as with a player's own page: so withdrawing needs no token against forged
requests (see `views.player_page`).
"""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament.access import public_event, sign_up_of
from tournament.forms.errors import add_domain_error
from tournament.forms.sign_ups import SignUpForm
from tournament.models import Event, SignUp
from tournament.models.events import LINKS_LAST
from tournament.services import sign_ups as services
from tournament.services.errors import Refused, Unconfirmed
from tournament.state.waiting_list import sign_ups, why_sign_up_closed
from tournament.web.form_pages import form_page, posted
from tournament.web.table_session import DISCREET

TOO_MANY = 429


@never_cache
@form_page
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to play: a name and a remark; then one's own page."""
    event = public_event(slug)
    form = SignUpForm(event, posted(request))
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            made = services.sign_up(
                event,
                form.cleaned_data["name"],
                form.cleaned_data["remark"],
                key=form.key,
                at=timezone.now(),
                confirmed=form.cleaned_data["confirmed"],
            )
        except Refused as refused:
            add_domain_error(form, refused)
            status = TOO_MANY if refused.code == "too-many" else 200
            if isinstance(refused, Unconfirmed):
                form.ask()
        else:
            return redirect("sign_up_page:show", made.token)
    return _page(request, event, form, status)


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
    """The URL's `token` becomes the sign-up; a wrong link answers 404 and a dead one 410, both kindly."""

    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        try:
            held = sign_up_of(token)
        except Http404:
            answer = render(request, "player_page/no_such_link.html", status=404)
        else:
            live = held.event.is_public and timezone.localdate() <= held.event.date + LINKS_LAST
            answer = (
                view(request, held) if live else render(request, "player_page/dead_link.html", status=410)
            )
        for name, value in DISCREET.items():
            answer[name] = value
        return answer

    return shown


@require_safe
@for_holder
def show(request: HttpRequest, held: SignUp) -> HttpResponse:
    """How it stands: waiting for the director's yes, in line, in, or not."""
    links = held.event.links_live(timezone.localdate())
    context = {
        "event": held.event,
        "section": "mine",
        "sign_up": held,
        "standing": sign_ups(held.event).of(held),
        "player": held.player if links else None,
    }
    return render(request, "sign_up_page/show.html", context)


@csrf_exempt
@form_page
@for_holder
def withdraw(request: HttpRequest, held: SignUp) -> HttpResponse:
    """Ask, then give the place back."""
    why = ""
    if request.method == "POST":
        try:
            services.withdraw(held, at=timezone.now())
        except Refused as refused:
            why = refused.message
        else:
            return redirect("sign_up_page:show", held.token)
    context = {"event": held.event, "section": "mine", "sign_up": held, "why": why}
    return render(request, "sign_up_page/withdraw.html", context)
