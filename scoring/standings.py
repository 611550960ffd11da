"""Ranking records: the tie-break keys, in any order, and for every place which key decided it.

Prizes are handed out elsewhere (``scoring.prizes``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scoring.errors import BadRanking
from scoring.record import Record, RoundLine
from scoring.rule_settings import PointsAre
from scoring.sentences import Sentence, marked

Number = int | float | Fraction
# Scores a group of players who are tied so far; more is better.
_Score = Callable[[Sequence[Record], int], Sequence[Number]]


@dataclass(frozen=True, slots=True)
class Key:
    """One criterion of a ranking. ``words`` complete the sentence "This place was decided by …".

    ``in_points``: it counts points, so fewer are better where points are lost.
    """

    name: str
    title: Sentence
    words: Sentence
    score: _Score
    in_points: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings. ``decided_by`` names the key that put it below the row above; none for the
    first place and for shared ones.
    """

    place: int
    record: Record
    decided_by: str | None


def _each(value: Callable[[Record], Number]) -> _Score:
    return lambda group, seed: [value(record) for record in group]


def _head_to_head(group: Sequence[Record], seed: int) -> Sequence[int]:
    """Rounds won minus rounds lost against the players tied with one, once for each of them met."""
    tied = {record.player for record in group}
    return [sum(_met(line, tied) for line in _lines(record)) for record in group]


def _met(line: RoundLine, tied: set[int]) -> int:
    if line.won is None:
        return 0
    met = sum(opponent in tied for opponent in line.opponents)
    return met if line.won else -met


def _lines(record: Record) -> list[RoundLine]:
    return [line for line in record.per_round if isinstance(line, RoundLine)]


def _lot(group: Sequence[Record], seed: int) -> Sequence[float]:
    """A lot per player from the recorded seed alone, so that it does not change when others join or leave a
    tie.
    """
    return [random.Random(f"{seed}/{record.player}").random() for record in group]


KEYS: Mapping[str, Key] = MappingProxyType(
    {
        key.name: key
        for key in (
            Key(
                "points",
                marked("Points"),
                marked("more points"),
                _each(lambda record: record.points),
                in_points=True,
            ),
            Key(
                "average",
                marked("Average per round"),
                marked("a better average per round played"),
                _each(lambda record: record.average),
                in_points=True,
            ),
            Key(
                "rounds_won",
                marked("Rounds won"),
                marked("more rounds won"),
                _each(lambda record: record.rounds_won),
            ),
            Key(
                "loners",
                marked("Lone marches"),
                marked("more lone marches"),
                _each(lambda record: record.loners),
            ),
            Key(
                "best_round",
                marked("Best round"),
                marked("a better best round"),
                _each(lambda record: record.best_round),
                in_points=True,
            ),
            Key(
                "fewest_euchred",
                marked("Fewest times euchred"),
                marked("having been euchred less often"),
                _each(lambda record: -record.euchred),
            ),
            Key(
                "earlier_total",
                marked("Reached the total earlier"),
                marked("having reached the total in an earlier round"),
                _each(lambda record: -record.reached),
            ),
            Key(
                "head_to_head",
                marked("Head to head"),
                marked("the rounds they played against each other"),
                _head_to_head,
            ),
            Key("lot", marked("By lot"), marked("lot"), _lot),
        )
    }
)

DEFAULT_ORDER = ("points", "rounds_won", "loners", "best_round")


def rank(
    records: Iterable[Record], order: Sequence[str], *, seed: int = 0, points_are: str = PointsAre.WON
) -> tuple[Place, ...]:
    """The standings (RULEBOOK 5): rows by place, then player number; shared places are 1, 2, 2, 4.

    ``order`` names keys of ``KEYS``, most important first; a later key only ever separates players whom all
    earlier ones left level. Where ``points_are`` lost, fewer are better. Raises ``BadRanking`` for an order
    that is empty, unknown, repeats itself, or goes on after the lot.

    >>> from scoring.record import fold
    >>> records = [fold(player, [RoundLine(1, points, 0, points, won)])
    ...            for player, points, won in [(1, 9, False), (2, 9, True), (3, 12, True), (4, 9, True)]]
    >>> [(row.place, row.record.player, row.decided_by) for row in rank(records, ("points", "rounds_won"))]
    [(1, 3, None), (2, 2, None), (2, 4, None), (4, 1, 'rounds_won')]
    """
    check_order(order)
    everybody = sorted(records, key=lambda record: record.player)
    groups: list[tuple[list[Record], str | None]] = [(everybody, None)]
    for name in order:
        groups = [part for group in groups for part in _split(*group, KEYS[name], seed, points_are)]
    return tuple(_places(groups))


def check_order(order: Sequence[str]) -> None:
    """Raise ``BadRanking`` unless ``order`` can rank."""
    if not order:
        raise BadRanking(marked("Choose at least one thing to rank by."), code="order-empty", field="order")
    for name in order:
        if name not in KEYS:
            known = ", ".join(KEYS)
            raise BadRanking(
                marked("“%(name)s” is none of %(known)s.", name=name, known=known),
                code="order-unknown",
                field="order",
            )
    if len(set(order)) < len(order):
        raise BadRanking(
            marked("The same thing is listed twice in the order."), code="order-twice", field="order"
        )
    if "lot" in order[:-1]:
        message = marked("A lot settles everything, so nothing can come after it: move it to the end.")
        raise BadRanking(message, code="order-after-lot", field="order")


def _split(
    group: list[Record], decided_by: str | None, key: Key, seed: int, points_are: str
) -> list[tuple[list[Record], str | None]]:
    """A tied group in parts by one key, best first; each part but the first was decided by that key."""
    if len(group) < 2:
        return [(group, decided_by)]
    sign = -1 if key.in_points and points_are == PointsAre.LOST else 1
    levels: dict[Number, list[Record]] = {}
    for record, value in zip(group, key.score(group, seed), strict=True):
        levels.setdefault(sign * value, []).append(record)
    best_first = sorted(levels, reverse=True)
    return [(levels[level], key.name if rank else decided_by) for rank, level in enumerate(best_first)]


def _places(groups: Iterable[tuple[list[Record], str | None]]) -> Iterable[Place]:
    place = 1
    for group, decided_by in groups:
        shared = len(group) > 1
        for record in group:
            yield Place(place, record, None if shared else decided_by)
        place += len(group)
