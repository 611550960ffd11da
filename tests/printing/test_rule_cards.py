"""The rule cards can be read: both sides of one sheet for the long one, half a page for the tables."""

import pytest

from scoring.rulecard import _BRIEF, brief_source, rule_card
from scoring.ruleset import PRESETS
from scoring.rulings import offences_for
from tests.helpers.factories import make_event
from tests.helpers.paper import faults, outside, printed, smaller_than
from tournament.printing.paper import SIZES as PAPER_SIZES
from tournament.printing.paper import PrintChoice
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db
SIZES = ("letter", "a4")
# Those with the longest texts on the narrower sheet, too.
CARDS = [*((preset, "letter") for preset in PRESETS), ("jeuchre", "a4"), ("british", "a4"), ("laws", "a4")]


def words_smaller_than(paper, points):
    """All but the small raised numbers of the sources."""
    return [word for word in smaller_than(paper, points) if not word.isdigit()]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "size"), CARDS)
def test_the_rule_card_is_one_sheet_and_the_short_one_half_a_page_in_large_print(director, preset, size):
    """It was three sheets at 8.5 points."""
    event = make_event(director, rules=PRESETS[preset])
    paper = printed("rule-card", event, size)
    assert len(paper.pages) == (2 if event.ruleset.has_deals else 1)  # totals alone have few rules
    assert words_smaller_than(paper, 10) == []
    assert (faults(paper), "…" in paper.text) == ([], False)
    text = paper.text
    assert [one.title for one in offences_for(event.ruleset) if one.title not in text] == []
    paper = printed("rule-card-short", event, size)
    assert len(paper.pages) == 1
    assert words_smaller_than(paper, 12) == []
    assert (faults(paper), "…" in paper.text) == ([], False)
    half = paper.size[1] / 2 * 25.4 / 72
    assert [word.text for word in paper.words()[0] if word.top < half < word.bottom] == []
    of_deals = ("Points", "Playing alone", "Call the director", "Renege: did not follow suit")
    of_totals = ("The round", "Each table hands in", "The director gives points")
    for said in of_deals if event.ruleset.has_deals else of_totals:
        assert paper.text.count(said) >= 2  # once on each half


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_many_rules_of_its_own_are_all_on_the_card(director, size):
    """They may need a second sheet, never smaller letters."""
    other = {"lone_euchre": 4, "all_pass": "pass", "defend_alone": True, "deals_per_round": 6}
    event = make_event(director, rules=PRESETS["progressive"].changed(**other))
    paper = printed("rule-card", event, size)
    text = paper.text
    assert "House rules tonight" in text
    assert "Eight deals a round" not in text
    assert [change for change in rule_card(event.ruleset).changes if change not in text] == []
    assert words_smaller_than(paper, 10) == []
    assert outside(paper) == []


@pytest.mark.parametrize("size", SIZES)
def test_long_rules_go_on_in_the_next_column_rather_than_on_a_third_side(director, size):
    """French with one rule of the house had three lines there."""
    event = make_event(director, rules=PRESETS["progressive"].changed(deals_per_round=16))
    event.language = "fr"
    assert len(PAPERS["rule-card"].make(event, PrintChoice(PAPER_SIZES[size])).sheets) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "letter"), [("eight-hand", "E"), ("british", "B"), ("jeuchre", "J")])
def test_paper_marks_where_the_events_own_text_is_silent(director, preset, letter):
    text = printed("rule-card", make_event(director, rules=PRESETS[preset])).text
    assert f"° = {letter} is silent" in text
    assert "T°" in text


def test_a_source_keeps_the_place_that_says_the_rule_and_every_shorter_sentence_its_card():
    sections = [section for rules in PRESETS.values() for section in rule_card(rules).sections]
    lines = [line for section in sections for line in section.lines]
    options = [part for line in lines for one in line.options for part in (one.condition, one.text)]
    words = " ".join(map(str, [*(part for line in lines for part in (line.label, line.value)), *options]))
    assert [template for template in _BRIEF if template not in words] == []
    assert brief_source("T is silent; event setting") == "event setting°"
    assert brief_source("J is silent") == "J is silent"
    assert brief_source("S, making trump; L XXI") == "S; L XXI"
    assert brief_source("T, terms; penalty as T, the deal") == "T"
