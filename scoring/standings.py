"""Ranking records: the tie-break keys, in any order, and for every place which key decided it.

Prizes are handed out elsewhere (``scoring.prizes``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from types import MappingProxyType

from scoring.errors import BadRanking
from scoring.record import Bye, Record, RoundLine
from scoring.rule_settings import PointsAre
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, marked

OF_PLAYERS = frozenset({"head_to_head"})  # keys that compare one player with another, not one team
Figure = int | Fraction
Number = Figure | float
# Compares players who are tied so far; more is better.
_Compare = Callable[[Sequence[Record], int], Sequence[Number]]


class Written(Enum):
    """How a key's figure is written: as it is, as a mean, as a percentage, or with its sign."""

    PLAIN = auto()
    MEAN = auto()
    PERCENT = auto()
    SIGNED = auto()


@dataclass(frozen=True, slots=True)
class Key:
    """One criterion of a ranking. ``words`` complete the sentence "This place was decided by …".

    It goes by the figure of a record that ``counts`` names, or that has its own name; one with a ``compare``
    has none and only compares players who are tied. More is better. Of ``fewer`` less is; and if points are
    lost, a key ``in_points`` is turned round: of points lost fewer are better, and of points that opponents
    lost more are; ``lost`` then are its words, if others than of points won.
    ``short`` heads a column of the standings, which show the figure only if the event ranks by it;
    without one it has no column of its own.
    """

    name: str
    title: Sentence
    words: Sentence
    counts: str = ""
    compare: _Compare | None = None
    in_points: bool = False
    fewer: bool = False
    short: Sentence | None = None
    written: Written = Written.PLAIN
    of_deals: bool = False  # nothing is known of it where tables hand in two totals only
    at_tables: bool = False  # it needs opponents or deals, which tally cards alone do not name
    is_share: bool = False  # a share of points: there is none if a side can have fewer than 0
    lost: Sentence | None = None

    def why(self, points_are: str) -> Sentence:
        """The words that complete “decided by …”."""
        return self.lost if self.lost and points_are == PointsAre.LOST else self.words

    def figure(self, record: Record) -> Figure:
        """A player's own figure."""
        figure: Figure = getattr(record, self.counts or self.name)
        return figure

    def heights(self, group: Sequence[Record], seed: int, points_are: str) -> Sequence[Number]:
        """How high each of these players stands by this key."""
        if self.compare is not None:
            return self.compare(group, seed)
        turned = self.fewer != (self.in_points and points_are == PointsAre.LOST)
        return [-self.figure(record) if turned else self.figure(record) for record in group]


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings. ``decided_by`` names the key that put it below the row above; none for the
    first place and for shared ones.
    """

    place: int
    record: Record
    decided_by: str | None


def _head_to_head(group: Sequence[Record], seed: int) -> Sequence[int]:
    """Rounds won minus rounds lost against the players tied with one, once for each of them met."""
    tied = {record.player for record in group}
    return [sum(_met(line, tied) for line in record.per_round) for record in group]


def _met(line: RoundLine | Bye, tied: set[int]) -> int:
    if isinstance(line, Bye) or line.won is None:
        return 0
    met = sum(opponent in tied for opponent in line.opponents)
    return met if line.won else -met


def _lot(group: Sequence[Record], seed: int) -> Sequence[float]:
    """A lot per player from the recorded seed alone, so that it does not change when others join or leave a
    tie.
    """
    return [random.Random(f"{seed}/{record.player}").random() for record in group]


_KEYS = (
    Key("points", marked("Points"), marked("more points"), in_points=True, lost=marked("fewer points lost")),
    Key(
        "average",
        marked("Average per round"),
        marked("a better average per round played"),
        in_points=True,
        short=marked("Avg."),
        written=Written.MEAN,
    ),
    Key("rounds_won", marked("Rounds won"), marked("more rounds won")),
    Key(
        "win_percentage",
        marked("Win percentage"),
        marked("a higher share of the rounds played won"),
        short=marked("Won %"),
        written=Written.PERCENT,
    ),
    Key(
        "points_percentage",
        marked("Points percentage"),
        marked("a better share of the points of the rounds played"),
        in_points=True,
        short=marked("Pts %"),
        written=Written.PERCENT,
        is_share=True,
        at_tables=True,
    ),
    Key(
        "point_difference",
        marked("Point difference"),
        marked("a better point difference"),
        in_points=True,
        short=marked("Diff."),
        written=Written.SIGNED,
        at_tables=True,
    ),
    Key(
        "points_against",
        marked("Points against"),
        marked("fewer points against"),
        in_points=True,
        fewer=True,
        short=marked("Agst."),
        at_tables=True,
        lost=marked("more points lost by the opponents"),
    ),
    Key("loners", marked("Lone marches"), marked("more lone marches"), of_deals=True),
    Key(
        "best_round",
        marked("Best round"),
        marked("a higher best round"),
        in_points=True,
        lost=marked("fewer points lost in the worst round"),
    ),
    Key(
        "fewest_euchred",
        marked("Fewest times euchred"),
        marked("having been euchred less often"),
        counts="euchred",
        fewer=True,
        of_deals=True,
        at_tables=True,
    ),
    Key(
        "earlier_total",
        marked("Reached the total earlier"),
        marked("having reached the total in an earlier round"),
        counts="reached",
        fewer=True,
    ),
    Key(
        "head_to_head",
        marked("Head to head"),
        marked("the rounds they played against each other"),
        compare=_head_to_head,
        at_tables=True,
    ),
    Key("lot", marked("By lot"), marked("lot"), compare=_lot),
)
KEYS: Mapping[str, Key] = MappingProxyType({key.name: key for key in _KEYS})


def keys_for(rules: Ruleset, *, at_tables: bool = True) -> Mapping[str, Key]:
    """The keys that can rank under these rules: without deals there are no lone marches to count, and with
    points below nothing no shares of points. Not ``at_tables``: only tally cards are known, no opponents.

    >>> from scoring.ruleset import PRESETS
    >>> sorted(set(KEYS) - set(keys_for(PRESETS["totals-only"])))
    ['fewest_euchred', 'loners']
    """
    return {
        name: key
        for name, key in KEYS.items()
        if (rules.has_deals or not key.of_deals) and not (rules.may_be_negative and key.is_share)
        if at_tables or not key.at_tables
    }


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


def rounds_needed(ranked_from: int, over: int, of: int) -> int:
    """How many rounds a player must have played for a place once ``over`` of the event's ``of`` rounds are.

    At the end ``ranked_from``; before, the same share of the rounds so far, rounded down. So nobody is left
    out before anybody can have played enough, who sits out by the plan stays in, and who came late has no
    place after one lucky round.

    >>> [rounds_needed(6, over, of=8) for over in range(9)]
    [0, 0, 1, 2, 3, 3, 4, 5, 6]
    """
    return ranked_from * over // of


def check_order(order: Sequence[str], rules: Ruleset | None = None, *, at_tables: bool = True) -> None:
    """Raise ``BadRanking`` unless ``order`` can rank, under these rules if any are given. Not ``at_tables``:
    only tally cards are known, no opponents."""
    if not order:
        raise BadRanking(marked("Choose at least one thing to rank by."), code="order-empty", field="order")
    for name in order:
        if name not in KEYS:
            known = ", ".join(KEYS)
            message = marked("“%(name)s” is none of %(known)s.", name=name, known=known)
            raise BadRanking(message, code="order-unknown", field="order")
    for name in order:
        if rules is not None and name not in keys_for(rules):
            message = marked(
                "No deals are known under these rules, so nobody can be ranked by “%(title)s”. Choose "
                "another.",
                title=KEYS[name].title,
            )
            if KEYS[name].is_share:
                message = marked(
                    "A side can have fewer than 0 points under these rules, so nobody can be ranked by "
                    "“%(title)s”. Choose another.",
                    title=KEYS[name].title,
                )
            raise BadRanking(message, code="order-of-deals", field="order")
    for name in order:
        if KEYS[name].at_tables and not at_tables:
            message = marked(
                "The hall seats itself, and cards name no opponents: nobody can be ranked by “%(title)s”. "
                "Choose another.",
                title=KEYS[name].title,
            )
            raise BadRanking(message, code="order-at-tables", field="order")
    if len(set(order)) < len(order):
        message = marked("The same thing is listed twice in the order.")
        raise BadRanking(message, code="order-twice", field="order")
    if "lot" in order[:-1]:
        message = marked("A lot settles everything, so nothing can come after it: move it to the end.")
        raise BadRanking(message, code="order-after-lot", field="order")


def _split(
    group: list[Record], decided_by: str | None, key: Key, seed: int, points_are: str
) -> list[tuple[list[Record], str | None]]:
    """A tied group in parts by one key, best first; each part but the first was decided by that key."""
    if len(group) < 2:
        return [(group, decided_by)]
    levels: dict[Number, list[Record]] = {}
    for record, height in zip(group, key.heights(group, seed, points_are), strict=True):
        levels.setdefault(height, []).append(record)
    best_first = sorted(levels, reverse=True)
    return [(levels[level], key.name if rank else decided_by) for rank, level in enumerate(best_first)]


def _places(groups: Iterable[tuple[list[Record], str | None]]) -> Iterable[Place]:
    place = 1
    for group, decided_by in groups:
        shared = len(group) > 1
        for record in group:
            yield Place(place, record, None if shared else decided_by)
        place += len(group)


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
