"""Random events with groups: their places and prizes, by the product and by the referee."""

import random

import pytest

from tests.helpers.factories import NOW
from tests.referee import groups as referee
from tournament.reports.groups import in_group
from tournament.reports.prizes import prize_money
from tournament.reports.standings import standings
from tournament.services.prizes import set_prizes
from tournament.simulation.events import simulate
from tournament.simulation.settings import EventBounds
from tournament.state.groups import group_members

pytestmark = pytest.mark.django_db
SMALL = EventBounds(players=(5, 12), rounds=(1, 3))
NUMBER = 20


def judged(event):
    """Whether it was played with groups and seated by them; then, with groups of ours, their places and
    prizes as the product and as the referee have them."""
    as_played = bool(group_members(event)), bool(event.mixed)
    rng = random.Random(event.seed)
    asked = {"by": event.memberships.get().user, "at": NOW}
    numbers = list(event.players.names())
    ladies = set(rng.sample(numbers, len(numbers) // 2))
    for player in event.players.all():  # of a finished event, too
        player.groups = ["ladies" if player.number in ladies else "men"]
        player.save()
    barred = rng.sample(numbers, rng.randint(0, 2))
    rules = {"nobody_twice": rng.random() < 0.5, "first_takes_none": rng.random() < 0.5}
    members = group_members(event)
    best = dict.fromkeys(members, 1000)
    set_prizes(event, places=[], sides={}, groups=best, excluded=barred, **rules, **asked)
    table = standings(event)
    lines = [(row.number, row.place) for row in table.rows]
    played = {row.number for row in table.rows if row.rounds_played}
    ours = [{row.number: row.place for row in in_group(table, members[group]).rows} for group in members]
    theirs = [referee.places(lines, members[group]) for group in members]
    taken = [{person.number for person in prize.takers} for prize in prize_money(event).sides]
    due = referee.winners(lines, members.values(), played, barred=barred, **rules)
    return as_played, (ours, theirs), (taken, due)


@pytest.mark.slow
def test_product_and_referee_agree_on_places_and_prizes_of_groups():
    grouped = mixed = shared = 0
    for played in simulate(2028, NUMBER, SMALL, keep=judged):
        (groups, by_group), (ours, theirs), (taken, due) = played.kept
        assert ours == theirs, played.number
        assert taken == due, played.number
        shared += any(len(takers) > 1 for takers in taken)
        grouped, mixed = grouped + groups, mixed + by_group
    assert shared, "no prize was shared: choose other seeds"
    assert grouped, "the simulation gives no event groups"
    assert mixed, "the simulation seats no event by its groups"
