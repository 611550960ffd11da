"""Which tally cards were printed, as far as somebody has said so, and which have changed since.

What was noted before a copy was put back is not asked: cards that were printed after the copy was made are
in the hall, and the copy knows nothing of them.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping

from tournament.models import CardPrint, Event
from tournament.reports.cards import TallyCard, tally_cards


def fingerprint(card: TallyCard) -> str:
    """A word for all that the card shows."""
    return hashlib.sha256(repr(card).encode()).hexdigest()[:16]


def to_print(event: Event, only: Collection[int], *, changed: bool) -> Mapping[str, str]:
    """The fingerprints of these players' cards by number, or of those that changed."""
    cards = tally_cards(event, only)
    if changed:
        cards = changed_since_printed(event, cards) or ()
    return {str(card.person.number): fingerprint(card) for card in cards}


def changed_since_printed(event: Event, cards: Iterable[TallyCard]) -> tuple[TallyCard, ...] | None:
    """The cards that differ from those last printed; None if no printing is known."""
    known = _known(event)
    if not known:
        return None
    printed = {number: seen for noted in known for number, seen in noted.cards.items()}
    return tuple(card for card in cards if printed.get(str(card.person.number)) != fingerprint(card))


def last_print(event: Event) -> CardPrint | None:
    """The last printing that is known."""
    return event.card_prints.filter(event_uid=event.uid).select_related("by").last()


def is_from_before_a_restore(event: Event) -> bool:
    """Whether cards were printed, but only before a copy was put back."""
    return event.card_prints.exists() and not event.card_prints.filter(event_uid=event.uid).exists()


def _known(event: Event) -> list[CardPrint]:
    return list(event.card_prints.filter(event_uid=event.uid))
