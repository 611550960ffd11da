"""Constructions of rounds, and a check that rounds are what a design promises."""

from __future__ import annotations

from itertools import combinations

from tournament.rotation.search.annealing import Rows


def nobody_twice(rows: Rows, players: int) -> bool:
    """Whether everybody has one place in each round, and nobody meets anybody twice.

    >>> nobody_twice([[0, 1, 2, 3, 4, 5, 6, 7]], 8), nobody_twice([[0, 1, 2, 3], [3, 2, 1, 0]], 4)
    (True, False)
    """
    met = {
        frozenset(pair)
        for row in rows
        for start in range(0, players, 4)
        for pair in combinations(row[start : start + 4], 2)
    }
    return len(met) == len(rows) * players * 3 // 2 and all(
        sorted(row) == list(range(players)) for row in rows
    )
