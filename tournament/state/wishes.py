"""The wishes of an event as values, for draws and for storing them with a draft."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models.events import Event
from tournament.models.wishes import Wish
from tournament.names import noted_in_words
from tournament.sentences import within
from tournament.state.groups import group_members
from tournament.state.table_numbers import tables_for
from tournament.state.teams import TeamPairs, team_pairs

Kind = Wish.Kind
Pair = frozenset[int]


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

    def __bool__(self) -> bool:
        return bool(self.wished or self.tables or self.mixed or self.teams)

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
