"""What is open about an event is asked in one place; everything that says "all" reads it."""

import pytest
from django.urls import reverse

from tests.helpers.factories import NOW, close, correct, enter, make_players, make_published, table_of
from tests.helpers.kept import kept
from tournament.models import Event, Player, Seating
from tournament.reports.todos import completeness, results_open, sheets_open
from tournament.services.next_round import seat_next
from tournament.services.seating import former_seating, publish, replan


@pytest.fixture
def evening(director):
    """Round 1 of 2 with three tables, all in."""
    event = make_published(director, players=12, rounds=2)
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 9, 4)
    return event


def codes(event):
    return [item.code for item in completeness(event).items]


class TestItems:
    def test_nothing_is_open_about_a_complete_round_nor_a_table_that_was_not_played(self, evening):
        assert codes(evening) == []
        table = table_of(evening, 1, 3)
        table.sheets.all().delete()
        table.not_played = "they went home"
        table.save()
        assert codes(evening) == []
        assert [one.table for one in completeness(evening).without] == [3]

    def test_nothing_is_open_before_anything_is_published(self, event):
        assert codes(event) == []

    def test_a_missing_sheet_is_wrong_once_its_round_is_closed(self, director):
        """Each of eleven missing sheets had three lines of its own above the tables of a phone."""
        event = make_published(director, players=12, rounds=2)
        enter(table_of(event, 1, 1))
        awaited, _another = completeness(event).items
        assert (awaited.code, awaited.tables, awaited.wrong) == ("missing", (2,), False)
        assert completeness(event).amiss.items == ()
        close(event, despite_missing=True)
        missing = completeness(event).wrong[0]
        assert (missing.code, missing.round, missing.tables) == ("missing", 1, (2,))
        assert missing.link.url == reverse("sheets:show", args=[event.slug, 1, 2])
        assert missing.link.words == "Go to table 2"
        (line,) = completeness(event).in_lines.wrong
        assert (line.tables, line.link.url, line.wrong) == ((2, 3), missing.link.url, True)

    def test_a_tie_without_an_answer_is_open_and_wrong_once_closed(self, evening):
        correct(table_of(evening, 1, 2), 6, 6)
        (tie,) = completeness(evening).items
        assert (tie.code, tie.tables, tie.wrong) == ("tied", (2,), False)
        assert tie.link.url == reverse("sheets:tie", args=[evening.slug, 1, 2])
        close(evening, despite_missing=True)
        assert [item.code for item in results_open(evening).wrong] == ["tied"]

    def test_a_table_with_an_empty_seat_is_short_until_its_sheet_is_in(self, director):
        event = make_published(director, players=8, rounds=1)
        Seating.objects.filter(table=table_of(event, 1, 2), seat="E").delete()
        short = [item for item in completeness(event).items if item.code == "short"]
        assert [item.tables for item in short] == [(2,)]
        assert "has 3 players: a seat is empty" in short[0].sentence
        assert not short[0].wrong
        for table in (1, 2):
            enter(table_of(event, 1, table))
        assert "short" not in codes(event)

    def test_an_undecided_sit_out_is_wrong(self, director):
        event = make_published(director, players=9, rounds=1)
        Event.objects.update(bye_decided=False, bye_mode="none", bye_points=0)
        event.refresh_from_db()
        (item,) = [item for item in completeness(event).items if item.code == "sit-out"]
        assert (item.wrong, item.link.needs) == (True, "director")

    def test_a_late_player_with_a_seat_whom_nobody_has_checked_in_is_absent(self, director):
        """Director finding 23: a late player is seated but not checked in, and nobody warns."""
        event = make_published(director, players=8, rounds=2)
        Player.objects.filter(event=event, number=3).update(status="late")
        (item,) = [item for item in completeness(event).items if item.code == "expected"]
        assert item.players == (3,)
        assert item.sentence.startswith("Cora Cole (3) has a seat in this round and is not checked in")
        assert item.link.url == reverse("players:check_in", args=[event.slug])
        Player.objects.filter(event=event, number=3).update(status="here")
        assert "expected" not in codes(event)

    def test_who_is_here_without_a_seat_is_unseated_and_a_no_show_named_once(self, director):
        event = make_published(director, players=8, rounds=2)
        event = make_published(director, players=8, rounds=2)
        Player.objects.filter(event=event, number=3).update(status="left", to_round=None)
        gone = [item for item in completeness(event).items if item.code in ("gone", "absent")]
        assert [item.players for item in gone] == [(3,)]
        (late,) = make_players(event, ["Walk Up"])
        (item,) = [item for item in completeness(event).items if item.code == "unseated"]
        assert item.players == (late.number,)
        assert "is here but has no seat" in item.sentence


class TestWinnersUp:
    @pytest.fixture
    @kept
    def seated(self, director):
        event = make_published(director, players=12, rounds=3, movement="winners-up")
        for table in (1, 2, 3):
            enter(table_of(event, 1, table), 9, 4)
        close(event)
        return event

    def test_a_corrected_winner_is_said_until_the_next_round_is_seated_again(self, seated, director):
        """Director finding 18: the next round is open and unscored, and the desk stayed silent."""
        assert set(codes(seated)) == {"missing"}
        correct(table_of(seated, 1, 2), 4, 9)
        (item,) = completeness(seated).wrong
        assert (item.code, item.round, item.tables) == ("reseat", 1, (2,))
        assert item.link.url == reverse("seating:next_round", args=[seated.slug])
        assert item.link.words == "Decide"
        seat_next(seated, by=director, at=NOW)
        assert set(codes(seated)) == {"missing"}

    def test_points_corrected_without_another_winner_ask_nothing_nor_once_somebody_reported(self, seated):
        correct(table_of(seated, 1, 2), 10, 4)
        assert set(codes(seated)) == {"missing"}
        correct(table_of(seated, 1, 2), 4, 9)
        enter(table_of(seated, 2, 1), 9, 4)
        assert set(codes(seated)) == {"missing"}

    def test_a_correction_is_said_of_a_redrawn_round_too(self, seated, director):
        correct(table_of(seated, 1, 2), 4, 9)
        publish(replan(seated, from_round=2, by=director, at=NOW), by=director, at=NOW)
        assert set(codes(seated)) == {"missing"}
        correct(table_of(seated, 1, 2), 9, 4)
        assert "reseat" in codes(seated)

    def test_restoring_the_seating_before_a_redraw_asks_again(self, seated, director):
        correct(table_of(seated, 1, 2), 4, 9)
        publish(replan(seated, from_round=2, by=director, at=NOW), by=director, at=NOW)
        publish(former_seating(seated), by=director, at=NOW)
        assert "reseat" in codes(seated)

    def test_a_correction_is_said_where_the_movement_took_over_from_a_chart(self, director):
        event = make_published(director, players=12, rounds=3)
        for table in (1, 2, 3):
            enter(table_of(event, 1, table), 9, 4)
        close(event)
        taken_over = replan(event, movement="winners-up", from_round=2, by=director, at=NOW)
        publish(taken_over, by=director, at=NOW)
        event.refresh_from_db()
        assert set(codes(event)) == {"missing"}
        correct(table_of(event, 1, 2), 4, 9)
        assert "reseat" in codes(event)


@pytest.mark.parametrize("players", [8, 80])
def test_what_is_open_takes_as_many_queries_for_eighty_as_for_eight(db, players, django_assert_num_queries):
    event = make_published(players=players, rounds=4)
    enter(table_of(event, 1, 1), 6, 6)
    event = Event.objects.get(pk=event.pk)
    with django_assert_num_queries(1):
        sheets_open(event)
    with django_assert_num_queries(7):
        completeness(event)
