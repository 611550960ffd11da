"""Look for the blocks of `designs.quarters`; what is found is written into that module by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from scripts.charts import orbits
from tournament.rotation.designs import fields, nobody_twice, quarters
from tournament.rotation.designs.quarters import LABELS, TURNS, Block, turned

Kind = tuple[int, int, int]  # two labels in ascending order, and a difference
NEVER: Kind = (-1, -1, -1)  # of two who may not meet


def look(players: list[int], seconds: float, seed: int, report: Callable[[str], None]) -> None:
    """Look for the blocks for each number of players, and report a line of `designs.quarters.BASES`."""
    for number in players:
        if number % 4 or quarters.twist(number // 4) is None:
            report(f"{number} players: none, since no element of order 3 turns the points")
            continue
        tables, tried = orbits.first_found(partial(drawn, number), seconds / len(players), seed)
        if tables is None:
            report(f"{number} players: none")
            continue
        rows = quarters.developed(*tables, number // len(LABELS))
        if not nobody_twice(rows, number):
            raise AssertionError(f"{number} players: {tables} lets somebody meet twice")
        alone, start = (" ".join(map(_as_text, blocks)) for blocks in tables)
        report(f'    {number}: ("{alone}", "{start}", {tried}),')


def drawn(players: int, seed: int) -> tuple[list[Block], list[Block]] | None:
    """The tables that are rounds by themselves, and the starting round; `None` if this draw leads nowhere.

    Every table that is a round by itself, and every table of a point that stays, is a point with another in
    all its turns. These are drawn; `orbits` finds the blocks of four.
    """
    random = Random(seed)
    size = players // len(LABELS)
    turn = turned(size)
    kind = _kinds(size)
    open_kinds = set(kind.values())
    points = random.sample(range(players), players)
    still = [point for point in points if turn[point] == point]

    def seat(ones: list[int], others: list[int]) -> list[Block]:
        """Each of these points with another, whose differences from it and from its own turns are open."""
        blocks: list[Block] = []
        for one in ones:
            for other in others:
                held = {kind.get((one, other)), kind.get((other, turn[other]))}
                if len(held) == 2 and held <= open_kinds:
                    blocks.append((one, other))
                    open_kinds.difference_update(held)
                    others = [point for point in others if _class(point, turn) != _class(other, turn)]
                    break
        return blocks

    rounds = (players - 2 + size % 2) // TURNS - size
    last = len(LABELS) - 1
    alone = seat([last] * rounds, [point for point in points if point % len(LABELS) == 0])
    begun = seat(still, [point for point in points if point not in still])
    if len(alone) < rounds or len(begun) < len(still):
        return None
    taken = {point for one, other in begun for point in (one, *_class(other, turn))}
    classes = {_class(point, turn) for point in points if point not in taken}
    threes = orbits.cover(sorted(classes), open_kinds, lambda p, q: kind.get((p, q), NEVER), random)
    return None if threes is None else (alone, [*begun, *map(tuple, threes)])


def _class(point: int, turn: tuple[int, ...]) -> tuple[int, ...]:
    """A point and what it is turned into, in ascending order."""
    return tuple(sorted({point, turn[point], turn[turn[point]]}))


def _kinds(size: int) -> dict[tuple[int, int], Kind]:
    """The class of the difference of every two points that may meet."""
    plus, turn = fields.ring(size).plus, turned(size)
    minus = [row.index(0) for row in plus]
    half = next((e for e in range(1, size) if minus[e] == e), None)

    def kind(one: int, other: int) -> Kind:
        (x, i), (y, j) = sorted((divmod(p, len(LABELS)) for p in (one, other)), key=lambda point: point[1])
        difference = plus[y][minus[x]]
        return i, j, min(difference, minus[difference]) if i == j else difference

    def turned_pairs(one: int, other: int) -> list[tuple[int, int]]:
        once = turn[one], turn[other]
        return [(one, other), once, (turn[once[0]], turn[once[1]])]

    return {
        (one, other): min(kind(*pair) for pair in turned_pairs(one, other))
        for one in range(len(turn))
        for other in range(len(turn))
        if one != other and kind(one, other) != (one % len(LABELS), one % len(LABELS), half)
    }


def _as_text(block: Block) -> str:
    return "".join(f"{point // len(LABELS)}{LABELS[point % len(LABELS)]}" for point in block)
