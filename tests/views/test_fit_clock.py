"""An evening that runs late: the desk says so, and one offer is taken with two presses."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_official, make_published, play
from tests.helpers.refusals import refused
from tournament.services.events import change_event, play_fewer_rounds
from tournament.state.attendance import published_plans
from tournament.state.seating import seating_at_odds

PACE = "At this pace the evening ends about"


@pytest.fixture
def evening(director):
    """Nine players, six rounds planned with 15 minutes and 5 between, from 19:42 to 21:45."""
    with time_machine.travel(NOW, tick=False):
        event = make_published(director, players=9, rounds=6)
        times = {"starts_at": "19:42", "stops_at": "21:45", "round_minutes": 15, "break_after": "5"}
        return change_event(
            event, by=director, at=NOW, features=[*event.features, "clock"], break_minutes="3", **times
        )


def play_until(dora, event, number, clock):
    """Type every table of the round, and close it when the clock shows `clock` minutes."""
    clock.move_to(NOW + timedelta(minutes=26 * number))
    for table in event.rounds.get(number=number).tables.all():
        enter(table)
    dora.visit(reverse("rounds:close", args=[event.slug, number])).press("Close round")


@pytest.fixture
def late(dora, evening):
    """Three rounds that took 26 minutes each; it is 21:00."""
    with time_machine.travel(NOW, tick=False) as clock:
        dora.visit(evening.get_absolute_url())
        assert PACE not in dora.text
        for number in (1, 2, 3):
            play_until(dora, evening, number, clock)
        yield clock


def test_an_evening_that_runs_late_leaves_out_a_round_in_two_presses(dora, evening, late):
    dora.visit(evening.get_absolute_url())
    assert f"{PACE} 22:21 , not at 21:45" in dora.text  # three rounds of 26 minutes and the break
    assert "Play 5 rounds instead of 6" in dora.text
    assert "different pairs of partners instead of" in dora.text
    dora.follow("Play 5 rounds instead of 6")
    assert "Play 5 rounds instead of 6?" in dora.text
    assert evening.rounds.count() == 6  # nothing is done by looking
    dora.press("Leave out a round")
    assert dora.path == evening.get_absolute_url()
    evening.refresh_from_db()
    assert (evening.round_count, evening.rounds.count(), evening.break_after) == (5, 5, "")
    assert f"{PACE} 21:52 , not at 21:45 Done so far: 5 rounds instead of 6." in dora.text
    public = dora.client.get(reverse("public:event", args=[evening.slug])).content.decode()
    cards = dora.client.get(reverse("printing:paper", args=[evening.slug, "tally-cards"])).content.decode()
    board = dora.client.get(reverse("public:board", args=[evening.slug])).content.decode()
    for page in (public, cards, board):
        assert "Round 6" not in page
    assert seating_at_odds(evening) is None  # what is left is a whole seating


def test_a_clock_that_fits_is_offered_until_it_is_set(dora, evening, late):
    change_event(evening, by=evening.memberships.get().user, at=NOW, stops_at="22:15")
    dora.visit(evening.get_absolute_url())
    offer = "Set the clock to 18 minutes for each round left"
    assert offer not in dora.text  # it has 15 already
    change_event(evening, by=evening.memberships.get().user, at=NOW, round_minutes=25)
    dora.visit(evening.get_absolute_url()).follow(offer).press("Set the clock")
    evening.refresh_from_db()
    assert evening.round_minutes == 18
    calm = "18 minutes for each round instead of 25. At this pace the evening ends about 22:15"
    assert f"{calm} , in time for 22:15 ." in dora.text
    assert "Play 5 rounds" not in dora.text
    play_until(dora, evening, 4, late)  # still with the clock it began with
    assert "in time for 22:15" in dora.visit(evening.get_absolute_url()).text
    play_until(dora, evening, 5, late)  # 26 minutes again, with the new clock
    dora.visit(evening.get_absolute_url())
    assert f"{PACE} 22:21 , not at 22:15 Done so far: 18 minutes" in dora.text


def test_the_page_with_the_totals_says_so_too_and_leads_back_to_it(dora, evening, late):
    totals = reverse("sheets:enter_totals", args=[evening.slug, 4])
    dora.visit(totals).follow("Play 5 rounds instead of 6").press("Leave out a round")
    assert dora.path == totals
    assert "The evening has 5 rounds now." in dora.text
    assert "Done so far: 5 rounds instead of 6." in dora.text


def test_nobody_but_a_director_is_asked_to_leave_out_a_round(client, evening, late):
    client.force_login(make_official(evening))
    page = client.get(reverse("sheets:enter_totals", args=[evening.slug, 4])).content.decode()
    assert PACE not in page
    assert "Totals of round 4" in page


def test_an_offer_that_is_gone_changes_nothing(dora, evening, late):
    change_event(evening, by=evening.memberships.get().user, at=NOW, stops_at="23:30")
    assert PACE not in dora.visit(evening.get_absolute_url()).text
    dora.visit(reverse("events:fit_clock", args=[evening.slug, "round"]))
    assert "Nothing has changed" in dora.text
    assert evening.rounds.count() == 6


def test_without_a_time_to_stop_the_desk_says_nothing(dora, evening, late):
    change_event(evening, by=evening.memberships.get().user, at=NOW, stops_at="")
    assert PACE not in dora.visit(evening.get_absolute_url()).text


def test_a_time_to_stop_before_the_start_is_after_midnight(dora, evening, late):
    change_event(evening, by=evening.memberships.get().user, at=NOW, stops_at="00:30")
    assert PACE not in dora.visit(evening.get_absolute_url()).text


def test_a_round_that_has_begun_is_not_left_out(director, evening):
    play(evening)
    with refused("round-begun", "round_count"):
        play_fewer_rounds(evening, 1, by=director, at=NOW)
    before = published_plans(evening)
    play_fewer_rounds(evening, 2, by=director, at=NOW)
    assert published_plans(evening) == {number: before[number] for number in (1, 2)}


def test_what_is_no_time_of_day_is_refused(director, evening):
    with refused("stop-time", "stops_at"):
        change_event(evening, by=director, at=NOW, stops_at="late")
