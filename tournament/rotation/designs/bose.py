"""Bose's design: 3q + 1 players meet each other exactly once in q rounds, for every prime power q = 4k + 1.

Source: R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9 (1939);
that it falls into rounds is the case k = 4 of D. K. Ray-Chaudhuri and R. M. Wilson, The existence of
resolvable block designs (1973), after H. Hanani.
"""

from __future__ import annotations

from tournament.rotation.designs import fields
from tournament.rotation.search.annealing import Rows


def order(players: int) -> int | None:
    """The prime power q = 4k + 1 with 3q + 1 = `players`; `None` if there is none.

    >>> order(28), order(64), order(24)
    (9, None, None)
    """
    q, rest = divmod(players - 1, 3)
    return q if rest == 0 and q > 1 and q % 4 == 1 and len(fields.factor(q)) == 1 else None


def rounds(players: int) -> Rows | None:
    """The q rounds; player 3x + j is the point (x, j) of GF(q) × Z3 and the last player is ∞.

    With ω a generator of the field's units, the first round seats ∞ with (0, 0), (0, 1) and (0, 2), and the
    points (ω^i, j), (−ω^i, j), (ω^(i+k), j + 1), (−ω^(i+k), j + 1) for i < k and every j. Adding an element
    of the field gives the other rounds. It needs nothing but that −1 = ω^2k.

    >>> len(rounds(16)), rounds(64)
    (5, None)
    """
    q = order(players)
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
