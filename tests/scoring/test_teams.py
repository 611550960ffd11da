"""The record of a team of two, and the keys by which teams can be ranked."""

from fractions import Fraction

import pytest

from scoring.record import Bye, ByePoints, Record, RoundLine, fold
from scoring.standings import KEYS, team_order, team_record

ANN = fold(
    1,
    [
        RoundLine(1, 9, 6, 10, True, loners=2, euchred=1, reached=4),
        RoundLine(2, 4, 8, 4, False, loners=0, euchred=2, reached=6),
    ],
    byes=[Bye(3)],
    bye_points=ByePoints("fixed", 5),
    adjustments=[-1],
)
BEN = fold(2, [RoundLine(1, 9, 6, 11, True, loners=1, euchred=0, reached=3)], adjustments=[3])


def test_a_teams_figures_are_the_sums_of_its_players_in_any_order():
    assert team_record(7, [ANN, BEN]) == Record(
        player=7, points=18 + 14, rounds_won=2, loners=3, best_round=11, rounds_played=3,
        average=Fraction(25, 3), euchred=3, per_round=(), bye_points=5, adjustments=2, reached=3,
        points_against=20,
    )  # fmt: skip
    assert team_record(7, [BEN, ANN]) == team_record(7, [ANN, BEN])


@pytest.mark.parametrize(("points_are", "best"), [("won", 11), ("lost", 4)])
def test_the_best_round_is_the_better_of_theirs_by_what_points_are(points_are, best):
    both = [
        fold(n, [RoundLine(1, p, 5, p, None), RoundLine(2, q, 5, q, None)], points_are=points_are)
        for n, p, q in ((1, 10, 4), (2, 11, 9))
    ]
    assert team_record(1, both, points_are=points_are).best_round == best
    assert team_record(1, both).best_round == max(record.best_round for record in both)


def test_who_has_not_played_brings_no_best_round_and_a_team_without_a_round_nothing():
    nobody = fold(3, [])
    lost = team_record(1, [nobody, fold(4, [RoundLine(1, 6, 9, 6, False)])], points_are="lost")
    assert (lost.best_round, lost.rounds_played, lost.average) == (6, 1, 6)
    empty = team_record(4, [fold(3, [])])
    assert (empty.points, empty.best_round, empty.average, empty.reached) == (0, 0, Fraction(0), 0)
    assert team_record(4, []).reached == 0


def test_only_the_key_that_compares_single_players_is_left_out():
    assert team_order(tuple(KEYS)) == tuple(name for name in KEYS if name != "head_to_head")
    assert team_order(["loners", "head_to_head", "no_such_key", "points"]) == ("loners", "points")
    assert team_order(["head_to_head"]) == ("points",)
