"""Seatings by lot, from which a search starts."""

from __future__ import annotations

from random import Random

Rows = list[list[int]]


def by_lot(players: int, rounds: int, random: Random) -> Rows:
    """Random seatings; players sit out in the order of the list."""
    idle = players % 4
    order = list(range(players))
    random.shuffle(order)
    rows = []
    for r in range(rounds):
        out = [order[(r * idle + i) % players] for i in range(idle)]
        seated = [player for player in order if player not in out]
        random.shuffle(seated)
        rows.append(seated + out)
    return rows


def continued(rows: Rows, rounds: int, random: Random) -> Rows:
    """The rows and random ones after them, up to `rounds`; those sit out who did so least, longest ago."""
    players = len(rows[0])
    idle = players % 4
    answer = [row[:] for row in rows]
    count = [0] * players
    last = [-1] * players
    for number in range(rounds):
        if number >= len(rows):
            order = list(range(players))
            random.shuffle(order)
            order.sort(key=lambda player: (last[player] == number - 1, count[player], last[player]))
            out, seated = order[:idle], order[idle:]
            random.shuffle(seated)
            answer.append(seated + out)
        for player in answer[number][players - idle :]:
            count[player] += 1
            last[player] = number
    return answer
