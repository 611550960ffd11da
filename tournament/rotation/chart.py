"""The planned individual rotation: no partner twice, opponents as evenly as can be.

Structure first (stored charts, designs), then search. Works with indices; `movements` is the way in.
"""

from __future__ import annotations

from random import Random

from . import arrange, sitouts
from .errors import RotationError
from .plan import Plan, RoundPlan
from .request import Request
from .search import FORBIDDEN, Counts, Rows, Search

MOVES_A_SECOND = 90_000
PATIENCE = 2.0  # seconds of search where nothing else was asked


def plan(request: Request) -> Plan:
    """Plan the rounds asked for; everything played so far counts."""
    return Plan(request.players, searched(request))


def searched(request: Request) -> tuple[RoundPlan, ...]:
    """Plan by search: any history, anybody away, any wish."""
    random = Random(f"chart {request.seed}")
    out = sitouts.choose(
        request.players,
        request.rounds,
        history=request.history,
        away=request.away,
        tables=len(request.tables),
        seed=random.getrandbits(32),
    )
    index = {player: i for i, player in enumerate(request.players)}
    counts = Counts(len(index))
    counts.count_history(request.history, index)
    for pair in request.apart:
        counts.forbid(*(index[player] for player in pair))
    for pair in request.apart_partners:
        counts.forbid(*(index[player] for player in pair), partners_only=True)
    rows, locked = _first_rows(request, out, random)
    search = Search.start(
        [[index[player] for player in row] for row in rows],
        [len(r) for r in rows],
        counts,
        random,
        locked=locked,
    )
    seconds = PATIENCE if request.seconds is None else request.seconds
    search.anneal(int(seconds * MOVES_A_SECOND), seconds=2 * seconds, progress=request.progress)
    if search.cost >= FORBIDDEN // 2:
        raise RotationError(
            "cannot-keep-apart",
            "apart",
            "Not all of these pairs can be kept apart in so many rounds; drop a wish or plan fewer rounds.",
        )
    fours = [
        [tuple(request.players[i] for i in row[k : k + 4]) for k in range(0, len(row), 4)]
        for row in search.rows
    ]
    return arrange.arrange(
        fours,  # type: ignore[arg-type]
        out,
        numbers=request.tables,
        history=request.history,
        fixed=request.fixed,
        seed=random.getrandbits(32),
    )


def _first_rows(request: Request, out: tuple[tuple[int, ...], ...], random: Random) -> tuple[Rows, Rows]:
    """A first seating by lot, with those who stay at a table or must be partners in place and locked."""
    rows: Rows = []
    locked: Rows = []
    waiting = list(request.together)
    tables = sorted(set(request.fixed.values()))
    for number in range(1, request.rounds + 1):
        gone = {*request.away.get(number, ()), *out[number - 1]}
        present = [player for player in request.players if player not in gone]
        random.shuffle(present)
        row, lock = [0] * len(present), [0] * len(present)
        placed: set[int] = set()

        def put(player: int, place: int, row: list[int] = row, lock: list[int] = lock) -> None:
            row[place], lock[place] = player, 1
            placed.add(player)  # noqa: B023 - used within this turn of the loop only

        for at, table in enumerate(tables):
            staying = [player for player in present if request.fixed.get(player) == table]
            for place, player in enumerate(staying):
                put(player, 4 * at + place)
        for couple in (*request.couples, *waiting):
            a, b = couple
            if {a, b} & placed or not {a, b} <= set(present):
                continue
            start = next((k for k in range(len(row)) if k % 4 < 2 and not lock[k] and not lock[k ^ 2]), None)
            if start is not None:
                put(a, start)
                put(b, start ^ 2)
                if couple in waiting:
                    waiting.remove(couple)
        rest = iter(player for player in present if player not in placed)
        for place in range(len(row)):
            if not lock[place]:
                row[place] = next(rest)
        rows.append(row)
        locked.append(lock)
    return rows, locked
