"""Look for the base blocks of `designs.starters`; what is found is written into that module by hand.

Two ways. `annealed` exchanges elements and labels until every difference occurs once. `mirrored` is for m =
4k + 1: every block holds two elements and their opposites, so that the differences of equal labels are right
from the start, and a few pairs of elements remain to be chosen by backtracking. Squares show where that
cannot be: with λ = 1 the squares of the differences of all pairs sum to twice the squares of their elements,
and both are all elements.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from tournament.rotation.designs import starters
from tournament.rotation.offline.compiled import FAST, array_of, compiled, limits_at, words_from

DIFFERENCES = compiled("offline.differences")
INFINITE = {0: 3, 4: 1, 8: 2}  # by the number of players modulo 12
SWEEP = 20_000 if FAST else 1_000
HOT, COLD = 0.55, 0.25  # one repeated difference costs 1
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
        began = monotonic()
        found = mirrored(number, Random(seed)) if size % 4 == 1 else None
        tried = seed
        while found is None and monotonic() - began < seconds / len(players):
            found = annealed(number, Random(tried), _sweeps(size))
            tried += found is None
        if found is None:
            report(f"{number} players: none")
            continue
        twist, text = found
        if not starters.parse(number, size, twist, text).fits():
            raise AssertionError(f"{number} players: {text} is no starter")
        report(f'    {number}: ({size}, {twist}, "{text}", {0 if "~" in text else tried}),')


def _sweeps(size: int) -> int:
    return 100 if size < 20 else 600 if size < 26 else 3_000


def mirrored(players: int, random: Random) -> Find | None:
    """Base blocks of y and −y for 12k + 4 players; `None` where the search gives up, as it must for some."""
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


def annealed(players: int, random: Random, sweeps: int) -> Find | None:
    """Base blocks by annealing; `None` if some difference still repeats at the end."""
    infinite = INFINITE[players % 12]
    size = (players - infinite) // 3
    possible = [twist for twist in twists(size) if infinite != 2 or twist > 1]
    if not possible:
        return None
    twist = random.choice(possible)
    alone = _two_alone(size, twist, random) if infinite == 2 else [0] * (infinite == 1)
    held = [0] * (2 * size + 3)
    if infinite == 2:
        held[size // 2] = 1
    if infinite == 3:
        held[size] = 1
    for y in alone:
        held[size + (twist - 1) * y % size] += 1
    elements = [y for y in range(size) if y not in alone]
    random.shuffle(elements)
    labels = [random.randrange(3) for _ in elements]
    if infinite == 3:
        elements, labels = [0, *elements], [-1, *labels]
    ys, marks, counts = array_of(elements), array_of(labels), array_of(held)
    cost = sum(
        int(DIFFERENCES.count(ys, marks, block, 1, size, twist, counts))
        for block in range(len(elements) // 4)
    )
    for number in range(sweeps):
        limits = limits_at(HOT * (COLD / HOT) ** (number / sweeps))
        cost = int(DIFFERENCES.sweep(ys, marks, size, twist, counts, words_from(random, SWEEP), limits, cost))
        if cost == 0:
            return twist, _written(alone, ys, marks)
    return None


def _two_alone(size: int, twist: int, random: Random) -> list[int]:
    """Two elements for the tables of the infinite points, whose own differences differ."""
    while True:
        one, other = random.sample(range(size), 2)
        if (twist - 1) * (one - other) % size:
            return [one, other]


def _written(alone: list[int], elements: list[int], labels: list[int]) -> str:
    points = ["*" if i < 0 else f"{y}{'abc'[i]}" for y, i in zip(elements, labels, strict=True)]
    blocks = ["".join(points[k : k + 4]) for k in range(0, len(points), 4)]
    return " ".join([*(f"*{y}" for y in alone), *blocks])
