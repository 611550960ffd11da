"""The history of an event, as sentences."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from tournament.access import event_for
from tournament.forms.filters import AuditFilter
from tournament.http import OfficialRequest
from tournament.listings.people import AuditListing
from tournament.models import Event
from tournament.reports import history
from tournament.state.history import history_head


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Who changed what and when, newest first, filtered by person and kind."""
    filters = AuditFilter(request.GET, queryset=history.entries(event), officials=history.officials(event))
    table = AuditListing(filters.qs, event=event)
    RequestConfig(request, paginate={"per_page": AuditListing.Meta.per_page}).configure(table)
    context = {"filter": filters, "table": table}
    context["head"] = history_head(event)
    return render(request, "history/index.html", context)
