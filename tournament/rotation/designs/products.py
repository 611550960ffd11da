"""Products: every player of a small design becomes w players, every table of it w² tables in w rounds.

Source: the usual product of a resolvable design with resolvable transversal designs TD(4, w), which products
of fields give (H. F. MacNeish, 1922), and designs on the groups that have not met then; see S. Furino, Y.
Miao and J. Yin, Frames and Resolvable Designs (1996). One table of four times w is the transversal design
itself.

Where a group is no multiple of 4, some of it sit out when it plays by itself. Those of four groups then meet
at the tables of one round of the product, which is left out for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product

from tournament.rotation.designs import transversal
from tournament.rotation.search.annealing import Rows

Known = Callable[[int], Rows | None]  # the most rounds of strangers known for a number of players

SMALLEST = 4  # the order of the least field with three orthogonal Latin squares


def rounds(players: int, outer: Known, inner: Known) -> Rows | None:
    """As many rounds without a second meeting as any product gives; `None` if there is none.

    `outer` knows designs for multiples of four, `inner` for any number, with sit-outs at the end of a row.

    >>> len(rounds(28, lambda n: [[0, 1, 2, 3]], lambda n: None))
    7
    """
    found = [
        _product(whole, times, inner)
        for times in range(SMALLEST, players // 4 + 1)
        if players % (4 * times) == 0 and transversal.is_complete(times)
        for whole in [outer(players // times)]
        if whole is not None
    ]
    return max(found, key=len, default=None)


def _product(whole: Rows, times: int, inner: Known) -> Rows:
    lifted = [list(_lifted(row, times)) for row in whole]
    groups = strangers_in_groups(whole)
    size = len(groups[0]) * times if groups else 0
    within = inner(size) if size >= 4 else None
    if within is not None and size % 4 == 0:
        names = [[player * times + copy for player, copy in product(group, range(times))] for group in groups]
        return list(chain.from_iterable(lifted)) + [[own[p] for own in names for p in row] for row in within]
    if within is not None and size == times:
        return _with_shared_tables(lifted, whole[-1], times, within)
    return list(chain.from_iterable(lifted))


def _lifted(row: list[int], times: int) -> Iterator[list[int]]:
    """One round of the small design as `times` rounds of the product."""
    design = transversal.transversal(times, times) or []
    tables = [row[k : k + 4] for k in range(0, len(row), 4)]
    for rows in design:
        yield [table[p // times] * times + p % times for table in tables for p in rows]


def _with_shared_tables(lifted: list[Rows], row: list[int], times: int, within: Rows) -> Rows:
    """Leave out one round, at whose tables those meet who sit out when the groups of `times` play alone."""
    last = lifted[-1].pop()
    tables = [last[k : k + 4] for k in range(0, len(last), 4)]
    names = {
        table[seat] // times: [tables[k + n][seat] for n in range(times)]
        for k in range(0, len(tables), times)
        for table in [tables[k]]
        for seat in range(4)
    }
    full = times - times % 4
    fours = [row[k : k + 4] for k in range(0, len(row), 4)]
    return list(chain.from_iterable(lifted)) + [
        [names[player][p] for player in row for p in own[:full]]
        + [names[player][p] for p in own[full:] for four in fours for player in four]
        for own in within
    ]


def strangers_in_groups(rows: Rows) -> list[list[int]]:
    """The players in groups of those who never meet; no groups if that divides nobody fairly.

    >>> strangers_in_groups([[0, 1, 2, 3]])
    [[0], [1], [2], [3]]
    """
    players = range(len(rows[0]))
    met: list[set[int]] = [{player} for player in players]
    for row in rows:
        for k in range(0, len(row), 4):
            for player in row[k : k + 4]:
                met[player].update(row[k : k + 4])
    groups = sorted({(player, *(o for o in players if o not in met[player])) for player in players}, key=min)
    parted = {tuple(sorted(group)) for group in groups}
    fair = sum(map(len, parted)) == len(rows[0]) and len({len(group) for group in parted}) == 1
    return [list(group) for group in sorted(parted)] if fair else []
