"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def show(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def adjust(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def revoke_adjustment(request: HttpRequest, event: Event, adjustment: int) -> HttpResponse:
    raise Http404
