"""Whist tournaments by construction, for more players than charts are stored for.

Everybody partners everybody once and opposes everybody twice: in N − 1 rounds for N = 4t players, in N rounds
for N = 4t + 1, in which everybody sits out once. That there is one for every such N is known (I. Anderson, A
hundred years of whist tournaments, 1995). Everything works with indices 0 to N − 1; a row is a round, four
players per table in the order N E S W, then who sits out.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from tournament.rotation import store
from tournament.rotation.designs import cyclic, fields, resolvable, transversal
from tournament.rotation.search.annealing import Rows

Places = tuple[tuple[int, int], ...]  # of a table: who sits N E S W, each a group and an element

PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # who sits N E S W when four meet three times


def rounds(players: int) -> Rows | None:
    """A whist tournament: the stored chart, else one by construction; `None` if none is known here.

    >>> len(rounds(92)), len(rounds(93)), rounds(94)
    (91, 93, None)
    """
    whole = _whole(players)
    return None if whole is None else [row[:] for row in whole]


@cache
def _whole(players: int) -> Rows | None:
    if players < 4 or players % 4 > 1:
        return None
    chart = store.load(players, players - (players % 4 == 0)) if players <= store.LARGEST else None
    return built(players) if chart is None else chart.rows


def built(players: int) -> Rows | None:
    """A whist tournament by construction, those that are most even between left and right first.

    >>> [number for number in range(5, 105) if number % 4 < 2 and not built(number)]
    [8, 12, 21, 24, 33, 56, 57]
    """
    return (
        cyclic.whist_by_ring(players)
        or whist_by_groups(players)
        or whist_by_strangers(players)
        or whist_by_product(players)
    )


def whist_by_strangers(players: int) -> Rows | None:
    """Each round of a design in which everybody meets everybody once, played in all three pairings.

    >>> len(whist_by_strangers(88)), whist_by_strangers(84)
    (87, None)
    """
    rows = resolvable.rounds_of_strangers(players) if players % 12 == 4 else None
    if rows is None or 3 * len(rows) != players - 1:
        return None
    return [[row[k + i] for k in range(0, players, 4) for i in turn] for row in rows for turn in PAIRINGS]


def whist_by_product(players: int) -> Rows | None:
    """A whist tournament for u·v players from those for u (a multiple of four) and v and a square design.

    The players are u groups of v. Each table of the outer tournament becomes v rounds of v tables for its
    four groups, in which each of them meets each of the others once: a transversal design. That makes
    (u − 1)·v full rounds. In the others each group plays the inner tournament by itself. If v is a multiple
    of four, these are v − 1 full rounds. If not, one player of each group sits out in each of v rounds; so
    one of the full rounds is not played as such, but its tables are dealt to them.

    >>> len(whist_by_product(72)), len(whist_by_product(96)), whist_by_product(92)
    (71, 95, None)
    """
    for size in range(4, players // 4 + 1):
        number, rest = divmod(players, size)
        if rest or number % 4 or size % 4 > 1 or not transversal.is_complete(size):
            continue
        outer, inner = _whole(number), _whole(size)
        design = transversal.transversal(size, size)
        if outer is not None and inner is not None and design is not None:
            return _multiplied(outer, inner, design, size)
    return None


def _multiplied(outer: Rows, inner: Rows, design: Rows, size: int) -> Rows:
    """The product of `whist_by_product`; player p of group i is i·size + p."""

    def seated(row: list[int], block: list[int]) -> list[int]:
        return [group * size + block[k % 4] % size for k, group in enumerate(row)]

    full = [(row, [moved[k : k + 4] for k in range(0, len(moved), 4)]) for row in outer for moved in design]
    rows = [[player for block in blocks for player in seated(row, block)] for row, blocks in full]
    if size % 4 == 0:
        groups = range(len(outer[0]))
        return rows + [[group * size + player for group in groups for player in row] for row in inner]
    without = {row[-1]: row[:-1] for row in inner}
    rows.pop()
    row, blocks = full[-1]
    for block in blocks:
        rows.append(seated(row, block))
        for out in rows[-1][:]:
            rows[-1] += [out - out % size + player for player in without[out % size]]
    return rows


def whist_by_groups(players: int) -> Rows | None:
    """A whist tournament for 4q or 4q + 1 players; q is a power of an odd prime, 7 or more.

    The players are (i, x), i = 0 … 3 and x in GF(q), for 4q + 1 and ∞, too. Adding every s to the x of a
    table, and multiplying them by every unit, gives q(q − 1) tables in which the players at two of its places
    differ by every unit once. By the squares alone, two pairs of places do that together, if the difference
    of one is a square and that of the other is not. So with g a generator and four units 1, a, y, b chosen
    by that rule (a and b/y are no squares, nor are (y − 1)/(b − a) and (b − 1)/(y − a)) four kinds of tables
    suffice, partners before and after the sign “&”:

    * (0, 1) & (1, g²) against (2, g) & (3, g³), times all units;
    * (0, 1) & (2, y) against (0, a) & (2, b), and the like in groups 1 and 3, times the squares;
    * the same in groups 0 and 3, and in 1 and 2, times the other units;
    * (0, 1) & (0, −1) against (1, g) & (1, −g), and the like in groups 2 and 3, times units up to their sign.

    The tables of one kind and one s seat everybody but the four (i, s). In 4q + 1 rounds these play the
    tournament for five with ∞ meanwhile, whose fifth round is a round for everybody. In 4q − 1 rounds they
    play the one for four; it has three rounds, so the first kind is played in q − 1 rounds for everybody: for
    each unit, all its sums.

    >>> len(whist_by_groups(92)), len(whist_by_groups(69)), whist_by_groups(84)
    (91, 69, None)
    """
    size, rest = divmod(players, 4)
    if size < 7 or size % 2 == 0 or rest > 1 or len(fields.factor(size)) > 1:
        return None
    ring = fields.ring(size)
    spread, *others = _kinds(size, fields.powers(ring))

    def moved(table: Places, step: int) -> list[int]:
        return [group * size + ring.plus[x][step] for group, x in table]

    def full(tables: list[Places], step: int) -> list[int]:
        return [player for table in tables for player in moved(table, step)]

    if rest == 0:
        rows = [[player for step in range(size) for player in moved(table, step)] for table in spread]
        for kind, turn in zip(others, PAIRINGS, strict=True):
            rows += [full(kind, step) + [group * size + step for group in turn] for step in range(size)]
        return rows
    *fives, last = sorted(cyclic.whist_by_ring(5) or [], key=lambda row: row[-1])
    rows = []
    for kind, five in zip((spread, *others), fives, strict=True):
        for step in range(size):
            rows.append(full(kind, step) + [4 * size if i == 4 else i * size + step for i in five])
    rows.append([i * size + step for step in range(size) for i in last[:4]] + [4 * size])
    return rows


def _kinds(size: int, powers: tuple[int, ...]) -> list[list[Places]]:
    """The four kinds of tables of `whist_by_groups`, before anything is added."""
    units = size - 1
    half = units // 2

    def times(groups: tuple[int, ...], exponents: tuple[int, ...], turns: range) -> list[Places]:
        return [
            tuple((i, powers[(e + turn) % units]) for i, e in zip(groups, exponents, strict=True))
            for turn in turns
        ]

    chosen = _four_units(size, powers)
    signed = (0, 1, half, half + 1)
    return [
        times((0, 2, 1, 3), (0, 1, 2, 3), range(units)),
        times((0, 0, 2, 2), chosen, range(0, units, 2)) + times((1, 1, 3, 3), chosen, range(0, units, 2)),
        times((0, 0, 3, 3), chosen, range(1, units, 2)) + times((1, 1, 2, 2), chosen, range(1, units, 2)),
        times((0, 1, 0, 1), signed, range(half)) + times((2, 3, 2, 3), signed, range(half)),
    ]


def _four_units(size: int, powers: tuple[int, ...]) -> tuple[int, ...]:
    """Exponents of 1, a, y and b as `whist_by_groups` needs them.

    There are some in every field of 7 to 250 elements (a test tries them all); larger ones have more.
    """
    ring = fields.ring(size)
    odd = {x: k % 2 for k, x in enumerate(powers)}

    def parity(one: int, other: int) -> int | None:
        """Of the exponent of their difference; `None` if they are equal."""
        minus_other = powers[(other + (size - 1) // 2) % (size - 1)]
        return odd.get(ring.plus[powers[one]][minus_other])

    return next(
        (0, a, y, b)
        for a, y, b in product(range(1, size - 1, 2), range(1, size - 1), range(1, size - 1))
        if (y - b) % 2 and {parity(y, 0), parity(b, a)} == {parity(b, 0), parity(y, a)} == {0, 1}
    )
