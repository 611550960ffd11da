"""The end of a dense evening: every way to seat the last rounds, to show that opponents have to repeat.

Where few partners are left, the coming rounds cannot have as few repeated opponents as a fresh plan. Counting
does not show it, since it knows nothing of who is left for whom; trying everything does, if that is little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


class _TooMany(Exception):
    """There are more ways than may be tried."""


@dataclass(slots=True)
class _Ways:
    """The search: players are 0 to n − 1, sets of them bits of a number."""

    free: list[int]  # for each player the partners left
    rest: list[int]  # for each player how often they may still sit out
    tables: int
    rounds: int
    most: int
    nodes: int
    opposed: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.opposed = [[0] * len(self.free) for _ in self.free]

    def exists(self, rounds: int, last: int, spent: int) -> bool:
        """Whether the rounds left can be seated without going beyond `most`.

        Rounds may change places, so the first player's partners come in ascending order: `last` is the one
        of the round before (−1: that player sat out, or there is none).
        """
        if rounds == self.rounds:
            return True
        everybody = (1 << len(self.free)) - 1
        return self._seated(rounds, everybody, len(self.free) - 4 * self.tables, last, spent)

    def _seated(self, rounds: int, left: int, idle: int, last: int, spent: int) -> bool:
        self.nodes -= 1
        if self.nodes < 0:
            raise _TooMany
        if not left:
            return self.exists(rounds + 1, last, spent)
        a = (left & -left).bit_length() - 1
        others = left & ~(1 << a)
        if idle and self.rest[a] and not (a == 0 and last >= 0):
            self.rest[a] -= 1
            if self._seated(rounds, others, idle - 1, last, spent):
                return True
            self.rest[a] += 1
        for b in _bits(self.free[a] & others):
            if a == 0 and b <= last:
                continue
            after = others & ~(1 << b)
            for c in _bits(after):
                for d in _bits(self.free[c] & after & ~((2 << c) - 1)):
                    more = sum(self.opposed[x][y] for x in (a, b) for y in (c, d))
                    if spent + more > self.most:
                        continue
                    self._play(a, b, c, d, 1)
                    found = self._seated(
                        rounds, after & ~(1 << c | 1 << d), idle, b if a == 0 else last, spent + more
                    )
                    self._play(a, b, c, d, -1)
                    if found:
                        return True
        return False

    def _play(self, a: int, b: int, c: int, d: int, sign: int) -> None:
        for x, y in ((a, b), (c, d)):
            self.free[x] ^= 1 << y
            self.free[y] ^= 1 << x
        for x in (a, b):
            for y in (c, d):
                self.opposed[x][y] += sign
                self.opposed[y][x] += sign


def _bits(of: int) -> Iterator[int]:
    while of:
        low = of & -of
        yield low.bit_length() - 1
        of ^= low


def repeats_at_least(
    opponents: int,
    free: Sequence[Sequence[int]],
    may_sit_out: Sequence[int],
    *,
    tables: int,
    rounds: int,
    nodes: int,
) -> bool | None:
    """Whether every way to seat the rounds repeats `opponents` or more; `None` where there are too many ways.

    Repeats are Σ C(count, 2) over pairs of opponents in these rounds alone. `free[p]` are the partners that
    player p has not had (p and q have each other or neither), and nobody has a partner twice;
    `may_sit_out[p]` is how many of the rounds p may sit out. `nodes` is how many partial seatings are tried.

    Four players in two rounds, with everybody still free: the second round has two of each side as opponents
    again.

    >>> others = [[q for q in range(4) if q != p] for p in range(4)]
    >>> [repeats_at_least(o, others, [0] * 4, tables=1, rounds=2, nodes=99) for o in (2, 3)]
    [True, False]
    """
    masks = [sum(1 << q for q in partners) for partners in free]
    ways = _Ways(masks, list(may_sit_out), tables, rounds, opponents - 1, nodes)
    try:
        return not ways.exists(0, -1, 0)
    except _TooMany:
        return None
