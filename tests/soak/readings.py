"""Sheets typed a second time over HTTP, with errors planted in either reading: which are asked about.

A director and a scorer read the same round at once, each in a session of their own, with some tables read by
both. Half of the rounds are read again once they are closed.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from django.test import Client
from django.urls import reverse

from tests.helpers.at_once import at_once
from tests.helpers.factories import make_official, make_published, make_user
from tests.helpers.person import Person
from tests.soak.table import note
from tournament.models import Event, Sheet, User
from tournament.simulation.events import hasty_planner

TABLES, ROUNDS = 10, 5  # of an evening
SHARED = 2  # tables of a round that both read
SCRIPT = {"X-Requested-With": "sheets"}
SIDES = {"NS": "EW", "EW": "NS"}
LONE = {"n": "e", "e": "s", "s": "w", "w": "n"}  # the column beside
ANSWERS = ("The score is right: save", "Accept the correction")


@dataclass(frozen=True, slots=True)
class Paper:
    """What a table wrote down: points, the seat of a lone march, the side that came first to a tie."""

    ns: int
    ew: int
    lone: str = ""
    first: str = ""

    @property
    def fields(self) -> dict[str, object]:
        """What is typed into the row."""
        lone = {f"lone_{seat}": "1" if seat == self.lone else "" for seat in LONE}
        return {"ns": self.ns, "ew": self.ew, "reached_first": self.first} | lone


def paper_of(sheet: Sheet) -> Paper:
    """What counts at a table, as its paper would say it."""
    lone = next((seat for seat in LONE if getattr(sheet, f"lone_{seat}")), "")
    return Paper(sheet.ns, sheet.ew, lone, sheet.reached_first)


def draw_paper(draw: Random) -> Paper:
    """A score that the table could have played; the highest ones are asked about by themselves."""
    return _tie(Paper(draw.randint(6, 9), draw.randint(6, 9), draw.choice(["", "", "", *LONE])), draw)


def misread(paper: Paper, draw: Random) -> Paper:
    """The paper with one typing error."""
    wrong = [
        replace(paper, ns=paper.ns + draw.choice((-1, 1))),
        replace(paper, ew=paper.ew + draw.choice((-1, 1))),
        replace(paper, ns=paper.ew, ew=paper.ns),
        replace(paper, lone="" if paper.lone else draw.choice(tuple(LONE))),
        replace(paper, lone=LONE.get(paper.lone, "")),
        replace(paper, first=SIDES.get(paper.first, "")),
    ]
    return draw.choice([mistake for one in wrong if (mistake := _tie(one, draw)) != paper])


def _tie(paper: Paper, draw: Random) -> Paper:
    """With an answer who came first where the points are tied, and there only."""
    if paper.ns != paper.ew:
        return replace(paper, first="")
    return paper if paper.first else replace(paper, first=draw.choice(tuple(SIDES)))


@dataclass
class Outcome:
    """What came of it. `bad` says in words what should not have happened."""

    sheets: int = 0
    planted: int = 0
    found: int = 0
    unplanted: int = 0  # asked about without an error
    overwritten: int = 0  # changed without a question
    wrong: int = 0  # unlike their paper at the end
    checked: int = 0  # whose page says who read it again
    bad: list[str] = field(default_factory=list)


class Reader(Person):
    """Somebody who types sheets in a session of their own, each row sent as the page's script sends it."""

    def __init__(self, user: User, event: Event) -> None:
        client = Client()
        client.force_login(user)
        super().__init__(client)
        self.event = event
        self.saves = ""  # the address that saves a row
        self.held: dict[str, str] = {}  # the fields of the page
        self.asked: dict[int, str] = {}  # table → its row, which asks

    def at(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, *args])

    def begin(self, number: int, *, again: bool) -> None:
        """Open a round's grid."""
        grid, self.saves = ("read_again", "save_row_again") if again else ("enter_totals", "save_row")
        self.asked, self.number = {}, number
        self.held = _inputs(self.client.get(self.at(f"sheets:{grid}", number)).content.decode())

    def read(self, tables: Iterable[int], papers: Mapping[int, Paper]) -> None:
        """Type these tables, and leave the questions for later."""
        for table in tables:
            row = {name: value for name, value in self.held.items() if name.startswith(f"t{table}-")}
            self._send_row(table, row | _typed(table, papers[table]))

    def answer(self, table: int, typed: Paper, right: Paper) -> None:
        """Look the paper up and answer the row, in which this was typed, until nothing more is asked."""
        for _question in range(5):
            html = self.asked[table]
            offered = {
                " ".join(re.sub("<.*?>", " ", words).split()): (name, value)
                for name, value, words in re.findall(
                    r'<button[^>]*?\sname="([^"]+)"\s+value="([^"]*)".*?>(.*?)</button>', html, re.S
                )
            }
            words = "The second is right: save" if typed == right else "The first is right"
            words = next((words for words in (words, *ANSWERS) if words in offered), "")
            assert words, f"Round {self.number}, table {table} offers {sorted(offered)}"
            name, value = offered[words]
            if self._send_row(table, _inputs(html) | {name: value}):
                return
        raise AssertionError(f"Round {self.number}, table {table} goes on asking")

    def _send_row(self, table: int, data: Mapping[str, object]) -> bool:
        """Send a row with the reason above the grid of a closed round, as it was filled in."""
        reason = {"reason": self.held.get("reason", "")}
        path = self.at(f"sheets:{self.saves}", self.number, table)
        answer = self.client.post(path, {**data, **reason}, headers=SCRIPT)
        if answer.status_code != 200:
            self.asked[table] = answer.content.decode()
        return answer.status_code == 200


def _typed(table: int, paper: Paper) -> dict[str, object]:
    return {f"t{table}-{name}": value for name, value in paper.fields.items()}


def _inputs(html: str) -> dict[str, str]:
    """The fields of a piece of a page, by name."""
    fields = {}
    for field_ in re.findall(r"<input[^>]*>", html):
        told = dict(re.findall(r'\s([a-z]+)="([^"]*)"', field_))
        fields[told.get("name", "")] = told.get("value", "")
    return fields


def _versions(html: str) -> list[str]:
    """The two readings that a question shows, without who read them."""
    shown = re.findall(r'<p class="version-(?:figures|more)">(.*?)</p>', html, re.S)
    words = [" ".join(re.sub("<.*?>", " ", text).split()) for text in shown]
    return [" ".join(words[:2]), " ".join(words[2:])]


def trial(sheets: int, errors: int, seed: int) -> Outcome:
    """Play evenings until so many sheets, a multiple of `TABLES`, are read twice, with so many errors."""
    draw, outcome = Random(seed), Outcome(planted=errors)
    planted = set(draw.sample(range(sheets), errors))
    with hasty_planner():
        while outcome.sheets < sheets:
            _evening(outcome, planted, min(ROUNDS, (sheets - outcome.sheets) // TABLES), draw)
            note(f"{outcome.sheets} sheets read twice")
    return outcome


def _evening(outcome: Outcome, planted: set[int], rounds: int, draw: Random) -> None:
    count = User.objects.count()
    director = make_user(f"dora{count}", name=f"Dora {count}")
    event = make_published(director, players=4 * TABLES, rounds=rounds, name=f"Read twice {count}")
    scorer = make_official(event, username=f"sam{count}", name=f"Sam {count}")
    dora, sam = Reader(director, event), Reader(scorer, event)
    tables = range(1, TABLES + 1)
    for number in range(1, rounds + 1):
        papers = {table: draw_paper(draw) for table in tables}
        wrong = {table for table in tables if outcome.sheets + table - 1 in planted}
        late = {table for table in wrong if draw.random() < 0.5}  # wrong in the second reading
        mistyped = {table: misread(papers[table], draw) for table in sorted(wrong)}
        first = papers | {table: mistyped[table] for table in wrong - late}
        second = papers | {table: mistyped[table] for table in late}
        dora.begin(number, again=False)
        dora.read(tables, first)
        for table in dora.asked:
            dora.answer(table, first[table], first[table])
        if number % 2:
            dora.visit(dora.at("rounds:close", number)).press("Close round")
        _read_again(outcome, dora, sam, number, second)
        _judge(outcome, dora, sam, first, second, papers)
        if not number % 2:
            dora.visit(dora.at("rounds:close", number)).press("Close round")
        outcome.sheets += TABLES
    finish = dora.visit(dora.at("events:finish")).text
    if f"Every sheet is read twice, the second time by {director} and {scorer}." not in finish:
        outcome.bad.append(f"the checklist of {event} does not say who checked: {finish}")


def _read_again(
    outcome: Outcome, dora: Reader, sam: Reader, number: int, second: Mapping[int, Paper]
) -> None:
    """Dora from the first table on, Sam from the last one back, both at once with pages opened before."""
    half = (TABLES + SHARED) // 2
    parts = [(dora, range(1, half + 1)), (sam, range(TABLES, TABLES - half, -1))]
    for reader, _tables in parts:
        reader.begin(number, again=True)
    came_to = at_once(lambda one: parts[one][0].read(parts[one][1], second), people=len(parts))
    outcome.bad += [f"round {number}: {problem!r}" for problem in came_to if problem is not None]


def _judge(
    outcome: Outcome,
    dora: Reader,
    sam: Reader,
    first: Mapping[int, Paper],
    second: Mapping[int, Paper],
    papers: Mapping[int, Paper],
) -> None:
    """Compare what was asked with what was planted, have it answered, and look at what counts then."""
    where = {"table__round__event": dora.event, "table__round__number": dora.number}
    sheets = Sheet.objects.counting().filter(**where).select_related("table", "confirmed_by")
    outcome.overwritten += sum(paper_of(sheet) != first[sheet.table.number] for sheet in sheets)
    wrong = {table for table in papers if first[table] != second[table]}
    asked = set(dora.asked) | set(sam.asked)
    outcome.found += len(asked & wrong)
    outcome.unplanted += len(asked - wrong)
    for reader in (dora, sam):
        for table, html in sorted(reader.asked.items()):
            theirs, typed = _versions(html)
            if theirs == typed:
                outcome.bad.append(f"round {reader.number}, table {table}: both are shown as {theirs}")
            reader.answer(table, second[table], papers[table])
    for sheet in sheets.all():
        table = sheet.table.number
        outcome.wrong += paper_of(sheet) != papers[table]
        outcome.overwritten += sheet.revision > 1 and table not in asked
        page = dora.client.get(dora.at("sheets:show", dora.number, table)).content.decode()
        outcome.checked += f"confirmed by {sheet.confirmed_by}" in page
    readers = " and ".join(sorted({str(sheet.confirmed_by) for sheet in sheets.all()}))
    desk = dora.visit(dora.at("rounds:desk", dora.number)).text
    if f"read twice, the second time by {readers}" not in desk:
        outcome.bad.append(f"the page of round {dora.number} does not say who checked: {desk[:300]}")
