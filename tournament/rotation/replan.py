"""Planning by search whatever the circumstances: rounds already played, people away, wishes about tables and
partners. Fresh plans without any of that come from `chart`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from . import arrange, records, sitouts, wishes
from .plan import RoundPlan
from .quality import judge
from .request import Request
from .search import MOVES_A_SECOND, Counts, Rows, Search, Weights

PATIENCE = 3.0  # seconds of search where nothing else was asked
LATEST = 4  # a slower machine may take so many times longer before the clock cuts a search off
THOROUGH = 2500  # swaps tried per chair and round, after which another attempt is worth more
PLAYED = Weights()
# The coming rounds count more among themselves than together with the played ones: at first a little, and
# much more where they would fall behind a fresh plan of their own.
COMING = (Weights(P=60, O=8, M=2), Weights(P=80, O=24, M=2))
SLACK = 1.1  # how far behind a fresh plan the coming rounds may stay

Key = tuple[int, int, bool, int, int]


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
        found = _attempt(request, own, random, moves // attempts, LATEST * seconds / attempts)
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


def _attempt(request: Request, own: Weights, random: Random, moves: int, seconds: float) -> Attempt:
    out = sitouts.choose(
        request.players,
        request.rounds,
        history=request.history,
        away=request.away,
        tables=len(request.tables),
        seed=random.getrandbits(32),
    )
    index = {player: i for i, player in enumerate(request.players)}
    counts = Counts(len(index), PLAYED)
    counts.count_history(request.history, index)
    wishes.forbid(counts, request, index)
    counts.weights = own
    rows, locked, waiting = wishes.first_rows(request, out, random)
    wishes.refuse(waiting)
    search = Search.start(
        [[index[player] for player in row] for row in rows],
        [len(row) for row in rows],
        counts,
        random,
        locked=locked,
    )
    search.anneal(moves, seconds=seconds)
    fours = _fours([[request.players[i] for i in row] for row in search.rows])
    return Attempt(_key(request, fours, out), fours, out)


def _fours(rows: Rows) -> list[list[arrange.Four]]:
    return [[(row[k], row[k + 1], row[k + 2], row[k + 3]) for k in range(0, len(row), 4)] for row in rows]


def _key(request: Request, fours: list[list[arrange.Four]], out: tuple[tuple[int, ...], ...]) -> Key:
    """Broken wishes, repeated partners, whether behind a fresh plan, then opponents and meetings."""
    rounds = arrange.plain(fours, out)
    whole = judge(rounds, history=request.history)
    known = records.best_known(len(request.players), request.rounds)
    fresh = known[1] if known is not None else 0
    behind = SLACK * fresh < judge(rounds).O
    return wishes.broken(rounds, request), whole.P, behind, whole.O, whole.M
