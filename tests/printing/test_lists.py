"""The lists of names for the wall and for signing in."""

import pytest

from tests.helpers.factories import make_players, make_published
from tests.helpers.names import LONG_NAME
from tests.helpers.paper import faults, printed, size_of
from tests.helpers.paper_events import make_evening, put_into_teams
from tournament.models import Player, Seating
from tournament.printing.kinds.lists import door, sign_in
from tournament.printing.paper import SIZES, PrintChoice

pytestmark = pytest.mark.django_db
CHOICE = PrintChoice(SIZES["letter"])
NAMES = [
    *("Walter Abel", "Ann Zimmer", "Łukasz Lis", "Ann van der Berg"),
    *("Zoë Čapek", "Bo Berger", "Cy Dahl", "Di Eck"),
]
BY_LAST_NAME = [
    *("Abel Walter", "Berg Ann van der", "Berger Bo", "Čapek Zoë"),
    *("Dahl Cy", "Eck Di", "Lis Łukasz", "Zimmer Ann"),
]


def lines(printout):
    return [line for sheet in printout.sheets for column in sheet.shows.columns for line in column]


@pytest.mark.parametrize("paper", [door, sign_in])
def test_lists_are_sorted_by_last_name(director, paper):
    """A–Z went by first name, then was sorted by last names and printed first names first."""
    event = make_published(director, players=NAMES)
    assert [line.name.text for line in lines(paper(event, CHOICE))] == BY_LAST_NAME


def test_the_door_list_sends_a_walk_up_to_the_desk(director):
    """Who came after the seating was published was not on the list."""
    event = make_published(director)
    make_players(event, ["Wanda Walkup"])
    event.players.filter(own_name="Wanda Walkup").update(status=Player.Status.EXPECTED)
    assert "Walkup Wanda" not in [line.name.text for line in lines(door(event, CHOICE))]
    event.players.filter(own_name="Wanda Walkup").update(status=Player.Status.HERE)
    (line,) = (line for line in lines(door(event, CHOICE)) if line.name.text == "Walkup Wanda")
    assert line.figures.split() == ["9", "desk"]


def test_a_hebrew_name_leaves_the_names_beside_it_where_they_are():
    """Defect: “Sit out” printed “3 11 ,יעל בן־דוד Mary Smith”."""
    event = make_evening(15, 1, names=("Ann Archer",))
    sit_out = [seating.player for seating in Seating.objects.filter(table=None).order_by("player__number")]
    for player, name in zip(sit_out, ("Bo Ek", "יעל בן־דוד", "Mary Smith"), strict=True):
        Player.objects.filter(pk=player.pk).update(own_name=name)
    words = printed("seating-by-table", event, round=1).words()[0]
    top = next(word.top for word in words if word.text == "Mary")
    line = sorted((word for word in words if abs(word.top - top) < 2), key=lambda word: word.left)

    first, second, third = (str(player.number) for player in sit_out)
    shown = [word.text.strip(",") for word in line]
    assert shown[:6] == ["Sit", "out:", first, "Bo", "Ek", second]
    assert shown[-3:] == [third, "Mary", "Smith"]


@pytest.mark.parametrize(
    ("players", "size", "large"), [(26, "a4", False), (26, "letter", True), (100, "letter", False)]
)
def test_long_names_take_two_lines_before_they_are_cut(players, size, large):
    """Defect: standings, teams and A to Z for a hundred cut names where two lines were free."""
    names = ("Владимир Александрович Константинов", "Maximilian Featherstonehaugh-Cholmondeley", "Bo Ek")
    event = make_evening(players, 8, names=names, played=4)
    put_into_teams(event)
    for kind in ("standings", "team-standings", "seating-by-name"):
        if kind == "standings" and players == 100 and not large:
            continue  # rows of 5.4 mm have no room for two lines
        paper = printed(kind, event, size, large=large, round=1 if kind == "seating-by-name" else None)
        assert "…" not in paper.text, kind
        assert faults(paper) == []


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_hundred_names_at_the_door_are_set_as_large_as_two_sheets_hold_them(size):
    paper = printed("seating-by-name", make_evening(100, 1, names=("Ann Archer",)), size, round=1)

    assert len(paper.pages) == 2
    assert max(size_of(word) for word in paper.words()[0] if word.text == "Ann") > 13 * 1.3 * 25.4 / 72 - 0.1


@pytest.mark.parametrize("kind", ["standings", "seating-by-name", "sign-in"])
def test_heads_of_large_print_are_large(kind):
    paper = printed(kind, make_evening(26, 4, played=2), large=True)
    head = next(word for word in paper.words()[0] if word.text == "Name")

    assert size_of(head) > 11 * 1.3 * 25.4 / 72 - 0.1


def test_two_lines_of_a_name_are_in_the_middle_of_their_row():
    """Defect: the second one touched the line below."""
    words = printed("standings", make_evening(26, 4, names=(LONG_NAME,), played=2)).words()[0]
    first, second = (
        next(word for word in words if word.text.startswith(begins))
        for begins in ("Wilhelmina", "Fitzgerald")
    )
    beside = min((word for word in words if word.left > 120), key=lambda word: abs(word.top - first.bottom))

    assert abs(first.top + second.bottom - beside.top - beside.bottom) / 2 < 0.6


def test_a_sit_out_is_a_dash_that_the_foot_explains():
    """Defect: “sit out sit out” a millimetre apart."""
    text = printed("rounds-by-name", make_evening(7, 4)).text

    assert text.count("sit out") == 0
    assert "“–” is a sit-out" in text
