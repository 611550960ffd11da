"""Compress a public body once instead of for each request.

Only for public pages: they hold no secret and nothing that the request sent, so they need none of the padding
that the middleware adds against guessing by length.
"""

import gzip
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_KEPT = 32  # bodies; the longest, the standings of 400, is a quarter of a megabyte
LEAST = 200  # bytes; as the middleware: shorter ones gain nothing


def compressed(request: HttpRequest, body: str) -> HttpResponse:
    """The response with this body, compressed where the browser accepts it."""
    if len(body) < LEAST or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(body)  # the middleware tells caches that the answer depends on the header
    answer = HttpResponse(_compressed(body), headers={"Content-Encoding": "gzip"})
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@lru_cache(MOST_KEPT)
def _compressed(body: str) -> bytes:
    return gzip.compress(body.encode(), mtime=0)
