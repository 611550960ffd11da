"""The public view of one round: who sat at which table, and what it reported.

Runs no queries: it combines what the public pages have read already."""

from dataclasses import dataclass, replace

from scoring.seats import SEATS, SIDES, Side
from tournament.models import Event
from tournament.reports.open_items import OpenItem, public_items
from tournament.reports.player_search import Whereabouts
from tournament.reports.seating import ChartRound, ChartTable, SeatedPerson
from tournament.state.open_items import TableWithoutSheet, not_played_among
from tournament.state.results import Results, RoundFacts, Score


@dataclass(frozen=True, slots=True)
class SideResult:
    """Two partners, each with their lone marches, and their team points; None until the table reports."""

    side: Side
    people: tuple[tuple[SeatedPerson, int], ...]
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class RoundTableResult:
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
    open: tuple[OpenItem, ...] = ()

    @property
    def wrong(self) -> tuple[OpenItem, ...]:
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
    """A published round by its number, None where there is no such round."""
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
