"""A chart of the director's own, in a browser: every answer of its page has nothing for axe."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import make_event, make_players, make_user
from tests.helpers.sound import assert_sound

pytestmark = pytest.mark.django_db(transaction=True)
CHART = "1 2 v 3 4\n5 6 v 7 8\n\n1 3 v 5 7\n2 4 v 6 8"


def test_a_chart_is_corrected_compared_and_used(page, live_server, sign_in, complaints):
    director = make_user("dora")
    event = make_event(director, round_count=2)
    make_players(event, 8)
    sign_in(director)
    page.goto(live_server.url + reverse("own_chart:index", args=[event.slug]))
    page.get_by_role("textbox", name="Chart").fill(CHART.replace("7 8", "7 7"))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2: Player 7 is in this round twice.")
    assert_sound(page)
    page.get_by_role("textbox", name="Chart").fill(CHART)
    page.get_by_role("button", name="Check it again").click()
    expect(page.get_by_role("heading", name="Your chart: 8 players, 2 rounds")).to_be_visible()
    assert_sound(page)
    page.get_by_role("button", name="Propose this seating").click()
    expect(page.get_by_text("Your own chart,")).to_be_visible()
    assert complaints == []
