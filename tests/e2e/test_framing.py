"""The framed page in a browser: the named site shows it, no other does, and it fits a narrow column."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tournament.services.events import change_event
from tournament.services.groups import change_groups

pytestmark = pytest.mark.django_db(transaction=True)
CLUB, ELSEWHERE, OURS = "https://www.ourclub.example", "https://elsewhere.example", "https://ours.example"
PAGE = '<!doctype html><html lang="en"><title>Our club</title><h1>Our club</h1>{}</html>'


@pytest.fixture
def event(live_server):
    director = make_user()
    event = make_published(director, players=9, rounds=2, name="Friday Night Euchre at the Legion Hall")
    enter(table_of(event, 1, 1), 9, 4, N=1)
    groups = {"ladies": [1, 3, 5], "novices": [3], "Schellenbergerinnen": [3, 4]}
    change_groups(event, groups, {}, by=director, at=NOW)
    return change_event(event, framed_on=CLUB, by=director, at=NOW)


def framed_by(page, site, path):
    """A page of `site` that frames ours."""
    line = f'<iframe src="{OURS}{path}" title="Standings" width="100%" height="480"></iframe>'
    page.route(f"{site}/**", lambda route: route.fulfill(content_type="text/html", body=PAGE.format(line)))
    page.goto(f"{site}/results/")
    return page.frame_locator("iframe")


def test_the_named_site_shows_it_and_another_does_not(page, live_server, event):
    # Both sites are answered here: a browser lets no page of the net frame one of this machine.
    def ours(route):
        route.fulfill(response=route.fetch(url=route.request.url.replace(OURS, live_server.url)))

    page.route(f"{OURS}/**", ours)
    path = f"/e/{event.slug}/embed/"
    frame = framed_by(page, CLUB, path)
    expect(frame.get_by_role("heading", name="Seats in round 1")).to_be_visible()
    with page.expect_event("console", lambda said: "frame-ancestors" in said.text):
        foreign = framed_by(page, ELSEWHERE, path)
    expect(foreign.get_by_role("heading")).to_have_count(0)
