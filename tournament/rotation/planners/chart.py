"""The planned individual rotation: no partner twice, opponents spread as evenly as possible.

Starts from structure (stored charts, designs), then repairs by search. Works with indices; call it through
`movements`. `replan` plans once rounds have been played, or when there are wishes.
"""

from __future__ import annotations

from random import Random

from tournament.rotation import bounds, store, wishes
from tournament.rotation.designs import cyclic, transversal
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.planners import arrange, replan, sit_outs
from tournament.rotation.request import Request
from tournament.rotation.search import annealing
from tournament.rotation.search.annealing import SEARCHED, Progress, Rows, SearchLimit, Weights, stage

PATIENCE = 2.0  # default seconds of search
HOT = (8.0, 0.4)  # temperatures for a seating by lot; one repeated meeting costs 2
WARM = (0.5, 0.2)  # for repairs: low enough to keep a good plan intact


def plan(request: Request) -> Plan:
    """Plan the requested rounds; everything played so far counts."""
    limit = SearchLimit()
    rounds = _from_a_fresh_chart(request, limit)
    if rounds is None:
        rounds = replan.searched(request, limit)
    return Plan(request.players, rounds, cut_short=limit.ran_out)


def _from_a_fresh_chart(request: Request, limit: SearchLimit) -> tuple[RoundPlan, ...] | None:
    """A fresh chart with its players assigned by the seed; `None` if the request needs more than a chart."""
    players = len(request.players)
    if request.history or any(request.away.values()) or request.fixed or request.couples or request.mixes:
        return None
    if len(request.tables) < players // 4:
        return None
    random = Random(f"chart {request.seed}")
    seconds = PATIENCE if request.seconds is None else request.seconds
    lot = Random(players * 1000 + request.rounds)
    rows = fresh(players, request.rounds, lot, seconds, limit, stage(request.progress, 0.0, SEARCHED))
    names = wishes.assign_to_chart(rows, request, random)
    if names is None:
        return None
    width = players - players % 4
    arranged = arrange.arrange(
        [
            [
                (names[a], names[b], names[c], names[d])
                for a, b, c, d in zip(*[iter(row[:width])] * 4, strict=True)
            ]
            for row in rows
        ],
        [[names[i] for i in row[width:]] for row in rows],
        numbers=request.tables,
        seed=random.getrandbits(32),
        progress=stage(request.progress, SEARCHED, 1.0),
    )
    return arrange.with_even_hands(arranged, random)


def fresh(
    players: int,
    rounds: int,
    random: Random,
    seconds: float,
    limit: SearchLimit,
    progress: Progress | None = None,
) -> Rows:
    """Rows for `players` indices: the stored chart, else the best from construction and search."""
    stored = store.load(players, rounds) if players <= store.LARGEST else None
    if stored is not None:
        return stored.rows
    cycle = _cycle(players)
    if rounds > cycle and players > 7:
        return _turns(players, rounds, cycle, random, seconds, limit, progress)
    built = _built(players, rounds, random)
    if built is not None and _cost(built, players) <= _least_cost(players, rounds):
        return built
    both = built is not None and rounds < players * 0.6
    tries: list[Rows] = []
    if built is not None:
        first = stage(progress, 0.0, 0.5 if both else 1.0)
        tries.append(_repaired(built, players, random, seconds / 2, limit, WARM, first))
    if both or built is None:
        lot = annealing.rows_by_lot(players, rounds, random)
        last = stage(progress, 0.5 if both else 0.0, 1.0)
        tries.append(_repaired(lot, players, random, seconds / 2, limit, HOT, last))
    return min(tries, key=lambda rows: _cost(rows, players))


def _cycle(players: int) -> int:
    """How many rounds a cyclic plan has before partners must repeat."""
    return players - 1 if players % 4 == 0 else players


def _built(players: int, rounds: int, random: Random) -> Rows | None:
    """A plan by construction: a transversal design, part of a stored whist tournament, or differences."""
    grouped = transversal.grouped(players, rounds, random) if rounds < players * 0.4 else None
    if grouped is not None:
        return grouped
    whole = store.load(players, _cycle(players)) if players <= store.LARGEST else None
    if whole is not None:
        return whole.rows[:rounds]
    return cyclic.cyclic_rows(players, rounds, random)


def _turns(
    players: int,
    rounds: int,
    cycle: int,
    random: Random,
    seconds: float,
    limit: SearchLimit,
    progress: Progress | None,
) -> Rows:
    """Plan more rounds than a cycle has: several cycles in a row, with the same order of sit-outs."""
    rows: Rows = []
    order: list[int] = []
    while len(rows) < rounds:
        part = _built(players, min(cycle, rounds - len(rows)), random) if rows else None
        part = part or cyclic.cyclic_rows(players, cycle, random) or []
        part = part[: rounds - len(rows)]
        here = sit_outs.order_of(part, players)
        if not order:
            order = here
        else:
            name = dict(zip(here, order, strict=True))
            part = [[name[player] for player in row] for row in part]
        rows += part
    return _repaired(rows, players, random, seconds, limit, WARM, progress)


def _cost(rows: Rows, players: int) -> int:
    counts = annealing.RepeatCounts(players)
    return sum(counts.seat(row, players - players % 4) for row in rows)


def _least_cost(players: int, rounds: int) -> int:
    """What no plan can cost less than."""
    least, weights = bounds.for_event(players, rounds), Weights()
    return weights.P * least["P"] + weights.O * least["O"] + weights.M * least["M"]


def _repaired(
    rows: Rows,
    players: int,
    random: Random,
    seconds: float,
    limit: SearchLimit,
    heat: tuple[float, float],
    progress: Progress | None,
) -> Rows:
    """Anneal rows, leaving the sit-outs unchanged."""
    width = players - players % 4
    search = annealing.Search.start(
        [row[:width] for row in rows], [width] * len(rows), annealing.RepeatCounts(players), random
    )
    moves = int(seconds * annealing.MOVES_A_SECOND)
    search.anneal(moves, limit=limit, hot=heat[0], cold=heat[1], progress=progress)
    return [seated + row[width:] for seated, row in zip(search.rows, rows, strict=True)]
