"""Pages with a form: shown by GET, sent by POST."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ParamSpec, TypedDict, TypeVar

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
from tournament.sentences import words_of
from tournament.services.errors import Refused, Unconfirmed

form_page = require_http_methods(["GET", "HEAD", "POST"])


def posted(request: HttpRequest) -> QueryDict | None:
    """The data of a form that was sent, None if the page is only shown."""
    return request.POST if request.method == "POST" else None


P = ParamSpec("P")
Result = TypeVar("Result")


class Actor(TypedDict):
    """Who acts and when, as the arguments of services."""

    by: User
    at: datetime


def actor(request: SignedInRequest) -> Actor:
    """The user of this request, acting now."""
    return {"by": request.user, "at": timezone.now()}


def call_on_form(
    form: BaseForm, service: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
) -> Result | None:
    """Call the service; on a refusal return None and show the reason beside its field in the form.

    If the service only asks for a confirmation, a form that has `offer` shows a box to tick.
    """
    try:
        return service(*args, **kwargs)
    except (Refused, ScoringError) as problem:
        add_domain_error(form, problem)
        if isinstance(problem, Unconfirmed) and hasattr(form, "offer"):
            form.offer(problem.code)
        return None


def submitted(request: HttpRequest, form: BaseForm, service: Callable[[], Result]) -> Result | None:
    """Call the service if the form was sent and is valid; None after a refusal, which the form shows."""
    return call_on_form(form, service) if request.method == "POST" and form.is_valid() else None


def carried_out(request: HttpRequest, form: BaseForm, service: Callable[[], object]) -> bool:
    """Call the service if the form was sent and is valid; say whether it did it."""
    return submitted(request, form, lambda: (service(),)) is not None


def pressed(request: HttpRequest, service: Callable[[], object]) -> bool:
    """Call the service for a button without a form; say whether it did it. A refusal is a message."""
    return call_with_message(request, lambda: (service(),)) is not None


def call_with_message(
    request: HttpRequest, service: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
) -> Result | None:
    """Call the service for a button without a form; on a refusal return None and show it as a message."""
    try:
        return service(*args, **kwargs)
    except (Refused, ScoringError) as problem:
        messages.error(request, words_of(problem))
        return None


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
