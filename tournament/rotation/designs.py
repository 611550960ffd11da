"""Plans by construction: transversal designs for short events, developed differences for long ones.

Everything works with indices 0 to n − 1; a row is a round, four players per table, then who sits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from . import fields, kernel
from .search import QUANTILES

Rows = list[list[int]]
BASE_MOVES = 200_000


def transversal(tables: int, rounds: int) -> Rows | None:
    """Rounds for 4·`tables` players in which no two players ever meet twice; `None` where none is known.

    Four groups of `tables` players, one for each seat; a round moves each group by its own number of
    tables. Over a product of fields whose orders are all 4 or more there are `tables` such rounds, else as
    many as a search for shifts finds.

    >>> len(transversal(8, 8)), transversal(2, 2)
    (8, None)
    """
    moves = _field_moves(tables, rounds) or _searched_shifts(tables, rounds)
    if moves is None:
        return None
    return [
        [group * tables + move[group][table] for table in range(tables) for group in range(4)]
        for move in moves
    ]


def _field_moves(tables: int, rounds: int) -> list[list[list[int]]] | None:
    """For each round and group, which of the group's players is at which table."""
    steps = fields.unit_spread(tables) if rounds <= tables else None
    if steps is None:
        return None
    ring = fields.ring(tables)
    return [
        [[ring.plus[table][ring.times[r][step]] for table in range(tables)] for step in steps]
        for r in range(rounds)
    ]


def _searched_shifts(tables: int, rounds: int) -> list[list[list[int]]] | None:
    """Shifts of three groups against the first, every difference new in every round (cyclic group)."""
    if rounds > tables:
        return None
    shifts = _difference_rows(tables, rounds)
    if shifts is None:
        return None
    return [[[(table + shift) % tables for table in range(tables)] for shift in (0, *row)] for row in shifts]


@cache
def _difference_rows(tables: int, rounds: int) -> tuple[tuple[int, int, int], ...] | None:
    if 3 * (rounds - 1) < tables:
        return tuple((r % tables, -r % tables, 2 * r % tables) for r in range(rounds))
    random = Random(tables)
    for _ in range(60):
        used: list[set[int]] = [set() for _ in range(6)]
        rows: list[tuple[int, int, int]] = []
        while len(rows) < rounds:
            found = _next_shift(tables, used, random)
            if found is None:
                break
            rows.append(found)
        if len(rows) == rounds:
            return tuple(rows)
    return None


def _next_shift(tables: int, used: list[set[int]], random: Random) -> tuple[int, int, int] | None:
    free = [[d for d in range(tables) if d not in taken] for taken in used[:3]]
    for values in free:
        random.shuffle(values)
    for x in free[0]:
        for y in free[1]:
            if (x - y) % tables in used[3]:
                continue
            for z in free[2]:
                marks = (x, y, z, (x - y) % tables, (x - z) % tables, (y - z) % tables)
                if marks[4] not in used[4] and marks[5] not in used[5]:
                    for taken, mark in zip(used, marks, strict=True):
                        taken.add(mark)
                    return x, y, z
    return None


def transversal_with_extras(players: int, rounds: int, random: Random) -> Rows | None:
    """A transversal design for any number: up to three extra players stand in for those who sit out.

    Each extra player takes, round by round, the chair of somebody who has not sat out yet, at a table of
    people new to them. Works while there are people left to sit out; else `None`.
    """
    tables, extras = divmod(players, 4)
    rows = transversal(tables, rounds) if tables >= 4 else None
    if rows is None or extras * rounds > players - extras:
        return None
    known: list[set[int]] = [set() for _ in range(players)]
    sat: set[int] = set()
    answer = []
    for row in rows:
        out: list[int] = []
        busy: set[int] = set()
        for extra in range(4 * tables, players):
            chairs = [k for k in range(4 * tables) if row[k] not in sat and k // 4 not in busy]
            random.shuffle(chairs)
            chair = next((k for k in chairs if not known[extra] & set(_others(row, k))), None)
            if chair is None:
                return None
            busy.add(chair // 4)
            known[extra].update(_others(row, chair))
            sat.add(row[chair])
            out.append(row[chair])
            row[chair] = extra
        answer.append(row + out)
    return answer


def _others(row: list[int], place: int) -> list[int]:
    return [row[place ^ 1], row[place ^ 2], row[place ^ 3]]


def with_rest_by_lot(players: int, rounds: int, random: Random) -> Rows | None:
    """As many transversal rounds as there are, then rounds in which each group stays by itself, by lot."""
    tables = players // 4
    whole = next((rows for r in range(rounds, 0, -1) if (rows := transversal(tables, r))), None)
    if players % 4 or whole is None:
        return None
    rows = whole[: random.randint(max(1, len(whole) - 2), len(whole))]
    while len(rows) < rounds:
        row: list[int] = []
        left: list[int] = []
        for group in range(4):
            own = list(range(group * tables, (group + 1) * tables))
            random.shuffle(own)
            full = tables - tables % 4
            row += own[:full]
            left += own[full:]
        random.shuffle(left)
        rows.append(row + left)
    return rows


@dataclass(frozen=True, slots=True)
class Group:
    """The cycle that develops a base round: the class of every pair, and who sits out of the base round.

    With full tables one player stands still (∞) and n − 1 go round, else all n go round. `none` is the
    number of the class that no pair belongs to (or −1), `half` that of pairs who face each other across an
    even cycle (or −1).
    """

    cycle: int
    size: int
    kinds: list[list[int]]
    idle: tuple[int, ...]
    none: int
    half: int


@cache
def cyclic_group(players: int) -> Group:
    """The group for so many players."""
    still = players % 4 == 0
    cycle = players - 1 if still else players

    def kind(a: int, b: int) -> int:
        if still and cycle in (a, b):
            return 0
        return min((a - b) % cycle, (b - a) % cycle)

    return Group(
        cycle,
        cycle // 2 + 1,
        [[kind(a, b) for b in range(players)] for a in range(players)],
        tuple(range(players % 4)),
        -1 if still else 0,
        cycle // 2 if cycle % 2 == 0 else -1,
    )


def develop(players: int, base: list[int]) -> Rows:
    """All rounds of a base round (players at tables only), ordered so that everybody sits out in turn."""
    group = cyclic_group(players)
    idle = len(group.idle)
    row = [*base, *group.idle]
    steps = _steps(group.cycle, max(idle, 1))
    return [
        [player if player == group.cycle else (player + step) % group.cycle for player in row]
        for step in steps
    ]


def _steps(cycle: int, idle: int) -> list[int]:
    """0 to cycle − 1, going up by `idle`; where that closes early, the next run starts one further."""
    steps: list[int] = []
    seen: set[int] = set()
    at = 0
    while len(steps) < cycle:
        while at in seen:
            at = (at + 1) % cycle
        steps.append(at)
        seen.add(at)
        at = (at + idle) % cycle
    return steps


def cyclic_rows(players: int, rounds: int, random: Random, moves: int = BASE_MOVES) -> Rows | None:
    """The first rounds of a developed base round whose differences are as even as a short search makes them.

    Partners' differences come out all different, so no partner repeats within the cycle (n − 1 rounds with
    full tables; n where n is odd). `None` for more rounds than the cycle has.
    """
    group = cyclic_group(players)
    if rounds > group.cycle or players < 5:
        return None
    width = players - len(group.idle)
    row = [player for player in range(players) if player not in group.idle]
    random.shuffle(row)
    by_partner, by_opponent = [0] * group.size, [0] * group.size
    wp, wo, wm = 24, 6, 1
    if group.half >= 0:  # a pair across the cycle is met twice in one turn of it
        by_partner[group.half] += wp + wm
        by_opponent[group.half] += wo + wm
    cost = 0
    for k in range(0, width, 4):
        for i in range(4):
            for j in range(i + 1, 4):
                partner = int(i ^ 2 == j)
                own = (wp if partner else wo) + wm
                kind = group.kinds[row[k + i]][row[k + j]]
                cost += kernel.count(by_partner, by_opponent, kind, 1, partner, own, wm)
    sweeps = max(1, moves // 4000)
    best, kept = cost, row[:]
    for number in range(sweeps):
        limits = [12 * (0.08 ** (number / sweeps)) * quantile for quantile in QUANTILES]
        words = memoryview(random.randbytes(8 * 4000)).cast("Q").tolist()
        cost = kernel.sweep_base(
            row, width, group.kinds, words, limits, by_partner, by_opponent, wp, wo, wm, cost
        )
        if cost < best:
            best, kept = cost, row[:]
    return develop(players, kept)[:rounds]


def whist_by_field(players: int) -> Rows | None:
    """A whist tournament for a prime power 4t + 1: tables g^i, g^(i+t), g^(i+2t), g^(i+3t); else `None`.

    >>> whist_by_field(5)[0], whist_by_field(21)
    ([1, 2, 4, 3, 0], None)
    """
    factors = fields.factor(players)
    if players % 4 != 1 or len(factors) != 1:
        return None
    ((p, k),) = factors.items()
    field = fields.field(p, k)
    g = fields.powers(field)
    t = players // 4
    base = [g[(i + j * t)] for i in range(t) for j in range(4)]
    return [[field.plus[player][move] for player in [*base, 0]] for move in range(players)]
