"""The score desk for everybody: axe finds nothing on its pages, in light and in dark, with trouble shown."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.sheet_entry import ROUND, pad

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(page, live_server, sign_in):
    """The address of a round with a table of totals, one of deals, and one that is missing."""
    event = make_published(make_user("dora", name="Dora Director"), players=12, rounds=1)
    director = event.memberships.get().user
    enter(table_of(event), 7, 5)
    enter(table_of(event), 6, 6, expected=1)
    client = Client()
    client.force_login(director)
    client.post(f"/events/{event.slug}/rounds/1/tables/2/deals/", pad(("n", 5), *ROUND[1:]))
    sign_in(director)
    page.emulate_media(reduced_motion="reduce")
    return f"{live_server.url}/events/{event.slug}/rounds/1"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_score_desk(page, desk, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("tables/1/", "tables/2/", "tables/2/deals/", "tables/1/revisions/1/restore/", "totals/"):
        page.goto(f"{desk}/{path}")
        if path == "totals/":
            page.locator("#id_t3-ns").fill("99")
            page.locator("#id_t3-ew").fill("x")
            page.locator("#id_t3-ew").press("Enter")
            expect(page.locator("[data-row='3']")).to_have_attribute("data-state", "refused")
        report = Axe().run(page).generate_report()
        assert report.startswith("Found 0"), f"{path}: {report}"
