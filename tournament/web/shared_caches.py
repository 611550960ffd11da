"""What a cache in front of the site, such as nginx or a CDN, may keep: what everybody sees, for a second.

A page is shared only if nothing in it can hang on who asked: its view says that it is for everybody, the
browser sent no cookie, and nothing read or set one. Everything else is private.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_vary_headers

# A browser asks each time whether its copy is still right; a cache in front answers for at most a second.
SHARED = "public, max-age=0, must-revalidate, s-maxage=1"
PRIVATE = "private, no-cache"
KEPT = (200, 304)  # not a paper that is still being made, nor what is wrong
SECRETS = ("here",)  # asked for beside an address by who was given them


def for_everybody(answer: HttpResponse) -> HttpResponse:
    """Say that this answer shows everybody the same."""
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
