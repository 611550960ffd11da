"""Places to start a search from: seatings by lot, and seatings that a permutation of the players maps to
themselves, which makes the search space small and its good plans frequent."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Start:
    """Rows (seated, then sitting out) and the images under which they stay symmetric; see `kernel`.

    Orbit k of rounds owns images `orbits[k]` to `orbits[k + 1]`; image i is round `image_row[i]` with every
    place p moved to `image_place[i][p]`. No orbits: no symmetry.
    """

    rows: Rows
    orbits: list[int]
    image_row: list[int]
    image_place: Rows


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


def by_lot(players: int, rounds: int, random: Random) -> Start:
    """Everybody anywhere; sit-outs go round the list of players."""
    idle = players % 4
    order = list(range(players))
    random.shuffle(order)
    rows = []
    for r in range(rounds):
        out = [order[(r * idle + i) % players] for i in range(idle)]
        seated = [player for player in order if player not in out]
        random.shuffle(seated)
        rows.append(seated + out)
    return Start(rows, [], [], [])


def developed(players: int, rounds: int, order: int, still: int, random: Random) -> Turned | None:
    """Base rounds and their images under a permutation with cycles of `order` and `still` fixed players.

    Where `order` does not divide the rounds the last base round has fewer images. `None` where the numbers
    do not fit.
    """
    idle = players % 4
    if (players - still) % order or still > players - 4:
        return None
    cycles = (players - still) // order
    bases = -(-rounds // order)
    if bases * idle > cycles and (still or cycles % idle):
        return None  # a second turn of sitting out cannot begin while some have not had their first
    images = [
        [p if p >= cycles * order else p - p % order + (p + j) % order for p in range(players)]
        for j in range(order)
    ]
    turn: list[int] = []
    while len(turn) < bases * idle:
        turn += random.sample(range(cycles), cycles)
    rows: Rows = []
    for base in range(bases):
        out = [turn[base * idle + i] * order for i in range(idle)]
        seated = [player for player in range(players) if player not in out]
        random.shuffle(seated)
        rows.append(seated + out)
    turns = [min(order, rounds - base * order) for base in range(bases)]
    return Turned(rows, turns, images)


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
    """Whether nobody sits out twice before everybody has once, nor two rounds running."""
    players = len(rows[0])
    count = [0] * players
    before: set[int] = set()
    for row in rows:
        out = set(row[players - players % 4 :]) if players % 4 else set()
        if out & before:
            return False
        before = out
        for player in sorted(out, key=lambda player: count[player]):
            count[player] += 1
        if max(count) - min(count) > 1:
            return False
    return True
