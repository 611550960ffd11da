"""Movements by seat: each seat moves its own number of tables, which a card on the table can state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scoring.seats import Seat
from scoring.sentences import marked
from tournament.rotation import wishes
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.rotation.request import Request

STEPS: Mapping[str, Mapping[Seat, int]] = {
    "seats": {Seat.N: 0, Seat.S: -1, Seat.E: 1, Seat.W: 2},
    "seats-wef": {Seat.N: 0, Seat.S: 1, Seat.E: 2, Seat.W: -2},
}


def next_round(previous: RoundPlan, steps: Mapping[Seat, int]) -> RoundPlan:
    """Move every seat on by its number of tables, wrapping at both ends.

    >>> two = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)))
    >>> next_round(two, STEPS["seats"]).tables[0]
    TablePlan(number=1, N=1, E=6, S=7, W=4)
    """
    tables = previous.tables
    return RoundPlan(
        tuple(
            TablePlan(
                table.number,
                *(tables[(at - steps[seat]) % len(tables)].players[place] for place, seat in enumerate(Seat)),
            )
            for at, table in enumerate(tables)
        ),
        previous.sit_out,
    )


def rounds_without_repeat(key: str, tables: int) -> tuple[int, int]:
    """How many rounds at this number of tables have no repeated partners, and how many no repeated meeting.

    >>> rounds_without_repeat("seats", 7), rounds_without_repeat("seats", 8)
    ((7, 7), (8, 4))
    """
    step = STEPS[key]
    partners = ((Seat.N, Seat.S), (Seat.E, Seat.W))
    anyone = ((a, b) for a in Seat for b in Seat if a < b)
    return _first_repeat(step, partners, tables), _first_repeat(step, tuple(anyone), tables)


def _first_repeat(step: Mapping[Seat, int], pairs: Sequence[tuple[Seat, Seat]], tables: int) -> int:
    return next(
        r for r in range(1, tables + 1) if any(r * (step[a] - step[b]) % tables == 0 for a, b in pairs)
    )


def plan(request: Request, key: str) -> Plan:
    """Plan the rounds: the first by lot (or from the last one played), the rest by the steps."""
    _check(request, key)
    previous = request.history[-1] if request.history else None
    if previous is not None and set(previous.seated) != set(request.players):
        previous = None
    rounds = []
    for _ in range(request.rounds):
        previous = _first(request, key) if previous is None else next_round(previous, STEPS[key])
        rounds.append(previous)
    return Plan(request.players, tuple(rounds))


def _first(request: Request, key: str) -> RoundPlan:
    order = list(request.players)
    random = Random(f"seats {request.seed}")
    random.shuffle(order)
    order = _parted(order, request, key, random) or wishes.in_first_row(order, request)
    fours = (order[k : k + 4] for k in range(0, len(order), 4))
    return RoundPlan(
        tuple(TablePlan(number, *four) for number, four in zip(request.tables, fours, strict=False))
    )


def _parted(order: Sequence[int], request: Request, key: str, random: Random) -> list[int] | None:
    """The players on the first round's seats so that no team is partnered in any round; None if none is to
    be parted, or not all can be."""
    if not request.never_partners:
        return None
    places = list(range(len(order)))
    numbers = range(1, len(places) // 4 + 1)
    fours = zip(numbers, *(places[seat::4] for seat in range(4)), strict=True)
    moved = [RoundPlan(tuple(TablePlan(*four) for four in fours))]
    while len(moved) < request.rounds:
        moved.append(next_round(moved[-1], STEPS[key]))
    rows = [[place for table in round_.tables for place in table.players] for round_ in moved]
    return wishes.assign_to_chart(rows, request, random)


def _check(request: Request, key: str) -> None:
    count = len(request.players)
    below = count - count % 4
    if count % 4:
        raise RotationError(
            "not-full-tables",
            "players",
            marked(
                "Moving by seats needs every seat filled. It works with %(fewer)s or %(more)s players, "
                "not %(count)s. Or choose “Planned rotation”, which lets players sit out.",
                count=count,
                fewer=below,
                more=below + 4,
            ),
        )
    if len(request.tables) < count // 4:
        raise RotationError(
            "not-enough-tables",
            "table_numbers",
            marked(
                "Moving by seats needs %(needed)s tables for %(count)s players; there are %(tables)s.",
                needed=count // 4,
                count=count,
                tables=len(request.tables),
            ),
        )
    if any(request.away.values()):
        raise RotationError(
            "away",
            "away",
            marked(
                "Moving by seats needs everybody in every round. Choose “Planned rotation” when players "
                "come or go."
            ),
        )
    if request.has_wishes:
        raise RotationError(
            "no-wishes",
            "movement",
            marked(
                "Moving by seats can’t take requests about tables or partners into account. Choose "
                "“Planned rotation” for those."
            ),
        )
