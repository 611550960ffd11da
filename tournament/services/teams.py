"""Form teams of two, dissolve them, let substitutes join; how teams are seated. Who is in which is public."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Player, User
from tournament.registry import actions
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused, Unconfirmed
from tournament.state.teams import GONE, Team, teams_of

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its teams.")
HIGHEST_TEAM = 2000

Pair = tuple[Player, Player]


@transaction.atomic
def set_teams(event: Event, how: str, *, by: User, at: datetime) -> None:
    """Say how the two of a team are seated; an empty `how` if the event has no teams.

    Refused while there are teams: without the setting nothing would be left of them.
    """
    event = lock_event(event, unfinished=FINISHED)
    if how and how not in Event.Teams.values:
        raise Refused("teams-unknown", _("Choose one of these."), "teams")
    if event.teams == how:
        return
    if not how and teams_of(event):
        message = _("There are teams. Dissolve them first: the history can bring them back.")
        raise Refused("teams-there", message, "teams")
    record(event, actions.SEATING_TEAMS_SET, by=by, at=at, teams_was=event.teams, teams=how)
    event.teams = how
    event.save(update_fields=["teams"])


@transaction.atomic
def form_teams(
    event: Event,
    pairs: Sequence[tuple[int, int]],
    *,
    by: User,
    at: datetime,
    confirmed: bool = False,
    field: str = "",
) -> list[Team]:
    """Make each of these two players (numbers) a team with the next free number; all of them or none.

    Once round 1 is seated this has to be `confirmed`: the seating does not know of the team.
    """
    event = _locked(event)
    players = {player.number: player for player in event.players.all()}
    taken = {player.number: player.team for player in players.values() if player.team}
    for pair in pairs:
        for number in pair:
            _refuse_unfit(players.get(number), number, taken, field)
        if pair[0] == pair[1]:
            raise Refused("same-player", _("A team is two different players."), field)
        taken |= dict.fromkeys(pair, -1)
    if event.has_seating and not confirmed:
        message = _(
            "Round 1 is seated already. Withdraw the seating and draw it again so that it knows the new "
            "teams, or tick “Form the team anyway”: its points count together, whoever they play with."
        )
        raise Unconfirmed("round-1-seated", message, "confirmed")
    used = {player.team for player in players.values()}
    free = (number for number in range(1, HIGHEST_TEAM) if number not in used)
    now_in = {number: team for pair, team in zip(pairs, free, strict=False) for number in pair}
    _change(event, now_in, by=by, at=at)
    formed = set(now_in.values())
    return [team for team in teams_of(event) if team.number in formed]


@transaction.atomic
def form_rest(event: Event, *, by: User, at: datetime, confirmed: bool = False) -> list[Team]:
    """Make teams of the players who have none, in order of entry; with an odd number the last one is left."""
    event = _locked(event)
    left = event.players.filter(team=None).exclude(status__in=GONE).order_by("number")
    numbers = list(left.values_list("number", flat=True))
    if len(numbers) < 2:
        message = _("There are no two players without a team.")
        raise Refused("nobody-left", message)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    return form_teams(event, pairs, by=by, at=at, confirmed=confirmed)


@transaction.atomic
def dissolve(event: Event, teams: Collection[int], *, by: User, at: datetime) -> int:
    """Dissolve these teams; returns how many there were."""
    event = _locked(event)
    dissolved = [team for team in teams_of(event) if team.number in teams]
    gone = {number: None for team in dissolved for number in team.numbers}
    _change(event, gone, by=by, at=at, floats={team.number: False for team in dissolved})
    return len(dissolved)


@transaction.atomic
def join_team(event: Event, number: int, team: int, *, by: User, at: datetime) -> None:
    """Let a player (number) play on for somebody of a team: from then on both score for it.

    Refused if nobody of the team has gone: a team is of two.
    """
    event = _locked(event)
    joined = next((one for one in teams_of(event) if one.number == team), None)
    if joined is None:
        raise Refused("no-team", _("There is no such team any more."), "player")
    player = event.players.filter(number=number).first()
    others = {one.number: one.team for one in event.players.all() if one.team}
    _refuse_unfit(player, number, others, "player")
    if len(joined.members) - len(joined.gone) >= 2 or any(member.disqualified for member in joined.members):
        message = _("Nobody of team %(team)d has gone, so nobody can join it.")
        raise Refused("team-full", message % {"team": team}, "player")
    _change(event, {number: team}, by=by, at=at)


@transaction.atomic
def set_floats(event: Event, team: int, floats: bool, *, by: User, at: datetime) -> None:
    """Say whether a team is a floater, which takes no place among the teams."""
    event = _locked(event)
    if any(one.number == team for one in teams_of(event)):
        _change(event, {}, by=by, at=at, floats={team: floats})


def take_teams(event: Event, new: Event, numbers: Mapping[int, int], *, by: User, at: datetime) -> None:
    """Give a new event the setting of another one, and those of its teams whose two both come.

    `numbers` maps the players' numbers there to those at the new event. Who played
    on for somebody is left out.
    """
    if not event.teams:
        return
    set_teams(new, event.teams, by=by, at=at)
    new = _locked(new)
    now_in: dict[int, int | None] = {}
    floats = {}
    for team in teams_of(event):
        coming = [member for member in team.members if member.number in numbers]
        two = coming if len(coming) == 2 else [member for member in coming if member.ranked]
        if len(two) == 2:
            now_in |= {numbers[member.number]: team.number for member in two}
            floats[team.number] = team.floats
    _change(new, now_in, by=by, at=at, floats=floats)


def leave_team(event: Event, player: Player, *, by: User | None, at: datetime) -> None:
    """Take a player who is removed out of their team, which is dissolved if one of two is left; the caller
    has locked the event."""
    if player.team is None:
        return
    team = next(one for one in teams_of(event) if one.number == player.team)
    going = team.numbers if len(team.members) <= 2 else (player.number,)
    floats = {team.number: False} if len(going) == len(team.members) else {}
    _change(event, dict.fromkeys(going), by=by, at=at, floats=floats)


def teams_stand(event: Event, changes: Iterable[Mapping[str, Any]]) -> bool:
    """Whether everybody is as these changes left them, under the same numbers."""
    players = {player.number: player for player in event.players.all()}

    def stands(person: Mapping[str, Any], team: int | None) -> bool:
        player = players.get(person["number"])
        return player is not None and player.noted_name == person["name"] and player.team == team

    listed = list(changes)
    joined = {person["number"] for change in listed for person in change["joined"]}
    return (
        not event.is_finished
        and bool(event.teams)
        and all(stands(person, change["team"]) for change in listed for person in change["joined"])
        and all(
            stands(person, None)
            for change in listed
            for person in change["left"]
            if person["number"] not in joined
        )
        and all(
            (change["team"] in event.floating_teams) is change["floats"]
            for change in listed
            if change["floats"] is not None
        )
    )


@transaction.atomic
def change_teams_back(event: Event, changes: Iterable[Mapping[str, Any]], *, by: User, at: datetime) -> None:
    """Undo these changes."""
    event = _locked(event)
    back: dict[int, int | None] = {}
    listed = list(changes)
    for change in listed:
        back |= {person["number"]: None for person in change["joined"]}
    for change in listed:
        back |= {person["number"]: change["team"] for person in change["left"]}
    floats = {change["team"]: not change["floats"] for change in listed if change["floats"] is not None}
    _change(event, back, by=by, at=at, floats=floats)


def teams_are(event: Event, how: str) -> bool:
    """Whether the setting is this one and can be changed."""
    return event.teams == how and not event.is_finished


def _locked(event: Event) -> Event:
    """Lock the event and return it; refused if it has no teams."""
    event = lock_event(event, unfinished=FINISHED)
    if not event.teams:
        message = _("This event has no teams. Say first how they are seated.")
        raise Refused("no-teams", message)
    return event


def _refuse_unfit(player: Player | None, number: int, taken: Mapping[int, int], field: str) -> None:
    """Refuse a player who is not there, has gone, or is in a team; `taken` has the teams of everybody, −1 for
    one that is just being formed."""
    if player is None:
        raise Refused("nobody", _("Nobody here has number %s.") % number, field)
    words = {"name": player.name, "number": player.number, "team": taken.get(number)}
    if player.status in GONE:
        message = _("%(name)s (number %(number)s) has gone home.")
        raise Refused("gone", message % words, field)
    if taken.get(number) == -1:
        message = _("%(name)s (number %(number)s) is named twice.")
        raise Refused("named-twice", message % words, field)
    if number in taken:
        message = _("%(name)s (number %(number)s) is in team %(team)s already. Dissolve that team first.")
        raise Refused("in-a-team", message % words, field)


def _change(
    event: Event,
    now_in: Mapping[int, int | None],
    *,
    by: User | None,
    at: datetime,
    floats: Mapping[int, bool] | None = None,
) -> None:
    """Put players (by number) into teams, or None, and say which teams float; one entry tells it."""
    players = {player.number: player for player in event.players.filter(number__in=now_in)}
    changes: dict[int, dict[str, Any]] = {}

    def change_of(team: int) -> dict[str, Any]:
        return changes.setdefault(team, {"team": team, "joined": [], "left": [], "floats": None})

    for number in sorted(players):
        player, team = players[number], now_in[number]
        if player.team == team:
            continue
        person = {"number": number, "name": player.noted_name}
        if player.team is not None:
            change_of(player.team)["left"].append(person)
        if team is not None:
            change_of(team)["joined"].append(person)
        player.team = team
    floating = set(event.floating_teams)
    for team, does in (floats or {}).items():
        if (team in floating) is not does:
            change_of(team)["floats"] = does
            floating ^= {team}
    if not changes:
        return
    Player.objects.bulk_update(players.values(), ["team"])
    if sorted(floating) != event.floating_teams:
        event.floating_teams = sorted(floating)
        event.save(update_fields=["floating_teams"])
    record(
        event, actions.PLAYER_TEAMS_CHANGED, by=by, at=at, teams=[changes[team] for team in sorted(changes)]
    )


def teams_in_words(teams: Sequence[Team]) -> str:
    """“3: Ann Archer and Ben Baker; 4: …”, the first few of many."""
    return "; ".join(team.title for team in teams[:4]) + (" …" if len(teams) > 4 else "")
