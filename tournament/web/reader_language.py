"""In which language a request is answered: as its reader chose here, else as their browser asks.

Who asks for none of ours is answered in the site's language, or in that of the event that the address
names (`languages.speak_at`).
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from tournament.words import languages

# Answers with words in them, by how their type begins.
IN_WORDS = ("text/html", "text/csv", "text/calendar", "application/manifest+json", "application/vnd.")


class ReaderLanguage(LocaleMiddleware):
    """Django's middleware, which besides tells an asked language from one that is only usual here."""

    def process_request(self, request: HttpRequest) -> None:
        """Begin the answer in the reader's language."""
        languages.answer_in(asked_for(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say in which language the answer is, and what that hangs on.

        A page with an ETag is asked for again each time, and its ETag names the language: a choice kept in a
        cookie makes no second copy of it necessary.
        """
        is_in_words = response.get("Content-Type", "").startswith(IN_WORDS)
        if is_in_words:
            response.setdefault("Content-Language", translation.get_language() or languages.site_language())
        hangs = languages.are_several() and not getattr(request, "in_event_language", False)
        if hangs and (is_in_words or response.status_code == 304):
            names = ["Accept-Language"] if response.has_header("ETag") else ["Accept-Language", "Cookie"]
            patch_vary_headers(response, names)
        return response


def asked_for(request: HttpRequest) -> str | None:
    """The language that the reader chose, else the first of ours that their browser asks for, else None."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    wished = (
        name for name, _weight in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    )
    for name in (chosen, *wished):
        if name == "*":
            return None
        try:
            if name:
                return get_supported_language_variant(name)
        except LookupError:
            continue
    return None
