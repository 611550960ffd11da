"""Wrong passwords: django-axes counts them by name and place; eight lock that pair for a quarter of an hour.

A place is an address, of IPv6 a network. As a whole hall may share one address, a browser in which the name
signed in before (a signed cookie) is a place of its own, and so is a session: strangers lock neither. Hashing
a password takes a processor most of a second, so of strangers only one at an address and a few at once are
looked at, and the others wait; places of their own and the link of a start do not.
"""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import IPv6Address
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.signals import user_login_failed
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournament.models import User
from tournament.web.addresses import client_address, network_of

log = logging.getLogger(__name__)
MINUTE = 60  # seconds until a stranger who waits may try again
MOST_AT_ONCE = 3  # of eight threads look at passwords from browsers that are not known, one for an address
_looked_at: set[str] = set()  # the addresses whose password is being hashed
_lock = Lock()
COOKIE = "known-browser"
COOKIE_LASTS = timedelta(days=400)  # browsers keep none longer
MOST_NAMES = 10


def place_of(request: HttpRequest) -> str:
    """Where this request's passwords come from, in the form of an address, as axes wants one."""
    if hasattr(request, "axes_ip_address"):
        return str(request.axes_ip_address)  # as it was before somebody signed in by this request
    own = _own_place(request)
    if not own:
        return network_of(client_address(request))
    return str(IPv6Address(b"\xfd" + salted_hmac(COOKIE, own).digest()[:15]))  # of nobody's network


def _own_place(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"session of {user.pk}"
    mark, names = _read(request)
    return mark if _word(request.POST.get("username", "").strip()) in names else ""


@contextmanager
def turn(request: HttpRequest) -> Iterator[bool]:
    """Whether a password that was sent may be looked at now, by whoever has no place of their own."""
    if request.method != "POST" or _own_place(request):
        yield True
        return
    address = network_of(client_address(request))
    with _lock:
        mine = address not in _looked_at and len(_looked_at) < MOST_AT_ONCE
        _looked_at.update({address} if mine else ())
    try:
        yield mine
    finally:
        if mine:
            _looked_at.discard(address)


@receiver(user_login_failed)
def log_wrong_password(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
) -> None:
    """Log a wrong password, which axes counts; of names only accounts', as others may be passwords."""
    locked = getattr(request, "axes_locked_out", False)
    if request is None or (locked and request.axes_failures_since_start is None):  # type: ignore[attr-defined]
        return  # refused before it was looked at
    username, address = str(credentials.get("username")), client_address(request)
    known = User.objects.filter(username=username).exists()
    if known:
        log.warning("Wrong password for %s from %s", username, address)
    else:
        log.warning("Wrong sign-in name from %s", address)
    if locked:
        words = "Too many wrong passwords: locked the sign-in of %s from %s"
        log.warning(words, username if known else "a name", address)


def locked_page(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """The form to sign in, with the name that was typed and when to try again; in a session, its own page."""
    if response is not None and request.user.is_authenticated:
        return response
    here, sign_in = request.get_full_path(), reverse("accounts:sign_in")
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    locked = credentials is not None
    context = {
        "form": AuthenticationForm(request, initial={"username": name}),
        "locked": locked,
        "action": here if request.path == sign_in else sign_in,
    }
    page = render(request, "accounts/locked_out.html", context, status=429)
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()) if locked else MINUTE)
    return page


def remember_browser(request: HttpRequest, response: HttpResponse, username: str) -> HttpResponse:
    """Mark this browser as one in which this account signed in."""
    mark, names = _read(request)
    mark = mark or secrets.token_hex(8)
    names = [_word(username), *(name for name in names if name != _word(username))][:MOST_NAMES]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark, names], salt=COOKIE),
        max_age=COOKIE_LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _word(username: str) -> str:
    """A word for a sign-in name, which no cookie tells."""
    return salted_hmac(COOKIE, username).hexdigest()[:16]


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        mark, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_LASTS)
    except (signing.BadSignature, ValueError):
        return "", []
    return mark, names
