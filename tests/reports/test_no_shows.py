"""Players who never came have no place anywhere, and nobody is counted against them."""

import json

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.lists import LISTS, list_file
from tournament.archive.text import dumps, loads
from tournament.models import Player, PrizeList, Seating
from tournament.reports import player_page
from tournament.reports.players import whereabouts
from tournament.reports.prizes import prize_money
from tournament.reports.public import public_progress
from tournament.reports.seasons import season_standings
from tournament.reports.standings import standings
from tournament.services.adjustments import adjust
from tournament.services.events import finish_event
from tournament.services.players import add_player, set_status
from tournament.services.rounds import close_round
from tournament.services.seasons import choose_events, create_season

FOUR = ["Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew"]


@pytest.fixture
def evening(director):
    """One table of four; Eve is expected and Finn was marked as gone before the first round."""
    event = make_published(director, players=FOUR, rounds=2)
    add_player(event, "Eve Ellis", by=director, at=NOW)
    finn = add_player(event, "Finn Ford", by=director, at=NOW)
    set_status(finn, Player.Status.LEFT, to_round=None, by=director, at=NOW)
    enter(table_of(event), 9, 4)
    event.refresh_from_db()
    return event


def numbers(rows):
    return [row.number for row in rows]


def test_no_list_page_or_phone_counts_who_was_never_here_but_who_left_keeps_a_place(evening, director):
    assert sorted(numbers(standings(evening).rows)) == [1, 2, 3, 4]
    shown = public_progress(evening)
    assert len(shown.standings.rows) == 4
    pages = player_page.player_pages(evening, shown.standings)
    assert player_page.player_page(pages, whereabouts(evening), 1).ranked == 4
    assert player_page.player_page(pages, whereabouts(evening), 5).row is None
    assert "Eve Ellis" not in list_file(LISTS["standings"], evening, "csv").decode("utf-8-sig")
    assert "Eve Ellis" in list_file(LISTS["players"], evening, "csv").decode("utf-8-sig")
    set_status(evening.players.get(number=2), Player.Status.LEFT, to_round=1, by=director, at=NOW)
    assert 2 in numbers(standings(evening).rows)


def test_before_the_first_round_everyone_is_on_the_list(event, director):
    add_player(event, "Ann Archer", by=director, at=NOW)
    assert numbers(standings(event).rows) == [1]


def test_where_points_are_lost_a_no_show_does_not_win_and_takes_no_prize(director):
    event = make_published(director, players=FOUR, rounds=1, rules=PRESETS["jeuchre"])
    add_player(event, "Eve Ellis", by=director, at=NOW)
    enter(table_of(event), 4, 10)
    assert 5 not in numbers(standings(event).rows)
    assert standings(event).rows[0].place == 1
    PrizeList.objects.create(event=event, places=[5000])
    assert [taken.takers[0].number != 5 for taken in prize_money(event).places] == [True]


def test_a_seat_that_waited_for_somebody_who_went_home_before_the_round_is_no_place(director):
    event = make_published(director, players=8, rounds=1)
    table = table_of(event, 1, 2)
    enter(table_of(event, 1, 1), 9, 4)
    gone = table.seatings.first().player
    set_status(gone, Player.Status.LEFT, to_round=None, by=director, at=NOW)
    assert gone.number not in numbers(standings(event).rows)
    # Somebody entered that table's sheet after all: then it was played, with this player on it.
    enter(table, 7, 5)
    assert gone.number in numbers(standings(event).rows)


def test_a_latecomer_has_a_place_from_their_first_round_on(director):
    event = make_published(director, players=FOUR, rounds=2)
    late = add_player(event, "Eve Ellis", from_round=2, by=director, at=NOW)
    enter(table_of(event), 9, 4)
    assert late.number not in numbers(standings(event).rows)
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    Seating.objects.create(round=event.rounds.get(number=2), player=late)
    enter(table_of(event, 2), 9, 4)
    assert late.number in numbers(standings(event).rows)
    assert late.number not in numbers(standings(event, through=1).rows)


def test_a_season_counts_places_without_no_shows(director):
    event = make_published(director, players=FOUR, rounds=1)
    add_player(event, "Eve Ellis", by=director, at=NOW)
    enter(table_of(event), 9, 4)
    for player in event.players.filter(number__lte=4):  # everyone here is below nothing at all
        adjust(player, -20, "played on after the bell", by=director, at=NOW)
    close_round(event.rounds.get(), by=director, at=NOW)
    finish_event(event, by=director, at=NOW)
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, [event], by=director)
    found = season_standings(season)
    assert "Eve Ellis" not in [row.name for row in found.rows]
    assert found.placed == {event.pk: 4}
    assert min(row.parts[0].row.place for row in found.rows) == 1


def test_the_archive_keeps_a_line_for_every_ranked_player_as_its_format_says(evening, director):
    content = dumps(document(evening)).encode()
    assert [line["player"] for line in json.loads(content)["standings"]][-2:] == [5, 6]
    assert [*problems_of(loads(content)), *differences(content)] == []
    again = import_event(loads(content), by=director, at=NOW, slug="second-time")
    assert dumps(document(again)).replace("second-time", evening.slug).encode() == content
    assert sorted(numbers(standings(again).rows)) == [1, 2, 3, 4]
