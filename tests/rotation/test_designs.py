"""Constructions: fields, transversal designs, whist tournaments, developed differences."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.charts import starts
from tournament.rotation import published, store
from tournament.rotation.designs import (
    cyclic,
    fields,
    mirrors,
    nobody_twice,
    quarters,
    resolvable,
    starters,
    transversal,
    whists,
)
from tournament.rotation.planners import sit_outs
from tournament.rotation.quality import judge, pairs

from .golden import OPEN, STRANGERS


@pytest.mark.parametrize("size", [4, 5, 7, 8, 9, 16, 25, 27, 49])
def test_a_field_divides_by_everything_but_zero(size):
    field = fields.ring(size)
    everything = set(range(size))
    assert all(set(row) == everything for row in field.plus)
    assert all(set(field.times[a]) == everything for a in range(1, size))
    assert len(fields.powers(field)) == size - 1


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


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 5),
        (24, 7),
        (23, 7),
        (36, 11),
        (35, 11),
        (44, 14),
        (43, 14),
        (28, 9),
        (27, 9),
        (29, 8),
        (30, 8),
        (40, 13),
        (39, 13),
        (41, 13),
        (42, 13),
        (33, 10),
        (34, 10),
        (37, 11),
        (38, 11),
        (53, 17),
        (61, 19),
        (62, 19),
        (65, 21),
        (66, 20),
        (102, 30),
        (64, 21),
    ],
)
def test_designs_whose_blocks_fall_into_rounds_let_nobody_meet_twice(players, rounds):
    rows = resolvable.strangers(players, rounds, Random(1))
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.key == (0, 0, 0)
    assert quality.rounds == rounds
    assert starts.fair(rows)


@pytest.mark.parametrize("players", STRANGERS)
def test_designs_have_as_many_rounds_without_a_second_meeting_as_published(players):
    rows = resolvable.rounds_of_strangers(players)
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.key == (0, 0, 0)
    assert quality.rounds == STRANGERS[players][0]


def test_in_ten_rounds_each_of_32_players_meets_everybody_but_one():
    met = pairs(store.as_rounds(resolvable.cube_rounds(32)))
    never = [(a, b) for a in range(1, 33) for b in range(1, a) if not met.met(a, b)]
    assert len({player for pair in never for player in pair}) == 2 * len(never) == 32


@pytest.mark.parametrize("players", OPEN)
def test_where_nothing_is_published_a_design_has_one_round_less_than_counting_allows(players):
    rows = resolvable.rounds_of_strangers(players)
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert (quality.key, quality.rounds) == ((0, 0, 0), OPEN[players])
    assert published.most_rounds(players) is None


@pytest.mark.parametrize("players", STRANGERS)
def test_one_player_fewer_plays_the_same_rounds_and_nobody_sits_out_twice(players):
    rounds = resolvable.most_rounds(players - 1)
    rows = resolvable.strangers(players - 1, rounds, Random(1))
    quality = judge(store.as_rounds(rows), players=range(1, players))
    assert quality.problems == ()
    assert quality.key == (0, 0, 0)
    assert quality.rounds == rounds == resolvable.most_rounds(players)
    assert quality.sit_outs[1] == 1


@given(st.integers(4, 150), st.integers(1, 12), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_strangers_of_any_number_never_meet_twice(players, rounds, seed):
    rows = resolvable.strangers(players, rounds, Random(seed))
    if rows is None:
        return
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert (quality.rounds, quality.key) == (rounds, (0, 0, 0))
    assert quality.sit_outs[1] <= 1


@pytest.mark.parametrize("players", [16, 28, 40, 52, 76, 88, 112, 124, 148])
def test_boses_design_lets_everybody_meet_everybody_once(players):
    met = pairs(store.as_rounds(resolvable.bose_rounds(players)))
    assert {met.met(a, b) for a in range(1, players + 1) for b in range(1, a)} == {1}


@pytest.mark.parametrize("players", [20, 64, 24, 100])
def test_there_is_no_such_design_without_a_field(players):
    assert resolvable.bose_rounds(players) is None


@pytest.mark.parametrize("players", starters.BASES)
def test_the_stored_base_blocks_have_every_difference_once(players):
    size, twist, text, _ = starters.BASES[players]
    assert starters.parse(players, size, twist, text).fits()
    wrong = text.replace("1", "2", 1)
    assert not starters.parse(players, size, twist, wrong).fits()


def test_an_infinite_point_may_not_sit_with_one_label_twice():
    assert starters.parse(24, 7, 1, "*5b6c1a 2b0b3b4a").fits()
    assert not starters.parse(24, 7, 2, "*0a3b4b 1a6a2b5b").fits()


@pytest.mark.parametrize("players", quarters.BASES)
def test_in_the_rounds_of_the_stored_quarters_nobody_meets_anybody_twice(players):
    alone, start, _ = quarters.BASES[players]
    blocks = quarters.parse(alone), quarters.parse(start)
    assert nobody_twice(quarters.developed(*blocks, players // 4), players)
    (still, point), *others = blocks[1]
    wrong = blocks[0], [(still, point ^ 1), *others]
    assert not nobody_twice(quarters.developed(*wrong, players // 4), players)


def test_of_quarters_of_even_size_everybody_never_meets_one_other():
    met = pairs(store.as_rounds(quarters.rounds(104)))
    never = [(a, b) for a in range(1, 105) for b in range(1, a) if not met.met(a, b)]
    assert len({player for pair in never for player in pair}) == 2 * len(never) == 104


@pytest.mark.parametrize("players", mirrors.BASES)
def test_in_the_rounds_of_the_stored_mirror_images_everybody_meets_everybody_but_one(players):
    size = players // 6
    first, second = (mirrors.parse(text, size) for text in mirrors.BASES[players][:2])
    rows = mirrors.developed((first, second), size)
    assert nobody_twice(rows, players)
    assert len(rows) == (players - 2) // 3
    (infinite, still, point), *others = first
    assert not nobody_twice(
        mirrors.developed(([(infinite, still, point ^ 1), *others], second), size), players
    )


def test_products_count_the_groups_that_never_met():
    assert resolvable.strangers_in_groups(starters.rounds(36))[0] == [0, 1, 2]
    assert len(resolvable.strangers_in_groups(starters.rounds(44))) == 22
    assert resolvable.strangers_in_groups([[0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]]) == []


@pytest.mark.parametrize(("players", "rounds"), [(24, 8), (23, 8), (28, 10), (27, 10), (12, 2)])
def test_where_there_is_no_such_design_none_is_given(players, rounds):
    assert resolvable.strangers(players, rounds, Random(1)) is None


@pytest.mark.parametrize("players", [66, 67, 68, 72, 101, 103])
def test_groups_by_themselves_and_extra_players_give_full_rounds_with_fair_sit_outs(players):
    rounds = min(20, players // (players % 4 + 1))
    rows = transversal.grouped(players, rounds, Random(1))
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.sit_outs[1] <= 1


@pytest.mark.parametrize("players", [5, 9, 13, 17, 25, 29, 45, 49, 65, 85])
def test_rings_give_whist_tournaments(players):
    quality = judge(store.as_rounds(cyclic.whist_by_ring(players)), players=range(1, players + 1))
    assert quality.problems == ()
    assert (quality.P, quality.most.P, quality.most.O, quality.most.M) == (0, 1, 2, 3)
    assert quality.O == quality.least.O
    assert quality.sit_outs == (1, 1)


@pytest.mark.parametrize("players", [4, 16, 64])
def test_lines_give_whist_tournaments(players):
    quality = judge(store.as_rounds(cyclic.whist_by_lines(players)), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.key == (quality.least.P, quality.least.O, quality.least.M)


def judged_as_whist(players, rows):
    """The rows are a whist tournament: partners once, opponents twice, everybody out once or never."""
    quality = judge(store.as_rounds(rows), players=range(1, players + 1))
    assert quality.problems == ()
    assert quality.rounds == players - (players % 4 == 0)
    assert (quality.P, quality.most.P, quality.most.O, quality.most.M) == (0, 1, 2, 3)
    assert quality.key == (quality.least.P, quality.least.O, quality.least.M)
    assert quality.sit_outs == (players % 4, players % 4)


WHISTS = [players for players in range(65, 105) if players % 4 < 2]


@pytest.mark.parametrize("players", WHISTS)
def test_there_is_a_whist_tournament_for_every_number_to_a_hundred_that_can_have_one(players):
    judged_as_whist(players, whists.rounds(players))


@pytest.mark.parametrize("size", [7, 9, 11, 13, 17, 19, 25, 27, 31, 49])
def test_four_groups_of_a_prime_power_give_two_whist_tournaments(size):
    for players in (4 * size, 4 * size + 1):
        judged_as_whist(players, whists.whist_by_groups(players))


@pytest.mark.slow
def test_every_field_to_250_elements_has_four_units_for_the_groups():
    for size in range(7, 250, 2):
        if len(fields.factor(size)) == 1:
            assert whists._four_units(size, fields.powers(fields.ring(size)))[0] == 0


@pytest.mark.parametrize("players", [16, 20, 32, 36, 48, 52, 60, 64, 72, 80, 84, 96, 112, 160])
def test_products_give_whist_tournaments(players):
    judged_as_whist(players, whists.whist_by_product(players))


@pytest.mark.parametrize("players", [16, 28, 64, 88, 136])
def test_designs_in_which_everybody_meets_once_give_whist_tournaments(players):
    judged_as_whist(players, whists.whist_by_strangers(players))


@pytest.mark.parametrize("players", [3, 66, 67, 105, 132])
def test_for_other_numbers_no_whist_tournament_is_given(players):
    assert whists.rounds(players) is None


@pytest.mark.parametrize("players", [12, 13, 20, 21, 40, 66])
def test_four_groups_of_other_sizes_give_none(players):
    assert whists.whist_by_groups(players) is None


def test_a_whist_tournament_that_is_given_may_be_changed():
    whists.rounds(68)[0].clear()
    judged_as_whist(68, whists.rounds(68))


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


def test_everybody_is_named_once_in_the_order_of_sit_outs():
    assert sorted(sit_outs.order_of([[0, 1, 2, 3, 4, 5]], 6)) == [0, 1, 2, 3, 4, 5]


def test_who_sits_out_is_asked_last_when_they_must_not():
    out = sit_outs.choose(range(1, 6), 4, never={1, 2})
    assert {player for row in out for player in row} == {3, 4, 5}
