"""Call a service; report a refusal on the form, or as a message above the next page."""

from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec, TypedDict, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import timezone

from scoring.errors import ScoringError
from tournament.forms.errors import add_domain_error
from tournament.http import SignedInRequest
from tournament.models import User
from tournament.sentences import words_of
from tournament.services.errors import Refused, Unconfirmed

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


def call_with_message(
    request: HttpRequest, service: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
) -> Result | None:
    """Call the service for a button without a form; on a refusal return None and show it as a message."""
    try:
        return service(*args, **kwargs)
    except (Refused, ScoringError) as problem:
        messages.error(request, words_of(problem))
        return None
