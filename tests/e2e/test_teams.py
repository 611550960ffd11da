"""Teams of two in a browser: formed by keyboard, errors where the keys go on, nothing for axe."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, make_event, make_players, make_user
from tournament.services.teams import set_teams
from tournament.state.teams import teams_of


@pytest.fixture
def event(transactional_db):
    event = make_event(make_user("dora", name="Dora Director"))
    make_players(event, 9)
    set_teams(event, "first", by=event.memberships.get().user, at=NOW)
    event.refresh_from_db()
    return event


def test_a_team_is_formed_by_keyboard_after_an_error_beside_its_field(
    page, live_server, sign_in, event, complaints
):
    sign_in(event.memberships.get().user)
    page.goto(live_server.url + reverse("teams:index", args=[event.slug]))
    page.get_by_label("One player").fill("Gwen")
    page.keyboard.press("Tab")
    page.keyboard.type("Quentin")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody here is called “Quentin”")).to_be_visible()
    expect(page.locator("[name=pair-other]")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 team formed: 1: Gwen Gray and Hugh Hart.")).to_be_visible()
    page.get_by_role("button", name="Pair those left in order of entry").press("Enter")
    expect(page.get_by_text("3 teams formed")).to_be_visible()
    assert [team.numbers for team in teams_of(event)] == [(7, 8), (1, 2), (3, 4), (5, 6)]
    assert complaints == []
