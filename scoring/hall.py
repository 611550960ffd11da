"""What the tally cards of a hall that seats itself can say: a line by itself, and all lines of a round.

Nobody knows who sat where. But everybody had a partner with the same team points, and opponents, so the
lines of a round make whole tables. What cannot be is doubted, never refused; a true round is never doubted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.bounds import points_of_a_table, team_points_of
from scoring.errors import BadSheet
from scoring.reachable import Marches, fitting_marches
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, Side
from scoring.sentences import Sentence, counted, marked


@dataclass(frozen=True, slots=True)
class HallLine:
    """What one card says of a round: the player's own points and lone marches; ``won`` is None if the card
    does not mark it."""

    player: int
    points: int
    loners: int = 0
    won: bool | None = None

    def team(self, rules: Ruleset) -> int:
        """The points of the player's side."""
        return self.points - rules.lone_march_bonus * self.loners


@dataclass(frozen=True, slots=True)
class HallDoubt:
    """Something in a round that cannot be, and the players one of whose cards is wrong; nobody if it is
    about how many cards there are."""

    code: str
    players: tuple[int, ...]
    sentence: Sentence


def line_doubt(rules: Ruleset, line: HallLine, *, cut_short: bool = False) -> HallDoubt | None:
    """The doubt about a line that no round can bring. ``cut_short``: a bell may end a round early.

    >>> from scoring.ruleset import PRESETS
    >>> rules = PRESETS["progressive"]
    >>> line_doubt(rules, HallLine(1, 33)).code, line_doubt(rules, HallLine(1, 9))
    ('sum-high', None)
    >>> line_doubt(rules, HallLine(1, 3, won=True)).code
    'cannot-have-won'
    """
    try:
        team_points_of(rules, line.points, line.loners)
    except BadSheet as problem:
        return HallDoubt(problem.code, (line.player,), problem.message)
    if cut_short:
        return None
    team = line.team(rules)
    others = range(*_of_a_side(rules))
    fitting = [
        other for other in others if any(own >= line.loners for own, _ in _marches(rules, team, other))
    ]
    points = {"points": line.points}
    if not fitting:
        return HallDoubt("no-round", (line.player,), marked("No round brings %(points)s points.", **points))
    if any(_agrees(rules, team, other, line.won) for other in fitting):
        return None
    if line.won:
        message = marked("With %(points)s points nobody wins a round here.", **points)
        return HallDoubt("cannot-have-won", (line.player,), message)
    message = marked("With %(points)s points nobody loses a round here.", **points)
    return HallDoubt("cannot-have-lost", (line.player,), message)


def round_doubts(
    rules: Ruleset,
    lines: Sequence[HallLine],
    *,
    missing: int = 0,
    marches_noted: bool = True,
    wins_noted: bool = False,
    cut_short: bool = False,
) -> tuple[HallDoubt, ...]:
    """What the lines of a round cannot be: each by itself, and all together as whole tables of four.

    ``missing`` is how many cards may still come. ``marches_noted``: cards tell lone marches, so that partners
    can be known by their points. ``wins_noted``: cards mark wins in other rounds. ``cut_short``: a bell may
    end a round early.

    >>> from scoring.ruleset import PRESETS
    >>> table = [HallLine(1, 9), HallLine(2, 9), HallLine(3, 5), HallLine(4, 6)]
    >>> [(doubt.code, doubt.players) for doubt in round_doubts(PRESETS["progressive"], table)]
    [('no-partner', (3,)), ('no-partner', (4,))]
    """
    doubts = [found for line in lines if (found := line_doubt(rules, line, cut_short=cut_short))]
    together = [*_uneven(lines, missing)]
    if marches_noted or not (rules.lone_march_bonus and rules.lone_hands):
        together = [*_without_partner(rules, lines, missing), *together]
        if not missing:
            together += _won_apart(rules, lines)
            if not rules.counts_lost and not together:
                together += _many_marches(rules, lines)
            if not doubts and not together and not cut_short:
                together += _uneven(_with_partners(rules, lines), missing)
                together += _without_opponents(rules, lines)
    if not missing and not doubts and not together and (wins_noted or _marks_wins(lines)):
        together += _partly_marked(_with_partners(rules, lines))
    return (*doubts, *together)


def _with_partners(rules: Ruleset, lines: Sequence[HallLine]) -> list[HallLine]:
    """The lines of a round, with the win of a partner who did not mark it: of those with the same points one
    card alone is without a mark, and partners win together.

    Nothing is taken in a round whose points do not pair up: there partners cannot be told by their points.
    """
    by_team = _by_team(rules, lines)
    if any(len(held) % 2 for held in by_team.values()):
        return list(lines)

    def has_won(line: HallLine) -> bool:
        marks = [other.won for other in by_team[line.team(rules)]]
        return line.won is None and marks.count(None) == 1 and marks.count(True) % 2 == 1

    return [replace(line, won=True) if has_won(line) else line for line in lines]


def counted_wins(
    rules: Ruleset, rounds: Mapping[int, Sequence[HallLine]]
) -> Mapping[int, Sequence[HallLine]]:
    """The lines of an evening by round, with the wins that count: all, or none while some winners’ cards do
    not mark theirs, so that nobody ranks higher for having written more.

    >>> from scoring.ruleset import PRESETS
    >>> table = [HallLine(1, 5), HallLine(2, 10, won=True), HallLine(3, 5), HallLine(4, 10)]
    >>> [line.won for line in counted_wins(PRESETS["progressive"], {1: table})[1]]
    [None, True, None, True]
    """
    taken = {at: _with_partners(rules, lines) for at, lines in rounds.items()}
    if any(map(_marks_wins, taken.values())) and any(any(_partly_marked(one)) for one in taken.values()):
        return {at: [replace(line, won=None) for line in lines] for at, lines in taken.items()}
    return taken


def _marks_wins(lines: Sequence[HallLine]) -> bool:
    return any(line.won is not None for line in lines)


def _of_a_side(rules: Ruleset) -> tuple[int, int]:
    """The range of a side's team points."""
    if rules.has_deals:
        return 0, points_of_a_table(rules)[1] + 1
    least, most = rules.side_bounds
    return least, most + 1


@lru_cache(maxsize=20_000)
def _marches(rules: Ruleset, team: int, other: int) -> tuple[Marches, ...]:
    """The lone marches with which a table can end so; none if it cannot."""
    if rules.has_deals and not points_of_a_table(rules)[0] <= team + other <= points_of_a_table(rules)[1]:
        return ()
    return fitting_marches(rules, {Side.NS: team, Side.EW: other})


def _agrees(rules: Ruleset, team: int, other: int, won: bool | None) -> bool:
    """Whether a side with these points, against another with those, can have won or lost as it says."""
    at_target = rules.target is not None and min(team, other) >= rules.target
    if won is None or team == other or at_target:  # who reached it first has won, or nobody if nobody knows
        return True
    return won is ((team > other) is not rules.counts_lost)


def _by_team(rules: Ruleset, lines: Sequence[HallLine]) -> Mapping[int, list[HallLine]]:
    teams: dict[int, list[HallLine]] = defaultdict(list)
    for line in lines:
        teams[line.team(rules)].append(line)
    return dict(sorted(teams.items()))


def _players(lines: Sequence[HallLine]) -> tuple[int, ...]:
    return tuple(sorted(line.player for line in lines))


def _without_partner(rules: Ruleset, lines: Sequence[HallLine], missing: int) -> Iterator[HallDoubt]:
    """Points that an odd number of players have: partners have the same, the extra for lone marches aside."""
    odd = [(team, held) for team, held in _by_team(rules, lines).items() if len(held) % 2]
    if len(odd) <= missing:
        return
    for team, held in odd:
        message = counted(
            "%(count)s player has %(points)s points: partners have the same points, so it must be an even "
            "number.",
            "%(count)s players have %(points)s points: partners have the same points, so it must be an even "
            "number.",
            len(held),
            points=team,
        )
        yield HallDoubt("no-partner", _players(held), message)


def _uneven(lines: Sequence[HallLine], missing: int) -> Iterator[HallDoubt]:
    """A number of lines that makes no whole tables, or more winners than tables can have."""
    if not missing and len(lines) % len(SEATS):
        message = counted(
            "%(count)s card has points for this round: that makes no whole tables of four.",
            "%(count)s cards have points for this round: that makes no whole tables of four.",
            len(lines),
        )
        yield HallDoubt("no-whole-tables", (), message)
    winners = [line for line in lines if line.won]
    if len(winners) > (len(lines) + missing) // len(SEATS) * 2:
        message = counted(
            "%(count)s card marks this round as won: no more than half of all can have won.",
            "%(count)s cards mark this round as won: no more than half of all can have won.",
            len(winners),
        )
        yield HallDoubt("many-winners", _players(winners), message)


def _partly_marked(lines: Sequence[HallLine]) -> Iterator[HallDoubt]:
    """Fewer cards that mark a win than winners, while some mark nothing: each table has two winners, unless
    nobody won a tie, and then all its cards have to say so."""
    won, winners = sum(line.won is True for line in lines), len(lines) // len(SEATS) * 2
    if won < winners and any(line.won is None for line in lines):
        message = marked(
            "Wins are marked on %(won)s of %(all)s winners’ cards. Rounds won decide no place until every "
            "card of the round says W or L, or no card does.",
            won=won,
            all=winners,
        )
        yield HallDoubt("partly-marked", (), message)


def _won_apart(rules: Ruleset, lines: Sequence[HallLine]) -> Iterator[HallDoubt]:
    """Players of the same points of whom an odd number won: partners win together."""
    for team, held in _by_team(rules, lines).items():
        winners = [line for line in held if line.won]
        if len(held) % 2 or len(winners) % 2 == 0 or any(line.won is None for line in held):
            continue
        message = marked(
            "Of %(all)s players with %(points)s points %(won)s won: partners win or lose together.",
            all=len(held),
            points=team,
            won=len(winners),
        )
        yield HallDoubt("won-alone", _players(held), message)


def _many_marches(rules: Ruleset, lines: Sequence[HallLine]) -> Iterator[HallDoubt]:
    """Players of the same points who cannot be partners: their lone marches would be worth more."""
    for team, held in _by_team(rules, lines).items():
        by_loners = sorted(held, key=lambda line: line.loners)
        half = len(held) // 2
        pairs = zip(by_loners[:half], reversed(by_loners), strict=False)
        if any((one.loners + other.loners) * rules.lone_march > team for one, other in pairs):
            marching = [line for line in held if line.loners]
            message = marked(
                "The lone marches of those with %(points)s points come to more than partners can have.",
                points=team,
            )
            yield HallDoubt("many-marches", _players(marching), message)


def _without_opponents(rules: Ruleset, lines: Sequence[HallLine]) -> Iterator[HallDoubt]:
    """Sides for whom no opponents are left, if those with the fewest points met those with the most: however
    else they met, the points of some table would be further from what a table can bring."""
    order, left = sorted(lines, key=lambda line: line.team(rules)), list[HallLine]()
    least, most = points_of_a_table(rules)
    for at in range(0, len(order) // 2, 2):
        table = [*order[at : at + 2], *order[len(order) - at - 2 : len(order) - at]]
        low, high = table[0].team(rules), table[-1].team(rules)
        at_target = rules.target is None or low < rules.target <= high
        if not at_target or not least <= low + high <= most:
            left += table
    if left:
        message = marked("The points of this round do not fit together: for these no opponents are left.")
        yield HallDoubt("no-opponents", _players(left), message)
