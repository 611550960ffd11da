"""The movement by standings: the first four play at the first table, the next four at the second, and so on.

A pattern says which of the four are partners. Where two were partners before, a player may change places with
the neighbour in the standings; nobody moves by more than one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from types import MappingProxyType

from scoring.sentences import marked
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.rotation.planners import arrange, sit_outs, winners
from tournament.rotation.quality import PairCounts, pairs
from tournament.rotation.request import Request

# Each pattern's two pairs of partners, as places among the four of a table.
PATTERNS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = MappingProxyType(
    {"1+4": ((0, 3), (1, 2)), "1+3": ((0, 2), (1, 3)), "1+2": ((0, 1), (2, 3))}
)
USUAL = "1+4"
SIZE = 4  # players at a table
# Partners of the last round again, partners again, changes with the next table, changes within a table.
Cost = tuple[int, int, int, int]
FREE: Cost = (0, 0, 0, 0)


def first_round(request: Request, key: str) -> Plan:
    """Draw the first round by lot; later ones need the standings (`next_round`)."""
    return winners.first_by_lot(
        request,
        key,
        only_first=marked(
            "This movement goes by the standings, so only the first round can be planned ahead; seat "
            "each next one when the round before it is closed."
        ),
        no_wishes=marked(
            "This movement goes by the standings and can’t take requests about tables or partners "
            "into account. Choose “Planned rotation” for those."
        ),
    )


def next_round(
    history: Sequence[RoundPlan],
    standing: Sequence[int],
    *,
    players: Sequence[int],
    pattern: str = USUAL,
    table_numbers: Sequence[int] | None = None,
    seed: int = 0,
) -> RoundPlan:
    """The round after `history` for `players`, seated by `standing`: player numbers, the leader first.

    Players who are not in `standing` come last, by number. Sit-outs are as even as in every movement: the
    standings have no say in them. `pattern` is one of `PATTERNS`.

    >>> after = next_round([], [3, 1, 4, 2, 8, 7, 6, 5], players=range(1, 9), table_numbers=[1, 2])
    >>> [[sorted(side) for side in table.sides] for table in after.tables]
    [[[2, 3], [1, 4]], [[5, 8], [6, 7]]]
    """
    if pattern not in PATTERNS:
        raise RotationError(
            "no-such-pattern",
            "pattern",
            marked(
                "There is no pattern “%(pattern)s”; choose one of %(known)s.",
                pattern=pattern,
                known=", ".join(PATTERNS),
            ),
        )
    random = Random(f"by-standings {seed} {len(history)}")
    (out,) = sit_outs.choose(
        players,
        1,
        history=history,
        tables=None if table_numbers is None else len(table_numbers),
        seed=random.getrandbits(32),
    )
    playing = set(players) - set(out)
    ranked = [player for player in standing if player in playing]
    ranked += sorted(playing - set(ranked))
    fours = _Tables.of(ranked, PATTERNS[pattern], history).fours()
    numbers = winners.next_table_numbers(
        history[-1].tables if history else (), table_numbers or (), len(fours)
    )
    turned = arrange.turned([fours], history)[0]
    tables = tuple(TablePlan(number, *four) for number, four in zip(numbers, turned, strict=True))
    return RoundPlan(tables, tuple(sorted(out)))


@dataclass(frozen=True, slots=True)
class _Tables:
    """The players in the order of the standings, cut into tables of four."""

    ranked: Sequence[int]
    partners: tuple[tuple[int, int], tuple[int, int]]
    met: PairCounts
    last: frozenset[frozenset[int]]

    @classmethod
    def of(
        cls,
        ranked: Sequence[int],
        partners: tuple[tuple[int, int], tuple[int, int]],
        history: Sequence[RoundPlan],
    ) -> _Tables:
        tables = history[-1].tables if history else ()
        last = frozenset(frozenset(side) for table in tables for side in table.sides)
        return cls(ranked, partners, pairs(history), last)

    def fours(self) -> list[arrange.Four]:
        """N, E, S, W of every table, with the fewest repeated partners that changes of neighbours give.

        Goes from table to table and keeps the best for either case: the table's last player stays, or has
        changed places with the first of the next one.
        """
        best: dict[bool, tuple[Cost, tuple[list[int], ...]]] = {False: (FREE, ())}
        size = len(self.ranked) // SIZE
        for at in range(size):
            after: dict[bool, tuple[Cost, tuple[list[int], ...]]] = {}
            for came, (spent, before) in best.items():
                for goes in (False, True) if at < size - 1 else (False,):
                    cost, four = min(self._ways(at, came=came, goes=goes))
                    total = _sum(spent, cost)
                    if goes not in after or total < after[goes][0]:
                        after[goes] = total, (*before, four)
            best = after
        (a, c), (b, d) = self.partners
        return [(four[a], four[b], four[c], four[d]) for four in best[False][1]]

    def _ways(self, at: int, *, came: bool, goes: bool) -> Iterator[tuple[Cost, list[int]]]:
        """Every way to order the four of one table, and its cost.

        `came`: its first player came from the table before in exchange; `goes`: its last is exchanged next.
        """
        start = SIZE * at
        four = list(self.ranked[start : start + SIZE])
        if came:
            four[0] = self.ranked[start - 1]
        if goes:
            four[-1] = self.ranked[start + SIZE]
        free = range(1 if came else 0, SIZE - 1 - (1 if goes else 0))
        for changes in _apart(free):
            ordered = list(four)
            for place in changes:
                ordered[place], ordered[place + 1] = ordered[place + 1], ordered[place]
            again, repeats = self._repeats(ordered)
            yield (again, repeats, int(goes), len(changes)), ordered

    def _repeats(self, four: Sequence[int]) -> tuple[int, int]:
        """(partners of the last round again, times these partners have been partners)."""
        sides = [(four[a], four[b]) for a, b in self.partners]
        again = sum(frozenset(side) in self.last for side in sides)
        return again, sum(self.met.between(*side)[0] for side in sides)


def _apart(free: range) -> Iterator[tuple[int, ...]]:
    """Sets of places that can be exchanged with the next one without touching each other; the empty first.

    >>> list(_apart(range(0, 3)))
    [(), (0,), (1,), (2,), (0, 2)]
    """
    singles = ((place,) for place in free)
    doubles = ((a, b) for a in free for b in free if b > a + 1)
    return chain([()], singles, doubles)


def _sum(one: Cost, other: Cost) -> Cost:
    again, repeats, across, within = (a + b for a, b in zip(one, other, strict=True))
    return again, repeats, across, within
