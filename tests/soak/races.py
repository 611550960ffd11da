"""Officials who save one table's totals at the same moment, through the service or a whole request.

In a race all of them have the same page and each types something else: one is saved, each other sees both
versions. In a repetition all of them send the very same submission: it is saved once.
"""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.seats import Side
from tests.helpers.factories import NOW, make_published, make_user, table_of
from tests.helpers.sheet_entry import row
from tests.soak.table import note
from tournament.models import AuditEntry, Event, Membership, Sheet, Table, User
from tournament.services import sheets
from tournament.services.errors import Stale

THREADS = 8
SCRIPT = {"X-Requested-With": "sheets"}


@dataclass
class Outcome:
    """What came of it. `bad` says in words what should not have happened."""

    races: int = 0
    one_winner: int = 0
    overwrites: int = 0
    locked: int = 0
    repeated: int = 0
    doubles: int = 0
    bad: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Entry:
    """What an official sends: totals, the revision their page was made from, the key of the submission."""

    ns: int
    ew: int
    expected: int
    key: str


Way = Callable[[int, Entry], int]  # (official, entry) -> 200 saved, 409 somebody else was


class Officials:
    """As many officials as threads, each with a browser and a thread of their own, released together."""

    def __init__(self, event: Event, table: Table, *, over_http: bool) -> None:
        self.table_key = table.pk
        self.url = reverse("sheets:save_row", args=[event.slug, 1, 1])
        self.users = [make_user(f"scorer{User.objects.count()}") for _ in range(THREADS)]
        self.clients = []
        for user in self.users:
            Membership.objects.create(event=event, user=user, role="scorer")
            client = Client()
            client.force_login(user)
            self.clients.append(client)
        self.send: Way = self._post if over_http else self._call

    def _post(self, number: int, entry: Entry) -> int:
        data = row(1, entry.ns, entry.ew, revision=entry.expected, key=entry.key)
        return self.clients[number].post(self.url, data, headers=SCRIPT).status_code

    def _call(self, number: int, entry: Entry) -> int:
        try:
            sheets.enter_totals(
                Table.objects.select_related("round").get(pk=self.table_key),
                by=self.users[number],
                at=NOW,
                totals={Side.NS: entry.ns, Side.EW: entry.ew},
                loners={},
                expected=entry.expected,
                client_key=entry.key,
            )
        except Stale:
            return 409
        return 200

    def at_once(
        self, turns: int, entry: Callable[[int, int], Entry], judge: Callable[[int, list], None]
    ) -> None:
        """Have everybody send their `entry(turn, number)` at once, turn after turn; `judge` the answers."""
        start, end = threading.Barrier(THREADS + 1), threading.Barrier(THREADS + 1)
        answers: list[object] = [None] * THREADS

        def work(number: int) -> None:
            try:
                for turn in range(turns):
                    start.wait()
                    try:
                        answers[number] = self.send(number, entry(turn, number))
                    except Exception as problem:
                        answers[number] = f"{type(problem).__name__}: {problem}"
                    end.wait()
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for turn in range(turns):
            start.wait()
            end.wait()
            judge(turn, list(answers))
        for thread in threads:
            thread.join()


def trial(races: int, repetitions: int, *, over_http: bool) -> Outcome:
    """Race, then repeat, at the one table of a new event in the database that is set up."""
    director = make_user(f"director{User.objects.count()}")
    event = make_published(director, players=4, rounds=1, name=f"Races {Event.objects.count()}")
    table = table_of(event)
    officials = Officials(event, table, over_http=over_http)
    outcome = Outcome()
    _race(outcome, table, officials, races)
    _repeat(outcome, table, officials, repetitions, first=races)
    _look_back(outcome, event, table, races + repetitions)
    return outcome


def figures(turn: int, number: int) -> tuple[int, int]:
    """Totals that differ among the officials of a turn, and from those of the turn before."""
    return 5 + number, 3 + turn % 2


def _race(outcome: Outcome, table: Table, officials: Officials, races: int) -> None:
    def entry(turn: int, number: int) -> Entry:
        return Entry(*figures(turn, number), turn, f"race-{table.pk}-{turn}-{number}")

    def judge(turn: int, answers: list) -> None:
        outcome.races += 1
        outcome.locked += sum("locked" in str(answer) for answer in answers)
        counting = Sheet.objects.get(table=table, counting=True)
        saved = [number for number, answer in enumerate(answers) if answer == 200]
        if Counter(answers) == {200: 1, 409: THREADS - 1} and counting.revision == turn + 1:
            outcome.one_winner += 1
            winner = saved[0]
            told = (*figures(turn, winner), officials.users[winner].pk)
            outcome.overwrites += (counting.ns, counting.ew, counting.entered_by_id) != told
        else:
            outcome.bad.append(f"race {turn}: {answers}, revision {counting.revision}")
        if (turn + 1) % 200 == 0:
            note(f"{turn + 1} races")

    officials.at_once(races, entry, judge)


def _repeat(outcome: Outcome, table: Table, officials: Officials, repetitions: int, *, first: int) -> None:
    def entry(turn: int, number: int) -> Entry:
        return Entry(*figures(first + turn, 0), first + turn, f"again-{table.pk}-{turn}")

    def judge(turn: int, answers: list) -> None:
        outcome.repeated += 1
        outcome.locked += sum("locked" in str(answer) for answer in answers)
        made = Sheet.objects.filter(table=table).count() - first - turn
        outcome.doubles += made > 1
        if answers != [200] * THREADS or made != 1:
            outcome.bad.append(f"submission {turn}: {answers}, {made} sheets")
        if (turn + 1) % 200 == 0:
            note(f"{turn + 1} submissions, each sent {THREADS} times")

    officials.at_once(repetitions, entry, judge)


def _look_back(outcome: Outcome, event: Event, table: Table, turns: int) -> None:
    """In the end there is one revision and one line of the history for each turn, in their order."""
    revisions = list(table.sheets.order_by("revision").values_list("revision", flat=True))
    if revisions != list(range(1, turns + 1)):
        outcome.bad.append(f"{len(revisions)} revisions after {turns} turns")
    told = AuditEntry.objects.filter(event=event, action__in=["sheet.entered", "sheet.corrected"]).count()
    if told != turns:
        outcome.bad.append(f"{told} lines of the history after {turns} turns")
