"""The folder that `publish` writes, opened from the disk: nothing is missing, and no host is asked."""

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.sound import assert_sound
from tournament.services.events import finish_event
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, choose_events, create_season

pytestmark = pytest.mark.django_db(transaction=True)
# The walk of every page looks at the others, as the site shows them.
LOOKED_AT = (".", "events/friday-night-euchre/standings")


@pytest.fixture
def folder(db, settings, tmp_path):
    """A season of one finished evening, published with its styles under the names that a served site has."""
    settings.STORAGES, settings.STATIC_ROOT = django_settings.STORAGES, tmp_path / "collected"
    director = make_user()
    event = make_published(director, players=9, rounds=2)
    for number in (1, 2):
        for table in (1, 2):
            enter(table_of(event, number, table), 9, 4, N=1)
        close_round(event.rounds.get(number=number), by=director, at=NOW)
    finish_event(event, by=director, at=NOW)
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, [event], by=director)
    change_season(season, is_public=True)
    call_command("publish", season.slug, season=True, out=tmp_path / "on a stick", verbosity=0)
    return tmp_path / "on a stick"


def test_every_page_opens_from_the_disk_fits_a_phone_and_leads_on(page, folder, complaints):
    asked, failed = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: failed.append(request.url))
    files = sorted(folder.rglob("*.html"))
    assert len(files) > 25
    fonts = "document.fonts.ready.then(() => [...document.fonts].map((font) => font.status))"
    for file in files:
        page.goto(file.as_uri())
        assert "loaded" in page.evaluate(fonts), file.name
        assert page.locator("h1").count() == 1, file.name
    assert {url for url in asked if not url.startswith((folder.as_uri(), "data:"))} == set()
    assert failed == []
    assert complaints == []
    follow_the_links(page, folder)
    for name in LOOKED_AT:  # last, as axe asks for the styles again, which a page from the disk may not
        page.goto((folder / name / "index.html").as_uri())
        assert_sound(page)


def follow_the_links(page, folder):
    """From the season to a player's page and a round, and back."""
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name="Friday Night Euchre").first.click()
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    page.get_by_role("link", name="Cora Cole").first.click()
    expect(page.get_by_role("heading", name="Cora Cole")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules of this event")).to_be_visible()
    page.get_by_role("link", name="Seating").click()
    page.get_by_role("link", name="Results of round 2").click()
    expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
