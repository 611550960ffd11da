"""A group mixed with the others: as partners, or over the tables. Judged from the plan alone."""

from math import comb

import pytest

from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import RotationError
from tournament.rotation.quality import judge

EIGHT_LADIES = frozenset(range(1, 9))


def pairs_within(round_, group):
    return sum(group.issuperset(side) for table in round_.tables for side in table.sides)


def at_tables(round_, group):
    return [len(group.intersection(table.players)) for table in round_.tables]


@pytest.mark.parametrize("movement", ["chart", "draw", "fixed-partners"])
@pytest.mark.parametrize("ladies", [4, 8])
def test_nobody_of_the_group_partners_another_of_it_where_others_are_enough(movement, ladies):
    group = frozenset(range(1, ladies + 1))
    plan = draw_plan(range(1, 17), 4, movement=movement, mixed_partners=group, seconds=0.3)
    assert judge(plan.rounds, players=plan.players).problems == ()
    assert [pairs_within(round_, group) for round_ in plan.rounds] == [0] * 4


@pytest.mark.parametrize("movement", ["chart", "draw"])
def test_where_the_group_is_too_large_as_few_as_can_be_partner_each_other(movement):
    group = frozenset(range(1, 12))
    plan = draw_plan(range(1, 17), 4, movement=movement, mixed_partners=group, seconds=0.3)
    assert [pairs_within(round_, group) for round_ in plan.rounds] == [3] * 4


@pytest.mark.parametrize("movement", ["chart", "draw"])
@pytest.mark.parametrize("size", [4, 6, 8, 13])
def test_a_group_is_spread_over_the_tables_as_evenly_as_it_can_be(movement, size):
    group = frozenset(range(1, size + 1))
    plan = draw_plan(range(1, 17), 4, movement=movement, mixed_tables=group, seconds=0.3)
    for round_ in plan.rounds:
        found = at_tables(round_, group)
        assert max(found) - min(found) <= 1
        assert sum(comb(count, 2) for count in found) == sum(
            comb(size // 4 + (table < size % 4), 2) for table in range(4)
        )


def test_partners_are_not_repeated_for_it():
    plan = draw_plan(range(1, 17), 4, mixed_partners=EIGHT_LADIES, seconds=0.3)
    assert judge(plan.rounds).P == 0


def test_rounds_that_are_drawn_later_are_mixed_too():
    history = draw_plan(range(1, 17), 2, seed=1).rounds
    plan = draw_plan(range(1, 17), 3, history=history, mixed_partners=EIGHT_LADIES, seconds=0.3)
    assert [pairs_within(round_, EIGHT_LADIES) for round_ in plan.rounds] == [0] * 3


@pytest.mark.slow
def test_a_wish_of_two_players_goes_before_the_mixing():
    couple = frozenset({1, 2})
    plan = draw_plan(range(1, 17), 3, mixed_partners=EIGHT_LADIES, couples=[couple], seconds=0.3)
    for round_ in plan.rounds:
        assert couple in {frozenset(side) for table in round_.tables for side in table.sides}
        assert pairs_within(round_, EIGHT_LADIES) == 1


def test_a_group_of_everybody_or_nobody_mixes_nothing():
    plain = draw_plan(range(1, 17), 3, seed=4)
    assert draw_plan(range(1, 17), 3, seed=4, mixed_partners=range(1, 17)).rounds == plain.rounds
    assert draw_plan(range(1, 17), 3, seed=4, mixed_tables=[99]).rounds == plain.rounds


@pytest.mark.parametrize("movement", ["seats", "winners-up", "by-standings"])
def test_a_movement_that_cannot_mix_says_so(movement):
    rounds = 3 if movement == "seats" else 1
    with pytest.raises(RotationError) as refused:
        draw_plan(range(1, 17), rounds, movement=movement, mixed_tables=EIGHT_LADIES)
    assert refused.value.code == "no-wishes"
