"""Fingerprints of the tally cards last printed as a whole set, so that later only changed cards are printed.

Stored in a small file per event beside the data. Without the file all cards are printed. A restored event
has a new uid and so no file, as other cards may be on the tables by now.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tournament.models import Event
from tournament.reports.cards import TallyCard, tally_cards


def write_fingerprints(event: Event) -> None:
    """Write the fingerprints of all the event's present cards."""
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
