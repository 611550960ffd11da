"""Wishes: stay at a table, keep apart, be partners. What can be had for nothing costs nothing."""

import pytest

from tournament.rotation import bounds, wishes
from tournament.rotation.movements import SEATING, draw_plan
from tournament.rotation.plan import RoundPlan
from tournament.rotation.quality import judge, pairs
from tournament.rotation.request import make_request


def pair(a, b):
    return frozenset({a, b})


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["chart", "draw"])
@pytest.mark.parametrize("players", [16, 18, 27])
def test_players_who_must_not_move_stay_at_their_tables(movement, players):
    fixed = {1: 1, 2: 1, 3: 3, 5: 4}
    plan = draw_plan(range(1, players + 1), 6, movement=movement, fixed=fixed, seconds=0.3)
    assert judge(plan.rounds, players=plan.players).problems == ()
    for round_ in plan.rounds:
        for player, table in fixed.items():
            at = round_.table_of(player)
            assert at is None or at.number == table


@pytest.mark.parametrize("movement", ["chart", "draw"])
def test_pairs_kept_apart_never_meet_and_refused_partners_never_partner(movement):
    plan = draw_plan(
        range(1, 21), 6, movement=movement, apart=[pair(1, 2), pair(3, 4)], apart_partners=[pair(5, 6)]
    )
    met = pairs(plan.rounds)
    assert met.met(1, 2) == met.met(3, 4) == 0
    assert met.between(5, 6)[0] == 0


def test_keeping_a_few_pairs_apart_costs_nothing_where_the_chart_has_strangers():
    plan = draw_plan(range(1, 27), 6, apart=[pair(1, 2)], apart_partners=[pair(3, 4)], together=[pair(5, 6)])
    assert judge(plan.rounds).key == bounds.best_known(26, 6)
    met = pairs(plan.rounds)
    assert met.met(1, 2) == 0
    assert met.between(3, 4)[0] == 0
    assert met.between(5, 6)[0] == 1


@pytest.mark.parametrize("movement", ["chart", "draw"])
def test_people_who_want_to_be_partners_once_are(movement):
    history = draw_plan(range(1, 19), 2, seed=1).rounds
    wanted = [pair(a, a + 1) for a in (1, 5, 9)]
    plan = draw_plan(range(1, 19), 5, movement=movement, together=wanted, history=history, seconds=0.3)
    met = pairs(plan.rounds)
    assert all(met.between(*couple)[0] >= 1 for couple in wanted)


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["chart", "draw"])
def test_couples_are_partners_whenever_both_play(movement):
    plan = draw_plan(range(1, 19), 6, movement=movement, couples=[pair(1, 2), pair(7, 8)], seconds=0.3)
    assert judge(plan.rounds, players=plan.players).problems == ()
    for round_ in plan.rounds:
        for a, b in ((1, 2), (7, 8)):
            at = round_.table_of(a)
            if at is not None and round_.table_of(b) is not None:
                assert at.partner_of(a) == b


@pytest.mark.slow
def test_a_couple_can_stay_at_a_table():
    plan = draw_plan(range(1, 17), 5, couples=[pair(1, 2)], fixed={1: 2, 2: 2}, seconds=0.3)
    assert all(round_.table_of(1).partner_of(1) == 2 for round_ in plan.rounds)
    assert all(round_.table_of(1).number == 2 for round_ in plan.rounds)


@pytest.mark.slow
def test_one_of_a_couple_can_stay_at_a_table():
    plan = draw_plan(range(1, 17), 5, couples=[pair(1, 2)], fixed={2: 3}, seconds=0.3)
    assert all(round_.table_of(2).partner_of(2) == 1 for round_ in plan.rounds)
    assert all(round_.table_of(2).number == 3 for round_ in plan.rounds)


FIRST_ROUND = [key for key in SEATING if key not in ("fixed-partners",)]


def two_by_two(players, count):
    """The first players two by two: 1 and 2, 3 and 4 …"""
    numbers = list(players)
    return [frozenset(numbers[2 * at : 2 * at + 2]) for at in range(count)]


def drawn(count, rounds, movement="chart", **said):
    return draw_plan(range(1, count + 1), rounds, movement=movement, seconds=0.2, **said)


@pytest.mark.parametrize("count", [8, 9, 10, 11, 12, 20, 64, 70])
def test_every_team_is_partnered_in_the_first_round_of_a_chart_which_stays_as_good(count):
    asked = two_by_two(range(1, count + 1), count // 2)
    plan = drawn(count, 6, first_partners=asked, seed=3)
    out = set(plan.rounds[0].sit_out)
    missed = wishes.unpartnered(asked, plan.rounds[0])
    assert all(team <= out for team in missed), "a team sits out as a whole, or not at all"
    assert len(missed) == (count % 4) // 2
    assert not [team for team in wishes.partnered(asked, plan.rounds[1:]) if team not in missed]
    assert judge(plan.rounds).P == judge(drawn(count, 6, seed=3).rounds).P


def test_players_without_a_team_sit_out_before_anybody_with_one():
    asked = two_by_two(range(1, 9), 4)
    for seed in range(5):
        plan = drawn(11, 4, first_partners=asked, seed=seed)
        assert set(plan.rounds[0].sit_out) == {9, 10, 11}
        assert not wishes.unpartnered(asked, plan.rounds[0])


@pytest.mark.parametrize("movement", FIRST_ROUND)
def test_every_movement_seats_teams_as_partners_in_round_1(movement):
    asked = two_by_two(range(1, 17), 7)
    rounds = 3 if SEATING[movement].plans_ahead else 1
    plan = drawn(16, rounds, movement, first_partners=asked, seed=5)
    assert not wishes.unpartnered(asked, plan.rounds[0])


@pytest.mark.parametrize(("movement", "rounds"), [("chart", 8), ("seats", 4), ("seats-wef", 4), ("draw", 6)])
def test_teams_are_never_partners_where_that_is_asked(movement, rounds):
    asked = two_by_two(range(1, 17), 8)
    for seed in range(3):
        plan = drawn(16, rounds, movement, never_partners=asked, seed=seed)
        assert not wishes.partnered(asked, plan.rounds)


@pytest.mark.parametrize("movement", ["winners-up", "red-white", "by-standings"])
def test_a_first_round_by_lot_parts_teams_that_are_never_to_be_partners(movement):
    asked = two_by_two(range(1, 13), 6)
    for seed in range(20):
        assert not wishes.partnered(asked, drawn(12, 1, movement, never_partners=asked, seed=seed).rounds)


@pytest.mark.slow
def test_what_cannot_be_had_is_drawn_all_the_same_and_can_be_counted():
    asked = [frozenset({1, other}) for other in (2, 3, 4)]  # whoever partners the first of four players
    plan = drawn(4, 3, never_partners=asked, seed=1)
    assert wishes.partnered(asked, plan.rounds)


def test_players_who_come_late_do_not_part_the_other_teams():
    asked = two_by_two(range(1, 13), 6)
    plan = drawn(12, 4, first_partners=asked, away={1: [12]}, seed=2)
    missed = wishes.unpartnered(asked, plan.rounds[0])
    assert frozenset({11, 12}) in missed
    assert set().union(*missed) <= {12, *plan.rounds[0].sit_out}


@pytest.mark.slow
def test_teams_split_once_a_round_has_been_played():
    asked = two_by_two(range(1, 9), 4)
    first = drawn(8, 1, first_partners=asked, seed=1).rounds
    later = drawn(8, 3, first_partners=asked, history=first, seed=1)
    assert not wishes.partnered(asked, later.rounds)


def test_wishes_are_heeded_beside_teams():
    asked = two_by_two(range(1, 17), 8)
    apart, once = [frozenset({1, 3}), frozenset({2, 5})], [frozenset({4, 7})]
    plan = drawn(16, 6, first_partners=asked, apart=apart, together=once, seed=4)
    assert not wishes.unpartnered(asked, plan.rounds[0])
    tables = [set(table.players) for round_ in plan.rounds for table in round_.tables]
    assert not any(pair <= table for pair in apart for table in tables)
    assert wishes.partnered(once, plan.rounds) == once


def test_a_wish_comes_before_a_team():
    couple = frozenset({1, 2})
    assert make_request(range(1, 9), 2, first_partners=[couple], apart=[couple]).first_partners == ()
    assert make_request(range(1, 9), 2, never_partners=[couple], couples=[couple]).never_partners == ()


def test_a_draw_without_teams_is_the_draw_it_was():
    order = [3, 1, 4, 8, 5, 2, 6, 7]
    assert wishes.in_first_row(order, make_request(order, 1)) == order


def test_fixed_partners_are_the_teams():
    asked = two_by_two(range(1, 9), 3)
    plan = drawn(8, 3, "fixed-partners", first_partners=asked, seed=1)
    assert all(not wishes.unpartnered(asked, round_) for round_ in plan.rounds)
    assert isinstance(plan.rounds[0], RoundPlan)
