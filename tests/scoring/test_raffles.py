"""Draws by lot that anybody can repeat, and the halves of a fifty-fifty."""

import random

import pytest

from scoring.errors import BadRanking
from scoring.raffles import drawn, halves


def test_the_same_seed_draws_the_same_whatever_the_order_of_the_pool():
    """What was drawn once stays drawn in every later version: the figures are part of the contract."""
    assert [drawn(range(1, 27), seed) for seed in range(6)] == [
        random.Random(f"draw/{seed}").choice(list(range(1, 27))) for seed in range(6)
    ]
    assert drawn([9, 7, 4], 3) == drawn([4, 7, 9], 3)


def test_everybody_can_be_drawn():
    assert {drawn([4, 7, 9], seed) for seed in range(40)} == {4, 7, 9}


def test_an_empty_pool_is_refused():
    with pytest.raises(BadRanking) as caught:
        drawn([], 1)
    assert (caught.value.code, caught.value.field) == ("pool-empty", "pool")
    assert str(caught.value) == "There is nobody to draw from."


@pytest.mark.parametrize(("pot", "shares"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (14301, (7151, 7150))])
def test_an_odd_cent_goes_to_the_winner(pot, shares):
    assert halves(pot) == shares


def test_a_pot_below_nothing_is_refused():
    with pytest.raises(BadRanking) as caught:
        halves(-1)
    assert (caught.value.code, caught.value.field) == ("pot-negative", "pot")
    assert str(caught.value) == "A pot cannot be less than nothing."
