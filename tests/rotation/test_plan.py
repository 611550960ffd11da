"""Plans as values and as files."""

import pytest

from scoring.seats import Seat
from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan

TABLE = TablePlan(7, N=1, E=5, S=2, W=9)


def test_a_table_knows_who_sits_where_and_with_whom():
    assert TABLE.players == (1, 5, 2, 9)
    assert [TABLE.seat_of(p) for p in (1, 5, 2, 9)] == [Seat.N, Seat.E, Seat.S, Seat.W]
    assert TABLE.partner_of(1) == 2
    assert TABLE.partner_of(9) == 5


def test_a_stranger_has_no_seat():
    with pytest.raises(KeyError):
        TABLE.seat_of(77)


def test_a_round_finds_the_table_of_a_player_and_none_for_who_sits_out():
    round_ = RoundPlan((TABLE,), (17,))
    assert round_.table_of(5) is TABLE
    assert round_.table_of(17) is None
    assert round_.seated == (1, 5, 2, 9)


def test_a_plan_survives_its_json_form():
    plan = draw_plan(range(1, 19), 5, seed=4)
    assert Plan.from_dict(plan.to_dict()) == plan


def test_numbers_that_are_not_one_to_n_are_listed():
    plan = draw_plan([3, 9, 27, 81, 243], 2, seed=4)
    assert plan.to_dict()["players"] == 5
    assert plan.to_dict()["numbers"] == [3, 9, 27, 81, 243]
    assert Plan.from_dict(plan.to_dict()) == plan


def test_the_json_form_is_the_agreed_one():
    plan = Plan((1, 2, 5, 9, 17), (RoundPlan((TABLE,), (17,)),))
    assert plan.to_dict() == {
        "players": 5,
        "rounds": 1,
        "numbers": [1, 2, 5, 9, 17],
        "plan": [[{"table": 7, "N": 1, "E": 5, "S": 2, "W": 9}]],
        "sit_out": [[17]],
    }


def test_players_are_found_in_the_rounds_where_the_file_does_not_count_them():
    shape = {"plan": [[{"table": 1, "N": 1, "E": 5, "S": 2, "W": 9}]], "sit_out": [[17]]}
    assert Plan.from_dict(shape).players == (1, 2, 5, 9, 17)


@pytest.mark.parametrize(
    ("shape", "field"),
    [
        ({}, "plan"),
        ([], "plan"),
        ({"plan": "no"}, "plan"),
        ({"plan": [3]}, "plan"),
        ({"plan": [[{"table": 1}]]}, "plan"),
        ({"plan": [[{"table": 1, "N": 1, "E": 2, "S": 3, "W": "4"}]]}, "round 1, table 1, W"),
        ({"plan": [[{"table": 1, "N": True, "E": 2, "S": 3, "W": 4}]]}, "round 1, table 1, N"),
        ({"plan": [[]], "sit_out": 4}, "sit_out"),
        ({"plan": [[]], "sit_out": [["x"]]}, "round 1, sit_out"),
        ({"plan": [], "players": 2.5}, "players"),
        ({"plan": [], "numbers": ["a"]}, "numbers"),
    ],
)
def test_a_file_that_is_no_plan_is_refused_with_the_place(shape, field):
    with pytest.raises(RotationError) as refusal:
        Plan.from_dict(shape)
    assert refusal.value.code == "bad-file"
    assert refusal.value.field == field
