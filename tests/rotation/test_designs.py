"""Constructions: fields, transversal designs, whist tournaments, developed differences."""

import ast
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rotation import published, store
from tournament.rotation.designs import (
    bose,
    checks,
    cube,
    cyclic,
    fields,
    mirrors,
    products,
    quarters,
    resolvable,
    starters,
    transversal,
    whists,
)
from tournament.rotation.offline import compiled, turning, workshop
from tournament.rotation.offline import mirrors as offline_mirrors
from tournament.rotation.offline import quarters as offline_quarters
from tournament.rotation.offline import starters as offline_starters
from tournament.rotation.planners import sit_outs
from tournament.rotation.quality import judge, pairs
from tournament.rotation.search import starts

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
    met = pairs(store.as_rounds(cube.rounds(32)))
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
    met = pairs(store.as_rounds(bose.rounds(players)))
    assert {met.met(a, b) for a in range(1, players + 1) for b in range(1, a)} == {1}


@pytest.mark.parametrize("players", [20, 64, 24, 100])
def test_there_is_no_such_design_without_a_field(players):
    assert bose.rounds(players) is None


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
    assert checks.nobody_twice(quarters.developed(*blocks, players // 4), players)
    (still, point), *others = blocks[1]
    wrong = blocks[0], [(still, point ^ 1), *others]
    assert not checks.nobody_twice(quarters.developed(*wrong, players // 4), players)


def test_of_quarters_of_even_size_everybody_never_meets_one_other():
    met = pairs(store.as_rounds(quarters.rounds(104)))
    never = [(a, b) for a in range(1, 105) for b in range(1, a) if not met.met(a, b)]
    assert len({player for pair in never for player in pair}) == 2 * len(never) == 104


@pytest.mark.parametrize("players", mirrors.BASES)
def test_in_the_rounds_of_the_stored_mirror_images_everybody_meets_everybody_but_one(players):
    size = players // 6
    first, second = (mirrors.parse(text, size) for text in mirrors.BASES[players][:2])
    rows = mirrors.developed((first, second), size)
    assert checks.nobody_twice(rows, players)
    assert len(rows) == (players - 2) // 3
    (infinite, still, point), *others = first
    assert not checks.nobody_twice(
        mirrors.developed(([(infinite, still, point ^ 1), *others], second), size), players
    )


def test_products_count_the_groups_that_never_met():
    assert products.strangers_in_groups(starters.rounds(36))[0] == [0, 1, 2]
    assert len(products.strangers_in_groups(starters.rounds(44))) == 22
    assert products.strangers_in_groups([[0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 1, 5, 2, 6, 3, 7]]) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [28, 52])
def test_quarters_are_found_by_search(players):
    said = []
    offline_quarters.look([players], 60, 1, said.append)
    number, rest = said[0].split(": ")
    alone, start, _ = ast.literal_eval(rest.rstrip(","))
    rows = quarters.developed(quarters.parse(alone), quarters.parse(start), int(number) // 4)
    assert checks.nobody_twice(rows, players)
    assert len(rows) == (players - 1) // 3


def test_without_an_element_of_order_three_there_are_no_quarters():
    said = []
    offline_quarters.look([68], 60, 1, said.append)
    assert said == ["68 players: none, since no element of order 3 turns the points"]


def test_the_stored_mirror_images_are_found_again_among_other_blocks():
    first, second, seed = mirrors.BASES[68]
    small = offline_mirrors.small_part(Random(seed))
    possible = offline_mirrors.possible(small)
    start = {text: set(map(frozenset, mirrors.parse(text, 11))) for text in (first, second)}
    assert start[first] >= set(map(frozenset, small[0]))
    assert start[second] >= set(map(frozenset, small[1]))
    stored = [block for block in possible if frozenset(block) in start[first] | start[second]]
    others = Random(1).sample(possible, 300)
    found = offline_mirrors.large_part(small, [*others, *stored])
    assert found is not None
    assert offline_mirrors.large_part(small, [*others, *stored[1:]]) is None
    starts = [*small[0], *found[1]], [*found[0], *small[1]]
    assert checks.nobody_twice(mirrors.developed(starts, 11), 68)


def test_mirror_images_are_looked_for_with_68_players_only():
    said = []
    offline_mirrors.look([44], 60, 1, said.append)
    assert said == ["44 players: not looked for"]


@pytest.mark.parametrize("players", [24, 36, 40, 44, 60])
def test_base_blocks_are_found_by_search(players):
    said = []
    offline_starters.look([players], 60, 1, said.append)
    number, rest = said[0].split(": ")
    size, twist, text, _ = ast.literal_eval(rest.rstrip(","))
    assert int(number) == players
    assert starters.parse(players, size, twist, text).fits()


def test_the_tables_of_a_design_stay_while_partners_and_further_rounds_are_searched():
    start = workshop._structured(24, 9, Random(2))
    rows = compiled.Run(24, start, (12, 6, 2), Random(1)).anneal(3, 1_000, 2.5, 0.5)

    def tables(some):
        return [{frozenset(row[k : k + 4]) for k in range(0, 24, 4)} for row in some]

    assert tables(rows)[: start.kept] == tables(start.rows)[: start.kept]
    assert len(rows) == 9
    assert compiled.tally(rows, 24) < compiled.tally(start.rows, 24)


@pytest.mark.parametrize(("rounds", "turns"), [(9, [9]), (10, [9, 1]), (17, [9, 8])])
def test_a_base_round_is_turned_as_often_as_there_are_rounds_for_it(rounds, turns):
    start = starts.developed(18, rounds, 9, 0, Random(1))
    assert start.turns == turns
    assert start.rows() == [
        [p // 9 * 9 + (p + turn) % 9 for p in base]
        for base, times in zip(start.bases, turns, strict=True)
        for turn in range(times)
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "order", "still"),
    [
        (18, 9, 9, 0),
        (18, 10, 9, 0),
        (18, 17, 9, 0),
        (16, 8, 4, 0),
        (12, 7, 5, 2),
        (12, 4, 2, 4),
        (17, 8, 4, 1),
    ],
)
def test_counting_by_classes_of_pairs_costs_what_all_the_rounds_cost(players, rounds, order, still):
    start = starts.developed(players, rounds, order, still, Random(2))
    run = compiled.TurnedRun(players, start, (1, 1, 1), Random(3))
    books, width = run._books(), players - players % 4
    shares = [compiled._share(turns, order) for turns in start.turns]
    cost = sum(
        turning.seat(row, table, 1, *share, books, (1, 1, 1))
        for row, share in zip(start.bases, shares, strict=True)
        for table in range(width // 4)
    )
    assert cost == sum(compiled.tally(start.rows(), players))
    random = Random(4)
    for _ in range(200):
        k = random.randrange(len(start.bases))
        p, q = random.sample(range(width), 2)
        cost += turning.swap(start.bases[k], p, q, *shares[k], books, (1, 1, 1))
    assert cost == sum(compiled.tally(start.rows(), players))


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


def test_rounds_are_put_in_an_order_that_lets_everybody_sit_out_once_before_anybody_does_twice():
    base = [*range(1, 3), *range(4, 18), 0, 3]  # the two who sit out are three steps apart in a cycle of six
    other = [*range(6), *range(7, 12), *range(13, 18), 6, 12]
    images = [[p - p % 6 + (p + j) % 6 for p in range(18)] for j in range(6)]
    rows = starts.Turned([base, other], [6, 6], images).rows()
    assert not starts.fair(rows)
    assert starts.fair(starts.in_fair_order(rows))
    assert sorted(starts.in_fair_order(rows)) == sorted(rows)


def test_an_order_that_is_fair_already_is_kept():
    rows = starts.by_lot(18, 12, Random(1)).rows
    assert starts.in_fair_order(rows) == rows


@pytest.mark.parametrize("out", [[(0, 1), (0, 2), (0, 3)], [(0, 1), (1, 2)], [(0, 1), (0, 1)]])
def test_no_order_is_found_where_none_is_fair(out):
    rows = [[p for p in range(6) if p not in pair] + list(pair) for pair in out]
    assert starts.in_fair_order(rows) is None


@pytest.mark.parametrize(("rounds", "order"), [(12, 6), (12, 3), (20, 5), (10, 9), (9, 3), (8, 2)])
def test_who_sits_out_base_rounds_is_drawn_so_that_a_fair_order_exists(rounds, order):
    players = 18 if 18 % order == 0 else 18 + order - 18 % order
    found = [starts.developed(players, rounds, order, 0, Random(seed)) for seed in range(10)]
    drawn = [start for start in found if start is not None]
    assert drawn
    assert all(starts.in_fair_order(start.rows()) for start in drawn)
