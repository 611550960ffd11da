"""Changing a published seating: who comes and goes, and that nobody else moves more than needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import Plan, RotationError
from tournament.rotation.planners.fewest_moves import (
    Situation,
    fewest_new_cards,
    new_cards,
    nobody_else_moves,
)
from tournament.rotation.quality import judge


def published(players, rounds=6, seed=1):
    return draw_plan(list(range(1, players + 1)), rounds, seed=seed).rounds


def situation(players, *, gone=(), comes=(), first=3, rounds=6, **more):
    """From round `first` on these players are gone, and these come."""
    plans = published(players, rounds)
    coming = plans[first - 1 :]
    there = frozenset(range(1, players + 1)) - set(gone) | set(comes)
    return Situation(coming, (there,) * len(coming), plans[: first - 1], first, **more)


def place_of(player, plan):
    table = plan.table_of(player)
    if table is not None:
        return table.number, table.seat_of(player)
    for short in plan.short:
        if player in short.players:
            return short.number, next(seat for seat, who in short.seats.items() if who == player)
    return "out" if player in plan.sit_out else None


def test_a_walk_up_takes_the_place_of_somebody_who_left_and_needs_the_only_new_card():
    asked = situation(28, gone=[5], comes=[29])
    for plan in (fewest_new_cards(asked), nobody_else_moves(asked)):
        assert new_cards(asked.rounds, plan) == (29,)
        for before, after in zip(asked.rounds, plan, strict=True):
            assert place_of(29, after) == place_of(5, before)


def test_a_walk_up_to_full_tables_sits_out_once_and_then_takes_turns():
    """It was 26 new cards."""
    asked = situation(28, comes=[29], first=3, rounds=8)
    plan = fewest_new_cards(asked)
    assert len(new_cards(asked.rounds, plan)) == 6  # theirs, and one more in each round but the first
    assert [len(round_.sit_out) for round_ in plan] == [1] * 6
    assert len({round_.sit_out for round_ in plan}) == 6
    with pytest.raises(RotationError, match="no free seat for number 29 in round 3"):
        nobody_else_moves(asked)


def test_three_who_sit_out_and_a_walk_up_make_a_table_more():
    asked = situation(27, comes=[28])
    plan = fewest_new_cards(asked)
    assert [(len(round_.tables), round_.sit_out) for round_ in plan] == [(7, ())] * 4
    for before, after in zip(asked.rounds, plan, strict=True):
        assert {p for p in before.seated if place_of(p, before) != place_of(p, after)} == set()


def test_no_table_more_where_the_hall_has_none():
    plan = fewest_new_cards(situation(27, comes=[28], tables=tuple(range(1, 7))))
    assert {len(round_.tables) for round_ in plan} == {6}
    assert {len(round_.sit_out) for round_ in plan} == {4}


def test_a_leavers_chair_goes_to_those_who_sit_out_in_turn():
    asked = situation(29, gone=[5])
    plan = fewest_new_cards(asked)
    for before, after in zip(asked.rounds, plan, strict=True):
        moved = {p for p in before.placed if p != 5 and place_of(p, before) != place_of(p, after)}
        assert moved == (set(before.sit_out) - {5})
        assert after.sit_out == ()


def test_a_leaver_from_full_tables_costs_a_table_and_sit_outs_stay_even():
    asked = situation(28, gone=[5], first=3, rounds=8)
    plan = fewest_new_cards(asked)
    assert [(len(round_.tables), len(round_.sit_out)) for round_ in plan] == [(6, 3)] * 6
    assert judge(plan, history=asked.history).sit_outs[1] == 1


def test_or_their_chair_stays_empty_and_nobody_needs_a_card():
    asked = situation(28, gone=[5])
    plan = nobody_else_moves(asked)
    assert new_cards(asked.rounds, plan) == ()
    assert [len(round_.short) for round_ in plan] == [1] * 4
    assert Plan.from_dict(Plan(tuple(range(1, 29)), plan).to_dict()).rounds == plan


def test_a_walk_up_later_takes_the_empty_chair():
    asked = situation(28, gone=[5])
    after = nobody_else_moves(asked)
    again = Situation(after, (asked.present[0] | {30},) * 4, asked.history, 3)
    plan = nobody_else_moves(again)
    assert new_cards(after, plan) == (30,)
    assert not any(round_.short for round_ in plan)


def test_partners_who_both_leave_cannot_leave_a_side_empty():
    first = published(28)[2].tables[0]
    asked = situation(28, gone=[first.N, first.S])
    with pytest.raises(
        RotationError, match=f"At table {first.number} in round 3 a side would have no player"
    ):
        nobody_else_moves(asked)
    assert all(len(round_.tables) == 6 for round_ in fewest_new_cards(asked))


def test_too_few_players_are_refused():
    with pytest.raises(RotationError, match="Only 3 players are there in round 3"):
        fewest_new_cards(situation(4, gone=[1]))


def test_a_pair_that_stays_together_is_not_given_another_partner():
    with pytest.raises(RotationError, match="Partners stay together"):
        fewest_new_cards(situation(28, gone=[5], partners_stay=True))
    assert fewest_new_cards(situation(28, gone=[5], comes=[29], partners_stay=True))


def test_a_player_who_keeps_a_table_is_not_made_to_sit_out():
    for keeper in range(1, 29):
        plan = fewest_new_cards(situation(28, comes=[29], rounds=6, keep=frozenset({keeper})))
        assert all(keeper in round_.seated for round_ in plan)


@st.composite
def situations(draw):
    players = draw(st.integers(4, 18))
    rounds = draw(st.integers(2, 5))
    first = draw(st.integers(1, rounds))
    plans = draw_plan(list(range(1, players + 1)), rounds, seed=draw(st.integers(0, 5))).rounds
    coming = plans[first - 1 :]
    everybody = range(1, players + 4)
    there = draw(st.sets(st.sampled_from(everybody), min_size=max(4, players - 3)))
    away = [draw(st.sets(st.sampled_from(everybody), max_size=2)) for _ in coming]
    present = tuple(frozenset(there - gone) for gone in away)
    return Situation(coming, present, plans[: first - 1], first)


def asked_of(way, asked):
    try:
        return way(asked)
    except RotationError as refused:
        if refused.code not in {"too-few", "no-chair", "deserted"}:
            raise
        return None


@given(situations())
def test_everybody_present_has_one_place_and_nobody_else_any(asked):
    for way in (fewest_new_cards, nobody_else_moves):
        plan = asked_of(way, asked)
        if plan is not None:
            assert [sorted(round_.placed) for round_ in plan] == [sorted(there) for there in asked.present]
            numbers = [[t.number for t in (*round_.tables, *round_.short)] for round_ in plan]
            assert all(len(set(row)) == len(row) for row in numbers)


@given(situations())
def test_tables_are_full_and_as_many_as_can_be(asked):
    plan = asked_of(fewest_new_cards, asked)
    if plan is not None:
        assert not any(round_.short for round_ in plan)
        assert [len(round_.tables) for round_ in plan] == [len(there) // 4 for there in asked.present]


@given(situations())
def test_nobody_else_moves_when_that_is_promised(asked):
    plan = asked_of(nobody_else_moves, asked)
    if plan is not None:
        for before, after, there in zip(asked.rounds, plan, asked.present, strict=True):
            stayed = set(before.placed) & there
            assert all(place_of(p, before) == place_of(p, after) for p in stayed)
        came = set().union(
            *(there - set(b.placed) for b, there in zip(asked.rounds, asked.present, strict=True))
        )
        assert set(new_cards(asked.rounds, plan)) == came


@given(situations())
def test_the_new_cards_are_those_whose_places_differ(asked):
    plan = asked_of(fewest_new_cards, asked)
    if plan is not None:
        differ = {
            p
            for before, after in zip(asked.rounds, plan, strict=True)
            for p in after.placed
            if place_of(p, before) != place_of(p, after)
        }
        assert set(new_cards(asked.rounds, plan)) == differ


@given(situations())
def test_the_same_question_has_the_same_answer_and_history_is_only_read(asked):
    before = (asked.rounds, asked.history)
    assert asked_of(fewest_new_cards, asked) == asked_of(fewest_new_cards, asked)
    assert (asked.rounds, asked.history) == before
