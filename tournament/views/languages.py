"""The language that a reader chooses, kept in their browser."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language


# Pages for everybody hold no token, so that one body serves all; who forged this could only change the words.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Keep the language in a cookie and go back to the page."""
    return set_language(request)
