"""The teams of two of an event: who is in which, how they are seated, and which of them count.

A team is a number that players share. Substitutes who play on for somebody join it, so it can have more than
two players; what they score counts for it too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournament.models.events import Event, Player
from tournament.words.names import noted_people_in_words

GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)
Pair = frozenset[int]


class Uncounted(Enum):
    """Why a team takes no place among the teams."""

    FLOATER = auto()  # the director says so: players without a fixed team-mate, or with a stand-in
    ALONE = auto()  # it has only one player
    DISQUALIFIED = auto()
    GONE = auto()  # fewer than two of it play to the end: it keeps its sum so far

    @property
    def sentence(self) -> str:
        return {
            Uncounted.FLOATER: _("A floater: it takes no place among the teams."),
            Uncounted.ALONE: _("Only one player: a team needs two."),
            Uncounted.DISQUALIFIED: _("A player was disqualified, so the team takes no place."),
            Uncounted.GONE: _(
                "Fewer than two of its players play on. It keeps its points so far and takes no place."
            ),
        }[self]


class TeamMember(NamedTuple):
    """One player of a team; `plays_on`: they have a place in the seating, once there is one, and do not leave
    before the end."""

    number: int
    name: str
    ranked: bool = True
    plays_on: bool = True
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """One team with its players by number."""

    number: int
    members: tuple[TeamMember, ...]
    floats: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The members' numbers, those who have gone included."""
        return tuple(member.number for member in self.members)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @property
    def gone(self) -> tuple[TeamMember, ...]:
        """Who does not play to the end."""
        return tuple(member for member in self.members if not member.plays_on)

    @property
    def uncounted(self) -> Uncounted | None:
        """Why it takes no place among the teams; None if it does. This is the whole rule."""
        if self.floats:
            return Uncounted.FLOATER
        if len(self.members) < 2:
            return Uncounted.ALONE
        if any(member.disqualified for member in self.members):
            return Uncounted.DISQUALIFIED
        return Uncounted.GONE if len(self.members) - len(self.gone) < 2 else None

    @property
    def title(self) -> str:
        """“3: Ann Archer and Ben Baker”."""
        return _("%(team)d: %(names)s") % {"team": self.number, "names": names_in_words(self.names)}


@dataclass(frozen=True, slots=True)
class TeamPairs:
    """What is asked of a seating: `how` is of `Event.Teams`, `pairs` are two players of one team each."""

    how: str
    pairs: tuple[Pair, ...]

    def among(self, players: Iterable[int]) -> "TeamPairs | None":
        """Those of these players only; None if none is left."""
        there = set(players)
        pairs = tuple(pair for pair in self.pairs if pair <= there)
        return TeamPairs(self.how, pairs) if pairs else None

    def of(self, how: str) -> tuple[Pair, ...]:
        """The pairs that are to be seated like this."""
        return self.pairs if self.how == how else ()

    def to_list(self) -> list[Any]:
        """The JSON form stored with a draft."""
        return [self.how, [sorted(pair) for pair in self.pairs]]

    @classmethod
    def from_list(cls, shape: Sequence[Any] | None) -> "TeamPairs | None":
        """Read the form stored with a draft."""
        return cls(shape[0], tuple(frozenset(pair) for pair in shape[1])) if shape else None


def teams_of(event: Event) -> tuple[Team, ...]:
    """The event's teams by number, in two queries; none, and no query, if it has no teams."""
    if not event.teams:
        return ()
    members: dict[int, list[TeamMember]] = {}
    players = list(event.players.exclude(team=None).in_order())
    seated = event.players.filter(seatings__isnull=False).order_by()
    placed = set(seated.values_list("pk", flat=True).distinct())
    for player in players:
        member = _member(player, event, not placed or player.pk in placed)
        members.setdefault(player.team or 0, []).append(member)
    return tuple(
        Team(number, tuple(members[number]), number in event.floating_teams) for number in sorted(members)
    )


def _member(player: Player, event: Event, comes: bool) -> TeamMember:
    """`comes`: they have a place in the seating, or nobody has one yet."""
    gone = not comes or (player.status in GONE and (player.to_round or 0) < event.round_count)
    disqualified = player.status == Player.Status.DISQUALIFIED
    return TeamMember(player.number, player.name, player.ranked, not gone, disqualified)


def team_pairs(event: Event) -> TeamPairs | None:
    """What the event's teams ask of a seating; None if there are none.

    Only a team as it was entered can be partners in round 1; of a team with substitutes nobody is ever to
    partner another, where they are never to be partners.
    """
    teams = teams_of(event)
    if event.teams == Event.Teams.FIRST:
        pairs = tuple(frozenset(team.numbers) for team in teams if len(team.members) == 2)
    else:
        pairs = tuple(frozenset(two) for team in teams for two in combinations(team.numbers, 2))
    return TeamPairs(event.teams, pairs) if pairs else None


def without_team(event: Event) -> list[Player]:
    """The players who could still be in a team, in order of entry."""
    return list(event.players.filter(team=None).exclude(status__in=GONE).in_order())


def names_in_words(names: Sequence[str]) -> str:
    """“Ann Archer and Ben Baker”, of one name or more."""
    *others, last = names
    if not others:
        return last
    return _("%(names)s and %(last)s") % {"names": ", ".join(others), "last": last}


def team_changes_in_words(changes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who joined and left which team, and which teams count no more or again, as the history keeps it."""
    lines = []
    for change in changes:
        words = {"team": change["team"]}
        if change.get("joined"):
            names = noted_people_in_words(change["joined"])
            lines.append(_("team %(team)s: %(names)s") % (words | {"names": names}))
        if change.get("left"):
            names = noted_people_in_words(change["left"])
            lines.append(_("no longer team %(team)s: %(names)s") % (words | {"names": names}))
        if change.get("floats") is True:
            lines.append(_("team %(team)s takes no place") % words)
        if change.get("floats") is False:
            lines.append(_("team %(team)s takes a place again") % words)
    return lines


def seated_in_words(how: str) -> str:
    """How teams are seated, as the history says it."""
    return str(Event.Teams(how).label) if how in Event.Teams.values else _("no teams")
