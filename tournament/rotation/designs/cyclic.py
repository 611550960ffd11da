"""Plans for long events by construction: one base round developed round a cycle.

Everything works with indices 0 to n − 1; a row is a round, four players per table, then who sits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from tournament.rotation.search import kernel
from tournament.rotation.search.annealing import SWEEP, Rows, cool, limits_at, words_from

BASE_MOVES = 200_000
BASE_WEIGHTS = (24, 6, 1)  # P, O, M of differences
BASE_HOT, BASE_COLD = 12, 0.96  # temperatures


@dataclass(frozen=True, slots=True)
class Group:
    """The cycle that develops a base round: the class of every pair, and who sits out in the base round.

    With full tables one player (∞) is fixed and n − 1 rotate, else all n rotate. `none` is the number of the
    class without pairs (or −1), `half` that of pairs opposite each other in an even cycle (or −1).
    """

    cycle: int
    size: int
    kinds: list[list[int]]
    idle: tuple[int, ...]
    none: int
    half: int


@cache
def cyclic_group(players: int) -> Group:
    """The group for this number of players."""
    still = players % 4 == 0
    cycle = players - 1 if still else players

    def kind(a: int, b: int) -> int:
        if still and cycle in (a, b):
            return 0
        return min((a - b) % cycle, (b - a) % cycle)

    return Group(
        cycle,
        cycle // 2 + 1,
        [[kind(a, b) for b in range(players)] for a in range(players)],
        tuple(range(players % 4)),
        -1 if still else 0,
        cycle // 2 if cycle % 2 == 0 else -1,
    )


def develop(players: int, base: list[int]) -> Rows:
    """All rounds of a base round (players at tables only), ordered so that everybody sits out in turn."""
    group = cyclic_group(players)
    idle = len(group.idle)
    row = [*base, *group.idle]
    steps = _steps(group.cycle, max(idle, 1))
    return [
        [player if player == group.cycle else (player + step) % group.cycle for player in row]
        for step in steps
    ]


def _steps(cycle: int, idle: int) -> list[int]:
    """0 to cycle − 1 in steps of `idle`; when a run closes early, the next starts one further."""
    steps: list[int] = []
    seen: set[int] = set()
    at = 0
    while len(steps) < cycle:
        while at in seen:
            at = (at + 1) % cycle
        steps.append(at)
        seen.add(at)
        at = (at + idle) % cycle
    return steps


def patterned_base(players: int) -> list[int] | None:
    """A base round whose partners are x and −x (and ∞ and 0): no partner repeats, opponents by chance.

    `None` for 4t + 2 players, if no such round exists.

    >>> patterned_base(8), patterned_base(7)
    ([7, 1, 0, 6, 2, 3, 5, 4], [3, 4, 6, 5])
    """
    group = cyclic_group(players)
    if players % 4 == 2:
        return None
    pairs = [(x, group.cycle - x) for x in range(1, (group.cycle + 1) // 2)]
    if players % 4 == 0:
        pairs.insert(0, (group.cycle, 0))
    elif players % 4 == 3:  # −1, 0 and 1 sit out; shifted by one they are 0, 1 and 2
        pairs = [(x + 1, (y + 1) % group.cycle) for x, y in pairs[1:]]
    return [player for (a, c), (b, d) in zip(pairs[::2], pairs[1::2], strict=True) for player in (a, b, c, d)]


def cyclic_rows(players: int, rounds: int, random: Random, moves: int = BASE_MOVES) -> Rows | None:
    """The first rounds of a developed base round whose differences are as even as a short search makes them.

    Partners' differences are all different (but for 4t + 2 players), so no partner repeats within the cycle
    (n − 1 rounds with full tables, else n). `None` for more rounds than the cycle has.
    """
    group = cyclic_group(players)
    if rounds > group.cycle or players < 5:
        return None
    row = patterned_base(players)
    paired = row is not None
    if row is None:
        row = [player for player in range(players) if player not in group.idle]
        random.shuffle(row)
    by_partner, by_opponent = [0] * group.size, [0] * group.size
    wp, wo, wm = BASE_WEIGHTS
    if group.half >= 0:  # an opposite pair meets twice in one turn of the cycle
        by_partner[group.half] += wp + wm
        by_opponent[group.half] += wo + wm
    cost = seat_base(row, group, by_partner, by_opponent, BASE_WEIGHTS)

    def sweep(temperature: float) -> int:
        nonlocal cost
        words, limits = words_from(random, SWEEP), limits_at(temperature)
        cost = kernel.sweep_base(
            row, len(row), paired, group.kinds, words, limits, by_partner, by_opponent, wp, wo, wm, cost
        )
        return cost

    kept, _ = cool(sweep, lambda: [row[:]], cost, max(1, moves // SWEEP), hot=BASE_HOT, cold=BASE_COLD)
    return develop(players, kept[0])[:rounds]


def seat_base(
    row: list[int], group: Group, by_partner: list[int], by_opponent: list[int], weights: tuple[int, int, int]
) -> int:
    """Count the meetings of a base round by class; return their cost."""
    wp, wo, wm = weights
    cost = 0
    for k in range(0, len(row), 4):
        for i in range(4):
            for j in range(i + 1, 4):
                partner = int(i ^ 2 == j)
                own = (wp if partner else wo) + wm
                kind = group.kinds[row[k + i]][row[k + j]]
                cost += kernel.count(by_partner, by_opponent, kind, 1, partner, own, wm)
    return cost
