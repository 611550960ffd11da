"""A phone that remembers its player, and pages that lead on: what only a browser shows."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import close, enter, make_published, make_user, play, table_of
from tests.helpers.paper_events import make_evening
from tests.helpers.patience import settle
from tests.helpers.sound import too_wide
from tests.helpers.table_entry import open_tables

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 780}
PUBLIC = ("event", "standings", "seating", "rules", "sign_up")


@pytest.fixture
def evening():
    event = make_published(make_user("dora", name="Dora Director"), players=16, rounds=3)
    enter(table_of(event, 1, 1), 9, 4)
    return event


@pytest.fixture
def phone(page, live_server):
    """A phone that goes to a public page or to a player's own: `phone("standings")`, `phone(player)`."""
    page.set_viewport_size(PHONE)

    def _phone(path):
        page.goto(live_server.url + path)
        return page

    return _phone


def public(event, name="event"):
    return reverse(f"public:{name}", args=[event.slug])


def own(event, number):
    return reverse("player_page:show", args=[event.players.get(number=number).token])


def me(page):
    return page.get_by_role("link", name="Me", exact=True)


class TestMe:
    """Nobody was remembered, and from the own page no tab led back."""

    @pytest.mark.smoke
    def test_the_own_page_is_found_again_from_every_public_page(self, phone, evening, complaints):
        phone(own(evening, 7))
        for then in PUBLIC:
            page = phone(public(evening, then))
            me(page).click()
            expect(page).to_have_url(re.compile(own(evening, 7)))
            expect(me(page)).to_have_attribute("aria-current", "page")
        assert complaints == []

    def test_who_has_found_themselves_by_number_is_remembered(self, phone, evening):
        page = phone(public(evening))
        me(page).click()
        page.get_by_label("Find yourself").fill("7")
        page.keyboard.press("Enter")
        expect(page.locator("#my-name")).to_contain_text("7")
        page.get_by_role("link", name="Standings", exact=True).click()
        expect(page).to_have_url(re.compile("/standings/"))
        me(page).click()
        expect(page.locator("#my-name")).to_contain_text(evening.players.get(number=7).name)

    def test_looking_somebody_else_up_changes_nobody_until_it_is_said_and_not_you_forgets(
        self, phone, evening
    ):
        phone(own(evening, 7))
        page = phone(f"{public(evening)}?player=8")
        expect(me(page)).to_have_attribute("href", own(evening, 7))
        page.get_by_role("button", name="That’s me").click()
        expect(me(page)).to_have_attribute("href", re.compile(r"\?player=8$"))
        phone(public(evening, "standings"))
        expect(me(page)).to_have_attribute("href", re.compile(r"\?player=8$"))
        phone(own(evening, 7))
        page.get_by_role("link", name="Not you?").click()
        expect(page.get_by_label("Find yourself")).to_be_visible()
        expect(me(page)).to_have_attribute("href", re.compile("#find-me$"))

    def test_a_link_that_ended_is_forgotten_and_the_number_stays(self, phone, evening):
        path = own(evening, 7)
        phone(path)
        evening.players.filter(number=7).update(token="another-token-now")
        page = phone(path)
        expect(page.get_by_text("This link opens nothing").first).to_be_visible()
        phone(public(evening))
        expect(me(page)).to_have_attribute("href", re.compile(r"\?player=7$"))

    def test_without_a_script_the_tab_leads_to_the_search(self, browser, live_server, evening):
        context = browser.new_context(java_script_enabled=False, viewport=PHONE)
        page = context.new_page()
        page.goto(live_server.url + public(evening, "standings"))
        me(page).click()
        page.get_by_label("Find yourself").fill("7")
        page.keyboard.press("Enter")
        expect(page.locator("#my-name")).to_contain_text("7")
        expect(me(page)).to_have_attribute("aria-current", "page")
        context.close()


class TestLeadingOn:
    """An answer that the page is no more was told as a dead network."""

    @pytest.fixture
    def at_table(self, page, sit_down, evening):
        """North's phone at table 2, on the page that the score is entered from."""
        page.set_viewport_size(PHONE)
        return sit_down(page, open_tables(evening), number=2)

    def test_a_closed_round_leads_to_the_next_seat_and_offers_no_entry(self, at_table, evening):
        close(evening, despite_missing=True)
        at_table.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(at_table.get_by_role("heading", name="Round 1 is closed")).to_be_visible()
        expect(at_table.locator(".my-seat").first).to_contain_text("Table")
        expect(at_table.get_by_text("Enter the totals")).to_have_count(0)
        expect(at_table.get_by_text("Offline")).to_have_count(0)
        at_table.get_by_role("link", name="Your page").click()
        expect(at_table.locator("#my-name")).to_be_visible()

    def test_a_round_closed_under_the_thumbs_says_so_and_an_empty_report_is_no_lost_network(
        self, at_table, evening
    ):
        """“Not sent yet…” stood above the red error; twice as large, lone marches were too wide."""
        at_table.get_by_role("link", name="Enter the totals").click()
        expect(at_table.get_by_role("button", name="Report this score")).to_be_visible()
        at_table.set_viewport_size({"width": 320, "height": 640})
        at_table.evaluate("document.documentElement.style.fontSize = '225%'")
        assert too_wide(at_table) <= 0
        at_table.evaluate("document.documentElement.style.fontSize = ''")
        at_table.get_by_role("button", name="Report this score").click()
        expect(at_table.locator(".field-bad").first).to_be_visible()
        expect(at_table.locator("[data-waiting]")).to_be_hidden()
        at_table.get_by_label("North–South points").fill("7")
        at_table.get_by_label("East–West points").fill("5")
        close(evening, despite_missing=True)
        at_table.get_by_role("button", name="Report this score").click()
        expect(at_table.get_by_role("heading", name="Round 1 is closed")).to_be_visible()

    def test_a_half_typed_note_is_not_thrown_away(self, phone, evening):
        page = phone(own(evening, 7))
        page.get_by_label("What should the director know?").fill("table 3 has no")
        evening.players.filter(number=7).update(token="another-token-now")
        with page.expect_response("**/live/"):
            page.evaluate(
                "document.activeElement.blur(); document.dispatchEvent(new Event('visibilitychange'))"
            )
        settle(page, 100)
        expect(page.get_by_label("What should the director know?")).to_have_value("table 3 has no")


# The elements whose words are wider than they are, as HTML.
TOO_WIDE = """chosen => [...document.querySelectorAll(chosen)]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
  .map((one) => one.outerHTML.slice(0, 120))"""


BEYOND = "box => box.scrollWidth - box.clientWidth"


class TestNarrowAndLarge:
    def test_letters_of_twice_the_size_fit(self, phone, evening):
        """Tabs overlapped, words broke within, pages were wider than the phone."""
        found = {}
        for path in (
            own(evening, 7),
            f"{public(evening)}?player=7",
            reverse("public:player", args=[evening.slug, 7]),
            *(public(evening, one) for one in PUBLIC),
        ):
            page = phone(path)
            page.evaluate("document.documentElement.style.fontSize = '225%'")
            for width in (320, 390):
                page.set_viewport_size({"width": width, "height": 780})
                wide = too_wide(page)
                if wide > 0 or page.evaluate(TOO_WIDE, ".tabs-public a"):
                    found[path, width] = (wide, page.evaluate(TOO_WIDE, "main *, footer *, .tabs-public a"))
        assert found == {}

    def test_the_standings_fold_to_what_a_phone_holds_and_a_tap_shows_the_rest(
        self, phone, evening, complaints
    ):
        """924 px of standings in 352. Players' wish 6: a player's page from the standings by a tap."""
        page = phone(public(evening, "standings"))
        assert page.locator(".listing-scroll").evaluate(BEYOND) <= 0
        row = page.locator("#p1")
        expect(row.locator(".points")).to_be_visible()
        expect(row.locator(".decided")).to_be_hidden()
        row.get_by_role("button").click()
        expect(page.locator(".fold-more dt:first-child + dd")).to_be_visible()
        enter(table_of(evening, 1, 3), 9, 4)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.get_by_text("2 of 4 tables in")).to_be_visible()
        expect(page.locator(".fold-more")).to_contain_text("Rounds won")
        page.locator("#p1 .points").click()
        expect(page.locator(".fold-more")).to_have_count(0)
        page.get_by_role("button", name="All columns").click()
        expect(page.locator("#p1 .decided")).to_be_visible()
        name = page.locator("#p7").get_by_role("link")
        assert name.bounding_box()["height"] >= 44
        name.click()
        expect(page).to_have_url(re.compile(r"/players/7/$"))
        expect(page.get_by_role("heading", level=1)).to_contain_text("Gwen Gray")
        page.wait_for_load_state()
        assert page.locator(".own-card .listing-scroll").evaluate(BEYOND) <= 0
        assert complaints == []

    def test_a_large_hall_is_a_line_for_each_table_and_a_tap_shows_who_plays(self, phone, sign_in):
        """A round of 40 tables was 10,700 px high, its desk 13,900 and its seating 17,400."""
        event = make_evening(160, 2, played=1)
        sign_in(event.memberships.get().user)
        for name, number in (("public:round", 1), ("public:seating", None), ("rounds:desk", 2)):
            page = phone(reverse(name, args=[event.slug, number] if number else [event.slug]))
            assert page.evaluate("document.documentElement.scrollHeight") < 4_500, name
        who = page.locator("#table-2").get_by_text(table_of(event, 2, 2).seatings.get(seat="N").player.name)
        expect(who).to_be_hidden()
        page.locator("#table-2 summary").click()
        expect(who).to_be_visible()
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator("#table-3 .desk-sides")).to_be_visible()
        expect(page.locator("#table-3 details")).to_have_attribute("open", "")  # not by the style sheet alone
        expect(page.locator("#table-3 summary")).to_be_hidden()

    def test_the_points_are_in_sight_on_the_smallest_phone(self, phone, evening):
        """At 320 px they were beside the screen, behind places won and lost."""
        for number in (2, 3, 4):
            enter(table_of(evening, 1, number), 3, 8)
        close(evening, 1)
        play(evening, 2, 9, 4)
        page = phone(public(evening, "standings"))
        page.set_viewport_size({"width": 320, "height": 640})
        page.reload()
        points = page.locator("#p1 .points").bounding_box()
        assert points["x"] + points["width"] <= 320
        assert page.locator(".listing-scroll").evaluate(BEYOND) <= 0

    def test_rounds_and_cards_of_a_player_fit_the_smallest_phone_and_no_comma_stands_alone(
        self, phone, evening
    ):
        """The column of places was cut at 320 px, and names left their commas on lines of their own;
        “Your card” was 553 px in 352."""
        page = phone(reverse("public:player", args=[evening.slug, 7]))
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.locator(".own-rounds").locator("..").evaluate(BEYOND) <= 0
        alone = """(span) => {
          const comma = [...span.childNodes].find((one) => one.textContent.trim() === ',');
          if (!comma) return null;
          const range = document.createRange();
          range.setStart(comma, 0); range.setEnd(comma, 1);
          const name = [...span.querySelector('a').getClientRects()].at(-1);
          return Math.abs(range.getBoundingClientRect().bottom - name.bottom) > 8;
        }"""
        found = [one.evaluate(alone) for one in page.locator(".own-person").all()]
        assert False in found
        assert True not in found
        page.set_viewport_size(PHONE)
        box = phone(own(evening, 1)).locator(".own-card .listing-scroll")
        assert box.evaluate(BEYOND) <= 0
        box.get_by_role("button").first.click()
        expect(page.locator(".fold-more")).to_contain_text("With and against")

    def test_forced_colours_keep_arrows_and_the_chosen_chip(self, phone, evening):
        """Arrows vanished, the chosen chip looked like the others."""
        page = phone(public(evening, "seating"))
        page.emulate_media(forced_colors="active")
        paint = "link => getComputedStyle(link).backgroundColor"
        chips = page.locator(".round-links a")
        assert chips.nth(0).evaluate(paint) != chips.nth(1).evaluate(paint)
        phone(public(evening, "standings"))
        head = page.locator("th[aria-sort] .listing-sort")
        arrow = head.evaluate("head => getComputedStyle(head, '::after').backgroundColor")
        card = page.evaluate("getComputedStyle(document.querySelector('.listing-scroll')).backgroundColor")
        assert arrow != card
