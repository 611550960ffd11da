"""The history as a chain: each entry holds the hash of its facts and of the entry before it.

Whoever changes, adds or removes an entry later has to change every hash after it, and so the head: the last
hash, which is printed on standings and written into archives. Paper and files out of the house then say so.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tournament import actions
from tournament.models import AuditEntry, Event

PREFIX = "sha256:"
SHORT = 16  # hexadecimal digits on paper: enough that nobody makes another chain that ends in them


@dataclass(frozen=True, slots=True)
class HistoryHead:
    """How many entries an event's history has, and the hash of the last one ("sha256:…")."""

    entries: int
    head: str

    @property
    def short(self) -> str:
        """“3f9a 2b41 c7d0 11ee”: the beginning of the hash, as papers show it."""
        digits = self.head.removeprefix(PREFIX)[:SHORT]
        return " ".join(digits[at : at + 4] for at in range(0, SHORT, 4))

    def to_dict(self) -> dict[str, Any]:
        return {"entries": self.entries, "head": self.head}


def entry_hash(previous: str, *, action: str, at: datetime, by: str | None, facts: Any) -> str:
    """The hash of an entry, in 64 hexadecimal digits.

    `previous` is the hash of the entry before it (empty for the first), `by` a sign-in name. The facts are
    hashed as the database gives them back: keys are text and sorted, tuples are lists.
    """
    values = {
        "previous": previous,
        "action": action,
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": by,
        "facts": json.loads(json.dumps(facts)),
    }
    written = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


def last_hash(event: Event) -> str:
    """The hash of the event's last entry, empty if there is none; call it while the event is locked."""
    return event.audit_entries.order_by("-pk").values_list("hash", flat=True).first() or ""


def history_head(event: Event) -> HistoryHead | None:
    """Where the event's history ends.

    An imported event goes on from the history of its file: as long as nothing else happened, its head is the
    file's, or None if the file had none.
    """
    last = event.audit_entries.order_by("-pk").first()
    if last is None:
        return None
    if last.action == actions.EVENT_IMPORTED.code:
        return _of_file(last.facts)
    brought = event.audit_entries.filter(action=actions.EVENT_IMPORTED.code).first()
    file = _of_file(brought.facts) if brought is not None else None
    return HistoryHead(event.audit_entries.count() + (file.entries if file else 0), PREFIX + last.hash)


def _of_file(facts: Any) -> HistoryHead | None:
    """The head of the file that an imported event was read from."""
    history = facts.get("history")
    return HistoryHead(history["entries"], history["head"]) if history else None


def broken_entries(event: Event) -> Iterator[int]:
    """The entries, counted from 1, that are not what was written, or do not follow the one before them."""
    previous = ""
    entries = event.audit_entries.select_related("by").order_by("pk")
    for number, entry in enumerate(entries.iterator(500), start=1):
        if entry.hash != hash_of(entry, previous):
            yield number
        previous = entry.hash


def hash_of(entry: AuditEntry, previous: str) -> str:
    """The hash that this entry must have after one with the hash `previous`."""
    by = entry.by.username if entry.by is not None else None
    return entry_hash(previous, action=entry.action, at=entry.at, by=by, facts=entry.facts)


def entry_with_head(event: Event, head: str) -> tuple[int, datetime] | None:
    """The entry, counted from 1, whose hash begins like `head`, and when it was made; None if there is none.

    `head` is what a paper or an archive shows: its spaces and “sha256:” do not matter.
    """
    digits = "".join(head.removeprefix(PREFIX).split()).lower()
    if not digits:
        return None
    hashes = event.audit_entries.order_by("pk").values_list("hash", "at")
    for number, (full, at) in enumerate(hashes.iterator(500), start=1):
        if full.startswith(digits):
            return number, at
    return None
