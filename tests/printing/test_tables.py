import pytest

from tests.factories import make_published
from tests.names import REAL_NAMES
from tests.paper import outside, overlapping, printed
from tournament.printing.printout import NotPrintable

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(director):
    return make_published(director, players=REAL_NAMES, rounds=3)


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_round_has_a_sheet_for_every_table(hall, size):
    paper = printed("score-sheets", hall, size, round=2)

    assert len(paper.pages) == 2
    for name in ("Zoë Müller-Lüdenscheidt", "D'Arcy McGee", "Mary Smith", "Νίκος Παπαδόπουλος"):
        assert name in paper.text
    assert paper.text.count("Tied? Who reached the score first") == 4
    assert outside(paper) == []
    assert overlapping(paper) == []


def test_every_round_is_printed_when_none_is_named(hall):
    assert len(printed("score-sheets", hall).pages) == 6


def test_who_deals_first_and_every_dealer_are_left_to_the_table(hall):
    """The rule card has them drawn, so that no seat is ticked and the column of dealers is open."""
    paper = printed("score-sheets", hall, round=1)
    words = paper.words()[0]

    assert "Deals first" in paper.text
    assert [w.text for w in words if 17 < w.left < 29 and 60 < w.top < 139 and w.text in "NESW"] == []
    assert "●" not in paper.text


def test_a_game_to_ten_has_twelve_lines(director):
    from scoring.ruleset import PRESETS

    event = make_published(director, players=8, rounds=2, rules=PRESETS["laws"])
    paper = printed("score-pad", event)

    assert " 12 N E S W" in paper.text
    assert outside(paper) == []


def test_the_pad_has_no_names(hall):
    paper = printed("score-pad", hall)

    assert len(paper.pages) == 1
    assert "Mary" not in paper.text
    assert "Maker" in paper.text


def test_without_a_plan_the_reader_is_told_to_publish_it(event):
    with pytest.raises(NotPrintable, match="Publish the seating first"):
        printed("score-sheets", event)
