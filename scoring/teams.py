"""The record of a team: its players' records put together, for a ranking among teams.

Who is in a team, and which teams count, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from scoring.record import Record
from scoring.rule_settings import PointsAre
from scoring.standings import KEYS

# Keys that compare one player with another: between teams they mean nothing.
OF_PLAYERS = frozenset({"head_to_head"})


def team_record(team: int, records: Collection[Record], *, points_are: str = PointsAre.WON) -> Record:
    """The records of a team's players as one, numbered as the team.

    Points, rounds won and played, lone marches, times euchred, points against, sit-outs and adjustments are
    sums. Averages and percentages are those of all their rounds together. The best round is the better of
    theirs, and the total is reached in the round in which it last moved.

    >>> from scoring.record import RoundLine, fold
    >>> ann, ben = (fold(n, [RoundLine(1, 9, 6, points, True)]) for n, points in ((1, 9), (2, 11)))
    >>> both = team_record(5, [ann, ben])
    >>> both.player, both.points, both.rounds_won, both.average, both.best_round
    (5, 20, 2, Fraction(10, 1), 11)
    """
    played = sum(record.rounds_played for record in records)
    earned = sum(record.earned for record in records)
    best = min if points_are == PointsAre.LOST else max
    return Record(
        player=team,
        points=sum(record.points for record in records),
        rounds_won=sum(record.rounds_won for record in records),
        loners=sum(record.loners for record in records),
        best_round=best((record.best_round for record in records if record.rounds_played), default=0),
        rounds_played=played,
        average=Fraction(earned, played) if played else Fraction(0),
        euchred=sum(record.euchred for record in records),
        per_round=(),
        bye_points=sum(record.bye_points for record in records),
        adjustments=sum(record.adjustments for record in records),
        reached=max((record.reached for record in records), default=0),
        points_against=sum(record.points_against for record in records),
    )


def team_order(order: Sequence[str]) -> tuple[str, ...]:
    """The keys of an event's order that can rank teams; points, if none of them can.

    >>> team_order(["points", "head_to_head", "loners"]), team_order(["head_to_head"])
    (('points', 'loners'), ('points',))
    """
    return tuple(name for name in order if name in KEYS and name not in OF_PLAYERS) or ("points",)
