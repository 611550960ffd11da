"""Ranking: every tie-break key, shared places, lots, and which key decided (RULEBOOK 5)."""

import random
from fractions import Fraction
from itertools import zip_longest

import pytest

from scoring.errors import BadRanking
from scoring.record import Bye, ByePoints, RoundLine, fold
from scoring.ruleset import PRESETS
from scoring.standings import DEFAULT_ORDER, KEYS, check_order, keys_for, rank, rounds_needed


def player(number, *rounds, against=(), **more):
    """A record from (points, won, loners, euchred, opponents…) per round, all but the points optional.

    ``against`` are the points of the other side in each of these rounds.
    """
    lines = []
    for index, ((points, *rest), other) in enumerate(zip_longest(rounds, against, fillvalue=0), 1):
        won, loners, euchred, *opponents = (*rest, *(None, 0, 0)[len(rest) :])
        lines.append(RoundLine(index, points, other, points, won, loners, euchred, None, tuple(opponents)))
    return fold(number, lines, **more)


def ranked(records, *order, **how):
    return [(row.place, row.record.player, row.decided_by) for row in rank(records, order, **how)]


def test_the_usual_order_is_points_rounds_won_lone_marches_best_round():
    assert DEFAULT_ORDER == ("points", "rounds_won", "loners", "best_round")
    records = [
        player(1, (10, False), (10, False)),
        player(2, (12, False), (8, False)),
        player(3, (10, False, 1), (10, False)),
        player(4, (10, True), (10, False)),
        player(5, (11, False), (10, False)),
    ]
    due = [(1, 5, None), (2, 4, "points"), (3, 3, "rounds_won"), (4, 2, "loners"), (5, 1, "best_round")]
    assert ranked(records, *DEFAULT_ORDER) == due


def test_players_level_in_everything_share_a_place_all_of_them_the_first_and_nobody_none():
    records = [player(number, (points, True)) for number, points in [(9, 5), (2, 7), (4, 7), (1, 9)]]
    assert ranked(records, *DEFAULT_ORDER) == [(1, 1, None), (2, 2, None), (2, 4, None), (4, 9, "points")]
    assert ranked([player(2, (5,)), player(1, (5,))], "points") == [(1, 1, None), (1, 2, None)]
    assert rank([], DEFAULT_ORDER) == ()


# Each key alone: the better record first.
BETTER = [
    ("points", [(6,), (6,)], [(11,)]),
    ("average", [(11,)], [(6,), (6,)]),
    ("rounds_won", [(1, True)], [(9, False)]),
    ("rounds_won", [(1, True)], [(9, None)]),
    ("loners", [(1, False, 2)], [(9, True, 1)]),
    ("best_round", [(9,), (0,)], [(8,), (8,)]),
    ("fewest_euchred", [(1, False, 0, 1)], [(9, True, 0, 2)]),
    ("earlier_total", [(9,), (0,)], [(8,), (1,)]),
    ("head_to_head", [(0, True, 0, 0, 1, 2)], [(9, False, 0, 0, 1, 2)]),
    ("win_percentage", [(1, True), (1, False)], [(9, True), (9, False), (9, False)]),
    ("win_percentage", [(1, True)], [(9, None)]),
]


@pytest.mark.parametrize(("key", "better", "worse"), BETTER)
def test_each_key_puts_the_better_record_first(key, better, worse):
    assert ranked([player(1, *better), player(2, *worse)], key) == [(1, 1, None), (2, 2, key)]
    assert ranked([player(1, *worse), player(2, *better)], key) == [(1, 2, None), (2, 1, key)]


# Each key alone that looks at what the others scored: own points and points against, the better one first.
BETTER_AGAINST = [
    ("points_percentage", ([(4,)], [2]), ([(9,)], [5])),
    ("points_percentage", ([(1,)], [9]), ([], [])),
    ("point_difference", ([(3,), (6,)], [4, 1]), ([(9,)], [6])),
    ("point_difference", ([], []), ([(5,)], [6])),
    ("points_against", ([(1,), (1,)], [3, 3]), ([(9,)], [7])),
]


@pytest.mark.parametrize(("key", "better", "worse"), BETTER_AGAINST)
def test_each_key_about_points_against_puts_the_better_record_first(key, better, worse):
    def both(one, other):
        return [player(n, *rounds, against=against) for n, (rounds, against) in [(1, one), (2, other)]]

    assert ranked(both(better, worse), key) == [(1, 1, None), (2, 2, key)]
    assert ranked(both(worse, better), key) == [(1, 2, None), (2, 1, key)]


@pytest.mark.parametrize(("key", "better", "worse"), BETTER_AGAINST)
def test_where_points_are_lost_each_key_about_points_against_is_turned_round(key, better, worse):
    """A side that lost fewer is better, and so is one whose opponents lost more."""
    records = [player(n, *rounds, against=against) for n, (rounds, against) in [(1, better), (2, worse)]]
    assert ranked(records, key, points_are="lost") == [(1, 2, None), (2, 1, key)]


def test_a_percentage_and_an_average_are_exact_and_nought_without_a_round():
    third, two_sixths = [(5, True), (0,), (0,)], [(5, True), (5, True), *[(0,)] * 4]
    records = [player(1, *third, against=[10]), player(2, *two_sixths, against=[20])]
    assert [record.win_percentage for record in records] == [Fraction(1, 3)] * 2
    assert [record.points_percentage for record in records] == [Fraction(1, 3)] * 2
    assert ranked(records, "win_percentage", "points_percentage") == [(1, 1, None), (1, 2, None)]
    nobody = player(3)
    assert (nobody.win_percentage, nobody.points_percentage, nobody.point_difference) == (0, 0, 0)
    assert player(4, (0, None)).points_percentage == 0
    records = [player(1, (1,), (1,), (2,)), player(2, (1,), (1,), (2,), (1,), (1,), (2,))]
    assert ranked(records, "average") == [(1, 1, None), (1, 2, None)]


def test_sit_outs_and_adjustments_are_no_points_of_a_round_played():
    sums = player(
        1, (10, True), against=[6], byes=[Bye(2)], bye_points=ByePoints("fixed", 8), adjustments=[-3]
    )
    assert (sums.points, sums.earned, sums.points_against, sums.point_difference) == (15, 10, 6, 4)
    assert (sums.win_percentage, sums.points_percentage) == (1, Fraction(10, 16))


@pytest.mark.parametrize(
    ("ranked_from", "of", "needed"),
    [(0, 4, [0, 0, 0, 0, 0]), (1, 4, [0, 0, 0, 0, 1]), (3, 4, [0, 0, 1, 2, 3]), (4, 4, [0, 1, 2, 3, 4])],
)
def test_as_many_rounds_are_needed_as_are_their_share_of_those_over(ranked_from, of, needed):
    assert [rounds_needed(ranked_from, over, of) for over in range(of + 1)] == needed


@pytest.mark.parametrize("key", ["points", "average", "best_round"])
def test_fewer_points_are_better_where_points_are_lost(key):
    records = [player(1, (9,)), player(2, (4,))]
    assert ranked(records, key, points_are="lost") == [(1, 2, None), (2, 1, key)]
    assert ranked(records, key, points_are="won") == [(1, 1, None), (2, 2, key)]


@pytest.mark.parametrize("key", ["rounds_won", "loners", "win_percentage"])
def test_more_rounds_won_are_better_even_where_points_are_lost(key):
    records = [player(1, (9, False, 0)), player(2, (4, True, 1))]
    assert ranked(records, key, points_are="lost")[0][1] == 2


def test_head_to_head_counts_wins_less_losses_against_each_opponent_who_is_level():
    # 1 beat 3, but 3 is not level with 1 and 2; 2 beat 1.
    records = [
        player(1, (5, True, 0, 0, 3, 9), (5, False, 0, 0, 2, 8)),
        player(2, (5, False, 0, 0, 7), (5, True, 0, 0, 1, 9)),
        player(3, (4, False, 0, 0, 1)),
    ]
    due = [(1, 2, None), (2, 1, "head_to_head"), (3, 3, "points")]
    assert ranked(records, "points", "head_to_head") == due
    records = [
        player(1, (5, True, 0, 0, 2, 3), (0, None, 0, 0, 2, 3)),
        player(2, (5, False, 0, 0, 1), (0, True, 0, 0, 3)),
        player(3, (5, False, 0, 0, 1), (0, False, 0, 0, 2), (0, None, 0, 0, 1, 2), (0, None, 0, 0, 2)),
    ]
    decided = [row[1:] for row in ranked(records, "points", "head_to_head")]
    assert decided == [(1, None), (2, "head_to_head"), (3, "head_to_head")]
    records = [player(1, (5, True, 0, 0, 9)), player(2, (5, False, 0, 0, 9))]
    assert ranked(records, "points", "head_to_head") == [(1, 1, None), (1, 2, None)]


def test_a_later_key_separates_only_whom_earlier_ones_left_level():
    records = [player(1, (5, False)), player(2, (9, False)), player(3, (5, True))]
    assert ranked(records, "points", "rounds_won") == [(1, 2, None), (2, 3, "points"), (3, 1, "rounds_won")]


def level(count):
    return [player(number, (5, True)) for number in range(1, count + 1)]


def test_a_lot_separates_everybody_and_is_the_same_for_the_same_seed_whoever_leaves():
    drawn = ranked(level(8), "points", "lot", seed=7)
    assert [place for place, _, _ in drawn] == list(range(1, 9))
    assert {decided for _, _, decided in drawn[1:]} == {"lot"}
    assert ranked(reversed(level(8)), "points", "lot", seed=7) == drawn
    assert ranked(level(8), "points", "lot", seed=8) != drawn
    assert ranked(level(8), "lot") == ranked(level(8), "lot", seed=0) != ranked(level(8), "lot", seed=1)
    everybody = [number for _, number, _ in ranked(level(8), "lot", seed=3)]
    fewer = [number for _, number, _ in ranked(level(8)[2:], "lot", seed=3)]
    assert fewer == [number for number in everybody if number > 2]


def test_the_order_of_input_does_not_matter():
    rng = random.Random(5)
    records = [
        player(number, *[(rng.randint(0, 3), rng.random() < 0.5) for _ in range(3)])
        for number in range(1, 40)
    ]
    expected = rank(records, DEFAULT_ORDER)
    for _ in range(5):
        rng.shuffle(records)
        assert rank(records, DEFAULT_ORDER) == expected


def test_every_key_has_a_title_and_words_and_all_can_be_used_at_once():
    assert list(KEYS) == [
        *("points", "average", "rounds_won", "win_percentage", "points_percentage", "point_difference"),
        *("points_against", "loners", "best_round", "fewest_euchred", "earlier_total", "head_to_head", "lot"),
    ]
    for name, key in KEYS.items():
        assert key.name == name
        assert key.title
        assert key.words
    check_order(list(KEYS))


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ([], "order-empty"),
        (["points", "luck"], "order-unknown"),
        (["points", "loners", "points"], "order-twice"),
        (["points", "lot", "loners"], "order-after-lot"),
    ],
)
def test_an_order_that_cannot_rank_is_refused(order, code):
    with pytest.raises(BadRanking) as caught:
        rank([], order)
    assert (caught.value.code, caught.value.field) == (code, "order")


@pytest.mark.parametrize("name", [name for name, key in KEYS.items() if key.at_tables])
def test_a_hall_that_seats_itself_is_ranked_by_nothing_that_needs_opponents(name):
    rules = PRESETS["progressive"]
    assert name in keys_for(rules)
    assert name not in keys_for(rules, at_tables=False)
    with pytest.raises(BadRanking) as caught:
        check_order(["points", name], rules, at_tables=False)
    assert (caught.value.code, caught.value.field) == ("order-at-tables", "order")
    assert str(caught.value) == (
        "The hall seats itself, and cards name no opponents: nobody can be ranked by "
        f"“{KEYS[name].title}”. Choose another."
    )
