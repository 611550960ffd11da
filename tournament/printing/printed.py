"""Which tally cards were last printed as a whole set, so that after a new plan only the changed ones are.

Kept beside the data as fingerprints of cards, one small file an event; losing it only means printing all. A
restored backup loses it: another set may be on the tables than the one that was printed before.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tournament.models import Event
from tournament.reports.cards import TallyCard, tally_cards


def remember(event: Event) -> None:
    """Take note that every card of the event is printed as it is now."""
    path = _path(event)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps({card.person.number: _print_of(card) for card in tally_cards(event)}))
    part.replace(path)


def changed(event: Event, cards: Iterable[TallyCard]) -> tuple[TallyCard, ...] | None:
    """The cards that are not as they were last printed; None where they never were."""
    try:
        known = json.loads(_path(event).read_text())
    except (FileNotFoundError, ValueError):
        return None
    return tuple(card for card in cards if known.get(str(card.person.number)) != _print_of(card))


def _print_of(card: TallyCard) -> str:
    return hashlib.sha256(repr(card).encode()).hexdigest()[:16]


def _path(event: Event) -> Path:
    return Path(settings.DATA_DIR) / "printed" / f"{event.uid}.json"
