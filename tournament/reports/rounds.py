"""One round: its desk with every table, its players and its report; and its results as everybody sees them.

A fixed number of queries for any number of tables. Adds nothing up; `standings` does.
"""

from dataclasses import dataclass, replace

from scoring.seats import SEATS, SIDES, Side
from tournament.models import Event, Round
from tournament.reports.event_overview import Evening
from tournament.reports.players import Whereabouts
from tournament.reports.seating import ChartRound, ChartTable, SeatedPerson
from tournament.reports.sheets import RoundTables, SideResult, round_tables
from tournament.reports.todos import Completeness, Shown, TodoItem, public_items
from tournament.state.attendance import in_a_row
from tournament.state.open_items import TableWithoutSheet, not_played_among
from tournament.state.results import Results, RoundFacts, Score


class RoundDesk(Evening, RoundTables):
    """An evening at the desk of one of its rounds."""

    place = Shown.ROUND

    def __init__(self, round_: Round, still_open: Completeness) -> None:
        super().__init__(round_.event, still_open)
        self.round = round_
        self.tables, self.sit_out = round_tables(round_)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def is_open(self) -> bool:
        return self.round.status == Round.Status.OPEN

    @property
    def is_closed(self) -> bool:
        return self.round.status == Round.Status.CLOSED

    @property
    def missing_here(self) -> tuple[int, ...]:
        """The tables whose sheet still comes, although the round is closed."""
        late = self.is_closed and not self.event.is_finished
        return next(state.missing for state in self.rounds if state.number == self.number) if late else ()

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
    def following(self) -> int | None:
        """The number of the round after this one, seated or not."""
        numbers = (*(state.number for state in self.rounds), *self.coming.numbers)
        return next((number for number in numbers if number > self.number), None)

    @property
    def seats_next(self) -> bool:
        """Whether the round after this one is still to be seated."""
        return self.following in self.coming.numbers


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
