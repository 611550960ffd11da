"""Seating requests in a browser: names offered while typing, and the way on by keyboard alone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import make_event, make_players, make_user
from tournament.models import Wish

OFFERED = "(box) => [...box.list.options].map((option) => option.value)"


@pytest.fixture
def event(transactional_db):
    event = make_event(make_user("dora", name="Dora Director"))
    make_players(event, 8)
    return event


def test_a_wish_is_made_corrected_and_taken_back_by_keyboard(page, live_server, sign_in, event, complaints):
    sign_in(event.memberships.get().user)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(live_server.url + reverse("wishes:index", args=[event.slug]))
    one = page.get_by_label("One player")
    assert "7 Gwen Gray" in one.evaluate(OFFERED)

    # What the list offers is typed in whole; the other one is nobody, so the place to mend has the focus.
    one.fill("7 Gwen Gray")
    page.keyboard.press("Tab")
    page.keyboard.type("Quentin")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody here is called “Quentin”")).to_be_visible()
    expect(page.locator("[name=pair-other]")).to_be_focused()
    expect(page.get_by_label("One player")).to_have_value("7 Gwen Gray")

    page.keyboard.press("Control+A")
    page.keyboard.type("hugh")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # from “never at the same table” to “never partners”
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Request added:")).to_be_visible()
    wish = event.wishes.get()
    assert (wish.kind, wish.player.number, wish.other.number) == (Wish.Kind.NOT_PARTNERS, 7, 8)

    # A fixed seat and the numbers of the tables are forms of their own, with their own answers.
    stays = page.get_by_role("region", name="Player who stays at one table")
    stays.get_by_label("Player").fill("1")
    stays.get_by_label("Table").fill("zwei")
    page.keyboard.press("Enter")
    expect(stays.get_by_text("is not a whole number")).to_be_visible()
    expect(stays.get_by_label("Table")).to_have_value("zwei")
    expect(page.locator("[name=stays-table]")).to_be_focused()
    expect(page.get_by_label("One player")).to_have_value("")
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_text("Request removed:")).to_be_visible()
    assert not event.wishes.exists()
    assert complaints == []
