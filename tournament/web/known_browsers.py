"""A signed cookie of a browser in which somebody signed in: nobody else locks that name there."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "known-browser"
LASTS = timedelta(days=400)  # browsers keep none longer
MOST_NAMES = 10


def remember(request: HttpRequest, response: HttpResponse, username: str) -> HttpResponse:
    """Mark this browser as one in which this account signed in."""
    mark, names = _read(request)
    mark = mark or secrets.token_hex(8)
    names = [_word(username), *(name for name in names if name != _word(username))][:MOST_NAMES]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark, names], salt=COOKIE),
        max_age=LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def mark_of(request: HttpRequest, username: str) -> str:
    """The mark of this browser if this account signed in here before, else empty."""
    mark, names = _read(request)
    return mark if _word(username) in names else ""


def _word(username: str) -> str:
    """A word for a sign-in name, which no cookie tells."""
    return salted_hmac(COOKIE, username).hexdigest()[:16]


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        mark, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=LASTS)
    except (signing.BadSignature, ValueError):
        return "", []
    return mark, names
