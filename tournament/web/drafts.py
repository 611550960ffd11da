"""Find seating drafts by the key in an address; the address of a draft or of its draw; what to print then."""

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html

from tournament.http import SignedInRequest
from tournament.models import Draft, DraftJob, Event
from tournament.rotation.plan import RotationError
from tournament.running.background import take_turn
from tournament.services.draft_jobs import draw_or_begin, wait_for_draw
from tournament.services.errors import Refused
from tournament.services.seating import former_seating
from tournament.state.cards import CardsInHall
from tournament.web.form_pages import actor
from tournament.words.sentences import words_of

PATIENCE = 1.5  # seconds a director waits for a draw before its progress is shown

MOST_WAIT = 2  # directors at a time


def drafts_of(event: Event) -> QuerySet[Draft]:
    """The drafts to choose from, without the previous seating."""
    return event.drafts.filter(former=False).select_related("event")


def draft_among(drafts: Sequence[Draft | None], key: str) -> Draft | None:
    """The draft with this key, if it is among them."""
    return next((draft for draft in drafts if draft is not None and draft.key == key), None)


def draft_named(event: Event, key: str) -> Draft | None:
    """The event's draft with this key; the previous seating has one, too."""
    return draft_among([*drafts_of(event), former_seating(event)], key)


def draft_url(draft: Draft) -> str:
    """The address of a draft."""
    return f"{reverse('seating:index', args=[draft.event.slug])}?draft={draft.key}"


def publish_url(draft: Draft) -> str:
    """The address where the draft is published after a last look."""
    return f"{reverse('seating:publish', args=[draft.event.slug])}?draft={draft.key}"


def with_cards_to_print(event: Event, done: str) -> str:
    """What was done, and which printed cards are out of date now, with the link to print them."""
    cards = CardsInHall(event).out_of_date()
    if cards is None or not cards.numbers:
        return done
    url = f"{reverse('printing:index', args=[event.slug])}?paper=tally-cards&changed=1#chosen"
    return format_html('{} {} <a href="{}">{}</a>', done, cards.sentence, url, cards.to_print)


def seat_them(request: SignedInRequest, event: Event, movement: str | None = None) -> str:
    """Draw a seating for those who are here, by the event's `movement` or another; its address, or the desk's
    with the reason why there is none.

    Where the hall seats itself there is nothing to draw.
    """
    if event.seats_itself:
        return event.get_absolute_url()
    try:
        return address_of(draw_or_begin(event, **actor(request), movement=movement))
    except (Refused, RotationError) as problem:
        messages.warning(request, words_of(problem))
        return event.get_absolute_url()


def address_of(draft_or_job: Draft | DraftJob) -> str:
    """The address of the draft, or of its draw's progress if that takes longer than a moment."""
    if isinstance(draft_or_job, Draft):
        return draft_url(draft_or_job)
    with take_turn("draws waited for", MOST_WAIT) as mine:  # the other threads go on answering
        ended = wait_for_draw(draft_or_job, PATIENCE if mine else 0)
    if ended.ended_at and ended.draft and not ended.refused:
        return draft_url(ended.draft)
    return reverse("draft_jobs:show", args=[draft_or_job.event.slug, draft_or_job.number])
