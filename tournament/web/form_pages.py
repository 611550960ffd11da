"""Pages with a form: shown by GET, sent by POST."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypedDict, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.forms.fields import add_domain_error
from tournament.http import SignedInRequest
from tournament.models import User
from tournament.rotation.plan import RotationError
from tournament.sentences import words_of
from tournament.services.errors import Refused, Unconfirmed

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
