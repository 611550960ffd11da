"""The search that also changes who sits out: still fair to everybody, and its counting is true."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rotation.movements import draw_plan
from tournament.rotation.planners import sit_outs
from tournament.rotation.planners.sit_outs import SitOutSearch, is_fair
from tournament.rotation.quality import judge
from tournament.rotation.search.annealing import RepeatCounts, Search, Weights


@st.composite
def evenings(draw):
    """(players after some rounds, their history, coming rounds, tables, seed); somebody always sits out."""
    before, played = draw(st.integers(5, 19)), draw(st.integers(0, 5))
    seed = draw(st.integers(0, 99))
    history = draw_plan(range(1, before + 1), 6, seed=seed, seconds=0.05).rounds[:played]
    now = range(1, before + 1 + draw(st.integers(0, 2)))
    tables = max(1, len(now) // 4 - draw(st.integers(0, 1)))
    if len(now) == 4 * tables:
        now = range(1, len(now) + 2)
    return list(now), history, draw(st.integers(1, 9)), tables, seed


def search(evening):
    players, history, rounds, tables, seed = evening
    out = sit_outs.choose(players, rounds, history=history, tables=tables, seed=seed)
    index = {player: i for i, player in enumerate(players)}
    rows = [[index[p] for p in players if p not in idle] for idle in out]
    idle = [[index[p] for p in each] for each in out]
    counts = RepeatCounts(len(players), Weights(P=60, O=24, M=2))
    counts.count_history(history, index)
    sat = [sum(p in round_.sit_out for round_ in history) for p in players]
    last = {index[p] for p in (history[-1].sit_out if history else ()) if p in index}
    return SitOutSearch.after(rows, idle, counts, Random(seed), sat=sat, last=last), counts


@pytest.mark.slow
@given(evenings())
@settings(max_examples=40, deadline=None)
def test_everybody_has_one_place_a_round_and_the_same_cost_is_counted_anew(evening):
    players, _, _, tables, _ = evening
    found, counts = search(evening)
    cost = found.anneal(20_000, hot=12.0, cold=1.0)
    assert all(sorted(row) == list(range(len(players))) for row in found.rows)
    own = counts.copy()
    assert cost == sum(own.seat(row, 4 * tables) for row in found.rows)


@pytest.mark.slow
@given(evenings())
@settings(max_examples=40, deadline=None)
def test_who_sits_out_is_as_fair_as_who_is_chosen(evening):
    players, history, rounds, tables, seed = evening
    found, _ = search(evening)
    assert is_fair(found.rows, 4 * tables, found.sat, found.last)
    found.anneal(20_000, hot=12.0, cold=1.0)
    wanted = [[players[i] for i in row[4 * tables :]] for row in found.rows]
    named = sit_outs.choose(players, rounds, history=history, tables=tables, prefer=wanted, seed=seed + 1)
    assert [set(out) for out in named] == [set(out) for out in wanted]


def test_nobody_sits_out_again_before_everybody_has_or_twice_running():
    sat = [0] * 5
    assert is_fair([[1, 2, 3, 4, 0], [0, 2, 3, 4, 1]], 4, sat, set())
    assert not is_fair([[1, 2, 3, 4, 0], [0, 2, 3, 4, 1], [1, 2, 3, 4, 0]], 4, sat, set())
    assert not is_fair([[1, 2, 3, 4, 0]], 4, sat, {0})
    assert not is_fair([[1, 2, 3, 4, 0]], 4, [1, 0, 0, 0, 0], set())


@pytest.mark.slow
def test_opponents_repeat_less_where_who_sits_out_may_change():
    """Of 18 players at three tables six sit out: if the same six always do together, few can be met."""
    players = list(range(1, 19))
    out = sit_outs.choose(players, 12, tables=3, seed=1)
    rows = [[p - 1 for p in players if p not in idle] for idle in out]
    idle = [[p - 1 for p in each] for each in out]
    counts = RepeatCounts(18, Weights(P=300, O=24, M=0))
    kept = Search.start(rows, [12] * 12, counts, Random(1)).anneal(400_000, hot=16.0, cold=1.0)
    free = SitOutSearch.after(rows, idle, counts, Random(1), sat=[0] * 18, last=set())
    assert free.anneal(400_000, hot=16.0, cold=1.0) < kept


@pytest.mark.deep
@pytest.mark.slow
def test_a_smaller_hall_changes_who_sits_out_together():
    """18 players, at four tables for nine rounds, then at three: 11 repeats while the same six sat out."""
    history = draw_plan(range(1, 19), 19, seed=6, seconds=0.5).rounds[:9]
    plan = draw_plan(range(1, 19), 10, history=history, table_numbers=[1, 2, 3], seed=6)
    whole = judge(plan.rounds, history=history)
    assert whole.P == whole.least.P
    assert judge(plan.rounds).O <= 8
