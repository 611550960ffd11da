"""Compress a public body once instead of for each request.

Only for public pages: they contain no secrets and echo nothing from the request, so they need none of the
random padding with which the middleware prevents guessing by length.
"""

import gzip
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_KEPT = 32  # bodies; the longest (400 players' standings) takes a quarter of a megabyte
LEAST = 200  # bytes, as in the middleware: shorter bodies gain nothing


def compressed(request: HttpRequest, body: str) -> HttpResponse:
    """The response with this body, compressed where the browser accepts it."""
    if len(body) < LEAST or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(body)  # `Vary` is left to the middleware
    answer = HttpResponse(_compressed(body), headers={"Content-Encoding": "gzip"})
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@lru_cache(MOST_KEPT)
def _compressed(body: str) -> bytes:
    return gzip.compress(body.encode(), mtime=0)
