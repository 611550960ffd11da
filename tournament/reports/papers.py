"""What papers of a table show, and the order in which sheets of several cards are set and cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournament.models import Event
from tournament.reports.seating import ChartTable, seating

Card = TypeVar("Card")
LINES_TO_TARGET = 12  # a game to 10 rarely takes more deals


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table's blank sheet for one round: who sits where."""

    round: int
    table: ChartTable


def deals_of(event: Event) -> int:
    """The number of lines a round needs on paper."""
    return event.ruleset.deals_per_round or LINES_TO_TARGET


def score_sheets(event: Event, round_number: int | None = None) -> tuple[ScoreSheet, ...]:
    """The sheets of one round, or of all; by round, then table."""
    return tuple(
        ScoreSheet(round_.number, table)
        for round_ in seating(event).rounds
        for table in round_.tables
        if round_number in (None, round_.number)
    )


def impose(cards: Sequence[Card], up: int) -> tuple[tuple[Card | None, ...], ...]:
    """Arrange the cards on sheets, `up` to a sheet, so that the stack is in order once cut and piled.

    >>> impose([1, 2, 3, 4, 5], 2)
    ((1, 4), (2, 5), (3, None))
    """
    sheets = -(-len(cards) // up)
    padded = [*cards, *[None] * (sheets * up - len(cards))]
    return tuple(tuple(padded[place * sheets + sheet] for place in range(up)) for sheet in range(sheets))
