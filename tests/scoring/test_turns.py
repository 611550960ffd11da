"""Who deals next: everybody equally often, whoever dealt out of turn, and less often who lost a deal."""

from collections import Counter

import pytest

from scoring import sheet as turns_module
from scoring.deal import Deal, Ruling
from scoring.ruleset import PRESETS
from scoring.seats import SEATS
from scoring.sheet import Turns

N, E, S, W = SEATS
SLOTS, GAME = PRESETS["progressive"], PRESETS["laws"]


def dealt(rules, first, instead):
    """The dealers of eight deals; `instead` says who dealt the nth one out of turn."""
    turns, found = Turns(rules, first), []
    for number in range(1, 9):
        dealer = instead.get(number, turns.dealer)
        found.append(dealer)
        turns.after(Deal(number, 1, dealer))
    return found


@pytest.mark.parametrize(
    ("instead", "dealers"),
    [
        ({}, [N, E, S, W, N, E, S, W]),
        ({1: S}, [S, E, N, W, N, E, S, W]),
        ({1: W, 2: W}, [W, W, S, N, N, E, S, E]),
        ({4: N}, [N, E, S, N, W, E, S, W]),
        ({1: S, 3: W}, [S, E, W, N, N, E, S, W]),
    ],
    ids=str,
)
def test_the_right_dealer_takes_the_turn_that_the_wrong_one_gave_up(instead, dealers):
    """Finding A11: so everybody deals twice."""
    assert dealt(SLOTS, N, instead) == dealers
    assert set(Counter(dealers).values()) == {2}


@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("wrong", SEATS)
def test_one_deal_out_of_turn_in_the_first_half_still_leaves_everybody_two(number, wrong):
    """Finding A11: wherever it was, and whoever it was."""
    assert set(Counter(dealt(SLOTS, N, {number: wrong})).values()) == {2}


def test_a_game_goes_on_to_the_left_of_whoever_dealt():
    """Finding A11: L VIII."""
    assert dealt(GAME, N, {2: W})[:4] == [N, W, N, E]


@pytest.mark.parametrize(("offender", "following"), [(E, [S, N, E, S]), (S, [W, N, E, S])])
def test_a_side_that_loses_its_next_deal_is_passed_over_once(monkeypatch, offender, following):
    """L XVIII: East's side would deal third, South's second."""
    monkeypatch.setattr(turns_module, "loses_next_deal", lambda rules, ruling: ruling.offender.side)
    turns = Turns(GAME, N)
    found = [turns.after(Deal(1, 1, E, rulings=(Ruling("no-discard", offender),)))]
    for number in range(2, 5):
        found.append(turns.after(Deal(number, 1, found[-1])))
    assert found == following
