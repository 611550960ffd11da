"""The round clock in a browser: it counts by the server's time, rings once, and stays readable."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.helpers.factories import make_published, make_user
from tests.helpers.patience import until, until_there
from tournament.services import clock

ASKED = 11_000  # milliseconds after which a page has asked for what is new
AN_HOUR_WRONG = "const Right = Date; Date.now = () => new Right().getTime() + 3_600_000;"
LISTENS = """
  window.heard = [];
  document.addEventListener("clock:rings", (event) => window.heard.push(event.detail));
"""


@pytest.fixture
def evening(transactional_db):
    event = make_published(make_user("dora", name="Dora Director"), players=9, rounds=3)
    event.clock_warning = True
    event.save()
    return event


def start(event, seconds):
    """Let the clock run for so many seconds from now."""
    director, now = event.memberships.get().user, timezone.now()
    clock.start(
        event.rounds.get(number=1), by=director, at=now - timedelta(seconds=600 - seconds), minutes=10
    )


def public(live_server, event, name="event"):
    return live_server.url + reverse(f"public:{name}", args=[event.slug])


def test_a_phone_whose_clock_is_an_hour_wrong_counts_right(page, live_server, evening, complaints):
    page.add_init_script(AN_HOUR_WRONG)
    start(evening, 125)
    page.goto(public(live_server, evening))
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile(r"^[0-2]:\d\d left$"))
    assert complaints == []


@pytest.mark.parametrize(("seconds", "rings"), [(3, "end"), (302, "warning")])
def test_it_rings_once_where_its_moment_comes(page, live_server, evening, seconds, rings):
    times = []
    page.on("response", lambda answer: answer.url.endswith("/time/") and times.append(answer.url))
    page.clock.install()
    page.add_init_script(LISTENS)
    page.goto(public(live_server, evening, "board"))
    start(evening, seconds + 30)
    page.clock.run_for(ASKED)
    expect(page.locator("[data-clock-time]")).to_be_visible()
    until_there(page, times)  # it knows the server's time
    assert page.evaluate("window.heard") == []
    ringing = page.locator(".clock.is-ringing")
    until(page, lambda: ringing.is_visible() or page.clock.run_for(1_000), seconds=2)
    expect(ringing).to_be_visible()
    page.clock.run_for(15_000)
    expect(ringing).to_be_hidden()
    assert page.evaluate("window.heard") == [rings]


def test_a_page_opened_after_the_end_says_so_and_does_not_ring(page, live_server, evening):
    page.clock.install()
    page.add_init_script(LISTENS)
    start(evening, -60)
    page.goto(public(live_server, evening, "board"))
    expect(page.locator("[data-clock-time]")).to_have_text("Time is up")
    page.clock.run_for(5_000)
    assert page.evaluate("window.heard") == []


def test_another_directors_minute_is_seen_without_loading_the_desk_anew(page, at, evening):
    director = evening.memberships.get().user
    page.clock.install()
    start(evening, 300)
    at(evening, "rounds/1/")
    before = page.locator(".clock-ends").text_content()
    clock.add_minute(evening.rounds.get(number=1), by=director, at=timezone.now())
    page.clock.run_for(ASKED)
    expect(page.locator(".clock-ends")).not_to_have_text(before)
    page.get_by_role("button", name="Bell").click()
    expect(page.get_by_role("button", name="Bell")).to_have_attribute("aria-pressed", "true")


def test_minutes_that_are_being_typed_when_something_new_comes_stay(page, at, evening):
    """Typing began while the answer was on its way; what is new comes once the field is left."""
    page.clock.install()
    held, asked = [], []
    page.route("**/rounds/1/clock/?*", lambda route: held.append(route), times=1)
    page.on("request", lambda request: "/rounds/1/clock/?" in request.url and asked.append(request.url))
    at(evening, "rounds/1/")
    page.clock.run_for(ASKED)
    until_there(page, held)
    start(evening, 300)
    minutes = page.get_by_label("Minutes", exact=True)
    minutes.press_sequentially("12")
    with page.expect_response("**/rounds/1/clock/?*"):
        held[0].continue_()
    page.clock.run_for(ASKED)
    until_there(page, asked, 2)  # the first answer has been dealt with
    assert len(asked) >= 2, "it stopped asking"
    expect(minutes).to_have_value("12")
    minutes.blur()
    page.clock.run_for(ASKED)
    expect(page.locator(".clock-ends")).to_be_visible()
