"""What is kept of answers: values in memory by version, compressed bodies, and pages in caches in front.

In memory there is one value per key at its latest version. Each process has its own; nothing there is a fact.
There is one lock per key, so that when a hall of phones asks for a new version at once, one request computes
it and the others wait. Values stay as they are: read out of a cache that pickles them, such as Django's, a
page of 400 players took 7 to 38 times as long.

Public bodies are compressed once instead of for each request. They contain no secrets and echo nothing from
the request, so they need none of the random padding with which the middleware prevents guessing by length.

A cache in front of the site, such as nginx or a CDN, may keep what everybody sees, for a second: only if its
view says that it is for everybody, the browser sent no cookie, and nothing read or set one. Everything else
is private.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_vary_headers

Value = TypeVar("Value")
MOST_KEPT = 256
MOST_BODIES = 32  # bodies; the longest (400 players' standings) takes a quarter of a megabyte
LEAST = 200  # bytes, as in the middleware: shorter bodies gain nothing
# A browser asks each time whether its copy is still right; a cache in front answers for at most a second.
SHARED = "public, max-age=0, must-revalidate, s-maxage=1"
PRIVATE = "private, no-cache"
KEPT = (200, 304)  # not a paper that is still being made, nor what is wrong
SECRETS = ("here",)  # asked for beside an address by who was given them


class _Kept:
    """The value of one key, and the lock under which it is made."""

    def __init__(self) -> None:
        self.lock, self.version, self.value = Lock(), -1, None


_kept: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_guard = Lock()


def per_version(key: tuple[Any, ...], version: int, make: Callable[[], Value]) -> Value:
    """The cached value of `key` at this version or a later one, computed by `make()` if there is none.

    `make` must read its data after `version` was read. Then a value may be newer than its version, which the
    next version repairs, but never older.
    """
    with _guard:
        kept = _kept.setdefault(key, _Kept())
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    if kept.version < version:
        with kept.lock:
            if kept.version < version:
                kept.value = make()
                kept.version = version  # last: who asks meanwhile takes no lock
    value: Value = kept.value
    return value


def forget() -> None:
    """Empty the cache: for tests, and after a restore replaced the database under the running process."""
    with _guard:
        _kept.clear()


def compressed(request: HttpRequest, body: str) -> HttpResponse:
    """The response with this body, compressed if the browser accepts it."""
    if len(body) < LEAST or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(body)  # `Vary` is left to the middleware
    answer = HttpResponse(_compressed(body), headers={"Content-Encoding": "gzip"})
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@lru_cache(MOST_BODIES)
def _compressed(body: str) -> bytes:
    return gzip.compress(body.encode(), mtime=0)


def mark_for_everybody(answer: HttpResponse) -> HttpResponse:
    """Mark a response as the same for everybody, for `SharedCaches` to decide; returns that response."""
    answer.is_for_everybody = True  # type: ignore[attr-defined]  # for the middleware below
    return answer


class SharedCaches:
    """Middleware, outside of all that reads or sets cookies: say of each answer whether it may be kept for
    others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = SHARED if _may_be_shared(request, answer) else PRIVATE
        if getattr(answer, "is_for_everybody", False):
            # A kept page is then no answer to a browser with cookies: it may have chosen another language.
            patch_vary_headers(answer, ["Cookie"])
        return answer


def _may_be_shared(request: HttpRequest, answer: HttpResponse) -> bool:
    return (
        getattr(answer, "is_for_everybody", False)
        and answer.status_code in KEPT
        and request.method in ("GET", "HEAD")
        and not request.headers.get("Cookie")
        and not answer.cookies
        and not has_vary_header(answer, "Cookie")  # something read one
        and not any(name in request.GET for name in SECRETS)
    )
