"""Tables made from the standings: who plays at which table, with whom, and how repeats are avoided."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rotation.movements import draw_plan, seat_next
from tournament.rotation.plan import RotationError, RoundPlan, TablePlan
from tournament.rotation.planners.standings import PATTERNS, next_round
from tournament.rotation.quality import judge

EIGHT = range(1, 9)
STANDING = (3, 1, 4, 2, 8, 7, 6, 5)


def sides(plan):
    return [{frozenset(side) for side in table.sides} for table in plan.tables]


def pairs(*found):
    return {frozenset(pair) for pair in found}


@pytest.mark.parametrize(
    ("pattern", "first", "second"),
    [
        ("1+4", pairs((3, 2), (1, 4)), pairs((8, 5), (7, 6))),
        ("1+3", pairs((3, 4), (1, 2)), pairs((8, 6), (7, 5))),
        ("1+2", pairs((3, 1), (4, 2)), pairs((8, 7), (6, 5))),
    ],
)
def test_the_first_four_play_at_the_first_table_in_the_pattern_chosen(pattern, first, second):
    plan = next_round([], STANDING, players=EIGHT, pattern=pattern, table_numbers=[2, 5])
    assert [table.number for table in plan.tables] == [2, 5]
    assert sides(plan) == [first, second]


def test_partners_of_before_change_places_with_a_neighbour_at_the_same_table_first():
    last = RoundPlan((TablePlan(1, 3, 1, 2, 4), TablePlan(2, 5, 6, 7, 8)))  # 3 and 2, 1 and 4 were partners
    plan = next_round([last], STANDING, players=EIGHT, pattern="1+4")
    assert [set(table.players) for table in plan.tables] == [{1, 2, 3, 4}, {5, 6, 7, 8}]
    assert sides(plan)[0] in (pairs((1, 2), (3, 4)), pairs((3, 1), (4, 2)))


def test_a_neighbour_at_the_next_table_is_asked_where_the_own_table_has_none_left():
    """The first four have been partners in all three ways, so their last changes with the fifth."""
    history = [
        RoundPlan((TablePlan(1, *four), TablePlan(2, *rest)))
        for four, rest in [
            ((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 4, 3), (5, 6, 8, 7)), ((1, 3, 2, 4), (5, 7, 6, 8)),
        ]
    ]  # fmt: skip
    plan = next_round(history, range(1, 9), players=EIGHT)
    assert [set(table.players) for table in plan.tables] == [{1, 2, 3, 5}, {4, 6, 7, 8}]


def test_whoever_is_not_in_the_standings_comes_last_by_number():
    plan = next_round([], (4, 3, 2, 1), players=[1, 2, 3, 4, 9, 7, 8, 6])
    assert [set(table.players) for table in plan.tables] == [{1, 2, 3, 4}, {6, 7, 8, 9}]


def test_whoever_has_left_is_in_the_standings_and_gets_no_seat():
    plan = next_round([], STANDING, players=[1, 2, 4, 5])
    assert (set(plan.seated), plan.sit_out) == ({1, 2, 4, 5}, ())


def test_an_unknown_pattern_is_refused():
    with pytest.raises(RotationError) as caught:
        next_round([], STANDING, players=EIGHT, pattern="2+3")
    assert caught.value.code == "no-such-pattern"


def test_the_same_question_gives_the_same_seating():
    one, other = (
        seat_next("by-standings", range(1, 10), standing=STANDING, pattern="1+3", seed=5) for _ in range(2)
    )
    assert one == other


@pytest.mark.slow
@given(count=st.integers(4, 45), pattern=st.sampled_from(sorted(PATTERNS)), seed=st.integers(0, 10**6))
def test_nobody_is_more_than_one_place_from_the_standings_and_sit_outs_are_even(count, pattern, seed):
    random, players = Random(seed), range(1, count + 1)
    history = list(draw_plan(players, 1, movement="by-standings", seed=seed).rounds)
    for _ in range(6):
        standing = random.sample(players, count)
        plan = seat_next(
            "by-standings", players, history=history, standing=standing, pattern=pattern, seed=seed
        )
        ranked = [player for player in standing if player not in plan.sit_out]
        for at, table in enumerate(sorted(plan.tables, key=lambda table: table.number)):
            places = [ranked.index(player) for player in table.players]
            assert all(4 * at - 1 <= place <= 4 * at + 4 for place in places)
        history.append(plan)
    quality = judge(history, players=players)
    assert quality.valid
    assert quality.sit_outs[1] - quality.sit_outs[0] <= 1


def test_as_few_partners_repeat_as_any_change_of_neighbours_allows():
    """Every set of changes is tried out for three tables, with many histories."""
    random = Random(8)
    for _ in range(25):
        players = list(range(1, 13))
        history = [RoundPlan(tuple(_tables(random.sample(players, 12)))) for _ in range(6)]
        standing = random.sample(players, 12)
        found = next_round(history, standing, players=players)
        assert _repeats(found, history) == min(
            _repeats(RoundPlan(tuple(_by_pattern(order))), history) for order in _orders(standing)
        )


def _tables(order):
    return [TablePlan(k // 4 + 1, *order[k : k + 4]) for k in range(0, len(order), 4)]


def _by_pattern(order):
    return [
        TablePlan(k // 4 + 1, order[k], order[k + 1], order[k + 3], order[k + 2])
        for k in range(0, len(order), 4)
    ]


def _orders(standing):
    places = range(len(standing) - 1)
    for size in range(len(standing) // 2 + 1):
        for chosen in itertools.combinations(places, size):
            if all(b - a > 1 for a, b in itertools.pairwise(chosen)):
                order = list(standing)
                for place in chosen:
                    order[place], order[place + 1] = order[place + 1], order[place]
                yield order


def _repeats(plan, history):
    last = {frozenset(side) for table in history[-1].tables for side in table.sides}
    met = [frozenset(side) for round_ in history for table in round_.tables for side in table.sides]
    now = [frozenset(side) for table in plan.tables for side in table.sides]
    return sum(side in last for side in now), sum(met.count(side) for side in now)
