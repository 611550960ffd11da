"""Sign an account in: by name and password, or by the link that `serve` prints in the terminal."""

import secrets
from ipaddress import ip_address

from django.contrib.auth import login
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from tournament.models import User
from tournament.services import sent_forms
from tournament.services import sessions as services
from tournament.web import lockout
from tournament.web.proxies import client_address

BY_LINK = "django.contrib.auth.backends.ModelBackend"  # signing in without a password has to name one
# The start link of this process: its secret and the account it signs in. The next start has another.
_start: dict[str, int] = {}


def sign_in_here(request: HttpRequest, user: User) -> None:
    """Sign this account in, and note the time and the browser for the list of sessions.

    Old sessions, sent forms and wrong passwords are forgotten on the way: here nobody waits for a score.
    """
    login(request, user, getattr(user, "backend", BY_LINK))
    now = timezone.now()
    request.session[services.BEGUN] = services.begun(now, request.headers.get("User-Agent", ""))
    services.forget_old(now)
    sent_forms.forget_old(now)
    lockout.forget_old(now)


def make_start_link(user: User) -> str:
    """The path of a link that signs this account in once, from this machine only; an earlier one ends."""
    _start.clear()
    token = secrets.token_urlsafe(24)
    _start[token] = user.pk
    return reverse("accounts:start", args=[token])


def account_of_start_link(request: HttpRequest, token: str) -> User | None:
    """The account that this link signs in; None if it was used, has ended, or is opened elsewhere."""
    if not ip_address(client_address(request)).is_loopback:
        return None
    return User.objects.filter(pk=_start.get(token), is_active=True).first()


def use_start_link(token: str) -> bool:
    """Whether the link was still open; it is used up now."""
    return _start.pop(token, None) is not None
