"""Copies taken while others write, each put back and compared with what had been saved by then.

Writers enter scores at events of their own. In the transaction of each score they keep the archive of their
event, by the number of its last audit entry: whatever moment a copy shows, its events then are known.
"""

import hashlib
import random
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Max

from scoring.seats import SEATS, Side
from tests.helpers.factories import make_published, make_user
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.backup import package, restoring, shelf
from tournament.models import Event, Table, User
from tournament.services.sheets import enter_totals

AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)


class Then(NamedTuple):
    """An event at one moment: the hash of its archive without the history, and how long that was."""

    archive: str
    entries: int


@dataclass
class Outcome:
    """What came of the copies: how many, how many were bad (with a sentence for each), scores meanwhile."""

    copies: int = 0
    writes: int = 0
    bad: list[str] = field(default_factory=list)


def trial(copies: int, *, writers: int = 3) -> Outcome:
    """Take that many copies under load, then look into each and put each back."""
    events = [make_published(make_user(f"director-{n}"), name=f"Hall {n}") for n in range(writers)]
    known = {key: _archive(Event.objects.get(pk=event.pk)) for event in events for key in [_key(event)]}
    outcome, stop = Outcome(), threading.Event()
    writing = [threading.Thread(target=_write, args=(e.pk, known, outcome, stop)) for e in events]
    for thread in writing:
        thread.start()
    made = []
    try:
        folder = shelf.folder()
        for number in range(copies):
            before = outcome.writes
            made.append(package.write(folder / f"{number}.zip", reason=shelf.BY_HAND, at=AT))
            while outcome.writes == before and any(thread.is_alive() for thread in writing):
                time.sleep(0.005)  # on a busy machine the copy may have been quicker than every writer
    finally:
        stop.set()
        for thread in writing:
            thread.join()
    outcome.copies = len(made)
    for copy in made:
        try:
            _look(copy.path, known)
        except Exception as problem:
            outcome.bad.append(f"{copy.name}: {type(problem).__name__}: {problem}")
    return outcome


def _key(event: Event) -> tuple[str, int]:
    return event.slug, event.audit_entries.aggregate(last=Max("pk"))["last"]


def _archive(event: Event) -> Then:
    """The event as its archive shows it, and how long its history is."""
    archive = document(event)
    history = archive.pop("history")
    digest = hashlib.sha256(dumps(archive).encode()).hexdigest()
    return Then(digest, history["entries"])


def _write(pk: int, known: dict[tuple[str, int], Then], outcome: Outcome, stop: threading.Event) -> None:
    rng = random.Random(pk)
    director = User.objects.get(memberships__event=pk)
    tables = list(Table.objects.filter(round__event=pk, round__number=1).select_related("round"))
    try:
        while not stop.is_set():
            table = rng.choice(tables)
            counting = table.sheets.filter(counting=True).first()
            with transaction.atomic():
                enter_totals(
                    table,
                    by=director,
                    at=AT,
                    totals={Side.NS: rng.randint(5, 9), Side.EW: rng.randint(10, 16)},
                    loners=dict.fromkeys(SEATS, 0),
                    expected=counting.revision if counting else 0,
                    confirmed=True,
                )
                event = Event.objects.get(pk=pk)
                known[_key(event)] = _archive(event)
            outcome.writes += 1
    finally:
        connection.close()


def _look(path: Path, known: dict[tuple[str, int], Then]) -> None:
    """Put the copy back: each event must be exactly what it was at the entry that the copy names."""
    copy = package.read(path)
    restoring.restore(copy, by=None, at=AT)
    for then in copy.events:
        event, saved = Event.objects.get(slug=then["slug"]), known[then["slug"], then["last_entry"]]
        if _archive(event) != saved._replace(entries=saved.entries + 1):  # the restore's own entry follows
            raise AssertionError(f"{then['slug']} differs from what was saved by entry {then['last_entry']}")
