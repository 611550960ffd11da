"""Plans in which nobody meets anybody twice, from designs whose blocks of four fall into whole rounds.

For a multiple of four, the most rounds that a construction here gives: at best (N − 1)/3 (everybody meets
everybody once), (N − 2)/3 (groups of two never meet) or (N − 3)/3 (groups of three). With one player fewer,
the three others of that player's table sit out; with one or two more, the extra players take chairs of those
who sit out.
"""

from __future__ import annotations

from functools import cache
from random import Random

from tournament.rotation import records, store
from tournament.rotation.designs import (
    bose,
    chairs,
    cube,
    cyclic,
    fields,
    mirrors,
    products,
    quarters,
    starters,
    transversal,
)
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
        or bose.rounds(players)
        or starters.rounds(players)
        or quarters.rounds(players)
        or mirrors.rounds(players)
        or cube.rounds(players)
        or products.rounds(players, _outer, _inner)
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
    known = [r for r in range(1, players // 3) if records.best_known(players, r) == (0, 0, 0)]
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
    """The rounds for one player more where three are over a multiple of four, else for the multiple below."""
    extras = players % 4
    return rounds_of_strangers(players + 1 if extras == 3 else players - extras)


def strangers(players: int, rounds: int, random: Random) -> Rows | None:
    """Rounds in which nobody meets anybody twice; `None` where none are known, or not so many."""
    whole = _design_for(players)
    if whole is None or rounds > len(whole):
        return None
    if players % 4 == 3:
        return _without_last(whole, rounds, random)
    for _ in range(max(FEWEST_TRIES, min(MOST_TRIES, WORK // (players * rounds)))):
        rows = chairs.seated(random.sample(whole, rounds), players % 4, random)
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
