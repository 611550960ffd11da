"""What others have published about a number of players and of rounds: the figures, each with its source.

Three kinds: rounds in which nobody meets anybody twice (resolvable designs with tables of four), whist
tournaments, and plans found by a search. The page for the curious shows them beside a seating; tests and
`tests/bench/bench_rotation.py` hold our charts against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournament.rotation import bounds

Key = tuple[int, int, int]


class Citation(str):
    """A work as it is cited, the same in every language."""

    __slots__ = ()


SOURCES: Mapping[str, Citation] = MappingProxyType(
    {
        "whole": Citation(
            "H. Hanani, D. K. Ray-Chaudhuri, R. M. Wilson, On resolvable designs, "
            "Discrete Mathematics 3 (1972)"
        ),
        "groups": Citation(
            "A. Miller, I. Valkov, R. J. R. Abel, Combinatorial solutions to the Social Golfer Problem and "
            "Social Golfer Problem with adjacent group sizes, arXiv:2507.23376"
        ),
        "golfers": Citation(
            "A. Aguado (2004); Wolfram Demonstrations Project, Social Golfer Problem: 32 players"
        ),
        "whist": Citation(
            "I. Anderson, A hundred years of whist tournaments, Journal of Combinatorial Mathematics and "
            "Combinatorial Computing 19 (1995)"
        ),
    }
)
# Known from our requirements (2026) only, not from what is published: a design and a search for the rest, and
# a search alone.
QUOTED = frozenset({"after", "search"})

# Rounds without a second meeting. Everybody meets three others a round, so there are at most (N − 1)/3; for a
# multiple of four as many as fit, but that groups of 1, 2 or 3 (by N modulo 12) never meet.
GROUP = {4: 1, 8: 2, 0: 3}
SMALLEST, LARGEST = 16, 150
# Groups of this kind cannot be had for 20 players, and whether they can for these is not known.
IMPOSSIBLE = frozenset({20})
OPEN = frozenset({92, 140})


def _source(players: int) -> str:
    if players == 32:
        return "golfers"
    return "whole" if GROUP[players % 12] == 1 else "groups"


# Players → the most rounds, and whose they are; for every multiple of four with a published design.
STRANGERS: Mapping[int, tuple[int, str]] = MappingProxyType(
    {
        players: ((players - GROUP[players % 12]) // 3, _source(players))
        for players in range(SMALLEST, LARGEST + 1, 4)
        if players not in IMPOSSIBLE | OPEN
    }
)

# (players, rounds) → (O, M) with P = 0, after a design's rounds.
AFTER_A_DESIGN: Mapping[tuple[int, int], tuple[int, int]] = MappingProxyType(
    {
        (24, 8): (0, 18),
        (24, 10): (0, 84),
        (28, 10): (0, 42),
        (28, 12): (0, 126),
        (32, 12): (0, 80),
        (36, 12): (0, 27),
    }
)

# What searches by others reached: players → rounds → (O, M), with P = 0 everywhere.
SEARCHED: Mapping[int, Mapping[int, tuple[int, int]]] = MappingProxyType(
    {
        8: {6: (20, 60), 7: (28, 84)},
        12: {6: (6, 45), 8: (30, 90), 10: (54, 162), 11: (66, 198)},
        13: {6: (0, 30), 8: (18, 68), 10: (42, 126), 12: (66, 198)},
        16: {6: (0, 24), 8: (9, 73), 10: (40, 120), 12: (72, 216), 15: (120, 360)},
        17: {6: (0, 14), 8: (2, 58), 10: (24, 107), 12: (56, 172), 16: (120, 360)},
        18: {6: (0, 6), 8: (0, 41), 10: (9, 89), 12: (39, 135), 17: (119, 361)},
        19: {6: (0, 0), 8: (0, 26), 10: (2, 73), 12: (21, 119), 18: (117, 352)},
        20: {6: (0, 6), 8: (0, 52), 10: (10, 110), 12: (50, 180), 19: (190, 570)},
        24: {6: (0, 0), 8: (0, 28), 10: (0, 90), 12: (12, 156), 23: (276, 828)},
        28: {6: (0, 0), 8: (0, 0), 10: (0, 55), 12: (0, 143), 27: (405, 1161)},
        32: {6: (0, 0), 8: (0, 0), 10: (0, 16), 12: (0, 99), 31: (527, 1519)},
        36: {6: (0, 0), 8: (0, 0), 10: (0, 10), 12: (0, 60), 35: (665, 1925)},
        40: {6: (0, 0), 8: (0, 0), 10: (0, 0), 12: (0, 12), 39: (819, 2379)},
    }
)


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """P, O and M of a published plan, and its source: a key of `SOURCES`, or one of `QUOTED`.

    `one_fewer`: the design is for one player more; each round those sit out who would sit with that player.
    """

    key: Key
    source: str
    one_fewer: bool = False


def most_rounds(players: int) -> tuple[int, str] | None:
    """The most rounds published in which nobody meets anybody twice, and their source; `None` if none are.

    >>> most_rounds(24)[0], most_rounds(23)[0], most_rounds(22), most_rounds(20)
    (7, 7, None, None)
    """
    return STRANGERS.get(players + (players % 4 == 3))


def figures(players: int, rounds: int) -> tuple[PublishedFigure, ...]:
    """Every figure published for so many players who all are there for so many rounds, the best first.

    >>> [(one.key, one.source) for one in figures(24, 8)]
    [((0, 0, 18), 'after'), ((0, 0, 28), 'search')]
    """
    known = []
    most = most_rounds(players)
    if most is not None and rounds <= most[0]:
        known.append(PublishedFigure((0, 0, 0), most[1], one_fewer=players % 4 == 3))
    if players % 4 in (0, 1) and rounds == players - (players % 4 == 0):
        least = bounds.for_event(players, rounds)
        known.append(PublishedFigure((least["P"], least["O"], least["M"]), "whist"))
    if (players, rounds) in AFTER_A_DESIGN:
        known.append(PublishedFigure((0, *AFTER_A_DESIGN[players, rounds]), "after"))
    if rounds in SEARCHED.get(players, {}):
        known.append(PublishedFigure((0, *SEARCHED[players][rounds]), "search"))
    return tuple(sorted(known, key=lambda one: one.key))


def best(players: int, rounds: int) -> Key | None:
    """The best published P, O, M; `None` if there are none.

    >>> best(32, 10), best(36, 12), best(37, 12)
    ((0, 0, 0), (0, 0, 27), None)
    """
    return min((one.key for one in figures(players, rounds) if one.source != "search"), default=None)
