"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def index(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def draft(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def publish(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def withdraw(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404
