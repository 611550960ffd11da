"""Turn foursomes into a printable plan: assign tables to foursomes and seats to players.

Partners and opponents are fixed. Tables are assigned so that players rarely stay at one, seats so that
everybody sits North–South and East–West about equally often, and has each opponent as often on the left as
on the right. Exchanging two partners of a table turns round who has whom on the left; partners, opponents
and the two sides stay. So a plan has one choice for each table. Two players who oppose each other twice tie
the choices of those two tables to each other, which settles most of them; a short search does the rest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

from tournament.rotation import wishes
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.request import Request

Four = tuple[int, int, int, int]  # N, E, S, W: places 0 and 2 are partners

STAYING = 12  # the cost of staying at a table, in ordinary second visits
SIDE = 3  # the weight of an uneven side against an uneven seat
TURNS: tuple[Four, ...] = tuple(
    tuple((start + step * i) % 4 for i in range(4))  # type: ignore[misc]
    for start in range(4)
    for step in (1, 3)
)


def arrange(
    rounds: Sequence[Sequence[Four]],
    sit_outs: Sequence[Sequence[int]],
    *,
    numbers: Sequence[int],
    history: Sequence[RoundPlan] = (),
    fixed: Mapping[int, int] | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> tuple[RoundPlan, ...]:
    """Give every foursome a table from `numbers` and every player a seat.

    `fixed` maps players to the table they never leave.
    """
    random = Random(seed)
    tables = _tables(rounds, numbers, history, fixed or {}, random, progress)
    seats = turned(rounds, history)
    if progress is not None:
        progress(1.0)
    return tuple(
        RoundPlan(
            tuple(sorted((TablePlan(t, *four) for t, four in zip(at, fours, strict=True)), key=_number)),
            tuple(sorted(out)),
        )
        for at, fours, out in zip(tables, seats, sit_outs, strict=True)
    )


def as_asked(
    request: Request,
    rounds: Sequence[Sequence[Four]],
    sit_outs: Sequence[Sequence[int]],
    random: Random,
    progress: Callable[[float], None] | None = None,
) -> tuple[RoundPlan, ...]:
    """The rounds arranged as the request asks for; raises `RotationError` if a wish is not met."""
    arranged = arrange(
        rounds,
        sit_outs,
        numbers=request.tables,
        history=request.history,
        fixed=request.fixed,
        seed=random.getrandbits(32),
        progress=progress,
    )
    wishes.check(arranged, request)
    return arranged


def plain(rounds: Sequence[Sequence[Four]], sit_outs: Sequence[Sequence[int]]) -> tuple[RoundPlan, ...]:
    """Foursomes as rounds with tables numbered from 1: enough to judge partners and opponents."""
    return tuple(
        RoundPlan(tuple(TablePlan(k, *four) for k, four in enumerate(fours, start=1)), tuple(out))
        for fours, out in zip(rounds, sit_outs, strict=True)
    )


def _number(table: TablePlan) -> int:
    return table.number


def _tables(
    rounds: Sequence[Sequence[Four]],
    numbers: Sequence[int],
    history: Sequence[RoundPlan],
    fixed: Mapping[int, int],
    random: Random,
    progress: Callable[[float], None] | None,
) -> list[list[int]]:
    """Assign a table number to every foursome of every round."""
    visits: defaultdict[tuple[int, int], int] = defaultdict(int)
    last: dict[int, int] = {}
    for round_ in history:
        for table in round_.tables:
            for player in table.players:
                visits[player, table.number] += 1
                last[player] = table.number
    answer = []
    for fours in rounds:
        names = _names_in_use(fours, numbers, fixed)
        random.shuffle(names)
        price = [[_price(four, name, visits, last, fixed) for name in names] for four in fours]
        at = [names[column] for column in assign(price)]
        for four, name in zip(fours, at, strict=True):
            for player in four:
                visits[player, name] += 1
                last[player] = name
        answer.append(at)
        if progress is not None:
            progress(len(answer) / (len(rounds) + 1))
    return answer


def _names_in_use(fours: Sequence[Four], numbers: Sequence[int], fixed: Mapping[int, int]) -> list[int]:
    """As many table numbers as foursomes: those that players are fixed at, then the first others."""
    wanted = {fixed[player] for four in fours for player in four if player in fixed}
    others = [number for number in numbers if number not in wanted]
    return [*wanted, *others[: len(fours) - len(wanted)]]


def _price(
    four: Four,
    name: int,
    visits: Mapping[tuple[int, int], int],
    last: Mapping[int, int],
    fixed: Mapping[int, int],
) -> int:
    price = 0
    for player in four:
        if player in fixed:
            price += 0 if fixed[player] == name else 10**6
        else:
            price += visits[player, name] ** 2 + (STAYING if last.get(player) == name else 0)
    return price


def assign(price: Sequence[Sequence[int]]) -> list[int]:
    """A column for every row of a square matrix at low total cost: greedy, then exchanges while any helps.

    >>> assign([[0, 5], [0, 1]])
    [0, 1]
    """
    size = len(price)
    free = set(range(size))
    column = [0] * size
    for row in sorted(range(size), key=lambda r: -max(price[r])):
        column[row] = min(free, key=lambda c: (price[row][c], c))
        free.discard(column[row])
    better = True
    while better:
        better = False
        for i in range(size):
            row_i, here = price[i], column[i]
            if row_i[here] == 0:
                continue
            for j in range(size):
                there = column[j]
                if row_i[there] + price[j][here] < row_i[here] + price[j][there]:
                    column[i], column[j] = there, here
                    here = there
                    better = True
    return column


def turned(rounds: Sequence[Sequence[Four]], history: Sequence[RoundPlan]) -> list[list[Four]]:
    """Rotate and mirror foursomes (partners stay partners) until seats are used about evenly."""
    used: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for round_ in history:
        for table in round_.tables:
            for seat, player in enumerate(table.players):
                used[player][seat] += 1
    answer: list[list[Four]] = []
    for fours in rounds:
        answer.append([_turn(four, used, placed=False) for four in fours])
    for _ in range(2):
        answer = [[_turn(four, used, placed=True) for four in fours] for fours in answer]
    return answer


def _turn(four: Four, used: Mapping[int, list[int]], *, placed: bool) -> Four:
    """The best of the eight ways to seat a foursome, given everybody's seats in all other rounds."""
    if placed:
        for seat, player in enumerate(four):
            used[player][seat] -= 1
    counts = [used[player] for player in four]
    best: Four = TURNS[0]
    lowest = None
    for turn in TURNS:
        # turn[seat]: which of the four takes that seat
        cost = 0
        for seat, who in enumerate(turn):
            row = counts[who]
            cost += row[seat] + SIDE * (row[seat] + row[seat ^ 2] - row[seat ^ 1] - row[seat ^ 3])
        if lowest is None or cost < lowest:
            best, lowest = turn, cost
    chosen: Four = (four[best[0]], four[best[1]], four[best[2]], four[best[3]])
    for seat, player in enumerate(chosen):
        used[player][seat] += 1
    return chosen


HAND_TRIES = 60  # tries for each table and sweep
MOST_HAND_TRIES = 40_000
PASSES = 3  # over all tables, to even out seats
HOT, COLD = 0.8, 0.15  # one repeat to the same hand costs 1

Pair = tuple[int, int]


def around(four: Sequence[int]) -> tuple[Pair, ...]:
    """Each player of a table with the one on their left, N having E there.

    >>> around((1, 2, 3, 4))
    ((1, 2), (2, 3), (3, 4), (4, 1))
    """
    return (*pairwise(four), (four[3], four[0]))


def with_even_hands(rounds: Sequence[RoundPlan], random: Random) -> tuple[RoundPlan, ...]:
    """The rounds, with partners exchanged at some tables so that left and right are as even as was found."""
    tables = [table for round_ in rounds for table in round_.tables]
    turned = _tables_to_turn([around(table.players) for table in tables], random)
    if not any(turned):
        return tuple(rounds)
    seats = _SeatUse(tables)
    answer = [seats.turned(t) if turn else t for t, turn in zip(tables, turned, strict=True)]
    for _ in range(PASSES):
        answer = [seats.opposite(table) for table in answer]
    placed = iter(answer)
    return tuple(replace(round_, tables=tuple(next(placed) for _ in round_.tables)) for round_ in rounds)


def _tables_to_turn(fours: list[tuple[Pair, ...]], random: Random) -> list[bool]:
    """For each table whether to turn it."""
    meetings: defaultdict[Pair, list[tuple[int, bool]]] = defaultdict(list)
    for number, four in enumerate(fours):
        for a, b in four:
            meetings[min(a, b), max(a, b)].append((number, a < b))
    tied = [pairs for pairs in meetings.values() if len(pairs) > 1]
    turned = _turns_that_follow(len(fours), tied)
    if all(_is_even(pairs, turned) for pairs in tied):
        return turned
    touching: list[list[tuple[int, bool]]] = [[] for _ in fours]
    balance = []
    for k, pairs in enumerate(tied):
        balance.append(sum(1 if way != turned[number] else -1 for number, way in pairs))
        for number, way in pairs:
            touching[number].append((k, way))
    steps = min(MOST_HAND_TRIES, HAND_TRIES * len(fours))
    best, cost, kept = 0, 0, turned[:]
    for step in range(steps):
        number = random.randrange(len(fours))
        ways = [(k, 1 if way != turned[number] else -1) for k, way in touching[number]]
        growth = sum(1 - sign * balance[k] for k, sign in ways)  # (balance ∓ 2)² − balance², a quarter of it
        heat = HOT * (COLD / HOT) ** (step / steps)
        if growth <= 0 or random.random() < math.exp(-growth / heat):
            for k, sign in ways:
                balance[k] -= 2 * sign
            turned[number] = not turned[number]
            cost += growth
            if cost < best:
                best, kept = cost, turned[:]
    return kept


def _is_even(pairs: Iterable[tuple[int, bool]], turned: list[bool]) -> bool:
    return abs(sum(1 if way != turned[number] else -1 for number, way in pairs)) <= 1


def _turns_that_follow(count: int, tied: list[list[tuple[int, bool]]]) -> list[bool]:
    """Choices that follow from one another, two tables sharing a pair, while none contradicts another."""
    beside: list[list[tuple[int, bool]]] = [[] for _ in range(count)]
    for pairs in tied:
        for (one, way), (other, same) in combinations(pairs, 2):
            if len(pairs) == 2:
                beside[one].append((other, way == same))
                beside[other].append((one, way == same))
    turned: list[bool | None] = [None] * count
    for start in range(count):
        if turned[start] is not None:
            continue
        turned[start] = False
        queue = [start]
        for at in queue:
            for other, differs in beside[at]:
                if turned[other] is None:
                    turned[other] = bool(turned[at]) != differs
                    queue.append(other)
    return [bool(turn) for turn in turned]


class _SeatUse:
    """How often everybody has had each seat, to choose which partners to exchange."""

    def __init__(self, tables: Sequence[TablePlan]) -> None:
        self.used: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for table in tables:
            for seat, player in enumerate(table.players):
                self.used[player][seat] += 1

    def turned(self, table: TablePlan) -> TablePlan:
        """The table with that pair of partners exchanged whose seats become the more even by it."""
        n, e, s, w = table.players
        if self._gain(n, 0) + self._gain(s, 2) >= self._gain(e, 1) + self._gain(w, 3):
            self._move(n, 0)
            self._move(s, 2)
            return replace(table, N=s, S=n)
        self._move(e, 1)
        self._move(w, 3)
        return replace(table, E=w, W=e)

    def opposite(self, table: TablePlan) -> TablePlan:
        """The table with both pairs of partners exchanged, if that makes seats more even."""
        if sum(self._gain(player, seat) - 1 for seat, player in enumerate(table.players)) <= 0:
            return table
        for seat, player in enumerate(table.players):
            self._move(player, seat)
        n, e, s, w = table.players
        return replace(table, N=s, E=w, S=n, W=e)

    def _gain(self, player: int, seat: int) -> int:
        return self.used[player][seat] - self.used[player][seat ^ 2]

    def _move(self, player: int, seat: int) -> None:
        self.used[player][seat] -= 1
        self.used[player][seat ^ 2] += 1
