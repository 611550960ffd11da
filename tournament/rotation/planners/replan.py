"""Plan by search under any circumstances: rounds played, players away, wishes about tables and partners.

Fresh plans without any of these come from `chart`. The goal ("the bar"): no needlessly repeated partner, and
opponents in the coming rounds within a tenth of a fresh plan; beyond that, few repeats over the evening.
Where a stored chart can be used, its places get those players of whom past meetings repeat least.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.rotation import bounds, store, wishes
from tournament.rotation.bounds import repeats_at_least
from tournament.rotation.plan import RoundPlan
from tournament.rotation.planners import arrange, sit_outs
from tournament.rotation.planners.sit_outs import SitOutSearch
from tournament.rotation.quality import Quality, judge, pairs
from tournament.rotation.request import Request
from tournament.rotation.search.annealing import (
    MOVES_A_SECOND,
    SEARCHED,
    Progress,
    RepeatCounts,
    Rows,
    Search,
    SearchLimit,
    Weights,
    stage,
)
from tournament.rotation.search.couples import CoupleSearch
from tournament.rotation.wishes import first_partners

PATIENCE = 2.0  # default seconds of search
LONGER = 3.5  # times as long if the bar is not reached by then
LONGEST = 7.0  # times as long if very little is missing, or a partner is repeated needlessly
MIXED = 2.0  # times as long where a group is mixed with the others
HARDLY = 5  # opponents repeated beyond the bar
HASTE = 2.0  # scales the progress shown: 86 % after `LONGER`
ENOUGH = 2  # attempts if only meetings in any relation could still be reduced
PARTNERS_FROM = 4  # the first attempt for partners alone, if one is repeated needlessly
MOST_FOR_PARTNERS = 6  # attempts for partners alone
SLACK = 1.1  # how far behind a fresh plan the coming rounds may be
TRIED_A_SECOND = 15_000  # partial seatings for a proof, in each second of the usual time
MOST_PLAYERS_TRIED, MOST_ROUNDS_TRIED = 16, 4  # beyond, there are too many ways

Key = tuple[int, int, int, int, int]
SitOuts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ReplanWay:
    """The method of one attempt: its start, its share of the time, and the prices of repeats.

    `played` prices repeats of rounds played, `coming` repeats among the coming rounds; then temperatures, and
    whether couples stay together (`couples`) or single players change seats (`search`).
    """

    start: str
    share: float
    played: Weights
    coming: Weights
    hot: float
    cold: float
    by_couples: bool = False


EVEN = Weights(), Weights(P=60, O=8, M=2)  # the whole evening counts almost equally
TIGHT = Weights(P=60, O=1, M=0), Weights(P=80, O=24, M=2)  # the coming rounds first, except for partners
STRICT = Weights(P=300, O=1, M=0), Weights(P=300, O=24, M=2)  # partners at any price, then as above
HELD = Weights(), Weights(P=80, O=24, M=2)  # past rounds count, without loss in the coming ones
LOOSE = Weights(P=60, O=0, M=0), Weights(P=60, O=24, M=0)  # the coming rounds only, and partners at a price
FIRM = Weights(P=72, O=0, M=0), Weights(P=72, O=24, M=0)  # the same, with partners as dear as three opponents
ALONE = Weights(P=10, O=0, M=0), Weights(P=10, O=0, M=0)  # partners only
PARTNERS = ReplanWay("lot", 0.3, *ALONE, 8.0, 1.0)
FIRST = ReplanWay("chart", 0.15, *TIGHT, 1.0, 0.3)
BY_COUPLES = ReplanWay("again", 0.8, *STRICT, 2.0, 0.4, by_couples=True)
BEHIND = (  # at 0.4 to 0.2 opponents: hotter forgets what was found, colder is stuck
    ReplanWay("lot", 0.8, *LOOSE, 10.0, 4.5),
    ReplanWay("lot", 0.8, *FIRM, 10.0, 4.5),
    ReplanWay("lot", 0.8, *LOOSE, 10.0, 4.5),
    ReplanWay("again", 0.4, *FIRM, 6.0, 3.0),
)
WITHIN = (
    ReplanWay("lot", 0.3, *EVEN, 8.0, 0.4),
    ReplanWay("again", 0.3, *HELD, 1.0, 0.3),
    ReplanWay("lot", 0.4, *HELD, 8.0, 0.4),
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The rows found, their locked places, the sit-outs, and a key (smaller is better).

    The key: broken wishes and pairs left unmixed, repeated partners, distance from a fresh plan, then
    opponents and meetings.
    """

    key: Key
    least_partners: int
    rows: Rows
    locked: Rows
    out: SitOuts
    within: bool
    settled: bool  # within the bar, with no needless repeats except meetings in any relation
    perfect: bool

    @property
    def partners(self) -> int:
        return self.key[1]


@dataclass(slots=True)
class Task:
    """One request in progress. `allowed` is the largest O of the coming rounds within the bar."""

    request: Request
    random: Random
    chart: store.Chart | None
    allowed: int
    limit: SearchLimit
    best: Attempt | None = None
    for_partners: int = 0  # attempts for partners alone so far
    tried: Key | None = None  # the best attempt when a proof was last tried

    @classmethod
    def of(cls, request: Request, limit: SearchLimit) -> Task:
        allowed = int(SLACK * _fresh(request) + 1e-9)
        return cls(request, Random(f"chart {request.seed}"), usable_chart(request), allowed, limit)

    @property
    def within(self) -> bool:
        return self.best is not None and self.best.within

    @property
    def patience(self) -> float:
        """How many times the usual time is worth spending."""
        if self.best is None or self.best.within:
            return 1.0
        if self.request.mixes:
            return MIXED  # a fresh plan is no measure: where people are mixed, fewer can meet
        broken, _partners, behind, *_ = self.best.key
        worth_it = self.repeats_partners_needlessly or self.for_partners or behind <= HARDLY
        return LONGEST if worth_it and not broken else LONGER

    @property
    def repeats_partners_needlessly(self) -> bool:
        """Whether the best attempt so far repeats more partners than it must; False before the first."""
        return self.best is not None and self.best.partners > self.best.least_partners

    def way(self, number: int) -> ReplanWay:
        """The method of the attempt with this number."""
        if number == 0 and self.chart is not None:
            return FIRST
        if self.best is None or self.within:
            return WITHIN[number % len(WITHIN)]
        if (
            self.repeats_partners_needlessly
            and number >= PARTNERS_FROM
            and self.for_partners < MOST_FOR_PARTNERS
        ):
            self.for_partners += 1
            return PARTNERS
        return BY_COUPLES if self.for_partners else BEHIND[(number - 1) % len(BEHIND)]

    def attempt(self, way: ReplanWay, moves: int, progress: Progress | None) -> None:
        """Make one attempt, and keep its rows if they are the best so far."""
        index = {player: i for i, player in enumerate(self.request.players)}
        counts = RepeatCounts(len(index), way.played)
        counts.count_history(self.request.history, index)
        wishes.forbid(counts, self.request, index)
        rows, locked, out = self._start(way, counts, index)
        counts.weights = way.coming
        search: Search | CoupleSearch
        if way.by_couples and not any(map(any, locked)):
            search = CoupleSearch.start(rows, counts, self.random)
        elif way in BEHIND and self._idle_may_change(out, locked):
            search = self._with_sit_outs(rows, out, counts, index)
        else:
            search = Search.start(rows, [len(row) for row in rows], counts, self.random, locked=locked)
        search.anneal(moves, limit=self.limit, hot=way.hot, cold=way.cold, progress=progress)
        reached = search.rows
        if isinstance(search, SitOutSearch):
            names = self.request.players
            reached, out = search.seated, tuple(tuple(names[i] for i in idle) for idle in search.idle)
        outcome = self._judged(reached, locked, out)
        if self.best is None or outcome.key < self.best.key:
            self.best = outcome

    def prove(self, nodes: int) -> None:
        """Raise the bar to the best attempt if trying every way shows that opponents repeat as often."""
        best = self.best
        if (
            best is None
            or best.within
            or best.key == self.tried
            or best.key[0]
            or self.repeats_partners_needlessly
        ):
            return
        self.tried = best.key
        rounds = arrange.plain(self.fours(best.rows), best.out)
        if is_least(self.request, rounds, nodes):
            self.allowed = judge(rounds).O
            self.best = self._judged(best.rows, best.locked, best.out)

    def _start(
        self, way: ReplanWay, counts: RepeatCounts, index: dict[int, int]
    ) -> tuple[Rows, Rows, SitOuts]:
        """The rows to start from, their locked places, and the sit-outs."""
        if way.start == "again" and self.best is not None:
            return self.best.rows, self.best.locked, self.best.out
        if way.start == "chart" and self.chart is not None:
            rows, out = renamed_chart(self.chart, self.request, counts, self.random)
            return rows, [[0] * len(row) for row in rows], out
        players = self.request.players
        many = way in BEHIND and len(players) - 4 * self.request.most_tables > 3
        out = sit_outs.choose(
            players,
            self.request.rounds,
            history=self.request.history,
            away=self.request.away,
            prefer=wishes.preferred_out(self.request, self.random) or (self._by_lot() if many else ()),
            tables=len(self.request.tables),
            seed=self.random.getrandbits(32),
        )
        placed, locked, waiting = wishes.first_rows(self.request, out, self.random)
        wishes.refuse_waiting_couples(waiting)
        return [[index[player] for player in row] for row in placed], locked, out

    def _by_lot(self) -> list[list[int]]:
        """Half of the players for each round, to sit out first among those equally due."""
        players = self.request.players
        return [self.random.sample(players, len(players) // 2) for _ in range(self.request.rounds)]

    def _idle_may_change(self, out: SitOuts, locked: Rows) -> bool:
        """Whether others may sit out: no wish holds anybody, and everybody is there in every round."""
        held = any(self.request.away.values()) or any(map(any, locked)) or bool(self.request.first_partners)
        return bool(out[0]) and not held

    def _with_sit_outs(
        self, rows: Rows, out: SitOuts, counts: RepeatCounts, index: dict[int, int]
    ) -> SitOutSearch:
        """A search that may also change who sits out, as far as `sit_outs` could choose."""
        history = self.request.history
        sat = Counter(player for round_ in history for player in round_.sit_out)
        return SitOutSearch.after(
            rows,
            [[index[player] for player in idle] for idle in out],
            counts,
            self.random,
            sat=[sat[player] for player in self.request.players],
            last={index[p] for p in (history[-1].sit_out if history else ()) if p in index},
        )

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
        broken = wishes.count_broken(rounds, self.request) + wishes.count_unmixed(rounds, self.request)
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
    """O of a fresh plan for the coming rounds; if none is known, its lower bound."""
    players, tables = len(request.players), request.most_tables
    known = bounds.best_known(players, request.rounds)
    if known is not None and tables == players // 4 and not any(request.away.values()):
        return known[1]
    chairs = 4 * tables * request.rounds - sum(map(len, request.away.values()))
    fewest, more = divmod(max(0, chairs), players)
    return bounds.fewest_repeats(2, [fewest + 1] * more + [fewest] * (players - more), players - 1)


def is_least(request: Request, rounds: Sequence[RoundPlan], nodes: int) -> bool:
    """Whether trying every way proves that opponents repeat as often in any rounds for the request.

    Any, that is, without a partner who was one before, in which nobody sits out more often over the evening
    than somebody does with these rounds. False also if there are too many ways, or a partner is repeated.
    """
    players = request.players
    whole = (*request.history, *rounds)
    if len(players) > MOST_PLAYERS_TRIED or len(rounds) > MOST_ROUNDS_TRIED or any(request.away.values()):
        return False
    met = pairs(request.history)
    if judge(whole).P > judge(request.history).P or {len(r.tables) for r in rounds} != {request.most_tables}:
        return False
    sat = Counter(player for round_ in request.history for player in round_.sit_out)
    out = Counter(player for round_ in whole for player in round_.sit_out)
    most = max(out[player] for player in players)
    free = [[b for b, q in enumerate(players) if q != p and not met.between(p, q)[0]] for p in players]
    proved = repeats_at_least(
        judge(rounds).O,
        free,
        [most - sat[player] for player in players],
        tables=request.most_tables,
        rounds=len(rounds),
        nodes=nodes,
    )
    return proved is True


def searched(request: Request, limit: SearchLimit) -> tuple[RoundPlan, ...]:
    """Plan by search, with any history, absences and wishes."""
    task = Task.of(request, limit)
    seconds = PATIENCE if request.seconds is None else request.seconds
    moves = max(1, int(seconds * MOVES_A_SECOND))
    spent = number = 0

    def done(spent: int) -> float:
        """Progress towards an unknown end: rises ever more slowly."""
        return SEARCHED * (1 - math.exp(-HASTE * spent / (LONGER * moves)))

    while task.best is None or not (task.best.perfect or (number >= ENOUGH and task.best.settled)):
        way = task.way(number)
        part = int(way.share * moves)
        if number and spent + part > task.patience * moves:
            break
        progress = stage(request.progress, done(spent), done(spent + part))
        task.attempt(way, part, progress)
        task.prove(int(seconds * TRIED_A_SECOND))
        spent += part
        number += 1
    assert task.best is not None
    progress = stage(request.progress, SEARCHED, 1.0)
    return arrange.as_asked(request, task.fours(task.best.rows), task.best.out, task.random, progress)


NAMINGS = 4
EXCHANGES = 20_000
NAMING_HEAT = 20.0


def usable_chart(request: Request) -> store.Chart | None:
    """The stored chart; `None` if there is none, a player is away, or a wish fixes tables or partners."""
    players = len(request.players)
    if players > store.LARGEST or len(request.tables) < players // 4:
        return None
    if any(request.away.values()) or request.fixed or request.couples or request.together or request.mixes:
        return None
    if first_partners(request):
        return None
    return store.load(players, request.rounds)


def renamed_chart(
    chart: store.Chart, request: Request, counts: RepeatCounts, random: Random
) -> tuple[Rows, tuple[tuple[int, ...], ...]]:
    """Rows of player indices at tables, and the players who sit out, round by round.

    `counts` holds the price of every meeting after the rounds played.
    """
    players = chart.players
    width = players - players % 4
    sat = Counter(player for round_ in request.history for player in round_.sit_out)
    had = [sat[player] for player in request.players]
    seated = [row[:width] for row in chart.rows]
    names: list[int] = []
    lowest = None
    for _ in range(NAMINGS if request.seconds is None else 1):  # one, when somebody waits
        tried, needs = _first_names(chart, request, random)
        _anneal_names(tried, needs, had, seated, counts, random)
        price = _naming_price(tried, seated, counts)
        if lowest is None or price < lowest:
            names, lowest = tried, price
    rows = [[names[place] for place in row] for row in chart.rows]
    out = sit_outs.choose(
        request.players,
        request.rounds,
        history=request.history,
        prefer=[[request.players[i] for i in row[width:]] for row in rows],
        seed=random.getrandbits(32),
    )
    index = {player: i for i, player in enumerate(request.players)}
    return [
        _seated_without(row, width, {index[p] for p in idle}) for row, idle in zip(rows, out, strict=True)
    ], out


def _seated_without(row: list[int], width: int, out: set[int]) -> list[int]:
    """A row's seats when `out` sit out: players who were to sit out take the chairs of those who now do."""
    coming = iter([player for player in row[width:] if player not in out])
    return [next(coming) if player in out else player for player in row[:width]]


def _first_names(chart: store.Chart, request: Request, random: Random) -> tuple[list[int], list[int]]:
    """A first assignment, and for each place the number of sit-outs its player must have had (−1: any).

    Players with the fewest sit-outs get the places that sit out first; those who just sat out come late.
    """
    sat = Counter(player for round_ in request.history for player in round_.sit_out)
    last = set(request.history[-1].sit_out) if request.history else set()
    due = list(range(chart.players))
    random.shuffle(due)
    idle = chart.players % 4
    if idle:
        due.sort(key=lambda i: (sat[request.players[i]], request.players[i] in last))
    names, needs = [0] * chart.players, [-1] * chart.players
    for place, i in zip(sit_outs.order_of(chart.rows, chart.players), due, strict=True):
        names[place] = i
    for place in {place for row in chart.rows for place in row[chart.players - idle :]}:
        needs[place] = sat[request.players[names[place]]]
    return names, needs


def _naming_price(names: list[int], rows: Rows, counts: RepeatCounts) -> int:
    """The price of an assignment: how much of the past it repeats."""
    return sum(
        (counts.as_partner if i ^ 2 == j else counts.as_opponent)[names[row[k + i]]][names[row[k + j]]]
        for row in rows
        for k in range(0, len(row), 4)
        for i in range(4)
        for j in range(i + 1, 4)
    )


def _anneal_names(
    names: list[int], needs: list[int], sat: list[int], rows: Rows, counts: RepeatCounts, random: Random
) -> None:
    """Anneal over assignments to a chart; only repeats of past rounds cost anything here."""
    partners: Rows = [[] for _ in names]
    opponents: Rows = [[] for _ in names]
    for row in rows:
        for place, player in enumerate(row):
            partners[player].append(row[place ^ 2])
            opponents[player] += (row[place ^ 1], row[place ^ 3])
    places = len(names)

    def price(place: int) -> int:
        as_partner, as_opponent = counts.as_partner[names[place]], counts.as_opponent[names[place]]
        return sum([as_partner[names[k]] for k in partners[place]]) + sum(
            [as_opponent[names[k]] for k in opponents[place]]
        )

    for turn in range(EXCHANGES):
        a, b = int(random.random() * places), int(random.random() * places)
        i, j = names[a], names[b]
        if needs[a] not in (-1, sat[j]) or needs[b] not in (-1, sat[i]):
            continue
        before = price(a) + price(b)
        names[a], names[b] = j, i
        if price(a) + price(b) - before > NAMING_HEAT * (1 - turn / EXCHANGES) * random.expovariate(1):
            names[a], names[b] = i, j
