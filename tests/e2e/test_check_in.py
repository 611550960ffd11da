"""The door: numbers typed as fast as a hall arrives."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import make_event, make_players, make_user


@pytest.fixture
def door(transactional_db, page, live_server, sign_in):
    director = make_user("dora")
    sign_in(director)
    event = make_event(director)
    make_players(event, 8, status="expected")
    page.goto(f"{live_server.url}{reverse('players:check_in', args=[event.slug])}")
    return page, event


def test_numbers_typed_without_a_pause_never_run_together(door):
    """Director finding 31: digits typed within 0.2 s of each other merged."""
    page, event = door
    page.keyboard.type("1\n2\n3\n4\n5")
    expect(page.locator(".door-figure")).to_have_text("4")
    expect(page.locator("#id_who")).to_have_value("5")
    page.keyboard.press("Enter")
    expect(page.locator(".door-figure")).to_have_text("5")
    assert set(event.players.filter(status="here").values_list("number", flat=True)) == {1, 2, 3, 4, 5}


def test_the_same_number_can_be_checked_in_again_after_undo(door):
    page, _event = door
    page.keyboard.type("7\n")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".door-figure")).to_have_text("0")
    page.locator("#id_who").fill("7")
    page.keyboard.press("Enter")
    expect(page.locator(".door-figure")).to_have_text("1")


def test_a_refused_entry_waits_to_be_typed_over(door):
    page, _event = door
    page.keyboard.type("77\n")
    expect(page.locator("#who-answer")).to_contain_text("77")
    page.keyboard.type("8\n")
    expect(page.locator(".door-figure")).to_have_text("1")


def test_numbers_typed_before_the_scripts_have_come_wait_for_them(door):
    """Director finding 31, at the page's first moment: “1 Enter 2 Enter” checked number 12 in."""
    page, event = door
    held = []
    page.route("**/check_in*.js", lambda route: held.append(route))  # a builtin it cannot mark as its own
    page.goto(page.url, wait_until="commit")
    expect(page.locator("#id_who")).to_be_focused()
    page.keyboard.type("1\n2\n3\n")
    assert held, "the page has to ask for its script"
    for request in held:
        request.continue_()
    expect(page.locator(".door-figure")).to_have_text("3")
    assert set(event.players.filter(status="here").values_list("number", flat=True)) == {1, 2, 3}
