"""A server that is killed while officials write to it over HTTP, again and again: nothing saved is lost.

Each writer has a table of its own and enters one score after another. A score that got no answer (its server
was killed, its connection cut) is sent again with the same key until it is acknowledged, as the page's script
does. So in the end every key must be there exactly once, with its values, as consecutive revisions with one
history entry each.
"""

import http.client
import itertools
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client

from tests.helpers.factories import make_published, make_user
from tests.soak.site import PATIENCE, Site
from tests.soak.table import note
from tournament.models import AuditEntry, Event, Sheet


@dataclass
class Outcome:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    double: int = 0
    bad: list[str] = field(default_factory=list)


class Writer(threading.Thread):
    """One official at one table, until told to stop."""

    def __init__(self, number: int, site: Site) -> None:
        super().__init__(daemon=True)
        self.table, self.site = number, site
        self.saved: dict[str, tuple[int, int]] = {}
        self.trouble = ""
        self.done = threading.Event()

    def run(self) -> None:
        for revision in itertools.count():
            if self.done.is_set():
                return
            score = (2 + revision % 5, 7 + revision % 4)
            key = f"writer-{self.table}-{revision}"
            while not self.send(key, score, revision):
                if self.trouble:
                    return
                time.sleep(0.02)
            self.saved[key] = score

    def send(self, key: str, score: tuple[int, int], revision: int) -> bool:
        """Whether the server said that it is saved."""
        try:
            answer = self.site.save(self.table, *score, revision, key)
        except (OSError, http.client.HTTPException):
            return False
        if answer.status != 200 and answer.status < 500:
            self.trouble = f"{key}: {answer.status} {answer.text[:300]!r}"
        return answer.status == 200


def address() -> str:
    """This process's database as another one is told of it."""
    settings_ = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings_['NAME']}"
    return f"postgres://{settings_['USER']}@/{settings_['HOST']}/{settings_['NAME']}"


def cut_connections() -> None:
    """End every other connection to the database, as a restart of it does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def trial(
    data: Path, *, kills: int, writes: int, writers: int = 8, cut: bool = False, seed: int = 1
) -> Outcome:
    """Kill the server (or cut its connections) at random moments until both numbers are reached."""
    rng, outcome = random.Random(seed), Outcome()
    director = make_user("dora", is_superuser=True)
    event = make_published(director, players=4 * writers, rounds=1)
    official = Client()
    official.force_login(director)
    site = Site(data)
    site.environment |= {"SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": address()}
    name = settings.SESSION_COOKIE_NAME
    site.slug, site.cookie = event.slug, f"{name}={official.cookies[name].value}"
    site.start()
    threads = [Writer(number, site) for number in range(1, writers + 1)]
    for thread in threads:
        thread.start()
    pause = writes / kills / 60  # at some sixty scores a second both numbers are reached together
    while not any(thread.trouble for thread in threads):
        count = _saved(threads)
        if outcome.kills >= kills and count >= writes:
            break
        _wait_for(lambda before=count: _saved(threads) > before, threads)
        time.sleep(rng.uniform(0, 2 * pause))
        if outcome.kills < kills:
            _strike(site, threads, outcome, cut=cut)
            if outcome.kills % 20 == 0:
                note(f"{outcome.kills} times, {_saved(threads)} scores acknowledged")
    for thread in threads:
        thread.done.set()
    for thread in threads:
        thread.join(PATIENCE)
    site.stop()
    outcome.bad += [thread.trouble for thread in threads if thread.trouble]
    _judge(event, threads, outcome)
    return outcome


def _saved(threads: list[Writer]) -> int:
    return sum(len(thread.saved) for thread in threads)


def _wait_for(happened: Callable[[], bool], threads: list[Writer]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened() and not any(thread.trouble for thread in threads):
        if time.monotonic() > until:
            raise SystemExit("Nothing was acknowledged any more.")
        time.sleep(0.005)


def _strike(site: Site, threads: list[Writer], outcome: Outcome, *, cut: bool) -> None:
    """Kill or cut, and look for what was acknowledged before."""
    if cut:
        known = [key for thread in threads for key in tuple(thread.saved)]
        cut_connections()
    else:
        site.stop(signal.SIGKILL)
        known = [key for thread in threads for key in tuple(thread.saved)]
    outcome.kills += 1
    found = set(Sheet.objects.filter(client_key__in=known[-500:]).values_list("client_key", flat=True))
    outcome.bad += [f"{key} was acknowledged and is gone" for key in known[-500:] if key not in found]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            answer = cursor.execute("PRAGMA integrity_check").fetchone()[0]
        if answer != "ok":
            outcome.bad.append(f"integrity_check says {answer}")
        connection.close()
    if not cut:
        site.start()


def _judge(event: Event, threads: list[Writer], outcome: Outcome) -> None:
    """Every key once, with its values, in consecutive revisions, each with its entry in the history."""
    for thread in threads:
        outcome.acknowledged += len(thread.saved)
        rows = Sheet.objects.filter(table__round__event=event, table__number=thread.table)
        found = list(rows.order_by("revision").values_list("client_key", "ns", "ew", "revision"))
        keys = [key for key, *_ in found]
        outcome.lost += sum(key not in set(keys) for key in thread.saved)
        outcome.double += len(keys) - len(set(keys))
        for key, ns, ew, _revision in found:
            if thread.saved.get(key) not in (None, (ns, ew)):
                outcome.bad.append(f"{key} is {ns}:{ew} and was {thread.saved[key]}")
        if [revision for *_, revision in found] != list(range(1, len(found) + 1)):
            outcome.bad.append(f"table {thread.table}: its revisions have gaps")
        if rows.filter(counting=True).count() != 1:
            outcome.bad.append(f"table {thread.table}: not one sheet counts")
    entries = AuditEntry.objects.filter(event=event, action__startswith="sheet.").count()
    sheets = Sheet.objects.filter(table__round__event=event).count()
    if entries != sheets:
        outcome.bad.append(f"{sheets} sheets have {entries} entries in the history")
