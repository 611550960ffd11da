"""Where a table's players go after a round, in movements that a card on the table can state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.seats import SEATS, Seat
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.planners.seats import STEPS

WINNERS, LOSERS, RED_WINNER, WHITE_WINNER = "winners", "losers", "red-winner", "white-winner"


@dataclass(frozen=True, slots=True)
class TableStep:
    """Who goes to which table: a seat, or one of the codes above. `to` is None for those who stay."""

    who: Seat | str
    to: int | None


def steps(movement: str, tables: Sequence[int]) -> dict[int, tuple[TableStep, ...]]:
    """The steps from each of these tables, the head table first; empty in a movement without such a rule.

    >>> steps("winners-up", [1, 2, 3])[3]
    (TableStep(who='winners', to=2), TableStep(who='losers', to=None))
    >>> steps("chart", [1, 2])
    {}
    """
    if movement in STEPS:
        moves = STEPS[movement]
        return {
            table: tuple(
                TableStep(seat, _other(table, tables[(at + moves[seat]) % len(tables)])) for seat in SEATS
            )
            for at, table in enumerate(tables)
        }
    if not MOVEMENTS[movement].needs_winners:
        return {}
    by_colour = bool(MOVEMENTS[movement].colours)
    return {table: (_red_white if by_colour else _winners_up)(at, tables) for at, table in enumerate(tables)}


def _winners_up(at: int, tables: Sequence[int]) -> tuple[TableStep, ...]:
    if at == 0:
        return TableStep(WINNERS, None), TableStep(LOSERS, _other(tables[0], tables[-1]))
    return TableStep(WINNERS, tables[at - 1]), TableStep(LOSERS, None)


def _red_white(at: int, tables: Sequence[int]) -> tuple[TableStep, ...]:
    return (
        TableStep(RED_WINNER, _other(tables[at], tables[at - 1])),
        TableStep(WHITE_WINNER, _other(tables[at], tables[(at + 1) % len(tables)])),
        TableStep(LOSERS, None),
    )


def _other(here: int, to: int) -> int | None:
    return None if to == here else to
