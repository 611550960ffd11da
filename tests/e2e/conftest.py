"""Browser tests: Debian's Chromium against a live server, signed in without the sign-in page.

They are a call of their own, because Playwright's event loop needs `DJANGO_ALLOW_ASYNC_UNSAFE=true`:
`DJANGO_ALLOW_ASYNC_UNSAFE=true pytest tests/e2e -o addopts="--import-mode=importlib"`.
"""

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers import machine
from tests.helpers.factories import table_of
from tests.helpers.table_entry import link_of

PAINTED = "() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """A database in a file, as a hall has it: the usual one in memory locks whole tables among threads."""
    database = connection.settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def browser_type_launch_args():
    """The system's Chromium or Chrome, or Playwright's own; `CHROMIUM` names another one."""
    return {"executable_path": machine.browser(), "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def browser(browser):
    """Two cores may be busy: a test should fail for what it says, not at Playwright's half minute."""
    open_context = browser.new_context

    def patient_context(**options):
        context = open_context(**options)
        context.set_default_timeout(120_000)
        return context

    browser.new_context = patient_context
    expect.set_options(timeout=20_000)
    return browser


@pytest.fixture
def sign_in(context, live_server):
    """Give this browser a session: `sign_in(user)`."""

    def _sign_in(user, within=context):
        client = Client()
        client.force_login(user)
        cookie = client.cookies[django_settings.SESSION_COOKIE_NAME]
        within.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return _sign_in


@pytest.fixture
def complaints(page):
    """What the browser complained about: script errors and refused policies. A test ends with none.

    Left out is what is no fault: its note of each answer that is not 200.
    """
    heard = []

    def listen(message):
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            heard.append(message.text)

    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", listen)
    return heard


@pytest.fixture
def at(page, live_server, sign_in, complaints):
    """Open a page of an event, by its path, for its director: `at(event, "cards/")`."""

    def opened(event, path=""):
        sign_in(event.memberships.get(role="director").user)
        page.goto(f"{live_server.url}/events/{event.slug}/{path}")
        return page

    yield opened
    assert complaints == []


@pytest.fixture
def sit_down(live_server):
    """Let a page be a phone at a table: it gives the PIN and says who it is."""

    def seated(page, event, seat="N", number=1):
        page.goto(live_server.url + reverse("table_entry:show", args=[link_of(event, number).token]))
        page.get_by_label("PIN of this table").fill(link_of(event, number).pin)
        page.get_by_role("button", name="Continue").click()
        player = table_of(event, 1, number).seatings.get(seat=seat).player
        page.get_by_role("button", name=player.name).click()
        expect(page.get_by_text("You are")).to_be_visible()
        return page

    return seated


@pytest.fixture
def open_grid(at):
    """Open the totals of an event's first round; keys may be typed once this returns."""

    def opened(event):
        page = at(event, "rounds/1/totals/")
        expect(page.locator("#id_t1-ns")).to_be_focused()
        page.evaluate(PAINTED)
        return page

    return opened


@pytest.fixture
def grid(open_grid, evening):
    """The totals grid of round 1 of a test's own `evening`."""
    return open_grid(evening)


@pytest.fixture
def cards(page, at, evening):
    """The page that cards of the test's own `evening` are typed on."""
    page.emulate_media(reduced_motion="reduce")
    at(evening, "cards/")
    expect(page.locator("[name=card]")).to_be_focused()
    return page
