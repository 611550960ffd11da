"""Plans for short events by construction: transversal designs, difference matrices, groups of strangers.

Everything works with indices 0 to n − 1; a row is a round, four players per table, then who sits out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from tournament.rotation import store
from tournament.rotation.designs import fields
from tournament.rotation.search.annealing import Rows

# Shifts of three groups against the first, one word a round, in base 36: found once by a compiled copy of the
# local search in `difference_matrix` (seed and time were not kept; a test checks what they give), for
# numbers of tables that are no product of fields of four or more elements. Those for 21 and 24 are complete:
# rows of the difference matrices in the Handbook of Combinatorial Designs, III.3.50 and III.3.52, as Sage's
# OA_7_21 and OA_9_24 have them.
SHIFTS = {
    10: "141 622 235 089 870 498 916 553 304",
    12: "618 853 449 0B1 134 A02 396 260 975 787 52B BAA",
    14: "442 78D 077 396 525 A50 9CB D34 1D9 C08 6B1 BAC",
    15: "64D 78A 852 167 BA8 939 2C4 E73 5B1 40E DD6 C1B 025",
    18: "H5C 349 4G4 8F7 A98 9DG E75 52A 2B6 CCE B11 G3H 1HB 0EF",
    21: "000 89B 9BE BEI EI8 I89 HG5 G51 51J 1JH JHG K4A 4A3 A3C 3CK CK4 2F6 F6D 6D7 D72 72F",
    22: "57J GHE 4K1 005 1CG EL8 A6C C57 LD2 FI6 I23 74B K3K 3G9 2JA J1F",
    24: "000 369 697 934 C4A FA1 IK2 LEB 1LG 4FJ 7BK A5H DN3 GH6 J1F M7I 2CE 5IN 8D5 BJ8 EGL HMC K8D N2M",
}
# No cyclic group of these orders has a complete difference matrix. Theirs is a group of so many elements,
# each its own opposite, times a cyclic one: Z2 × Z6, and Z2 × Z2 × Z2 × Z3.
NOT_CYCLIC = {12: 2, 24: 8}


def transversal(tables: int, rounds: int) -> Rows | None:
    """Rounds for 4·`tables` players in which no two players meet twice; `None` if none are known.

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
    """For each round and group: which of its players is at which table."""
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
    plus, _ = sums(tables)
    return [[[plus(table, shift) for table in range(tables)] for shift in (0, *row)] for row in shifts]


def sums(tables: int) -> tuple[Callable[[int, int], int], Callable[[int, int], int]]:
    """Sum and difference in a group of that order: the cyclic one but for 12 and 24 tables."""
    rest = tables // NOT_CYCLIC.get(tables, 1)

    def plus(a: int, b: int) -> int:
        return (a // rest ^ b // rest) * rest + (a + b) % rest

    def minus(a: int, b: int) -> int:
        return (a // rest ^ b // rest) * rest + (a - b) % rest

    return plus, minus


def is_complete(tables: int) -> bool:
    """Whether as many rounds as tables are known without a search.

    >>> is_complete(24), is_complete(22), is_complete(35)
    (True, False, True)
    """
    return fields.unit_spread(tables) is not None or len(SHIFTS.get(tables, "").split()) == tables


@cache
def _difference_rows(tables: int, rounds: int) -> list[list[int]] | None:
    """Shifts for a short event: by rule if possible, else by local search; `None` if a difference repeats."""
    if 3 * (rounds - 1) < tables and tables not in NOT_CYCLIC:
        return [[r % tables, -r % tables, 2 * r % tables] for r in range(rounds)]
    if rounds > 0.75 * tables:
        return None
    rows, repeats = difference_matrix(tables, rounds, Random(tables))
    return None if repeats else rows


def difference_matrix(
    tables: int, rounds: int, random: Random, tries: int = 100_000
) -> tuple[list[list[int]], int]:
    """Shifts of three groups against the first, row by row, and how many differences still repeat.

    A local search in the group of `sums`: one row at a time is changed, mostly for the better.
    """
    _, minus = sums(tables)
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
    return with_extras(rows, tables, extras, random) if extras else rows


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
    """The stored chart of a group by itself, with its players shuffled; a random one if none is stored."""
    names = list(range(size))
    random.shuffle(names)
    chart = store.load(size, rounds) if 4 <= size <= store.LARGEST else None
    if chart is not None:
        return [[names[player] for player in row] for row in chart.rows]
    return [random.sample(names, size) for _ in range(rounds)]


def with_extras(rows: Rows, tables: int, extras: int, random: Random) -> Rows:
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
