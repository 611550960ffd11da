"""A search ends after its number of moves; the clock is only the last limit."""

from itertools import count

import pytest

from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import Plan
from tournament.rotation.quality import judge
from tournament.rotation.search import annealing
from tournament.rotation.search.annealing import MOVES_A_SECOND, SWEEP

BEFORE = draw_plan(range(1, 15), 6, seed=2)
SEARCHED = {
    "a fresh plan": {"players": range(1, 69), "rounds": 24},
    "a plan for the rest of the evening": {
        "players": range(1, 14),
        "rounds": 3,
        "history": BEFORE.rounds[:3],
    },
}


def drawn_by(monkeypatch, slowness, asked):
    """The plan that a machine draws on which every move takes so many times as long as on a fast laptop."""
    clock = count()
    sweep = slowness * SWEEP / MOVES_A_SECOND
    monkeypatch.setattr(annealing, "thread_time", lambda: next(clock) * sweep)
    return draw_plan(**asked, seed=5, seconds=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHED)
def test_half_the_processor_gives_the_same_plan(monkeypatch, name):
    fast, half, slow = (drawn_by(monkeypatch, slowness, SEARCHED[name]) for slowness in (1, 2, 10))
    assert fast == half == slow
    assert not fast.cut_short
    assert "cut_short" not in fast.to_dict()


@pytest.mark.parametrize("name", SEARCHED)
def test_a_machine_too_slow_to_search_to_the_end_says_so(monkeypatch, name):
    late = drawn_by(monkeypatch, 200, SEARCHED[name])
    assert late.cut_short
    assert judge(late.rounds, players=late.players).problems == ()
    assert Plan.from_dict(late.to_dict()) == late
