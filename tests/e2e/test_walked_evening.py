"""A whole evening with its accidents, walked in a browser as directors do; at the end the referee judges.

Director finding: 27 pasted names, no-shows, a walk-up, one late, one home early, a tie, a doubt, the bell
early, swapped scores, a disputed paper, wrong tables, rulings, a correction, a missing sheet, a finish.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import make_user, table_of
from tests.helpers.patience import paper_at
from tests.helpers.totals_grid import row, state
from tests.referee.referee import differences
from tournament.models import Event, Player, Round, Ruling, Sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]  # a busy machine

# As a director keeps it: a heading, phones, mails, money, ticks, a couple, one man twice.
PASTED = """Friday night euchre
1. Ann Archer, 519.555.0101
2. Ben Baker ben@club.example
3. Cora Cole $10
4. Dan Drew *paid*
5. Eve Ellis
6. Finn Ford - 226.555.0111
7. Gwen Gray
8. Hugh Hart
9. Ida Innes
10. Jack Jones
11. Kay King
12. Leo Lane
13. Meg Moss
14. Ned North
15. Ora Owens
16. Pat Price
17. Quinn Quick
18. Dick Holloway, 226.555.0111
19. Rosa Reed
20. Sam Stone
21. Tess Thorn
22. Ulf Under
23. Vera Voss
24. Will West
25. Xenia York
Ted & Alice Monroe
Ann Archer
"""
ROUNDS = 5
GONE, LATE, HOME = 25, 26, 9


class Walk:
    """A director at one event: goes to pages, presses what is named, types into the grid."""

    def __init__(self, page, site):
        self.page, self.site = page, site

    @property
    def event(self):
        return Event.objects.get()

    def go(self, path=""):
        self.page.goto(f"{self.site}/events/{self.event.slug}/{path}")
        return self

    def press(self, name, *, within=None, exact=False):
        place = within or self.page.locator("main")
        wanted = place.get_by_role("button", name=name, exact=exact).or_(
            place.get_by_role("link", name=name, exact=exact)
        )
        wanted.first.click()
        return self

    def reads(self, *words):
        for some in words:
            expect(self.page.locator("main")).to_contain_text(some)
        return self

    def keys(self, pressed):
        for key in pressed.split():
            self.page.keyboard.press(key)
        return self

    def type(self, field, text):
        """Into the field where the page has put the focus."""
        expect(self.page.locator(field)).to_be_focused()
        self.page.keyboard.insert_text(text)
        return self

    def grid(self, number, tables):
        """The figures of a round's tables by keyboard, from the first missing one on: "7 Tab 5"."""
        self.go(f"rounds/{number}/totals/")
        for table, pressed in tables.items():
            expect(self.page.locator(f"#id_t{table}-ns")).to_be_focused()
            self.keys(f"{pressed} Enter")
        return self

    def all_in(self, number):
        """All tables are in, and the round is closed from the grid."""
        expect(self.page.locator("[data-totals-bar] .all-in")).to_be_visible()
        self.press(re.compile("^Close"))
        expect(self.page.get_by_text(f"Round {number} is closed.")).to_be_visible()


@pytest.fixture
def walk(page, live_server, sign_in, complaints):
    sign_in(make_user("dora", name="Dora Director"))
    yield Walk(page, live_server.url)
    assert complaints == []


def counting(walk, number, table):
    return Sheet.objects.get(table=table_of(walk.event, number, table), counting=True)


def told(walk, number, table):
    sheet = counting(walk, number, table)
    return sheet.ns, sheet.ew


def new_event(walk, name, rounds):
    page = walk.page
    page.goto(f"{walk.site}/events/new/")
    page.locator("#id_name").fill(name)
    page.locator("#id_round_count").fill(str(rounds))
    walk.press("Create event").reads("Add the players")


def judged(walk):
    """The archive as it is downloaded, and what the referee says of it."""
    walk.go("archive/")
    with walk.page.expect_download() as got:
        walk.press("Download the archive")
    return differences(got.value.path().read_bytes())


def take_them_in(walk):
    page = walk.page
    walk.press("Paste a list")
    walk.type("#id_text", PASTED).press("Check the list").reads("3 lines to decide", "Nothing is written yet")
    heading, couple, again = (page.locator("tr", has=page.locator(f"[name=name-{n}]")) for n in (1, 27, 28))
    heading.get_by_label("skip this line").check()
    couple.get_by_label("add as two players").check()
    again.get_by_label("skip this line").check()
    walk.press(re.compile("^Import"))
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    names = list(Player.objects.order_by("number").values_list("own_name", flat=True))
    assert len(names) == 27
    assert names[:4] == ["Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew"]
    assert (names[5], names[17], names[25:]) == ("Finn Ford", "Dick Holloway", ["Ted Monroe", "Alice Monroe"])


def check_them_in(walk):
    """All by number, without waiting for the page; one never comes, one comes for round 2."""
    walk.press("Check in")
    expect(walk.page.locator("#id_who")).to_be_focused()
    for number in (one for one in range(1, 28) if one not in (GONE, LATE)):
        walk.page.keyboard.type(f"{number}\n")
    expect(walk.page.locator(".door-figure")).to_have_text("25")
    walk.go(f"players/{LATE}/status/")
    walk.page.locator("[name=status][value=late]").check()
    walk.page.locator("#id_from_round").select_option("2")
    walk.press("Save the status")
    expect(walk.page).not_to_have_url(re.compile("/status/$"))
    walk.go("check-in/").press("Seat them without the others")


def publish(walk):
    walk.reads("What does a sit-out score?")
    walk.press("Start round 1", exact=True).reads("Choose what a sit-out scores")
    assert not Round.objects.exists()
    walk.page.get_by_label("The player’s own average").check()
    walk.press("Start round 1", exact=True)
    expect(walk.page.get_by_role("heading", name="Seating", exact=True)).to_be_visible()
    assert Round.objects.get(number=1).tables.count() == 6


def print_the_cards(walk):
    page = walk.page
    # Not every Chromium shows a PDF in a page of its own: it is fetched from where the link leads.
    address = page.get_by_role("link", name="Tally cards").first.evaluate("link => link.href")
    assert paper_at(page, address).startswith(b"%PDF-")


def round_one(walk):
    """A tie, a doubt, the bell early: each waits until it is answered; typing goes on."""
    walk.grid(1, {1: "7 Tab 5", 2: "6 Tab 6", 3: "8 Tab 0", 4: "4 Tab 2", 5: "1 0 n Tab 3", 6: "9 Tab 4"})
    for table, asked in {2: "tie", 3: "unlikely", 4: "bell", 6: "saved"}.items():
        state(walk.page, table, asked)
    expect(walk.page.locator("[data-asks]")).to_contain_text("3 tables have a question: 2, 3, 4")
    walk.page.locator("#id_t6-ns").focus()
    walk.keys("q Tab Enter")
    state(walk.page, 2, "saved")
    walk.keys("q Enter")
    state(walk.page, 3, "saved")
    walk.keys("q")
    row(walk.page, 4).get_by_role("button", name="6 of 8 deals").click()
    state(walk.page, 4, "saved")
    walk.all_in(1)
    assert counting(walk, 1, 2).reached_first == "NS"
    assert (told(walk, 1, 3), counting(walk, 1, 4).deals_played) == ((8, 0), 6)
    assert (told(walk, 1, 5), counting(walk, 1, 5).lone_n) == ((10, 3), 1)


def a_walk_up_and_the_late_one(walk):
    """Somebody comes in who is on no list; of the choices the one with the fewest new cards is published."""
    walk.go("check-in/")
    walk.page.keyboard.type(f"{LATE}\n")
    expect(walk.page.locator(".door-figure")).to_have_text("26")
    walk.go("players/add/")
    walk.page.get_by_label("Name", exact=True).fill("Wally Walkup")
    walk.page.get_by_label("Is here already").check()
    walk.press("Add", exact=True).reads("Wally Walkup")
    walk.go("seating/").reads("the seating no longer fits")
    walk.press("See the choices").reads("Fewest new cards")
    walk.press("Choose fewest new cards").press("Publish seating").reads("The seating is published.")
    assert Round.objects.get(number=2).seatings.filter(player__own_name="Wally Walkup").exists() or (
        Round.objects.get(number=3).seatings.filter(player__own_name="Wally Walkup").exists()
    )


def round_two(walk):
    """Two papers change places; another is disputed until the two pairs agree."""
    walk.grid(2, {1: "1 1 Tab 3", 2: "5 Tab 8", 3: "7 Tab 6"})
    state(walk.page, 3, "saved")
    walk.go("rounds/2/").press("Swap the score of table 1")
    walk.page.get_by_label("with table 2, which has 5–8").check()
    walk.page.get_by_label("Reason").fill("the papers lay the wrong way round")
    walk.press("Swap", exact=True).reads("The scores are swapped.")
    assert (told(walk, 2, 1), told(walk, 2, 2)) == ((5, 8), (11, 3))

    walk.go("rounds/2/tables/4/dispute/")
    walk.page.locator("input[name=reason]").fill("both pairs say 7")
    walk.press("Mark as disputed").reads("Table 4: disputed.")
    walk.go().reads("both pairs say 7")
    walk.grid(2, {4: "7 Tab 6", 5: "9 Tab 5", 6: "8 Tab 7"})
    walk.all_in(2)


def round_three(walk):
    """Tables 1 and 2 had sat at each other's place; two rulings, one of which makes a tie."""
    walk.grid(3, {1: "8 Tab 6", 2: "7 Tab 4", 3: "9 Tab 3", 4: "6 Tab 5", 5: "7 Tab 8", 6: "1 0 Tab 2"})
    state(walk.page, 6, "saved")
    norths = [table_of(walk.event, 3, number).seatings.get(seat="N").player for number in (1, 2)]
    walk.go("changes/").press("Two tables sat at each other’s place")
    walk.page.get_by_label("Table", exact=True).fill("1")
    walk.page.get_by_label("and table").fill("2")
    walk.page.get_by_label("What happened").fill("they misread the signs")
    walk.press("Show what changes").press("Confirm change").reads("Who sat where is corrected.")
    assert norths[::-1] == [table_of(walk.event, 3, n).seatings.get(seat="N").player for n in (1, 2)]

    for number, (table, seat) in enumerate(((1, "N"), (3, "E")), start=1):
        walk.go(f"rulings/new/?table={table}&q=did+not+follow+suit").press("Renege: did not follow suit")
        walk.page.locator(f"input[name=offender][value={seat}]").check()
        walk.page.locator("input[name=alone][value='-']").check()
        walk.page.get_by_label("no, change them").check()
        walk.page.get_by_label("What did this table write for that deal?").select_option("nothing")
        if number == 1:
            walk.page.locator("input[name=reached_first][value=NS]").check()
        walk.press("Make this ruling")
        expect(walk.page.get_by_text(f"Ruling {number} is made.")).to_be_visible()
    assert Ruling.objects.count() == 2
    assert (told(walk, 3, 1), counting(walk, 3, 1).winner) == ((8, 8), "NS")
    assert told(walk, 3, 3) == (11, 3)
    walk.go("rounds/3/totals/").all_in(3)


def a_correction_of_a_closed_round(walk):
    walk.go("rounds/2/totals/")
    walk.page.locator("#id_t5-ew").fill("6")
    walk.keys("Enter")
    state(walk.page, 5, "refused")
    walk.page.locator("#reason").fill("a 6 read as a 5")
    walk.keys("Enter")
    state(walk.page, 5, "changes")
    row(walk.page, 5).get_by_role("button", name="Accept the correction").click()
    state(walk.page, 5, "saved")
    assert told(walk, 2, 5) == (9, 6)
    assert counting(walk, 2, 5).reason == "a 6 read as a 5"


def one_goes_home(walk):
    walk.go("changes/gone/")
    walk.page.get_by_label("Who goes home?").fill(str(HOME))
    walk.press("Mark as gone home").reads("the seating no longer fits")
    walk.press("Choose fewest new cards").press("Publish seating").reads("The seating is published.")
    assert not Round.objects.get(number=5).seatings.filter(player__number=HOME).exists()


def a_sheet_is_missing(walk):
    """Round 4 is closed without table 6: every page says so in red until the sheet turns up."""
    walk.grid(4, {1: "7 Tab 6", 2: "8 Tab 5", 3: "9 Tab 4", 4: "6 Tab 7", 5: "5 Tab 8"})
    state(walk.page, 5, "saved")
    walk.go("rounds/4/").press("Close round 4 with sheets missing")
    walk.page.get_by_label("Close the round all the same").check()
    walk.press("Close round 4").reads("Round 4 is closed.")
    walk.grid(5, {1: "7 Tab 6", 2: "8 Tab 5", 3: "9 Tab 4", 4: "6 Tab 7", 5: "5 Tab 8", 6: "7 Tab 4"})
    expect(walk.page.locator(".notice-bad").first).to_be_hidden()
    walk.all_in(5)
    missing = "Round 4, table 6 has no sheet"
    for path in ("", "rounds/4/", "standings/", "finish/"):
        walk.go(path)
        expect(walk.page.locator(".notice-bad", has_text=missing).first).to_be_visible()
    walk.page.goto(f"{walk.site}/e/{walk.event.slug}/standings/")
    expect(walk.page.locator(".notice-bad").first).to_contain_text("Round 4")
    walk.go("finish/").press("Finish the event").reads("Tick every table that stays without a sheet")
    assert not walk.event.is_finished
    walk.go("rounds/4/totals/")
    walk.page.locator("#reason").fill("it lay under the teapot")
    walk.page.locator("#id_t6-ns").focus()
    walk.keys("8 Tab 6 Enter")
    state(walk.page, 6, "changes")
    row(walk.page, 6).get_by_role("button", name="Accept the correction").click()
    state(walk.page, 6, "saved")


def finish(walk):
    walk.go("finish/").reads("Every round is closed.")
    expect(walk.page.locator(".checklist-open")).to_have_count(0)
    walk.press("Finish the event")
    expect(walk.page).not_to_have_url(re.compile("/finish/$"))
    assert walk.event.is_finished


def test_an_evening_with_every_accident_ends_as_the_referee_says(walk, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    new_event(walk, "Friday Night", ROUNDS)
    take_them_in(walk)
    check_them_in(walk)
    publish(walk)
    print_the_cards(walk)
    round_one(walk)
    a_walk_up_and_the_late_one(walk)
    round_two(walk)
    round_three(walk)
    a_correction_of_a_closed_round(walk)
    one_goes_home(walk)
    a_sheet_is_missing(walk)
    finish(walk)
    assert judged(walk) == []
    walk.page.goto(f"{walk.site}/e/{walk.event.slug}/final/")
    expect(walk.page.locator("main")).not_to_contain_text(Player.objects.get(number=GONE).name)
