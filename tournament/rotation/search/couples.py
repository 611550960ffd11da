"""Simulated annealing that keeps all partnerships: only their rounds and opponents change.

For the end of a long evening, when few partners are left and hardly any single player can move. Either two
couples of a round change tables, or two rounds exchange the couples of a closed chain (a's partner in one
round, that player's partner in the other, and so on back to a). Rows as in `annealing`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tournament.rotation.search.annealing import SWEEP, Progress, RepeatCounts, Rows, SearchLimit, cool

CHAINS = 0.1  # share of the moves; a chain takes about twenty times as long as an exchange
CHAIN_COSTS = 20  # moves

Couple = tuple[int, int]
Place = tuple[int, Couple]


@dataclass(slots=True)
class CoupleRound:
    """The couples of a round, two per table, with every player's partner and place."""

    couples: list[Couple]
    partner: dict[int, int] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place, couple in enumerate(self.couples):
            self.put(place, couple)

    @classmethod
    def of(cls, row: Sequence[int]) -> CoupleRound:
        return cls([(row[k + side], row[k + side + 2]) for k in range(0, len(row), 4) for side in (0, 1)])

    def put(self, place: int, couple: Couple) -> None:
        a, b = couple
        self.couples[place] = couple
        self.partner[a], self.partner[b] = b, a
        self.place[a] = self.place[b] = place

    def row(self) -> list[int]:
        tables = zip(self.couples[::2], self.couples[1::2], strict=True)
        return [player for (n, s), (e, w) in tables for player in (n, e, s, w)]


@dataclass(slots=True)
class CoupleSearch:
    """Rounds being improved; `counts` already includes these rounds."""

    rounds: list[CoupleRound]
    counts: RepeatCounts
    random: Random
    cost: int

    @classmethod
    def start(cls, rows: Rows, counts: RepeatCounts, random: Random) -> CoupleSearch:
        own = counts.copy()
        cost = sum(own.seat(row, len(row)) for row in rows)
        return cls([CoupleRound.of(row) for row in rows], own, random, cost)

    @property
    def rows(self) -> Rows:
        return [round_.row() for round_ in self.rounds]

    def anneal(
        self,
        moves: int,
        *,
        limit: SearchLimit | None = None,
        hot: float,
        cold: float,
        progress: Progress | None = None,
    ) -> int:
        """Cool from `hot` to `cold` (1: one more opponent), keep the best rows seen; return their cost."""
        kept, self.cost = cool(
            self.sweep,
            lambda: self.rows,
            self.cost,
            max(1, moves // SWEEP),
            limit=limit,
            hot=hot,
            cold=cold,
            progress=progress,
        )
        self.rounds = [CoupleRound.of(row) for row in kept]
        return self.cost

    def sweep(self, temperature: float) -> int:
        """Try as many changes as take the time of `SWEEP` swaps; return the cost reached."""
        unit = self.counts.weights.O
        for _ in range(round(SWEEP / (1 + CHAINS * CHAIN_COSTS))):
            if self.random.random() < CHAINS:
                self._change_rounds(unit * temperature)
            else:
                self._change_tables(unit * temperature)
        return self.cost

    def _taken(self, extra: int, temperature: float) -> bool:
        if extra <= 0 or self.random.random() < math.exp(-extra / temperature):
            self.cost += extra
            return True
        return False

    def _price(self, one: Couple, other: Couple) -> int:
        a, b = (self.counts.as_opponent[player] for player in one)
        c, d = other
        return a[c] + a[d] + b[c] + b[d]

    def _meet(self, one: Couple, other: Couple, times: int) -> None:
        """Count one more match of two couples, or (−1) one less."""
        own, other_way = self.counts.weights.O + self.counts.weights.M, self.counts.weights.M
        opponent, partner = self.counts.as_opponent, self.counts.as_partner
        for a in one:
            for b in other:
                opponent[a][b] += times * own
                opponent[b][a] += times * own
                partner[a][b] += times * other_way
                partner[b][a] += times * other_way

    @property
    def _first(self) -> int:
        """A table's own share in the prices of its four meetings."""
        return 4 * (self.counts.weights.O + self.counts.weights.M)

    def _change_tables(self, temperature: float) -> None:
        """Exchange two couples of a round."""
        round_ = self.rounds[int(self.random.random() * len(self.rounds))]
        couples = round_.couples
        i, j = (int(self.random.random() * len(couples)) for _ in range(2))
        if i >> 1 == j >> 1:
            return
        one, two, against_one, against_two = couples[i], couples[j], couples[i ^ 1], couples[j ^ 1]
        extra = (
            self._price(two, against_one) + self._price(one, against_two)
            - self._price(one, against_one) - self._price(two, against_two) + 2 * self._first
        )  # fmt: skip
        if self._taken(extra, temperature):
            self._meet(one, against_one, -1)
            self._meet(two, against_two, -1)
            self._meet(two, against_one, 1)
            self._meet(one, against_two, 1)
            round_.put(i, two)
            round_.put(j, one)

    def _change_rounds(self, temperature: float) -> None:
        """Exchange the couples of a closed chain between two rounds."""
        one, other = (self.rounds[int(self.random.random() * len(self.rounds))] for _ in range(2))
        chain = self._chain(one, other)
        if len(chain) <= 2:
            return
        here = [(chain[k], chain[k + 1]) for k in range(0, len(chain), 2)]
        there = [(chain[k - 1], chain[k]) for k in range(0, len(chain), 2)]
        before = self._lift(one, here), self._lift(other, there)
        saved = sum(cost for cost, _ in before)
        extra = self._set_down(one, before[0][1], there) + self._set_down(other, before[1][1], here) - saved
        if not self._taken(extra, temperature):
            for round_, couples, (_, places) in ((other, here, before[1]), (one, there, before[0])):
                self._lift(round_, couples)
                self._put_back(round_, places)

    def _chain(self, one: CoupleRound, other: CoupleRound) -> list[int]:
        """The players along couples of the two rounds in turn; empty if the chain does not close."""
        first = self.random.choice(self.random.choice(one.couples))
        chain = [first]
        while True:
            chain.append(one.partner[chain[-1]])
            after = other.partner.get(chain[-1])
            if after == first:
                return chain
            if after not in one.partner:
                return []
            chain.append(after)

    def _lift(self, round_: CoupleRound, couples: Sequence[Couple]) -> tuple[int, list[Place]]:
        """Take couples from their tables; return the cost of these tables, and who was at which place."""
        places = [(round_.place[a], (a, b)) for a, b in couples]
        cost = 0
        for table in {place >> 1 for place, _ in places}:
            one, other = round_.couples[2 * table], round_.couples[2 * table + 1]
            cost += self._price(one, other) - self._first
            self._meet(one, other, -1)
        return cost, places

    def _put_back(self, round_: CoupleRound, places: Sequence[Place]) -> None:
        for place, couple in places:
            round_.put(place, couple)
        for table in {place >> 1 for place, _ in places}:
            self._meet(round_.couples[2 * table], round_.couples[2 * table + 1], 1)

    def _set_down(self, round_: CoupleRound, free: Sequence[Place], couples: Sequence[Couple]) -> int:
        """Give free places to couples, each the cheapest; return the new cost of the tables."""
        waiting = list(couples)
        self.random.shuffle(waiting)
        empty = {place for place, _ in free}
        cost = 0
        for place in sorted(empty, key=lambda place: place ^ 1 in empty):
            if place ^ 1 in empty:
                couple = waiting.pop()
            else:
                against = round_.couples[place ^ 1]
                couple = min(waiting, key=lambda couple: self._price(couple, against))
                waiting.remove(couple)
                cost += self._price(couple, against)
                self._meet(couple, against, 1)
            empty.remove(place)
            round_.put(place, couple)
        return cost
