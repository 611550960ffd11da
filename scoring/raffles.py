"""Draws by lot from a recorded seed, so that anybody can repeat them, and the halves of a fifty-fifty."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scoring.errors import BadRanking
from scoring.sentences import marked


def drawn(pool: Sequence[int], seed: int) -> int:
    """One of the pool (player numbers or tickets). The order in which it is given does not matter.

    Raises ``BadRanking`` for an empty pool.

    >>> drawn([4, 7, 9], 1) == drawn([9, 4, 7], 1)
    True
    >>> sorted({drawn([4, 7, 9], seed) for seed in range(40)})
    [4, 7, 9]
    """
    if not pool:
        raise BadRanking(marked("There is nobody to draw from."), code="pool-empty", field="pool")
    return random.Random(f"draw/{seed}").choice(sorted(pool))


def halves(pot: int) -> tuple[int, int]:
    """(winner's, house's) cents of a fifty-fifty; an odd cent goes to the winner.

    >>> halves(14301)
    (7151, 7150)
    """
    if pot < 0:
        raise BadRanking(marked("A pot cannot be less than nothing."), code="pot-negative", field="pot")
    return pot - pot // 2, pot // 2
