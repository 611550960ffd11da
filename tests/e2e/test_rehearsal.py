"""A rehearsal in a browser: every accident settled where its link leads, by hand."""

import os
import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import make_event, make_players, make_user
from tests.helpers.sound import assert_sound
from tournament.models import Event
from tournament.simulation.events import hasty_planner

pytestmark = pytest.mark.django_db(transaction=True)
LOOK = os.environ.get("LOOK_AT")  # a folder for pictures of what was seen


@pytest.fixture(autouse=True)
def quickly():
    with hasty_planner():
        yield


def seen(page, name):
    if LOOK:
        page.screenshot(path=Path(LOOK) / f"{name}.png", full_page=True)


@pytest.mark.smoke
def test_five_accidents_are_settled_by_hand_on_a_phone_and_nothing_is_left(
    page, live_server, sign_in, complaints
):
    dora = make_user("dora", name="Dora Director")
    event = make_event(dora, features=["rulings", "rehearsal"], name="Friday")
    make_players(event, 9)
    sign_in(dora)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(live_server.url + reverse("events:overview", args=[event.slug]))
    page.get_by_role("link", name="Rehearse tonight").click()
    seen(page, "offer")
    page.get_by_role("button", name="Start the rehearsal").click()
    expect(page.get_by_role("button", name="lay round")).to_be_visible()
    back = page.url
    seen(page, "start")

    def next_one(title, fact=""):
        page.goto(back)
        page.get_by_role("button", name="lay round").click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_text("Nothing here counts")).to_be_visible()
        seen(page, title)
        assert_sound(page)
        found = re.search(fact, page.locator("main .panel").inner_text())
        page.get_by_role("link", name="Do it").click()
        return found[1] if fact else ""

    def settled(answer):
        """Press the answer; the page that it leads to has no such button."""
        button = page.get_by_role("button", name=answer)
        button.click()
        expect(button).to_have_count(0)
        is_settled()

    def is_settled():
        page.goto(back)
        expect(page.get_by_text("You have settled this.")).to_be_visible()

    number = next_one("Somebody goes home", r"number (\d+)")
    page.get_by_label("Who goes home?").fill(number)
    settled("Mark as gone home")

    next_one("A tie")
    page.get_by_role("radio").first.check()
    settled("Save the answer")

    next_one("A renege")
    expect(page.get_by_role("button", name="Make this ruling")).to_be_visible()
    seen(page, "ruling")
    page.goto(back)

    table = next_one("A sheet is missing", r"Table (\d+)")
    page.locator(f"#id_t{table}-ns").fill("9")
    page.locator(f"#id_t{table}-ew").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-row='{table}']")).to_have_attribute("data-state", "saved")
    is_settled()

    table = next_one("A total that cannot be", r"table (\d+)")
    page.locator(f"#id_t{table}-ns").fill("999")
    page.locator(f"#id_t{table}-ew").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-row='{table}']")).to_contain_text("at most")
    seen(page, "impossible")
    page.goto(back.replace("rehearsal/", "print/tally-cards/"))
    expect(page.get_by_text("REHEARSAL").first).to_be_visible()
    seen(page, "paper")
    page.goto(back)
    page.get_by_role("button", name="End the rehearsal and delete it").click()
    expect(page.get_by_text("This is the real evening.")).to_be_visible()
    assert list(Event.objects.all()) == [event]
    assert complaints == []
