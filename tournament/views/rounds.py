"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def desk(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    raise Http404


@event_for("director")
def close(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    raise Http404


@event_for("director")
def reopen(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    raise Http404
