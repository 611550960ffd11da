"""Wishes about tables and partners: a first seating that grants them, and a check of the finished plan.

Teams of two, partners in the first round or in none, are asked for and not demanded: whoever draws can count
in the plan what could not be had (`partnered`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random

from scoring.sentences import marked
from tournament.rotation.plan import RotationError, RoundPlan
from tournament.rotation.request import Couple, Request
from tournament.rotation.search.annealing import UNMIXED, RepeatCounts, Rows


def first_rows(
    request: Request, out: Sequence[Sequence[int]], random: Random
) -> tuple[Rows, Rows, list[Couple]]:
    """A random seating of every round, as player numbers; the locked places (1); the couples still waiting.

    Players who stay at a table or must be partners are placed and locked; the search moves the rest. So are
    teams who are to be partners in the first round. Couples who want to be partners once and have not been so
    far wait for a round with room for them.
    """
    rows: Rows = []
    locked: Rows = []
    waiting = [couple for couple in request.together if not were_partners(couple, request.history)]
    for number in range(1, request.rounds + 1):
        absent = {*request.away.get(number, ()), *out[number - 1]}
        present = [player for player in request.players if player not in absent]
        random.shuffle(present)
        together = first_partners(request, present) if number == 1 else []
        row, waiting = _row_with_locked_players(request, present, waiting, random, together)
        lock = [int(player is not None) for player in row]
        seated = set(row)
        rest = iter([player for player in present if player not in seated])
        rows.append([player if player is not None else next(rest) for player in row])
        locked.append(lock)
    return rows, locked, waiting


def were_partners(couple: Couple, rounds: Sequence[RoundPlan]) -> bool:
    """Whether two players were partners in any of the rounds."""
    return any(couple == set(side) for round_ in rounds for t in round_.tables for side in t.sides)


def refuse_waiting_couples(waiting: Sequence[Couple]) -> None:
    """Raise a `RotationError` if a couple is still waiting to be partners."""
    if waiting:
        a, b = sorted(waiting[0])
        raise RotationError(
            "cannot-partner",
            "together",
            marked(
                "Players %(a)s and %(b)s cannot be partners in any of these rounds; plan more or drop a "
                "request.",
                a=a,
                b=b,
            ),
        )


def _row_with_locked_players(
    request: Request,
    present: Sequence[int],
    waiting: Sequence[Couple],
    random: Random,
    together: Sequence[Couple],
) -> tuple[list[int | None], list[Couple]]:
    """One round with only the locked players placed, and the couples that still wait."""
    row: list[int | None] = [None] * len(present)
    start = 0
    for table in sorted(set(request.fixed.values())):
        staying = [player for player in present if request.fixed.get(player) == table]
        if staying:
            row[start : start + 4] = _beside(staying, request.couples)
            start += 4
    here = set(present)
    for couple in request.couples:
        if couple <= here:
            _sit(couple, row, request.fixed, random)
    for team in together:
        if not team & {player for couple in request.couples for player in couple}:
            _sit(team, row, request.fixed, random)
    left = []
    for couple in waiting:
        if not couple <= here or couple & set(row) or not _sit(couple, row, request.fixed, random):
            left.append(couple)
    return row, left


def _beside(staying: Sequence[int], couples: Sequence[Couple]) -> list[int | None]:
    """Seat up to four players who stay at one table; couples among them sit opposite each other."""
    four: list[int | None] = [None] * 4
    rest = list(staying)
    for couple in couples:
        if couple <= set(rest):
            place = 0 if four[0] is None else 1
            four[place], four[place ^ 2] = sorted(couple)
            rest = [player for player in rest if player not in couple]
    for player in rest:
        four[four.index(None)] = player
    return four


def _sit(couple: Couple, row: list[int | None], fixed: Mapping[int, int], random: Random) -> bool:
    """Seat a couple as partners: where one of them stays, else at a free side.

    The side is drawn by lot, so that they do not meet the same two staying players in every round.
    """
    a, b = sorted(couple)
    placed = [player for player in (a, b) if player in row]
    if len(placed) == 2:
        return row.index(a) ^ 2 == row.index(b)
    if placed:
        opposite = row.index(placed[0]) ^ 2
        if row[opposite] is not None or placed[0] not in fixed:
            return False
        row[opposite] = b if placed[0] == a else a
        return True
    free = [at for at in range(len(row)) if at % 4 < 2 and row[at] is None and row[at ^ 2] is None]
    if not free:
        return False
    place = random.choice(free)
    row[place], row[place ^ 2] = a, b
    return True


def forbid(counts: RepeatCounts, request: Request, index: Mapping[int, int]) -> None:
    """Price every pair to be kept apart like a broken wish."""
    for pairs, partners_only in (
        (request.apart, False),
        (request.apart_partners, True),
        (request.never_partners, True),
    ):
        for pair in pairs:
            if pair <= index.keys():
                a, b = sorted(pair)
                counts.forbid(index[a], index[b], partners_only=partners_only)
    for group, partners_only in ((request.mixed_partners, True), (request.mixed_tables, False)):
        for a, b in combinations(sorted(group & index.keys()), 2):
            counts.forbid(index[a], index[b], partners_only=partners_only, price=UNMIXED)


def count_unmixed(rounds: Sequence[RoundPlan], request: Request) -> int:
    """How many pairs of a group that is to be mixed are together beyond what its size makes unavoidable."""
    count = 0
    for round_ in rounds:
        tables = round_.tables
        partners, spread = request.mixed_partners, request.mixed_tables
        count += sum(partners.issuperset(side) for table in tables for side in table.sides)
        count -= max(0, len(partners.intersection(round_.seated)) - 2 * len(tables))
        count += sum(comb(len(spread.intersection(table.players)), 2) for table in tables)
        most, more = divmod(len(spread.intersection(round_.seated)), len(tables) or 1)
        count -= comb(most, 2) * len(tables) + most * more
    return count


def count_broken(rounds: Sequence[RoundPlan], request: Request, *, teams_too: bool = True) -> int:
    """How often the plan breaks a wish to be kept apart, or partners two of one team who never should be."""
    count = 0
    apart, partners = set(request.apart), {*request.apart_partners}
    partners |= {*request.never_partners} if teams_too else set()
    for round_ in rounds:
        for table in round_.tables:
            count += sum(frozenset(side) in partners for side in table.sides)
            count += sum(pair <= set(table.players) for pair in apart)
    return count


def check(rounds: Sequence[RoundPlan], request: Request) -> None:
    """Raise a `RotationError` if a finished plan breaks a wish."""
    if count_broken(rounds, request, teams_too=False):
        raise RotationError(
            "cannot-keep-apart",
            "apart",
            marked(
                "Not all of these pairs can be kept apart in so many rounds; drop a request or plan fewer "
                "rounds."
            ),
        )
    for round_ in rounds:
        for table in round_.tables:
            for player in table.players:
                if request.fixed.get(player, table.number) != table.number:
                    raise RotationError(
                        "cannot-stay",
                        "fixed",
                        marked(
                            "Player %(player)s cannot stay at table %(table)s all the time. Let another "
                            "player who stays move, or choose “Planned rotation”.",
                            player=player,
                            table=request.fixed[player],
                        ),
                    )


def assign_to_chart(rows: Rows, request: Request, random: Random) -> list[int] | None:
    """Assign players to the places of a chart so that every wish is granted, also for teams; `None` if that
    is impossible.

    Only names are exchanged, so the chart's quality is unchanged. Not for players who stay at a table or keep
    their partner throughout.
    """
    if request.mixes or request.fixed or request.couples or request.history or any(request.away.values()):
        return None
    names = list(request.players)
    random.shuffle(names)
    at = ChartPlaces(names, rows[0], request, random)
    seated = len(names) - len(names) % 4
    partners, met = set(), set()
    for row in rows:
        for k in range(0, seated, 4):
            four = row[k : k + 4]
            partners |= {frozenset(four[0::2]), frozenset(four[1::2])}
            met |= {frozenset((a, b)) for a in four for b in four if a < b}

    def wrong(pair: Couple, kind: int) -> bool:
        places = frozenset(at.place[player] for player in pair)
        return (places in met, places in partners, places not in partners)[kind]

    asked = (request.apart, (*request.apart_partners, *request.never_partners), request.together)
    wishes = [(pair, kind) for kind, pairs in enumerate(asked) for pair in pairs]
    for _ in range(4000):
        unhappy = [(pair, kind) for pair, kind in wishes if wrong(pair, kind)]
        if not unhappy:
            return at.names
        pair, _kind = random.choice(unhappy)
        a, b = random.choice(sorted(pair)), random.choice(at.names)
        exchanges = at.exchanges(a, b)
        at.exchange(exchanges)
        if sum(wrong(pair, kind) for pair, kind in wishes) > len(unhappy) and random.random() > 0.05:
            at.exchange(exchanges)
    return None


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

    Empty, without a draw by lot, if no teams are asked for.
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

    The same order if no teams are asked for.

    >>> from tournament.rotation.request import make_request
    >>> asked = make_request(range(1, 9), 1, first_partners=[frozenset({1, 2}), frozenset({3, 8})])
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
        """Which players change places so that `a` takes the place of `b` and no team is parted; none if
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
