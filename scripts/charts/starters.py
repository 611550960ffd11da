"""Look for the base blocks of `designs.starters`; what is found is written into that module by hand.

Three ways. `mirrored` is for m = 4k + 1: every block holds two elements and their opposites, so that the
differences of equal labels are right from the start, and a few pairs of elements remain to be chosen by
backtracking. `in_thirds` is for a prime m = 12k + 7: an element of order 3 multiplies blocks into others, so
that a third of them remains. `covered` is for all the others. Squares show where the first cannot be: with
λ = 1 the squares of the differences of all pairs sum to twice the squares of their elements, and both are all
elements.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random

from scripts.charts import orbits
from tournament.rotation.designs import fields, starters
from tournament.rotation.designs.starters import Kind, Point, every_kind, kind

INFINITE = {0: 3, 4: 1, 8: 2}  # by the number of players modulo 12
NODES = 300_000

Find = tuple[int, str]  # λ and the base blocks, as `designs.starters.BASES` holds them


def twists(size: int) -> list[int]:
    """The λ with λ³ = 1 modulo `size`.

    >>> twists(14)
    [1, 9, 11]
    """
    return [twist for twist in range(1, size) if twist**3 % size == 1]


def look(players: list[int], seconds: float, seed: int, report: Callable[[str], None]) -> None:
    """Look for a starter for each number of players, and report it as a line of `designs.starters.BASES`."""
    for number in players:
        if number % 4 or number < 24:
            continue
        size = (number - INFINITE[number % 12]) // 3
        starter, tried = mirrored(number, Random(seed)) if size % 4 == 1 else None, 0
        if starter is None:
            starter, tried = orbits.first_found(partial(_drawn, number), seconds / len(players), seed)
        if starter is None:
            report(f"{number} players: none")
            continue
        twist, text = starter
        if not starters.parse(number, size, twist, text).fits():
            raise AssertionError(f"{number} players: {text} is no starter")
        report(f'    {number}: ({size}, {twist}, "{text}", {tried}),')


def _drawn(players: int, seed: int) -> Find | None:
    return in_thirds(players, Random(seed)) or covered(players, Random(seed))


def mirrored(players: int, random: Random) -> Find | None:
    """Base blocks of y and −y for 12k + 4 players; `None` if the search gives up, as it must for some."""
    size = (players - 1) // 3
    everything = frozenset(range(1, size // 2 + 1))
    for twist in twists(size):
        pairs = _paired(size, twist, everything, everything, random, [NODES])
        if pairs is not None:
            return twist, "*0 " + " ".join(f"{x}~{y}" for x, y in pairs)
    return None


def _least(difference: int, size: int) -> int:
    return min(difference % size, -difference % size)


def _paired(
    size: int,
    twist: int,
    free: frozenset[int],
    open_kinds: frozenset[int],
    random: Random,
    left: list[int],
) -> list[tuple[int, int]] | None:
    """Ordered pairs (x, y) of the free elements whose differences λy ± x are the open ones, each once."""
    left[0] -= 1
    if not free or left[0] < 0:
        return None if free else []
    most = max(free)
    tries = [pair for other in free - {most} for pair in ((most, other), (other, most))]
    random.shuffle(tries)
    for x, y in tries:
        kinds = frozenset((_least(twist * y - x, size), _least(twist * y + x, size)))
        if len(kinds) == 2 and kinds <= open_kinds:
            rest = _paired(size, twist, free - {x, y}, open_kinds - kinds, random, left)
            if rest is not None:
                return [(x, y), *rest]
    return None


def in_thirds(players: int, random: Random) -> Find | None:
    """Base blocks of which two others are multiples; `None` for most sizes, or if this draw leads nowhere.

    The multiples of three infinite points are each other, those of (0, i) are itself: it sits with an element
    and its two multiples.
    """
    size, infinite = (players - INFINITE[players % 12]) // 3, INFINITE[players % 12]
    if infinite < 3 or size % 12 != 7 or len(fields.factor(size)) > 1:
        return None
    twist = next(twist for twist in twists(size) if twist > 1)
    powers = [1, twist, twist * twist % size]
    firsts = [y for y in range(1, size) if y == min(y * power % size for power in powers)]
    still, alone, *others = random.sample(firsts, len(firsts))

    def sort(one: Point, other: Point) -> Kind:
        """The class of a difference and of its multiples."""
        (y, i), (z, j) = one, other
        return min(kind((y * power % size, i), (z * power % size, j), size, twist) for power in powers)

    held = {
        sort((0, 0), (still, 0)),
        sort((still, 0), (still * twist % size, 0)),
        sort((alone, 0), (alone, 1)),
    }
    kinds = {sort((0, 0), (d, i)) for d in range(1, size) for i in (0, 1)}
    classes = [[(y * power % size, i) for power in powers for i in range(3)] for y in others]
    base = orbits.cover(classes, kinds - held, sort, random)
    if len(held) < 3 or base is None:
        return None
    blocks = [[(y * power % size, i) for y, i in block] for block in base for power in powers]
    unmoved = [(0, 0), *((still * power % size, 0) for power in powers)]
    return twist, _as_text([alone * power % size for power in powers], [unmoved, *blocks])


def covered(players: int, random: Random) -> Find | None:
    """Base blocks of any kind; `None` if this draw leads nowhere."""
    infinite = INFINITE[players % 12]
    size = (players - infinite) // 3
    twist = random.choice([twist for twist in twists(size) if twist > 1] or [1])
    alone, short = _with_infinite(size, twist, infinite, random)
    held = [kind((y, 0), (y, 1), size, twist) for y in alone]
    held += [kind(one, other, size, twist) for one, other in combinations(short, 2)]
    open_kinds = every_kind(size, infinite)
    if len(set(held)) < len(held) or not set(held) <= open_kinds:
        return None
    taken = {*alone, *(y for y, _ in short)}
    classes = [[(y, i) for i in range(3)] for y in range(size) if y not in taken]
    base = orbits.cover(classes, open_kinds - set(held), partial(kind, size=size, twist=twist), random)
    return None if base is None else (twist, _as_text(alone, [short, *base] if short else base))


def _with_infinite(size: int, twist: int, infinite: int, random: Random) -> tuple[list[int], list[Point]]:
    """The elements that sit with an infinite point in all three labels, or the points that do if none can."""
    if infinite == 1:
        return [0], []
    if infinite == 3 and len({(twist - 1) * y % size for y in range(size)}) <= 3:
        return [], list(zip(random.sample(range(size), 3), range(3), strict=True))
    return random.sample(range(size), infinite), []


def _as_text(alone: list[int], blocks: list[list[Point]]) -> str:
    words = ["*" * (len(block) == 3) + "".join(f"{y}{'abc'[i]}" for y, i in block) for block in blocks]
    return " ".join([*(f"*{y}" for y in alone), *words])
