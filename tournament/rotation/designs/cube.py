"""Ten rounds for 32 players in which nobody meets anybody twice: a design on the corners of four cubes.

The points are (x, i): a corner x of a cube (0 to 7, its coordinates as bits) and one of four cubes. Corners
opposite each other, (x, i) and (7 − x, i), are the groups of two that never meet; all the others meet once.

Source: Whether 32 golfers can play ten weeks in fours without a second meeting was open until A. Aguado gave
a schedule (2004). The blocks are those of the schedule in the Wolfram Demonstration “Social Golfer Problem”;
that they fall into so few under moves of the cube was found here.
"""

from __future__ import annotations

import re
from functools import cache

from tournament.rotation.search.annealing import Rows

PLAYERS = 32
CORNERS = 8

# One round each: the moves that it keeps (x becomes x XOR the move, and so for all that these generate), and
# its blocks, of which the others are images. A point is a corner and its cube.
ROUNDS = (
    "1 2 4: 0a0b0c0d",
    "2 5: 0a1b3c2d 6a0b7c1d",
    "2 5: 0a5b6c3d 1a4a0d5d 4b6b0c2c",
    "1 2 4: 0a2b7c5d",
    "1 2 4: 0a2a4a6a 0b1b4b5b 0d1d2d3d 0c3c5c6c",
    "3 4: 0a3b2c6d 3c7c0d4d 1a2a5b6b",
    "2 5: 0a6b1c7d 1a0b2c3d",
    "3 4: 0a3a4b7b 6a5b4c0d 2c6c1d5d",
    "1 2 4: 0a1a4c5c 0b6b2d4d",
    "2 5: 0a5a1d4d 0b2b4c6c 3a6b5c0d",
)


def rounds(players: int) -> Rows | None:
    """The ten rounds for 32 players; `None` for any other number.

    >>> len(rounds(32)), rounds(28)
    (10, None)
    """
    return [row[:] for row in _all()] if players == PLAYERS else None


@cache
def _all() -> Rows:
    return [_round(text) for text in ROUNDS]


def _round(text: str) -> list[int]:
    """One round; player 8i + x is the point (x, i)."""
    moves, _, blocks = text.partition(":")
    span = [0]
    for move in map(int, moves.split()):
        span += [move ^ other for other in span]
    tables: dict[frozenset[int], None] = {}
    for block in blocks.split():
        points = [(int(x), "abcd".index(i)) for x, i in re.findall(r"(\d)([abcd])", block)]
        for move in span:
            tables[frozenset(CORNERS * i + (x ^ move) for x, i in points)] = None
    return [player for table in tables for player in sorted(table)]
