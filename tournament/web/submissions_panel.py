"""What a round's tables submitted by phone, on pages of the desk."""

from typing import Any

from tournament.http import OfficialRequest
from tournament.models import Event, Round
from tournament.models.people import may
from tournament.reports.submissions import submission_questions
from tournament.web import event_cache


def submissions_panel(request: OfficialRequest, event: Event, round_: Round) -> dict[str, Any]:
    """The context that shows the tables' questions on a page of the desk and keeps them fresh."""
    return {
        "questions": submission_questions(round_) if event.table_entry else (),
        "round_number": round_.number,
        "scores": may(request.role, "scorer") and not event.is_finished,
        "reports_etag": event_cache.etag(event, request.role),
    }
