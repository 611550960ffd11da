"""A round that opens calls the player: title, sound, vibration, as the phone is told; a reload calls nobody.

Players' wish 4. Chromium here has neither a motor nor loudspeakers, so both are stubbed and count.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, close, correct, enter, make_published, make_user, play, table_of
from tests.helpers.patience import settle, until_there
from tournament.services.rounds import reopen_round
from tournament.services.seat_corrections import exchange_players

pytestmark = pytest.mark.django_db(transaction=True)
STUBS = """
  window.shaken = []; window.struck = 0;
  navigator.vibrate = (pattern) => window.shaken.push(pattern);
  const silent = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  window.AudioContext = class {
    state = "suspended"; currentTime = 0; destination = {};
    async resume() { this.state = "running"; }
    createOscillator() {
      return { frequency: {}, connect: (to) => to, start() { window.struck++; }, stop() {} };
    }
    createGain() { return { gain: silent, connect: (to) => to }; }
  };
"""


@pytest.fixture
def evening():
    event = make_published(make_user("dora", name="Dora Director"), players=8, rounds=3)
    for table in (1, 2):
        enter(table_of(event, 1, table), 9, 4)
    return event


@pytest.fixture
def phone(page, live_server):
    """A phone with a motor and a bell on the page at a path."""
    page.set_viewport_size({"width": 360, "height": 780})
    page.add_init_script(STUBS)

    def _phone(path):
        page.goto(live_server.url + path)
        return page

    return _phone


def look(page):
    """Ask the server at once for what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def own(event):
    return reverse("player_page:show", args=[event.players.get(number=7).token])


def by_number(event):
    return reverse("public:event", args=[event.slug]) + "?player=7"


def seat_of(event, number):
    seating = event.players.get(number=7).seatings.select_related("table").get(round__number=number)
    return f"Round {number}: Table {seating.table.number}, {seating.get_seat_display()}"


def test_the_title_says_where_to_go_and_the_rest_is_silent_by_default(phone, evening, complaints):
    page = phone(own(evening))
    before = page.title()
    close(evening)
    look(page)
    words = seat_of(evening, 2)
    expect(page).to_have_title(f"{words} · {before}")
    expect(page.locator("[data-call-says]")).to_have_text(words)
    assert page.evaluate("[window.struck, window.shaken.length]") == [0, 0]
    page.locator("h1").first.dispatch_event("pointerdown")
    expect(page).to_have_title(before)
    assert complaints == []


@pytest.mark.parametrize("path", [own, by_number])
def test_it_rings_and_vibrates_where_the_phone_is_told_to(phone, evening, path, complaints):
    page = phone(path(evening))
    page.get_by_role("button", name="Ring").click()
    expect(page.get_by_role("button", name="Ring")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Vibrate").click()
    page.wait_for_function("window.struck > 0")  # the switch lets it be heard once
    heard = page.evaluate("window.struck")
    close(evening)
    look(page)
    expect(page.locator("[data-call-says]")).to_have_text(seat_of(evening, 2))
    page.wait_for_function(f"window.struck > {heard} && window.shaken.length === 1")
    with page.expect_response("**/live/**"):
        look(page)
    settle(page, 100)
    assert page.evaluate("window.shaken.length") == 1
    assert complaints == []


def test_the_switches_are_kept_a_page_loaded_anew_calls_nobody_and_they_can_be_put_off(phone, evening):
    page = phone(own(evening))
    page.get_by_role("button", name="Vibrate").click()
    page.get_by_role("button", name="Ring").click()
    expect(page.get_by_role("button", name="Ring")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Vibrate")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-bell-waits]")).to_be_visible()  # browsers ring only after a tap
    page.locator("h1").click()
    expect(page.get_by_role("button", name="Ring")).to_have_attribute("aria-pressed", "true")
    before = page.title()
    close(evening)
    page.reload()  # calls nobody
    with page.expect_response("**/live/**"):
        look(page)
    settle(page, 100)
    expect(page).to_have_title(before)
    assert page.evaluate("[window.struck, window.shaken.length]") == [0, 0]
    page.locator("h1").click()
    page.get_by_role("button", name="Ring").click()
    page.get_by_role("button", name="Vibrate").click()
    play(evening, 2)
    struck = page.evaluate("window.struck")
    look(page)
    expect(page.locator(".my-round").first).to_have_text("Round 3")
    assert page.evaluate("[window.struck, window.shaken.length]") == [struck, 0]


def test_a_page_out_of_sight_asks_only_where_the_phone_is_to_call(phone, evening):
    page = phone(own(evening))
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    asked = []
    page.on("request", lambda request: "/live/" in request.url and asked.append(request.url))
    look(page)
    settle(page, 300)
    assert asked == []
    page.get_by_role("button", name="Vibrate").click()
    expect(page.locator("[data-poll-hidden]")).to_have_count(1)
    look(page)
    until_there(page, asked)
    assert asked


def test_a_seat_that_changes_within_the_open_round_is_called_and_marked(phone, live_server, complaints):
    """It changed in silence: title and status kept the wrong table, and players walk to what they heard."""
    event = make_published(make_user("dora"), players=12, rounds=3, movement="winners-up")
    by = {"by": event.memberships.get().user, "at": NOW}
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 4, 9)
    page = phone(own(event))
    board = page.context.new_page()
    board.goto(f"{live_server.url}{reverse('public:board', args=[event.slug])}")
    page.get_by_role("button", name="Vibrate").click()
    title, status, mark = page.title(), page.locator("[data-call-says]"), page.locator(".my-changed")

    def called(words, times):
        look(page)
        expect(page).to_have_title(f"{words} · {title}")
        expect(status).to_have_text(words)
        page.wait_for_function(f"window.shaken.length === {times}")

    def changed():
        return seat_of(event, 2).replace("Round 2", "Your seat has changed")

    close(event)
    called(seat_of(event, 2), 1)
    expect(mark).to_be_hidden()
    reopen_round(event.rounds.get(number=1), **by, reason="A sheet was misread.")
    look(page)
    expect(page).to_have_title(title)
    expect(status).to_have_text("")
    here = event.players.get(number=7).seatings.get(round__number=1).table
    correct(here, 9, 4)
    close(event)
    called(changed(), 2)
    expect(mark).to_have_text(changed())
    look(board)
    expect(board.get_by_text("Seats changed at")).to_be_visible()
    seat = event.players.get(number=7).seatings.get(round__number=2)
    other = event.rounds.get(number=2).seatings.exclude(table=seat.table).first().player
    rounds = {"from_round": 2, "to_round": 2}
    exchange_players(event.players.get(number=7), other, **rounds, **by, reason="They sat so.")
    called(changed(), 3)
    expect(mark).to_be_visible()
    assert complaints == []
