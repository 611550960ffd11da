"""One round: its desk with every table, its players and its report; and its results as everybody sees them.

A fixed number of queries for any number of tables. Adds nothing up; `standings` does.
"""

from dataclasses import dataclass, replace

from scoring.seats import SEATS, SIDES, Side
from tournament.models import Event, Round
from tournament.reports.players import Whereabouts
from tournament.reports.seating import ChartRound, ChartTable, SeatedPerson
from tournament.reports.sheets import RoundTables, SideResult, round_tables
from tournament.reports.todos import NOTHING_OPEN, Completeness, TodoItem, public_items
from tournament.state.attendance import in_a_row
from tournament.state.next_round import rounds_to_seat
from tournament.state.open_items import TableWithoutSheet, not_played_among
from tournament.state.results import Results, RoundFacts, Score


@dataclass(frozen=True, slots=True)
class RoundDesk(RoundTables):
    """A round as the desk sees it. `rounds` are (number, status) of all, for going from one to the next;
    `unseated` the numbers of those that are seated only when the round before them is closed."""

    number: int
    status: str
    sit_out: tuple[SeatedPerson, ...]
    rounds: tuple[tuple[int, str], ...]
    unseated: tuple[int, ...] = ()
    open: Completeness = NOTHING_OPEN  # about the sheets of every round

    @property
    def round_total(self) -> int:
        """How many rounds there are, with those still to be seated."""
        return len(self.rounds) + len(self.unseated)

    @property
    def incomplete(self) -> frozenset[int]:
        """The closed rounds whose results are wrong until something is settled."""
        return frozenset(item.round for item in self.open.wrong if item.round)

    @property
    def unsettled(self) -> frozenset[int]:
        """The closed rounds about which anything is open."""
        closed = {number for number, status in self.rounds if status == Round.Status.CLOSED}
        return frozenset(item.round for item in self.open.amiss.items if item.round in closed)

    @property
    def without(self) -> tuple[TableWithoutSheet, ...]:
        """The tables of any closed round whose sheet is missing."""
        return self.open.missing

    @property
    def missing_here(self) -> tuple[TableWithoutSheet, ...]:
        return tuple(one for one in self.without if one.round == self.number)

    @property
    def open_here(self) -> Completeness:
        """What is open about this round."""
        return self.open.amiss.in_round(self.number)

    @property
    def open_before(self) -> Completeness:
        """What is open about the rounds before this one, as lines."""
        return self.open.before(self.number).in_lines

    @property
    def open_tables(self) -> frozenset[int]:
        """The tables of this round about which anything is open."""
        return frozenset(table for item in self.open_here.items for table in item.tables)

    @property
    def second_readers(self) -> str:
        """Who read the sheets a second time, as part of a sentence; empty until all of them are."""
        sheets = [table.sheet for table in self.tables if table.sheet]
        if self.reported < self.due or not all(sheet.confirmed_at for sheet in sheets):
            return ""
        return in_a_row(sorted({str(sheet.confirmed_by) for sheet in sheets}))

    @property
    def is_open(self) -> bool:
        return self.status == Round.Status.OPEN

    @property
    def is_closed(self) -> bool:
        return self.status == Round.Status.CLOSED

    @property
    def is_last(self) -> bool:
        return self.following is None

    @property
    def following(self) -> int | None:
        """The number of the round after this one, seated or not."""
        numbers = (*(number for number, _ in self.rounds), *self.unseated)
        return next((number for number in numbers if number > self.number), None)

    @property
    def seats_next(self) -> bool:
        """Whether the round after this one is still to be seated."""
        return self.following in self.unseated

    @property
    def open_round(self) -> int | None:
        """The round in play, if any."""
        return next((number for number, status in self.rounds if status == Round.Status.OPEN), None)


def round_desk(round_: Round, completeness: Completeness) -> RoundDesk:
    """The desk of a published round; `completeness` is what is open about the event's sheets."""
    tables, sit_out = round_tables(round_)
    states = Round.objects.filter(event=round_.event_id).order_by("number")
    rounds = tuple(states.values_list("number", "status"))
    to_come = tuple(rounds_to_seat(round_.event, rounds[-1][0]))
    return RoundDesk(tables, round_.number, round_.status, sit_out, rounds, to_come, completeness)


@dataclass(frozen=True, slots=True)
class RoundTableResult:
    """What each side of a table scored in a round; no points while nothing counts or results are hidden."""

    number: int
    sides: tuple[SideResult, ...]
    deals_played: int | None = None

    @property
    def is_in(self) -> bool:
        return self.sides[0].points is not None


@dataclass(frozen=True, slots=True)
class RoundResult:
    """`hidden`: its results are kept back, so no table shows any."""

    number: int
    status: str
    hidden: bool
    tables: tuple[RoundTableResult, ...]
    sit_out: tuple[SeatedPerson, ...]
    without_sheet: tuple[TableWithoutSheet, ...] = ()
    open: tuple[TodoItem, ...] = ()

    @property
    def wrong(self) -> tuple[TodoItem, ...]:
        """What makes its results wrong until it is settled."""
        return tuple(item for item in self.open if item.wrong)

    @property
    def not_played(self) -> tuple[TableWithoutSheet, ...]:
        return not_played_among(self.without_sheet)

    @property
    def sheets_due(self) -> int:
        return len(self.tables) - len(self.not_played)

    @property
    def sheets_in(self) -> int:
        return sum(table.is_in for table in self.tables)


def round_result(event: Event, where: Whereabouts, results: Results, number: int) -> RoundResult | None:
    """A published round by its number, None if there is no such round."""
    chart = next((round_ for round_ in where.rounds if round_.number == number), None)
    if chart is None:
        return None
    through = event.shown_through
    hidden = through is not None and number > through
    facts = next((facts for facts in results.rounds if facts.number == number), None)
    scores = {} if hidden or facts is None else _scores(facts, results)
    without = () if hidden else tuple(one for one in results.without_sheet if one.round == number)
    items = () if hidden else public_items(results, event, number)
    here = tuple(item for item in items if item.round == number)
    return replace(_result(chart, hidden, scores, without), open=here)


def _scores(facts: RoundFacts, results: Results) -> dict[int, Score]:
    """The score of each table that is in, by the number of a player who sits there."""
    numbers = {player.key: player.number for player in results.players}
    return {
        numbers[key]: score
        for table, score in facts.scores.items()
        for key in facts.tables[table].values()
        if key in numbers
    }


def _result(
    chart: ChartRound, hidden: bool, scores: dict[int, Score], without: tuple[TableWithoutSheet, ...]
) -> RoundResult:
    tables = tuple(_table(table, _score_of(table, scores)) for table in chart.tables)
    return RoundResult(chart.number, chart.status, hidden, tables, chart.sit_out, without)


def _table(table: ChartTable, score: Score | None) -> RoundTableResult:
    sides = tuple(_side(table, side, score) for side in SIDES)
    return RoundTableResult(table.number, sides, score.deals_played if score else None)


def _score_of(table: ChartTable, scores: dict[int, Score]) -> Score | None:
    return next((scores[p.number] for p in table.seats.values() if p.number in scores), None)


def _side(table: ChartTable, side: Side, score: Score | None) -> SideResult:
    seats = [seat for seat in side.seats if seat in table.seats]
    if score is None:
        return SideResult(side, tuple((table.seats[seat], 0) for seat in seats), None, False)
    people = tuple((table.seats[seat], score.loners[SEATS.index(seat)]) for seat in seats)
    return SideResult(side, people, score.totals[SIDES.index(side)], score.winner == side)
