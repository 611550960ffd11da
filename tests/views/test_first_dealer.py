"""Who deals first is known or asked: the pad at the desk and on a table's phone never starts with North."""

import re

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.scripted import Scripted
from tests.helpers.sheet_entry import ROUND, pad
from tests.helpers.table_entry import open_tables, phone
from tests.helpers.table_entry import url as table_url
from tournament.models import Ruling, Sheet, Submission, Table

CHECKED = re.compile(r'name="first_dealer" value="(\w)"[^>]*checked')
SENTENCE = "Say who dealt first."
UNSAID = {name: value for name, value in pad(*ROUND).items() if name != "first_dealer"}


@pytest.fixture
def evening(director):
    return open_tables(make_published(director, players=8, rounds=2))


@pytest.fixture(params=["desk", "phone"])
def somebody(request, evening, desk):
    """Who looks at a pad: the desk's, or the same one on the table's phone."""
    if request.param == "desk":
        return Scripted(desk).visit(at(evening, "sheets:enter_deals", 1, 1))
    return phone(evening).visit(table_url(evening, "enter_deals"))


def test_no_preset_takes_a_seat_for_the_first_dealer_but_rules_may(desk, director):
    """Under every ruleset the first dealer is drawn at the table."""
    ways = {rules: [] for rules in PRESETS.values() if rules.has_deals}
    ways[PRESETS["progressive"].changed(first_dealer="North deals first")] = ["N"]
    for rules, chosen in ways.items():
        event = make_published(director, players=8, rounds=1, rules=rules)
        page = desk.get(at(event, "sheets:enter_deals", 1, 1)).content.decode()
        assert CHECKED.findall(page) == chosen, rules.preset


def test_nobody_is_preselected_and_the_dealers_of_the_deals_are_shown_once_the_first_is_known(somebody):
    assert "Who deals first?" in somebody.text
    assert CHECKED.findall(somebody.page) == []
    assert somebody.page.index('name="first_dealer"') < somebody.page.index('name="d1-maker"')
    assert "deal-dealer" not in somebody.page
    somebody.fill(**{"d1-maker": "E", "d1-tricks": "3"})
    assert "deal-dealer" not in somebody.page
    assert "1 deal counted." in somebody.text
    assert SENTENCE not in somebody.text  # nothing is wrong while somebody types
    somebody.fill(first_dealer="W")
    dealers = re.findall(r'deal-dealer">.*?seat-letter">(\w)<', somebody.page, re.DOTALL)
    assert dealers == list("WNESWNES")


def test_saving_without_the_first_dealer_is_refused_beside_the_field_and_keeps_what_was_typed(somebody):
    save = "Save the round" if "Save the round" in somebody.page else "Report this round"
    page = somebody.press(save, **UNSAID).page
    assert somebody.response.status_code == 422
    beside = re.search(r'<fieldset class="pad-first.*?</fieldset>', page, re.DOTALL)[0]
    assert SENTENCE in beside
    assert page.count(SENTENCE) == 1
    assert CHECKED.findall(page) == []
    assert (Sheet.objects.count(), Submission.objects.count()) == (0, 0)
    somebody.press(save, first_dealer="W")
    kept = Sheet.objects.first() or Submission.objects.first()
    assert (kept.ns, kept.ew, kept.deals[0]["dealer"]) == (6, 4, "W")


def test_a_first_dealer_that_follows_from_a_ruling_is_preselected(somebody, evening):
    """A ruling on deal 2 that North dealt: so West dealt first."""
    Ruling.objects.create(
        event=evening, number=1, table=table_of(evening), slot=2, code="misdeal", offender="N", dealer="N",
        fate="REDEAL", made_at=NOW,
    )  # fmt: skip
    page = somebody.visit(somebody.path).page
    assert CHECKED.findall(page) == ["W"]
    assert re.search(r'deal-dealer">.*?seat-letter">W<', page, re.DOTALL)


def test_a_first_dealer_whom_a_sheet_named_is_preselected(evening, dora):
    address = at(evening, "sheets:enter_deals", 1, 1)
    dora.visit(address).press("Save the round", **pad(*ROUND, first="S"))
    assert Table.objects.get(pk=table_of(evening).pk).first_dealer == "S"
    assert CHECKED.findall(dora.visit(address).page) == ["S"]


def test_a_first_dealer_whom_the_other_side_reported_is_preselected(evening):
    address = table_url(evening, "enter_deals")
    phone(evening).visit(address).press("Report this round", **pad(*ROUND, first="E"))
    assert CHECKED.findall(phone(evening, "W").visit(address).page) == ["E"]


def test_a_deal_out_of_turn_starts_with_nobody_and_then_with_whose_turn_it_was(somebody, evening):
    """The ruling says no dealer: the deal's own field must not stand at North either."""
    Ruling.objects.create(
        event=evening, number=1, table=table_of(evening), slot=2, code="wrong-dealer", fate="",
        made_at=NOW,
    )  # fmt: skip
    assert 'name="d2-dealer"' not in somebody.visit(somebody.path).page
    page = somebody.fill(first_dealer="S").page
    chosen = re.search(r'<select name="d2-dealer".*?</select>', page, re.DOTALL)[0]
    assert re.findall(r'value="(\w)" selected', chosen) == ["W"]
