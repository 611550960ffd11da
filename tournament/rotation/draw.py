"""Drawn by lot, round by round, with the fewest repeated partners found. Opponents are left to chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from . import arrange, sitouts
from .plan import Plan, RoundPlan
from .request import Request
from .search import Counts, Search, Weights

PARTNERS_ONLY = Weights(P=10, O=0, M=0)
TRIES = 20_000


def plan(request: Request) -> Plan:
    """Draw the rounds one after the other; drawing them one at a time gives the same rounds."""
    rounds: list[RoundPlan] = []
    for number in range(1, request.rounds + 1):
        gone = request.away.get(number, frozenset())
        present = [player for player in request.players if player not in gone]
        rounds.append(next_round(present, (*request.history, *rounds), request))
        if request.progress is not None:
            request.progress(number / request.rounds)
    return Plan(request.players, tuple(rounds))


def next_round(present: Sequence[int], history: Sequence[RoundPlan], request: Request) -> RoundPlan:
    """Draw one round for those present; the round's number and the seed decide the lot."""
    random = Random(f"draw {request.seed} {len(history)}")
    (out,) = sitouts.choose(
        present, 1, history=history, tables=len(request.tables), seed=random.getrandbits(32)
    )
    seated = [player for player in present if player not in out]
    random.shuffle(seated)
    index = {player: i for i, player in enumerate(seated)}
    counts = Counts(len(seated), PARTNERS_ONLY)
    counts.count_history(history, index)
    for pair in (*request.apart, *request.apart_partners):
        if pair <= index.keys():
            counts.forbid(*(index[player] for player in pair), partners_only=pair not in request.apart)
    search = Search.start([list(range(len(seated)))], [len(seated)], counts, random)
    search.anneal(TRIES, hot=2.0, cold=0.2)
    row = [seated[i] for i in search.rows[0]]
    fours = [(row[k], row[k + 1], row[k + 2], row[k + 3]) for k in range(0, len(row), 4)]
    (drawn,) = arrange.arrange(
        [fours],
        [out],
        numbers=request.tables,
        history=history,
        fixed=request.fixed,
        seed=random.getrandbits(32),
    )
    return drawn
