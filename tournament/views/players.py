"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("viewer")
def index(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def import_(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def add(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def edit(request: HttpRequest, event: Event, player: int) -> HttpResponse:
    raise Http404


@event_for("director")
def set_status(request: HttpRequest, event: Event, player: int) -> HttpResponse:
    raise Http404


@event_for("director")
def remove(request: HttpRequest, event: Event, player: int) -> HttpResponse:
    raise Http404


@event_for("scorer")
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404
