"""Planning by search whatever the circumstances: rounds already played, people away, wishes about tables and
partners. Fresh plans without any of that come from `chart`.

The bar: no partner repeated that need not be, and opponents in the coming rounds within a tenth of a fresh
plan for as many rounds. Beyond that, as little as can be repeated over the whole evening.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from tournament.rotation import bounds, records, store, wishes
from tournament.rotation.plan import RoundPlan
from tournament.rotation.planners import arrange, renaming, sit_outs
from tournament.rotation.quality import Quality, judge
from tournament.rotation.request import Request
from tournament.rotation.search.annealing import (
    MOVES_A_SECOND,
    SEARCHED,
    Progress,
    RepeatCounts,
    Rows,
    Search,
    Weights,
    stage,
)
from tournament.rotation.search.couples import CoupleSearch

PATIENCE = 2.0  # seconds of search where nothing else was asked
LONGER = 3.5  # times as long where the bar was not reached by then
LONGEST = 7.0  # times as long where hardly anything is missing, or a partner is repeated needlessly
HARDLY = 3  # opponents repeated beyond the bar
LATEST = 4  # a slower machine may take so many times longer before the clock cuts a search off
HASTE = 2.0  # of the progress that is shown: 86 % when it has gone on `LONGER`
ENOUGH = 2  # attempts, where only meetings in any relation could be fewer
PARTNERS_FROM = 4  # the attempt from which on partners alone are looked at, if one is repeated needlessly
MOST_FOR_PARTNERS = 6  # attempts of that kind
SLACK = 1.1  # how far behind a fresh plan the coming rounds may stay

Key = tuple[int, int, int, int, int]
SitOuts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ReplanWay:
    """How one attempt goes about it: where it starts, what part of the time it takes, what repeats cost.

    `played` prices repeats of what was played, `coming` repeats among the coming rounds; then temperatures,
    and whether couples stay together (`couples`) or single players change seats (`search`).
    """

    start: str
    share: float
    played: Weights
    coming: Weights
    hot: float
    cold: float
    by_couples: bool = False


EVEN = Weights(), Weights(P=60, O=8, M=2)  # the whole evening counts nearly alike
TIGHT = Weights(P=60, O=1, M=0), Weights(P=80, O=24, M=2)  # the coming rounds first, but for partners
STRICT = Weights(P=300, O=1, M=0), Weights(P=300, O=24, M=2)  # partners whatever it takes, then the same
HELD = Weights(), Weights(P=80, O=24, M=2)  # what was played counts, the coming rounds must not suffer
ALONE = Weights(P=10, O=0, M=0), Weights(P=10, O=0, M=0)  # partners and nothing else
PARTNERS = ReplanWay("lot", 0.3, *ALONE, 8.0, 1.0)
FIRST = ReplanWay("chart", 0.15, *TIGHT, 1.0, 0.3)
BY_COUPLES = ReplanWay("again", 0.8, *STRICT, 2.0, 0.4, by_couples=True)
BEHIND = (
    ReplanWay("lot", 0.8, *TIGHT, 12.0, 1.0),
    BY_COUPLES,
    ReplanWay("lot", 0.8, *STRICT, 16.0, 1.0),
    BY_COUPLES,
    ReplanWay("again", 0.25, *STRICT, 8.0, 1.0),
)
WITHIN = (
    ReplanWay("lot", 0.3, *EVEN, 8.0, 0.4),
    ReplanWay("again", 0.3, *HELD, 1.0, 0.3),
    ReplanWay("lot", 0.4, *HELD, 8.0, 0.4),
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """Rows found, the places locked in them, who sits out, and how good that is (smaller is better).

    The key: broken wishes, repeated partners, how far behind a fresh plan, then opponents and meetings.
    """

    key: Key
    least_partners: int
    rows: Rows
    locked: Rows
    out: SitOuts
    within: bool
    settled: bool  # within, and nothing is repeated that need not be but meetings in any relation
    perfect: bool

    @property
    def partners(self) -> int:
        return self.key[1]


@dataclass(slots=True)
class Task:
    """One request under work. `allowed` is what O of the coming rounds may be within the bar."""

    request: Request
    random: Random
    chart: store.Chart | None
    allowed: int
    best: Attempt | None = None
    for_partners: int = 0  # attempts that looked at nothing else

    @classmethod
    def of(cls, request: Request) -> Task:
        allowed = int(SLACK * _fresh(request) + 1e-9)
        return cls(request, Random(f"chart {request.seed}"), renaming.usable(request), allowed)

    @property
    def within(self) -> bool:
        return self.best is not None and self.best.within

    @property
    def patience(self) -> float:
        """How many times as long as usual it is worth going on."""
        if self.best is None or self.best.within:
            return 1.0
        broken, _partners, behind, *_ = self.best.key
        worth_it = self.partner_missing or self.for_partners or behind <= HARDLY
        return LONGEST if worth_it and not broken else LONGER

    @property
    def partner_missing(self) -> bool:
        """Whether somebody is given a partner again who need not be."""
        return self.best is not None and self.best.partners > self.best.least_partners

    def way(self, number: int) -> ReplanWay:
        """How to go about the attempt of that number."""
        if number == 0 and self.chart is not None:
            return FIRST
        if self.best is None or self.within:
            return WITHIN[number % len(WITHIN)]
        if self.partner_missing and number >= PARTNERS_FROM and self.for_partners < MOST_FOR_PARTNERS:
            self.for_partners += 1
            return PARTNERS
        return BY_COUPLES if self.for_partners else BEHIND[(number - 1) % len(BEHIND)]

    def attempt(self, way: ReplanWay, moves: int, seconds: float, progress: Progress | None) -> None:
        """Find rows in that way and keep them if they are the best so far."""
        index = {player: i for i, player in enumerate(self.request.players)}
        counts = RepeatCounts(len(index), way.played)
        counts.count_history(self.request.history, index)
        wishes.forbid(counts, self.request, index)
        rows, locked, out = self._start(way, counts, index)
        counts.weights = way.coming
        if way.by_couples and not any(map(any, locked)):
            search: Search | CoupleSearch = CoupleSearch.start(rows, counts, self.random)
        else:
            search = Search.start(rows, [len(row) for row in rows], counts, self.random, locked=locked)
        search.anneal(moves, seconds=seconds, hot=way.hot, cold=way.cold, progress=progress)
        found = self._judged(search.rows, locked, out)
        if self.best is None or found.key < self.best.key:
            self.best = found

    def _start(
        self, way: ReplanWay, counts: RepeatCounts, index: dict[int, int]
    ) -> tuple[Rows, Rows, SitOuts]:
        """Rows to begin with, the places that are locked in them, and who sits out."""
        if way.start == "again" and self.best is not None:
            return self.best.rows, self.best.locked, self.best.out
        if way.start == "chart" and self.chart is not None:
            rows, out = renaming.renamed(self.chart, self.request, counts, self.random)
            return rows, [[0] * len(row) for row in rows], out
        players = self.request.players
        many = way in BEHIND and len(players) - 4 * self.request.most_tables > 3
        out = sit_outs.choose(
            players,
            self.request.rounds,
            history=self.request.history,
            away=self.request.away,
            prefer=[self.random.sample(players, len(players) // 2)] * self.request.rounds if many else (),
            tables=len(self.request.tables),
            seed=self.random.getrandbits(32),
        )
        placed, locked, waiting = wishes.first_rows(self.request, out, self.random)
        wishes.refuse(waiting)
        return [[index[player] for player in row] for row in placed], locked, out

    def fours(self, rows: Rows) -> list[list[arrange.Four]]:
        """Rows of indices as foursomes of players."""
        names = self.request.players
        return [
            [(names[a], names[b], names[c], names[d]) for a, b, c, d in zip(*[iter(row)] * 4, strict=True)]
            for row in rows
        ]

    def _judged(self, rows: Rows, locked: Rows, out: SitOuts) -> Attempt:
        rounds = arrange.plain(self.fours(rows), out)
        whole: Quality = judge(rounds, history=self.request.history)
        behind = max(0, judge(rounds).O - self.allowed)
        broken = wishes.broken(rounds, self.request)
        within = whole.P <= whole.least.P and broken == behind == 0
        return Attempt(
            (broken, whole.P, behind, whole.O, whole.M),
            whole.least.P,
            rows,
            locked,
            out,
            within=within,
            settled=within and whole.O <= whole.least.O,
            perfect=within and whole.key <= whole.least.key,
        )


def _fresh(request: Request) -> int:
    """O of a fresh plan for the coming rounds; where none is known, the least it could be."""
    players, tables = len(request.players), request.most_tables
    known = records.best_known(players, request.rounds)
    if known is not None and tables == players // 4 and not any(request.away.values()):
        return known[1]
    chairs = 4 * tables * request.rounds - sum(map(len, request.away.values()))
    fewest, more = divmod(max(0, chairs), players)
    return bounds.least(2, [fewest + 1] * more + [fewest] * (players - more), players - 1)


def searched(request: Request) -> tuple[RoundPlan, ...]:
    """Plan by search: any history, anybody away, any wish."""
    task = Task.of(request)
    seconds = PATIENCE if request.seconds is None else request.seconds
    moves = max(1, int(seconds * MOVES_A_SECOND))
    spent = number = 0

    def done(spent: int) -> float:
        """How much of an unknown whole: ever more, ever more slowly."""
        return SEARCHED * (1 - math.exp(-HASTE * spent / (LONGER * moves)))

    while task.best is None or not (task.best.perfect or (number >= ENOUGH and task.best.settled)):
        way = task.way(number)
        part = int(way.share * moves)
        if number and spent + part > task.patience * moves:
            break
        progress = stage(request.progress, done(spent), done(spent + part))
        task.attempt(way, part, LATEST * seconds * way.share, progress)
        spent += part
        number += 1
    assert task.best is not None
    progress = stage(request.progress, SEARCHED, 1.0)
    return arrange.as_asked(request, task.fours(task.best.rows), task.best.out, task.random, progress)
