"""Bad input: a code, the field to blame, and a sentence that says what is possible instead."""

import pytest

from tournament.rotation.movements import MOVEMENTS, SEATING, draw_plan
from tournament.rotation.plan import RotationError, RoundPlan, TablePlan


def pair(a, b):
    return frozenset({a, b})


EIGHT = range(1, 9)
ONE_ROUND = (RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8))),)


@pytest.mark.parametrize(
    ("players", "rounds", "options", "code", "field", "possible"),
    [
        ([], 3, {}, "too-few", "players", "four"),
        ([1], 3, {}, "too-few", "players", "four"),
        ([1, 2, 3], 3, {}, "too-few", "players", "four"),
        (range(1, 5001), 3, {}, "too-many", "players", "4000"),
        ([1, 2, 3, 4, 4], 3, {}, "player-twice", "players", "Player 4"),
        (EIGHT, 0, {}, "too-few-rounds", "rounds", "at least one"),
        (EIGHT, -2, {}, "too-few-rounds", "rounds", "at least one"),
        (EIGHT, 101, {}, "too-many-rounds", "rounds", "up to 100"),
        (EIGHT, 3, {"movement": "waltz"}, "no-such-movement", "movement", "chart"),
        (EIGHT, 3, {"table_numbers": []}, "no-table", "table_numbers", "at least one"),
        (EIGHT, 3, {"table_numbers": [4, 4]}, "table-twice", "table_numbers", "own number"),
        (EIGHT, 3, {"away": {2: {1, 2, 3, 4, 5}}}, "too-few", "away", "needs four"),
        (EIGHT, 3, {"fixed": {1: 3}}, "no-such-table", "fixed", "1 to 2"),
        (EIGHT, 3, {"fixed": dict.fromkeys(range(1, 6), 1)}, "table-overfull", "fixed", "four"),
        (
            range(1, 8), 3, {"fixed": {1: 1, 2: 2}, "table_numbers": [1, 2]},
            "too-many-fixed-tables", "fixed", "share tables",
        ),
        (EIGHT, 3, {"apart": [frozenset({1})]}, "not-a-pair", "apart", "two different"),
        (
            EIGHT, 3, {"apart": [pair(1, 2)], "couples": [pair(1, 2)]},
            "contradiction", "together", "drop one",
        ),
        (
            EIGHT, 3, {"apart_partners": [pair(1, 2)], "together": [pair(1, 2)]},
            "contradiction", "together", "drop one",
        ),
        (
            EIGHT, 3, {"apart": [pair(1, 2)], "fixed": {1: 1, 2: 1}},
            "contradiction", "fixed", "another table",
        ),
        (
            EIGHT, 3, {"couples": [pair(1, 2)], "fixed": {1: 1, 2: 2}},
            "contradiction", "fixed", "free one",
        ),
        (
            EIGHT, 3, {"couples": [pair(1, 2), pair(1, 3)]},
            "contradiction", "couples", "one couple",
        ),
        (
            EIGHT, 3, {"apart": [pair(1, k) for k in range(2, 9)]},
            "cannot-keep-apart", "apart", "drop a request",
        ),
        (
            EIGHT, 1, {"together": [pair(1, 2), pair(1, 3)]},
            "cannot-partner", "together", "plan more",
        ),
        (range(1, 27), 3, {"movement": "seats"}, "not-full-tables", "players", "24 or 28"),
        (
            EIGHT, 3, {"movement": "seats", "table_numbers": [1]},
            "not-enough-tables", "table_numbers", "2 tables",
        ),
        (EIGHT, 3, {"movement": "seats", "away": {1: {1}}}, "away", "away", "Planned rotation"),
        (EIGHT, 3, {"movement": "seats", "fixed": {1: 1}}, "no-wishes", "movement", "Planned rotation"),
        (EIGHT, 3, {"movement": "winners-up"}, "one-at-a-time", "rounds", "first round"),
        (EIGHT, 1, {"movement": "red-white", "history": ONE_ROUND}, "one-at-a-time", "rounds", "first round"),
        (EIGHT, 1, {"movement": "winners-up", "fixed": {1: 1}}, "no-wishes", "movement", "Planned rotation"),
        (EIGHT, 3, {"movement": "by-standings"}, "one-at-a-time", "rounds", "first round"),
        (EIGHT, 1, {"movement": "by-standings", "fixed": {1: 1}}, "no-wishes", "movement", "Planned rot"),
        (range(1, 8), 3, {"movement": "fixed-partners"}, "odd-number", "players", "6 or 8"),
    ],
)  # fmt: skip
def test_what_cannot_be_planned_is_refused_with_what_can(players, rounds, options, code, field, possible):
    with pytest.raises(RotationError) as refusal:
        draw_plan(players, rounds, seconds=0.1, **options)
    assert refusal.value.code == code
    assert refusal.value.field == field
    assert possible in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_wishes_about_people_who_are_not_there_are_passed_over():
    options = {"fixed": {99: 1}, "apart": [pair(1, 99)], "away": {1: {99}, 7: {1}}}
    assert len(draw_plan(EIGHT, 2, **options).rounds) == 2


def test_every_movement_has_a_title_and_a_rule_that_is_a_sentence():
    assert set(MOVEMENTS) == {
        "chart", "seats", "seats-wef", "winners-up", "red-white", "by-standings", "standings-last", "draw",
        "fixed-partners", "self",
    }  # fmt: skip
    for key, movement in MOVEMENTS.items():
        assert movement.key == key
        assert movement.title
        assert movement.rule.endswith(".")
    assert [k for k, m in MOVEMENTS.items() if m.one_by_one] == [
        "winners-up", "red-white", "by-standings", "draw",
    ]  # fmt: skip
    others = [k for k, m in MOVEMENTS.items() if not m.plans_ahead and not m.one_by_one]
    assert others == ["standings-last", "self"]
    assert [k for k in MOVEMENTS if k not in SEATING] == ["self"]


def test_a_hall_that_seats_itself_is_not_drawn():
    with pytest.raises(RotationError, match="seats itself"):
        draw_plan(EIGHT, 2, movement="self")
