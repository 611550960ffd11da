"""What a correction of who sat where changes: the seats, and the standings."""

from dataclasses import dataclass

from tournament.models import Event
from tournament.reports.seating import SeatedPerson, SeatingChart, Stop, moves, paths, seating
from tournament.reports.standings_diff import (
    EventResults,
    StandingsChange,
    event_results,
    results_difference,
)


@dataclass(frozen=True, slots=True)
class SeatMove:
    """One player in one round: where the seating had them, and where they really were."""

    person: SeatedPerson
    was: Stop
    now: Stop


@dataclass(frozen=True, slots=True)
class CorrectionEffect:
    """The seats that change, and the players whose points or places do."""

    moves: tuple[SeatMove, ...]
    standings: tuple[StandingsChange, ...]


@dataclass(frozen=True, slots=True)
class BeforeCorrection:
    """The seating and the results before a correction."""

    event: Event
    chart: SeatingChart
    results: EventResults

    def effect(self) -> CorrectionEffect:
        """Compare with the seating and the results now."""
        after = seating(self.event)
        was = {path.person: {stop.round: stop for stop in path.stops} for path in paths(self.chart)}
        now = {path.person: {stop.round: stop for stop in path.stops} for path in paths(after)}

        def stop(of: dict[SeatedPerson, dict[int, Stop]], person: SeatedPerson, number: int) -> Stop:
            return of.get(person, {}).get(number, Stop(number, here=False))

        changed = tuple(
            SeatMove(move.person, stop(was, move.person, number), stop(now, move.person, number))
            for move in moves(self.chart, after)
            for number in move.rounds
        )
        in_order = sorted(changed, key=lambda move: (move.was.round, move.person.number))
        return CorrectionEffect(
            tuple(in_order), results_difference(self.results, event_results(self.event)).players
        )


def before_correction(event: Event) -> BeforeCorrection:
    """What the effect is compared with."""
    return BeforeCorrection(event, seating(event), event_results(event))
