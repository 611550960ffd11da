"""The standings of one group: its players' lines, with places among themselves; and how evenly a group is
spread over partners or tables.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import NamedTuple
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.reports.standings import Standings, StandingsRow
from tournament.rotation.plan import RoundPlan
from tournament.state.groups import group_members, group_title
from tournament.state.wishes import MixedGroup
from tournament.words.sentences import titled

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
    def query_string(self) -> str:
        """The end of a link's query string that keeps this group chosen: `&group=…`, or empty."""
        return f"&group={quote(self.chosen)}" if self.chosen else ""

    def of(self, table: Standings) -> Standings:
        """The standings of the chosen group, all of them if none is."""
        return in_group(table, self.members) if self.chosen else table


def group_choice(event: Event, asked: str | None) -> GroupChoice:
    """The groups of the event; what is asked for and is no group of it chooses none. One query."""
    return choice_among(group_members(event), asked)


def choice_among(members: dict[str, frozenset[int]], asked: str | None) -> GroupChoice:
    """The groups to choose from and the one `asked` for, if it is among them; no query."""
    offered = tuple((group, group_title(group)) for group in members)
    if asked in members:
        return GroupChoice(offered, asked, members[asked])
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

    None if the lines do not hold what was compared and somebody in between shares a place, which does not
    name its key.
    """
    upper, lower = table.rows[above], table.rows[at]
    for key in table.keys:
        if key.compare or not (key.short or key.name in IN_ROWS):
            break
        if key.figure(upper.record) != key.figure(lower.record):
            return key.name
    keys: Sequence[str | None] = [row.decided_by for row in table.rows[above + 1 : at + 1]]
    known = [table.order.index(key) for key in keys if key is not None]
    return table.order[min(known)] if len(known) == len(keys) else None


class MixedLine(NamedTuple):
    """What is asked for, and what the seating gives in words. `heeded`: no seating of these players could do
    better."""

    what: str
    sentence: str
    heeded: bool


def mixed_line(mixed: MixedGroup, rounds: Sequence[RoundPlan]) -> MixedLine:
    """How these rounds mix the group."""
    what = titled(Event.Mixed(mixed.how).label, group_title(mixed.group))
    everybody = {player for round_ in rounds for player in round_.seated}
    if not mixed.players & everybody or everybody <= mixed.players:
        return MixedLine(what, _("Nobody to mix with: all players are in the group, or none are."), False)
    if mixed.how == Event.Mixed.PARTNERS:
        return _partners(what, mixed.players, rounds)
    return _tables(what, mixed.players, rounds)


def _partners(what: str, group: Collection[int], rounds: Sequence[RoundPlan]) -> MixedLine:
    together = least = 0
    for round_ in rounds:
        sides = [side for table in round_.tables for side in table.sides]
        together += sum(all(player in group for player in side) for side in sides)
        least += max(0, sum(player in group for side in sides for player in side) - len(sides))
    if not together:
        return MixedLine(what, _("Nobody partners another of them."), True)
    words = ngettext(
        "Two of them are partners %(n)d time.", "Two of them are partners %(n)d times.", together
    )
    sentence = f"{words % {'n': together}} {_why(together - least)}"
    return MixedLine(what, sentence, together == least)


def _tables(what: str, group: Collection[int], rounds: Sequence[RoundPlan]) -> MixedLine:
    """Tables are mixed best if no two differ by more than one player of the group."""
    uneven = together = least = 0
    fewest, most = 4, 0
    for round_ in rounds:
        counts = [sum(player in group for player in table.players) for table in round_.tables]
        low, more = divmod(sum(counts), len(counts) or 1)
        uneven += sum(not low <= count <= low + bool(more) for count in counts)
        together += sum(comb(count, 2) for count in counts)
        least += comb(low, 2) * len(counts) + low * more
        fewest, most = min([fewest, *counts]), max([most, *counts])
    spread = str(fewest) if fewest == most else _("%(low)d to %(high)d") % {"low": fewest, "high": most}
    words = _("Each table has %(spread)s of them.") % {"spread": spread}
    if together == least:
        return MixedLine(what, words, True)
    more_words = ngettext("%(n)d table could be more even.", "%(n)d tables could be more even.", uneven)
    return MixedLine(what, f"{words} {more_words % {'n': uneven}}", False)


def _why(more: int) -> str:
    if not more:
        return _("There are not enough others, so it cannot be had less often.")
    words = ngettext(
        "%(n)d time more than necessary, because of other requests or rounds already played.",
        "%(n)d times more than necessary, because of other requests or rounds already played.",
        more,
    )
    return words % {"n": more}
