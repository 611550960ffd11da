"""The history of an event, as sentences; its last actions, and undoing them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from tournament.access import event_for
from tournament.forms.players import AuditFilter
from tournament.http import OfficialRequest
from tournament.listings import AuditListing
from tournament.models import AuditEntry, Event
from tournament.models.people import role_suffices
from tournament.reports import history
from tournament.services import undoing
from tournament.web.form_pages import act, form_page

SHOWN = 15


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Who changed what and when, newest first, filtered by person and kind."""
    filters = AuditFilter(request.GET, entries=history.entries(event), officials=history.officials(event))
    table = AuditListing(filters.chosen(), event=event)
    RequestConfig(request, paginate={"per_page": AuditListing.Meta.per_page}).configure(table)
    return render(request, "history/index.html", {"filter": filters, "table": table})


@event_for("scorer")
@require_safe
def latest(request: OfficialRequest, event: Event) -> HttpResponse:
    """What was done last, newest first; what this official may take back has a button."""
    entries = history.entries(event).by_officials()[:SHOWN]
    lines = [
        (entry.pk, history.line_of(entry), _offered(request, event, entry), _asks(entry)) for entry in entries
    ]
    return render(request, "history/latest.html", {"lines": lines})


@event_for("scorer")
@form_page
def undo(request: OfficialRequest, event: Event, entry: int) -> HttpResponse:
    """Ask before, then undo the action with this number: the one the page showed, never a newer one."""
    record = get_object_or_404(event.audit_entries, pk=entry)
    if request.method != "POST":
        context = {"line": history.line_of(record), "asks": _asks(record)}
        return render(request, "history/undo.html", context)
    if not _permitted(request, record.action):
        messages.error(request, _("Only a director can undo this."))
        return redirect("undoing:latest", event.slug)
    done = _("Undone: %(what)s.") % {"what": history.sentence_of(record.action, record.facts)}
    act(request, undoing.undo, event, record, done=done)
    return redirect("undoing:latest", event.slug)


def _permitted(request: OfficialRequest, action: str) -> bool:
    way = undoing.way_of(action)
    return way is None or role_suffices(request.role, way.needs)


def _asks(entry: AuditEntry) -> bool:
    """Whether a page asks before undoing it: players would have to move."""
    way = undoing.way_of(entry.action)
    return way is not None and way.moves_players


def _offered(request: OfficialRequest, event: Event, entry: AuditEntry) -> bool:
    return _permitted(request, entry.action) and undoing.can_be_undone(event, entry)
