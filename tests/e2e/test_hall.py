"""What the hall sees, in a browser: the big screen and phones, as time passes and the server goes."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.patience import settle
from tests.helpers.sound import assert_sound
from tournament.services.notes import announce, send_note

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Forty-one players in the first of three rounds, some tables in."""
    event = make_published(make_user("dora", name="Dora Director"), players=41, rounds=3)
    for number in (1, 2, 3):
        enter(table_of(event, 1, number), 9, 4)
    announce(event, "Supper is in the kitchen", by=event.memberships.get().user, at=NOW)
    send_note(event.players.get(number=1), "our round 1 was 9, not 6", at=NOW)
    event.refresh_from_db()
    return event


@pytest.fixture
def board(page, live_server, evening, complaints):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"{live_server.url}{reverse('public:board', args=[evening.slug])}")
    expect(page.locator("html")).to_have_class(re.compile("board-runs"))
    yield page
    assert complaints == []


# The heading of the slide that is shown, and which of its pages.
AT = """() => {
  const slide = document.querySelector('[data-slide]:not([hidden])');
  return [slide.querySelector('h2').innerText.split('\\n')[0].replace(/ Round.*/, ''),
    document.querySelector('[data-board-page]').textContent];
}"""


def heading(page):
    return page.locator(".board-slide:visible h2")


def press(page, name):
    """Press one of the tools, even while they rest because nobody moves the pointer."""
    page.get_by_role("button", name=name, include_hidden=True).dispatch_event("click")


def show(page, name, part):
    """Go to a part of the board by its tools."""
    page.locator(".board-shows").get_by_text(name).dispatch_event("click")
    expect(page).to_have_url(re.compile(f"show={part}"))
    expect(page.locator("html")).to_have_class(re.compile("board-runs"))


def test_the_big_screen_turns_its_pages_until_pause_and_a_lost_server_says_how_old_they_are(board, evening):
    seen = []
    for _turn in range(8):
        seen.append(tuple(board.evaluate(AT)))
        board.clock.run_for(12_000)
    kinds = [words for words, _page in seen]
    assert set(kinds) == {"Round 1 of 3", "Standings"}  # a slow machine may have turned one before
    assert seen[0] in seen[1:]
    press(board, "Pause")
    at = heading(board).inner_text()
    announce(evening, "Round 2 at 20:15", by=evening.memberships.get().user, at=NOW)
    board.clock.run_for(30_000)
    expect(board.get_by_text("Round 2 at 20:15")).to_be_visible()
    assert heading(board).inner_text() == at
    before = board.locator(".board-slides").inner_text()
    board.context.set_offline(True)
    board.clock.run_for(11_000)
    expect(board.locator("[data-board-lost]")).to_be_visible()
    board.clock.run_for(130_000)
    expect(board.locator("[data-board-lost]")).to_contain_text(re.compile("[2-9] min ago"))
    assert board.locator(".board-slides").inner_text() == before
    board.context.set_offline(False)
    board.clock.run_for(11_000)
    expect(board.locator("[data-board-lost]")).to_be_hidden()


def test_type_on_the_big_screen_is_read_from_ten_metres_and_grows(board):
    size = "parseFloat(getComputedStyle(document.querySelector('.board-tables dd')).fontSize)"
    show(board, "Tables", "tables")
    usual = board.evaluate(size)
    assert usual >= 41
    press(board, "Larger")
    board.wait_for_function(f"{size} >= {1.14 * usual}")
    board.reload()
    board.wait_for_function(f"{size} >= {1.14 * usual}")
    board.keyboard.press("-")
    board.wait_for_function(f"Math.abs({size} - {usual}) <= {0.02 * usual}")


def test_a_page_out_of_sight_asks_nothing_and_a_lost_server_is_asked_less_often(board):
    asked = []
    board.route("**/board/live/**", lambda route: (asked.append(route.request.url), route.abort()))
    board.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    settle(board, 100)
    asked.clear()  # before the page was out of sight
    board.clock.run_for(30_000)
    settle(board, 100)
    assert asked == []
    board.evaluate("Object.defineProperty(document, 'hidden', { value: false })")
    board.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(board.locator("[data-board-lost]")).to_be_visible()
    first = len(asked)
    assert first >= 1
    for _second in range(60):
        board.clock.run_for(1_000)
    assert 3 <= len(asked) - first + 1 <= 8, "every 4 s it would have been 16"
    with board.expect_request("**/board/live/**"):
        board.evaluate("dispatchEvent(new Event('online'))")


def test_a_phone_refreshes_itself_and_keeps_what_it_has_when_the_server_is_lost(
    page, live_server, evening, complaints
):
    page.set_viewport_size({"width": 360, "height": 780})
    page.clock.install()
    own = reverse("player_page:show", args=[evening.players.get(number=1).token])
    page.goto(f"{live_server.url}{own}")
    seat = page.locator(".my-seat").first.inner_text()
    announce(evening, "Round 2 at 20:15", by=evening.memberships.get().user, at=NOW)
    page.clock.run_for(11_000)
    expect(page.get_by_text("Round 2 at 20:15")).to_be_visible()
    page.context.set_offline(True)
    page.clock.run_for(11_000)
    expect(page.get_by_text("Offline: showing the last update")).to_be_visible()
    assert page.locator(".my-seat").first.inner_text() == seat
    assert complaints == []


def test_the_rules_fit_four_screens_of_a_phone_and_unfold(page, live_server, evening):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{live_server.url}{reverse('public:rules', args=[evening.slug])}")
    assert page.evaluate("document.documentElement.scrollHeight") < 4 * 780
    renege = page.get_by_text("Renege: did not follow suit")
    expect(renege).to_be_hidden()
    page.get_by_role("heading", name="Penalties").click()
    expect(renege).to_be_visible()
    assert_sound(page)


def test_ones_own_line_stays_marked_when_the_list_refreshes_and_is_sorted(page, live_server, evening):
    page.goto(f"{live_server.url}{reverse('public:standings', args=[evening.slug])}#p7")
    mine, other = page.locator("#p7"), page.locator("#p8")
    marked = mine.evaluate("row => getComputedStyle(row).backgroundColor")
    expect(other).not_to_have_css("background-color", marked)
    enter(table_of(evening, 1, 4), 9, 4)
    (link := page.get_by_role("link", name="Lone marches")).focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("4 of 10 tables in")).to_be_visible()
    expect(link).to_be_focused()
    expect(mine).to_have_css("background-color", marked)
    link.click()
    expect(page.get_by_text("Sorted by: Lone marches.")).to_be_visible()
    expect(page).to_have_url(re.compile("#p7$"))
    expect(mine).to_have_css("background-color", marked)
    expect(mine).to_be_in_viewport()


def test_the_big_screen_without_a_script_shows_every_list_in_full(browser, live_server, evening):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('public:board', args=[evening.slug])}")
    expect(page.locator(".board-slide:visible")).to_have_count(2)
    page.goto(f"{live_server.url}{reverse('public:board', args=[evening.slug])}?show=names")
    expect(page.locator(".board-names li:visible")).to_have_count(41)
    context.close()
