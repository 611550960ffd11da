"""Teams of two in a seating: partners in its first round, or partners in none, as far as that can be.

Both are asked for, not demanded: whoever draws can count in the plan what could not be had (`partnered`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.rotation.plan import RoundPlan
from tournament.rotation.request import Couple, Request


def first_partners(request: Request, there: Collection[int] | None = None) -> list[Couple]:
    """The teams whose two are to be partners in the coming round; none once a round has been played.

    `there` are the players who can sit in it, everybody if not given.
    """
    if request.history:
        return []
    present = set(request.players if there is None else there)
    return [team for team in request.first_partners if team <= present]


def preferred_out(request: Request, random: Random) -> list[Collection[int]]:
    """For each coming round, whom to take among those equally due to sit out: in the first one players
    without a team, then both of a team, so that as few teams as can be are parted.

    Empty, without a draw by lot, where no teams are asked for.
    """
    gone = request.away.get(1, frozenset())
    present = [player for player in request.players if player not in gone]
    teams = first_partners(request, present)
    if not teams:
        return []
    count = len(present) - 4 * min(len(present) // 4, len(request.tables))
    teamed = frozenset().union(*teams)
    alone = [player for player in present if player not in teamed]
    random.shuffle(alone)
    random.shuffle(teams)
    out = [*alone[:count], *(player for team in teams for player in sorted(team))]
    return [out[:count], *[()] * (request.rounds - 1)]


def in_first_row(order: Sequence[int], request: Request) -> list[int]:
    """The players of one round in the order of their seats, four to a table, so that its teams are partners,
    or that none are. Seats 0 and 2, 1 and 3 of each four are partners.

    The same order where no teams are asked for.

    >>> from tournament.rotation.request import make
    >>> asked = make(range(1, 9), 1, first_partners=[frozenset({1, 2}), frozenset({3, 8})])
    >>> in_first_row([1, 2, 3, 4, 5, 6, 7, 8], asked)
    [1, 3, 2, 8, 5, 6, 7, 4]
    """
    row = list(order)
    sides = [(k, k + 2) for at in range(0, len(row), 4) for k in (at, at + 1)]
    teams = first_partners(request, row)
    for (a, b), team in zip(sides, sorted(teams, key=lambda team: min(map(row.index, team))), strict=False):
        one, other = sorted(team, key=row.index)
        _exchange(row, a, row.index(one))
        _exchange(row, b, row.index(other))
    never = set(request.never_partners)
    for a, b in sides:
        if frozenset((row[a], row[b])) in never:
            _part(row, b, sides, never)
    return row


def _part(row: list[int], at: int, sides: Sequence[tuple[int, int]], never: set[Couple]) -> None:
    """Exchange the player at this place with another one so that neither partners the other of their team."""
    beside = {a: b for side in sides for a, b in (side, side[::-1])}
    for other in range(len(row)):
        if other in (at, beside[at]):
            continue
        pairs = (frozenset((row[other], row[beside[at]])), frozenset((row[at], row[beside[other]])))
        if not never & set(pairs):
            _exchange(row, at, other)
            return


def _exchange(row: list[int], a: int, b: int) -> None:
    row[a], row[b] = row[b], row[a]


def unpartnered(teams: Sequence[Couple], first: RoundPlan) -> list[Couple]:
    """The teams whose two are not partners in this round."""
    sides = {frozenset(side) for table in first.tables for side in table.sides}
    return [team for team in teams if team not in sides]


def partnered(teams: Sequence[Couple], rounds: Sequence[RoundPlan]) -> list[Couple]:
    """The teams whose two are partners in any of these rounds."""
    sides = {frozenset(side) for round_ in rounds for table in round_.tables for side in table.sides}
    return [team for team in teams if team in sides]


class ChartPlaces:
    """Players on the places of a chart whose teams are partners in its first row, and stay so as players are
    exchanged."""

    def __init__(self, names: Sequence[int], row: Sequence[int], request: Request, random: Random) -> None:
        width = len(row) - len(row) % 4
        self.names = list(names)
        self._beside: dict[int, int] = {}
        for k in range(0, width, 4):
            for a, b in ((row[k], row[k + 2]), (row[k + 1], row[k + 3])):
                self._beside[a], self._beside[b] = b, a
        self._mate: dict[int, int] = {}
        teams = first_partners(request)
        if teams:
            self._seat_teams(teams, row, width, request, random)
        self.place = {name: at for at, name in enumerate(self.names)}

    def _seat_teams(
        self, teams: Sequence[Couple], row: Sequence[int], width: int, request: Request, random: Random
    ) -> None:
        """Give the teams the sides of the first row, and its sit-outs to whoever is left."""
        out = list(preferred_out(request, random)[0])
        seated = [player for player in self.names if player not in out]
        here = [team for team in teams if team.isdisjoint(out)]
        random.shuffle(here)
        alone = iter([player for player in seated if not any(player in team for team in here)])
        mated = [player for team in here for player in sorted(team)]
        sides = [(a, b) for a, b in self._beside.items() if a < b]
        random.shuffle(sides)
        for at, (a, b) in enumerate(sides):
            pair = mated[2 * at : 2 * at + 2] or [next(alone), next(alone)]
            self.names[a], self.names[b] = pair
        for place, player in zip(row[width:], out, strict=True):
            self.names[place] = player
        for team in here:
            a, b = sorted(team)
            self._mate[a], self._mate[b] = b, a

    def exchanges(self, a: int, b: int) -> list[tuple[int, int]]:
        """Which players change places so that `a` takes the place of `b` and no team is parted; none where
        that cannot be."""
        if self._mate.get(a) == b or not {a, b} & self._mate.keys():
            return [(a, b)]
        at, other = self.place[a], self.place[b]
        if at not in self._beside or other not in self._beside or self._beside[at] == other:
            return []
        return [(a, b), (self.names[self._beside[at]], self.names[self._beside[other]])]

    def exchange(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Exchange these players; once more puts them back."""
        for a, b in pairs:
            self.place[a], self.place[b] = self.place[b], self.place[a]
            self.names[self.place[a]], self.names[self.place[b]] = a, b
