"""The other movements: by seats, by winners, by lot, with fixed partners."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.seats import SEATS, Seat, Side
from tournament.rotation.movements import (
    LOSERS,
    MOVEMENTS,
    RED_WINNER,
    WHITE_WINNER,
    WINNERS,
    draw_plan,
    seat_next,
    steps,
)
from tournament.rotation.plan import RotationError, RoundPlan, TablePlan
from tournament.rotation.planners import seats, winners
from tournament.rotation.quality import judge, pairs

THREE = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8), TablePlan(3, 9, 10, 11, 12)))


# By seats


@pytest.mark.parametrize("tables", range(1, 26))
def test_by_seats_no_partner_repeats_in_as_many_rounds_as_tables(tables):
    plan = draw_plan(range(1, 4 * tables + 1), tables, movement="seats", seed=tables)
    quality = judge(plan.rounds, players=plan.players)
    assert quality.problems == ()
    assert quality.P == 0
    if tables % 2 and tables % 3:
        assert quality.M == 0


@pytest.mark.parametrize("key", ["seats", "seats-wef"])
@pytest.mark.parametrize("tables", range(1, 16))
def test_the_announced_rounds_without_repeat_are_exactly_those(key, tables):
    partners, anyone = seats.rounds_without_repeat(key, tables)
    plan = draw_plan(range(1, 4 * tables + 1), 2 * tables, movement=key)

    def clean(rounds, relation):
        return getattr(judge(plan.rounds[:rounds]), relation) == 0

    assert clean(partners, "P")
    assert not clean(partners + 1, "P")
    assert clean(anyone, "M")
    assert not clean(anyone + 1, "M")


def test_north_stays_south_goes_down_east_up_and_west_up_two():
    after = seats.next_round(THREE, seats.STEPS["seats"])
    assert after.tables == (TablePlan(1, 1, 10, 7, 8), TablePlan(2, 5, 2, 11, 12), TablePlan(3, 9, 6, 3, 4))


def test_moving_by_seats_goes_on_where_the_last_round_left_off():
    whole = draw_plan(range(1, 21), 5, movement="seats", seed=3)
    rest = draw_plan(range(1, 21), 3, movement="seats", seed=3, history=whole.rounds[:2])
    assert rest.rounds == whole.rounds[2:]


def test_moving_by_seats_starts_afresh_when_other_people_play():
    history = draw_plan(range(1, 21), 2, movement="seats").rounds
    plan = draw_plan(range(5, 21), 2, movement="seats", history=history)
    assert judge(plan.rounds, players=range(5, 21)).problems == ()


# Winners up


def test_winners_go_up_losers_stay_and_the_head_table_changes_ends():
    after = winners.next_round("winners-up", [THREE], {1: Side.NS, 2: Side.EW, 3: Side.NS})
    assert [set(t.players) for t in after.tables] == [{1, 3, 6, 8}, {5, 7, 9, 11}, {10, 12, 2, 4}]


@given(st.integers(4, 30), st.integers(2, 12), st.randoms(use_true_random=False), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("key", ["winners-up", "red-white"])
def test_going_by_winners_everybody_has_a_place_and_nobody_keeps_a_partner(
    key, players, rounds, random, seed
):
    history = list(draw_plan(range(1, players + 1), 1, movement=key, seed=seed).rounds)
    for _ in range(rounds):
        won = {t.number: random.choice(list(Side)) for t in history[-1].tables}
        after = winners.next_round(key, history, won, seed=seed)
        assert judge([after], players=range(1, players + 1)).problems == ()
        before = {frozenset(side) for t in history[-1].tables for side in t.sides}
        now = {frozenset(side) for t in after.tables for side in t.sides}
        if players % 4 == 0:
            assert not before & now
        history.append(after)
    assert judge(history, players=range(1, players + 1)).sit_outs[1] <= judge(history).sit_outs[0] + 1


def test_pairs_are_parted_in_the_way_that_repeats_least():
    met_before = RoundPlan((TablePlan(1, 1, 2, 6, 3), TablePlan(2, 5, 4, 7, 8)))  # 1 was partner of 6
    last = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)))
    for seed in range(6):
        after = winners.next_round("winners-up", [met_before, last], {1: Side.NS, 2: Side.EW}, seed=seed)
        assert {frozenset(s) for s in after.tables[0].sides} == {frozenset({1, 8}), frozenset({3, 6})}


def test_a_table_without_a_winner_holds_the_movement_up():
    with pytest.raises(RotationError) as refusal:
        winners.next_round("winners-up", [THREE], {1: Side.NS, 3: Side.EW})
    assert refusal.value.code == "winner-missing"
    assert "Table 2" in str(refusal.value)


@pytest.mark.parametrize("key", ["winners-up", "red-white"])
def test_people_who_left_or_came_are_taken_in_and_tables_opened_or_closed(key):
    won = {t.number: Side.NS for t in THREE.tables}
    fewer = winners.next_round(key, [THREE], won, players=range(3, 12))
    assert judge([fewer], players=range(3, 12)).problems == ()
    assert len(fewer.tables) == 2
    more = winners.next_round(key, [THREE], won, players=range(1, 17))
    assert judge([more], players=range(1, 17)).problems == ()
    assert [t.number for t in more.tables] == [1, 2, 3, 4]


# Red and white


def colours(round_):
    return {p: "red" if p in (t.N, t.E) else "white" for t in round_.tables for p in t.players}


def test_red_winners_go_up_white_ones_down_and_losers_partner_the_other_colour():
    after = winners.next_round("red-white", [THREE], {1: Side.NS, 2: Side.EW, 3: Side.NS})
    # winners: 1 red and 3 white, 6 red and 8 white, 9 red and 11 white; losers 2+4, 5+7, 10+12
    assert [set(t.players) for t in after.tables] == [{2, 4, 6, 11}, {5, 7, 9, 3}, {10, 12, 1, 8}]
    assert {frozenset(s) for s in after.tables[0].sides} == {frozenset({2, 11}), frozenset({6, 4})}


def test_everybody_keeps_their_colour():
    after = winners.next_round("red-white", [THREE], {1: Side.NS, 2: Side.EW, 3: Side.NS})
    assert colours(after) == colours(THREE)


@given(
    st.integers(4, 22), st.lists(st.sets(st.integers(1, 30), max_size=4), max_size=6), st.integers(0, 99),
    st.sampled_from(["winners-up", "red-white"]),
)  # fmt: skip
@settings(max_examples=120, deadline=None)
def test_whoever_comes_and_goes_nobody_has_the_same_partner_twice_running(players, changes, seed, key):
    random = Random(seed)
    there = set(range(1, players + 1))
    history = list(draw_plan(sorted(there), 1, movement=key, seed=seed).rounds)
    for change in changes:
        there = there ^ change if len(there ^ change) >= 4 else there
        won = {table.number: random.choice(list(Side)) for table in history[-1].tables}
        after = seat_next(key, sorted(there), history=history, winners_of=won, seed=seed)
        assert judge([after], players=sorted(there)).problems == ()
        before = {frozenset(side) for table in history[-1].tables for side in table.sides}
        assert not before & {frozenset(side) for table in after.tables for side in table.sides}
        history.append(after)


def test_who_comes_back_to_a_red_chair_is_a_red_player_while_there_is_one():
    last = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)))
    won = {1: Side.NS, 2: Side.NS}
    out = winners.next_round("red-white", [last], won, players=[*range(3, 9), 11, 12])  # 1 and 2 go, both red
    assert {colours(out)[p] for p in (11, 12)} == {"red"}
    back = winners.next_round(
        "red-white", [last, out], {1: Side.EW, 2: Side.EW}, players=[*range(1, 9)]
    )  # they come back, and those who had their chairs go
    assert {p: colours(back)[p] for p in range(1, 9)} == colours(last)


# By lot


@given(st.integers(4, 40), st.integers(1, 8), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_by_lot_everybody_has_a_place_and_partners_hardly_repeat(players, rounds, seed):
    plan = draw_plan(range(1, players + 1), rounds, movement="draw", seed=seed)
    quality = judge(plan.rounds, players=plan.players)
    assert quality.problems == ()
    if players >= 4 * rounds:
        assert quality.P == 0


def test_drawing_rounds_one_at_a_time_gives_the_same_rounds():
    whole = draw_plan(range(1, 19), 4, movement="draw", seed=8)
    history = []
    for number in range(4):
        history += draw_plan(range(1, 19), 1, movement="draw", seed=8, history=history).rounds
        assert history[number] == whole.rounds[number]


def test_a_wish_to_be_partners_once_waits_for_a_later_round_where_rounds_follow():
    once = [frozenset({1, 2}), frozenset({1, 3})]
    with pytest.raises(RotationError):
        draw_plan(range(1, 9), 1, movement="draw", together=once)
    history = list(draw_plan(range(1, 9), 1, movement="draw", together=once, goes_on=True).rounds)
    history.append(seat_next("draw", range(1, 9), history=history, together=once))
    assert all(pairs(history).between(*pair)[0] for pair in once)


# Fixed partners


@pytest.mark.parametrize("players", [4, 6, 8, 10, 16, 18, 26, 40])
def test_partners_stay_and_sides_meet_once_in_a_round_robin(players):
    sides = players // 2
    rounds = sides - 1 if sides % 2 == 0 else sides
    plan = draw_plan(range(1, players + 1), rounds, movement="fixed-partners", seed=2)
    quality = judge(plan.rounds, players=plan.players)
    assert quality.problems == ()
    assert quality.O == 0
    assert quality.sit_outs[1] - quality.sit_outs[0] == 0
    met = pairs(plan.rounds)
    for first in range(1, players, 2):
        assert met.between(first, first + 1) == (sides - 1, 0)


def test_the_couples_asked_for_are_the_sides():
    couples = [frozenset({1, 8}), frozenset({2, 7}), frozenset({3, 6}), frozenset({4, 5})]
    plan = draw_plan(range(1, 9), 3, movement="fixed-partners", couples=couples)
    assert all({frozenset(s) for t in r.tables for s in t.sides} == set(couples) for r in plan.rounds)


def test_a_round_robin_goes_on_after_a_pair_has_left():
    history = draw_plan(range(1, 17), 3, movement="fixed-partners", seed=1).rounds
    now = range(1, 15)
    plan = draw_plan(now, 3, movement="fixed-partners", seed=1, history=history)
    quality = judge(plan.rounds, players=now, history=history)
    assert quality.problems == ()
    assert quality.O == 0
    assert plan.rounds[0].sit_out != plan.rounds[1].sit_out


TABLES = [1, 2, 4, 5, 9]
SIZES = (1, 2, 3, 5)


def full(tables):
    return RoundPlan(tuple(TablePlan(t, *(10 * t + chair for chair in range(4))) for t in tables))


def table_of(plan, player):
    return next(table.number for table in plan.tables if player in table.players)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("movement", ["seats", "seats-wef"])
def test_every_seat_goes_where_its_card_says(movement, size):
    tables = TABLES[:size]
    before = full(tables)
    after = seats.next_round(before, seats.STEPS[movement])
    for table, moves in steps(movement, tables).items():
        assert [move.who for move in moves] == list(SEATS)
        for chair, move in enumerate(moves):
            assert table_of(after, 10 * table + chair) == (table if move.to is None else move.to)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("movement", ["winners-up", "red-white"])
def test_winners_and_losers_go_where_the_card_says(movement, side, size):
    tables = TABLES[:size]
    before = full(tables)
    after = winners.next_round(movement, [before], dict.fromkeys(tables, side), seed=3)
    for table, moves in steps(movement, tables).items():
        chairs = {seat: 10 * table + at for at, seat in enumerate(SEATS)}
        won = [chairs[seat] for seat in side.seats]
        lost = [chairs[seat] for seat in side.other.seats]
        red = {chairs[seat] for seat in (Seat.N, Seat.E)}
        who = {
            WINNERS: won,
            LOSERS: lost,
            RED_WINNER: [one for one in won if one in red],
            WHITE_WINNER: [one for one in won if one not in red],
        }
        for move in moves:
            for player in who[move.who]:
                assert table_of(after, player) == (table if move.to is None else move.to)


def test_movements_without_a_rule_for_a_table_have_no_cards():
    without = {key for key in MOVEMENTS if not steps(key, [1, 2, 3])}
    assert without == {"chart", "draw", "fixed-partners", "by-standings", "standings-last", "self"}
