"""A site as `manage.py serve` sets it up, with its scripts under the names that they are stored under."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.served import served
from tests.helpers.totals_grid import keys, state

DEMO = "friday-night-euchre-demo"
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site with the demonstration: what its terminal says, and its address."""
    with served(tmp_path_factory.mktemp("site")) as (told, port):
        yield told, f"http://127.0.0.1:{port}"


def test_a_table_is_saved_by_modules_under_hashed_names(page, complaints, site):
    told, home = site
    asked, missing = set(), []
    page.on("request", lambda request: asked.add(request.url.split("?")[0]))
    page.on("response", lambda answer: answer.status >= 400 and missing.append(answer.url))
    page.goto(f"{home}/sign-in/")
    page.locator("[name=username]").fill("director")
    page.locator("[name=password]").fill(re.search(r"Password +(\S+)", told.text).group(1))
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("sign-in"))

    page.goto(f"{home}/events/{DEMO}/rounds/6/totals/")
    expect(page.locator("#id_t4-ns")).to_be_focused()
    keys(page, "8 Tab 5 Enter")
    state(page, 4, "saved")

    page.goto(f"{home}/e/{DEMO}/standings/")
    page.get_by_role("button", name="Dark").click()
    page.reload()
    expect(page.locator("#dark-scheme")).to_have_attribute("media", "all")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Auto").click()
    page.reload()
    expect(page.locator("#dark-scheme")).to_have_attribute("media", "(prefers-color-scheme: dark)")
    scripts = {url for url in asked if url.endswith(".js")}
    assert len(scripts) > 20
    assert [url for url in scripts if not HASHED.search(url)] == []
    assert missing == []
    assert complaints == []


LIGHT = 85_000  # bytes of a public page and all it needs, for a phone that comes for the first time


def test_a_public_page_is_light_for_a_phone_that_comes_for_the_first_time(browser, site):
    weights = {}
    for path in ("", "standings/", "seating/", "rules/", "?player=7"):
        context = browser.new_context(viewport={"width": 360, "height": 780})
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        loaded = []
        network.on("Network.loadingFinished", lambda done, to=loaded: to.append(done["encodedDataLength"]))
        page.goto(f"{site[1]}/e/{DEMO}/{path}", wait_until="networkidle")
        weights[path] = sum(loaded)
        context.close()
    assert len(weights) == 5
    assert min(weights.values()) > 1_000
    assert {path: weight for path, weight in weights.items() if weight > LIGHT} == {}
