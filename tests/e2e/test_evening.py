"""One evening by keyboard alone, from the sign-in to the final standings: no pointer is ever used."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import NAMES, make_user
from tournament.models import Event, Player, Round, Sheet

pytestmark = pytest.mark.django_db(transaction=True)


class Keyboard:
    """Somebody who has only keys: `to` goes on with Tab until the thing wanted has the focus."""

    def __init__(self, page):
        self.page = page

    def to(self, wanted):
        expect(wanted).to_be_visible()
        for _ in range(150):
            if wanted.evaluate("element => element === document.activeElement"):
                return self
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {wanted}")

    def type(self, text):
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)
        return self

    def enter(self):
        self.page.keyboard.press("Enter")
        return self

    def press(self, name):
        """Go to the button or link of this name and use it."""
        wanted = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        return self.to(wanted.first).enter()

    def fill(self, label, text):
        return self.to(self.page.get_by_label(label, exact=True)).type(text)


@pytest.mark.smoke
def test_an_evening_by_keyboard_alone(page, live_server, complaints):
    make_user("dora", name="Dora Director")
    keys = Keyboard(page)
    page.goto(f"{live_server.url}/sign-in/")
    keys.fill("Username", "dora").fill("Password", "dora-secret-1").enter()

    expect(page).to_have_url(re.compile("/events/$"))
    keys.press(re.compile("New event|Make .*event"))
    keys.fill("Name", "Keyboard Night").press("Create event")
    expect(page.get_by_role("heading", name="Keyboard Night")).to_be_visible()
    event = Event.objects.get()
    base = f"{live_server.url}/events/{event.slug}"
    Event.objects.update(round_count=2)

    page.goto(f"{base}/players/import/")
    keys.fill("Players", "\n".join(NAMES[:8])).press("Check the list")
    keys.press(re.compile("^Import 8"))
    expect(page).to_have_url(f"{base}/players/")
    assert Player.objects.count() == 8

    page.goto(f"{base}/check-in/")
    for number in range(1, 9):
        keys.to(page.locator("#id_who")).type(str(number)).enter()
        expect(page.locator("main")).to_contain_text(f"{NAMES[number - 1]} is here")
    page.goto(f"{base}/seating/")
    keys.press("Seat them")
    keys.press(re.compile("^Start round 1"))
    expect(page.get_by_role("heading", name="Seating", exact=True)).to_be_visible()
    assert Round.objects.count() == 2

    for number in (1, 2):
        page.goto(f"{base}/rounds/{number}/totals/")
        expect(page.locator("#id_t1-ns")).to_be_focused()
        for table, (ns, ew) in {1: "86", 2: "59"}.items():
            for key in (ns, "Tab", ew, "Enter"):
                page.keyboard.press(key)
            expect(page.locator(f"[data-row='{table}']")).to_have_attribute("data-state", "saved")
        expect(page.get_by_text("All tables are in")).to_be_visible()
        page.goto(f"{base}/rounds/{number}/close/")
        keys.press(f"Close round {number}")
        expect(page).not_to_have_url(re.compile("/close/$"))
    assert Sheet.objects.filter(counting=True).count() == 4

    page.goto(f"{base}/finish/")
    keys.press("Finish the event")
    expect(page).not_to_have_url(re.compile("/finish/$"))
    assert Event.objects.get().is_finished
    page.goto(f"{live_server.url}/e/{event.slug}/standings/")
    expect(page.get_by_text(NAMES[0])).to_be_visible()
    assert complaints == []
