"""The clock on the desk and in the hall, and what players read of a round's challenge window."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening
from tournament.services import clock
from tournament.state.clock import clock_in


@pytest.fixture
def evening(director):
    return Evening(director, rounds=3, round_minutes=20).published().event


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize("page", ["desk", "overview"])
def test_the_buttons_do_what_they_say_and_lead_back(dora, evening, page):
    where = at(evening, "rounds:desk", 1) if page == "desk" else evening.get_absolute_url()
    dora.visit(where).press("Start the clock")
    assert dora.path == where
    assert "ends at 20:02" in dora.text
    dora.press("+1 minute").press("Pause")
    assert "21:00 left paused" in dora.text
    dora.press("Resume").press("Stop")
    assert dora.path == where
    assert "No clock is running" in dora.text


def test_junk_for_minutes_is_answered_beside_the_field(dora, evening):
    dora.visit(evening.get_absolute_url())
    for typed, words in (("junk", "is not a whole number"), ("-5", "0 or more"), ("0", "1 to 240")):
        assert words in dora.press("Start the clock", minutes=typed).text
        assert f'value="{typed}"' in dora.page
    assert "Say how many minutes" in dora.press("Start the clock", minutes="").text
    assert not clock_in(evening).started
    assert dora.press("Start the clock", minutes="25").path == evening.get_absolute_url()
    assert clock_in(evening).started


@time_machine.travel(NOW, tick=False)
def test_everybody_sees_when_it_ends(client, evening, director):
    clock.start(evening.rounds.get(number=1), by=director, at=NOW)
    ends = int((NOW + timedelta(minutes=20)).timestamp() * 1000)
    token = evening.players.first().token
    for page in (
        reverse("public:event", args=[evening.slug]),
        reverse("public:board", args=[evening.slug]),
        reverse("player_page:show", args=[token]),
    ):
        found = client.get(page).content.decode()
        assert f'data-clock-ends="{ends}"' in found, page
        assert re.search(r"ends at\s+<time[^>]*>20:02</time>", found), page


def test_a_press_wakes_every_page_that_asks_whether_anything_is_new(desk, evening, client, director):
    answer = desk.get(at(evening, "rounds:clock", 1))
    assert "Start the clock" in answer.content.decode()
    again = desk.get(at(evening, "rounds:clock", 1), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    live = reverse("public:live", args=[evening.slug])
    etag = client.get(live)["ETag"]
    assert client.get(live, headers={"if-none-match": etag}).status_code == 304
    clock.start(evening.rounds.get(number=1), by=director, at=NOW)
    assert client.get(live, headers={"if-none-match": etag}).status_code == 200


def test_the_time_is_told_to_anybody_and_kept_by_nobody(client):
    with time_machine.travel(NOW, tick=False):
        answer = client.get(reverse("time"))
    assert int(answer.content) == int(NOW.timestamp() * 1000)
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.slow
def test_a_round_passes_its_challenge_window_and_is_unlocked(dora, evening):
    """The director closes with a sheet missing, comes too late, unlocks, corrects."""
    evening.challenge_minutes = 10
    evening.save()
    public = reverse("public:event", args=[evening.slug])
    sheet = reverse("sheets:enter_totals", args=[evening.slug, 1])
    tables = evening.rounds.get(number=1).tables
    with time_machine.travel(NOW) as clock_on_the_wall:
        dora.visit(at(evening, "rounds:close", 1)).press("Close round 1", despite_missing="on")
        assert "open to challenge until 19:52 , then locked" in dora.visit(public).text
        clock_on_the_wall.shift(timedelta(minutes=11))
        dora.visit(sheet).press("Save all", **{"t2-ns": "7", "t2-ew": "6", "reason": "found under a cup"})
        assert "is locked" in dora.text
        assert not tables.get(number=2).sheets.exists()
        dora.visit(at(evening, "rounds:desk", 1)).follow("Unlock round 1")
        dora.press("Unlock round 1", reason="The sheet was under a cup")
        assert "open to challenge until 20:03" in dora.visit(public).text
        dora.visit(sheet).press("Save all", **{"t2-ns": "7", "t2-ew": "6", "reason": "found under a cup"})
        dora.press("Accept the correction")
        assert tables.get(number=2).sheets.count() == 1
