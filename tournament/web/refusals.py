"""Requests that are refused before a view sees them, because their body is too large.

Files are taken only by a page that asks for one, little from somebody who is not signed in. The hall's server
asks here before it receives a body and throws away what is too much; the middleware then answers, without
looking at it. Behind another server the middleware alone refuses.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from tournament.archive.text import LARGEST
from tournament.backup import shelf
from tournament.http import SiteRequest

SMALL = 64 * 1024  # bytes; the longest form of a player or a visitor is a third of it
FILE = LARGEST + 1024 * 1024  # an archive with what a browser sends around it; larger ones get a sentence
TAKE_FILES = frozenset({"archive:import", "backups:bring"})
BUSY = "busy"  # the mark of a body that was left out because others are being received
LEFT_OUT = "HTTP_X_LEFT_OUT"
AGAIN = 20  # seconds until one may try again
TOO_LARGE, TOO_MANY = 413, 429


def most_taken(path: str) -> int:
    """The largest body that this address takes from somebody who is signed in, in bytes."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return SMALL
    return FILE if name in TAKE_FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BodyLimits:
    """Middleware: refuse a body that is too large, or was left out, before anybody reads it.

    It notes on each request why no new backup could be made.
    """

    def __init__(self, get_response: Callable[[SiteRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.alarm = shelf.alarm()
        length = request.META.get("CONTENT_LENGTH") or "0"
        size = int(length) if length.isdecimal() and len(length) < 16 else 0
        if size <= SMALL:
            return self.get_response(request)
        most = most_taken(request.path_info) if request.user.is_authenticated else SMALL
        if size > most:
            return _refused(request, TOO_LARGE, size=size // 1024, most=most // 1024)
        if request.META.get(LEFT_OUT) == BUSY:
            answer = _refused(request, TOO_MANY)
            answer["Retry-After"] = str(AGAIN)
            return answer
        return self.get_response(request)


def _refused(request: HttpRequest, status: int, **facts: int) -> HttpResponse:
    """Say why nothing was read, and what to do."""
    answer = render(request, f"{status}.html", facts | {"again": AGAIN}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
