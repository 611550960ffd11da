"""Wishes about tables and partners: a first seating that grants them, and a check of the finished plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random

from scoring.sentences import marked
from tournament.rotation import teams
from tournament.rotation.errors import RotationError
from tournament.rotation.plan import RoundPlan
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
    waiting = [couple for couple in request.together if not partnered(couple, request.history)]
    for number in range(1, request.rounds + 1):
        absent = {*request.away.get(number, ()), *out[number - 1]}
        present = [player for player in request.players if player not in absent]
        random.shuffle(present)
        together = teams.first_partners(request, present) if number == 1 else []
        row, waiting = _row(request, present, waiting, random, together)
        lock = [int(player is not None) for player in row]
        seated = set(row)
        rest = iter([player for player in present if player not in seated])
        rows.append([player if player is not None else next(rest) for player in row])
        locked.append(lock)
    return rows, locked, waiting


def partnered(couple: Couple, rounds: Sequence[RoundPlan]) -> bool:
    """Whether two players were partners in any of the rounds."""
    return any(couple == set(side) for round_ in rounds for t in round_.tables for side in t.sides)


def refuse(waiting: Sequence[Couple]) -> None:
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


def _row(
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


def unmixed(rounds: Sequence[RoundPlan], request: Request) -> int:
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


def broken(rounds: Sequence[RoundPlan], request: Request, *, teams_too: bool = True) -> int:
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
    if broken(rounds, request, teams_too=False):
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


def named(rows: Rows, request: Request, random: Random) -> list[int] | None:
    """Assign players to the places of a chart so that every wish is granted, also for teams; `None` if that
    is impossible.

    Only names are exchanged, so the chart's quality is unchanged. Not for players who stay at a table or keep
    their partner throughout.
    """
    if request.mixes or request.fixed or request.couples or request.history or any(request.away.values()):
        return None
    names = list(request.players)
    random.shuffle(names)
    at = teams.ChartPlaces(names, rows[0], request, random)
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
