"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import event_for
from tournament.models import Event


@event_for("scorer")
def enter_totals(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    raise Http404


@event_for("scorer")
def save_row(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404


@event_for("viewer")
def show(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404


@event_for("scorer")
def enter_deals(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404


@event_for("scorer")
def preview_deals(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    raise Http404


@event_for("scorer")
def restore(request: HttpRequest, event: Event, round: int, table: int, revision: int) -> HttpResponse:
    raise Http404
