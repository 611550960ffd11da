import re

import pytest

from scoring.rule_settings import SETTING
from scoring.ruleset import PRESETS
from tests.helpers.factories import make_published
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import faults, outside, overlapping, printed
from tournament.printing.paper import SIZES, PrintChoice, source
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(director):
    return make_published(director, players=REAL_NAMES, rounds=3)


def dealers(paper):
    """The letters in the column of dealers of the first page's upper sheet, from the top down."""
    column = [w for w in paper.words()[0] if 17 < w.left < 29 and 60 < w.top < 139 and w.text in "NESW"]
    return "".join(word.text for word in sorted(column, key=lambda word: word.top))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paper", "how"),
    [
        ("score-sheets", "North deals first"),
        ("score-sheets", "first jack"),
        *(("score-pad", key) for key, _ in SETTING["first_dealer"].choices),
    ],
)
def test_who_deals_first_is_left_to_the_table_unless_the_rules_name_north(director, paper, how):
    """Where the first dealer is drawn, no seat is ticked and the column of dealers is open."""
    rules = PRESETS["progressive"].changed(first_dealer=how)
    event = make_published(director, players=8, rounds=1, rules=rules)
    sheet = printed(paper, event)

    assert "Deals first" in sheet.text
    assert dealers(sheet) == ("NESWNESW" if how == "North deals first" else "")
    forms = source(PAPERS[paper], event, PrintChoice(SIZES["letter"]))
    assert forms.count("is-ticked") == (2 if how == "North deals first" else 0)
    assert faults(sheet) == []


def test_a_game_to_ten_has_twelve_lines_and_where_either_plays_alone_the_sheet_asks_who(director):
    """A loner who is not the maker (E)."""
    event = make_published(director, players=8, rounds=2, rules=PRESETS["laws"])
    paper = printed("score-pad", event)

    assert " 12 N S E W" in paper.text
    assert outside(paper) == []
    event = make_published(director, players=8, rounds=1, rules=PRESETS["eight-hand"], name="E")
    paper = printed("score-pad", event)

    assert "Alone: who" in paper.text
    assert overlapping(paper) == []


@pytest.mark.parametrize(
    ("kind", "seats", "size"),
    [("result-slips", "N S E W", "letter"), ("score-sheets", "North South East West", "a4")],
)
def test_what_the_desk_types_is_on_paper_with_partners_together(hall, kind, seats, size):
    """Defect: four points that nobody typed, North beside East, no place for the deals of a short round."""
    paper = printed(kind, hall, size, round=1)

    assert "Points" not in paper.text
    for words in ("Total", "Lone marches", "If tied, who got there first?"):
        assert words in paper.text
    assert "Deals played," in paper.text
    assert "Scorer: bring this to the desk." in paper.text
    side = [w for w in paper.words()[0] if w.left < 20 and w.text in seats.split() and w.top < 70]
    assert " ".join(word.text for word in sorted(side, key=lambda word: word.top)) == seats
    assert faults(paper) == []


def test_places_left_on_the_last_sheet_of_slips_have_room_for_a_table_and_a_round(hall):
    printout = PAPERS["result-slips"].make(hall, PrintChoice(SIZES["letter"], round=1))
    html = source(PAPERS["result-slips"], hall, PrintChoice(SIZES["letter"], round=1), printout)

    assert html.count('class="r-blank r-round"') == 2  # four tables on a sheet of six


def test_a_printer_reaches_every_line_to_cut_badges_along_on_a4(hall):
    """Defect: the outer cuts were 3.3 mm from the edge, where most printers print nothing."""
    content = printed("name-badges", hall, "a4").reader.pages[0].get_contents().get_data().decode("latin-1")
    places = {float(x) / 96 * 25.4 for x in re.findall(r"(?:^|\s)([\d.]+) [\d.]+ [\d.]+ [\d.]+ re", content)}

    assert min(places - {0.0}) >= 5.9
