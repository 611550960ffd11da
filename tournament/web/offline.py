"""Views whose forms may be sent by `js/offline.js`, when the network is back or at once.

A script cannot read a redirect, so it is told: 204 with the address to go to, or 401 where the session is
over or another's than the one it was typed in, or 412 where a backup was restored since it was typed: by then
the same address may be another event's, or the same table's with other players. What the view wants to ask
back it answers itself, with 409 or 422.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url

from tournament.models import Event

View = Callable[..., HttpResponseBase]
NOBODY = "-"  # typed on a page that needs no account


def queued_offline(view: View) -> View:
    """Decorate a view, outermost: a request with `X-Waits`, which says who typed, gets no redirect."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        typist = request.headers.get("X-Waits")
        if typist is not None and typist != NOBODY and typist != str(request.user.pk):
            return HttpResponse(status=401)
        if (uid := request.headers.get("X-Waits-Event")) and not Event.objects.filter(uid=uid).exists():
            return HttpResponse(status=412)
        response = view(request, *args, **kwargs)
        if typist is None or not 300 <= response.status_code < 400:
            return response
        if urlsplit(response["Location"]).path == resolve_url(settings.LOGIN_URL):
            return HttpResponse(status=401)
        return HttpResponse(status=204, headers={"X-Go": response["Location"]})

    return answered
