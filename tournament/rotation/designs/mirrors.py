"""Resolvable designs from two starting rounds, each its own mirror image.

N = 6m + 2 players, m odd: the points (x, i), where x is an element of Z_m and i one of six labels, and
two infinite points, which stay. Adding 1 to every x gives m rounds from each starting round. The mirror
image of (x, i) is (−x, i) with the labels a and b exchanged, c and d too; the infinite points are their own.
So a starting round is stored as half of its blocks. The condition: nobody meets anybody twice. Groups of two
never meet: (x, a) and (x, c), (x, b) and (x, d), (x, e) and (x, f), and the infinite points.

That there is such a design for 68 players is known (A. Miller, I. Valkov and R. J. R. Abel,
arXiv:2507.23376). The blocks below are our own find.
"""

from __future__ import annotations

import re
from functools import cache

from tournament.rotation.designs import nobody_twice
from tournament.rotation.search.annealing import Rows

LABELS = "abcdef"
MIRRORED = (1, 0, 3, 2, 4, 5)  # the label of the mirror image, for each label
INFINITE = "*+"

# Players: the blocks of the two starting rounds, and the seed with which `scripts.charts` found them, with
# numba. A point is an element and its label. A block stands for its points and their mirror images: for one
# table, or, if it has four points that are not each other's images, for two.
BASES: dict[int, tuple[str, str, int]] = {
    68: (
        "*0e3a +0f4a 9a3e 7a2f 1e3f 2c8a5a6a 0a3d4d4e 1d8d6e5f 0c10f2a5c 1a10d2d4f 1b9e4c6c",
        "0a2e 5b5f 0c1a 1b5c 2a4c 1c3b 5a5d *0f1d 1f3d 4d4f +0e2c 2d5e 3c4e 3a7a3e8f 9a4a10e2f",
        54,
    ),
}

Block = tuple[int, ...]


def mirrored(point: int, size: int) -> int:
    """The mirror image of a point; 6x + i is the point (x, i), 6m and 6m + 1 are infinite.

    >>> mirrored(6 * 2 + 0, 7), mirrored(6 * 0 + 4, 7), mirrored(6 * 7, 7)
    (31, 4, 42)
    """
    x, i = divmod(point, len(LABELS))
    return point if x == size else len(LABELS) * (-x % size) + MIRRORED[i]


def tables_of(block: Block, size: int) -> list[Block]:
    """The one table or the two tables for which a block stands."""
    images = tuple(mirrored(point, size) for point in block)
    both = tuple(dict.fromkeys((*block, *images)))
    return [both] if len(both) == 4 else [block, images]


def developed(starts: tuple[list[Block], list[Block]], size: int) -> Rows:
    """The rounds of both starting rounds."""

    def moved(point: int, by: int) -> int:
        x, i = divmod(point, len(LABELS))
        return point if x == size else len(LABELS) * ((x + by) % size) + i

    return [
        [moved(point, by) for block in start for table in tables_of(block, size) for point in table]
        for start in starts
        for by in range(size)
    ]


def parse(text: str, size: int) -> list[Block]:
    """Read blocks as `BASES` holds them.

    >>> parse("*0e1a 2b0d", 7)
    [(42, 4, 6), (13, 3)]
    """

    def point(element: str, sign: str) -> int:
        if sign in INFINITE:
            return len(LABELS) * size + INFINITE.index(sign)
        return len(LABELS) * int(element) + LABELS.index(sign)

    return [
        tuple(point(*parts) for parts in re.findall(rf"(\d*)([{LABELS}{INFINITE}])", word))
        for word in text.split()
    ]


@cache
def _checked(players: int) -> Rows | None:
    if players not in BASES:
        return None
    size = players // len(LABELS)
    first, second, _ = BASES[players]
    rows = developed((parse(first, size), parse(second, size)), size)
    return rows if nobody_twice(rows, players) else None


def rounds(players: int) -> Rows | None:
    """The rounds of the stored blocks; `None` if none are stored.

    >>> len(rounds(68)), rounds(44)
    (22, None)
    """
    rows = _checked(players)
    return None if rows is None else [row[:] for row in rows]
