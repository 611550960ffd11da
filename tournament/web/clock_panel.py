"""The round clock's panel on pages of the desk."""

from typing import Any

from tournament.http import OfficialRequest
from tournament.models import Event, Round
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
    return event_cache.etag(event, request.role)
