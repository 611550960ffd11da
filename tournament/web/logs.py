"""The log: a line for each request, as JSON for a hosted site's collector, and never with a secret link.

The line of a request (user, method, path, status, duration) replaces the server's access log, which would
hold players' links; only `/p/…`, `/t/…` and the like are written. Query strings are left out.
"""

import json
import logging
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse

log = logging.getLogger("tournament.requests")
# A player's own page, a table's, a sign-up, an invitation to be an official, where a form sent twice waits,
# the sign by which players check in, the link that signs the director in at the start.
SECRET = re.compile(r"(/(?:p|t|my|join|sent|here|start)/)[^/\s\"'?]+")


def redacted(value: object) -> object:
    """The value with every secret link in it cut short; other values pass unchanged."""
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value


class RedactLinks(logging.Filter):
    """Mask a record's message and its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redacted(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(redacted(value) for value in record.args)
        return True


class RequestLog:
    """Middleware that logs requests; it comes first in the list."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not log.isEnabledFor(logging.INFO):
            return self.get_response(request)
        began = time.perf_counter()
        response = self.get_response(request)
        official = getattr(request, "_cached_user", None)  # only set if the page looked at the user
        facts = {
            "method": request.method,
            "path": redacted(request.path),
            "status": response.status_code,
            "ms": round(1000 * (time.perf_counter() - began), 1),
            "user": official.get_username() if official and official.is_authenticated else None,
        }
        log.info("%(method)s %(path)s %(status)s", facts, extra={"facts": facts})
        return response


class JsonLog(logging.Formatter):
    """`{"at", "level", "logger", "message", …}`; the entries of a record's `facts` are added to them."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(
            {name: redacted(value) for name, value in line.items()}, ensure_ascii=False, default=str
        )
