"""Who deals first is known or asked: the pad at the desk and on a table's phone never starts with North."""

import re

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.person import Person, words
from tests.helpers.sheet_entry import ROUND, pad
from tests.helpers.table_entry import open_tables, phone
from tests.helpers.table_entry import url as table_url
from tournament.models import Event, Ruling, Sheet, Submission, Table

CHECKED = re.compile(r'name="first_dealer" value="(\w)"[^>]*checked')
SENTENCE = "Say who dealt first."
UNSAID = {name: value for name, value in pad(*ROUND).items() if name != "first_dealer"}


@pytest.fixture
def evening(director):
    return open_tables(make_published(director, players=8, rounds=2))


@pytest.fixture(params=["desk", "phone"])
def place(request, evening, desk):
    """The client and the two addresses of a pad: the desk's, and the same one on the table's phone."""
    if request.param == "desk":
        args = [evening.slug, 1, 1]
        return desk, reverse("sheets:enter_deals", args=args), reverse("sheets:preview_deals", args=args)
    return phone(evening).client, table_url(evening, "enter_deals"), table_url(evening, "preview_deals")


@pytest.mark.parametrize("preset", [preset for preset, rules in PRESETS.items() if rules.has_deals])
def test_no_preset_takes_a_seat_for_the_first_dealer(desk, director, preset):
    """Under every ruleset the first dealer is drawn at the table."""
    event = make_published(director, players=8, rounds=1, rules=PRESETS[preset])
    page = desk.get(at(event, "sheets:enter_deals", 1, 1)).content.decode()
    assert CHECKED.findall(page) == []


def test_where_the_rules_say_that_north_deals_first_the_pad_begins_with_north(desk, director):
    rules = PRESETS["progressive"].changed(first_dealer="North deals first")
    event = make_published(director, players=8, rounds=1, rules=rules)
    page = desk.get(at(event, "sheets:enter_deals", 1, 1)).content.decode()
    assert CHECKED.findall(page) == ["N"]


def says_west(evening: Event) -> None:
    """A ruling on deal 2 that North dealt: so West dealt first."""
    Ruling.objects.create(
        event=evening, number=1, table=table_of(evening), slot=2, code="misdeal", offender="N", dealer="N",
        fate="REDEAL", made_at=NOW,
    )  # fmt: skip


def test_nobody_is_preselected_where_nobody_said_who_dealt_first(place):
    client, address, _preview = place
    page = client.get(address).content.decode()
    assert "Who deals first?" in page
    assert CHECKED.findall(page) == []
    assert page.index('name="first_dealer"') < page.index('name="d1-maker"')


def test_the_dealers_of_the_deals_are_shown_only_once_the_first_is_known(place):
    client, address, preview = place
    assert "deal-dealer" not in client.get(address).content.decode()
    told = {"d1-maker": "E", "d1-tricks": "3"}
    unknown = client.post(preview, told)
    assert "deal-dealer" not in unknown.content.decode()
    assert "1 deal counted." in words(unknown)
    assert SENTENCE not in words(unknown)  # nothing is wrong while somebody types
    known = client.post(preview, told | {"first_dealer": "W"}).content.decode()
    dealers = re.findall(r'deal-dealer">.*?seat-letter">(\w)<', known, re.DOTALL)
    assert dealers == list("WNESWNES")


def test_saving_without_the_first_dealer_is_refused_beside_the_field_and_keeps_what_was_typed(place):
    client, address, _preview = place
    answer = client.post(address, UNSAID)
    page = answer.content.decode()
    assert answer.status_code == 422
    beside = re.search(r'<fieldset class="pad-first.*?</fieldset>', page, re.DOTALL)[0]
    assert SENTENCE in beside
    assert page.count(SENTENCE) == 1
    assert re.search(r'name="d8-maker" value="N"[^>]*checked', page)
    assert CHECKED.findall(page) == []
    assert (Sheet.objects.count(), Submission.objects.count()) == (0, 0)
    assert client.post(address, UNSAID | {"first_dealer": "W"}).status_code == 302


def test_without_javascript_the_answer_is_given_after_the_refusal(evening, director, client):
    client.force_login(director)
    dora = Person(client).visit(at(evening, "sheets:enter_deals", 1, 1))
    dora.press("Save the round", **{name: value for name, value in UNSAID.items() if name != "revision"})
    assert SENTENCE in dora.text
    dora.press("Save the round", first_dealer="W")
    sheet = Sheet.objects.get()
    assert (sheet.ns, sheet.ew, sheet.deals[0]["dealer"]) == (6, 4, "W")


def test_a_first_dealer_that_follows_from_a_ruling_is_preselected(place, evening):
    client, address, _preview = place
    says_west(evening)
    page = client.get(address).content.decode()
    assert CHECKED.findall(page) == ["W"]
    assert re.search(r'deal-dealer">.*?seat-letter">W<', page, re.DOTALL)


def test_a_first_dealer_whom_a_sheet_named_is_preselected(evening, desk):
    address = at(evening, "sheets:enter_deals", 1, 1)
    assert desk.post(address, pad(*ROUND, first="S")).status_code == 302
    assert Table.objects.get(pk=table_of(evening).pk).first_dealer == "S"
    assert CHECKED.findall(desk.get(address).content.decode()) == ["S"]


def test_a_first_dealer_whom_the_other_side_reported_is_preselected(evening):
    address = table_url(evening, "enter_deals")
    assert phone(evening).client.post(address, pad(*ROUND, first="E")).status_code == 302
    page = phone(evening, "W").client.get(address).content.decode()
    assert CHECKED.findall(page) == ["E"]


def test_a_deal_out_of_turn_starts_with_nobody_and_then_with_whose_turn_it_was(place, evening):
    """The ruling says no dealer: the deal's own field must not stand at North either."""
    client, address, preview = place
    Ruling.objects.create(
        event=evening, number=1, table=table_of(evening), slot=2, code="wrong-dealer", fate="",
        made_at=NOW,
    )  # fmt: skip
    assert 'name="d2-dealer"' not in client.get(address).content.decode()
    page = client.post(preview, {"first_dealer": "S"}).content.decode()
    chosen = re.search(r'<select name="d2-dealer".*?</select>', page, re.DOTALL)[0]
    assert re.findall(r'value="(\w)" selected', chosen) == ["W"]
