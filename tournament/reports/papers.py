"""What papers show: values ready to be set, in the order in which they are cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.seats import Seat, dealer_of
from tournament.models import Event
from tournament.reports.seating import ChartTable, Path, paths, seating

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table's blank sheet for one round: who sits where, and who deals each slot."""

    round: int
    table: ChartTable
    dealers: tuple[Seat, ...]


def tally_cards(event: Event) -> tuple[Path, ...]:
    """Every seated player's path, by number; empty before the seating is published."""
    return paths(seating(event))


def score_sheets(event: Event, round_number: int | None = None) -> tuple[ScoreSheet, ...]:
    """The sheets of one round, or of all; by round, then table. A game to a target gets twelve lines."""
    deals = event.ruleset.deals_per_round or 12
    return tuple(
        ScoreSheet(
            round_.number,
            table,
            tuple(dealer_of(table.first_dealer, slot) for slot in range(1, deals + 1)),
        )
        for round_ in seating(event).rounds
        for table in round_.tables
        if round_number in (None, round_.number)
    )


def impose(cards: Sequence[Card], up: int) -> tuple[tuple[Card | None, ...], ...]:
    """The cards by sheet of paper, `up` to a sheet, so that the stack cut once and piled is in order.

    >>> impose([1, 2, 3, 4, 5], 2)
    ((1, 4), (2, 5), (3, None))
    """
    sheets = -(-len(cards) // up)
    padded = [*cards, *[None] * (sheets * up - len(cards))]
    return tuple(tuple(padded[place * sheets + sheet] for place in range(up)) for sheet in range(sheets))
