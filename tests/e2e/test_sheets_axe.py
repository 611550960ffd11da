"""Axe on the score desk with deals entered and with trouble shown: the walk of every page meets neither."""

import pytest
from django.test import Client

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.sheet_entry import ROUND, pad
from tests.helpers.sound import assert_sound
from tests.helpers.totals_grid import state

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
    return f"{live_server.url}/events/{event.slug}/rounds/1"


def test_axe_finds_nothing_on_the_score_desk(page, desk):
    for path in ("tables/2/", "tables/2/deals/", "totals/"):
        page.goto(f"{desk}/{path}")
        if path == "totals/":
            page.locator("#id_t3-ns").fill("99")
            page.locator("#id_t3-ew").fill("x")
            page.locator("#id_t3-ew").press("Enter")
            state(page, 3, "refused")
        assert_sound(page)
