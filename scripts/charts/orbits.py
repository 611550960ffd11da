"""Look for base blocks that take every point and every difference once, up to a symmetry of the design.

Some blocks are drawn at random, the others found by trying every way: with six left to find, that takes some
ten seconds, and one beginning in some twenty can be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from time import monotonic
from typing import Any, TypeVar

from scripts.charts.compiled import FAST, array_of, compiled
from tournament.rotation.search.annealing import Rows

COVERING = compiled("scripts.charts.covering")
Point = TypeVar("Point")
Kind = TypeVar("Kind", bound=tuple[Any, ...])  # something that can be sorted
Find = TypeVar("Find")

LAST = 6 if FAST else 3  # blocks found by trying every way
ROOM = 400_000 if FAST else 20_000  # blocks to choose from
NODES = 50_000_000 if FAST else 200_000


def cover(
    classes: Sequence[Sequence[Point]],
    kinds: Collection[Kind],
    kind: Callable[[Point, Point], Kind],
    random: Random,
) -> list[list[Point]] | None:
    """Blocks of four points, one for all its images; `None` if the blocks drawn cannot be completed.

    `classes` holds the points, those of a class images of each other; `kind` gives the class of the
    difference of two points. One point of each class and one difference of each of the `kinds` is taken.
    """
    numbers = {one: number for number, one in enumerate(sorted(kinds))}
    points = [point for members in classes for point in members]
    if len(classes) % 4 or len(numbers) != 6 * (len(classes) // 4):
        return None
    places = iter(range(len(points)))
    blocks = _blocks(
        [[next(places) for _ in members] for members in classes],
        [[numbers.get(kind(one, other), -1) for other in points] for one in points],
        random,
    )
    return None if blocks is None else [[points[place] for place in block] for block in blocks]


def first_found(draw: Callable[[int], Find | None], seconds: float, seed: int) -> tuple[Find | None, int]:
    """What the first draw that leads anywhere finds, and its seed: this one or one of the next."""
    began = monotonic()
    result = draw(seed)
    while result is None and monotonic() - began < seconds:
        seed += 1
        result = draw(seed)
    return result, seed


def _blocks(members: Rows, kinds: Rows, random: Random) -> Rows | None:
    """Blocks of four places; `members[c]` are those of class c, `kinds[p][q]` is a class number, or −1."""
    wanted = len(members) // 4
    if not wanted:
        return []
    points = (1 << len(members)) - 1
    differences = (1 << 6 * wanted) - 1
    classes = array_of(members), array_of(kinds)
    options = array_of([[0] * 6 for _ in range(ROOM)])
    drawn: Rows = []
    while wanted > LAST:
        first = random.choice([c for c in range(len(members)) if points >> c & 1])
        end = COVERING.blocks(*classes, points, differences, first, options, 0)
        if not end:
            return None
        block = [int(part) for part in options[random.randrange(end)]]
        points &= ~block[0]
        differences &= ~block[1]
        drawn.append(block[2:])
        wanted -= 1
    end = every_block(*classes, points, differences, options)
    last = chosen(options, end, wanted, points, differences)
    return None if last is None else drawn + [[int(part) for part in options[k][2:]] for k in last]


def every_block(members: Any, kinds: Any, points: int, differences: int, options: Any) -> int:
    """Write every block of the open classes into `options`, like `covering.blocks`; return their number."""
    end = 0
    for first in range(len(members)):
        if points >> first & 1:
            end = COVERING.blocks(members, kinds, points, differences, first, options, end)
            points &= ~(1 << first)
    return end


def chosen(options: Any, end: int, wanted: int, points: int, differences: int) -> list[int] | None:
    """Which `wanted` of the first `end` rows in `options` take everything open once; `None` if none do."""
    work = array_of([[0] * (end + COVERING.SIZE) for _ in range(wanted + 1)])
    places = array_of([-1] * wanted)
    COVERING.cover(wanted, options, end, points, differences, NODES, work, places)
    return None if places[0] < 0 else [int(place) for place in places]
