"""Choose who sits out: fewest sit-outs first, longest ago first, no two rounds in a row if avoidable."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from scoring.sentences import marked
from tournament.rotation.errors import RotationError
from tournament.rotation.plan import RoundPlan


def choose(
    players: Sequence[int],
    rounds: int,
    *,
    history: Sequence[RoundPlan] = (),
    away: Mapping[int, Collection[int]] | None = None,
    never: Collection[int] = (),
    prefer: Sequence[Collection[int]] = (),
    tables: int | None = None,
    seed: int = 0,
) -> tuple[tuple[int, ...], ...]:
    """Name the players who sit out each of the coming `rounds`.

    `away` maps a round (1 = the first one after `history`) to the players absent in it, who are neither
    seated nor counted as sitting out. `never` lists players who sit out only when nobody else is left.
    `prefer` names, round by round, whom to take among those who are equally due.
    `tables` caps the number of tables.

    >>> choose([1, 2, 3, 4, 5], 5, seed=1) == choose([1, 2, 3, 4, 5], 5, seed=1)
    True
    >>> sorted(sum(choose([1, 2, 3, 4, 5], 5), ()))
    [1, 2, 3, 4, 5]
    """
    away = away or {}
    order = list(players)
    Random(seed).shuffle(order)
    count = dict.fromkeys(order, 0)
    last = dict.fromkeys(order, -1)
    played = len(history)
    for index, round_ in enumerate(history):
        for player in round_.sit_out:
            if player in count:
                count[player] += 1
                last[player] = index
    chosen = []
    for number in range(1, rounds + 1):
        index = played + number - 1
        missing = away.get(number, ())
        present = [player for player in order if player not in missing]
        if len(present) < 4:
            raise RotationError(
                "too-few",
                "away",
                marked(
                    "Only %(count)s players are there in round %(round)s; a table needs four.",
                    count=len(present),
                    round=played + number,
                ),
            )
        seats = 4 * min(len(present) // 4, tables or len(present))
        wanted = prefer[number - 1] if prefer else ()
        ranked = sorted(
            present,
            key=lambda player: (
                player in never,
                last[player] == index - 1 >= 0,
                count[player],
                player not in wanted,
                last[player],
            ),
        )
        out = tuple(ranked[: len(present) - seats])
        for player in out:
            count[player] += 1
            last[player] = index
        chosen.append(out)
    return tuple(chosen)


def order_of(rows: Sequence[Sequence[int]], players: int) -> list[int]:
    """The players in the order of their first sit-out; those without one come last.

    >>> order_of([[0, 1, 2, 3, 4], [4, 1, 2, 3, 0]], 5)
    [4, 0, 1, 2, 3]
    """
    seated = players - players % 4
    return list(dict.fromkeys([*(p for row in rows for p in row[seated:]), *range(players)]))
