"""Parts of the desk's pages that are kept fresh: the round's clock, and what its tables report by phone."""

from typing import Any

from tournament.http import OfficialRequest
from tournament.models import Event, Round
from tournament.models.people import role_suffices
from tournament.reports.submissions import submission_questions
from tournament.state.clock import clock_of
from tournament.web import event_cache


def clock_panel(request: OfficialRequest, round_: Round, back: str) -> dict[str, Any]:
    """The context of the clock's panel on a page of the desk; `back` names that page."""
    return {
        "clock": clock_of(round_),
        "clock_etag": clock_etag(request, round_.event),
        "sets_clock": request.role == "director" and round_.status == Round.Status.OPEN,
        "back": back,
    }


def clock_etag(request: OfficialRequest, event: Event) -> str:
    """The mark of what these parts show now."""
    return event_cache.etag(event, request.role)


def submissions_panel(request: OfficialRequest, event: Event, round_: Round) -> dict[str, Any]:
    """The context that shows the tables' questions on a page of the desk and keeps them fresh."""
    return {
        "questions": submission_questions(round_) if event.table_entry else (),
        "round_number": round_.number,
        "scores": role_suffices(request.role, "scorer") and not event.is_finished,
        "reports_etag": clock_etag(request, event),
    }
