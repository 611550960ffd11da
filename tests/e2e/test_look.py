"""The frame and the components in a browser: keys, choices that last, reflow, axe over the style guide."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.patience import settle
from tests.helpers.sound import too_wide

SECTIONS = ["Desk", "Players", "Seating", "Rounds", "Rulings", "Standings", "Print", "History", "Settings"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guide(page: Page, live_server, settings) -> Page:
    settings.DEBUG = True
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/style-guide/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Style guide")
    return page


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()")


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def test_no_page_scrolls_sideways(guide):
    for width in (320, 360, 1280, 1920):
        guide.set_viewport_size({"width": width, "height": 780})
        assert too_wide(guide) <= 0, width


def test_the_grid_moves_like_a_spreadsheet(guide):
    for keys, ends_in in {
        "9 Tab 1 2 Enter": "ns-2",
        "9 Enter": "ns-2",
        "Tab Enter Tab": "ew-2",
        "ArrowRight ArrowDown": "ew-2",
        "ArrowDown ArrowDown ArrowUp": "ns-2",
        "ArrowUp": "ns-1",
        "Enter Enter Enter": "Save all",
        "Enter Shift+Enter": "ns-1",
    }.items():
        guide.focus("[name=ns-1]")
        press(guide, keys)
        assert focused(guide) == ends_in, keys
    guide.fill("[name=ns-1]", "9")
    guide.focus("[name=ew-1]")
    guide.focus("[name=ns-1]")
    press(guide, "1 2 Escape")
    expect(guide.locator("[name=ns-1]")).to_have_value("9")


def test_a_row_speaks_up_when_it_is_left_changed_and_only_then(guide):
    guide.evaluate(
        "window.left = []; document.addEventListener('row:left', (e) => left.push(e.target.rowIndex))"
    )
    guide.focus("[name=ns-1]")
    press(guide, "9 Tab Enter ArrowDown ArrowUp")
    assert guide.evaluate("left") == [1]


def test_the_chosen_scheme_outlasts_the_page_and_auto_forgets_it(guide):
    scheme = guide.locator("#dark-scheme")
    guide.get_by_role("button", name="Dark").click()
    guide.reload()
    expect(scheme).to_have_attribute("media", "all")
    guide.get_by_role("button", name="Auto").click()
    guide.reload()
    expect(scheme).to_have_attribute("media", "(prefers-color-scheme: dark)")


def test_shortcut_keys_act_outside_fields_until_they_are_switched_off(guide):
    guide.evaluate("document.activeElement.blur()")
    plain = guide.url
    press(guide, "b")
    expect(guide).to_have_url(re.compile("#buttons$"))
    guide.goto(plain)
    guide.get_by_role("button", name="No shortcuts").click()
    guide.evaluate("document.activeElement.blur()")
    press(guide, "b")
    settle(guide, 100)
    expect(guide).to_have_url(plain)


def test_every_section_is_within_the_thumb_s_reach_without_a_script(browser, live_server, settings):
    settings.DEBUG = True
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.goto(f"{live_server.url}/style-guide/")
    bar = page.locator(".thumb-bar")
    bar.locator("summary").click()
    for name in SECTIONS:
        expect(bar.get_by_role("link", name=name, exact=True)).to_be_in_viewport()
    context.close()
