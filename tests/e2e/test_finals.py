"""Making a final in a browser: a tie at the cut is shown and settled."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tournament.services.events import finish_event
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_a_tie_at_the_cut_is_shown_and_settled(page, live_server, sign_in, complaints, event):
    sign_in(event.memberships.get().user)
    page.goto(live_server.url + reverse("events:overview", args=[event.slug]))
    page.get_by_role("link", name="Make a final").click()
    page.get_by_label("How many play").fill("5")
    page.get_by_role("button", name="Cut there").click()
    expect(page.locator(".final-tied")).to_have_count(2)
    page.locator(".final-tied input").first.check()
    page.get_by_role("button", name="Create event").click()
    expect(page.locator("main")).to_contain_text("created. You are its director.")
    assert complaints == []
