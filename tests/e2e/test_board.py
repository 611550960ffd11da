"""The big screen in a browser: type that is read from ten metres, few pages, a short cycle, news at once."""

import re
from itertools import product

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.sound import CONTRAST, axe
from tournament.models import Event, Round
from tournament.services import clock
from tournament.services.notes import announce
from tournament.services.rounds import close_round
from tournament.words.names import last_name_first

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [(1280, 720), (3840, 2160), (1080, 1920), (1024, 768)]
ASKED = 11_000  # milliseconds after which the board has asked for what is new
RESTS = 4_100  # milliseconds after which its tools have gone
CAPITALS = 0.668  # of Atkinson Hyperlegible's type
FIRST = (
    "Agnes", "Bert", "Carmen", "Desmond", "Elin", "Frank", "Grace", "Harold", "Inge", "Jim", "Karin", "Lou",
    "Marguerite", "Nadia", "Otis",
)  # fmt: skip
LAST = (
    "Whitlock", "Okafor", "Díaz", "O’Shea", "Sjöberg", "Kowalczyk", "Adeyemi", "Finch", "Vogel", "Tremblay",
    "Hübner", "Castellano", "Lévesque", "Haddad", "Graham", "Dunleavy",
)  # fmt: skip

# What stands on the board now, page by page: for each page the slide, the type of its list and what is cut.
PAGES = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const next = document.querySelector('[data-board-step="1"]');
  const seen = [];
  const stage = document.querySelector('[data-board]');
  for (let n = 0; n < 40; n++) {
    const slide = document.querySelector('[data-slide]:not([hidden])');
    const list = slide.querySelector('.board-list');
    const mark = `${slide.dataset.slide} ${list ? Math.round(list.scrollLeft) : 0}`;
    if (seen.some((one) => one.mark === mark)) break;
    const box = (list ?? slide).getBoundingClientRect();
    const rows = list ? [...list.querySelectorAll('li:not([hidden])')] : [];
    const names = rows.filter((row) => {
      const at = row.getBoundingClientRect();
      return at.left >= box.left - 2 && at.right <= box.right + 2 && at.bottom <= box.bottom + 2;
    }).flatMap((row) => [...row.querySelectorAll('bdi')].map((one) => one.textContent));
    const cut = [...slide.querySelectorAll('bdi, dd')].filter((one) => one.scrollWidth > one.clientWidth + 1
      && getComputedStyle(one).display !== 'inline').length;
    const words = [...document.querySelectorAll('.board-head *, [data-slide]:not([hidden]) *')].filter(
      (one) => one.checkVisibility() && !one.closest('.visually-hidden, .name-number, svg')
      && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
    const least = (some) => Math.min(...some.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    const beside = least(words.filter((one) => !one.closest('.board-list, .board-event')));
    seen.push({ mark, slide: slide.dataset.slide, names, cut, smallest: least(words), beside,
      type: list ? parseFloat(getComputedStyle(list).fontSize) : null });
    next.click();
  }
  return { seen, pages: Number(stage.dataset.pages), head: document.querySelector('.board-event').scrollWidth
    - document.querySelector('.board-event').clientWidth };
}"""


def people(count):
    pairs = list(product(LAST, FIRST))
    return [f"{first} {last}" for last, first in pairs[:count]]


def hall(tables, rounds=2):
    return make_published(players=people(4 * tables), rounds=rounds, movement="seats")


@pytest.fixture
def board(page, live_server, complaints):
    """Opens an event's board on a screen of full HD; nothing may be complained about."""

    def _open(event, query=""):
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{live_server.url}/e/{event.slug}/board/{query}")
        expect(page.locator("html")).to_have_class(re.compile("board-runs"))
        return page

    yield _open
    assert complaints == []


def slide(page):
    return page.locator("[data-slide]:visible").get_attribute("data-slide")


def press(page, name):
    """Press one of the tools, even while they rest because nobody moves the pointer."""
    page.get_by_role("button", name=name, include_hidden=True).dispatch_event("click")


def measured(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    return page.evaluate(PAGES)


@pytest.mark.parametrize("tables", [6, 30, 60])
def test_everybody_finds_their_seat_within_a_minute_in_type_read_from_ten_metres(board, tables):
    """A cycle of 336 s, letters of 0.8 % of an upright screen's height: the board offers several screens."""
    page = board(hall(tables))
    everybody = set(people(4 * tables))
    for width, height in SIZES:
        found = measured(page, width, height)
        seen = found["seen"]
        where = f"{tables} tables at {width} × {height}: {[(s['mark'], s['type']) for s in seen]}"
        # On an upright screen by its shorter side, which is as far as the letters of few go beyond it.
        least = min(one["type"] for one in seen) * CAPITALS
        assert least / (height if tables <= 6 else min(width, height)) >= 0.025, where
        assert min(one["smallest"] for one in seen) * CAPITALS / min(width, height) >= 0.022, where
        # The heading, the address, who sits out, which page: 1.5 % of an upright screen's height.
        assert min(one["beside"] for one in seen) * CAPITALS / height >= 0.022, where
        assert len(seen) == found["pages"], where
        assert len(seen) * 7.5 <= 60, where
        names = {name for one in seen if one["slide"] == "names" for name in one["names"]}
        assert names == {" ".join(last_name_first(name)) for name in everybody}, where
        assert [one["cut"] for one in seen] == [0] * len(seen), where
        assert found["head"] <= 0, where

    found = measured(page, 1080, 1920)["seen"]
    offers = page.locator("[data-board-screens]:not([hidden])")
    page.mouse.move(200, 200)
    page.mouse.move(210, 210)
    if min(one["type"] for one in found) * CAPITALS / 1920 >= 0.0249:
        expect(offers).to_have_count(0)
        assert tables <= 30
        return
    assert tables == 60
    expect(offers).to_be_visible()
    assert page.locator(".board-tools").evaluate("tools => tools.scrollWidth <= tools.clientWidth")
    offers.get_by_role("link", include_hidden=True).first.dispatch_event("click")
    page.wait_for_url(re.compile("part=1of2"))
    expect(page.locator("html")).to_have_class(re.compile("board-runs"))
    seen = measured(page, 1080, 1920)["seen"]
    assert min(one["type"] for one in seen) * CAPITALS / 1920 >= 0.0249, seen
    assert len(seen) * 7.5 <= 60
    expect(offers).to_have_count(0)


@pytest.mark.smoke
def test_a_round_that_changes_is_on_the_screen_at_once(board, page):
    """The seating of the next round came 130 s later."""
    event = hall(15, rounds=3)
    director = event.memberships.get().user
    page.clock.install()
    board(event)
    expect(page.locator('[data-slide="tables"]')).to_be_visible()
    enter(table_of(event, 1, 1), 9, 4)
    page.clock.run_for(ASKED)
    expect(page.locator('[data-slide="play"]')).to_be_visible()
    expect(page.get_by_text("1 of 15 tables in", exact=True)).to_be_visible()
    for table in range(2, 16):
        enter(table_of(event, 1, table), 9, 4)
    page.keyboard.press("ArrowRight")
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    page.clock.run_for(ASKED)
    expect(page.get_by_role("heading", name="Round 2 of 3: find your table")).to_be_visible()
    Round.objects.filter(event=event).update(status="closed")
    announce(event, "Prizes at ten", by=director, at=NOW)
    page.clock.run_for(ASKED)
    expect(page.locator('[data-slide="pause"]')).to_be_visible()
    expect(page.locator(".board-phones .qr")).to_be_visible()


def test_standings_take_two_pages_while_a_round_is_open_and_the_rest_is_on_the_phones(board):
    """It had 28 pages, and the code was gone once play began."""
    event = hall(60)
    enter(table_of(event, 1, 1), 9, 4)
    page = board(event)
    for width, height in SIZES:
        seen = measured(page, width, height)["seen"]
        where = f"{width} × {height}: {seen}"
        pages = [one for one in seen if one["slide"] == "standings"]
        assert 1 <= len(pages) <= 2, where
        assert min(one["type"] for one in pages) * CAPITALS / min(width, height) >= 0.025, where
        expect(page.locator(".board-phones .qr")).to_be_visible()
    while slide(page) != "standings":
        page.keyboard.press("ArrowRight")
    shown = page.locator('[data-slide="standings"] li:not([hidden])').count()
    expect(page.locator("[data-board-more]")).to_have_text(f"{240 - shown} more on your phone")


def test_two_screens_side_by_side_have_half_of_everything_in_larger_type(board):
    event = hall(30)
    sizes = []
    for query in ("?show=names", "?show=names&part=1of2", "?show=names&part=2of2"):
        page = board(event, query)
        seen = measured(page, 1920, 1080)["seen"]
        sizes.append((len(seen), {name for one in seen for name in one["names"]}))
    (whole, everybody), (first, some), (second, others) = sizes
    assert some | others == everybody == {" ".join(last_name_first(name)) for name in people(120)}
    assert not some & others
    assert max(first, second) < whole


def test_the_tools_go_when_nobody_moves_the_pointer_and_the_count_when_all_fits(board, page):
    """Hidden only by the button, not by F11; "1 / 2" stayed after all fitted."""
    page.clock.install()
    board(hall(15), "?show=names")
    tools, count = page.locator(".board-tools"), page.locator("[data-board-page]")
    expect(count).to_have_text(re.compile(r"^1 / \d$"))
    page.clock.run_for(RESTS)
    expect(tools).to_be_hidden()
    page.mouse.move(200, 200)
    page.mouse.move(210, 210)
    expect(tools).to_be_visible()
    for _press in range(3):
        press(page, "Smaller")
    expect(count).to_be_hidden()
    page.clock.run_for(RESTS)
    expect(tools).to_be_hidden()
    page.keyboard.press("Tab")
    expect(tools).to_be_visible()


def test_the_clocks_digits_take_three_tenths_of_the_height_and_the_last_minute_is_held(board, page):
    """ "left" was as large as the digits; upright 80 % was empty, and the slides turned away at 0:10."""
    event = hall(6)
    director = event.memberships.get().user
    clock.start(event.rounds.get(number=1), by=director, at=timezone.now(), minutes=2)
    enter(table_of(event, 1, 1), 9, 4)
    page.clock.install()
    board(event)
    expect(page.locator('[data-slide="play"]')).to_be_visible()
    page.clock.run_for(1_000)
    size = "parseFloat(getComputedStyle(document.querySelector('[data-slide=play] .clock-digits')).fontSize)"
    page.wait_for_function(f"{size} * {CAPITALS} / innerHeight > 0.3")
    expect(page.locator(".board-tiles li:not(.is-awaited)")).to_contain_text("1")
    while slide(page) == "play":
        page.keyboard.press("ArrowRight")
    page.clock.run_for(65_000)
    assert slide(page) == "play"
    page.clock.run_for(30_000)
    assert slide(page) == "play"


def test_standings_slide_as_sheets_come_in_except_where_no_motion_is_wanted(board, page):
    event = hall(6)
    enter(table_of(event, 1, 1), 9, 4)
    page.add_init_script("""const animate = Element.prototype.animate; window.slid = 0;
      Element.prototype.animate = function (...how) { slid += 1; return animate.apply(this, how); };""")
    for table, motion in ((2, "reduce"), (3, "no-preference")):
        page.emulate_media(reduced_motion=motion)
        board(event, "?show=standings")
        enter(table_of(event, 1, table), 9 + table, 4)
        expect(page.get_by_text(f"{table} of 6 tables in")).to_be_visible(timeout=8_000)
        assert (page.evaluate("slid") > 0) == (motion != "reduce")


def test_a_name_breaks_only_where_letters_gain_much_and_the_events_is_read_whole_beside_the_clock(board):
    """It was cut at 27 % of the width."""
    event = hall(3)
    event.name = "The Great Friday Night Progressive Euchre Evening of the Parish of St Anne in the Fields"
    event.save()
    clock.start(event.rounds.get(number=1), by=event.memberships.get().user, at=timezone.now(), minutes=20)
    page = board(event, "?show=names")
    letters = page.locator(".board-letter:not(.is-again)").all_inner_texts()
    assert letters == ["W", "W"]  # again where the second column begins
    for width, height in SIZES:
        assert measured(page, width, height)["head"] <= 0  # once its letters have their size
        assert page.evaluate("document.querySelector('.board-head').scrollWidth <= innerWidth")
        expect(page.locator(".board-clock .clock-time")).to_be_visible()
        heights = page.evaluate(
            "[...document.querySelectorAll('.board-names li')].map((row) => row.clientHeight)"
        )
        assert max(heights) < 1.5 * min(heights), (width, height, heights)


def test_when_the_time_is_up_everybody_sees_it_and_a_private_event_is_no_lost_connection(board, page):
    event = hall(6)
    director = event.memberships.get().user
    clock.start(event.rounds.get(number=1), by=director, at=timezone.now(), minutes=2)
    page.clock.install()
    board(event)
    expect(page.locator('[data-slide="play"]')).to_be_hidden()
    page.clock.run_for(120_000)
    expect(page.locator('[data-slide="play"] .clock-time')).to_have_text("Time is up")
    page.wait_for_function(
        "document.querySelector('.clock-time').getBoundingClientRect().width / innerWidth > 0.5"
    )
    Event.objects.update(is_public=False, live_version=99)
    page.clock.run_for(ASKED)
    expect(page.get_by_text("This event is not shown in public any more.")).to_be_visible()
    expect(page.locator("[data-board-lost]")).to_be_hidden()


def test_after_a_reload_the_bell_says_that_it_waits_for_a_key(board):
    """It claimed to be on and had no sound."""
    page = board(hall(6))
    bell = page.get_by_role("button", name="Bell", include_hidden=True)
    press(page, "Bell")
    expect(bell).to_have_attribute("aria-pressed", "true")
    waits = page.get_by_text("The bell is silent until someone presses a key here.")
    expect(waits).to_be_hidden()
    page.reload()
    expect(waits).to_be_visible()
    expect(bell).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Shift")
    page.keyboard.press("x")
    expect(waits).to_be_hidden()
    expect(bell).to_have_attribute("aria-pressed", "true")


def test_axe_finds_nothing_in_any_scene(board, page):
    event = hall(6)
    now, director = timezone.now(), event.memberships.get().user

    def sound():
        board(event)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert axe(page) == []
        page.emulate_media(color_scheme="dark")
        assert axe(page, options=CONTRAST) == []

    sound()
    clock.start(event.rounds.get(number=1), by=director, at=now, minutes=20)
    enter(table_of(event, 1, 1), 9, 4)
    sound()
    clock.pause(event.rounds.get(number=1), by=director, at=now)
    announce(event, "Supper", by=director, at=NOW)
    sound()
