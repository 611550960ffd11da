"""A body that is shown to many, compressed once instead of for each of them.

Only for what anybody may see: it holds no secret and nothing of what the asker sent, so it needs none of the
padding that the middleware adds against guessing by length.
"""

import gzip
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_KEPT = 32  # bodies; the longest, the standings of 400, is a quarter of a megabyte
LEAST = 200  # bytes; as the middleware: shorter ones gain nothing


def compressed(request: HttpRequest, body: str) -> HttpResponse:
    """The answer with this body, compressed where the browser takes that."""
    if len(body) < LEAST or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(body)  # the middleware tells caches that it depends on the header
    answer = HttpResponse(_compressed(body), headers={"Content-Encoding": "gzip"})
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@lru_cache(MOST_KEPT)
def _compressed(body: str) -> bytes:
    return gzip.compress(body.encode(), mtime=0)
