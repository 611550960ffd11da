"""Assign players to a stored chart so that past meetings repeat least.

For the coming rounds of an evening under way. The chart's own quality does not depend on the assignment;
sit-outs follow the chart as far as that is fair.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tournament.rotation import store
from tournament.rotation.planners import sit_outs
from tournament.rotation.request import Request
from tournament.rotation.search.annealing import RepeatCounts, Rows
from tournament.rotation.teams import first_partners

TRIES = 4
EXCHANGES = 20_000
HOT = 20.0


def usable(request: Request) -> store.Chart | None:
    """The stored chart; `None` if there is none, a player is away, or a wish fixes tables or partners."""
    players = len(request.players)
    if players > store.LARGEST or len(request.tables) < players // 4:
        return None
    if any(request.away.values()) or request.fixed or request.couples or request.together or request.mixes:
        return None
    if first_partners(request):
        return None
    return store.load(players, request.rounds)


def renamed(
    chart: store.Chart, request: Request, counts: RepeatCounts, random: Random
) -> tuple[Rows, tuple[tuple[int, ...], ...]]:
    """Rows of player indices at tables, and the players who sit out, round by round.

    `counts` holds the price of every meeting after the rounds played.
    """
    players = chart.players
    width = players - players % 4
    sat = Counter(player for round_ in request.history for player in round_.sit_out)
    had = [sat[player] for player in request.players]
    seated = [row[:width] for row in chart.rows]
    names: list[int] = []
    lowest = None
    for _ in range(TRIES):
        tried, needs = _first_names(chart, request, random)
        _exchange(tried, needs, had, seated, counts, random)
        price = _price(tried, seated, counts)
        if lowest is None or price < lowest:
            names, lowest = tried, price
    rows = [[names[place] for place in row] for row in chart.rows]
    out = sit_outs.choose(
        request.players,
        request.rounds,
        history=request.history,
        prefer=[[request.players[i] for i in row[width:]] for row in rows],
        seed=random.getrandbits(32),
    )
    index = {player: i for i, player in enumerate(request.players)}
    return [
        _with_sit_outs(row, width, {index[p] for p in idle}) for row, idle in zip(rows, out, strict=True)
    ], out


def _with_sit_outs(row: list[int], width: int, out: set[int]) -> list[int]:
    """A row's seats when `out` sit out: players who were to sit out take the chairs of those who now do."""
    coming = iter([player for player in row[width:] if player not in out])
    return [next(coming) if player in out else player for player in row[:width]]


def _first_names(chart: store.Chart, request: Request, random: Random) -> tuple[list[int], list[int]]:
    """A first assignment, and for each place the number of sit-outs its player must have had (−1: any).

    Players with the fewest sit-outs get the places that sit out first; those who just sat out come late.
    """
    sat = Counter(player for round_ in request.history for player in round_.sit_out)
    last = set(request.history[-1].sit_out) if request.history else set()
    due = list(range(chart.players))
    random.shuffle(due)
    idle = chart.players % 4
    if idle:
        due.sort(key=lambda i: (sat[request.players[i]], request.players[i] in last))
    names, needs = [0] * chart.players, [-1] * chart.players
    for place, i in zip(sit_outs.order_of(chart.rows, chart.players), due, strict=True):
        names[place] = i
    for place in {place for row in chart.rows for place in row[chart.players - idle :]}:
        needs[place] = sat[request.players[names[place]]]
    return names, needs


def _price(names: list[int], rows: Rows, counts: RepeatCounts) -> int:
    """The price of an assignment: how much of the past it repeats."""
    return sum(
        (counts.as_partner if i ^ 2 == j else counts.as_opponent)[names[row[k + i]]][names[row[k + j]]]
        for row in rows
        for k in range(0, len(row), 4)
        for i in range(4)
        for j in range(i + 1, 4)
    )


def _exchange(
    names: list[int], needs: list[int], sat: list[int], rows: Rows, counts: RepeatCounts, random: Random
) -> None:
    """Anneal over assignments to a chart; only repeats of past rounds cost anything here."""
    partners: Rows = [[] for _ in names]
    opponents: Rows = [[] for _ in names]
    for row in rows:
        for place, player in enumerate(row):
            partners[player].append(row[place ^ 2])
            opponents[player] += (row[place ^ 1], row[place ^ 3])
    places = len(names)

    def price(place: int) -> int:
        as_partner, as_opponent = counts.as_partner[names[place]], counts.as_opponent[names[place]]
        return sum([as_partner[names[k]] for k in partners[place]]) + sum(
            [as_opponent[names[k]] for k in opponents[place]]
        )

    for turn in range(EXCHANGES):
        a, b = int(random.random() * places), int(random.random() * places)
        i, j = names[a], names[b]
        if needs[a] not in (-1, sat[j]) or needs[b] not in (-1, sat[i]):
            continue
        before = price(a) + price(b)
        names[a], names[b] = j, i
        if price(a) + price(b) - before > HOT * (1 - turn / EXCHANGES) * random.expovariate(1):
            names[a], names[b] = i, j
