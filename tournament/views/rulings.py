"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def index(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def find(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("viewer")
def show(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    raise Http404


@event_for("director")
def amend(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    raise Http404


@event_for("director")
def revoke(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    raise Http404


@event_for("director")
def make(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404


@event_for("director")
def preview(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404
