"""The frame in a browser: shortcut keys, sections within a thumb's reach."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.factories import make_published
from tests.helpers.patience import settle

SECTIONS = ["Desk", "Players", "Seating", "Rounds", "Rulings", "Standings", "Print", "History", "Settings"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address(live_server, director):
    """The desk of an evening under way."""
    return f"{live_server.url}/events/{make_published(director).slug}/"


@pytest.fixture
def desk(page: Page, address, director, sign_in) -> Page:
    sign_in(director)
    page.goto(address)
    return page


def test_shortcut_keys_act_outside_fields_until_they_are_switched_off(desk, address):
    desk.evaluate("document.activeElement.blur()")
    desk.keyboard.press("u")
    expect(desk).to_have_url(re.compile("/undo/"))
    desk.goto(address)
    desk.get_by_role("button", name="No shortcuts").click()
    desk.evaluate("document.activeElement.blur()")
    desk.keyboard.press("u")
    settle(desk, 100)
    expect(desk).to_have_url(address)


def test_every_section_is_within_the_thumb_s_reach_without_a_script(browser, address, director, sign_in):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    sign_in(director, within=context)
    page = context.new_page()
    page.goto(address)
    bar = page.locator(".thumb-bar")
    bar.locator("summary").click()
    for name in SECTIONS:
        expect(bar.get_by_role("link", name=name, exact=True)).to_be_in_viewport()
    context.close()
