"""Left and right: turn tables so that each opponent is on the left as often as on the right.

Exchanging two partners of a table turns round who has whom on the left; partners, opponents and the two sides
of the table stay. So a plan has one choice for each table. Two players who oppose each other twice tie the
choices of those two tables to each other, which settles most of them; a short search does the rest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

from tournament.rotation.plan import RoundPlan, TablePlan

STEPS = 60  # tries for each table and sweep
LONGEST = 40_000
PASSES = 3  # over all tables, to even out seats
HOT, COLD = 0.8, 0.15  # one repeat to the same hand costs 1

Pair = tuple[int, int]


def around(four: Sequence[int]) -> tuple[Pair, ...]:
    """Each player of a table with the one on their left, N having E there.

    >>> around((1, 2, 3, 4))
    ((1, 2), (2, 3), (3, 4), (4, 1))
    """
    return (*pairwise(four), (four[3], four[0]))


def evened(rounds: Sequence[RoundPlan], random: Random) -> tuple[RoundPlan, ...]:
    """The rounds, with partners exchanged at some tables so that left and right are as even as was found."""
    tables = [table for round_ in rounds for table in round_.tables]
    turned = _turned([around(table.players) for table in tables], random)
    if not any(turned):
        return tuple(rounds)
    seats = _Seats(tables)
    answer = [seats.turned(t) if turn else t for t, turn in zip(tables, turned, strict=True)]
    for _ in range(PASSES):
        answer = [seats.opposite(table) for table in answer]
    placed = iter(answer)
    return tuple(replace(round_, tables=tuple(next(placed) for _ in round_.tables)) for round_ in rounds)


def _turned(fours: list[tuple[Pair, ...]], random: Random) -> list[bool]:
    """For each table whether to turn it."""
    meetings: defaultdict[Pair, list[tuple[int, bool]]] = defaultdict(list)
    for number, four in enumerate(fours):
        for a, b in four:
            meetings[min(a, b), max(a, b)].append((number, a < b))
    tied = [pairs for pairs in meetings.values() if len(pairs) > 1]
    turned = _tied(len(fours), tied)
    if all(_even(pairs, turned) for pairs in tied):
        return turned
    touching: list[list[tuple[int, bool]]] = [[] for _ in fours]
    balance = []
    for k, pairs in enumerate(tied):
        balance.append(sum(1 if way != turned[number] else -1 for number, way in pairs))
        for number, way in pairs:
            touching[number].append((k, way))
    steps = min(LONGEST, STEPS * len(fours))
    best, cost, kept = 0, 0, turned[:]
    for step in range(steps):
        number = random.randrange(len(fours))
        ways = [(k, 1 if way != turned[number] else -1) for k, way in touching[number]]
        growth = sum(1 - sign * balance[k] for k, sign in ways)  # (balance ∓ 2)² − balance², a quarter of it
        heat = HOT * (COLD / HOT) ** (step / steps)
        if growth <= 0 or random.random() < math.exp(-growth / heat):
            for k, sign in ways:
                balance[k] -= 2 * sign
            turned[number] = not turned[number]
            cost += growth
            if cost < best:
                best, kept = cost, turned[:]
    return kept


def _even(pairs: Iterable[tuple[int, bool]], turned: list[bool]) -> bool:
    return abs(sum(1 if way != turned[number] else -1 for number, way in pairs)) <= 1


def _tied(count: int, tied: list[list[tuple[int, bool]]]) -> list[bool]:
    """Choices that follow from one another where two tables share a pair, while none contradicts another."""
    beside: list[list[tuple[int, bool]]] = [[] for _ in range(count)]
    for pairs in tied:
        for (one, way), (other, same) in combinations(pairs, 2):
            if len(pairs) == 2:
                beside[one].append((other, way == same))
                beside[other].append((one, way == same))
    turned: list[bool | None] = [None] * count
    for start in range(count):
        if turned[start] is not None:
            continue
        turned[start] = False
        queue = [start]
        for at in queue:
            for other, differs in beside[at]:
                if turned[other] is None:
                    turned[other] = bool(turned[at]) != differs
                    queue.append(other)
    return [bool(turn) for turn in turned]


class _Seats:
    """How often everybody has had each seat, to choose which partners to exchange."""

    def __init__(self, tables: Sequence[TablePlan]) -> None:
        self.used: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for table in tables:
            for seat, player in enumerate(table.players):
                self.used[player][seat] += 1

    def turned(self, table: TablePlan) -> TablePlan:
        """The table with that pair of partners exchanged whose seats become the more even by it."""
        n, e, s, w = table.players
        if self._gain(n, 0) + self._gain(s, 2) >= self._gain(e, 1) + self._gain(w, 3):
            self._move(n, 0)
            self._move(s, 2)
            return replace(table, N=s, S=n)
        self._move(e, 1)
        self._move(w, 3)
        return replace(table, E=w, W=e)

    def opposite(self, table: TablePlan) -> TablePlan:
        """The table with both pairs of partners exchanged, where that makes seats more even."""
        if sum(self._gain(player, seat) - 1 for seat, player in enumerate(table.players)) <= 0:
            return table
        for seat, player in enumerate(table.players):
            self._move(player, seat)
        n, e, s, w = table.players
        return replace(table, N=s, E=w, S=n, W=e)

    def _gain(self, player: int, seat: int) -> int:
        return self.used[player][seat] - self.used[player][seat ^ 2]

    def _move(self, player: int, seat: int) -> None:
        self.used[player][seat] -= 1
        self.used[player][seat ^ 2] += 1
