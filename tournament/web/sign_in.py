"""Sign an account in: by name and password, or by the link that `serve` prints in the terminal.

What cannot be undone asks for the password once more, unless it was typed a moment ago.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth import login
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournament.forms.accounts import PasswordAgainForm
from tournament.http import SignedInRequest
from tournament.models import User
from tournament.services import sent_forms
from tournament.services import sessions as services
from tournament.web.addresses import is_this_machine

FIELD = "password_again"
AT = "password_at"  # in the session: when the password was typed last
LASTS = timedelta(minutes=15)
P = ParamSpec("P")
R = TypeVar("R", bound=SignedInRequest)
BY_LINK = "django.contrib.auth.backends.ModelBackend"  # signing in without a password has to name one
# The start link of this process: its secret and the account it signs in. The next start has another.
_start: dict[str, int] = {}


def sign_in_here(request: HttpRequest, user: User) -> None:
    """Sign this account in, and note the time and the browser for the list of sessions.

    Old sessions and sent forms are forgotten on the way: here nobody waits for a score.
    """
    login(request, user, getattr(user, "backend", BY_LINK))
    now = timezone.now()
    request.session[services.BEGUN] = services.session_start(now, request.headers.get("User-Agent", ""))
    services.forget_old(now)
    sent_forms.forget_old(now)


def make_start_link(user: User) -> str:
    """The path of a link that signs this account in once, from this machine only; an earlier one ends."""
    _start.clear()
    token = secrets.token_urlsafe(24)
    _start[token] = user.pk
    return reverse("accounts:start", args=[token])


def account_of_start_link(request: HttpRequest, token: str) -> User | None:
    """The account that this link signs in; None if it was used, has ended, or is opened elsewhere."""
    if not is_this_machine(request):
        return None
    return User.objects.filter(pk=_start.get(token, 0), is_active=True).first()


def use_start_link(token: str) -> bool:
    """Whether the link was still open; it is used up now."""
    return _start.pop(token, None) is not None


@receiver(user_logged_in)
def typed_now(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Note that somebody signed in just now."""
    if request is not None:
        request.session[AT] = timezone.now().isoformat()


def password_again(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Decorate a view whose POST needs the password, unless it was typed a moment ago."""

    @wraps(view)
    def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or _is_recent(request):
            return view(request, *args, **kwargs)
        form = PasswordAgainForm(request, request.POST if FIELD in request.POST else None)
        if form.is_valid():
            request.session[AT] = timezone.now().isoformat()
            return view(request, *args, **kwargs)
        kept = [(name, value) for name, values in request.POST.lists() for value in values if name != FIELD]
        return render(request, "accounts/password_again.html", {"form": form, "kept": kept})

    return guarded


def _is_recent(request: SignedInRequest) -> bool:
    """Whether the password was typed a moment ago; a clock that jumped says nothing."""
    try:
        typed_at = datetime.fromisoformat(request.session.get(AT, ""))
    except ValueError:
        return False
    return abs(timezone.now() - typed_at) < LASTS
