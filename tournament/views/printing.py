"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def index(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("viewer")
def pdf(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    raise Http404


@event_for("viewer")
def paper(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    raise Http404
