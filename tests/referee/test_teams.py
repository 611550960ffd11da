"""Random events with teams: their standings by the product and by the referee, and through a file."""

import json
import random

import pytest

from tests.helpers.factories import NOW
from tests.referee.referee import differences, judge
from tests.referee.teams import team_places
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Player
from tournament.reports.standings import standings
from tournament.reports.teams import team_standings
from tournament.simulation.events import simulate
from tournament.simulation.settings import EventBounds
from tournament.state.results import results
from tournament.state.teams import Uncounted, teams_of

pytestmark = pytest.mark.django_db
SMALL = EventBounds(players=(6, 14), rounds=(1, 3))
NUMBER = 16


def product(event):
    found = results(event)
    table = team_standings(event, standings(event, computed=found), found)
    return [(row.place, row.number, row.points, row.rounds_won) for row in table.rows]


def put_into_teams(event):
    """Of a finished event, too: two by two, a third in one of them, and a floater."""
    rng = random.Random(event.seed)
    players = list(event.players.in_order())
    rng.shuffle(players)
    for at, player in enumerate(players):
        player.team = None if at == 0 and rng.random() < 0.5 else 1 + at // 2
    if len(players) > 8 and rng.random() < 0.4:
        players[-1].team = 2
    Player.objects.bulk_update(players, ["team"])
    event.teams = rng.choice(("first", "never"))
    numbers = sorted({player.team for player in players} - {None})
    event.floating_teams = sorted(rng.sample(numbers, 1)) if rng.random() < 0.4 else []
    event.save(update_fields=["teams", "floating_teams"])


def judged(event):
    put_into_teams(event)
    content = dumps(document(event)).encode()
    archive = json.loads(content)
    sheets = {
        (round_["number"], table["number"]): judge(archive["event"]["rules"], table)
        for round_ in archive["rounds"]
        for table in round_["tables"]
        if table["sheet"]
    }
    again = import_event(loads(content), by=event.memberships.get().user, at=NOW, slug="again-and-again")
    came = product(again)
    whys = {team.uncounted for team in teams_of(event)}
    return product(event), team_places(archive, sheets), came, differences(content), whys


@pytest.mark.slow
def test_product_and_referee_agree_on_teams_and_a_file_keeps_them():
    whys, shared = set(), 0
    for played in simulate(2031, NUMBER, SMALL, keep=judged):
        ours, theirs, came, wrong, why = played.kept
        assert ours == theirs, played.number
        assert came == ours, played.number
        assert not wrong, played.number
        places = [place for place, *_rest in ours if place]
        shared += len(set(places)) < len(places)
        whys |= why
    assert {None, Uncounted.FLOATER, Uncounted.GONE} <= whys, whys


@pytest.mark.slow
def test_some_random_events_enter_teams_through_the_services():
    kept = [
        played.kept
        for played in simulate(2026, 12, SMALL, keep=lambda event: (event.teams, len(teams_of(event))))
    ]
    assert any(count for _how, count in kept)
