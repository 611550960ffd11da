"""Resolvable group divisible designs from one starting round over Z_m × Z3, stored as its base blocks.

N = 3m + c players: the points (x, i) of Z_m × Z3, and c infinite points which stay. Adding 1 to every x gives
the next round, m rounds in all. A base block stands for three tables, its images under (x, i) → (λx, i + 1)
where λ³ = 1 modulo m. The condition: in the starting round everybody has one place, every difference of two
points occurs once, and each infinite point sits with three different labels. The exception are differences
within groups, whose members never meet: groups of one (c = 1, m = 4k + 1), of two (x, i), (x + m/2, i)
(c = 2, m = 4k + 2), or of three (x, 0), (x, 1), (x, 2) (c = 3, m = 4k + 3).

That such designs exist is known: for groups of one for all 12k + 4 players (H. Hanani, D. K. Ray-Chaudhuri
and R. M. Wilson, On resolvable designs, 1972); for groups of two and three for all but a few. A. Miller, I.
Valkov and R. J. R. Abel (arXiv:2507.23376) collect those; of groups of two, 8 and 20 players have none, and
to 150 players 92 and 140 are open. The base blocks below are our own finds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tournament.rotation.search.annealing import Rows

Point = tuple[
    int, int
]  # (y, i) stands for the point (λ^i·y, i), so that a base block turns by its labels alone
Kind = tuple[str, int]  # `a` for two equal labels, `b` for different ones; and the difference

# Players: m, λ, base blocks, seed. A point is an element and its label (a, b, c for 0, 1, 2); * is an
# infinite point, alone with one element: the table of that element in all three labels. `8~3` is a block of
# four, 8 and −8 with label a, 3 and −3 with label b. All are from `scripts.charts`: with ~ from `mirrored`,
# else with numba and that seed.
BASES = {
    24: (7, 2, "*3 *5 *6 0a1b2b4b", 21),
    36: (11, 1, "*1a10b5c 0a2a3c6a 4a7a8b9b", 2),
    44: (14, 9, "*9 *12 3a4b7c13c 5a6b8b11b 0a1b2b10a", 1),
    48: (15, 1, "*1a14b5c 2a4a9a10c 0a3b6a13c 7a8a11a12b", 2),
    56: (18, 13, "*4 *12 0a1a5a13b 6a9a14c16c 2a3c7b10a 8a11c15a17c", 7),
    60: (19, 7, "*8 *18 *12 0a2a14a3a 1a10a16b4c 7a13a17b9c 11a15a5b6c", 1),
    72: (23, 1, "*18a2b8c 0a1a3a15b 7a11c13a16b 4a12b14a19a 6a9c10b20a 5a17a21a22b", 1),
    80: (26, 3, "*9 *3 0a1a2c4a 5a6b14b16c 11a13c18a19c 15a23c24b25a 7a10b12b21b 8a17c20a22c", 4),
    84: (27, 10, "*18a25b24c 0a1a2b9c 3a6c22a26c 11a12c15c21a 7a8c13b20a 4a17c19a23b 5a10a14a16a", 1),
    116: (
        38,
        7,
        "*37 *34 8a5c14a32c 35a1b6b36c 24a0a9a23c 10a12b21c26a 3a17c25c29c 16a20c30c33c 7a18b19b28a "
        "2a13c15c22a 4a11a27b31c",
        3,
    ),
    120: (
        39,
        16,
        "*36 *4 *16 8a12b21a28b 34a23c29b35c 26a6a19b27c 0a3b5a13b 1a15a18a38c 2a14c20c37a 11a22b24b33b "
        "7a10b17b25b 9a30a31c32c",
        1,
    ),
    132: (
        43,
        6,
        "*14 *41 *31 0a3a18a22a 2a5b20c19a 12a30b34c28a 29a8b32c39a 13a4c21a33a 35a24c40a26a 38a15c25a27a "
        "10a37b23c36b 17a7b9c1b 16a42b11c6b",
        1,
    ),
    136: (45, 16, "*0 1~22 10~21 20~12 8~19 18~3 4~17 13~16 15~5 11~14 9~2 6~7", 0),
}


def kind(one: Point, other: Point, size: int, twist: int) -> Kind:
    """The class of the difference of two points: all their images, in every round, have the same.

    >>> kind((5, 0), (2, 0), 7, 1), kind((5, 0), (2, 1), 7, 1), kind((2, 1), (5, 0), 7, 1)
    (('a', 3), ('b', 4), ('b', 4))
    """
    (y, i), (z, j) = one, other
    if i == j:
        return "a", min((y - z) % size, (z - y) % size)
    return "b", (twist * z - y if j == (i + 1) % 3 else twist * y - z) % size


def every_kind(size: int, infinite: int) -> set[Kind]:
    """The classes of all the differences but those within groups."""
    same = {("a", d) for d in range(1, size // 2 + 1) if 2 * d != size}
    return same | {("b", d) for d in range(size) if d or infinite < 3}


@dataclass(frozen=True, slots=True)
class Starter:
    """One starting round: `alone` are the elements at a table with an infinite point in all three labels."""

    size: int
    twist: int
    infinite: int
    alone: tuple[int, ...]
    blocks: tuple[tuple[Point, ...], ...]

    def fits(self) -> bool:
        """Whether everybody has one place and every difference outside the groups occurs exactly once."""
        m = self.size
        elements = sorted((*self.alone, *(y for block in self.blocks for y, _ in block)))
        short = [block for block in self.blocks if len(block) == 3]
        if elements != list(range(m)) or len(self.alone) + 3 * len(short) != self.infinite:
            return False
        if any({i for _, i in block} != {0, 1, 2} for block in short):
            return False  # an infinite point would meet somebody twice
        kinds = [kind((y, 0), (y, 1), m, self.twist) for y in self.alone]
        for block in self.blocks:
            kinds += [kind(*pair, m, self.twist) for pair in combinations(block, 2)]
        return len(kinds) == len(set(kinds)) and set(kinds) == every_kind(m, self.infinite)

    def rounds(self) -> Rows:
        """All m rounds; player 3x + i is the point (x, i), the last ones are infinite."""
        tables: list[list[Point | int]] = []
        for number, y in enumerate(self.alone):
            tables.append([number, *((y, i) for i in range(3))])
        for block in self.blocks:
            for turn in range(3):
                table: list[Point | int] = [(y, (i + turn) % 3) for y, i in block]
                tables.append([turn, *table] if len(block) == 3 else table)
        powers = (1, self.twist, self.twist * self.twist)

        def player(point: Point | int, move: int) -> int:
            if isinstance(point, int):
                return 3 * self.size + point
            y, i = point
            return 3 * ((powers[i] * y + move) % self.size) + i

        return [[player(point, move) for table in tables for point in table] for move in range(self.size)]


def parse(players: int, size: int, twist: int, text: str) -> Starter:
    """Read a line of `BASES`.

    >>> parse(16, 5, 1, "*0 2~1").blocks
    (((2, 0), (3, 0), (1, 1), (4, 1)),)
    """
    alone: list[int] = []
    blocks: list[tuple[Point, ...]] = []
    for word in text.split():
        bare = word.lstrip("*")
        if "~" in bare:
            one, other = (int(number) for number in bare.split("~"))
            blocks.append(((one, 0), (size - one, 0), (other, 1), (size - other, 1)))
        elif bare.isdigit():
            alone.append(int(bare))
        else:
            blocks.append(tuple((int(y), "abc".index(i)) for y, i in re.findall(r"(\d+)([abc])", bare)))
    return Starter(size, twist, players - 3 * size, tuple(alone), tuple(blocks))


@cache
def _checked(players: int) -> Starter | None:
    if players not in BASES:
        return None
    size, twist, text, _ = BASES[players]
    starter = parse(players, size, twist, text)
    return starter if starter.fits() else None


def rounds(players: int) -> Rows | None:
    """The rounds of the stored starter; `None` if none is stored.

    >>> len(rounds(24)), rounds(28)
    (7, None)
    """
    starter = _checked(players)
    return None if starter is None else starter.rounds()
