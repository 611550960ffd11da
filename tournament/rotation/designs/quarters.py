"""Resolvable designs on four quarters of the players: one starting round, and rounds made of one table each.

4g players: the points (x, i), where x is one of the g elements of a ring and i one of four labels. Adding an
element to every x moves a point; a starting round moved by every element gives g rounds. A table with all
four labels moved by every element is a round by itself. Turning a point, (x, i) → (ωx, i + 1) for three of
the labels and (x, 3) → (ωx, 3) for the fourth, with ω³ = 1, keeps the starting round and every such table, so
that few blocks are left to store. The condition: nobody meets anybody twice. If g is even, (x, i) and
(x + half, i) never meet, where half + half = 0.

That there are such designs is known: for 100 players see `starters`; for 104 and groups of two A. Miller,
I. Valkov and R. J. R. Abel (arXiv:2507.23376). The blocks below are our own finds.
"""

from __future__ import annotations

import re
from functools import cache

from tournament.rotation.designs import fields, nobody_twice
from tournament.rotation.search.annealing import Rows

LABELS = "abcd"  # the first three are turned, `d` stays
TURNS = 3

# Players: the tables that are rounds by themselves, the blocks of the starting round, and the seed with which
# `scripts.charts` found them, with numba. A block of two points is one table: the first, and the other in
# all its turns. A block of four stands for the three tables that it is turned into.
BASES: dict[int, tuple[str, str, int]] = {
    100: (
        "0d6a 0d21a 0d16a 0d7a 0d9a 0d14a 0d8a 0d5a",
        "0d18c 3d18b9d10c 14d3a12b13d 1d9b14a17d 2d12a12d13c 1b19b23b17b 0a6c21a23c 2c9c16c20a 2b8c8a10b",
        101,
    ),
    104: (
        "0d5a 0d25a 0d24a 0d6a 0d8a 0d17a 0d14a 0d9a",
        "13d13c 0d16d 15d0b7a22b 4c6c15b23c 1a5b10d23a 1c7c22c19b 1b4b24a21d 2a11a15c20c 1d10c11d20a "
        "2d22a25a23d",
        136,
    ),
}

Block = tuple[int, ...]


def twist(size: int) -> int | None:
    """The first element ω of the ring but 1 with ω³ = 1; `None` if there is none.

    >>> twist(7), twist(17)
    (2, None)
    """
    times = fields.ring(size).times
    one = times.index(tuple(range(size)))
    return next((w for w in range(size) if times[w][times[w][w]] == one != w), None)


@cache
def turned(size: int) -> tuple[int, ...]:
    """The point that each point becomes; 4x + i is the point (x, i). `ValueError` if there is no ω."""
    factor = twist(size)
    if factor is None:
        raise ValueError(size)
    times = fields.ring(size).times[factor]
    return tuple(
        len(LABELS) * times[x] + (i if i == TURNS else (i + 1) % TURNS)
        for x in range(size)
        for i in range(len(LABELS))
    )


def tables_of(block: Block, size: int) -> list[list[int]]:
    """The tables for which a block of the starting round stands."""
    turn = turned(size)
    if len(block) == 2:
        still, point = block
        return [[still, point, turn[point], turn[turn[point]]]]
    once = [turn[point] for point in block]
    return [[*block], once, [turn[point] for point in once]]


def developed(alone: list[Block], start: list[Block], size: int) -> Rows:
    """The rounds of the tables that are rounds by themselves, and of the starting round."""
    plus = fields.ring(size).plus

    def moved(table: list[int], by: int) -> list[int]:
        return [len(LABELS) * plus[point // len(LABELS)][by] + point % len(LABELS) for point in table]

    first = [point for block in start for table in tables_of(block, size) for point in table]
    single = [table for block in alone for table in tables_of(block, size)]
    return [
        *(moved(first, by) for by in range(size)),
        *([point for by in range(size) for point in moved(table, by)] for table in single),
    ]


def parse(text: str) -> list[Block]:
    """Read blocks as `BASES` holds them.

    >>> parse("0d3a 2b0d1c2a")
    [(3, 12), (9, 3, 6, 8)]
    """
    return [
        tuple(len(LABELS) * int(x) + LABELS.index(i) for x, i in re.findall(rf"(\d+)([{LABELS}])", word))
        for word in text.split()
    ]


@cache
def _checked(players: int) -> Rows | None:
    if players not in BASES:
        return None
    alone, start, _ = BASES[players]
    rows = developed(parse(alone), parse(start), players // len(LABELS))
    return rows if nobody_twice(rows, players) else None


def rounds(players: int) -> Rows | None:
    """The rounds of the stored blocks; `None` if none are stored.

    >>> len(rounds(100)), len(rounds(104)), rounds(96)
    (33, 34, None)
    """
    rows = _checked(players)
    return None if rows is None else [row[:] for row in rows]
