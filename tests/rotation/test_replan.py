"""Rounds planned anew after some were played: late arrivals, people who left, other tables."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.depth import DEEP
from tests.helpers.replanned import TRIED, trial
from tournament.rotation.movements import draw_plan
from tournament.rotation.planners import arrange
from tournament.rotation.planners.replan import LONGER, LONGEST, Attempt, Task, is_least
from tournament.rotation.quality import judge
from tournament.rotation.request import Request, make_request
from tournament.rotation.search.annealing import SearchLimit

# Seeds of trials with 38 players and more: some came, some left, tables went
LARGE = (4, 7, 11) if DEEP else (4,)


@st.composite
def evenings(draw):
    """(players at first, rounds, rounds played, who left, how many came, who comes later, tables, seed)."""
    players = draw(st.integers(4, 80))
    rounds = draw(st.integers(1, 20))
    played = draw(st.integers(0, rounds - 1))
    gone = draw(st.sets(st.integers(1, players), max_size=max(0, min(4, players - 4))))
    come = draw(st.integers(0, 3))
    now = [p for p in range(1, players + come + 1) if p not in gone]
    later = draw(st.sets(st.sampled_from(now), max_size=max(0, min(3, len(now) - 4))))
    away = dict.fromkeys(range(1, draw(st.integers(0, rounds - played)) + 1), later)
    tables = max(1, len(now) // 4 - draw(st.sampled_from((0, 0, 0, 1, 2))))
    return players, rounds, played, now, away, tables, draw(st.integers(0, 9))


@pytest.mark.slow
@given(evenings())
@settings(max_examples=25, deadline=None)
def test_whatever_happened_before_the_remaining_rounds_can_be_played(evening):
    players, rounds, played, now, away, tables, seed = evening
    history = draw_plan(range(1, players + 1), rounds, seed=seed, seconds=0.05).rounds[:played]
    plan = draw_plan(
        now,
        rounds - played,
        history=history,
        away=away,
        table_numbers=range(1, tables + 1),
        seed=seed,
        seconds=0.05,
    )
    quality = judge(plan.rounds, players=now, history=history, away=away)
    assert quality.problems == ()
    assert len(plan.rounds) == rounds - played
    assert {p for round_ in plan.rounds for p in (*round_.seated, *round_.sit_out)} <= set(now)
    for number, round_ in enumerate(plan.rounds, start=1):
        there = len(now) - len(away.get(number, ()))
        assert len(round_.tables) == min(tables, there // 4)
    assert all(getattr(quality, name) >= getattr(quality.least, name) for name in ("P", "O", "M"))
    if not away and tables == len(now) // 4:
        stayed = [p for p in now if p <= players]
        sat = [sum(p in r.sit_out for r in (*history, *plan.rounds)) for p in stayed]
        assert max(sat) - min(sat) <= 1


@pytest.mark.slow
@given(st.integers(6, 60), st.integers(1, 10), st.data())
@settings(max_examples=20, deadline=None)
def test_nobody_is_planned_for_a_round_they_are_away_from(players, rounds, data):
    numbers = list(range(1, players + 1))
    away = {
        number: data.draw(st.sets(st.sampled_from(numbers), max_size=players - 5))
        for number in range(1, rounds + 1)
    }
    plan = draw_plan(numbers, rounds, away=away, seconds=0.05)
    assert judge(plan.rounds, players=numbers, away=away).problems == ()


@pytest.mark.slow
def test_replanned_rounds_repeat_no_partner_and_stay_within_a_tenth_of_a_fresh_plan():
    missed = [str(one) for one in map(trial, LARGE) if not one.within]
    assert missed == []


@pytest.mark.slow
def test_partners_are_looked_at_alone_where_one_is_repeated_that_need_not_be():
    reached, least = trial(842).partners
    assert reached == least


@pytest.mark.parametrize(
    ("key", "patience"),
    [
        ((0, 2, 1, 9, 9), LONGEST),  # one opponent beyond the bar
        ((0, 2, 6, 9, 9), LONGER),  # several
        ((0, 3, 9, 9, 9), LONGEST),  # a partner repeated needlessly
        ((1, 2, 1, 9, 9), LONGER),  # a wish broken
    ],
)
def test_it_goes_on_longest_where_hardly_anything_or_a_partner_is_missing(key, patience):
    best = Attempt(key, 2, [], [], (), within=False, settled=False, perfect=False)
    task = Task(Request((1, 2, 3, 4), 1), random.Random(1), None, 0, SearchLimit(), best)
    assert task.patience == patience
    task.best = replace(best, within=True)
    assert task.patience == 1


@pytest.mark.slow
def test_played_rounds_count_when_partners_are_chosen():
    history = draw_plan(range(1, 9), 7, seed=2).rounds[:5]
    plan = draw_plan(range(1, 9), 2, history=history)
    assert judge(plan.rounds, history=history).P == 0


@pytest.mark.slow
def test_a_latecomer_does_not_sit_out_twice_running():
    history = draw_plan(range(1, 6), 9, seed=1).rounds
    plan = draw_plan(range(1, 7), 4, history=history)
    assert judge(plan.rounds, history=history).sat_out_running == ()


def test_a_smaller_hall_is_planned_with_what_was_played():
    history = draw_plan(range(1, 25), 8).rounds[:3]
    plan = draw_plan(range(1, 25), 5, history=history, table_numbers=[1, 2, 3, 5], seconds=0.5)
    quality = judge(plan.rounds, players=range(1, 25), history=history)
    assert quality.problems == ()
    assert {t.number for r in plan.rounds for t in r.tables} == {1, 2, 3, 5}
    assert quality.P == 0


@pytest.mark.slow
def test_the_same_question_gives_the_same_answer():
    history = draw_plan(range(1, 27), 8).rounds[:3]
    one, two = (draw_plan(range(2, 27), 5, history=history, seed=6, seconds=2) for _ in range(2))
    assert one == two


def seatings(players, free):
    """Every way to seat `players` at tables by couples in `free`, as tuples of tables (couple, couple)."""
    if not players:
        yield ()
        return
    first, *others = sorted(players)
    for partner in (p for p in others if frozenset((first, p)) in free):
        left = [p for p in others if p != partner]
        for two in (couple for couple in combinations(left, 2) if frozenset(couple) in free):
            for rest in seatings([p for p in left if p not in two], free):
                yield (((first, partner), two), *rest)


def opponents(seating):
    return {frozenset((a, b)) for one, two in seating for a in one for b in two}


def test_where_few_partners_are_left_nobody_can_have_a_fresh_plans_opponents():
    """The bar of a tenth is out of reach at the end of a dense evening: here every way is tried."""
    everybody = range(1, 10)
    history = draw_plan(everybody, 9, seed=3).rounds[:7]
    had = {frozenset(side) for round_ in history for table in round_.tables for side in table.sides}
    free = {frozenset(couple) for couple in combinations(everybody, 2)} - had
    one, other = (p for p in everybody if not any(p in round_.sit_out for round_ in history))
    repeated = [
        len(opponents(first) & opponents(second))
        for first in seatings([p for p in everybody if p != one], free)
        for second in seatings(
            [p for p in everybody if p != other],
            free - {frozenset(couple) for table in first for couple in table},
        )
    ]
    plan = draw_plan(everybody, 2, history=history, seed=3, seconds=0.3)
    assert judge(plan.rounds, history=history).P == 0
    assert judge(plan.rounds).O == min(repeated) > judge(draw_plan(everybody, 2, seed=3).rounds).O
    assert is_least(make_request(everybody, 2, history=history), plan.rounds, TRIED)


def test_a_proof_that_opponents_cannot_repeat_less_ends_the_search_within_the_bar():
    history = draw_plan(range(1, 10), 9, seed=3).rounds[:7]
    task = Task.of(make_request(range(1, 10), 2, history=history, seed=3), SearchLimit())
    for number in range(3):
        task.attempt(task.way(number), 40_000, None)
        task.prove(TRIED)
    assert task.within
    assert task.patience == 1
    assert task.allowed == judge(arrange.plain(task.fours(task.best.rows), task.best.out)).O


def test_nothing_is_proved_of_many_players_or_after_a_repeated_partner():
    rounds = draw_plan(range(1, 25), 2).rounds
    assert not is_least(make_request(range(1, 25), 2), rounds, TRIED)
    twice = (draw_plan(range(1, 9), 1).rounds[0],) * 2
    assert not is_least(make_request(range(1, 9), 2), twice, TRIED)
