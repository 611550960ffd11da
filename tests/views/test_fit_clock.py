"""An evening that runs late: the desk says so, and one offer is taken with two presses."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.archive.made import forget
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_published, play, table_of
from tests.helpers.person import words
from tests.helpers.refusals import refused
from tests.helpers.scripted import Scripted
from tests.helpers.sheet_entry import ROUND, pad
from tests.helpers.table_entry import open_tables, phone, report, totals
from tests.helpers.table_entry import url as phone_url
from tests.referee.referee import differences
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps
from tournament.models import Sheet
from tournament.registry.features import ALL
from tournament.reports.agenda import planned_agenda
from tournament.reports.fit_clock import fewer_deals_told
from tournament.reports.history import sentence_of
from tournament.services.events import change_event, play_all_deals, play_fewer_deals, play_fewer_rounds
from tournament.services.sheets import confirm_if_same
from tournament.services.undoing import can_be_undone, undo
from tournament.state.attendance import published_plans
from tournament.state.seating import seating_at_odds

PACE = "At this pace the evening ends about"


@pytest.fixture
def evening(director):
    """Nine players, six rounds planned with 15 minutes and 5 between, from 19:42 to 21:45."""
    times = {"starts_at": "19:42", "stops_at": "21:45", "round_minutes": 15}
    with time_machine.travel(NOW, tick=False):
        evening = Evening(director, players=9, rounds=6).published()
        return evening.changed(features=[*ALL, "clock"], break_after="5", break_minutes="3", **times).event


def play_until(dora, event, number, clock):
    """Type every table of the round, and close it when the clock shows `clock` minutes."""
    clock.move_to(NOW + timedelta(minutes=26 * number))
    for table in event.rounds.get(number=number).tables.all():
        enter(table)
    dora.visit(at(event, "rounds:close", number)).press("Close round")


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
    public = dora.client.get(at(evening, "public:event")).content.decode()
    cards = dora.client.get(at(evening, "printing:paper", "tally-cards")).content.decode()
    board = dora.client.get(at(evening, "public:board")).content.decode()
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
    totals = at(evening, "sheets:enter_totals", 4)
    dora.visit(totals).follow("Play 5 rounds instead of 6").press("Leave out a round")
    assert dora.path == totals
    assert "The evening has 5 rounds now." in dora.text


def test_an_offer_that_is_gone_or_without_a_time_to_stop_changes_nothing(dora, evening, late):
    for stops_at in ("", "00:30", "23:30"):
        change_event(evening, by=evening.memberships.get().user, at=NOW, stops_at=stops_at)
        assert PACE not in dora.visit(evening.get_absolute_url()).text
    assert "Nothing has changed" in dora.visit(at(evening, "events:fit_clock", "round")).text
    assert evening.rounds.count() == 6


def test_rounds_that_have_begun_are_not_left_out_and_what_is_no_time_of_day_is_refused(director, evening):
    with refused("stop-time", "stops_at"):
        change_event(evening, by=director, at=NOW, stops_at="late")
    play(evening)
    with refused("round-begun", "round_count"):
        play_fewer_rounds(evening, 1, by=director, at=NOW)
    before = published_plans(evening)
    play_fewer_rounds(evening, 2, by=director, at=NOW)
    assert published_plans(evening) == {number: before[number] for number in (1, 2)}


SIX = "Play 6 deals instead of 8 in the rounds to come"
TOLD = "6 deals, not 8"


@pytest.fixture
def eight(dora, director):
    """Eight rounds planned for 25 minutes until 22:49; three took 26 minutes each, and it is 21:00."""
    with time_machine.travel(NOW, tick=False) as clock:
        times = {"starts_at": "19:42", "stops_at": "22:49", "round_minutes": 25}
        event = Evening(director, rounds=8).published().changed(features=[*ALL, "clock"], **times).event
        for number in (1, 2, 3):
            play_until(dora, event, number, clock)
        yield event


@pytest.fixture
def shorter(director, eight):
    """Rounds 5 to 8 have 6 deals."""
    return play_fewer_deals(eight, 6, by=director, at=NOW)


def typed(dora, event, number, ns, ew, table=1, **more):
    grid = Scripted(dora.client).visit(at(event, "sheets:enter_totals", number))
    return grid.leave(table, ns=ns, ew=ew, **more)


def said_last(event):
    entry = event.audit_entries.first()
    return sentence_of(entry.action, entry.facts)


def test_an_evening_that_runs_late_plays_fewer_deals_to_its_end(dora, director, eight):
    assert f"{PACE} 23:10 , not at 22:49" in dora.visit(eight.get_absolute_url()).text
    dora.follow(SIX)
    assert "56 deals in all instead of 64" in dora.text
    assert "Announce it before round 5: cards and score sheets already printed say 8 deals." in dora.text
    dora.press("Play 6 deals")
    eight.refresh_from_db()
    assert eight.fewer_deals == {"5": 6, "6": 6, "7": 6, "8": 6}
    assert (
        "Rounds 5 to 8: 6 deals. At this pace the evening ends about 22:49 , in time for 22:49" in dora.text
    )
    assert "set the rounds from round 5 on to 6 deals" in said_last(eight)
    for number in range(4, 9):
        totals = dora.visit(at(eight, "sheets:enter_totals", number))
        assert (TOLD in totals.text) == (number > 4)
        if number == 5:  # one sheet is typed deal by deal
            dora.visit(at(eight, "sheets:enter_deals", 5, 1)).press("Save the round", **pad(*ROUND[:6]))
        for table in (2,) if number == 5 else (1, 2):
            assert typed(dora, eight, number, 6, 3 + table, table).status_code == 200
        dora.visit(at(eight, "rounds:close", number)).press("Close round")
    sheets = Sheet.objects.filter(counting=True).order_by("table__round__number")
    assert [*sheets.values_list("deals_played", flat=True)] == [None] * 8 + [6] * 8
    archive = document(eight)
    assert differences(dumps(archive).encode()) == []
    forget(eight)
    assert dumps(document(import_event(archive, by=director, at=NOW))) == dumps(archive)


def test_a_shorter_round_refuses_what_it_cannot_reach_and_asks_about_a_bell_before_its_end(dora, shorter):
    assert "6 deals bring at most 24" in words(typed(dora, play(shorter, 4), 5, 20, 8))
    asked = typed(dora, shorter, 5, 3, 2).content.decode()
    assert 'data-state="bell"' in asked
    assert [f"{n} of 8 deals" in asked for n in (7, 6, 5, 4)] == [False, False, True, True]
    assert not Sheet.objects.filter(table__round__number=5).exists()
    typed(dora, shorter, 5, 4, 4, reached_first="NS")
    assert [sheet.deals_played for sheet in Sheet.objects.filter(table__round__number=5)] == [6]
    page = dora.visit(at(shorter, "sheets:enter_deals", 5, 2)).page
    assert ("d6-maker" in page, "d7-maker" in page) == (True, False)


def test_phones_papers_and_the_board_say_how_many_deals_a_shorter_round_has(client, dora, director, shorter):
    open_tables(shorter)
    play(shorter, 4)
    for path in (
        phone_url(shorter, round_number=5),
        at(shorter, "public:round", 5),
        at(shorter, "public:board"),
        at(shorter, "public:event"),
        reverse("player_page:show", args=[shorter.players.first().token]),
        at(shorter, "rounds:desk", 5),
        *(at(shorter, "printing:paper", paper) for paper in ("score-sheets", "result-slips")),
    ):
        assert TOLD in dora.visit(path).page, path
    cards = dora.visit(at(shorter, "printing:paper", "tally-cards"))
    assert "Rounds 5 to 8: 6 deals." in cards.text
    north = phone(shorter, round_number=5)
    north.visit(phone_url(shorter, "enter_totals", round_number=5))
    assert TOLD in north.text
    table = table_of(shorter, 5)
    report(table, 5, 3)
    assert table.submissions.get().deals_played == 6
    report(table, 5, 3, seat="E")
    sheet = Sheet.objects.counting_at(table)
    assert sheet.deals_played == 6
    assert confirm_if_same(table, totals(5, 3), by=director, at=NOW) == sheet  # read a second time


def test_the_agenda_shortens_rounds_with_fewer_deals_unless_their_clock_was_set_since(director, shorter):
    assert [line.minutes for line in planned_agenda(shorter).lines[-2:]] == [18, 18]  # six eighths of 25
    again = change_event(shorter, by=director, at=NOW, round_minutes=15)
    assert [line.minutes for line in planned_agenda(again).lines[-2:]] == [15, 15]


def test_all_deals_come_back_in_two_presses_or_by_undoing(dora, director, shorter):
    play(shorter, 4)
    enter(table_of(shorter, 5), 5, 3)
    dora.visit(shorter.get_absolute_url()).follow("Go back to 8 deals").press("Go back to 8 deals")
    shorter.refresh_from_db()
    assert "set the rounds from round 5 on back to 8 deals" in said_last(shorter)
    assert shorter.fewer_deals == {}
    assert Sheet.objects.counting_at(table_of(shorter, 5)).deals_played == 6  # typed before
    assert enter(table_of(shorter, 5, 2), 20, 8).deals_played is None
    again = play_fewer_deals(shorter, 7, by=director, at=NOW)
    assert again.fewer_deals == {"6": 7, "7": 7, "8": 7}  # round 5 has begun
    entry = again.audit_entries.first()
    undo(again, entry, by=director, at=NOW)
    again.refresh_from_db()
    assert (again.fewer_deals, can_be_undone(again, entry)) == ({}, False)


def test_rounds_that_have_begun_keep_their_deals_and_without_the_clock_all_do(director, shorter):
    for deals in (3, 8):
        with refused("fewer-deals"):
            play_fewer_deals(shorter, deals, by=director, at=NOW)
    for number in range(4, 8):
        play(shorter, number, 5, 3)
    with refused("fewer-deals"):
        play_fewer_deals(shorter, 5, by=director, at=NOW)
    assert play_all_deals(shorter, by=director, at=NOW).fewer_deals == {"5": 6, "6": 6, "7": 6}
    off = [key for key in shorter.features if key != "clock"]
    assert change_event(shorter, by=director, at=NOW, features=off).fewer_deals == {}


def test_a_round_with_all_deals_between_shorter_ones_is_not_told_among_them(director, shorter):
    play(shorter, 4)
    play(shorter, 5)
    play_all_deals(shorter, by=director, at=NOW)
    again = play_fewer_deals(shorter, 6, by=director, at=NOW)
    assert again.fewer_deals == {"5": 6, "7": 6, "8": 6}
    assert fewer_deals_told(again) == "Round 5: 6 deals. Rounds 7 to 8: 6 deals."
    # Rounds that are seated one by one have fewer deals before they are seated.
    event = make_published(director, rounds=3, movement="draw")
    assert play_fewer_deals(event, 6, by=director, at=NOW).fewer_deals == {"2": 6, "3": 6}
    assert event.rounds.count() == 1
