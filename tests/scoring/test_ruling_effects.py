"""What a ruling does to its deal, which rulings contradict each other, and how one is taken back."""

import pytest

from scoring.deal import Award, Call, Deal, Fate, Ruling
from scoring.errors import BadRuling
from scoring.points import score_deal
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply, forfeited_to, frees_totals, loses_next_deal
from scoring.seats import Seat, Side

N, E, S, W = Seat
NS, EW = Side
MADE = Deal(2, 1, N, Call(E), 3)
LONE = Deal(2, 1, N, Call(E, lone=E), 5)
RENEGE = Ruling("renege", N, Award(EW, 2), Fate.PASS)
TALK = Ruling("table-talk", N, Award(EW, 2))
MISDEAL = Ruling("misdeal", N, fate=Fate.REDEAL)
COUNT = Ruling("wrong-count-in-play", N, fate=Fate.VOID_PASS)
UNCLEAR = Ruling("ambiguous-lone", E)


@pytest.mark.parametrize("ruling", [RENEGE, MISDEAL, COUNT])
def test_a_ruling_that_ends_the_deal_takes_its_result_away(ruling):
    ended = apply(LONE, ruling)
    assert (ended.fate, ended.tricks, ended.supreme) == (ruling.fate, None, False)
    assert ended.rulings == (ruling,)
    assert ended.call == LONE.call


def test_supreme_goes_with_the_result():
    deal = Deal(2, 1, N, Call(E), 5, supreme=True)
    assert apply(deal, RENEGE).supreme is False
    assert apply(deal, TALK).supreme is True


def test_a_ruling_that_lets_the_deal_go_on_leaves_its_result():
    assert apply(LONE, TALK) == Deal(2, 1, N, LONE.call, 5, rulings=(TALK,))
    played = Ruling("other", N, Award(EW, 1), Fate.PLAYED)
    assert apply(LONE, played).tricks == 5


@pytest.mark.parametrize("code", ["ambiguous-lone", "lone-partner-played"])
def test_a_struck_lone_call_is_a_normal_one(code):
    challenged = Deal(2, 1, N, Call(E, lone=E, lone_defender=N), 5)
    for deal in (LONE, challenged):
        assert apply(deal, Ruling(code, E)).call == Call(E)
    assert score_deal(PRESETS["progressive"], apply(LONE, Ruling(code, E))).points[EW] == 2


def test_rulings_stand_in_the_order_made():
    assert apply(apply(MADE, TALK), RENEGE).rulings == (TALK, RENEGE)
    assert apply(apply(MADE, RENEGE), TALK).rulings == (RENEGE, TALK)


def refused(deal, ruling, code):
    with pytest.raises(BadRuling) as caught:
        apply(deal, ruling)
    assert (caught.value.code, caught.value.where) == (code, "deal 2")
    return caught.value.field


def test_a_deal_cannot_end_in_two_ways():
    assert refused(apply(MADE, RENEGE), MISDEAL, "contradiction") == "fate"
    refused(apply(MADE, MISDEAL), COUNT, "contradiction")
    refused(Deal(2, 1, N, fate=Fate.THROWN_IN), RENEGE, "contradiction")


def test_a_deal_is_not_penalised_twice_for_ending():
    second = Ruling("renege", E, Award(NS, 2), Fate.PASS)
    assert refused(apply(MADE, RENEGE), second, "ended-already") == "code"
    noted = Ruling("renege-second", E)
    assert apply(apply(MADE, RENEGE), noted).rulings == (RENEGE, noted)
    without_points = Ruling("cards-mixed", N, fate=Fate.PASS)
    assert len(apply(apply(MADE, RENEGE), without_points).rulings) == 2
    assert len(apply(apply(MADE, without_points), RENEGE).rulings) == 2
    assert len(apply(apply(MADE, TALK), RENEGE).rulings) == 2


def test_a_deal_entered_as_ended_takes_the_ruling_that_ended_it():
    entered = Deal(2, 1, N, fate=Fate.REDEAL)
    assert apply(entered, MISDEAL) == Deal(2, 1, N, rulings=(MISDEAL,), fate=Fate.REDEAL)


def test_only_a_lone_call_can_be_struck():
    assert refused(MADE, UNCLEAR, "nobody-alone") == "call"
    refused(Deal(2, 1, N), UNCLEAR, "nobody-alone")


def test_only_the_laws_give_a_game_away():
    refusal = Ruling("penalty-refused", E)
    assert forfeited_to(PRESETS["laws"], [TALK, refusal]) is NS
    assert forfeited_to(PRESETS["progressive"], [refusal]) is None
    assert forfeited_to(PRESETS["laws"], [Ruling("penalty-refused"), Ruling("unheard-of", E)]) is None
    assert forfeited_to(PRESETS["laws"], []) is None


def test_broken_off_rounds_are_known_by_their_rulings():
    assert frees_totals([TALK, Ruling("disqualified", E)])
    assert not frees_totals([TALK, RENEGE, Ruling("unheard-of", E)])


def test_a_ruling_unknown_here_is_carried_along():
    assert apply(MADE, Ruling("unheard-of", E)).rulings[0].code == "unheard-of"


def test_a_ruling_of_no_known_offence_costs_nobody_the_next_deal():
    """A ruling of another version is kept and shown; it does what it says and no more."""
    assert loses_next_deal(PRESETS["laws"], Ruling("of-another-version", Seat.E)) is None
