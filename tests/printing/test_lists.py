"""The lists of names for the wall and for signing in."""

import pytest

from tests.helpers.factories import make_players, make_published
from tournament.models import Player
from tournament.printing.kinds.lists import door, sign_in
from tournament.printing.paper import SIZES, PrintChoice

pytestmark = pytest.mark.django_db
CHOICE = PrintChoice(SIZES["letter"])
NAMES = [
    "Walter Abel",
    "Ann Zimmer",
    "Łukasz Lis",
    "Ann van der Berg",
    "Zoë Čapek",
    "Bo Berger",
    "Cy Dahl",
    "Di Eck",
]
BY_LAST_NAME = [
    "Walter Abel",
    "Ann van der Berg",
    "Bo Berger",
    "Zoë Čapek",
    "Cy Dahl",
    "Di Eck",
    "Łukasz Lis",
    "Ann Zimmer",
]


def lines(printout):
    return [line for sheet in printout.sheets for column in sheet.shows.columns for line in column]


@pytest.mark.parametrize("paper", [door, sign_in])
def test_lists_are_sorted_by_last_name(director, paper):
    """A–Z went by first name."""
    event = make_published(director, players=NAMES)
    assert [line.name for line in lines(paper(event, CHOICE))] == BY_LAST_NAME


def test_the_door_list_sends_a_walk_up_to_the_desk(director):
    """Who came after the seating was published was not on the list."""
    event = make_published(director)
    make_players(event, ["Wanda Walkup"])
    event.players.filter(own_name="Wanda Walkup").update(status=Player.Status.EXPECTED)
    assert "Wanda Walkup" not in [line.name for line in lines(door(event, CHOICE))]
    event.players.filter(own_name="Wanda Walkup").update(status=Player.Status.HERE)
    (line,) = (line for line in lines(door(event, CHOICE)) if line.name == "Wanda Walkup")
    assert line.figures.split() == ["9", "desk"]
