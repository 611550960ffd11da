"""Doing what was asked, or saying what stands against it: in the form, or above the next page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import timezone

from scoring.errors import ScoringError
from tournament.forms.errors import add_domain_error
from tournament.services.errors import Refused, Unconfirmed


def call_on_form(form: BaseForm, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `act` answers; or None, with the reason beside its field in the form.

    What only has to be confirmed is offered there as a box to tick, where the form has one (`form.offer`).
    """
    try:
        return act(*args, **kwargs)
    except (Refused, ScoringError) as problem:
        add_domain_error(form, problem)
        if isinstance(problem, Unconfirmed) and hasattr(form, "offer"):
            form.offer(problem.code)
        return None


def call_with_message(request: HttpRequest, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `act` answers; or None, with the reason as a message: for a button that has no form of its own."""
    try:
        return act(*args, **kwargs)
    except (Refused, ScoringError) as problem:
        messages.error(request, str(problem))
        return None


def actor(request: HttpRequest) -> dict[str, Any]:
    """Who acts and when, as services ask for it."""
    return {"by": request.user, "at": timezone.now()}
