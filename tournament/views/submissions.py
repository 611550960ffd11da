"""Phone reports at the director's desk: take, clear or approve one with a click."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import ScoringError
from tournament.access import event_for, round_of, table_of
from tournament.forms.fields import number_in
from tournament.http import OfficialRequest
from tournament.models import Event, Round
from tournament.models.people import role_suffices
from tournament.reports.submissions import submission_questions
from tournament.services import submissions as services
from tournament.services.errors import Refused
from tournament.views.clock import clock_etag
from tournament.web import event_cache
from tournament.web.form_pages import act, actor
from tournament.words.figures import figure
from tournament.words.sentences import words_of


@event_for("viewer")
@require_safe
def live(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """A round's open phone reports, which the desk polls."""
    etag = event_cache.etag(event, request.role)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        context = submissions_panel(request, event, round_of(event, round))
        answer = render(request, "submissions/live.html", context)
    answer["ETag"] = etag
    return answer


@event_for("scorer")
@require_POST
def count_report(request: OfficialRequest, event: Event, round: int, table: int, report: int) -> HttpResponse:
    """Make one side's report the table's sheet."""
    seated = table_of(event, round, table)
    expected = number_in(request.POST.get("revision")) or 0
    try:
        sheet = services.count_report(seated, report, **actor(request), expected=expected)
    except (Refused, ScoringError) as problem:
        messages.error(request, _("Table %(table)d: %(why)s") % {"table": table, "why": words_of(problem)})
    else:
        words = _("Table %(table)d is saved: %(ns)s to %(ew)s.")
        messages.success(request, words % {"table": table, "ns": figure(sheet.ns), "ew": figure(sheet.ew)})
    return redirect("rounds:desk", event.slug, round)


@event_for("scorer")
@require_POST
def clear(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Clear a table's reports, so that it can report again."""
    if services.clear(table_of(event, round, table), **actor(request)):
        messages.success(request, _("Table %(table)d’s score is discarded.") % {"table": table})
    return redirect("rounds:desk", event.slug, round)


@event_for("scorer")
@require_POST
def approve(request: OfficialRequest, event: Event, round: int, table: int, report: int) -> HttpResponse:
    """Approve an unlikely score that both sides agreed on."""
    done = _("Table %(table)d’s score is kept.") % {"table": table}
    act(request, services.approve, table_of(event, round, table), report, done=done)
    return redirect("rounds:desk", event.slug, round)


def submissions_panel(request: OfficialRequest, event: Event, round_: Round) -> dict[str, Any]:
    """The context that shows the tables' questions on a page of the desk and keeps them fresh."""
    return {
        "questions": submission_questions(round_) if event.table_entry else (),
        "round_number": round_.number,
        "scores": role_suffices(request.role, "scorer") and not event.is_finished,
        "reports_etag": clock_etag(request, event),
    }
