"""Planning by search whatever the circumstances: rounds already played, people away, wishes about tables and
partners. Fresh plans without any of that come from `chart`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tournament.rotation import arrange, records, sitouts, store, wishes
from tournament.rotation.plan import RoundPlan
from tournament.rotation.quality import judge
from tournament.rotation.request import Request
from tournament.rotation.search import MOVES_A_SECOND, Counts, Rows, Search, Weights

PATIENCE = 3.0  # seconds of search where nothing else was asked
LATEST = 4  # a slower machine may take so many times longer before the clock cuts a search off
THOROUGH = 2500  # swaps tried per chair and round, after which another attempt is worth more
EXCHANGES = 30_000  # of names in a stored chart
HOT, WARM = (8.0, 0.4), (1.0, 0.3)  # temperatures for a seating by lot, and for a good one
PLAYED = Weights()
NAMING = Weights(P=60, O=2, M=1)  # whose names go into a stored chart is above all about partners
# The coming rounds count more among themselves than together with the played ones: at first a little, and
# much more where they would fall behind a fresh plan of their own.
COMING = (Weights(P=60, O=8, M=2), Weights(P=80, O=24, M=2))
SLACK = 1.1  # how far behind a fresh plan the coming rounds may stay

Key = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Rows found, who sits out, and how good that is (smaller is better)."""

    key: Key
    fours: list[list[arrange.Four]]
    out: tuple[tuple[int, ...], ...]


def searched(request: Request) -> tuple[RoundPlan, ...]:
    """Plan by search: any history, anybody away, any wish."""
    random = Random(f"chart {request.seed}")
    seconds = PATIENCE if request.seconds is None else request.seconds
    moves = int(seconds * MOVES_A_SECOND)
    size = 4 * request.most_tables * request.rounds
    attempts = max(2, min(8, moves // (THOROUGH * size)))
    best: Attempt | None = None
    for number in range(attempts):
        own = COMING[1] if best is not None and best.key[2] else COMING[number % 2 if number > 1 else 0]
        found = _attempt(
            request, own, random, moves // attempts, LATEST * seconds / attempts, from_chart=number in (1, 3)
        )
        if best is None or found.key < best.key:
            best = found
        if request.progress is not None:
            request.progress((number + 1) / attempts)
        if best.key[:2] == (0, 0) and best.key[3:] == (0, 0):
            break
    assert best is not None
    rounds = arrange.arrange(
        best.fours,
        best.out,
        numbers=request.tables,
        history=request.history,
        fixed=request.fixed,
        seed=random.getrandbits(32),
    )
    wishes.check(rounds, request)
    return rounds


def _attempt(
    request: Request, own: Weights, random: Random, moves: int, seconds: float, *, from_chart: bool
) -> Attempt:
    out = sitouts.choose(
        request.players,
        request.rounds,
        history=request.history,
        away=request.away,
        tables=len(request.tables),
        seed=random.getrandbits(32),
    )
    index = {player: i for i, player in enumerate(request.players)}
    counts = Counts(len(index), NAMING if from_chart else PLAYED)
    counts.count_history(request.history, index)
    wishes.forbid(counts, request, index)
    rows = (
        _renamed_chart(request, counts, [[index[p] for p in row] for row in out], random)
        if from_chart
        else None
    )
    if from_chart:
        counts = Counts(len(index), PLAYED)
        counts.count_history(request.history, index)
        wishes.forbid(counts, request, index)
    if rows is not None:
        locked = [[0] * len(row) for row in rows]
        hot, cold = WARM
    else:
        placed, locked, waiting = wishes.first_rows(request, out, random)
        wishes.refuse(waiting)
        rows = [[index[player] for player in row] for row in placed]
        hot, cold = HOT
    counts.weights = own
    search = Search.start(rows, [len(row) for row in rows], counts, random, locked=locked)
    search.anneal(moves, seconds=seconds, hot=hot, cold=cold)
    fours = _fours([[request.players[i] for i in row] for row in search.rows])
    return Attempt(_key(request, fours, out), fours, out)


def _renamed_chart(request: Request, counts: Counts, out: Rows, random: Random) -> Rows | None:
    """The stored chart for the coming rounds, its names exchanged until it repeats little of what was played.

    `None` where none is stored, where somebody is away or has a place to keep, or where the chart's
    sit-outs do not fit those who must sit out.
    """
    players = len(request.players)
    chart = store.load(players, request.rounds) if players <= store.LARGEST else None
    if chart is None or any(request.away.values()) or request.fixed or request.couples or request.together:
        return None
    width = players - players % 4
    if width != 4 * request.most_tables:
        return None
    name: dict[int, int] = {}
    for row, gone in zip(chart.rows, out, strict=True):
        name.update((place, player) for place, player in zip(row[width:], gone, strict=True))
    held = set(name)
    if len(set(name.values())) < len(held) or any(
        [name[place] for place in row[width:]] != gone for row, gone in zip(chart.rows, out, strict=True)
    ):
        return None
    rest = [player for player in range(players) if player not in set(name.values())]
    random.shuffle(rest)
    free = [place for place in range(players) if place not in held]
    name.update(zip(free, rest, strict=True))
    names = [name[place] for place in range(players)]
    _exchange_names(names, free, [row[:width] for row in chart.rows], counts, random)
    return [[names[place] for place in row[:width]] for row in chart.rows]


def _exchange_names(names: list[int], free: list[int], rows: Rows, counts: Counts, random: Random) -> None:
    """Anneal over who is who in a chart; only what was played before has a price here."""
    partners: Rows = [[] for _ in names]
    opponents: Rows = [[] for _ in names]
    for row in rows:
        for place, player in enumerate(row):
            partners[player].append(row[place ^ 2])
            opponents[player] += (row[place ^ 1], row[place ^ 3])

    def price(place: int) -> int:
        as_partner, as_opponent = counts.as_partner[names[place]], counts.as_opponent[names[place]]
        return sum([as_partner[names[k]] for k in partners[place]]) + sum(
            [as_opponent[names[k]] for k in opponents[place]]
        )

    if len(free) < 2:
        return
    for turn in range(EXCHANGES):
        a, b = random.sample(free, 2)
        before = price(a) + price(b)
        names[a], names[b] = names[b], names[a]
        limit = 20 * (1 - turn / EXCHANGES) * random.expovariate(1)
        if price(a) + price(b) - before > limit:
            names[a], names[b] = names[b], names[a]


def _fours(rows: Rows) -> list[list[arrange.Four]]:
    return [[(row[k], row[k + 1], row[k + 2], row[k + 3]) for k in range(0, len(row), 4)] for row in rows]


def _key(request: Request, fours: list[list[arrange.Four]], out: tuple[tuple[int, ...], ...]) -> Key:
    """Broken wishes, repeated partners, how far behind a fresh plan, then opponents and meetings."""
    rounds = arrange.plain(fours, out)
    whole = judge(rounds, history=request.history)
    known = records.best_known(len(request.players), request.rounds)
    fresh = known[1] if known is not None else 0
    behind = max(0, judge(rounds).O - int(SLACK * fresh))
    return wishes.broken(rounds, request), whole.P, behind, whole.O, whole.M
