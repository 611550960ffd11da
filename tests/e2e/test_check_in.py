"""The door: numbers typed as fast as a hall arrives."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.helpers.factories import make_event, make_players, make_user
from tests.helpers.patience import settle, until, until_there
from tests.helpers.sound import assert_sound
from tournament.models import Event
from tournament.services.events import change_event


@pytest.fixture
def door(transactional_db, at):
    event = make_event()
    make_players(event, 8, status="expected")
    return at(event, "check-in/"), event


@pytest.mark.smoke
def test_numbers_typed_without_a_pause_never_run_together_and_undone_ones_come_again(door):
    """Digits typed within 0.2 s of each other merged."""
    page, event = door
    page.keyboard.type("1\n2\n3\n4\n5")
    expect(page.locator(".door-figure")).to_have_text("4")
    expect(page.locator("#id_who")).to_have_value("5")
    page.keyboard.press("Enter")
    expect(page.locator(".door-figure")).to_have_text("5")
    assert set(event.players.filter(status="here").values_list("number", flat=True)) == {1, 2, 3, 4, 5}
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".door-figure")).to_have_text("4")
    page.locator("#id_who").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".door-figure")).to_have_text("5")


def test_numbers_typed_before_the_scripts_have_come_wait_for_them(door):
    """At the page's first moment “1 Enter 2 Enter” checked number 12 in."""
    page, event = door
    held = []
    page.route("**/check_in*.js", lambda route: held.append(route))  # a builtin it cannot mark as its own
    page.goto(page.url, wait_until="commit")
    expect(page.locator("#id_who")).to_be_focused()
    page.keyboard.type("1\n2\n3\n")
    until_there(page, held)
    assert held, "the page has to ask for its script"
    for request in held:
        request.continue_()
    expect(page.locator(".door-figure")).to_have_text("3")
    assert set(event.players.filter(status="here").values_list("number", flat=True)) == {1, 2, 3}


@pytest.fixture
def hall(transactional_db):
    """An event at whose door a sign hangs."""
    event = make_event(make_user("dora"), date=timezone.now().date())
    make_players(event, 8, status="expected")
    change_event(event, by=event.memberships.get().user, at=timezone.now(), self_check_in=True)
    return Event.objects.get()


def sign(event):
    return reverse("self_check_in:show", args=[event.here_token])


@pytest.mark.smoke
def test_who_checks_in_by_phone_arrives_at_the_desk_by_themselves(hall, page, at):
    page.clock.install()
    at(hall, "check-in/")
    page.keyboard.type("an")
    Client().post(sign(hall), {"number": "3"})
    page.clock.run_for(6_000)
    expect(page.locator(".door-phones")).to_contain_text("3 Cora Cole")
    expect(page.locator(".door-figure")).to_have_text("1")
    expect(page.get_by_role("button", name="3 Cora Cole")).to_have_count(0)
    expect(page.locator("#id_who")).to_have_value("an")
    expect(page.locator("#id_who")).to_be_focused()
    page.keyboard.type("n\n")
    expect(page.locator(".door-figure")).to_have_text("2")
    page.get_by_role("button", name="Undo Cora Cole").click()
    expect(page.locator(".door-figure")).to_have_text("1")


def test_nothing_moves_under_a_hand_that_is_about_to_press_a_name(hall, page, at):
    asked = []
    page.on("request", lambda request: "arrivals" in request.url and asked.append(request.url))
    page.clock.install()
    at(hall, "check-in/")
    page.get_by_role("button", name="8 Hugh Hart").hover()
    asked.clear()
    Client().post(sign(hall), {"number": "3"})
    page.clock.run_for(20_000)
    settle(page, 100)
    assert asked == []
    expect(page.get_by_role("button", name="3 Cora Cole")).to_be_visible()
    page.mouse.move(0, 0)
    page.clock.run_for(6_000)
    expect(page.locator(".door-phones")).to_contain_text("3 Cora Cole")


# The body of what is new for the desk is read only once the test says so.
SLOW_BODY = """
const read = Response.prototype.text;
Response.prototype.text = async function () {
  const words = await read.call(this);
  if (this.url.includes("arrivals")) await new Promise((go) => { window.readOn = go; });
  return words;
};
"""


def test_nothing_moves_under_a_hand_that_comes_while_the_answer_is_read(hall, page, at):
    page.clock.install()
    page.add_init_script(SLOW_BODY)
    at(hall, "check-in/")
    Client().post(sign(hall), {"number": "3"})
    page.clock.run_for(6_000)
    until(page, lambda: page.evaluate("Boolean(window.readOn)"))
    page.get_by_role("button", name="8 Hugh Hart").hover()
    page.evaluate("readOn(); readOn = null")  # what waits for it is done before the next look at the page
    assert page.get_by_role("button", name="3 Cora Cole").count() == 1
    page.mouse.move(0, 0)
    page.clock.run_for(6_000)
    until(page, lambda: page.evaluate("Boolean(window.readOn)"))
    page.evaluate("readOn()")
    expect(page.locator(".door-phones")).to_contain_text("3 Cora Cole")


def test_a_player_checks_in_at_the_sign(hall, page, live_server, complaints):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{live_server.url}{sign(hall)}")
    for press, then in (("", "Your number"), ("Find", "Is this you?"), ("I’m here", "You’re checked in")):
        if press == "Find":
            page.get_by_role("searchbox").fill("archer")
        if press:
            page.get_by_role("button", name=press).click()
        expect(page.locator("main")).to_contain_text(then)
    assert_sound(page)
    assert complaints == []
