"""A volunteer's first evening at a laptop: as few clicks as there are questions only a director can answer.

Prints what each part takes beside its bar: `pytest -s`. Director finding: it took 18 clicks to round 1,
2 from round to round, 11 to the results.
"""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import expect

from tests.helpers.factories import make_user
from tests.helpers.patience import paper_at
from tests.helpers.totals_grid import type_totals
from tournament.models import Event, Player, Round
from tournament.web.sign_in import make_start_link

pytestmark = pytest.mark.django_db(transaction=True)

BARS = {"the cards of round 1": 7, "the cards of numbers": 5, "each round": 1, "the results": 4}
MOST_PAGES, MOST_DECISIONS = 7, 5
# The names of the fields on a page that nobody has filled in for the director.
UNANSWERED = """() => {
    const open = new Set();
    for (const field of document.querySelectorAll("main form :is(input, select, textarea)")) {
        const alike = [...field.form.elements].filter((one) => one.name === field.name);
        const chosen = field.type === "radio" ? alike.some((one) => one.checked) : field.value !== "";
        if (field.checkVisibility() && !chosen) open.add(field.name);
    }
    return [...open];
}"""
PEOPLE = [f"Player {letter}" for letter in "ABCDEFGH"]


class Clicks:
    """A mouse that counts; what is typed goes to where the page has put the focus."""

    def __init__(self, page):
        self.page, self.made = page, []
        self.pages: set[str] = set()
        page.on("framenavigated", self.saw)

    def saw(self, frame):
        """Note which page of the site this is; a PDF opens beside it; the password is asked once."""
        if frame.parent_frame is None and frame.url.startswith("http"):
            self.pages.add(resolve(urlsplit(frame.url).path).view_name)
            self.pages.discard("accounts:start")

    def named(self, name):
        """The button or link of this name, once it is there."""
        pressed = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        expect(pressed.first).to_be_visible()
        return pressed.first

    def on(self, name):
        pressed = self.named(name)
        self.made.append(pressed.inner_text().strip())
        pressed.click()

    def type(self, field, text):
        expect(self.page.locator(field)).to_be_focused()
        self.page.keyboard.insert_text(text)

    def paper(self, name, file):
        """What opens a PDF beside the page; not every Chromium shows one, so it is fetched."""
        asks = self.page.context.expect_event(
            "request", lambda asked: urlsplit(asked.url).path.endswith(file)
        )
        with asks as asked:
            self.on(name)
        assert paper_at(self.page, asked.value.url).startswith(b"%PDF-")

    def until(self, part):
        """The clicks since the last part must not be more than its bar."""
        print(f"{part}: {len(self.made)} clicks, at most {BARS[part]}: {', '.join(self.made)}")
        assert len(self.made) <= BARS[part], self.made
        self.made = []


def test_a_first_evening_takes_few_clicks(page, live_server, complaints, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    director = make_user("dora", name="Dora Director", is_superuser=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    clicks = Clicks(page)
    page.goto(f"{live_server.url}{make_start_link(director)}")
    clicks.on("Keep the password I have")
    clicks.on("New event")
    expect(page.locator("#id_players")).to_be_focused()
    decisions = page.evaluate(UNANSWERED)
    clicks.type("#id_players", "\n".join(PEOPLE))
    clicks.on("Seat them")
    expect(page.get_by_role("button", name="Print and start round 1")).to_be_visible()
    decisions += page.evaluate(UNANSWERED)
    picture, pair = page.locator(".meets-picture"), page.locator("[data-pair]")
    page.locator("details:has(.meets-picture) > summary").click()
    picture.hover()
    expect(pair).to_have_text(re.compile(r"^\d \w+"))
    picture.hover(position={"x": 1, "y": 1})  # among the numbers at its edge
    expect(pair).to_be_empty()
    clicks.on("Print and start round 1")
    expect(page.get_by_role("heading", name="Tonight’s kit")).to_be_visible()
    assert Player.objects.filter(status="here").count() == 8
    assert Round.objects.get(number=1).status == "open"
    clicks.paper("PDF", "tonight-kit.pdf")
    clicks.until("the cards of round 1")

    clicks.on("Enter round 1")
    clicks.made = []
    rounds = Event.objects.get().round_count
    for number in range(1, rounds + 1):
        type_totals(page, number)
        if number < rounds:
            clicks.on(f"Close, go to round {number + 1}")
            clicks.until("each round")
    clicks.on("Close and finish")
    clicks.on("Finish the event")
    expect(page.get_by_role("heading", name="Winners")).to_be_visible()
    clicks.paper("Print results", "standings.pdf")
    clicks.until("the results")
    print(f"pages: {len(clicks.pages)}, at most {MOST_PAGES}: {', '.join(sorted(clicks.pages))}")
    print(f"decisions: {len(decisions)}, at most {MOST_DECISIONS}: {', '.join(decisions)}")
    assert len(clicks.pages) <= MOST_PAGES
    assert "players" in decisions
    assert len(decisions) <= MOST_DECISIONS
    assert re.search(r"1st \d Player [A-H]", page.locator(".winners").inner_text().replace("\n", " "))
    assert Event.objects.get().is_finished
    assert complaints == []


class Thumb(Clicks):
    """A thumb that presses only what is on the screen of a phone where the page was left."""

    def on(self, name):
        pressed = self.named(name)
        expect(pressed).to_be_in_viewport(ratio=1)
        seen = """button => {
            const box = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 4));
        }"""
        tries = 50  # what comes and goes on a busy machine is waited for
        while not pressed.evaluate(seen):
            tries -= 1
            assert tries, f"something covers {name}"
            self.page.wait_for_timeout(100)
        super().on(name)


def test_a_whole_evening_by_phone_has_every_next_button_on_the_screen_and_numbers_take_fewer_clicks(
    page, live_server, complaints, settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    page.set_viewport_size({"width": 390, "height": 800})
    thumb = Thumb(page)
    director = make_user("dora", name="Dora Director", is_superuser=True)
    page.goto(f"{live_server.url}{make_start_link(director)}")
    Clicks.on(thumb, "Keep the password I have")  # below what it explains
    thumb.on("New event")
    thumb.type("#id_players", "8")
    thumb.on("Seat them")
    thumb.on(re.compile("^Start round 1"))
    assert Player.objects.filter(status="here", own_name="").count() == 8
    page.get_by_role("link", name="Tally cards").first.scroll_into_view_if_needed()
    thumb.paper("Tally cards", "tally-cards.pdf")
    thumb.until("the cards of numbers")
    thumb.on("Enter round 1")
    rounds = Event.objects.get().round_count
    for number in range(1, rounds + 1):
        type_totals(page, number)
        thumb.on(f"Close, go to round {number + 1}" if number < rounds else "Close and finish")
    thumb.on("Finish the event")
    expect(page.get_by_role("heading", name="Winners")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Print results")).to_be_in_viewport()
    assert Event.objects.get().is_finished
    assert complaints == []
