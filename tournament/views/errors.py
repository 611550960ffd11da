"""Error pages and /healthz."""

import logging
import sys
from contextlib import suppress

from django.db import InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.backup import package, shelf
from tournament.backup.errors import UNREADABLE, BackupFailed, in_words, is_damage
from tournament.web.addresses import is_this_machine

log = logging.getLogger(__name__)

OUTAGES = (OperationalError, InterfaceError, InternalError)
AGAIN = 5  # seconds until the browser may try again


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request (400), or a session that the database could not save (503)."""
    cause: BaseException | None = exception
    while cause is not None:
        if is_outage(cause):
            return _out_of_order(request, cause)
        cause = cause.__context__
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unhandled exception: 503 if the database failed, else 500."""
    problem = sys.exc_info()[1]
    if problem is not None and is_outage(problem):
        return _out_of_order(request, problem)
    return render(request, "500.html", status=500)


def _out_of_order(request: HttpRequest, problem: BaseException) -> HttpResponse:
    """Render the 503 page without session or database, as either may be what failed."""
    page = render(request, "503.html", {"reason": outage(problem)}, status=503)
    page["Retry-After"] = str(AGAIN)
    return page


def is_outage(problem: BaseException) -> bool:
    """Whether the database failed, rather than our code."""
    return isinstance(problem, OUTAGES) or is_damage(problem)


def outage(problem: BaseException) -> str:
    """What is wrong with the database: `full`, `readonly`, `busy`, `damaged`, or `gone`."""
    message = in_words(problem).lower()
    for reason, signs in (
        ("full", ("disk is full", "no space left", "disk full")),
        ("readonly", ("readonly", "read-only")),
        ("busy", ("locked", "lock timeout", "deadlock", "too many clients", "remaining connection slots")),
    ):
        if any(sign in message for sign in signs):
            return reason
    return "damaged" if is_damage(problem) else "gone"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database responds, else 503; the reason goes to the log only.

    A monitor on the machine itself hears of the backups that the site makes, too: the newest one's age in
    seconds, and a failure.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM django_migrations")
            cursor.fetchone()
    except UNREADABLE as problem:
        log.error("The database does not answer: %s", in_words(problem))
        return JsonResponse({"status": "no database"}, status=503)
    facts: dict[str, object] = {"status": "ok"}
    if is_this_machine(request) and not package.is_kept_by_host():
        with suppress(BackupFailed):
            newest = shelf.newest_at()
            facts["backup_age"] = newest and int((timezone.now() - newest).total_seconds())
        facts["backup_failed"] = shelf.failure
    return JsonResponse(facts)
