"""Who takes which prize, from the standings as they are: the first places, and the side prizes."""

from dataclasses import dataclass

from scoring.prizes import SIDE_PRIZES, side_prizes
from scoring.standings import rank
from tournament.models import Event
from tournament.reports.results import results
from tournament.reports.standings import StandingsRow, records, standings

TOP = 3


@dataclass(frozen=True, slots=True)
class SidePrize:
    """A side prize and who is level for it; nobody and None where it is not won."""

    title: str
    winners: tuple[StandingsRow, ...]
    value: int | None


@dataclass(frozen=True, slots=True)
class SidePrizes:
    """The rows in the first three places, and each side prize of the rules."""

    top: tuple[StandingsRow, ...]
    side: tuple[SidePrize, ...]


def current_side_prizes(event: Event) -> SidePrizes:
    """The prizes as things stand; everything is empty before a round has begun."""
    facts = results(event)
    found = standings(event, found=facts)
    if not found.begun:
        return SidePrizes((), ())
    rows = {row.number: row for row in found.rows}
    ranked = [record for number, record in records(event, found=facts).items() if number in rows]
    points_are = event.ruleset.points_are
    places = rank(ranked, event.order, seed=event.seed, points_are=points_are)
    won = side_prizes(places, tuple(SIDE_PRIZES), points_are=points_are, rounds=facts.complete)
    return SidePrizes(
        tuple(row for row in found.rows if row.place <= TOP),
        tuple(
            SidePrize(
                SIDE_PRIZES[prize.prize].title, tuple(rows[number] for number in prize.players), prize.value
            )
            for prize in won
        ),
    )
