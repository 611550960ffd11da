"""A site that another laptop has taken over saves nothing more: what came here would be missing there."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from tournament.backup import handover, write_log
from tournament.http import SiteRequest

LOCKED = 423
LOOKS = ("GET", "HEAD", "OPTIONS")
STAYS = ("accounts", "backups", "takeover")  # parts of the site by which one goes on here after all


class TakenOver:
    """Middleware: note on each request who runs the site, what is wrong; refuse what would be saved here."""

    def __init__(self, get_response: Callable[[SiteRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.taken_over = handover.taken_over() if settings.PROFILE == "hall" else None
        request.alarm = write_log.alarm()
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
