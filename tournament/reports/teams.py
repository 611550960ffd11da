"""The standings of the teams of two: the sums of their players, ranked by the event's own keys."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.standings import KEYS, Key, rank, team_order, team_record
from tournament.models import Event
from tournament.reports.standings import Standings, StandingsRow
from tournament.rotation.plan import RoundPlan
from tournament.rotation.wishes import partnered, unpartnered
from tournament.state.results import Results, records
from tournament.state.teams import Team, TeamPairs, names_in_words, teams_of


class TeamPart(NamedTuple):
    """What one player brings to the team; `gone`: they do not play to the end."""

    number: int
    name: str
    points: int
    gone: bool


@dataclass(frozen=True, slots=True)
class TeamRow(StandingsRow):
    """One team's line; `number` is the team's, `name` “Ann Archer and Ben Baker”."""

    parts: tuple[TeamPart, ...] = ()

    adjustments = property(lambda row: 0)  # they were given to its players


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The teams by place, then number; those without a place last. `order` are the keys that rank them,
    `left_out` those of the event's that cannot."""

    rows: tuple[TeamRow, ...] = ()
    order: tuple[Key, ...] = ()
    left_out: tuple[Key, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True, slots=True)
class TeamsSeated:
    """How a seating seats the teams: `unmet` are those for which it does not do what is asked.

    `changed`: the teams are no longer those it was drawn with. `later`: some rounds are not seated yet, and
    nothing can be promised of them.
    """

    how: str
    teams: int
    unmet: tuple[Team, ...]
    changed: bool
    later: bool

    @property
    def first(self) -> bool:
        return self.how == Event.Teams.FIRST


def team_standings(
    event: Event, table: Standings, counted: Results, *, named: Callable[[str], str] = str
) -> TeamStandings:
    """The teams as these standings of everybody count, from the same results; two queries more. `named` says
    how players' names are shown."""
    teams = {team.number: team for team in teams_of(event)}
    if not teams:
        return TeamStandings()
    by_number = records(event, through=table.last_round or 0, computed=counted)
    order, points_are = team_order(event.order), event.ruleset.points_are
    folded = {
        number: team_record(
            number, [by_number[n] for n in team.numbers if n in by_number], points_are=points_are
        )
        for number, team in teams.items()
    }

    def row(number: int, place: int | None = None, decided_by: str | None = None) -> TeamRow:
        parts = tuple(
            TeamPart(member.number, named(member.name), by_number[member.number].points, not member.plays_on)
            for member in teams[number].members
            if member.number in by_number
        )
        name, uncounted = names_in_words([part.name for part in parts]), teams[number].uncounted
        return TeamRow(place, name, folded[number], decided_by, no_place=uncounted, parts=parts)

    ranked = [folded[number] for number, team in teams.items() if team.uncounted is None]
    places = rank(ranked, order, seed=event.seed, points_are=points_are)
    rows = [row(place.record.player, place.place, place.decided_by) for place in places]
    rows += [row(number) for number, team in teams.items() if team.uncounted]
    left_out = tuple(KEYS[name] for name in event.order if name not in order)
    return TeamStandings(tuple(rows), tuple(KEYS[name] for name in order), left_out)


def teams_seated(
    event: Event, rounds: Sequence[RoundPlan], first: int, drawn_with: TeamPairs | None
) -> TeamsSeated | None:
    """How these rounds, of which `first` is the number of the first one, seat the teams; None if there is
    nothing to say. `drawn_with` is what was asked when they were drawn.
    """
    teams = teams_of(event)
    if not (teams or drawn_with) or (event.teams == Event.Teams.FIRST and first > 1):
        return None
    two = {frozenset(team.numbers): team for team in teams if len(team.members) == 2}
    if event.teams == Event.Teams.FIRST:
        missed = unpartnered(list(two), rounds[0])
    else:
        missed = partnered(list(two), rounds)
    placed = {player for round_ in rounds for player in round_.placed}
    present = frozenset(pair for pair in two if pair <= placed)
    asked = frozenset(pair for pair in (drawn_with.pairs if drawn_with else ()) if pair <= placed)
    changed = asked != present or bool(drawn_with and drawn_with.how != event.teams)
    later = event.teams == Event.Teams.NEVER and first - 1 + len(rounds) < event.round_count
    return TeamsSeated(event.teams, len(teams), tuple(two[pair] for pair in missed), changed, later)
