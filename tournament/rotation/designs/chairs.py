"""One or two more players than a design has: in each round they take the chairs of players who sit out.

An extra player who meets nobody twice needs, in each round, three people at one table whom no other round has
given them; the fourth there sits out. So the triples are disjoint, and nobody sits out twice. What the design
lets nobody meet twice stays so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tournament.rotation.search.annealing import Rows

NODES = 1_500  # of one search; most that succeed need a few dozen


@dataclass(frozen=True, slots=True)
class Exchange:
    """A chair that an extra player may take: the others at that table, and who sits out, as bit masks."""

    place: int
    met: int
    out: int


def seated(rows: Rows, extras: int, random: Random) -> Rows | None:
    """The rows with `extras` more players in them, who sits out at the end; `None` if none is found soon.

    >>> rows = [[0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]]
    >>> [sorted(row[:8])[-1] for row in seated(rows, 1, Random(1))]
    [8, 8]
    """
    players = len(rows[0])
    answer = [row[:] for row in rows]
    out = 0
    taken: list[set[int]] = [set() for _ in rows]
    for extra in range(extras):
        chairs = {
            number: [
                chair
                for chair in _chairs(row)
                if chair.place // 4 not in taken[number] and not chair.out & out
            ]
            for number, row in enumerate(rows)
        }
        chosen = _Search(random).choose(chairs)
        if chosen is None:
            return None
        for number, chair in chosen.items():
            out |= chair.out
            taken[number].add(chair.place // 4)
            answer[number].append(answer[number][chair.place])
            answer[number][chair.place] = players + extra
    return answer


def _chairs(row: list[int]) -> list[Exchange]:
    return [
        Exchange(place, 1 << row[place ^ 1] | 1 << row[place ^ 2] | 1 << row[place ^ 3], 1 << player)
        for place, player in enumerate(row)
    ]


def _left(chairs: list[Exchange], met: int, out: int) -> list[Exchange]:
    """The chairs at which nobody is met again, and nobody sits out again."""
    return [chair for chair in chairs if not chair.met & met and not chair.out & out]


@dataclass(slots=True)
class _Search:
    """A search for one extra player's chairs; the round with the fewest left is settled next."""

    random: Random
    nodes: int = 0

    def choose(self, chairs: Mapping[int, list[Exchange]]) -> dict[int, Exchange] | None:
        """A chair for each round; `None` if there is none, or none was found within `NODES`."""
        if not chairs:
            return {}
        self.nodes += 1
        number = min(chairs, key=lambda n: len(chairs[n]))
        for chair in self.random.sample(chairs[number], len(chairs[number])):
            if self.nodes > NODES:
                return None
            rest = {n: _left(chairs[n], chair.met, chair.out) for n in chairs if n != number}
            reachable = 0
            for left in rest.values():
                for other in left:
                    reachable |= other.met
            if not all(rest.values()) or reachable.bit_count() < 3 * len(rest):
                continue
            chosen = self.choose(rest)
            if chosen is not None:
                return {number: chair, **chosen}
        return None
