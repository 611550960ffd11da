"""Requests with what the site's middleware and decorators put on them, and what an event's pages have."""

from typing import Any

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.models import Event, User

# The entry of an event's navigation that is marked on the pages of each part; some pages are below another.
SECTIONS = {
    "overview": "events finale notes announcements rehearsal",
    "players": "players groups money sign_ups teams",
    "seating": "seating seating_choices own_chart draft_jobs wishes",
    "rounds": "rounds substitutions departures seat_corrections sheets table_links cards",
    "rulings": "rulings",
    "standings": "standings prizes",
    "print": "printing",
    "audit": "history undoing archive",
    "settings": "officials",
}
SECTION_OF = {part: section for section, parts in SECTIONS.items() for part in parts.split()} | {
    "events:settings": "settings",
    "events:delete": "settings",
    "events:hand_over": "settings",
    "teams:standings": "standings",
}


class SiteRequest(HttpRequest):
    """A request past the site's middleware; `alarm` says why no new backup could be made."""

    alarm: str


class SignedInRequest(SiteRequest):
    """A request by a user who is signed in."""

    user: User


class OfficialRequest(SignedInRequest):
    """A request by an official: `access.event_for` has checked that their role at the event permits it."""

    event: Event
    role: str


def page_of(request: HttpRequest) -> str:
    """The page whose form was sent, if the browser names it and it is ours; else the form's address."""
    page = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if ours else request.path


def event_page(request: HttpRequest) -> dict[str, Any]:
    """Give the pages of officials their `event` and the `section` of its navigation: a context processor."""
    if not hasattr(request, "event") or request.resolver_match is None:
        return {}
    match = request.resolver_match
    section = SECTION_OF.get(match.view_name) or SECTION_OF.get(match.namespace, "")
    if match.namespace == "cards" and request.event.seats_itself:
        section = "cards"
    return {"event": request.event, "section": section}
