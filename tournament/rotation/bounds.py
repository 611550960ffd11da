"""How few repeats any plan must have: the counting bound of every relation, and the few better ones proved.

Player i plays g_i rounds and so meets `size`·g_i times one of the N − 1 others; spreading those meetings as
evenly as possible is the least anybody can do.
"""

from __future__ import annotations

from collections.abc import Iterable

SIZES = {"P": 1, "O": 2, "M": 3}

# (players, rounds, relation) → least value, where counting alone would promise too much.
PROVED = {(12, 6, "M"): 45}


def spread(meetings: int, others: int) -> int:
    """Σ C(count, 2) when `meetings` are shared as evenly as possible among `others`.

    >>> spread(7, 7), spread(9, 7), spread(0, 7)
    (0, 2, 0)
    """
    if others <= 0:
        return 0
    q, r = divmod(meetings, others)
    return r * (q * (q + 1) // 2) + (others - r) * (q * (q - 1) // 2)


def least(size: int, games: Iterable[int], others: int) -> int:
    """The counting bound for a relation of `size` meetings a round, given every player's number of rounds.

    >>> least(2, [6] * 8, 7), least(3, [6] * 8, 7)
    (20, 60)
    """
    return -(-sum(spread(size * played, others) for played in games) // 2)


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
