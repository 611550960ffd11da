"""Answers for forms that `js/offline.js` sends, at once or when the network is back.

A script cannot follow a redirect, so it gets a status instead: 204 with the address to go to; 401 if the
session is over or belongs to another account than the one that typed; 412 if a backup was restored since,
because the same address may now belong to another event or to other players. `X-Event-Finished` says that the
event is: what was refused asks nothing. Questions and errors come from
the view itself, with 409 or 422.
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


def answers_offline_queue(view: View) -> View:
    """Decorate a view, outermost: answer a form sent from a phone's offline queue without a redirect.

    Such a request has `X-Waits`: the primary key of who typed the form. 204 with the target in `X-Go`; 401 if
    another person, or nobody, is signed in; 412 if the event in `X-Waits-Event` is gone.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        typist = request.headers.get("X-Waits")
        if typist is not None and typist != NOBODY and typist != str(request.user.pk):
            return HttpResponse(status=401)
        if (uid := request.headers.get("X-Waits-Event")) and not Event.objects.filter(uid=uid).exists():
            return HttpResponse(status=412)
        response = view(request, *args, **kwargs)
        event = getattr(request, "event", None)  # what `access.event_for` found
        if typist is not None and event is not None and event.is_finished:
            response["X-Event-Finished"] = "yes"
        if typist is None or not 300 <= response.status_code < 400:
            return response
        if urlsplit(response["Location"]).path == resolve_url(settings.LOGIN_URL):
            return HttpResponse(status=401)
        return HttpResponse(status=204, headers={"X-Go": response["Location"]})

    return answered
