"""Turn foursomes into a printable plan: assign tables to foursomes and seats to players.

Partners and opponents are fixed. Tables are assigned so that players rarely stay at one, seats so that
everybody sits North–South and East–West about equally often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
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
    """The rounds arranged as the request asks for; raises `RotationError` where a wish is not met."""
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
