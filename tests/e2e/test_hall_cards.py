"""The cards of a hall that seats itself: by keys alone, which are counted, and by thumb."""

import random

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import make_event, make_players, make_user
from tests.helpers.true_rounds import true_round
from tournament.models import CardLine
from tournament.reports.cards import hall_cards
from tournament.reports.standings import standings

pytestmark = pytest.mark.django_db(transaction=True)
MOST_KEYS = 30


@pytest.fixture
def evening():
    event = make_event(make_user("dora", name="Dora Director"), movement="self")
    make_players(event, 64)
    return event


class Keys:
    """A keyboard that counts."""

    def __init__(self, page):
        self.page, self.pressed = page, 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1


def deck_of_cards(event):
    """What the cards of a true evening say: number → a line for each round."""
    rng = random.Random(3)
    told = {number: [] for number in range(1, 65)}
    for _round in range(event.round_count):
        for line in true_round(rng, event.ruleset, 16):
            told[line.player].append(line)
    return told


@pytest.mark.smoke
def test_a_card_of_eight_rounds_takes_at_most_thirty_keys(cards, evening):
    told, most = deck_of_cards(evening), 0
    for number in random.Random(1).sample(sorted(told), 6):
        keys = Keys(cards)
        expect(cards.locator("[name=card]")).to_be_focused()
        keys.press(*str(number), "Enter")
        for line in told[number]:
            keys.press(*str(line.points), *("/" * line.loners), "w" if line.won else "l")
        keys.press(*str(sum(line.points for line in told[number])), "Enter")
        expect(cards.get_by_text(f"Card {number}, ")).to_be_visible()
        most = max(most, keys.pressed)
    print(f"at most {most} keys for a card of eight rounds, bar {MOST_KEYS}")
    assert most <= MOST_KEYS
    assert CardLine.objects.count() == 6 * 8
    assert len(standings(evening).rows) == 6
    assert hall_cards(evening).doubts == ()


def test_keys_go_on_back_and_to_a_card_that_is_typed_but_to_none_that_there_is_not(cards):
    keys = Keys(cards)
    keys.press("9", "9", "Enter")
    expect(cards.get_by_text("There is no such card at this event.")).to_be_visible()
    keys.press("Backspace", "7", "Enter")
    expect(cards.locator("[name=card]")).to_have_value("7")
    expect(cards.locator("[data-hall-name]")).to_have_text("Gwen Gray")
    expect(cards.locator("[name=r1]")).to_be_focused()
    keys.press("9", "Enter", "x", "8", "/", "w")
    expect(cards.locator("[name=r4]")).to_be_focused()
    expect(cards.locator("[data-hall-sum]")).to_have_text("17")
    keys.press("Backspace", "5", "l")
    expect(cards.locator("[name=r3]")).to_have_value("5l")
    for _round in range(5):
        keys.press("Enter")
    expect(cards.locator("[name=total]")).to_be_focused()
    keys.press("1", "5", "Enter")
    expect(cards.get_by_text("The card says 15, its rounds come to 14.").first).to_be_visible()
    expect(cards.locator("[name=card]")).to_be_focused()
    keys.press("Enter")
    expect(cards.locator("[name=total]")).to_be_focused()
    expect(cards.get_by_role("button", name="The rounds are right: save 14")).to_be_visible()
    keys.press("1", "4", "Enter")
    expect(cards.get_by_text("Card 7, Gwen Gray: 14 points in 3 rounds.")).to_be_visible()
    expect(cards.locator("[name=card]")).to_be_focused()
    keys.press("7", "Enter")
    expect(cards.get_by_text("Card 7 is typed: 14 points. Enter: correct it.")).to_be_visible()
    expect(cards.locator("[name=r1]")).to_have_value("")
    keys.press("Enter")
    expect(cards.locator("[name=r1]")).to_have_value("9")


def test_a_thumb_marks_what_a_phone_has_no_key_for(cards):
    cards.set_viewport_size({"width": 360, "height": 780})
    cards.locator("[name=card]").fill("3")
    cards.locator("[name=r1]").fill("9")
    row = cards.locator(".hall-round").first
    row.get_by_role("button", name="alone").click()
    row.get_by_role("button", name="won").click()
    expect(cards.locator("[name=r1]")).to_have_value("9/w")
    expect(cards.locator("[name=r2]")).to_be_focused()
    assert cards.evaluate("document.documentElement.scrollWidth") <= 360


def test_cards_typed_without_a_network_wait_and_are_sent_later(cards, evening):
    """A typed card was lost with the browser's own page of errors."""
    keys = Keys(cards)
    cards.context.set_offline(True)
    for number in ("3", "5"):
        expect(cards.locator("[name=card]")).to_be_focused()
        keys.press(number, "Enter", *["9", "Enter"] * evening.round_count, "7", "2", "Enter")
        expect(cards.get_by_text(f"Tally card {number}")).to_be_visible()
    cards.context.set_offline(False)
    expect(cards.get_by_role("progressbar", name="2 of 64 cards typed")).to_be_visible(timeout=20_000)
    assert set(CardLine.objects.values_list("player__number", flat=True)) == {3, 5}
