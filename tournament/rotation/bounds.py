"""How few repeats any plan must have: the counting bound of every relation, and the few better ones proved.

Player i plays g_i rounds and so meets `size`·g_i times one of the N − 1 others; spreading those meetings as
evenly as possible is the least anybody can do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

SIZES = {"P": 1, "O": 2, "M": 3}

# (players, rounds, relation) → least value, where counting alone would promise too much.
PROVED = {(12, 6, "M"): 45}


def least(size: int, games: Iterable[int], others: int) -> int:
    """The counting bound for a relation of `size` meetings a round, given every player's number of rounds.

    >>> least(2, [6] * 8, 7), least(3, [6] * 8, 7)
    (20, 60)
    """
    return -(-sum(filled(size * played, others, ()) for played in games) // 2)


def filled(meetings: int, others: int, counts: Iterable[int]) -> int:
    """What Σ C(count, 2) grows by at least when `meetings` more are shared among `others`.

    `counts` are how often those of them who were met already were met.

    >>> filled(7, 7, []), filled(9, 7, []), filled(2, 3, [3]), filled(3, 2, [1])
    (0, 2, 0, 2)
    """
    people = Counter(counts)
    people[0] += others - people.total()
    grown = 0
    while meetings > 0 and others > 0:
        lowest = min(count for count, number in people.items() if number)
        here = min(meetings, people.pop(lowest))
        people[lowest + 1] += here
        grown += here * lowest
        meetings -= here
    return grown


def for_event(players: int, rounds: int) -> dict[str, int]:
    """The least P, O and M of a whole event where everybody is there all the time.

    >>> for_event(16, 8)
    {'P': 0, 'O': 8, 'M': 72}
    >>> for_event(12, 6)["M"]
    45
    """
    tables = players // 4
    fewest, more = divmod(4 * tables * rounds, players)
    games = [fewest + 1] * more + [fewest] * (players - more)
    return {
        relation: PROVED.get((players, rounds, relation), least(size, games, players - 1))
        for relation, size in SIZES.items()
    }
