"""A player's event folded from rounds, byes and adjustments (RULEBOOK 4 and 5)."""

from fractions import Fraction

import pytest

from scoring.errors import BadRanking
from scoring.record import Bye, ByePoints, RoundLine, fold

ROUNDS = [
    RoundLine(1, 9, 6, 10, True, loners=1, euchred=0, opponents=(3, 4)),
    RoundLine(2, 5, 8, 5, False, loners=0, euchred=2, opponents=(5, 6)),
    RoundLine(4, 7, 7, 9, None, loners=2, opponents=(7, 8)),
]


def test_rounds_add_up():
    record = fold(12, ROUNDS)
    assert (record.player, record.points, record.rounds_played) == (12, 24, 3)
    assert (record.rounds_won, record.loners, record.euchred) == (1, 3, 2)
    assert (record.best_round, record.average) == (10, Fraction(8))
    assert (record.bye_points, record.adjustments) == (0, 0)


def test_the_best_round_is_the_lowest_where_points_are_lost():
    assert fold(1, ROUNDS, points_are="lost").best_round == 5


def test_who_never_played_has_nothing():
    record = fold(1, [])
    assert (record.points, record.best_round, record.average, record.reached) == (0, 0, 0, 0)
    assert (record.rounds_played, record.per_round) == (0, ())


def test_adjustments_count_for_points_only():
    record = fold(1, ROUNDS, adjustments=[5, -2])
    assert (record.points, record.adjustments, record.average, record.best_round) == (27, 3, 8, 10)


@pytest.mark.parametrize(
    ("mode", "fixed", "each"), [("none", 7, 0), ("fixed", 7, 7), ("fixed", 8, 8), ("average", 7, 8)]
)
def test_a_bye_scores_by_the_events_setting(mode, fixed, each):
    record = fold(1, ROUNDS, [Bye(3), Bye(5)], ByePoints(mode, fixed))
    assert record.bye_points == 2 * each
    assert record.points == 24 + 2 * each
    assert record.rounds_played == 3
    assert record.best_round == 10


def test_byes_may_be_given_as_a_number():
    record = fold(1, ROUNDS, 2, ByePoints("fixed", 7))
    assert record.points == 38
    assert len(record.per_round) == 3


def test_a_bye_scores_nothing_unless_the_event_says_so():
    assert fold(1, ROUNDS, 2).points == 24


def test_without_a_bye_there_are_no_points_for_one():
    assert fold(1, ROUNDS, bye_points=ByePoints("fixed", 7)).points == 24


@pytest.mark.parametrize(
    ("points", "rounds", "each"),
    [
        (0, 0, 0), (7, 1, 7), (15, 2, 8), (13, 2, 7), (10, 3, 3), (11, 3, 4), (25, 4, 6), (26, 4, 7),
        (27, 4, 7),
    ],
)  # fmt: skip
def test_an_average_is_rounded_half_up(points, rounds, each):
    assert ByePoints("average").of(points=points, rounds=rounds) == each


def test_an_average_bye_looks_at_rounds_not_at_adjustments():
    assert fold(1, ROUNDS, 1, ByePoints("average"), [100]).bye_points == 8


def test_an_unknown_way_of_scoring_byes_is_refused():
    with pytest.raises(BadRanking) as caught:
        ByePoints("median")
    assert (caught.value.code, caught.value.field) == ("bye-mode", "mode")


def test_rounds_and_byes_stand_in_order_of_rounds():
    record = fold(1, reversed(ROUNDS), [Bye(5), Bye(3)])
    assert [line.round for line in record.per_round] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("points", "byes", "each", "reached"),
    [
        ([5, 3, 0, 0], [], 0, 2), ([5, 3, 0, 1], [], 0, 4), ([0, 0], [], 0, 0), ([5], [3], 7, 3),
        ([5], [3], 0, 1), ([0, 4], [3], 0, 2),
    ],
)  # fmt: skip
def test_the_total_is_reached_in_the_last_round_that_added_to_it(points, byes, each, reached):
    lines = [RoundLine(number, score, 0, score, None) for number, score in enumerate(points, 1)]
    assert fold(1, lines, [Bye(number) for number in byes], ByePoints("fixed", each)).reached == reached
