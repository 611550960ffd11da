"""What the hall sees, in a browser: the big screen and phones, as time passes and the server goes."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.sound import assert_sound
from tournament.names import last_name_first
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


def heading(page):
    return page.locator(".board-slide:visible h2")


def tools(page):
    """They are there while somebody moves the pointer."""
    page.mouse.move(300, 300)
    page.mouse.move(310, 310)
    return page


def test_the_big_screen_turns_its_pages_and_comes_round(board):
    seen = []
    for _turn in range(8):
        counted = board.locator("[data-board-page]").text_content()
        seen.append((heading(board).inner_text().split("\n")[0], counted))
        board.clock.run_for(12_000)
    kinds = [re.sub(r" Round.*", "", words) for words, _page in seen]
    assert list(dict.fromkeys(kinds)) == ["Round 1 of 3", "Standings"]
    assert seen[0] in seen[1:]


def test_every_name_comes_into_sight_on_some_page(board, evening):
    tools(board).locator(".board-shows").get_by_text("A to Z").click()
    expect(board.locator("html")).to_have_class(re.compile("board-runs"))
    names = set()
    for _turn in range(8):
        names |= set(
            board.evaluate("""() => {
          const list = document.querySelector('.board-names').getBoundingClientRect();
          return [...document.querySelectorAll('.board-names li')].filter((row) => {
            const at = row.getBoundingClientRect();
            return at.left >= list.left - 1 && at.right <= list.right + 1 && at.bottom <= list.bottom + 1;
          }).map((row) => row.querySelector('bdi').textContent.trim());
        }""")
        )
        board.keyboard.press("ArrowRight")
    everybody = evening.players.values_list("own_name", flat=True)
    assert names == {" ".join(last_name_first(name)).strip() for name in everybody}


def test_type_on_the_big_screen_is_read_from_ten_metres_and_grows(board):
    size = "parseFloat(getComputedStyle(document.querySelector('.board-tables dd')).fontSize)"
    tools(board).locator(".board-shows").get_by_text("Tables").click()
    expect(board.locator("html")).to_have_class(re.compile("board-runs"))
    usual = board.evaluate(size)
    assert usual >= 41
    tools(board).get_by_role("button", name="Larger").click()
    assert board.evaluate(size) >= 1.14 * usual
    board.reload()
    expect(board.locator("html")).to_have_class(re.compile("board-runs"))
    assert board.evaluate(size) >= 1.14 * usual
    board.keyboard.press("-")
    assert board.evaluate(size) == pytest.approx(usual, rel=0.02)


def test_pause_halts_the_pages_and_not_the_news(board, evening):
    tools(board).get_by_role("button", name="Pause").click()
    before = heading(board).inner_text()
    announce(evening, "Round 2 at 20:15", by=evening.memberships.get().user, at=NOW)
    board.clock.run_for(30_000)
    expect(board.get_by_text("Round 2 at 20:15")).to_be_visible()
    assert heading(board).inner_text() == before


def test_a_lost_server_leaves_what_is_shown_and_says_how_old_it_is(board):
    before = board.locator(".board-slides").inner_text()
    tools(board).get_by_role("button", name="Pause").click()
    board.context.set_offline(True)
    board.clock.run_for(11_000)
    expect(board.locator("[data-board-lost]")).to_be_visible()
    board.clock.run_for(130_000)
    expect(board.locator("[data-board-lost]")).to_contain_text("2 min ago")
    assert board.locator(".board-slides").inner_text() == before
    board.context.set_offline(False)
    board.clock.run_for(11_000)
    expect(board.locator("[data-board-lost]")).to_be_hidden()


def test_a_page_out_of_sight_asks_nothing_and_a_lost_server_is_asked_less_often(board):
    asked = []
    board.route("**/board/live/**", lambda route: (asked.append(route.request.url), route.abort()))
    board.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    for _second in range(30):
        board.clock.run_for(1_000)
    assert asked == []
    board.evaluate("Object.defineProperty(document, 'hidden', { value: false })")
    board.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(board.locator("[data-board-lost]")).to_be_visible()
    assert len(asked) == 1
    for _second in range(60):
        board.clock.run_for(1_000)
    assert 3 <= len(asked) <= 8, "every 4 s it would have been 16"
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
    paint = "row => getComputedStyle(row).backgroundColor"
    page.goto(f"{live_server.url}{reverse('public:standings', args=[evening.slug])}#p7")
    mine, other = page.locator("#p7"), page.locator("#p8")
    marked = mine.evaluate(paint)
    assert marked != other.evaluate(paint)
    enter(table_of(evening, 1, 4), 9, 4)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("4 of 10 tables in")).to_be_visible()
    assert mine.evaluate(paint) == marked
    page.get_by_role("link", name="Lone marches").click()
    expect(page.get_by_text("Sorted by: Lone marches.")).to_be_visible()
    assert page.url.endswith("#p7")
    assert mine.evaluate(paint) == marked
    expect(mine).to_be_in_viewport()


def test_a_note_goes_to_the_director_without_a_script(browser, live_server, evening):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('player_page:show', args=[evening.players.get(number=2).token])}")
    page.get_by_label("What should the director know?").fill("table 3 has no cards")
    page.get_by_role("button", name="Send the note").click()
    expect(page.locator("#notes")).to_contain_text("with the director")
    assert evening.notes.get(number=2).text == "table 3 has no cards"
    context.close()


def test_the_big_screen_without_a_script_shows_every_list_in_full(browser, live_server, evening):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('public:board', args=[evening.slug])}")
    assert page.locator(".board-slide:visible").count() == 2
    page.goto(f"{live_server.url}{reverse('public:board', args=[evening.slug])}?show=names")
    assert page.locator(".board-names li:visible").count() == 41
    context.close()
