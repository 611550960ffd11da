"""Plans by construction: transversal designs for short events, developed differences for long ones.

Everything works with indices 0 to n − 1; a row is a round, four players per table, then who sits out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from tournament.rotation import fields, kernel, store
from tournament.rotation.search import QUANTILES

Rows = list[list[int]]
BASE_MOVES = 200_000
# Shifts of three groups against the first, one word a round, in base 36: found once by a compiled copy of the
# local search in `difference_matrix` (seed and time were not kept; a test checks what they give), for
# numbers of tables that are no product of fields of four or more elements.
SHIFTS = {
    10: "141 622 235 089 870 498 916 553 304",
    12: "618 853 449 0B1 134 A02 396 260 975 787 52B BAA",
    14: "442 78D 077 396 525 A50 9CB D34 1D9 C08 6B1 BAC",
    15: "64D 78A 852 167 BA8 939 2C4 E73 5B1 40E DD6 C1B 025",
    18: "H5C 349 4G4 8F7 A98 9DG E75 52A 2B6 CCE B11 G3H 1HB 0EF",
    21: "FE6 807 C11 JC0 259 D9H 16K I35 0IG 4GD E2E GKJ 683 AAF 9H2 H7I",
    22: "57J GHE 4K1 005 1CG EL8 A6C C57 LD2 FI6 I23 74B K3K 3G9 2JA J1F",
}
NOT_CYCLIC = 12  # no cyclic group of this order has a complete difference matrix
BASE_WEIGHTS = (24, 6, 1)  # P, O, M of differences


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
    """Shifts of three groups against the first, every difference new in every round."""
    if rounds > tables:
        return None
    stored = [[int(digit, 36) for digit in word] for word in SHIFTS.get(tables, "").split()]
    shifts = stored[:rounds] if rounds <= len(stored) else _difference_rows(tables, rounds)
    if shifts is None:
        return None
    plus, _ = _sums(tables)
    return [[[plus(table, shift) for table in range(tables)] for shift in (0, *row)] for row in shifts]


def _sums(tables: int) -> tuple[Callable[[int, int], int], Callable[[int, int], int]]:
    """Sum and difference in a group of that order: the cyclic one, but for twelve tables Z2 × Z6."""
    halves = 2 if tables == NOT_CYCLIC else 1
    rest = tables // halves

    def plus(a: int, b: int) -> int:
        return (a // rest + b // rest) % halves * rest + (a + b) % rest

    def minus(a: int, b: int) -> int:
        return (a // rest - b // rest) % halves * rest + (a - b) % rest

    return plus, minus


@cache
def _difference_rows(tables: int, rounds: int) -> list[list[int]] | None:
    """Shifts for a short event by rule, else by a local search; `None` if a difference repeats."""
    if 3 * (rounds - 1) < tables and tables != NOT_CYCLIC:
        return [[r % tables, -r % tables, 2 * r % tables] for r in range(rounds)]
    if rounds > 0.75 * tables:
        return None
    rows, repeats = difference_matrix(tables, rounds, Random(tables))
    return None if repeats else rows


def difference_matrix(
    tables: int, rounds: int, random: Random, tries: int = 100_000
) -> tuple[list[list[int]], int]:
    """Shifts of three groups against the first, row by row, and how many differences still repeat.

    A local search in the group of `_sums`: one row at a time is changed, mostly for the better.
    """
    _, minus = _sums(tables)
    rows = [[random.randrange(tables) for _ in range(3)] for _ in range(rounds)]
    used = [[0] * tables for _ in range(6)]

    def marks(row: list[int]) -> list[int]:
        x, y, z = row
        return [x, y, z, minus(x, y), minus(x, z), minus(y, z)]

    def count(row: list[int], sign: int) -> int:
        price = 0
        for column, mark in zip(used, marks(row), strict=True):
            price += column[mark] if sign > 0 else 1 - column[mark]
            column[mark] += sign
        return price

    cost = sum(count(row, 1) for row in rows)
    for _ in range(tries):
        if cost == 0:
            break
        row = random.choice(rows)
        before = row[:]
        extra = count(row, -1)
        for _ in range(random.choice((1, 1, 2))):
            row[random.randrange(3)] = random.randrange(tables)
        extra += count(row, 1)
        if extra > 0 and random.random() > 0.1**extra:
            count(row, -1)
            row[:] = before
            count(row, 1)
        else:
            cost += extra
    return rows, cost


def from_difference_matrix(players: int, rounds: int, random: Random) -> Rows | None:
    """Rounds of four groups moved by a difference matrix, for any number of players; some meetings repeat."""
    tables, extras = divmod(players, 4)
    if rounds > tables or extras * rounds > players - extras:
        return None
    halves = 2 if tables % 4 == 0 else 1
    rest = tables // halves

    def plus(a: int, b: int) -> int:
        return (a // rest + b // rest) % halves * rest + (a + b) % rest

    rows = [
        [
            group * tables + plus(table, move)
            for table in range(tables)
            for group, move in enumerate((0, *row))
        ]
        for row in difference_matrix(tables, rounds, random)[0]
    ]
    return _with_extras(rows, tables, extras, random) if extras else rows


def grouped(players: int, rounds: int, random: Random) -> Rows | None:
    """Transversal rounds, then rounds in which each group stays by itself, for any number of players.

    Up to three extra players stand in for those who sit out: round by round each takes the chair of
    somebody who has not sat out yet, where they know fewest people. `None` for fewer than four tables, or
    where not everybody could sit out in turn. What repeats is for a search to repair.
    """
    tables, extras = divmod(players, 4)
    if tables < 4 or extras * rounds > players - extras:
        return None
    rows = transversal(tables, rounds) or _with_groups_by_themselves(tables, rounds, random)
    return _with_extras(rows, tables, extras, random) if extras else rows


def _with_groups_by_themselves(tables: int, rounds: int, random: Random) -> Rows:
    most = next(r for r in range(min(rounds, tables), 0, -1) if transversal(tables, r))
    rows = transversal(tables, most - random.choice((0, 0, 1))) or []
    charts = [_group_chart(tables, rounds - len(rows), random) for _ in range(4)]
    for number in range(rounds - len(rows)):
        row: list[int] = []
        left: list[int] = []
        for group, chart in enumerate(charts):
            full = tables - tables % 4
            row += [group * tables + player for player in chart[number][:full]]
            left += [group * tables + player for player in chart[number][full:]]
        rows.append(row + left)
    return rows


def _group_chart(size: int, rounds: int, random: Random) -> Rows:
    """The stored chart of a group by itself, with its names mixed; by lot where none is stored."""
    names = list(range(size))
    random.shuffle(names)
    chart = store.load(size, rounds) if 4 <= size <= store.LARGEST else None
    if chart is not None:
        return [[names[player] for player in row] for row in chart.rows]
    return [random.sample(names, size) for _ in range(rounds)]


def _with_extras(rows: Rows, tables: int, extras: int, random: Random) -> Rows:
    """Let extra players take the chairs of those who sit out; a row then ends with who sits out."""
    known: list[set[int]] = [set() for _ in range(extras)]
    sat: set[int] = set()
    answer = []
    for whole in rows:
        row = whole[:]
        out: list[int] = []
        busy: set[int] = set()
        for extra, friends in enumerate(known):
            chairs = [k for k in range(4 * tables) if row[k] not in sat and k // 4 not in busy]
            random.shuffle(chairs)
            chairs = chairs or [k for k in range(4 * tables) if row[k] not in sat and row[k] < 4 * tables]
            chair = min(chairs, key=lambda k: len(friends & _others(row, k)))
            busy.add(chair // 4)
            friends |= _others(row, chair)
            sat.add(row[chair])
            out.append(row[chair])
            row[chair] = 4 * tables + extra
        answer.append(row + out)
    return answer


def _others(row: list[int], place: int) -> set[int]:
    return {row[place ^ 1], row[place ^ 2], row[place ^ 3]}


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


def patterned_base(players: int) -> list[int] | None:
    """A base round whose partners are x and −x (and ∞ and 0): no partner repeats, opponents by chance.

    `None` for 4t + 2 players, where no such round exists.

    >>> patterned_base(8), patterned_base(7)
    ([7, 1, 0, 6, 2, 3, 5, 4], [3, 4, 6, 5])
    """
    group = cyclic_group(players)
    if players % 4 == 2:
        return None
    pairs = [(x, group.cycle - x) for x in range(1, (group.cycle + 1) // 2)]
    if players % 4 == 0:
        pairs.insert(0, (group.cycle, 0))
    elif players % 4 == 3:  # −1, 0 and 1 sit out; turned by one they are 0, 1 and 2
        pairs = [(x + 1, (y + 1) % group.cycle) for x, y in pairs[1:]]
    return [player for (a, c), (b, d) in zip(pairs[::2], pairs[1::2], strict=True) for player in (a, b, c, d)]


def cyclic_rows(players: int, rounds: int, random: Random, moves: int = BASE_MOVES) -> Rows | None:
    """The first rounds of a developed base round whose differences are as even as a short search makes them.

    Partners' differences are all different (but for 4t + 2 players), so no partner repeats within the cycle
    (n − 1 rounds with full tables, else n). `None` for more rounds than the cycle has.
    """
    group = cyclic_group(players)
    if rounds > group.cycle or players < 5:
        return None
    row = patterned_base(players)
    paired = row is not None
    if row is None:
        row = [player for player in range(players) if player not in group.idle]
        random.shuffle(row)
    by_partner, by_opponent = [0] * group.size, [0] * group.size
    wp, wo, wm = BASE_WEIGHTS
    if group.half >= 0:  # a pair across the cycle is met twice in one turn of it
        by_partner[group.half] += wp + wm
        by_opponent[group.half] += wo + wm
    cost = seat_base(row, group, by_partner, by_opponent, BASE_WEIGHTS)
    sweeps = max(1, moves // 4000)
    best, kept = cost, row[:]
    for number in range(sweeps):
        limits = [12 * (0.08 ** (number / sweeps)) * quantile for quantile in QUANTILES]
        words = memoryview(random.randbytes(8 * 4000)).cast("Q").tolist()
        cost = kernel.sweep_base(
            row, len(row), paired, group.kinds, words, limits, by_partner, by_opponent, wp, wo, wm, cost
        )
        if cost < best:
            best, kept = cost, row[:]
    return develop(players, kept)[:rounds]


def seat_base(
    row: list[int], group: Group, by_partner: list[int], by_opponent: list[int], weights: tuple[int, int, int]
) -> int:
    """Count the meetings of a base round by class; returns what they cost."""
    wp, wo, wm = weights
    cost = 0
    for k in range(0, len(row), 4):
        for i in range(4):
            for j in range(i + 1, 4):
                partner = int(i ^ 2 == j)
                own = (wp if partner else wo) + wm
                kind = group.kinds[row[k + i]][row[k + j]]
                cost += kernel.count(by_partner, by_opponent, kind, 1, partner, own, wm)
    return cost


def whist_by_ring(players: int) -> Rows | None:
    """A whist tournament where every prime power in `players` is 4t + 1; else `None`.

    With i of order 4 in every factor, the tables x, ix, −x, −ix make a base round: partners differ by 2x,
    opponents by x(1 − i) and ix(1 − i), so that adding every element of the ring in turn gives each pair
    once as partners and twice as opponents.

    >>> whist_by_ring(5)[0], whist_by_ring(21)
    ([1, 2, 4, 3, 0], None)
    """
    i = fields.fourth_root(players)
    if i is None:
        return None
    ring = fields.ring(players)
    base: list[int] = []
    for x in range(1, players):
        if x not in base:
            for _ in range(4):
                base.append(x)
                x = ring.times[x][i]
    return [[ring.plus[player][move] for player in [*base, 0]] for move in range(players)]


def whist_by_lines(players: int) -> Rows | None:
    """A whist tournament for a power of 4: parallel lines of a space over GF(4), each in its three pairings.

    >>> len(whist_by_lines(16)), whist_by_lines(20)
    (15, None)
    """
    exponent = players.bit_length() - 1
    if players != 2**exponent or exponent % 2:
        return None
    field = fields.field(2, exponent)
    g = fields.powers(field)
    step = (players - 1) // 3
    rows = []
    for direction in range(step):
        line = (0, *(g[direction + step * c] for c in range(3)))
        seen: set[int] = set()
        lines = []
        for point in range(players):
            if point not in seen:
                lines.append([field.plus[point][e] for e in line])
                seen.update(lines[-1])
        rows += [
            [four[k] for four in lines for k in turn] for turn in ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
        ]
    return rows
