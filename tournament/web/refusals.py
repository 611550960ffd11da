"""Bodies that are refused before a view sees them, because they are too large.

Files are taken only by a page that asks for one, little from somebody who is not signed in. How long a body
may take to arrive is the server's matter.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from tournament.archive.text import LARGEST
from tournament.backup import shelf
from tournament.http import SiteRequest

SMALL = 64 * 1024  # bytes; the longest form of a player or a visitor is a third of it
FILE = LARGEST + 1024 * 1024  # an archive with what a browser sends around it; larger ones get a sentence
TAKE_FILES = frozenset({"archive:import", "backups:bring"})
TOO_LARGE = 413


def most_taken(path: str) -> int:
    """The largest body that this address takes from somebody who is signed in, in bytes."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return SMALL
    return FILE if name in TAKE_FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BodyLimits:
    """Middleware: refuse a body that is too large before anybody reads it.

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
        if size <= most:
            return self.get_response(request)
        facts = {"size": size // 1024, "most": most // 1024}
        answer = render(request, "413.html", facts, status=TOO_LARGE)
        answer["Cache-Control"] = "no-store"
        return answer
