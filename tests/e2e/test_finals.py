"""Making a final in a browser: a tie at the cut is shown, axe finds nothing, nothing is cut."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tournament.services.events import finish_event
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db(transaction=True)
PICTURES = os.environ.get("FINALS_PICTURES", "")  # a folder, to look at the pages


@pytest.fixture
def event():
    """Eight players who share four places."""
    director = make_user("dora", name="Dora Director")
    event = make_published(director, players=8, rounds=1)
    for number in (1, 2):
        enter(table_of(event, 1, number), 12 - number, 6 - number)
    close_round(event.rounds.get(), by=director, at=NOW)
    finish_event(event, by=director, at=NOW)
    return event


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280), ("light", 1920)])
def test_a_tie_at_the_cut_is_shown_and_settled(page, live_server, sign_in, complaints, event, scheme, width):
    sign_in(event.memberships.get().user)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(live_server.url + reverse("events:overview", args=[event.slug]))
    page.get_by_role("link", name="Make a final").click()
    page.get_by_label("How many play").fill("5")
    page.get_by_role("button", name="Cut there").click()
    expect(page.locator(".final-tied")).to_have_count(2)
    page.wait_for_load_state()
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"final-{width}-{scheme}.png", full_page=True)
    page.locator(".final-tied input").first.check()
    page.get_by_role("button", name="Create event").click()
    expect(page.locator("main")).to_contain_text("created. You are its director.")
    assert complaints == []
