"""What a sit-out scores is decided by somebody: asked where sit-outs first appear, red until then."""

import re

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tournament.models import Event, Player, Seating
from tournament.reports.history import sentence_of
from tournament.services.seating import draft_plan

ASKED = "What does a sit-out score?"
UNDECIDED = "Sit-outs score nothing yet: nobody has decided what a sit-out scores."


@pytest.fixture
def undecided(director):
    return make_event(director, round_count=2, bye_decided=False)


def decided(event):
    event.refresh_from_db()
    return (event.bye_decided, event.bye_mode, event.bye_points)


def drafted(event, director, players=9):
    make_players(event, players)
    return draft_plan(event, by=director, at=NOW)


def test_a_new_event_leaves_it_open_until_somebody_sits_out(dora):
    dora.visit(reverse("events:new"))
    assert "Ask when someone sits out" in dora.text
    dora.press("Create event", name="Open evening", date="2026-11-20")
    assert decided(Event.objects.get()) == (False, "none", 0)


def test_a_seating_with_sit_outs_asks_what_they_score_before_round_1_starts(dora, undecided, director):
    drafted(undecided, director)
    dora.visit(at(undecided, "seating:index"))
    assert ASKED in dora.text
    dora.press("Start round 1")
    assert not undecided.rounds.exists()
    assert "Choose what a sit-out scores." in dora.text
    dora.press("Start round 1", bye_mode="fixed")
    assert not undecided.rounds.exists()
    assert "Say how many points a sit-out scores." in dora.text
    dora.press("Print and start round 1", bye_mode="fixed", bye_points="7")
    assert dora.path.startswith(at(undecided, "printing:index"))
    assert undecided.rounds.count() == 2
    assert decided(undecided) == (True, "fixed", 7)
    entry = undecided.audit_entries.get(action="event.changed")
    assert "a sit-out scores from not decided to" in sentence_of(entry.action, entry.facts)


def test_nothing_is_asked_where_everybody_plays_or_it_is_decided(dora, undecided, director):
    drafted(undecided, director, players=8)
    dora.visit(at(undecided, "seating:index"))
    assert ASKED not in dora.text
    dora.press("Start round 1")
    assert undecided.rounds.exists()
    assert decided(undecided) == (False, "none", 0)


def test_a_new_plan_that_lets_somebody_sit_out_asks(dora, director):
    event = make_published(director, players=8, rounds=3, bye_decided=False)
    for table in (1, 2):
        enter(table_of(event, 1, table))
    dora.visit(at(event, "rounds:close", 1)).press("Close round")
    make_players(event, ["Wally Walkin"])
    Player.objects.filter(own_name="Wally Walkin").update(from_round=2)
    dora.visit(at(event, "seating:index")).press("Draw new seating")
    dora.follow("Publish seating")
    assert ASKED in dora.text
    dora.press("Publish seating", bye_mode="average")
    assert decided(event) == (True, "average", 0)
    assert event.rounds.get(number=3).seatings.filter(table=None).count() == 1


def test_a_next_round_that_lets_somebody_sit_out_asks(dora, director):
    event = make_published(director, players=8, rounds=2, movement="winners-up", bye_decided=False)
    make_players(event, ["Wally Walkin"])
    for table in (1, 2):
        enter(table_of(event, 1, table), 9, 4)
    dora.visit(at(event, "rounds:close", 1))
    assert ASKED in dora.text
    dora.press("Close round 1 and open round 2")
    assert event.rounds.count() == 1
    assert "Choose what a sit-out scores." in dora.text
    dora.press("Close round 1 and open round 2", bye_mode="fixed", bye_points="8")
    assert event.rounds.get(number=2).seatings.filter(table=None).count() == 1
    assert decided(event) == (True, "fixed", 8)


def test_a_round_seated_later_asks_as_well(dora, director):
    event = make_published(director, players=8, rounds=2, movement="winners-up", bye_decided=False)
    make_players(event, ["Wally Walkin"])
    for table in (1, 2):
        enter(table_of(event, 1, table), 9, 4)
    dora.visit(at(event, "rounds:close", 1)).press("seat round 2 later")
    dora.visit(at(event, "seating:next_round"))
    assert ASKED in dora.text
    dora.press("Seat and open round 2", bye_mode="none")
    assert decided(event) == (True, "none", 0)
    assert event.rounds.count() == 2


@pytest.mark.parametrize("page", ["events:overview", "standings:show", "public:standings", "public:event"])
def test_it_is_red_while_somebody_sits_out_and_nobody_has_decided(desk, director, page):
    event = make_published(director, players=9, rounds=2, bye_mode="none")
    enter(table_of(event, 1, 1))
    Event.objects.filter(pk=event.pk).update(bye_decided=False, live_version=99)
    assert Seating.objects.filter(round__event=event, table=None).exists()
    shown = desk.get(at(event, page)).content.decode()
    red = re.findall(r'<div class="notice notice-bad">(.*?)</div>', shown, re.S)
    assert any(UNDECIDED in one and "<svg" in one for one in red)
    assert "A sit-out scores nothing." not in shown
    Event.objects.filter(pk=event.pk).update(bye_decided=True, live_version=100)
    assert UNDECIDED not in desk.get(at(event, page)).content.decode()


def test_the_settings_decide_it_and_leave_it_open_only_until_somebody_sits_out(dora, undecided, director):
    dora.visit(at(undecided, "events:settings")).press("Save the settings")
    assert decided(undecided) == (False, "none", 0)
    dora.visit(at(undecided, "events:settings")).press("Save the settings", bye_mode="none")
    assert decided(undecided) == (True, "none", 0)
    drafted(undecided, director)
    dora.visit(at(undecided, "seating:index")).press("Start round 1")
    assert undecided.rounds.exists()
    dora.visit(at(undecided, "events:settings")).press("Save the settings", bye_mode="ask")
    assert "Someone sits out already" in dora.text
    assert decided(undecided) == (True, "none", 0)
