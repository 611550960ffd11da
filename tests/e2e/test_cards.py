"""Tally cards by keyboard: keys counted for a card, the focus where the next key belongs, nothing for axe."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.patience import until
from tests.helpers.tally_cards import sitter, type_card
from tournament.models import CardLine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    event = make_published(make_user("dora", name="Dora Director"), players=12, rounds=4)
    event.rounds.filter(number__lt=4).update(status="closed")
    event.rounds.filter(number=4).update(status="open")
    return event


@pytest.mark.smoke
def test_a_card_of_four_rounds_takes_two_keys_a_round_and_two_more(cards, evening):
    ann = sitter(evening, "N")
    assert ann.number < 10
    cards.keyboard.press(str(ann.number))
    cards.keyboard.press("Enter")
    expect(cards.get_by_role("heading", level=1)).to_contain_text(ann.name)
    expect(cards.locator("[name=r1]")).to_be_focused()
    for key in ["7", "Tab", "9", "a", "Tab", "6", "Tab", "8"]:
        cards.keyboard.press(key)
    expect(cards.locator("[data-tally-total]")).to_have_text("30")
    cards.keyboard.press("Enter")
    expect(cards.get_by_text(f"{ann.name}: 30 points in 4 rounds.")).to_be_visible()
    expect(cards.locator("[name=card]")).to_be_focused()
    told = CardLine.objects.order_by("round__number").values_list("points", "loners")
    assert list(told) == [(7, 0), (9, 1), (6, 0), (8, 0)]


def test_the_sheet_is_corrected_in_place_with_one_key_or_the_card_at_the_round_that_disagrees(cards, evening):
    enter(table_of(evening, 4), 7, 5, by=evening.memberships.get().user)
    north = sitter(evening, "N", round_number=4)
    type_card(north, 8, round_number=4)
    cards.reload()
    cards.get_by_role("link", name="Correct card").click()
    expect(cards.locator("[name=r4]")).to_be_focused()
    cards.keyboard.press("7")
    cards.keyboard.press("Enter")
    expect(cards.get_by_text("Nothing so far")).to_be_visible()
    type_card(north, 8, round_number=4, expected=2)
    cards.reload()
    cards.get_by_role("link", name="Correct the sheet").click()
    expect(cards.locator("#id_t1-ns")).to_be_focused()
    expect(cards.locator("#id_t1-ns")).to_have_value("8")
    expect(cards.locator("[data-row='1']")).to_contain_text("Filled in, not saved yet")
    assert table_of(evening, 4).sheets.count() == 1
    cards.keyboard.press("Enter")
    expect(cards.locator("#id_t1-ns")).to_have_attribute("data-held", "8")
    assert table_of(evening, 4).sheets.get(counting=True).ns == 8


def test_a_card_typed_without_a_network_waits_and_is_saved_once(cards, evening, complaints):
    number = sitter(evening, "N").number
    cards.goto(f"{cards.url}{number}/")
    expect(cards.locator("[name=r1]")).to_be_focused()
    cards.context.set_offline(True)
    cards.keyboard.type("7")
    cards.keyboard.press("Enter")
    expect(cards.locator("[data-waiting]")).to_contain_text(f"Tally card {number}")
    cards.context.set_offline(False)
    expect(cards.locator("[name=card]")).to_be_focused()
    until(cards, CardLine.objects.exists)
    assert CardLine.objects.get().points == 7
    complaints.clear()
