"""The planned rotation: valid for any number, as good as anything known, different for every seed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rotation import bounds
from tournament.rotation.movements import draw_plan
from tournament.rotation.quality import judge

from .golden import AFTER_A_DESIGN, CELLS, REACHED, STRANGERS


def judged(players, rounds, **options):
    plan = draw_plan(range(1, players + 1), rounds, **options)
    return judge(plan.rounds, players=plan.players)


@given(st.integers(4, 80), st.integers(1, 20), st.integers(0, 9))
@settings(max_examples=80, deadline=None)
def test_any_number_of_players_and_rounds_gives_a_plan_that_can_be_played(players, rounds, seed):
    quality = judged(players, rounds, seed=seed, seconds=0.1)
    assert quality.problems == ()
    assert quality.sit_outs[1] - quality.sit_outs[0] <= 1
    assert quality.sat_out_running == ()
    if players >= 8 and players % 4 in (0, 1) and rounds <= players - 1:
        assert quality.P == 0


@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 10, 11, 14, 15])
@pytest.mark.parametrize("rounds", [1, 3, 8, 13, 20])
def test_awkward_numbers_are_planned_with_even_sit_outs(players, rounds):
    quality = judged(players, rounds)
    assert quality.problems == ()
    assert quality.sit_outs[1] - quality.sit_outs[0] <= 1
    assert quality.sat_out_running == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "players", [5, 8, 13, *(pytest.param(n, marks=pytest.mark.deep) for n in (4, 6, 7, 9, 12))]
)
def test_more_rounds_than_partners_spread_the_repeats_evenly(players):
    quality = judged(players, 3 * players, seconds=0.3)
    assert quality.problems == ()
    assert quality.P <= 1.15 * quality.least.P
    assert quality.sit_outs[1] - quality.sit_outs[0] <= 1


@pytest.mark.parametrize(("players", "rounds"), CELLS)
def test_every_cell_of_the_table_is_reached(players, rounds):
    quality = judged(players, rounds, seed=players)
    assert quality.key <= (0, *REACHED[players][rounds])


@pytest.mark.slow
@pytest.mark.parametrize("players", STRANGERS)
def test_an_event_of_as_many_rounds_as_a_published_design_has_no_second_meeting(players):
    rounds = STRANGERS[players]
    assert judged(players, rounds).key == (0, 0, 0)
    assert judged(players - 1, rounds).key == (0, 0, 0)


@pytest.mark.parametrize(("players", "rounds"), AFTER_A_DESIGN)
def test_rounds_beyond_a_design_are_as_good_as_published(players, rounds):
    assert judged(players, rounds).key <= (0, *AFTER_A_DESIGN[players, rounds])


@pytest.mark.parametrize("players", [n for n in range(8, 65) if n % 4 in (0, 1)])
def test_no_partner_repeats_in_as_many_rounds_as_there_are_partners(players):
    assert judged(players, players - 1).P == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [n for n in range(8, 65) if n % 4 in (0, 1)])
def test_a_full_event_is_a_whist_tournament(players):
    rounds = players - (players % 4 == 0)
    quality = judged(players, rounds)
    assert quality.key == tuple(bounds.for_event(players, rounds).values())
    assert (quality.most.P, quality.most.O, quality.most.M) == (1, 2, 3)


@pytest.mark.parametrize(("players", "rounds"), [(52, 50), (53, 52), (60, 58), (64, 62)])
def test_an_event_of_one_round_less_is_the_best_possible_too(players, rounds):
    quality = judged(players, rounds)
    assert quality.key == tuple(bounds.for_event(players, rounds).values())


@pytest.mark.parametrize("players", range(27, 65))
def test_from_twenty_seven_players_on_nobody_meets_anybody_twice_in_eight_rounds(players):
    quality = judged(players, 8)
    assert quality.key == (0, 0, 0)
    assert quality.words() == dict.fromkeys(("P", "O", "M"), "least possible")


@pytest.mark.parametrize("players", range(39, 65))
def test_from_thirty_nine_players_on_nobody_meets_anybody_twice_in_ten_rounds(players):
    assert judged(players, 10).key == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("players", [48, 49, 50, 51, 56, 64, 65, 66, 67, 99, 100, 399, 400])
def test_large_events_play_twelve_rounds_without_meeting_twice(players):
    quality = judged(players, 12)
    assert quality.key == (0, 0, 0)
    assert quality.problems == ()


@pytest.mark.slow
def test_a_thousand_players_play_twelve_rounds_without_meeting_twice():
    quality = judged(1000, 12)
    assert quality.key == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(16, 8), (17, 6), (26, 8), (101, 12)])
def test_the_same_seed_gives_the_same_plan_and_another_seed_another_one_as_good(players, rounds):
    numbers = range(1, players + 1)
    one = draw_plan(numbers, rounds, seed=1)
    again = draw_plan(numbers, rounds, seed=1)
    other = draw_plan(numbers, rounds, seed=2)
    assert one == again
    assert one != other
    assert judge(one.rounds).key == judge(other.rounds).key


def test_tables_and_seats_change_evenly():
    plan = draw_plan(range(1, 45), 8, seed=1)
    quality = judge(plan.rounds)
    assert quality.stayed == 0
    assert quality.table_visits <= 2
    assert quality.seat_spread <= 3
    assert quality.side_spread <= 4


def test_tables_and_players_keep_the_numbers_they_have_in_the_hall():
    plan = draw_plan(range(1, 17), 3, table_numbers=[11, 12, 14, 15])
    assert {t.number for r in plan.rounds for t in r.tables} == {11, 12, 14, 15}
    numbers = [5, 7, 11, 13, 17, 19, 23, 29, 31]
    plan = draw_plan(numbers, 4)
    assert plan.players == tuple(numbers)
    assert judge(plan.rounds, players=numbers).problems == ()
    plan = draw_plan(range(1, 17), 4, table_numbers=[1, 2, 3])
    quality = judge(plan.rounds, players=plan.players)
    assert quality.problems == ()
    assert all(len(round_.tables) == 3 and len(round_.sit_out) == 4 for round_ in plan.rounds)
    assert quality.sit_outs == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds", "played"), [(200, 12, 0), (30, 9, 0), (26, 8, 3)])
def test_progress_rises_to_one(players, rounds, played):
    history = draw_plan(range(1, players + 1), rounds).rounds[:played]
    seen = []
    draw_plan(range(1, players + 1), rounds - played, history=history, progress=seen.append, seconds=0.2)
    assert seen == sorted(seen)
    assert len(seen) > rounds - played
    assert seen[0] > 0
    assert seen[-1] == 1.0


@pytest.mark.parametrize("players", [5, 6, 7, 11, 18, 23, 37, 50, 66, 71, 89, 99])
def test_the_evening_can_stop_after_any_round_without_a_sit_out_more_for_anybody(players):
    for rounds in (4, 9, 14):
        plan = draw_plan(range(1, players + 1), rounds, seed=7, seconds=0.01)
        for stop in range(1, rounds + 1):
            fewest, most = judge(plan.rounds[:stop], players=plan.players).sit_outs
            assert most - fewest <= 1
