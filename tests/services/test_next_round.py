"""Seating a round from the results of the one before it: who goes where, what is asked, what is refused."""

import pytest

from scoring.seats import Side
from tests.helpers.factories import correct, doing, enter, make_published, table_of
from tests.helpers.refusals import refusal
from tournament.models import AuditEntry, Event, Player
from tournament.reports.history import line_of
from tournament.services.errors import Unconfirmed
from tournament.services.events import finish_event
from tournament.services.next_round import Answers, WinnersMissing, seat_next
from tournament.services.players import add_player, set_status
from tournament.services.rounds import close_round, reopen_round
from tournament.services.seating import draft_plan, publish, replan, withdraw
from tournament.services.substitutions import substitute
from tournament.services.undoing import can_be_undone, undo
from tournament.state.attendance import published_plans, seating_mismatch
from tournament.state.next_round import NamedWinner, compute_next_round, round_to_seat_after, rounds_to_seat


@pytest.fixture
def evening(director):
    """Twelve players at three tables, winners go up, four rounds, round 1 open."""
    return make_published(director, players=12, rounds=4, movement="winners-up")


def report(event, number=1, ns=9, ew=4):
    for table in event.rounds.get(number=number).tables.all():
        enter(table_of(event, number, table.number), ns, ew)


def close(event, number=1, **more):
    return close_round(Event.objects.get(pk=event.pk).rounds.get(number=number), **doing(event), **more)


def seats(event, number):
    return published_plans(event)[number]


def actions(event):
    return list(event.audit_entries.order_by("pk").values_list("action", flat=True))


def test_closing_a_round_seats_the_next_from_its_winners_and_opens_it(evening):
    assert list(published_plans(evening)) == [1]
    assert list(rounds_to_seat(evening, 1)) == [2, 3, 4]
    first = seats(evening, 1)
    report(evening)  # North–South wins everywhere
    following_round = close(evening)
    assert (following_round.number, following_round.status) == (2, "open")
    one, two, three = first.tables
    second = seats(evening, 2)
    assert [set(t.players) for t in second.tables] == [
        {one.N, one.S, two.N, two.S},
        {two.E, two.W, three.N, three.S},
        {three.E, three.W, one.E, one.W},
    ]
    assert not {frozenset(s) for t in first.tables for s in t.sides} & {
        frozenset(s) for t in second.tables for s in t.sides
    }
    assert actions(evening)[-2:] == ["round.closed", "seating.next"]
    assert set(evening.rounds.get(number=1).tables.values_list("moved_as_winner", flat=True)) == {"NS"}


def test_a_tie_holds_the_round_up_until_its_answer_is_written_on_the_sheet(evening):
    report(evening)
    enter(table_of(evening, 1, 2), 8, 8, expected=1)
    error = refusal(close, evening)
    assert isinstance(error, WinnersMissing)
    assert error.message == "Table 2 is tied 8–8: who reached it first?"
    assert (evening.rounds.count(), evening.rounds.get().status) == (1, "open")
    table = table_of(evening, 1, 2)
    close(evening, answers=Answers({2: NamedWinner(Side.EW, reached_first=True)}))
    sheet = table.sheets.get(counting=True)
    assert (sheet.revision, sheet.reached_first, sheet.winner) == (3, "EW", "EW")
    assert sheet.reason
    assert not sheet.late_correction  # it was said before the round closed
    last = AuditEntry.objects.filter(event=evening).order_by("-pk")[0]
    assert line_of(last).reason == "Table 2: East–West (3 and 9) reached the tie first."


def test_a_side_only_named_moves_on_and_its_sheet_stays_a_tie(evening):
    report(evening)
    table = table_of(evening, 1, 2)
    enter(table, 8, 8, expected=1)
    close(evening, answers=Answers({2: NamedWinner(Side.EW)}))
    assert table.sheets.get(counting=True).winner == ""
    two = seats(evening, 1).tables[1]
    assert {two.E, two.W} <= set(seats(evening, 2).tables[0].players)
    assert "named by the director" in line_of(evening.audit_entries.latest("pk")).reason


def test_a_table_without_a_sheet_holds_the_movement_up_until_its_winner_is_named(evening):
    enter(table_of(evening, 1, 1), 9, 4)
    enter(table_of(evening, 1, 2), 9, 4)
    with pytest.raises(Unconfirmed):
        close(evening)
    assert refusal(close, evening, despite_missing=True).message == "Table 3 has not reported: who won there?"
    close(evening, despite_missing=True, answers=Answers({3: NamedWinner(Side.EW)}))
    three = seats(evening, 1).tables[2]
    assert {three.E, three.W} <= set(seats(evening, 2).tables[1].players)
    assert "without a sheet" in line_of(evening.audit_entries.latest("pk")).reason


def test_late_players_walk_ups_and_leavers_are_heeded(evening):
    gone, late = evening.players.get(number=1), evening.players.get(number=2)
    set_status(gone, Player.Status.LEFT, to_round=1, **doing(evening))
    assert late.from_round == 1
    add_player(evening, "Wally Walk-in", from_round=2, here=True, **doing(evening))
    add_player(evening, "Late Lara", from_round=3, **doing(evening))
    report(evening)
    close(evening)
    assert sorted(seats(evening, 2).seated) == [*range(2, 13), 13]
    report(evening, 2)
    set_status(evening.players.get(number=14), Player.Status.LATE, from_round=3, **doing(evening))
    close(evening, 2)
    third = seats(evening, 3)
    assert sorted([*third.seated, *third.sit_out]) == list(range(2, 15))
    assert seating_mismatch(evening) is None


def test_only_the_seating_that_was_looked_at_is_taken(evening):
    report(evening)
    mark = compute_next_round(evening, evening.rounds.get()).mark
    enter(table_of(evening, 1, 3), 4, 9, expected=1)
    assert refusal(close, evening, answers=Answers(mark=mark)).code == "seating-changed"
    assert evening.rounds.get().status == "open"
    close(evening, answers=Answers(mark=compute_next_round(evening, evening.rounds.get()).mark))
    assert evening.rounds.count() == 2


def test_a_round_may_be_closed_while_the_next_one_waits_and_is_seated_later(evening):
    report(evening)
    assert close(evening, answers=Answers(wait=True)) is None
    assert evening.rounds.get().status == "closed"
    assert round_to_seat_after(evening).number == 1
    made = seat_next(evening, **doing(evening))
    assert (made.number, made.status) == (2, "open")


def test_with_too_few_players_left_the_round_closes_without_a_next_one(director):
    event = make_published(director, players=4, rounds=3, movement="winners-up")
    set_status(event.players.get(number=4), Player.Status.LEFT, to_round=1, **doing(event))
    report(event)
    assert "Only 3 players are there in round 2" in refusal(close, event).message
    close(event, answers=Answers(wait=True))
    assert finish_event(event, **doing(event)).is_finished


def test_the_open_round_is_seated_anew_while_nobody_has_reported(evening):
    report(evening)
    enter(table_of(evening, 1, 2), 8, 8, expected=1)
    close(evening, answers=Answers({2: NamedWinner(Side.EW)}))
    set_status(evening.players.get(number=7), Player.Status.LEFT, to_round=1, **doing(evening))
    assert seating_mismatch(evening).first_round == 2
    seat_next(evening, **doing(evening))  # the answer about table 2 is remembered
    assert seating_mismatch(evening) is None
    assert 7 not in seats(evening, 2).seated
    assert evening.rounds.get(number=2).status == "open"
    assert actions(evening)[-1] == "seating.next_again"
    enter(table_of(evening, 2, 1), 9, 4)
    error = refusal(seat_next, evening, **doing(evening))
    assert error.code == "round-played"
    assert "Round 3 is seated when it is closed" in error.message


@pytest.mark.parametrize("movement", ["winners-up", "draw"])
def test_opening_a_round_again_takes_the_next_seating_back(director, movement):
    event = make_published(director, players=8, rounds=3, movement=movement)
    report(event)
    close(event)
    reopen_round(event.rounds.get(number=1), reason="wrong sheet", **doing(event))
    assert list(published_plans(event)) == [1]
    assert event.rounds.get().status == "open"
    assert set(event.rounds.get().tables.values_list("moved_as_winner", flat=True)) == {""}
    assert event.audit_entries.latest("pk").action == "round.reopened_unseated"
    close(event)
    assert event.rounds.count() == 2


def test_undoing_the_seating_opens_the_round_again(evening):
    report(evening)
    close(evening)
    entry = evening.audit_entries.latest("pk")
    assert can_be_undone(evening, entry)
    undo(evening, entry, **doing(evening))
    assert list(evening.rounds.values_list("number", "status")) == [(1, "open")]
    assert not can_be_undone(evening, entry)


def test_a_corrected_winner_moves_nobody_who_sits_and_once_the_next_is_scored_no_round_reopens(evening):
    report(evening)
    close(evening)
    before = seats(evening, 2)
    correct(table_of(evening, 1, 1), 4, 9)
    assert seats(evening, 2) == before
    enter(table_of(evening, 2, 1), 9, 4)
    error = refusal(reopen_round, evening.rounds.get(number=1), reason="wrong", **doing(evening))
    assert error.code == "later-round-played"
    assert evening.rounds.count() == 2


def test_by_lot_needs_no_winners_and_misses_no_sheets(director):
    event = make_published(director, players=10, rounds=3, movement="draw")
    enter(table_of(event, 1, 1), 8, 8)
    close(event, despite_missing=True)
    second = seats(event, 2)
    assert sorted([*second.seated, *second.sit_out]) == list(range(1, 11))
    assert not set(second.sit_out) & set(seats(event, 1).sit_out)


def test_a_draw_published_with_all_its_rounds_goes_on_as_it_was_published(director):
    event = make_published(director, players=8, rounds=3)
    Event.objects.filter(pk=event.pk).update(movement="draw")  # as before each round was drawn by itself
    plans = published_plans(event)
    report(event)
    assert close(event).number == 2
    assert published_plans(event) == plans
    reopen_round(event.rounds.get(number=1), reason="wrong sheet", **doing(event))
    assert published_plans(event) == plans


def test_red_and_white_keep_their_colours_from_round_to_round(director):
    event = make_published(director, players=16, rounds=3, movement="red-white")
    for number in (1, 2):
        report(event, number)
        close(event, number)
    for table_plan in seats(event, 3).tables:
        first = seats(event, 1)
        red = {player for t in first.tables for player in (t.N, t.E)}
        assert {table_plan.N, table_plan.E} <= red
        assert not {table_plan.S, table_plan.W} & red


def test_another_movement_may_take_over_and_this_one_from_another(director):
    event = make_published(director, players=12, rounds=4)
    report(event)
    close(event)
    assert refusal(
        replan, event, movement="winners-up", from_round=3, **doing(event)
    ).code == "before-not-closed"  # fmt: skip
    publish(replan(event, movement="winners-up", from_round=2, **doing(event)), **doing(event))
    event.refresh_from_db()
    assert (event.movement, list(published_plans(event))) == ("winners-up", [1, 2])
    report(event, 2)
    close(event, 2)
    publish(replan(event, movement="chart", from_round=3, **doing(event)), **doing(event))
    event.refresh_from_db()
    assert (event.movement, list(published_plans(event))) == ("chart", [1, 2, 3, 4])


def test_a_movement_takes_over_only_when_every_winner_is_known(director):
    event = make_published(director, players=8, rounds=3)
    enter(table_of(event, 1, 1), 8, 8)
    enter(table_of(event, 1, 2), 9, 4)
    close(event, despite_missing=True)
    error = refusal(replan, event, movement="winners-up", from_round=2, **doing(event))
    assert error.message == "Table 1 is tied 8–8: who reached it first? Enter it on the sheet first."


def test_the_first_round_is_withdrawn_and_drawn_again_like_any_seating(evening):
    withdraw(evening, **doing(evening))
    evening.refresh_from_db()
    assert (evening.rounds.count(), evening.status) == (0, "setup")
    publish(draft_plan(evening, **doing(evening)), **doing(evening))
    assert list(published_plans(evening)) == [1]


@pytest.mark.parametrize(
    ("movement", "code"), [("chart", "plans-ahead"), ("draw", "first-round"), ("winners-up", "first-round")]
)
def test_there_is_nothing_to_seat_from_results_before_a_round_is_closed(director, movement, code):
    event = make_published(director, players=8, rounds=3, movement=movement)
    assert refusal(seat_next, event, **doing(event)).code == code


def test_an_empty_chair_keeps_nobody_from_moving(evening):
    report(evening)
    first = seats(evening, 1)
    table = table_of(evening, 1, 2)
    lost = table.seatings.get(seat="N").player
    table.seatings.filter(seat="N").delete()
    Player.objects.filter(pk=lost.pk).update(status="left", to_round=0)
    close(evening)
    assert first.tables[1].S in seats(evening, 2).tables[0].players
    placed = seats(evening, 2)
    assert sorted([*placed.seated, *placed.sit_out]) == sorted(set(range(1, 13)) - {lost.number})


def test_seating_the_next_round_costs_no_more_queries_for_more_tables(
    director, django_assert_max_num_queries
):
    event = make_published(director, players=48, rounds=4, movement="winners-up")
    report(event)
    with django_assert_max_num_queries(47):  # two of them read the last hash of the history
        close(event)


def test_a_substitute_plays_on_in_rounds_seated_later_and_the_absent_player_comes_back(evening):
    absent = evening.players.get(number=3)
    substitute(absent, walk_up="Sub Sally", from_round=1, to_round=2, **doing(evening))
    report(evening)
    close(evening)
    second = seats(evening, 2)
    placed = {*second.seated, *second.sit_out}
    assert 13 in placed
    assert 3 not in placed
    report(evening, 2)
    close(evening, 2)
    third = seats(evening, 3)
    assert 3 in {*third.seated, *third.sit_out}
    assert seating_mismatch(evening) is None
