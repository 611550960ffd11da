"""The wishes of an event as values, for draws and for storing them with a draft."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any

from django.utils.translation import gettext as _

from tournament.models.events import Event
from tournament.models.seating import Wish
from tournament.state.groups import group_members
from tournament.state.teams import TeamPairs, team_pairs
from tournament.words.names import noted_in_words
from tournament.words.sentences import within

Kind = Wish.Kind
Pair = frozenset[int]
HIGHEST_TABLE = 999
_WITHOUT = re.compile(r"\b(?:not|no|without|except|sauf|sans|pas)\b", re.IGNORECASE)
_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–−]\s*([0-9]{1,4}))?", re.ASCII)


class Unclear(ValueError):
    """The text names no tables; the error's text is a sentence that says so."""


def shortest_notation(text: str) -> str:
    """The numbers in their shortest notation; raises `Unclear` if the text cannot be read.

    >>> shortest_notation("7,6,8 2 1"), shortest_notation("No 13"), shortest_notation("1-6 not 4")
    ('1-2, 6-8', 'not 13', '1-3, 5-6')
    """
    listed, gaps = _read(text)
    if listed:
        return _in_runs(listed - gaps)
    return f"not {_in_runs(gaps)}" if gaps else ""


def numbers_in_words(kept: str) -> str:
    """The kept text in the reader's words, which `shortest_notation` reads again.

    >>> numbers_in_words("not 13"), numbers_in_words("1-4")
    ('not 13', '1-4')
    """
    gaps = kept.removeprefix("not ")
    return kept if gaps == kept else _("not %(tables)s") % {"tables": gaps}


def tables_for(text: str, needed: int, kept: Collection[int] = ()) -> tuple[int, ...] | None:
    """The tables to play at, in order: `needed` of those that `text` names, among them the `kept` ones.

    None if the text is empty: then tables are numbered from 1. Fewer than needed if fewer are named.

    >>> tables_for("not 2", 3), tables_for("not 2", 3, kept=[9]), tables_for("1-2", 3), tables_for("", 3)
    ((1, 3, 4), (1, 3, 9), (1, 2), None)
    """
    listed, gaps = _read(text)
    if not listed and not gaps:
        return None
    known = sorted(listed - gaps) if listed else _counted(gaps, needed, kept)
    first = [number for number in known if number in kept]
    rest = (number for number in known if number not in kept)
    return tuple(sorted([*first, *islice(rest, max(0, needed - len(first)))]))


def _counted(gaps: Collection[int], needed: int, kept: Collection[int]) -> list[int]:
    """1, 2, 3, … without the numbers left out, as many as needed."""
    numbers: list[int] = []
    for number in count(1):
        if len(numbers) >= needed and number > max(kept, default=0):
            return numbers
        if number not in gaps:
            numbers.append(number)
    raise AssertionError


def _read(text: str) -> tuple[set[int], set[int]]:
    """(the tables listed, the tables left out)."""
    listed, *gaps = _WITHOUT.split(text)
    return _numbers(listed), set().union(*map(_numbers, gaps))


def _numbers(text: str) -> set[int]:
    numbers: set[int] = set()
    left = _RANGE.sub(lambda match: _take(match, numbers), text)
    if re.sub(r"[\s,;.]|\b(?:and|et)\b", "", left):
        raise Unclear(_("Write the table numbers as 1-4, 6-10, or those to leave out as “not 13”."))
    return numbers


def _take(match: re.Match[str], numbers: set[int]) -> str:
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if not 1 <= first <= last <= HIGHEST_TABLE:
        words = {"typed": match[0], "highest": HIGHEST_TABLE}
        message = _("“%(typed)s” does not name tables: they go from 1 to %(highest)d, the lower one first.")
        raise Unclear(message % words)
    numbers.update(range(first, last + 1))
    return ""


def _in_runs(numbers: Iterable[int]) -> str:
    """Format numbers, with runs as ranges."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@dataclass(frozen=True, slots=True)
class WishValue:
    """One wish: a kind, a player's number, and the number of another player or a table."""

    kind: str
    player: int
    second: int

    @property
    def about(self) -> Pair:
        """The players it concerns."""
        return frozenset({self.player} if self.kind == Kind.STAYS else {self.player, self.second})


@dataclass(frozen=True, slots=True)
class MixedGroup:
    """A group to be mixed with the others: `how` is of `Event.Mixed`, `players` are its numbers."""

    how: str
    group: str
    players: Pair

    def to_list(self) -> list[Any]:
        """The JSON form stored with a draft."""
        return [self.how, self.group, sorted(self.players)]

    @classmethod
    def from_list(cls, shape: Sequence[Any] | None) -> "MixedGroup | None":
        """Read the form stored with a draft."""
        return cls(shape[0], shape[1], frozenset(shape[2])) if shape else None


@dataclass(frozen=True, slots=True)
class Wishes:
    """All wishes of an event. `tables` is the text that `table_numbers` reads; `mixed` the group to be mixed
    with the others, if any; `teams` how teams of two are to be seated.
    """

    wished: tuple[WishValue, ...] = ()
    tables: str = ""
    mixed: MixedGroup | None = None
    teams: TeamPairs | None = None

    @property
    def any_asked(self) -> bool:
        """Whether anything is wished about partners or about who sits at which table."""
        return bool(self.wished or self.mixed)

    def same_as(self, other: "Wishes") -> bool:
        """Whether both hold the same wishes, in any order."""
        alike = (self.tables, self.mixed, self.teams) == (other.tables, other.mixed, other.teams)
        return set(self.wished) == set(other.wished) and alike

    def without(self, left_out: WishValue) -> "Wishes":
        """All but this one."""
        return replace(self, wished=tuple(wish for wish in self.wished if wish != left_out))

    def among(self, players: Iterable[int]) -> "Wishes":
        """Those that concern these players only."""
        there = set(players)
        mixed = self.mixed and replace(self.mixed, players=self.mixed.players & there)
        wished = tuple(wish for wish in self.wished if wish.about <= there)
        return replace(self, wished=wished, mixed=mixed, teams=self.teams and self.teams.among(there))

    def asked(self, players: int) -> dict[str, Any]:
        """The wishes as arguments of `rotation.draw_plan`, for this number of players."""
        fixed = {wish.player: wish.second for wish in self.wished if wish.kind == Kind.STAYS}
        return {
            "fixed": fixed,
            "apart": self._pairs(Kind.APART),
            "apart_partners": self._pairs(Kind.NOT_PARTNERS),
            "together": self._pairs(Kind.ONCE),
            "couples": self._pairs(Kind.COUPLE),
            "mixed_partners": self._spread(Event.Mixed.PARTNERS),
            "mixed_tables": self._spread(Event.Mixed.TABLES),
            "first_partners": self._teams(Event.Teams.FIRST),
            "never_partners": self._teams(Event.Teams.NEVER),
            "table_numbers": tables_for(self.tables, players // 4, set(fixed.values())),
        }

    def _spread(self, how: str) -> frozenset[int]:
        return self.mixed.players if self.mixed and self.mixed.how == how else frozenset()

    def _teams(self, how: str) -> tuple[Pair, ...]:
        return self.teams.of(how) if self.teams else ()

    def _pairs(self, kind: str) -> list[Pair]:
        return [wish.about for wish in self.wished if wish.kind == kind]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form stored with a draft."""
        shape: dict[str, Any] = {
            "wished": [[w.kind, w.player, w.second] for w in self.wished],
            "tables": self.tables,
        }
        shape |= {"mixed": self.mixed.to_list()} if self.mixed else {}
        return shape | ({"teams": self.teams.to_list()} if self.teams else {})

    @classmethod
    def from_dict(cls, shape: dict[str, Any]) -> "Wishes":
        """Read the form stored with a draft; old drafts have none."""
        wished = tuple(WishValue(*wish) for wish in shape.get("wished", ()))
        mixed, teams = MixedGroup.from_list(shape.get("mixed")), TeamPairs.from_list(shape.get("teams"))
        return cls(wished, shape.get("tables", ""), mixed, teams)


def wishes_of(event: Event) -> Wishes:
    """The event's wishes, in one query; one more if a group is to be mixed, two if there are teams."""
    rows = event.wishes.order_by("number").values_list("kind", "player__number", "other__number", "table")
    wished = tuple(wish_value(*row) for row in rows)
    return Wishes(wished, event.tables, _mixed_group(event), team_pairs(event))


def _mixed_group(event: Event) -> MixedGroup | None:
    """The group to be mixed; None, and no query, if none is."""
    if not event.mixed:
        return None
    members = group_members(event).get(event.mixed_group, frozenset())
    return MixedGroup(event.mixed, event.mixed_group, members)


def wish_value(kind: str, player: int, other: int | None, table: int | None) -> WishValue:
    """A wish as a value; of a pair the lower number comes first."""
    if other is None:
        return WishValue(kind, player, table or 0)
    return WishValue(kind, *sorted((player, other)))


def as_facts(wish: Wish) -> dict[str, Any]:
    """A wish as the history keeps it: its kind, its players as they are named now, and the table."""
    people = [wish.player] if wish.other is None else [wish.player, wish.other]
    players = sorted((player.number, player.noted_name) for player in people)
    named = [{"number": number, "name": name} for number, name in players]
    return {"kind": str(wish.kind), "players": named} | ({"table": wish.table} if wish.table else {})


def wish_in_words(facts: Mapping[str, Any]) -> str:
    """“3 Cora Cole and 7 Gwen Gray: never partners”."""
    named = [f"{player['number']} {noted_in_words(player['name'])}" for player in facts["players"]]
    if facts["kind"] == Kind.STAYS:
        return _("%(player)s stays at table %(table)s") % {"player": named[0], "table": facts["table"]}
    words = {"first": named[0], "second": named[1], "what": within(Kind(facts["kind"]).label)}
    return _("%(first)s and %(second)s: %(what)s") % words
