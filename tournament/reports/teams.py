"""The standings of the teams of two: the sums of their players, ranked by the event's own keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.record import Record
from scoring.standings import KEYS, Key, rank, team_order, team_record
from tournament.models import Event
from tournament.reports.standings import Standings
from tournament.rotation.plan import RoundPlan
from tournament.rotation.wishes import partnered, unpartnered
from tournament.state.results import Results, records
from tournament.state.teams import Team, TeamPairs, Uncounted, names_in_words, teams_of


class TeamPart(NamedTuple):
    """What one player brings to the team; `gone`: they do not play to the end."""

    number: int
    name: str
    points: int
    gone: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team's line. `place` may be shared; `decided_by` names the key that put it below the line above.

    Without a place `uncounted` says why.
    """

    place: int | None
    team: int
    parts: tuple[TeamPart, ...]
    points: int
    rounds_won: int
    loners: int
    best_round: int
    rounds_played: int
    decided_by: Key | None = None
    uncounted: Uncounted | None = None

    @property
    def names(self) -> str:
        """“Ann Archer and Ben Baker”."""
        return names_in_words([part.name for part in self.parts])


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The teams by place, then number; those without a place last. `order` are the keys that rank them,
    `left_out` those of the event's that cannot."""

    rows: tuple[TeamRow, ...] = ()
    order: tuple[Key, ...] = ()
    left_out: tuple[Key, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def placed(self) -> tuple[TeamRow, ...]:
        return tuple(row for row in self.rows if row.place is not None)


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
    teams = teams_of(event)
    if not teams:
        return TeamStandings()
    return ranked(event, teams, records(event, through=table.last_round or 0, computed=counted), named)


def ranked(
    event: Event, teams: Sequence[Team], by_number: Mapping[int, Record], named: Callable[[str], str] = str
) -> TeamStandings:
    """The teams ranked by their players' records."""
    points_are = event.ruleset.points_are
    order = team_order(event.order)
    folded = {
        team.number: team_record(
            team.number, [by_number[n] for n in team.numbers if n in by_number], points_are=points_are
        )
        for team in teams
    }
    counted = [folded[team.number] for team in teams if team.uncounted is None]
    known = {team.number: team for team in teams}
    rows = [
        _team_row(known[place.record.player], place.record, by_number, named, place.place, place.decided_by)
        for place in rank(counted, order, seed=event.seed, points_are=points_are)
    ]
    rows += [_team_row(team, folded[team.number], by_number, named) for team in teams if team.uncounted]
    left_out = tuple(KEYS[name] for name in event.order if name not in order)
    return TeamStandings(tuple(rows), tuple(KEYS[name] for name in order), left_out)


def _team_row(
    team: Team,
    record: Record,
    by_number: Mapping[int, Record],
    named: Callable[[str], str],
    place: int | None = None,
    decided_by: str | None = None,
) -> TeamRow:
    parts = tuple(
        TeamPart(member.number, named(member.name), by_number[member.number].points, not member.plays_on)
        for member in team.members
        if member.number in by_number
    )
    return TeamRow(
        place=place,
        team=team.number,
        parts=parts,
        points=record.points,
        rounds_won=record.rounds_won,
        loners=record.loners,
        best_round=record.best_round,
        rounds_played=record.rounds_played,
        decided_by=KEYS[decided_by] if decided_by else None,
        uncounted=team.uncounted,
    )


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
