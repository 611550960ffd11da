"""Fixed partnerships: partners stay together and play the other sides in a round robin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from scoring.sentences import marked
from tournament.rotation.plan import Plan, RotationError
from tournament.rotation.planners import arrange
from tournament.rotation.request import Request
from tournament.rotation.wishes import first_partners

Side = tuple[int, int]
Match = tuple[Side, Side]
Meeting = frozenset[frozenset[int]]

TRIES = 60


def plan(request: Request) -> Plan:
    """Plan matches between sides; sides meet twice only if unavoidable.

    The sides are those of the last round played, else the requested couples, else the players paired in the
    order of the list.
    """
    sides = _sides(request)
    random = Random(f"fixed {request.seed}")
    if len(sides) < 2:
        raise RotationError(
            "too-few", "players", marked("One pair has nobody to play against; two pairs are needed.")
        )
    met = Counter(_meeting(*table.sides) for r in request.history for table in r.tables)
    if not request.history and not any(request.away.values()) and len(request.tables) >= len(sides) // 2:
        matches = _round_robin(sides, request.rounds, random)
    else:
        matches = _by_search(sides, request, met, random)
    capped = [row[: len(request.tables)] for row in matches]
    out = []
    for number, row in enumerate(capped, start=1):
        playing = {player for match in row for side in match for player in side}
        gone = request.away.get(number, frozenset())
        out.append([p for p in request.players if p not in playing and p not in gone])
    fours = [[(a[0], b[0], a[1], b[1]) for a, b in row] for row in capped]
    return Plan(request.players, arrange.as_asked(request, fours, out, random))


def _sides(request: Request) -> list[Side]:
    sides: list[Side] = []
    taken: set[int] = set()
    known = [side for r in reversed(request.history) for table in r.tables for side in table.sides]
    asked = (*request.couples, *request.together, *first_partners(request))
    known += [(a, b) for a, b in (sorted(couple) for couple in asked)]
    for side in known:
        if set(side) <= set(request.players) and not set(side) & taken:
            sides.append(side)
            taken |= set(side)
    rest = _mixed([player for player in request.players if player not in taken], request)
    if len(rest) % 2:
        raise RotationError(
            "odd-number",
            "players",
            marked(
                "Player %(player)s has no partner: fixed partners need an even number of players, "
                "%(fewer)s or %(more)s.",
                player=rest[-1],
                fewer=len(request.players) - 1,
                more=len(request.players) + 1,
            ),
        )
    return [*sides, *zip(rest[::2], rest[1::2], strict=True)]


def _mixed(rest: Sequence[int], request: Request) -> list[int]:
    """Players to be paired in order, so that as many pairs as can be are mixed."""
    inside = [player for player in rest if player in request.mixed_partners]
    outside = [player for player in rest if player not in request.mixed_partners]
    if not inside:
        return list(rest)
    both = [player for pair in zip(inside, outside, strict=False) for player in pair]
    return [*both, *inside[len(outside) :], *outside[len(inside) :]]


def _round_robin(sides: Sequence[Side], rounds: int, random: Random) -> list[list[Match]]:
    """The circle method: one side is fixed, the others move one place a round."""
    circle: list[Side | None] = list(sides)
    random.shuffle(circle)
    if len(circle) % 2:
        circle.append(None)
    answer = []
    for _ in range(rounds):
        half = len(circle) // 2
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        answer.append([(a, b) for a, b in facing if a is not None and b is not None])
        circle.insert(1, circle.pop())
    return answer


def _by_search(
    sides: Sequence[Side], request: Request, met: Counter[Meeting], random: Random
) -> list[list[Match]]:
    """Plan round by round with few repeated matches, given those `met`; the best of several tries."""
    best: list[list[Match]] = []
    lowest = None
    for _ in range(TRIES):
        counts = Counter(met)
        sat = Counter(player for r in request.history for player in r.sit_out)
        rounds = []
        cost = 0
        for number in range(1, request.rounds + 1):
            row, price = _one_round(sides, number, request, counts, sat, random)
            rounds.append(row)
            cost += price
        if lowest is None or cost < lowest:
            best, lowest = rounds, cost
        if cost == 0:
            break
    return best


def _one_round(
    sides: Sequence[Side],
    number: int,
    request: Request,
    met: Counter[Meeting],
    sat: Counter[int],
    random: Random,
) -> tuple[list[Match], int]:
    """One round for the sides present, and its repeats; updates `met` and `sat`."""
    gone = request.away.get(number, frozenset())
    order = [side for side in sides if not set(side) & gone]
    if len(order) < 2:
        raise RotationError(
            "too-few",
            "away",
            marked("Fewer than two pairs are there in round %(number)s; two are needed.", number=number),
        )
    random.shuffle(order)
    playing = 2 * min(len(order) // 2, len(request.tables))
    order.sort(key=lambda side: -sat[side[0]])
    sat.update(player for side in order[playing:] for player in side)
    order = order[:playing]
    random.shuffle(order)
    row = _matched(order, met)
    price = sum(met[_meeting(a, b)] for a, b in row)
    met.update(_meeting(a, b) for a, b in row)
    return row, price


def _meeting(a: Side, b: Side) -> Meeting:
    return frozenset((frozenset(a), frozenset(b)))


def _matched(order: list[Side], met: Counter[Meeting]) -> list[Match]:
    """Pair the sides, exchanging them between matches as long as that reduces repeats."""
    pairs = [[a, b] for a, b in zip(order[::2], order[1::2], strict=True)]

    def price(a: Side, b: Side) -> int:
        return met[_meeting(a, b)] ** 2

    better = True
    while better:
        better = False
        for i, one in enumerate(pairs):
            for two in pairs[i + 1 :]:
                now = price(*one) + price(*two)
                for side in (0, 1):
                    if price(one[0], two[side]) + price(one[1], two[1 - side]) < now:
                        one[1], two[0], two[1] = two[side], one[1], two[1 - side]
                        better = True
                        break
    return [(a, b) for a, b in pairs]
