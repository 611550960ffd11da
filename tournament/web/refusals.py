"""Requests that are refused before a view sees them: a body that is too large, or a site that was taken over.

Files are taken only by a page that asks for one, little from somebody who is not signed in. The hall's server
asks here before it receives a body and throws away what is too much; the middleware then answers, without
looking at it. Behind another server the middleware alone refuses. A site that another laptop has taken over
saves nothing more: what came here would be missing there.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from tournament.archive.text import LARGEST
from tournament.backup import handover, shelf, write_log
from tournament.http import SiteRequest

SMALL = 64 * 1024  # bytes; the longest form of a player or a visitor is a third of it
FILE = LARGEST + 1024 * 1024  # an archive with what a browser sends around it; larger ones get a sentence
TAKE_FILES = frozenset({"archive:import", "takeover:bring"})
BUSY = "busy"  # the mark of a body that was left out because others are being received
LEFT_OUT = "HTTP_X_LEFT_OUT"
AGAIN = 20  # seconds until one may try again
TOO_LARGE, LOCKED, TOO_MANY = 413, 423, 429
LOOKS = ("GET", "HEAD", "OPTIONS")
STAYS = ("accounts", "backups", "takeover")  # parts of the site by which one goes on here after all


def most_taken(path: str) -> int:
    """The largest body that this address takes from somebody who is signed in, in bytes."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return SMALL
    return FILE if name in TAKE_FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BodyLimits:
    """Middleware: refuse a body that is too large, or was left out, before anybody reads it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
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


class TakenOver:
    """Middleware: note on each request who runs the site, what is wrong; refuse what would be saved here."""

    def __init__(self, get_response: Callable[[SiteRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.taken_over = handover.taken_over() if settings.PROFILE == "hall" else None
        request.alarm = write_log.alarm() or shelf.alarm()
        if request.taken_over is None or request.method in LOOKS or _stays(request.path_info):
            return self.get_response(request)
        answer = render(request, "423.html", {"taken": request.taken_over}, status=LOCKED)
        answer["Cache-Control"] = "no-store"
        return answer


def _stays(path: str) -> bool:
    try:
        return resolve(path).view_name.partition(":")[0] in STAYS
    except Resolver404:
        return True
