"""The whist tournament for 60 players by construction: five groups of twelve, and blocks of five players.

Every two players of different groups share exactly one of 144 blocks, one player of each group; twelve
blocks of a class seat everybody once. A block plays the whist tournament for five, one of them sitting out
in each of its rounds. So a class gives five rounds, in each of which one group sits out whole: 60 rounds in
all, and in them players of different groups have been partners once and opponents twice. While a group sits
out it plays the whist tournament for twelve, eleven of its twelve times; the tables of the other twelfths,
60 in all, can be dealt out anew to four full rounds. Nothing here is used at run-time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from tournament.rotation import store
from tournament.rotation.designs import transversal
from tournament.rotation.search.annealing import Rows

GROUPS = 5
SIZE = 12  # of a group; its members are the elements of Z2 × Z6
LAST_ROUNDS = 4

# For each group the class of blocks whose tables go to the last rounds, and what is added to find the round.
Choice = tuple[int, int]

plus, minus = transversal.sums(SIZE)


def whist_by_blocks(players: int) -> Rows | None:
    """A whist tournament for 60 players; `None` for any other number.

    >>> len(whist_by_blocks(60)), whist_by_blocks(56)
    (59, None)
    """
    if players != GROUPS * SIZE:
        return None
    moves, choices = next(
        (moves, choices) for moves in _shifts() if (choices := _dealt_out(moves, ())) is not None
    )
    inside = store.load(SIZE, SIZE - 1)
    if inside is None:
        return None
    rows = []
    for group, (last, _) in enumerate(choices):
        classes = [number for number in range(SIZE) if number != last]
        for number, own in zip(classes, inside.rows, strict=True):
            tables = [_table(moves, number, group, start) for start in range(SIZE)]
            rows.append([*(p for table in tables for p in table), *(group * SIZE + p for p in own)])
    ends: Rows = [[] for _ in range(LAST_ROUNDS)]
    for group, (last, added) in enumerate(choices):
        for start in range(SIZE):
            ends[_quarter(start) ^ added] += _table(moves, last, group, start)
    return rows + ends


def _table(moves: Rows, number: int, group: int, start: int) -> list[int]:
    """The table of one block (of class `number`) in the round in which its player of `group` sits out."""
    order = [(group + step) % GROUPS for step in (1, 2, 4, 3)]  # Wh(5): partners ±1 and ±2 from who is out
    return [other * SIZE + plus(moves[other][number], start) for other in order]


def _quarter(element: int) -> int:
    """Which coset of the subgroup of three an element lies in: its image in Z2 × Z2, as two bits."""
    return element // 6 * 2 + element % 2


def _shifts() -> Iterator[Rows]:
    """Five rows of shifts, any two of which differ by every element once: a difference matrix of order 12."""
    found = list(_orthomorphisms([0], 1, 1))
    for one in found:
        beside = [other for other in found if _all_differ(one, other)]
        for two, three in combinations(beside, 2):
            if _all_differ(two, three):
                for order in permutations((one, two, three)):
                    yield [[0] * SIZE, list(range(SIZE)), *map(list, order)]


def _orthomorphisms(images: list[int], used: int, shifts: int) -> Iterator[Sequence[int]]:
    """Permutations θ of the group with θ(0) = 0 for which θ(g) − g is a permutation too."""
    at = len(images)
    if at == SIZE:
        yield tuple(images)
        return
    for image in range(SIZE):
        shift = minus(image, at)
        if not (used >> image & 1 or shifts >> shift & 1):
            yield from _orthomorphisms([*images, image], used | 1 << image, shifts | 1 << shift)


def _all_differ(one: Sequence[int], other: Sequence[int]) -> bool:
    return len({minus(a, b) for a, b in zip(one, other, strict=True)}) == SIZE


def _dealt_out(moves: Rows, chosen: tuple[Choice, ...]) -> tuple[Choice, ...] | None:
    """A choice for every group by which everybody plays once in each of the last rounds."""
    if len(chosen) == GROUPS:
        return chosen
    for choice in product(range(SIZE), range(LAST_ROUNDS)):
        tried = (*chosen, choice)
        clash = any(
            len({_quarter(moves[group][last]) ^ added for last, added in others}) < len(others)
            for group in range(GROUPS)
            if (others := [one for number, one in enumerate(tried) if number != group])
        )
        if not clash and (whole := _dealt_out(moves, tried)) is not None:
            return whole
    return None
