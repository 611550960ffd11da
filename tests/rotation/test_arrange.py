"""Left and right: turned tables change neither partners nor opponents, and share the hands evenly."""

from collections import Counter
from random import Random

import pytest

from tournament.rotation import store
from tournament.rotation.movements import draw_plan
from tournament.rotation.planners import arrange
from tournament.rotation.quality import judge, pairs


@pytest.mark.parametrize("players", [5, 9, 13, 17, 25, 29])
def test_the_stored_whist_tournament_of_one_in_four_is_directed(players):
    rounds = arrange.with_even_hands(store.as_rounds(store.load(players, players).rows), Random(1))
    on_the_left = Counter(
        pair for round_ in rounds for table in round_.tables for pair in arrange.around(table.players)
    )
    assert len(on_the_left) == players * (players - 1)
    assert set(on_the_left.values()) == {1}


@pytest.mark.parametrize(("players", "rounds"), [(12, 11), (16, 10), (18, 17), (24, 20), (21, 21)])
def test_turned_tables_keep_partners_opponents_and_sides(players, rounds):
    before = store.as_rounds(store.load(players, rounds).rows)
    after = arrange.with_even_hands(before, Random(1))
    assert pairs(after) == pairs(before)
    assert judge(after).side_spread == judge(before).side_spread
    assert judge(before).left > judge(after).left >= judge(after).least_left
    for one, other in zip(before, after, strict=True):
        assert one.sit_out == other.sit_out
        for table, turned in zip(one.tables, other.tables, strict=True):
            assert {frozenset(side) for side in table.sides} == {frozenset(side) for side in turned.sides}
            assert {table.N, table.S} == {turned.N, turned.S}


def test_where_nobody_meets_twice_no_table_needs_a_turn_and_a_drawn_whist_tournament_has_both_hands():
    rounds = store.as_rounds(store.load(28, 9).rows)
    assert arrange.with_even_hands(rounds, Random(1)) == rounds
    quality = judge(draw_plan(range(1, 14), 13, seed=3).rounds)
    assert (quality.key, quality.left) == ((0, 78, 234), 0)


def test_the_judge_counts_who_had_whom_on_the_left():
    twice = store.as_rounds([[0, 1, 2, 3], [0, 1, 2, 3]])
    assert (judge(twice).left, judge(twice).least_left) == (4, 0)
    turned = store.as_rounds([[0, 1, 2, 3], [2, 1, 0, 3]])
    assert judge(turned).left == 0
    assert judge(turned).to_dict()["left"] == {"repeats": 0, "least": 0}
