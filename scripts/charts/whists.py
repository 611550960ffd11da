"""Whist tournaments found by search: each pair partners once and opponents twice, developed from one round.

Couples with distinct differences are drawn at random; an exact search then pairs them at tables so that
every difference of opponents occurs twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from time import monotonic

from scripts.charts import workshop
from scripts.charts.compiled import FAST, array_of, compiled, tally
from tournament.rotation import store
from tournament.rotation.designs import cyclic
from tournament.rotation.designs.whists import built
from tournament.rotation.planners import arrange
from tournament.rotation.quality import judge
from tournament.rotation.search.annealing import Rows

PAIRING = compiled("scripts.charts.pairing")
NODES = 50_000_000 if FAST else 20_000  # of the search before other couples are tried

Couple = tuple[int, int]


def couples_by_lot(players: int, random: Random) -> list[Couple]:
    """Couples of everybody at a table whose differences are all different (∞ and 0 make one, or 0 sits out).

    Hill climbing: a couple with a new difference is made, and breaks up the one it takes a player from.
    """
    cycle = cyclic.cyclic_group(players).cycle
    partner: dict[int, int] = {}
    open_kinds = set(range(1, cycle // 2 + 1))
    while open_kinds:
        a = random.choice([player for player in range(1, cycle) if player not in partner])
        kind = random.choice(sorted(open_kinds))
        b = (a + random.choice((kind, -kind))) % cycle
        if b == 0:
            continue
        if b in partner:
            other = partner.pop(b)
            del partner[other]
            open_kinds.add(min((b - other) % cycle, (other - b) % cycle))
        partner[a], partner[b] = b, a
        open_kinds.remove(kind)
    couples = [(a, b) for a, b in partner.items() if a < b]
    return [*couples, (cycle, 0)] if players % 4 == 0 else couples


def base_round(players: int, random: Random) -> list[int] | None:
    """A round whose development is a whist tournament; `None` if none was found with these couples."""
    group = cyclic.cyclic_group(players)
    couples = couples_by_lot(players, random)
    tables = []
    for (i, one), (j, two) in combinations(enumerate(couples), 2):
        kinds = Counter(group.kinds[a][b] for a in one for b in two)
        del kinds[0]  # of those with ∞
        if max(kinds.values()) <= 2:
            once = sum(1 << kind - 1 for kind in kinds)
            twice = sum(1 << kind - 1 for kind, times in kinds.items() if times == 2)
            tables.append((1 << i | 1 << j, once, twice, one, two))
    random.shuffle(tables)
    count = len(couples) // 2
    everybody, classes = (1 << len(couples)) - 1, (1 << group.cycle // 2) - 1
    masks = [array_of([table[k] for table in tables]) for k in range(3)]
    work = array_of([[0] * (len(tables) + 6) for _ in range(count + 1)])
    chosen = array_of([-1] * count)
    PAIRING.put_together(count, everybody, classes, *masks, NODES, work, chosen)
    if chosen[0] < 0:
        return None
    return [
        player
        for k in chosen
        for player in (tables[k][3][0], tables[k][4][0], tables[k][3][1], tables[k][4][1])
    ]


def by_search(players: int, random: Random, seconds: float) -> Rows | None:
    """A whist tournament developed from one round; `None` if none was found in time."""
    began = monotonic()
    while monotonic() - began < seconds:
        base = base_round(players, random)
        if base is not None:
            return cyclic.develop(players, base)
    return None


def more_directed(players: list[int], seconds: float, seed: int, report: Callable[[str], None]) -> None:
    """Look for whist tournaments that come out more even between left and right, sharing the time out."""
    for number in players:
        rounds = number - (number % 4 == 0)
        chart = store.load(number, rounds) if number % 4 in (0, 1) and number >= 5 else None
        if chart is None or chart.key[0]:
            continue
        left = before = _left(chart.rows, number)
        began = monotonic()
        tried = seed
        while left and monotonic() - began < seconds / len(players):
            base = base_round(number, Random(tried))
            rows = cyclic.develop(number, base) if base is not None else None
            if rows is not None and tally(rows, number) == chart.key and (here := _left(rows, number)) < left:
                left = here
                store.save(store.Chart(number, rounds, chart.key, "whist", tried, monotonic() - began, rows))
            tried += 1
        report(f"{number} players: {before} → {left} repeated left-hand opponents")


def _left(rows: Rows, players: int) -> int:
    """The repeats to one hand that are left once the tables are turned."""
    return judge(arrange.with_even_hands(store.as_rounds(rows), Random(players))).left


def look(players: list[int], seconds: float, seed: int, report: Callable[[str], None]) -> None:
    """Look for whist tournaments for which none is stored yet, sharing the time out evenly."""
    cells = [
        workshop.ChartCell(n, n - (n % 4 == 0), store.load(n, n - (n % 4 == 0)))
        for n in players
        if n % 4 in (0, 1) and n >= 5
    ]
    cells = [cell for cell in cells if not cell.done]
    for cell in cells:
        began = monotonic()
        rows = built(cell.players) or by_search(
            cell.players, Random(seed + cell.players), seconds / len(cells)
        )
        cell.seconds = monotonic() - began
        better = rows is not None and cell.offer(rows, "whist", seed)
        report(f"{cell.players} players: {'a whist tournament' if better else 'none'}, {cell.seconds:.0f} s")
        if rows is not None and cell.players % 4 == 1:
            less = workshop.ChartCell(
                cell.players, cell.rounds - 1, store.load(cell.players, cell.rounds - 1)
            )
            less.seconds = cell.seconds
            less.offer(rows[:-1], "whist", seed)
