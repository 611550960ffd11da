"""The pad in a browser: one key for the first dealer, two for each deal, the running score, and thumbs."""

import pytest
from playwright.sync_api import expect

from scoring.ruleset import PRESETS
from tests.helpers.factories import make_published, make_user, table_of
from tests.helpers.sound import assert_sound
from tournament.models import Ruling, Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=8, rounds=1)


@pytest.fixture
def untouched(at, evening):
    """The pad of a table where nobody has said yet who deals first."""
    page = at(evening, "rounds/1/tables/1/deals/")
    expect(page.locator("[name=first_dealer][value=N]")).to_be_focused()
    return page


@pytest.fixture
def pad(untouched):
    """The same, with the first key typed: North deals first."""
    untouched.keyboard.press("n")
    expect(untouched.locator("[name=d1-maker][value=N]")).to_be_focused()
    return untouched


def total(page, side):
    return page.locator(".running-total").nth(("NS", "EW").index(side))


@pytest.mark.smoke
def test_a_round_is_typed_with_a_key_for_the_dealer_and_two_a_deal_and_saved_with_enter(untouched, evening):
    pad = untouched
    for key in "w n3 e4 s3 n5 w3 n1 s4 n3".replace(" ", ""):
        pad.keyboard.press(key)
    expect(total(pad, "NS")).to_have_text("6")
    expect(total(pad, "EW")).to_have_text("4")
    expect(pad.get_by_role("button", name="Save the round")).to_be_focused()
    pad.keyboard.press("Enter")
    expect(pad.get_by_role("heading", level=1)).to_have_text("Table 1, round 1")
    assert (Sheet.objects.get().ns, Sheet.objects.get().entry) == (6, "deals")
    assert table_of(evening).first_dealer == "W"


def test_o_is_west_for_those_who_call_it_ouest(untouched):
    expect(untouched.locator(".pad-first input:checked")).to_have_count(0)
    expect(untouched.locator(".deal-dealer")).to_have_count(0)
    untouched.keyboard.press("o")
    expect(untouched.locator("[name=first_dealer][value=W]")).to_be_checked()
    expect(untouched.locator("[data-deal=d1] .deal-dealer")).to_contain_text("W")
    expect(untouched.locator("[data-deal=d2] .deal-dealer")).to_contain_text("N")
    untouched.keyboard.press("o")
    expect(untouched.locator("[name=d1-maker][value=W]")).to_be_checked()


def test_the_running_score_follows_every_change_a_cleared_deal_too_and_nothing_is_written(pad):
    for key in "ea5":
        pad.keyboard.press(key)
    expect(total(pad, "EW")).to_have_text("4")
    expect(pad.locator("[data-deal=d1]")).to_contain_text("lone march")
    expect(pad.locator("[name=d2-maker][value=N]")).to_be_focused()
    pad.keyboard.press("ArrowUp")
    pad.keyboard.press("Backspace")
    expect(total(pad, "EW")).to_have_text("0")
    for key in "n5":
        pad.keyboard.press(key)
    expect(total(pad, "NS")).to_have_text("2")
    assert Sheet.objects.count() == 0


def test_a_round_without_its_first_dealer_asks_for_them_where_the_next_key_goes(untouched):
    """Typed with the mouse first: the refusal leads to the question, and one key answers it."""
    pad = untouched
    pad.locator("[name=d1-maker][value=N]").focus()
    pad.keyboard.type("n3e4s3n5w3n1s4n3", delay=5)
    expect(total(pad, "NS")).to_have_text("6")
    pad.get_by_role("button", name="Save the round").click()
    expect(pad.locator(".pad-first")).to_contain_text("Say who dealt first.")
    expect(pad.locator(".pad-first input").first).to_be_focused()
    expect(pad.locator(".deal input:checked")).to_have_count(16)
    pad.keyboard.press("e")
    expect(pad.locator("[data-deal=d1] .deal-dealer")).to_contain_text("E")
    expect(pad.locator(".pad-first")).not_to_contain_text("Say who dealt first.")
    expect(pad.get_by_role("button", name="Save the round")).to_be_focused()
    pad.keyboard.press("Enter")
    expect(pad.get_by_role("heading", level=1)).to_have_text("Table 1, round 1")
    assert_sound(pad)
    pad.goto(f"{pad.url}deals/")
    expect(total(pad, "NS")).to_have_text("6")
    assert_sound(pad)


def test_a_gap_is_shown_and_what_was_typed_stays(pad):
    pad.keyboard.type("n3", delay=20)
    pad.get_by_role("button", name="Save the round").click()
    expect(pad.get_by_text("Enter this deal: who made trump, and how many tricks.")).to_be_visible()
    expect(pad.locator("[name=d1-maker][value=N]")).to_be_checked()


def test_on_a_phone_targets_are_for_thumbs_three_taps_tell_a_deal_and_nothing_is_cut_off(page, at, evening):
    table = table_of(evening)
    Ruling.objects.create(
        event=evening, number=1, table=table, slot=2, code="misdeal", offender="E", dealer="E",
        fate="REDEAL", made_at=evening.created_at,
    )  # fmt: skip
    page.set_viewport_size({"width": 360, "height": 740})
    at(evening, "rounds/1/tables/1/deals/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("[name=first_dealer][value=N]")).to_be_checked()  # of the ruling
    expect(page.locator("[name=d1-maker][value=N]")).to_be_focused()
    page.locator("[data-deal=d1] .deal-more summary").click()
    for segment in page.locator("[data-deal=d1] .segment").all():
        box = segment.bounding_box()
        assert min(box["height"], box["width"]) >= 44
        assert box["x"] + box["width"] <= 360
    page.locator("[data-deal=d1] .deal-more summary").click()
    deal = page.locator("[data-deal=d1]")
    deal.locator(".deal-maker .segment", has_text="E").click()
    deal.locator(".deal-alone .segment").click()
    deal.locator(".deal-tricks .segment").nth(5).click()
    expect(page.locator(".running-total").nth(1)).to_have_text("4")
    expect(deal).to_contain_text("lone march")
    expect(page.locator("[data-deal=d2a2]")).to_contain_text("attempt 2")


def test_a_deal_dealt_again_by_one_key_goes_on_at_its_second_attempt(pad):
    for key in ["n", "3", "r"]:
        pad.keyboard.press(key)
    expect(pad.locator("[name=d2a2-maker][value=N]")).to_be_focused()
    for key in ["e", "4"]:
        pad.keyboard.press(key)
    expect(total(pad, "EW")).to_have_text("1")
    expect(pad.locator("[name=d3-maker][value=N]")).to_be_focused()


def test_who_came_to_a_tie_first_is_told_on_a_phone_too(untouched):
    page = untouched
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.type("nn3n3n3n3e3e3e3e3", delay=5)
    expect(page.get_by_text("Tied: North–South reached that score first, in deal 4.")).to_be_visible()


def test_what_was_typed_is_there_again_after_a_look_at_another_page(untouched, evening):
    pad = untouched
    for key in "wn3e4":
        pad.keyboard.press(key)
    expect(total(pad, "EW")).to_have_text("1")
    address = pad.url
    pad.goto(address.replace("/deals/", "/"))
    pad.goto(address)
    expect(total(pad, "EW")).to_have_text("1")
    expect(pad.locator("[name=d2-tricks][value='4']")).to_be_checked()
    expect(pad.locator("[name=first_dealer][value=W]")).to_be_checked()
    expect(pad.locator("[data-deal=d1] .deal-dealer")).to_contain_text("W")
    expect(pad.locator("[name=d3-maker][value=N]")).to_be_focused()
    pad.get_by_role("link", name="Leave without saving").click()
    expect(pad).not_to_have_url(address)
    pad.goto(address)
    expect(total(pad, "EW")).to_have_text("0")
    expect(pad.locator(".pad-first input:checked")).to_have_count(0)
    assert Sheet.objects.count() == 0


def test_only_one_of_a_side_is_ticked_alone(untouched, evening):
    """P ticks the maker's partner where either may play alone; it takes A away, and A takes P away."""
    evening.rules = PRESETS["eight-hand"].changed(defend_alone=True).to_dict()
    evening.save()
    untouched.reload()
    alone, partner = untouched.locator("[name=d1-alone]"), untouched.locator("[name=d1-partner_alone]")
    for key in "nea":
        untouched.keyboard.press(key)
    expect(alone).to_be_checked()
    untouched.keyboard.press("p")
    expect(partner).to_be_checked()
    expect(alone).not_to_be_checked()
    untouched.locator("[name=d1-lone_defender]").select_option("S")
    untouched.locator("[name=d1-maker][value=E]").focus()
    untouched.keyboard.press("5")
    expect(total(untouched, "EW")).to_have_text("4")
    untouched.locator("[name=d1-maker][value=E]").focus()
    untouched.keyboard.press("a")
    expect(alone).to_be_checked()
    expect(partner).not_to_be_checked()
    untouched.keyboard.press("Backspace")
    for field in (alone, partner):
        expect(field).not_to_be_checked()
    expect(untouched.locator("[name=d1-lone_defender]")).to_have_value("")
