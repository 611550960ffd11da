"""Plans in which nobody meets anybody twice, from designs whose blocks of four fall into whole rounds.

For a multiple of four, the most rounds that a construction here gives: at best (N − 1)/3 (everybody meets
everybody once), (N − 2)/3 (groups of two never meet) or (N − 3)/3 (groups of three). With one player fewer,
the three others of that player's table sit out; with one or two more, the extra players take chairs of those
who sit out. Bose's design, the cubes and products are here; those from base blocks have modules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from random import Random

from tournament.rotation import bounds, store
from tournament.rotation.designs import cyclic, fields, mirrors, quarters, starters, transversal
from tournament.rotation.search.annealing import Rows

FEWEST_TRIES, MOST_TRIES = 10, 100  # to seat one or two more players than a design has
WORK = 400_000  # players times rounds times tries: some three seconds
SMALLEST = 16
LARGEST = 400  # players; beyond, transversal designs are enough


def rounds_of_strangers(players: int) -> Rows | None:
    """The most rounds known by construction for a multiple of four; `None` if there are none.

    By lines for a power of 4, else Bose's, else from a starter, else on quarters, else from mirror images,
    else by cubes, else the product of a transversal design and a design on its groups, else the transversal
    design alone.

    >>> [len(rounds_of_strangers(players)) for players in (24, 28, 32, 36, 64)]
    [7, 9, 10, 11, 21]
    """
    if players % 4 or not SMALLEST <= players <= LARGEST:
        return None
    whole = _whole(players)
    return None if whole is None else [row[:] for row in whole]


@cache
def _whole(players: int) -> Rows | None:
    lines = cyclic.whist_by_lines(players)
    return (
        (lines[::3] if lines is not None else None)
        or bose_rounds(players)
        or starters.rounds(players)
        or quarters.rounds(players)
        or mirrors.rounds(players)
        or cube_rounds(players)
        or product_rounds(players, _outer, _inner)
        or _moved(players // 4)
    )


def _moved(tables: int) -> Rows | None:
    """As many rounds of a transversal design as are known without a search."""
    for rounds in (tables, len(transversal.SHIFTS.get(tables, "").split()), (tables + 2) // 3):
        rows = transversal.transversal(tables, rounds) if _by_rule(tables, rounds) else None
        if rows:
            return rows
    return None


def _by_rule(tables: int, rounds: int) -> bool:
    return rounds < tables or fields.unit_spread(tables) is not None


def _outer(players: int) -> Rows | None:
    return [[0, 1, 2, 3]] if players == 4 else rounds_of_strangers(players)


def _inner(players: int) -> Rows | None:
    """The most rounds of strangers known for one group of a product, by construction or as a stored chart."""
    known = [r for r in range(1, players // 3) if bounds.best_known(players, r) == (0, 0, 0)]
    chart = store.load(players, max(known)) if known else None
    most = most_rounds(players)
    rows = strangers(players, most, Random(players)) if most else None
    best = max((rows or [], chart.rows if chart else []), key=len)
    return best or None


def most_rounds(players: int) -> int:
    """How many rounds `strangers` may give; with one or two players more than a design has, not for all.

    >>> most_rounds(24), most_rounds(23), most_rounds(25), most_rounds(12)
    (7, 7, 7, 0)
    """
    return len(_design_for(players) or [])


def _design_for(players: int) -> Rows | None:
    """The rounds for one player more if three are over a multiple of four, else for the multiple below."""
    extras = players % 4
    return rounds_of_strangers(players + 1 if extras == 3 else players - extras)


def strangers(players: int, rounds: int, random: Random) -> Rows | None:
    """Rounds in which nobody meets anybody twice; `None` if none are known, or not so many."""
    whole = _design_for(players)
    if whole is None or rounds > len(whole):
        return None
    if players % 4 == 3:
        return _without_last(whole, rounds, random)
    for _ in range(max(FEWEST_TRIES, min(MOST_TRIES, WORK // (players * rounds)))):
        rows = with_more_players(random.sample(whole, rounds), players % 4, random)
        if rows is not None:
            return rows
    return None


def _without_last(whole: Rows, rounds: int, random: Random) -> Rows:
    """The rounds without the last player: the three others of that table sit out."""
    answer = []
    for row in random.sample(whole, rounds):
        start = row.index(len(row) - 1) // 4 * 4
        sitting_out = [player for player in row[start : start + 4] if player != len(row) - 1]
        answer.append(row[:start] + row[start + 4 :] + sitting_out)
    return answer


# Bose's design: 3q + 1 players meet each other exactly once in q rounds, for every prime power q = 4k + 1.
# Source: R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9 (1939);
# that it falls into rounds is the case k = 4 of D. K. Ray-Chaudhuri and R. M. Wilson, The existence of
# resolvable block designs (1973), after H. Hanani.


def bose_order(players: int) -> int | None:
    """The prime power q = 4k + 1 with 3q + 1 = `players`; `None` if there is none.

    >>> bose_order(28), bose_order(64), bose_order(24)
    (9, None, None)
    """
    q, rest = divmod(players - 1, 3)
    return q if rest == 0 and q > 1 and q % 4 == 1 and len(fields.factor(q)) == 1 else None


def bose_rounds(players: int) -> Rows | None:
    """The q rounds; player 3x + j is the point (x, j) of GF(q) × Z3 and the last player is ∞.

    With ω a generator of the field's units, the first round seats ∞ with (0, 0), (0, 1) and (0, 2), and the
    points (ω^i, j), (−ω^i, j), (ω^(i+k), j + 1), (−ω^(i+k), j + 1) for i < k and every j. Adding an element
    of the field gives the other rounds. It needs nothing but that −1 = ω^2k.

    >>> len(bose_rounds(16)), bose_rounds(64)
    (5, None)
    """
    q = bose_order(players)
    if q is None:
        return None
    k = (q - 1) // 4
    field = fields.ring(q)
    power = fields.powers(field)
    blocks = [
        [(power[i], j), (power[i + k], (j + 1) % 3), (power[i + 2 * k], j), (power[i + 3 * k], (j + 1) % 3)]
        for i in range(k)
        for j in range(3)
    ]
    return [
        [3 * move, 3 * move + 1, 3 * move + 2, players - 1]
        + [3 * field.plus[x][move] + j for block in blocks for x, j in block]
        for move in range(q)
    ]


# Ten rounds for 32 players in which nobody meets anybody twice: a design on the corners of four cubes.
# The points are (x, i): a corner x of a cube (0 to 7, its coordinates as bits) and one of four cubes. Corners
# opposite each other, (x, i) and (7 − x, i), are the groups of two that never meet; all the others meet once.
# Source: Whether 32 golfers can play ten weeks in fours without a second meeting was open until A. Aguado
# gave a schedule (2004). The blocks are those of the schedule in the Wolfram Demonstration “Social Golfer
# Problem”; that they fall into so few under moves of the cube was found here.
CUBE_PLAYERS = 32
CORNERS = 8

# One round each: the moves that it keeps (x becomes x XOR the move, and so for all that these generate), and
# its blocks, of which the others are images. A point is a corner and its cube.
CUBE_ROUNDS = (
    "1 2 4: 0a0b0c0d",
    "2 5: 0a1b3c2d 6a0b7c1d",
    "2 5: 0a5b6c3d 1a4a0d5d 4b6b0c2c",
    "1 2 4: 0a2b7c5d",
    "1 2 4: 0a2a4a6a 0b1b4b5b 0d1d2d3d 0c3c5c6c",
    "3 4: 0a3b2c6d 3c7c0d4d 1a2a5b6b",
    "2 5: 0a6b1c7d 1a0b2c3d",
    "3 4: 0a3a4b7b 6a5b4c0d 2c6c1d5d",
    "1 2 4: 0a1a4c5c 0b6b2d4d",
    "2 5: 0a5a1d4d 0b2b4c6c 3a6b5c0d",
)


def cube_rounds(players: int) -> Rows | None:
    """The ten rounds for 32 players; `None` for any other number.

    >>> len(cube_rounds(32)), cube_rounds(28)
    (10, None)
    """
    return [row[:] for row in _every_cube_round()] if players == CUBE_PLAYERS else None


@cache
def _every_cube_round() -> Rows:
    return [_cube_round(text) for text in CUBE_ROUNDS]


def _cube_round(text: str) -> list[int]:
    """One round; player 8i + x is the point (x, i)."""
    moves, _, blocks = text.partition(":")
    span = [0]
    for move in map(int, moves.split()):
        span += [move ^ other for other in span]
    tables: dict[frozenset[int], None] = {}
    for block in blocks.split():
        points = [(int(x), "abcd".index(i)) for x, i in re.findall(r"(\d)([abcd])", block)]
        for move in span:
            tables[frozenset(CORNERS * i + (x ^ move) for x, i in points)] = None
    return [player for table in tables for player in sorted(table)]


# Products: every player of a small design becomes w players, every table of it w² tables in w rounds.
# Source: the usual product of a resolvable design with resolvable transversal designs TD(4, w), which
# products of fields give (H. F. MacNeish, 1922), and designs on the groups that have not met then; see S.
# Furino, Y. Miao and J. Yin, Frames and Resolvable Designs (1996). One table of four times w is the
# transversal design itself. If a group is no multiple of 4, some of it sit out when it plays by itself.
# Those of four groups then meet at the tables of one round of the product, which is left out for it.
Known = Callable[[int], Rows | None]  # the most rounds of strangers known for a number of players

SMALLEST_FIELD = 4  # the order of the least field with three orthogonal Latin squares


def product_rounds(players: int, outer: Known, inner: Known) -> Rows | None:
    """As many rounds without a second meeting as any product gives; `None` if there is none.

    `outer` knows designs for multiples of four, `inner` for any number, with sit-outs at the end of a row.

    >>> len(product_rounds(28, lambda n: [[0, 1, 2, 3]], lambda n: None))
    7
    """
    products = [
        _product(whole, times, inner)
        for times in range(SMALLEST_FIELD, players // 4 + 1)
        if players % (4 * times) == 0 and transversal.is_complete(times)
        for whole in [outer(players // times)]
        if whole is not None
    ]
    return max(products, key=len, default=None)


def _product(whole: Rows, times: int, inner: Known) -> Rows:
    lifted = [list(_lifted(row, times)) for row in whole]
    groups = strangers_in_groups(whole)
    size = len(groups[0]) * times if groups else 0
    within = inner(size) if size >= 4 else None
    if within is not None and size % 4 == 0:
        names = [[player * times + copy for player, copy in product(group, range(times))] for group in groups]
        return list(chain.from_iterable(lifted)) + [[own[p] for own in names for p in row] for row in within]
    if within is not None and size == times:
        return _with_shared_tables(lifted, whole[-1], times, within)
    return list(chain.from_iterable(lifted))


def _lifted(row: list[int], times: int) -> Iterator[list[int]]:
    """One round of the small design as `times` rounds of the product."""
    design = transversal.transversal(times, times) or []
    tables = [row[k : k + 4] for k in range(0, len(row), 4)]
    for rows in design:
        yield [table[p // times] * times + p % times for table in tables for p in rows]


def _with_shared_tables(lifted: list[Rows], row: list[int], times: int, within: Rows) -> Rows:
    """Leave out one round, at whose tables those meet who sit out when the groups of `times` play alone."""
    last = lifted[-1].pop()
    tables = [last[k : k + 4] for k in range(0, len(last), 4)]
    names = {
        table[seat] // times: [tables[k + n][seat] for n in range(times)]
        for k in range(0, len(tables), times)
        for table in [tables[k]]
        for seat in range(4)
    }
    full = times - times % 4
    fours = [row[k : k + 4] for k in range(0, len(row), 4)]
    return list(chain.from_iterable(lifted)) + [
        [names[player][p] for player in row for p in own[:full]]
        + [names[player][p] for p in own[full:] for four in fours for player in four]
        for own in within
    ]


def strangers_in_groups(rows: Rows) -> list[list[int]]:
    """The players in groups of those who never meet; no groups if that divides nobody fairly.

    >>> strangers_in_groups([[0, 1, 2, 3]])
    [[0], [1], [2], [3]]
    """
    players = range(len(rows[0]))
    met: list[set[int]] = [{player} for player in players]
    for row in rows:
        for k in range(0, len(row), 4):
            for player in row[k : k + 4]:
                met[player].update(row[k : k + 4])
    groups = sorted({(player, *(o for o in players if o not in met[player])) for player in players}, key=min)
    parted = {tuple(sorted(group)) for group in groups}
    fair = sum(map(len, parted)) == len(rows[0]) and len({len(group) for group in parted}) == 1
    return [list(group) for group in sorted(parted)] if fair else []


# One or two more players than a design has: in each round they take the chairs of players who sit out. An
# extra player who meets nobody twice needs, in each round, three people at one table whom no other round
# has given them; the fourth there sits out. So the triples are disjoint, and nobody sits out twice. What
# the design lets nobody meet twice stays so.
CHAIR_NODES = 1_500  # of one search; most that succeed need a few dozen


@dataclass(frozen=True, slots=True)
class FreeChair:
    """A chair that an extra player may take: the others at that table, and who sits out, as bit masks."""

    place: int
    met: int
    out: int


def with_more_players(rows: Rows, extras: int, random: Random) -> Rows | None:
    """The rows with `extras` more players in them, who sits out at the end; `None` if none is found soon.

    >>> rows = [[0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]]
    >>> [sorted(row[:8])[-1] for row in with_more_players(rows, 1, Random(1))]
    [8, 8]
    """
    players = len(rows[0])
    answer = [row[:] for row in rows]
    out = 0
    taken: list[set[int]] = [set() for _ in rows]
    for extra in range(extras):
        chairs = {
            number: [
                chair
                for chair in _every_chair(row)
                if chair.place // 4 not in taken[number] and not chair.out & out
            ]
            for number, row in enumerate(rows)
        }
        chosen = _ChairSearch(random).choose(chairs)
        if chosen is None:
            return None
        for number, chair in chosen.items():
            out |= chair.out
            taken[number].add(chair.place // 4)
            answer[number].append(answer[number][chair.place])
            answer[number][chair.place] = players + extra
    return answer


def _every_chair(row: list[int]) -> list[FreeChair]:
    return [
        FreeChair(place, 1 << row[place ^ 1] | 1 << row[place ^ 2] | 1 << row[place ^ 3], 1 << player)
        for place, player in enumerate(row)
    ]


def _still_free(chairs: list[FreeChair], met: int, out: int) -> list[FreeChair]:
    """The chairs at which nobody is met again, and nobody sits out again."""
    return [chair for chair in chairs if not chair.met & met and not chair.out & out]


@dataclass(slots=True)
class _ChairSearch:
    """A search for one extra player's chairs; the round with the fewest left is settled next."""

    random: Random
    nodes: int = 0

    def choose(self, chairs: Mapping[int, list[FreeChair]]) -> dict[int, FreeChair] | None:
        """A chair for each round; `None` if there is none, or none was found within `CHAIR_NODES`."""
        if not chairs:
            return {}
        self.nodes += 1
        number = min(chairs, key=lambda n: len(chairs[n]))
        for chair in self.random.sample(chairs[number], len(chairs[number])):
            if self.nodes > CHAIR_NODES:
                return None
            rest = {n: _still_free(chairs[n], chair.met, chair.out) for n in chairs if n != number}
            reachable = 0
            for left in rest.values():
                for other in left:
                    reachable |= other.met
            if not all(rest.values()) or reachable.bit_count() < 3 * len(rest):
                continue
            chosen = self.choose(rest)
            if chosen is not None:
                return {number: chair, **chosen}
        return None
