"""Fingerprints of the tally cards last printed as a whole set, so that later only changed cards are printed.

They are a small file for each event beside the data, written while a page is being answered. Losing the file
means only that all cards are printed. A restored backup has other events, and so no file: another set may be
on the tables than the one printed before.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tournament.models import Event
from tournament.reports.cards import TallyCard, tally_cards


def write_fingerprints(event: Event) -> None:
    """Write the fingerprint of every card of the event as it is now."""
    path = _path(event)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps({card.person.number: _fingerprint(card) for card in tally_cards(event)}))
    part.replace(path)


def changed_since_printed(event: Event, cards: Iterable[TallyCard]) -> tuple[TallyCard, ...] | None:
    """The cards that differ from the last printed set; None if no set has been printed."""
    try:
        printed = json.loads(_path(event).read_text())
    except (FileNotFoundError, ValueError):
        return None
    return tuple(card for card in cards if printed.get(str(card.person.number)) != _fingerprint(card))


def _fingerprint(card: TallyCard) -> str:
    return hashlib.sha256(repr(card).encode()).hexdigest()[:16]


def _path(event: Event) -> Path:
    return Path(settings.DATA_DIR) / "printed" / f"{event.uid}.json"
