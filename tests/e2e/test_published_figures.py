"""A seating beside published figures, in a browser: one link from the seating page, and narrow enough."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import make_published, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_figures_are_one_link_from_the_seating_quality(page, live_server, sign_in, complaints):
    director = make_user("dora")
    event = make_published(director, players=24, rounds=8)
    sign_in(director)
    page.goto(live_server.url + reverse("seating:index", args=[event.slug]))
    page.get_by_text("Seating quality, and who meets whom").click()
    page.get_by_role("link", name="Compare with published figures").click()
    expect(page.get_by_role("heading", name="Published figures", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="This seating 0 0 18")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.locator(".listing-scroll").evaluate("region => region.scrollWidth <= region.clientWidth")
    page.get_by_role("link", name="Seating", exact=True).first.click()
    expect(page.get_by_role("heading", name="Seating", exact=True)).to_be_visible()
    assert complaints == []
