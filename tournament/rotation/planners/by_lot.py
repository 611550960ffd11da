"""Rounds drawn by lot with as few repeated partners as are found. Opponents are left to chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tournament.rotation import wishes
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.planners import arrange, sit_outs
from tournament.rotation.request import Couple, Request
from tournament.rotation.search.annealing import RepeatCounts, Search, Weights

PARTNERS_ONLY = Weights(P=10, O=0, M=0)
TRIES = 20_000


def plan(request: Request) -> Plan:
    """Draw the rounds one after another; drawing them in separate calls gives the same rounds."""
    rounds: list[RoundPlan] = []
    waiting: list[Couple] = []
    for number in range(1, request.rounds + 1):
        one_round = replace(
            request,
            rounds=1,
            history=(*request.history, *rounds),
            away={1: request.away.get(number, frozenset())},
        )
        drawn, waiting = _next_round(one_round)
        rounds.append(drawn)
        if request.progress is not None:
            request.progress(number / request.rounds)
    if not request.goes_on:
        wishes.refuse_waiting_couples(waiting)
    return Plan(request.players, tuple(rounds))


def _next_round(request: Request) -> tuple[RoundPlan, list[Couple]]:
    """Draw one round, determined by its number and the seed; also return who still waits to be partners."""
    random = Random(f"draw {request.seed} {len(request.history)}")
    out = sit_outs.choose(
        request.players,
        1,
        history=request.history,
        away=request.away,
        prefer=wishes.preferred_out(request, random),
        tables=len(request.tables),
        seed=random.getrandbits(32),
    )
    rows, locked, waiting = wishes.first_rows(request, out, random)
    index = {player: i for i, player in enumerate(request.players)}
    counts = RepeatCounts(len(index), PARTNERS_ONLY)
    counts.count_history(request.history, index)
    wishes.forbid(counts, request, index)
    search = Search.start(
        [[index[player] for player in row] for row in rows], [len(rows[0])], counts, random, locked=locked
    )
    search.anneal(TRIES, hot=2.0, cold=0.2)
    row: Sequence[int] = [request.players[i] for i in search.rows[0]]
    fours: list[arrange.Four] = [(row[k], row[k + 1], row[k + 2], row[k + 3]) for k in range(0, len(row), 4)]
    rounds = arrange.as_asked(request, [fours], out, random)
    return rounds[0], waiting
