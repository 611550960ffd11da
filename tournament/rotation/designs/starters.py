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

from tournament.rotation.search.annealing import Rows

Point = tuple[
    int, int
]  # (y, i) stands for the point (λ^i·y, i), so that a base block turns by its labels alone

# Players: m, λ, base blocks, seed. A point is an element and its label (a, b, c for 0, 1, 2); * is an
# infinite point, alone with one element: the table of that element in all three labels. `8~3` is a block of
# four, 8 and −8 with label a, 3 and −3 with label b, from `offline.starters.mirrored`; the others are from
# `annealed` there, with numba and that seed (80 from a draft of it that drew in another order).
BASES = {
    24: (7, 1, "*5b6c1a 2b0b3b4a", 1),
    36: (11, 1, "*4b10c2a 6b8b7a3b 9a1c5a0c", 1),
    44: (14, 9, "*9 *12 7a6b5b11a 10c13c1c2b 0a3c4b8a", 1),
    48: (15, 1, "*9a2c6b 3c12c10b5c 0b11b1b14c 4c7c8a13b", 1),
    56: (18, 13, "*4 *12 0b10c15b2b 17b9a16b6b 8b5a1c11a 13b14a3c7c", 7),
    60: (19, 11, "*18b15a8c 6a14b11b12c 3b9b17b5b 4b16a10c7a 2b0a13c1a", 6),
    72: (23, 1, "*22a11b16c 0c19b9b6c 13b14a5a7c 4a3c1c12a 15a10b20a8a 2b21c18c17c", 3),
    80: (26, 9, "*4 *18 10a21a23b22c 0c6c3b9c 11c12b14b25c 19a16b8b15b 17b13a5c1b 24a2b20a7b", 1),
    84: (27, 1, "*11b13a4c 22b26b25c1b 17a0b21c8b 10a7a23a15b 20b5c16a6a 12b14c24b19b 2b3b18c9c", 1),
    136: (45, 16, "*0 1~22 10~21 20~12 8~19 18~3 4~17 13~16 15~5 11~14 9~2 6~7", 0),
}


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
        short = sum(len(block) == 3 for block in self.blocks)
        if elements != list(range(m)) or (len(self.alone), short) != (
            (0, 1) if self.infinite == 3 else (self.infinite, 0)
        ):
            return False
        if any(len(block) == 3 and {i for _, i in block} != {0, 1, 2} for block in self.blocks):
            return False  # an infinite point would meet somebody twice
        kinds = [("b", (self.twist - 1) * y % m) for y in self.alone]
        for block in self.blocks:
            for p, (y, i) in enumerate(block):
                kinds += [self._kind(y, i, z, j) for z, j in block[p + 1 :]]
        same = {("a", d) for d in range(1, m // 2 + 1) if 2 * d != m}
        mixed = {("b", d) for d in range(m) if d or self.infinite < 3}
        return len(kinds) == len(set(kinds)) and set(kinds) == same | mixed

    def _kind(self, y: int, i: int, z: int, j: int) -> tuple[str, int]:
        if i == j:
            return "a", min((y - z) % self.size, (z - y) % self.size)
        return "b", (self.twist * z - y if j == (i + 1) % 3 else self.twist * y - z) % self.size

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
    """The rounds of the stored starter; `None` where none is stored.

    >>> len(rounds(24)), rounds(28)
    (7, None)
    """
    starter = _checked(players)
    return None if starter is None else starter.rounds()
