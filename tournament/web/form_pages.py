"""Pages with a form: shown by GET, sent by POST, or by `js/offline.js` when the network is back.

Files are taken only by a page that asks for one, little from somebody who is not signed in; how long a body
may take to arrive is the server's matter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.archive.text import LARGEST
from tournament.backup import shelf
from tournament.forms.fields import add_domain_error
from tournament.http import SignedInRequest, SiteRequest
from tournament.models import Event, User
from tournament.rotation.plan import RotationError
from tournament.services.errors import Refused, Unconfirmed
from tournament.words.sentences import words_of

SMALL = 64 * 1024  # bytes; the longest form of a player or a visitor is a third of it
FILE = LARGEST + 1024 * 1024  # an archive with what a browser sends around it; larger ones get a sentence
TAKE_FILES = frozenset({"archive:import", "backups:bring"})
TOO_LARGE = 413
NOBODY = "-"  # typed on a page that needs no account
View = Callable[..., HttpResponseBase]
form_page = require_http_methods(["GET", "HEAD", "POST"])


def posted(request: HttpRequest) -> QueryDict | None:
    """The data of a form that was sent, None if the page is only shown."""
    return request.POST if request.method == "POST" else None


Result = TypeVar("Result")


class Actor(TypedDict):
    """Who acts and when, as the arguments of services."""

    by: User
    at: datetime


def actor(request: SignedInRequest) -> Actor:
    """The user of this request, acting now."""
    return {"by": request.user, "at": timezone.now()}


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """That a service did it, whatever it returned."""

    result: Result


def attempt(
    request: HttpRequest,
    service: Callable[[], Result],
    form: BaseForm | None = None,
    done: str | Callable[[Result], str] = "",
) -> Done[Result] | None:
    """Call the service if a button without a form was pressed or the form is valid; say that it is `done`.

    None if nothing was sent or it was refused. The form shows the reason beside its field, and a box to tick
    if only a confirmation is missing and it has one to `offer`; without a form the reason is a message.
    """
    if request.method != "POST" or (form is not None and not form.is_valid()):
        return None
    try:
        result = service()
    except (Refused, ScoringError, RotationError) as problem:
        if form is None:
            messages.error(request, words_of(problem))
        else:
            add_domain_error(form, problem)
            if isinstance(problem, Unconfirmed) and hasattr(form, "offer"):
                form.offer(problem.code)
        return None
    if words := done(result) if callable(done) else done:
        messages.success(request, words)
    return Done(result)


def act(
    request: SignedInRequest,
    service: Callable[..., Result],
    *args: Any,
    form: BaseForm | None = None,
    done: str | Callable[[Result], str] = "",
    **more: Any,
) -> Done[Result] | None:
    """Attempt it with what the form holds, by whoever sent it, now."""

    def call() -> Result:
        typed = {} if form is None else form.values() if hasattr(form, "values") else form.cleaned_data
        return service(*args, **more, **typed, **actor(request))

    return attempt(request, call, form, done)


def confirm_page(
    request: HttpRequest,
    form: BaseForm | None = None,
    *,
    title: str,
    consequences: Sequence[str],
    submit: str,
    cancel: str,
    template: str = "components/confirm_page.html",
    **more: object,
) -> HttpResponse:
    """Ask before something hard to undo: the question `title`, what will happen, the words of the button, and
    the address back. `more`: `kind`, `crumb`, or a `refused` with the words of the way `back`."""
    asked = {"form": form, "title": title, "consequences": consequences, "submit": submit, "cancel": cancel}
    return render(request, template, asked | more)


def answers_offline_queue(view: View) -> View:
    """Decorate a view, outermost: answer a form sent from a phone's offline queue without a redirect.

    A script cannot follow one. Such a request has `X-Waits`: the primary key of who typed the form. 204 with
    the target in `X-Go`; 401 if another person, or nobody, is signed in; 412 if the event in `X-Waits-Event`
    is gone: after a restore its address may be another one's. `X-Event-Finished` says that what was refused
    asks nothing. Questions and errors come from the view itself, with 409 or 422.
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


def most_taken(path: str) -> int:
    """The largest body that this address takes from somebody who is signed in, in bytes."""
    try:
        name = resolve(path).view_name
    except Resolver404:
        return SMALL
    return FILE if name in TAKE_FILES else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BodyLimits:
    """Middleware: refuse a body that is too large before anybody reads it.

    It notes on each request why no new backup could be made.
    """

    def __init__(self, get_response: Callable[[SiteRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.alarm = shelf.alarm()
        length = request.META.get("CONTENT_LENGTH") or "0"
        size = int(length) if length.isdecimal() and len(length) < 16 else 0
        if size <= SMALL:
            return self.get_response(request)
        most = most_taken(request.path_info) if request.user.is_authenticated else SMALL
        if size <= most:
            return self.get_response(request)
        facts = {"size": size // 1024, "most": most // 1024}
        answer = render(request, "413.html", facts, status=TOO_LARGE)
        answer["Cache-Control"] = "no-store"
        return answer
