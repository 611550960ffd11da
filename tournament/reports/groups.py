"""The standings of one group: its players' lines, with places among themselves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from tournament.models import Event
from tournament.reports.standings import Standings, StandingsRow
from tournament.state.groups import group_members, group_title

IN_ROWS = frozenset({"points", "rounds_won", "loners", "best_round"})  # keys that are columns for everybody


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """The groups to choose from, as (group, title), and the one that is chosen; empty for everybody."""

    groups: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    members: frozenset[int] = frozenset()

    @property
    def title(self) -> str:
        return group_title(self.chosen)

    @property
    def query(self) -> str:
        """What the query string of a link goes on with, to stay with this group."""
        return f"&group={quote(self.chosen)}" if self.chosen else ""

    def of(self, table: Standings) -> Standings:
        """The standings of the chosen group, all of them where none is."""
        return in_group(table, self.members) if self.chosen else table


def group_choice(event: Event, asked: str | None) -> GroupChoice:
    """The groups of the event; what is asked for and is no group of it chooses none. One query."""
    return choice_among(group_members(event), asked)


def choice_among(found: dict[str, frozenset[int]], asked: str | None) -> GroupChoice:
    """The same from groups that are read already."""
    offered = tuple((group, group_title(group)) for group in found)
    if asked in found:
        return GroupChoice(offered, asked, found[asked])
    return GroupChoice(offered)


def in_group(table: Standings, members: Collection[int]) -> Standings:
    """These players' lines, in the order of the whole standings. Places close up over everybody else, as with
    prizes; who shares a place shares it here.
    """
    closed: list[StandingsRow] = []
    above = -1  # where the line above is in the whole standings
    place = 0
    for at, row in enumerate(table.rows):
        if row.number not in members:
            continue
        if row.place is None:
            closed.append(row)
            continue
        shares = bool(closed) and table.rows[above].place == row.place
        place = place if shares else len(closed) + 1
        decided_by = None if shares or not closed else _decided_by(table, above, at)
        closed.append(replace(row, place=place, decided_by=decided_by))
        above = at
    return replace(table, rows=tuple(closed))


def _decided_by(table: Standings, above: int, at: int) -> str | None:
    """The key that put one line below another, the first in the order in which they differ.

    None where the lines do not hold what was compared and somebody in between shares a place, which does not
    name its key.
    """
    upper, lower = table.rows[above], table.rows[at]
    columns = [key.name for key in table.columns]
    for name in table.order:
        if name in columns:
            figures = [row.figures[columns.index(name)] for row in (upper, lower)]
        elif name in IN_ROWS:
            figures = [getattr(row, name) for row in (upper, lower)]
        else:
            break
        if figures[0] != figures[1]:
            return name
    keys: Sequence[str | None] = [row.decided_by for row in table.rows[above + 1 : at + 1]]
    known = [table.order.index(key) for key in keys if key is not None]
    return table.order[min(known)] if len(known) == len(keys) else None
