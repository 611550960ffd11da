"""Wishes: stay at a table, keep apart, be partners. What can be had for nothing costs nothing."""

import pytest

from tournament.rotation import records
from tournament.rotation.movements import draw_plan
from tournament.rotation.quality import judge, pairs


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
    assert judge(plan.rounds).key == records.best_known(26, 6)
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
