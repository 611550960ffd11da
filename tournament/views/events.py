"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


def index(request: HttpRequest) -> HttpResponse:
    raise Http404


def new(request: HttpRequest) -> HttpResponse:
    raise Http404


@event_for("viewer")
def overview(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def finish(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404


@event_for("director")
def reopen(request: HttpRequest, event: Event) -> HttpResponse:
    raise Http404
