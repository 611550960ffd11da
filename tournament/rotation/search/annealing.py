"""Simulated annealing over the rounds still open: the live search behind every movement that plans ahead.

Players are indices 0..n−1 here; sit-outs are settled before and never changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import thread_time

from tournament.rotation.plan import RoundPlan
from tournament.rotation.search import kernel

Progress = Callable[[float], None]
Rows = list[list[int]]

SEARCHED = 0.95  # progress of a plan when only tables and seats are left to assign
FORBIDDEN = 10**7
UNMIXED = 10**5  # far above any repeat, far below a broken wish
SWEEP = 4000
MOVES_A_SECOND = 1_500_000  # on a fast laptop without numba; converts times into moves
SLOWEST = 20  # times slower than that a machine may be before the clock ends a search
QUANTILES = tuple(-math.log((k + 0.5) / 1024) for k in range(1024))


def stage(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Scale the progress of one stage to its part of the whole.

    >>> seen = []
    >>> stage(seen.append, 0.5, 1.0)(0.5)
    >>> seen
    [0.75]
    """
    if progress is None:
        return None
    return lambda fraction: progress(min(1.0, start + (end - start) * fraction))


def words_from(random: Random, moves: int) -> list[int]:
    """Random words for the kernel, one per move."""
    return memoryview(random.randbytes(8 * moves)).cast("Q").tolist()


def limits_at(temperature: float) -> list[float]:
    """The cost increases that the kernel may accept at a temperature."""
    return [temperature * quantile for quantile in QUANTILES]


@dataclass(slots=True)
class SearchLimit:
    """The last limit of a search; `ran_out` says that it ended one.

    A search ends after so many moves, so every machine gets the same plan. Only one that is `SLOWEST` times
    slower than usual, by the time of its processor, stops before that.
    """

    ran_out: bool = False

    def is_late(self, began: float, moves: int) -> bool:
        """Whether a search of `moves`, begun at this time of the processor, has to end now."""
        late = thread_time() - began > SLOWEST * moves / MOVES_A_SECOND
        self.ran_out = self.ran_out or late
        return late


def cool(
    sweep: Callable[[float], int],
    copied: Callable[[], Rows],
    cost: int,
    sweeps: int,
    *,
    hot: float,
    cold: float,
    limit: SearchLimit | None = None,
    target: int = 0,
    progress: Progress | None = None,
) -> tuple[Rows, int]:
    """Sweep at falling temperatures from `hot` to `cold`; returns the best rows seen and their cost.

    `sweep` goes over the rows at one temperature and returns what they cost then, `copied` copies them. It
    ends early at a cost of `target`, or when the clock runs out.
    """
    began = thread_time()
    best, kept = cost, copied()
    for number in range(sweeps):
        if best <= target or (limit is not None and limit.is_late(began, sweeps * SWEEP)):
            break
        cost = sweep(hot * (cold / hot) ** (number / sweeps))
        if cost < best:
            best, kept = cost, copied()
        if progress is not None:
            progress((number + 1) / sweeps)
    return kept, best


@dataclass(frozen=True, slots=True)
class Weights:
    """The cost of one repeat: P as partners, O as opponents, M at one table in any relation."""

    P: int = 60
    O: int = 6  # noqa: E741 - the name of the relation in every formula
    M: int = 2


@dataclass(slots=True)
class RepeatCounts:
    """The prices of the next meeting of every pair, from their meetings so far; see `kernel`."""

    n: int
    weights: Weights = Weights()
    as_partner: Rows = field(init=False)
    as_opponent: Rows = field(init=False)
    base: int = 0

    def __post_init__(self) -> None:
        self.as_partner = [[0] * self.n for _ in range(self.n)]
        self.as_opponent = [[0] * self.n for _ in range(self.n)]

    def copy(self) -> RepeatCounts:
        twin = RepeatCounts(self.n, self.weights)
        twin.as_partner = [row[:] for row in self.as_partner]
        twin.as_opponent = [row[:] for row in self.as_opponent]
        return twin

    def forbid(self, a: int, b: int, *, partners_only: bool = False, price: int = FORBIDDEN) -> None:
        """Keep two players apart as partners, or altogether."""
        for x, y in ((a, b), (b, a)):
            self.as_partner[x][y] += price
            if not partners_only:
                self.as_opponent[x][y] += price

    def seat(self, row: Sequence[int], width: int) -> int:
        """Count one round's tables; return their cost."""
        w = self.weights
        cost = 0
        for start in range(0, width, 4):
            for i in range(4):
                for j in range(i + 1, 4):
                    a, b = row[start + i], row[start + j]
                    partner = i ^ 2 == j
                    cost += (self.as_partner if partner else self.as_opponent)[a][b]
                    own = (w.P if partner else w.O) + w.M
                    kernel.change(self.as_partner, self.as_opponent, a, b, 1, partner, own, w.M)
        return cost

    def count_history(self, history: Sequence[RoundPlan], index: dict[int, int]) -> None:
        """Count the rounds played; players not in `index` have gone and are ignored."""
        w = self.weights
        for round_ in history:
            for table in round_.tables:
                seated = table.players
                for i in range(4):
                    for j in range(i + 1, 4):
                        a, b = index.get(seated[i]), index.get(seated[j])
                        if a is None or b is None:
                            continue
                        partner = i ^ 2 == j
                        own = (w.P if partner else w.O) + w.M
                        kernel.change(self.as_partner, self.as_opponent, a, b, 1, partner, own, w.M)


@dataclass(slots=True)
class Search:
    """Rows of seats being improved, with their prices."""

    rows: Rows
    widths: list[int]
    counts: RepeatCounts
    random: Random
    locked: Rows
    cost: int = 0

    @classmethod
    def start(
        cls,
        rows: Rows,
        widths: Sequence[int],
        counts: RepeatCounts,
        random: Random,
        *,
        locked: Rows | None = None,
    ) -> Search:
        """A search ready to sweep; `rows` and `counts` are copied.

        rows[r] are player indices (from 0) of round r, four to a table; widths[r] is how many places are at
        tables; locked[r][p] is 1 where nobody may be moved (default: nowhere). The repeats of `rows` are
        added to the copy of `counts`.
        """
        search = cls(
            [row[:] for row in rows],
            list(widths),
            counts.copy(),
            random,
            locked or [[0] * len(row) for row in rows],
        )
        search.cost = sum(search.counts.seat(row, width) for row, width in zip(rows, widths, strict=True))
        return search

    def sweep(self, temperature: float, moves: int = SWEEP) -> int:
        """Try `moves` swaps at one temperature; return the cost reached."""
        words, limits = words_from(self.random, moves), limits_at(temperature)
        w = self.counts.weights
        self.cost = kernel.sweep(
            self.rows, self.widths, self.locked, words, limits,
            self.counts.as_partner, self.counts.as_opponent, w.P, w.O, w.M, self.cost,
        )  # fmt: skip
        return self.cost

    def anneal(
        self,
        moves: int,
        *,
        limit: SearchLimit | None = None,
        hot: float = 8.0,
        cold: float = 0.4,
        target: int = 0,
        progress: Progress | None = None,
    ) -> int:
        """Cool from `hot` to `cold` over `moves` swaps, keep the best rows seen; return their cost.

        The same seed gives the same rows, unless the clock runs out.
        """
        self.rows, self.cost = cool(
            self.sweep,
            lambda: [row[:] for row in self.rows],
            self.cost,
            max(1, moves // SWEEP),
            limit=limit,
            hot=hot,
            cold=cold,
            target=target,
            progress=progress,
        )
        return self.cost


def rows_by_lot(players: int, rounds: int, random: Random) -> Rows:
    """Random seatings; players sit out in the order of the list."""
    idle = players % 4
    order = list(range(players))
    random.shuffle(order)
    rows = []
    for r in range(rounds):
        out = [order[(r * idle + i) % players] for i in range(idle)]
        seated = [player for player in order if player not in out]
        random.shuffle(seated)
        rows.append(seated + out)
    return rows


def rows_continued(rows: Rows, rounds: int, random: Random) -> Rows:
    """The rows and random ones after them, up to `rounds`; those sit out who did so least, longest ago."""
    players = len(rows[0])
    idle = players % 4
    answer = [row[:] for row in rows]
    count = [0] * players
    last = [-1] * players
    for number in range(rounds):
        if number >= len(rows):
            order = list(range(players))
            random.shuffle(order)
            order.sort(key=lambda player: (last[player] == number - 1, count[player], last[player]))
            out, seated = order[:idle], order[idle:]
            random.shuffle(seated)
            answer.append(seated + out)
        for player in answer[number][players - idle :]:
            count[player] += 1
            last[player] = number
    return answer
