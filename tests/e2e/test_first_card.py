"""From an empty database to the first tally card: as few clicks as the questions that only a director can
answer. Director finding: it took 16; 12 were asked, and it takes 10."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import make_user
from tests.helpers.patience import paper_at
from tournament.models import Event, Player, Round

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 10
PEOPLE = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]


class Clicks:
    """A mouse that counts; what is typed goes to where the page has put the focus."""

    def __init__(self, page):
        self.page, self.made = page, []

    def on(self, name):
        pressed = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        expect(pressed.first).to_be_visible()
        self.made.append(pressed.first.inner_text().strip())
        pressed.first.click()

    def type(self, field, text):
        expect(self.page.locator(field)).to_be_focused()
        self.page.keyboard.insert_text(text)


def test_sixteen_names_come_to_their_cards_in_at_most_ten_clicks(
    page, live_server, sign_in, complaints, settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    sign_in(make_user("dora", name="Dora Director"))
    clicks = Clicks(page)
    page.goto(f"{live_server.url}/events/")
    clicks.on("New event")
    clicks.type("#id_name", "Friday Night")
    clicks.on("Create event")
    clicks.on("Paste a list")
    clicks.type("#id_text", "\n".join(PEOPLE))
    clicks.on("Check the list")
    clicks.on(re.compile("^Import 16"))
    clicks.on("Check in")
    for number in range(1, 17):
        clicks.type("#id_who", str(number))
        page.keyboard.press("Enter")
        expect(page.locator(".door-figure")).to_have_text(str(number))
    assert Player.objects.filter(status="here").count() == 16
    clicks.on("Draft the seating")
    clicks.on("Publish seating")
    clicks.on("Publish seating")
    assert Round.objects.count() == Event.objects.get().round_count
    with page.context.expect_page() as opened:
        clicks.on("Tally cards")
    address = opened.value.url
    assert "/print/tally-cards.pdf" in address
    assert paper_at(page, address).startswith(b"%PDF-")
    assert len(clicks.made) <= MOST, clicks.made
    assert complaints == []
