"""One log line per request: user, method, path, status and duration.

It replaces the server's access log, which would hold players' secret links. Query strings are left out.
"""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournament.web.log_redaction import redacted

log = logging.getLogger("tournament.requests")


class RequestLog:
    """Middleware that logs requests; it comes first in the list."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not log.isEnabledFor(logging.INFO):
            return self.get_response(request)
        began = time.perf_counter()
        response = self.get_response(request)
        official = getattr(request, "_cached_user", None)  # only set where the page looked at the user
        facts = {
            "method": request.method,
            "path": redacted(request.path),
            "status": response.status_code,
            "ms": round(1000 * (time.perf_counter() - began), 1),
            "user": official.get_username() if official and official.is_authenticated else None,
        }
        log.info("%(method)s %(path)s %(status)s", facts, extra={"facts": facts})
        return response
