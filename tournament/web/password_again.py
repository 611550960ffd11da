"""Ask for the password again before what a borrowed laptop must not do: restore a copy, give roles.

What was sent is kept in the page that asks, and goes on from there with the password.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from tournament.forms.accounts import PasswordAgainForm
from tournament.http import SignedInRequest
from tournament.web.lockout import of_old_password, wrong
from tournament.web.password_turns import password_turn, told
from tournament.web.proxies import client_address

FIELD = "password_again"
SECRET = {FIELD, "second_password"}  # what no page repeats
AT = "password_at"  # in the session: when the password was typed last
LASTS = timedelta(minutes=15)
P = ParamSpec("P")
R = TypeVar("R", bound=SignedInRequest)


@receiver(user_logged_in)
def typed_now(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Note that somebody signed in just now."""
    if request is not None:
        request.session[AT] = timezone.now().isoformat()


def password_again(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Decorate a view whose POST needs the password, unless it was typed a moment ago."""

    @sensitive_post_parameters(FIELD)
    @wraps(view)
    def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or _is_recent(request):
            return view(request, *args, **kwargs)
        form = PasswordAgainForm(request.user, request.POST if FIELD in request.POST else None)
        if form.is_bound and _opens(request, form):
            return view(request, *args, **kwargs)
        kept = [
            (name, value) for name, values in request.POST.lists() for value in values if name not in SECRET
        ]
        return told(form, render(request, "accounts/password_again.html", {"form": form, "kept": kept}))

    return guarded


def _opens(request: SignedInRequest, form: PasswordAgainForm) -> bool:
    """Whether the right password was typed; looking at one takes a turn, as at sign-in."""
    tries = of_old_password(request.user)
    with password_turn(request, form) as mine:
        if not mine:
            return False
        if tries.is_locked:
            form.lock()
        if form.is_valid():
            tries.forget()
            request.session[AT] = timezone.now().isoformat()
            return True
        if form.has_wrong_password():
            wrong(tries, client_address(request))
    return False


def _is_recent(request: SignedInRequest) -> bool:
    """Whether the password was typed a moment ago; a clock that jumped says nothing."""
    try:
        typed_at = datetime.fromisoformat(request.session.get(AT, ""))
    except ValueError:
        return False
    return abs(timezone.now() - typed_at) < LASTS
