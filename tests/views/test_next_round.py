"""Whole evenings whose rounds follow from results, through HTTP: asked, shown, seated, corrected."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import correct, enter, make_official, make_players, make_published, table_of
from tests.helpers.person import Person
from tournament.models import Sheet
from tournament.state.attendance import published_plans


def scores(dora, event, number, **tables):
    """The totals of a round as the grid sends them: `t1=(9, 4)`."""
    typed = {}
    for table, (ns, ew) in tables.items():
        typed |= {f"{table}-ns": str(ns), f"{table}-ew": str(ew)}
    dora.visit(at(event, "sheets:enter_totals", number)).press("Save all", **typed)


def close(dora, event, number):
    """Close a round without a tie: the seating is shown and accepted."""
    dora.visit(at(event, "rounds:close", number)).press("and open round")


@pytest.mark.slow
def test_a_winners_up_evening_with_a_tie_a_late_player_and_an_early_leaver(dora, event):
    make_players(event, 12)
    dora.visit(at(event, "events:settings")).press("Save the settings", movement="winners-up")
    dora.visit(at(event, "seating:index")).press("Seat them")
    assert "1 round" in dora.text
    dora.publish()
    event.refresh_from_db()
    first = published_plans(event)
    assert (event.movement, list(first)) == ("winners-up", [1])

    # Round 1 with a tie at table 2, which nobody has said anything about
    scores(dora, event, 1, t1=(9, 4), t3=(4, 9))
    enter(table_of(event, 1, 2), 8, 8)
    dora.visit(at(event, "rounds:desk", 1))
    assert "When you close the round, the next one is seated." in dora.text
    dora.follow("Close the round")
    assert "Table 2 is tied 8–8: who reached it first?" in dora.text
    assert "who goes where" not in dora.text
    dora.press("Show the next seating")
    assert "Choose a side" in dora.text
    dora.press("Show the next seating", winner_2="EW")
    assert "Round 2: who goes where" in dora.text
    assert event.rounds.count() == 1  # nothing is written before it is accepted
    dora.press("Close round 1 and open round 2", winner_2="EW")
    assert dora.path == at(event, "sheets:enter_totals", 2)
    assert Sheet.objects.get(table=table_of(event, 1, 2), counting=True).reached_first == "EW"
    assert event.rounds.get(number=2).status == "open"

    # One goes home after round 2, one comes for round 3
    leaver = event.players.get(number=5)
    dora.visit(at(event, "players:set_status", 5)).press("Save", status="left", to_round="2")
    dora.visit(at(event, "players:add")).press("Add", name="Late Lara", from_round="3", here="on")
    scores(dora, event, 2, t1=(9, 4), t2=(9, 4), t3=(4, 9))
    dora.visit(at(event, "rounds:close", 2))
    assert "13 Late Lara comes in" in dora.text
    assert f"5 {leaver.name} is not there any more" in dora.text
    dora.press("Close round 2 and open round 3")
    third = published_plans(event)[3]
    assert 13 in third.seated
    assert 5 not in third.seated

    # Somebody goes at once: round 3 is seated anew while nobody has reported
    dora.visit(at(event, "players:set_status", 6)).press("Save", status="left", to_round="2")
    dora.visit(at(event, "seating:index"))
    assert "no longer fits" in dora.text
    dora.follow("Redo the seating of round 3").press("Use this seating for round 3")
    third = published_plans(event)[3]
    assert 6 not in third.seated

    # What players see of a round that is not seated yet
    public = Person(Client())
    public.visit(at(event, "public:seating"))
    assert "Round 4: seated when round 3 closes" in public.text
    dora.visit(at(event, "history:index"))
    assert "redid the seating of round 3 from the results of round 2" in dora.text


@pytest.mark.slow
def test_an_evening_by_standings_whose_pattern_is_chosen_and_whose_standings_are_corrected(dora, event):
    make_players(event, 9)
    page = dora.visit(at(event, "events:settings"))
    page.press("Save the settings", movement="by-standings", standings_pattern="1+2")
    dora.visit(at(event, "seating:index")).press("Seat them")
    assert "Every later round is seated when the one before it is closed" in dora.text
    dora.publish()
    event.refresh_from_db()
    assert (event.movement, event.standings_pattern) == ("by-standings", "1+2")
    scores(dora, event, 1, t1=(12, 2), t2=(9, 4))
    dora.visit(at(event, "rounds:close", 1))
    assert "Round 2: who goes where" in dora.text
    assert "1st, " in dora.text
    dora.press("Close round 1 and open round 2")
    assert list(published_plans(event)) == [1, 2]

    # A sheet of round 1 is corrected: the seating no longer follows from the standings
    correct(table_of(event, 1, 1), 2, 12)
    assert "The standings after round 1 were corrected" in dora.visit(at(event, "events:overview")).text
    assert "would sit elsewhere" in dora.visit(at(event, "seating:next_round")).text


def test_a_table_without_a_sheet_waits_for_the_name_of_its_winner(dora, director):
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    scores(dora, event, 1, t1=(9, 4))
    dora.visit(at(event, "rounds:close", 1))
    assert "Table 2 has not reported: who won there?" in dora.text
    dora.press("Show the next seating", winner_2="NS")
    dora.press("Close round 1 and open round 2", winner_2="NS")
    assert event.rounds.count() == 2
    dora.visit(at(event, "history:index"))
    assert "Table 2: North–South" in dora.text
    assert "moves on as winner, without a sheet" in dora.text


@pytest.mark.slow
def test_a_red_and_white_evening_shows_everybody_their_colour(dora, director):
    event = make_published(director, players=8, rounds=3, movement="red-white")
    scores(dora, event, 1, t1=(9, 4), t2=(4, 9))
    close(dora, event, 1)
    red = {player for table in published_plans(event)[1].tables for player in (table.N, table.E)}
    public = Person(Client())
    for number in (1, 2):
        page = public.visit(reverse("player_page:show", args=[event.players.get(number=number).token]))
        assert f"Your card is {'red' if number in red else 'white'}" in page.text
    assert public.visit(at(event, "public:seating")).text.count(" red ") >= 4


def test_a_seating_is_shown_again_after_a_change_and_of_two_directors_who_close_one_is_told(dora, director):
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    second = Client()
    second.force_login(make_official(event, "director", "olga", name="Olga Other"))
    scores(dora, event, 1, t1=(9, 4), t2=(4, 9))
    olga = Person(second).visit(at(event, "rounds:close", 1))
    dora.visit(at(event, "rounds:close", 1))
    enter(table_of(event, 1, 2), 9, 4, expected=1, by=director)
    dora.press("and open round")
    assert "Something has changed since this seating was shown" in dora.text
    assert event.rounds.count() == 1
    dora.press("and open round")
    plans = published_plans(event)
    assert len(plans) == 2
    olga.press("and open round")
    assert "Round 1 is closed already." in olga.text
    assert published_plans(event) == plans


def test_the_next_round_may_wait_and_every_page_says_so(dora, director):
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    scores(dora, event, 1, t1=(9, 4), t2=(4, 9))
    dora.visit(at(event, "rounds:close", 1)).press("seat round 2 later")
    assert "Round 2 is not seated yet" in dora.text
    dora.visit(at(event, "events:overview"))
    assert "Seat round 2" in dora.text
    for name in ("public:seating", "public:event"):
        public = Person(Client()).visit(at(event, name))
        assert "Round 2 is not seated yet" in public.text, name
    dora.follow("Seat the round").press("Seat and open round 2")
    assert dora.path == at(event, "rounds:desk", 2)


def test_a_correction_says_that_nobody_who_sits_already_moves(dora, corrected):
    words = "Round 2 is seated already: a correction moves nobody."
    for name, args in (
        ("sheets:enter_totals", (1,)),
        ("sheets:enter_deals", (1, 1)),
        ("sheets:show", (1, 1)),
    ):
        assert words in dora.visit(at(corrected, name, *args)).text, name
    assert "went on as winners" in dora.text
    assert Sheet.objects.get(table=table_of(corrected, 1, 1), counting=True).winner == "EW"


def test_a_round_says_when_it_will_be_seated_and_that_reopening_removes_it(dora, director):
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    dora.visit(at(event, "rounds:desk", 3))
    assert "Round 3 is not seated yet" in dora.text
    assert "Round 2: seated when round 1 closes, and so on to round 3." in dora.text
    dora.follow("Go to round 1")
    assert dora.path == at(event, "rounds:desk", 1)
    assert dora.visit(at(event, "rounds:desk", 4)).response.status_code == 404
    scores(dora, event, 1, t1=(9, 4), t2=(4, 9))
    close(dora, event, 1)
    dora.visit(at(event, "rounds:reopen", 1))
    assert "The seating of round 2 is removed" in dora.text
    dora.press("Open round 1 again", reason="wrong sheet")
    assert list(published_plans(event)) == [1]


@pytest.fixture
def corrected(dora, director):
    """A winner of round 1 corrected after round 2 was seated from it."""
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    scores(dora, event, 1, t1=(9, 4), t2=(4, 9))
    close(dora, event, 1)
    dora.visit(at(event, "sheets:enter_totals", 1))
    dora.press("Save all", **{"t1-ns": "4", "t1-ew": "9", "reason": "sides mixed up"})
    dora.press("Accept the correction")
    return event


MOVED_ON = (
    "East–West won, but North–South moved on as winners. Round 2 has no sheet yet: redo its seating, or "
    "leave it."
)


def test_a_corrected_winner_is_asked_about_on_the_desk_and_the_round_is_seated_anew(dora, corrected):
    """The desk was silent."""
    before = published_plans(corrected)[2]
    assert MOVED_ON in dora.visit(at(corrected, "events:overview")).text
    assert MOVED_ON in dora.visit(at(corrected, "rounds:desk", 1)).text
    dora.visit(at(corrected, "events:overview")).follow("Decide")
    assert "Table 1 of round 1 was corrected: East–West won, but North–South moved on" in dora.text
    dora.press("Use this seating for round 2")
    assert published_plans(corrected)[2] != before
    assert MOVED_ON not in dora.visit(at(corrected, "events:overview")).text


def test_or_the_seating_is_left_as_it_is_and_the_question_is_settled(dora, corrected):
    before = published_plans(corrected)[2]
    second = Person(dora.client).visit(at(corrected, "seating:next_round"))
    dora.visit(at(corrected, "events:overview")).follow("Decide").press("Leave the seating as it is")
    assert "The seating stays as it is." in dora.page
    assert MOVED_ON not in dora.text
    assert published_plans(corrected)[2] == before
    assert corrected.audit_entries.first().action == "seating.kept"
    second.press("Leave the seating as it is")  # from another tab: refused in words
    assert corrected.audit_entries.filter(action="seating.kept").count() == 1
