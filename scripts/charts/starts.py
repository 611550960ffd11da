"""Starts that are invariant under a permutation of the players, and the order of rounds in which all sit out.

Symmetry makes the search space small, and good plans frequent in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.rotation.search.annealing import Rows

LOTS = 50  # draws before a cycle is given up
LONGEST_WAY = 2_000  # steps to find an order of the rounds


@dataclass(frozen=True, slots=True)
class Start:
    """Rows (seated, then sitting out) and the images under which they stay symmetric; see `together`.

    Orbit k of rounds owns images `orbits[k]` to `orbits[k + 1]`; image i is round `image_row[i]` with every
    place p moved to `image_place[i][p]`. No orbits: no symmetry.
    """

    rows: Rows
    orbits: Sequence[int] = ()
    image_row: Sequence[int] = ()
    image_place: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """Base rounds (seated, then sitting out) and how often each turns; `images[j][p]` is player p's image."""

    bases: Rows
    turns: list[int]
    images: Rows

    def rows(self) -> Rows:
        """Every image of every base round."""
        return [
            [image[player] for player in base]
            for base, turns in zip(self.bases, self.turns, strict=True)
            for image in self.images[:turns]
        ]


def developed(players: int, rounds: int, order: int, still: int, random: Random) -> Turned | None:
    """Base rounds and their images under a permutation with cycles of `order` and `still` fixed players.

    If `order` does not divide the rounds, the last base round has fewer images. `None` if the numbers do not
    fit, or if no sit-outs were found with which the rounds have a fair order.
    """
    if (players - still) % order or still > players - 4:
        return None
    cycles = (players - still) // order
    turns = [min(order, rounds - begun) for begun in range(0, rounds, order)]
    images = [
        [p if p >= cycles * order else p - p % order + (p + j) % order for p in range(players)]
        for j in range(order)
    ]
    outs = _sit_outs(players, order, cycles, turns, images, random)
    if outs is None:
        return None
    rows: Rows = []
    for out in outs:
        seated = [player for player in range(players) if player not in out]
        random.shuffle(seated)
        rows.append(seated + out)
    return Turned(rows, turns, images)


def _sit_outs(
    players: int, order: int, cycles: int, turns: list[int], images: Rows, random: Random
) -> Rows | None:
    """Draw who sits out each base round, mostly equally many from every cycle; `None` if no draw is fair."""
    idle = players % 4
    wanted = idle * len(turns)
    for _ in range(LOTS):
        drawn: list[int] = []
        while len(drawn) < wanted:
            drawn += random.sample(range(cycles), min(cycles, wanted - len(drawn)))
        random.shuffle(drawn)
        lot = [cycle * order + random.randrange(order) for cycle in drawn]
        outs = [lot[base * idle : (base + 1) * idle] for base in range(len(turns))]
        if (
            random.random() < 0.5
        ):  # those whom the permutation leaves alone have their turn in the shortest one
            still = range(cycles * order, players)[:idle]
            outs[-1] = [*still, *outs[-1][len(still) :]]
        turned = [
            frozenset(image[player] for player in out)
            for out, times in zip(outs, turns, strict=True)
            for image in images[:times]
        ]
        if all(len(set(out)) == idle for out in outs) and fair_order(turned, players) is not None:
            return outs
    return None


def invariant(players: int, rounds: int, order: int, random: Random) -> Start | None:
    """Rounds whose tables a permutation of the players permutes, in cycles of `order` tables."""
    tables = players // 4
    if players % 4 or tables % order:
        return None
    bases = tables // order
    rows = []
    for _ in range(rounds):
        cycles = list(range(4 * bases))
        random.shuffle(cycles)
        row = [0] * players
        for place, cycle in enumerate(cycles):
            phase = random.randrange(order)
            base, seat = divmod(place, 4)
            for j in range(order):
                row[(base * order + j) * 4 + seat] = cycle * order + (j + phase) % order
        rows.append(row)
    shifts = [
        [
            (table - table % order + (table + j) % order) * 4 + seat
            for table in range(tables)
            for seat in range(4)
        ]
        for j in range(order)
    ]
    return Start(
        rows,
        [r * order for r in range(rounds + 1)],
        [r for r in range(rounds) for _ in range(order)],
        [shifts[j] for _ in range(rounds) for j in range(order)],
    )


def fair(rows: Rows) -> bool:
    """Whether nobody sits out twice before everybody has once, nor two rounds in a row."""
    players = len(rows[0])
    outs = sitting_out(rows)
    return all(_may_follow(outs[:number], out, players) for number, out in enumerate(outs))


def in_fair_order(rows: Rows) -> Rows | None:
    """Sort the rounds into a `fair` order; `None` if none was found."""
    order = fair_order(sitting_out(rows), len(rows[0]))
    return None if order is None else [rows[number] for number in order]


def sitting_out(rows: Rows) -> list[frozenset[int]]:
    """The players who sit out, round by round."""
    seated = len(rows[0]) - len(rows[0]) % 4
    return [frozenset(row[seated:]) for row in rows]


def fair_order(outs: Sequence[frozenset[int]], players: int) -> list[int] | None:
    """The first `fair` order of the rounds, as round numbers; `None` if none was found.

    >>> fair_order([frozenset({0}), frozenset({0}), frozenset({1}), frozenset({2})], 3)
    [0, 2, 3, 1]
    """
    steps = 0

    def after(begun: list[int]) -> list[int] | None:
        nonlocal steps
        if len(begun) == len(outs):
            return begun
        before = [outs[number] for number in begun]
        tried: set[frozenset[int]] = set()
        for number in range(len(outs)):
            if number in begun or outs[number] in tried or steps == LONGEST_WAY:
                continue
            tried.add(outs[number])
            steps += 1
            if _may_follow(before, outs[number], players) and (whole := after([*begun, number])):
                return whole
        return None

    return after([])


def _may_follow(before: Sequence[frozenset[int]], out: frozenset[int], players: int) -> bool:
    """Whether these players may sit out after these rounds."""
    if not out:
        return True
    count = Counter(player for earlier in (*before, out) for player in earlier)
    least = min(count.values()) if len(count) == players else 0
    return not (before and before[-1] & out) and max(count.values()) - least <= 1
