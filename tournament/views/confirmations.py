"""Sheets that a second official confirms with one click."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for, table_of
from tournament.figures import figure
from tournament.forms.fields import number_in
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.sheets import to_confirm
from tournament.services import confirmations as services
from tournament.services.errors import Refused
from tournament.web.form_pages import actor

BACK = {"desk": "rounds:desk", "grid": "sheets:enter_totals"}


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Every sheet that waits for a second official."""
    context = {
        "waiting": to_confirm(event),
        "alone": services.is_alone(event),
    }
    return render(request, "confirmations/index.html", context)


@event_for("scorer")
@require_POST
def confirm(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Confirm the version that the page showed, then return to that page."""
    seated = table_of(event, round, table)
    revision = number_in(request.POST.get("sheet")) or 0
    try:
        sheet = services.confirm(seated, revision, **actor(request))
    except Refused as problem:
        messages.warning(request, _("Table %(table)d: %(why)s") % {"table": table, "why": problem.message})
    else:
        words = _("Table %(table)d is confirmed: %(ns)s to %(ew)s.")
        messages.success(request, words % {"table": table, "ns": figure(sheet.ns), "ew": figure(sheet.ew)})
    back = BACK.get(request.GET.get("back", ""))
    if back is None:
        return redirect("confirmations:index", event.slug)
    return redirect(reverse(back, args=[event.slug, round]))
