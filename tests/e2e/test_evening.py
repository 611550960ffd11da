"""Two evenings by keyboard alone, from the sign-in to the prizes: no pointer is ever used.

What was typed is summed beside the site (`tests/hands/ledger.py`), and that is what every page has to say.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.hands.ledger import RULES, Award, Ledger, Paper
from tests.helpers.factories import NAMES, make_user
from tests.helpers.patience import paper_at
from tests.helpers.totals_grid import state

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

    def choose(self, selector):
        """A radio: Tab comes to the first of its group, or the chosen one, and an arrow goes on."""
        wanted = self.page.locator(selector)
        self.to(self.page.locator(f"{selector.partition('[value')[0]}").first)
        for _ in range(8):
            if wanted.is_checked():
                return self
            self.page.keyboard.press(
                "Space" if wanted.evaluate("e => e === document.activeElement") else "ArrowDown"
            )
        raise AssertionError(f"no arrow comes to {selector}")


class Evening:
    """What the keys did, and its ledger."""

    def __init__(self, page, site, seed):
        self.page, self.keys, self.rng = page, Keyboard(page), random.Random(seed)
        self.site, self.players = site, NAMES[: 8 + seed % 2]
        self.ledger = Ledger(RULES["progressive"], "fixed", 6)
        self.ledger.names = dict(enumerate(self.players, start=1))

    def go(self, path):
        self.page.goto(f"{self.base}/{path}")
        return self

    def begin(self):
        keys, page = self.keys, self.page
        page.goto(f"{self.site}/sign-in/")
        keys.fill("Username", "dora").fill("Password", "dora-secret-1").enter()
        expect(page).to_have_url(re.compile("/events/$"))
        keys.press(re.compile("New event|Make .*event"))
        keys.fill("Name", "Keyboard Night").to(page.locator("#id_players")).type("\n".join(self.players))
        keys.to(page.locator("#id_round_count")).type("2").press(re.compile("Seat them"))
        expect(page.get_by_role("button", name="Start round 1", exact=True)).to_be_visible()
        self.base = page.url.partition("/seating/")[0]
        if len(self.players) > 8:
            keys.choose("[name=bye_mode][value=fixed]").to(page.locator("[name=bye_points]")).type("6")
        keys.to(page.get_by_role("button", name="Start round 1", exact=True)).enter()
        expect(page.get_by_text("Round 1 has started.")).to_be_visible()
        cards = page.get_by_role("link", name="Tally cards").first
        assert paper_at(page, cards.evaluate("link => link.href")).startswith(b"%PDF-")

    def type_round(self, number):
        """Two rows as fast as keys go; who sits where is read off the page that they are typed on."""
        page, ledger = self.page, self.ledger
        self.go(f"rounds/{number}/totals/")
        expect(page.locator("#id_t1-ns")).to_be_focused()
        ledger.seats[number] = {}
        for table in (1, 2):
            sitters = page.locator(f"[data-row='{table}'] .sitter").all_inner_texts()
            chairs = [re.match(r"([NESW])\s*(\d+)", text) for text in sitters]
            ledger.seats[number][table] = {chair[1]: int(chair[2]) for chair in chairs}
        seated = {who for seats in ledger.seats[number].values() for who in seats.values()}
        ledger.out[number] = frozenset(ledger.names.keys() - seated)
        for table in (1, 2):
            ns, lone = self.rng.choice((5, 6, 8, 9, 10)), self.rng.random() < 0.5
            ew = 13 - ns
            pressed = [*str(ns), "Tab", *str(ew), *(["Tab", "1"] if lone else []), "Enter"]
            for key in pressed:
                page.keyboard.press(key)
            ledger.papers[number, table] = Paper({"NS": ns, "EW": ew}, {"N": 1} if lone else {})
        for table in (1, 2):
            state(page, table, "saved")

    def renege(self):
        """North of table 1 did not follow suit; nothing of that deal is in the totals."""
        page, keys = self.page, self.keys
        self.go("rulings/new/?table=1&q=did+not+follow+suit")
        keys.press("Renege: did not follow suit")
        keys.choose("input[name=offender][value=N]").choose("input[name=alone][value='-']")
        keys.choose("input[name=included][value=no]").to(
            page.get_by_label("What did this table write for that deal?")
        )
        page.keyboard.press("ArrowDown")
        paper = self.ledger.papers[1, 1]
        paper.awards[1] = Award({"EW": 2}, {}), "no"
        if paper.side("NS") == paper.side("EW"):
            paper.first = "EW"
            keys.choose("input[name=reached_first][value=EW]")
        keys.press("Make this ruling")
        expect(page.get_by_text("Ruling 1 is made.")).to_be_visible()

    def close(self, number):
        self.go(f"rounds/{number}/close/").keys.press(f"Close round {number}")
        expect(self.page).not_to_have_url(re.compile("/close/$"))
        self.ledger.closed.add(number)
        self.compare()

    def compare(self):
        places = self.ledger.places(self.ledger.names)
        sums = {one: self.ledger.sum(one) for one in self.ledger.names}
        told = {one: (places[one], total.points, total.won, total.lone) for one, total in sums.items()}
        self.go("standings/")
        lines = [row.split("\t") for row in self.page.locator("table.standings tbody tr").all_inner_texts()]
        found = {int(line[1]): tuple(map(int, (line[0], *line[3:6]))) for line in lines}
        assert found == told

    def prizes(self):
        """Twenty dollars for the first place, split where it is shared."""
        page = self.page
        self.go("prizes/settings/").keys.to(page.locator("[name=places]")).type("$20").press("Save")
        first = [one for one, place in self.ledger.places(self.ledger.names).items() if place == 1]
        expect(page.locator(".prize-taker")).to_have_count(len(first))
        for one in first:
            expect(page.locator(".prize-table")).to_contain_text(self.ledger.names[one])
        self.go("finish/").keys.press("Finish the event")
        expect(page.get_by_role("heading", name="Winners")).to_be_visible()
        winners = page.locator(".winners .is-first bdi").all_inner_texts()
        assert sorted(winners) == sorted(self.ledger.names[one] for one in first)


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.smoke), 2])
def test_an_evening_by_keyboard_alone(page, live_server, complaints, settings, tmp_path, seed):
    settings.DATA_DIR = tmp_path
    make_user("dora", name="Dora Director")
    evening = Evening(page, live_server.url, seed)
    evening.begin()
    evening.type_round(1)
    evening.renege()
    evening.close(1)
    evening.type_round(2)
    evening.close(2)
    evening.prizes()
    assert complaints == []
