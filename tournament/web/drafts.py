"""Drafts by what names them in an address, and where a draft or the draw of one is shown."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.urls import reverse

from tournament.models import Draft, DraftJob, Event
from tournament.reports.seating_page import draft_key
from tournament.services.draft_jobs import wait
from tournament.services.seating import former_seating

PATIENCE = 1.5  # seconds a director waits for a draw before he is told how far it is


def drafts_of(event: Event) -> QuerySet[Draft]:
    """Those to choose from; former seating is none of them."""
    return event.drafts.filter(former=False).select_related("event")


def draft_among(drafts: Sequence[Draft | None], key: str) -> Draft | None:
    """The draft of this key."""
    return next((draft for draft in drafts if draft is not None and draft_key(draft) == key), None)


def draft_named(event: Event, key: str) -> Draft | None:
    """The draft of this key, or the former seating."""
    return draft_among([*drafts_of(event), former_seating(event)], key)


def draft_url(draft: Draft) -> str:
    """Where a draft is shown."""
    return f"{reverse('seating:index', args=[draft.event.slug])}?draft={draft_key(draft)}"


def address_of(made: Draft | DraftJob) -> str:
    """Where what was asked for is shown: the draft, or after a moment how far its draw is."""
    if isinstance(made, Draft):
        return draft_url(made)
    ended = wait(made, PATIENCE)
    if ended.ended_at and ended.draft and not ended.refused:
        return draft_url(ended.draft)
    return reverse("draft_jobs:show", args=[made.event.slug, made.number])
