"""Constructions: fields, transversal designs, developed differences."""

from random import Random

import pytest

from scripts.charts import starts
from tournament.rotation import store
from tournament.rotation.designs import cyclic, fields, transversal
from tournament.rotation.planners import sit_outs
from tournament.rotation.quality import judge


@pytest.mark.parametrize("size", [4, 5, 7, 8, 9, 16, 25, 27, 49])
def test_a_field_divides_by_everything_but_zero(size):
    field = fields.ring(size)
    everything = set(range(size))
    assert all(set(row) == everything for row in field.plus)
    assert all(set(field.times[a]) == everything for a in range(1, size))


@pytest.mark.parametrize("tables", [4, 5, 7, 8, 9, 11, 12, 13, 16, 20, 21, 24, 25, 28, 35])
def test_a_transversal_design_lets_nobody_meet_twice_in_as_many_rounds_as_tables(tables):
    rows = transversal.transversal(tables, tables)
    quality = judge(store.as_rounds(rows), players=range(1, 4 * tables + 1))
    assert quality.problems == ()
    assert quality.M == 0


@pytest.mark.parametrize("tables", [10, 14, 15, 18, 22, 30, 33, 100])
def test_other_numbers_of_tables_have_shorter_transversal_designs(tables):
    rounds = tables // 2
    rows = transversal.transversal(tables, rounds)
    assert judge(store.as_rounds(rows), players=range(1, 4 * tables + 1)).key == (0, 0, 0)
    assert len(rows) == rounds


@pytest.mark.parametrize("players", [66, 67, 68, 72, 101, 103])
def test_groups_by_themselves_and_extra_players_give_full_rounds_with_fair_sit_outs(players):
    rounds = min(20, players // (players % 4 + 1))
    rows = transversal.grouped(players, rounds, Random(1))
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.sit_outs[1] <= 1


@pytest.mark.parametrize("players", [8, 9, 11, 12, 15, 21, 36, 37, 68, 69, 71])
def test_developed_differences_never_repeat_a_partner(players):
    cycle = players - 1 if players % 4 == 0 else players
    rows = cyclic.cyclic_rows(players, cycle, Random(1), moves=8000)
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.P == 0
    assert starts.fair(rows)


@pytest.mark.parametrize("players", [10, 14, 22])
def test_developed_differences_let_everybody_sit_out_in_turn_where_four_do_not_divide(players):
    rows = cyclic.cyclic_rows(players, players, Random(1), moves=8000)
    assert judge(store.as_rounds(rows), players=range(1, players + 1)).problems == ()
    assert starts.fair(rows)


def test_everybody_is_named_once_in_the_order_of_sit_outs_and_asked_last_when_they_must_not():
    assert sorted(sit_outs.order_of([[0, 1, 2, 3, 4, 5]], 6)) == [0, 1, 2, 3, 4, 5]
    out = sit_outs.choose(range(1, 6), 4, never={1, 2})
    assert {player for row in out for player in row} == {3, 4, 5}
