"""One player's event: rounds, byes and adjustments folded into the figures that standings rank by.

Who sat where and which sheets count is decided elsewhere; nothing here is sorted against another player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import BadRanking
from scoring.rule_settings import PointsAre
from scoring.sentences import marked

BYE_MODES = ("none", "fixed", "average")


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What one reported round gave a player.

    ``side_points`` and ``against`` are team points, ``points`` the player's own (bonuses included). ``won``
    is ``None`` where the round has no winner. ``euchred`` and ``reached`` (the deal in which the side came
    to its final total) are ``None`` if a sheet of totals hides them. ``opponents`` are player numbers.
    """

    round: int
    side_points: int
    against: int
    points: int
    won: bool | None
    loners: int = 0
    euchred: int | None = None
    reached: int | None = None
    opponents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """A round the player sat out by the plan."""

    round: int


@dataclass(frozen=True, slots=True)
class ByePoints:
    """What a bye scores: nothing, a fixed number, or the player's own mean.

    >>> ByePoints("fixed", 7).of(points=0, rounds=0)
    7
    """

    mode: str = "none"
    points: int = 0

    def __post_init__(self) -> None:
        if self.mode not in BYE_MODES:
            message = marked(
                "A bye scores by one of %(known)s, not %(mode)r.", known=", ".join(BYE_MODES), mode=self.mode
            )
            raise BadRanking(message, code="bye-mode", field="mode")

    def of(self, *, points: int, rounds: int) -> int:
        """The points of one bye for a player with ``points`` from ``rounds`` rounds played.

        The mean is rounded half up to a whole number; without a round played it is 0.

        >>> ByePoints("average").of(points=15, rounds=2), ByePoints("average").of(points=0, rounds=0)
        (8, 0)
        """
        if self.mode == "fixed":
            return self.points
        if self.mode == "none" or rounds == 0:
            return 0
        return (2 * points + rounds) // (2 * rounds)


@dataclass(frozen=True, slots=True)
class Record:
    """A player's event in numbers.

    ``points`` is everything: rounds, byes, adjustments. ``average`` is the mean of rounds played.
    ``reached`` is the round in which the running total of rounds and byes came to its final height (0: it
    never moved). ``euchred`` counts what is known of it. ``per_round`` stands in order of rounds.
    ``points_against`` is what the opponents' side scored in the rounds played.
    """

    player: int
    points: int
    rounds_won: int
    loners: int
    best_round: int
    rounds_played: int
    average: Fraction
    euchred: int
    per_round: tuple[RoundLine | Bye, ...]
    bye_points: int
    adjustments: int
    reached: int
    points_against: int

    @property
    def earned(self) -> int:
        """The player's own points from rounds played: bonuses count, byes and adjustments do not."""
        return self.points - self.bye_points - self.adjustments

    @property
    def win_percentage(self) -> Fraction:
        """Rounds won of rounds played: exact, 0 without a round."""
        return Fraction(self.rounds_won, self.rounds_played or 1)

    @property
    def points_percentage(self) -> Fraction:
        """Own points of all points of the rounds played: exact, 0 if nobody scored."""
        return Fraction(self.earned, (self.earned + self.points_against) or 1)

    @property
    def point_difference(self) -> int:
        """Own points less points against."""
        return self.earned - self.points_against


def fold(
    player: int,
    lines: Iterable[RoundLine],
    byes: int | Sequence[Bye] = 0,
    bye_points: ByePoints = ByePoints(),
    adjustments: Iterable[int] = (),
    *,
    points_are: str = PointsAre.WON,
) -> Record:
    """One player's record (RULEBOOK 4 and 5).

    ``byes`` are the sit-outs, or only their number if the rounds do not matter. ``best_round`` is the
    highest round, or the lowest if points are lost, and 0 before any is played.

    >>> lines = [RoundLine(1, 9, 6, 10, True, loners=1), RoundLine(3, 5, 8, 5, False)]
    >>> record = fold(4, lines, [Bye(2)], ByePoints("average"), [-2])
    >>> record.points, record.bye_points, record.average, record.best_round, record.rounds_won
    (21, 8, Fraction(15, 2), 10, 1)
    >>> record.earned, record.points_against, record.win_percentage, record.points_percentage
    (15, 14, Fraction(1, 2), Fraction(15, 29))
    """
    played = sorted(lines, key=lambda line: line.round)
    known = [] if isinstance(byes, int) else list(byes)
    count = byes if isinstance(byes, int) else len(known)
    earned = [line.points for line in played]
    total = sum(earned)
    each = bye_points.of(points=total, rounds=len(played))
    adjusted = sum(adjustments)
    best = min if points_are == PointsAre.LOST else max
    rounds: list[RoundLine | Bye] = sorted([*played, *known], key=lambda line: line.round)
    return Record(
        player=player,
        points=total + each * count + adjusted,
        rounds_won=sum(line.won is True for line in played),
        loners=sum(line.loners for line in played),
        best_round=best(earned, default=0),
        rounds_played=len(played),
        average=Fraction(total, len(played)) if played else Fraction(0),
        euchred=sum(line.euchred or 0 for line in played),
        per_round=tuple(rounds),
        bye_points=each * count,
        adjustments=adjusted,
        reached=_reached(rounds, each),
        points_against=sum(line.against for line in played),
    )


def _reached(rounds: Sequence[RoundLine | Bye], bye: int) -> int:
    """The last round that moved the running total: there it came to its final height."""
    moved = [line.round for line in rounds if (bye if isinstance(line, Bye) else line.points)]
    return moved[-1] if moved else 0
