"""One test for each finding about offences that a director could have corrected us on."""

import pytest

from scoring.catalogue import CATALOGUE
from scoring.deal import Award, Call, Deal, Forfeit
from scoring.errors import BadRuling
from scoring.points import score_deal
from scoring.renege_proof import examine
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply
from scoring.rulings import history_of, offences_for, propose
from scoring.seats import Seat, Side
from scoring.sheet import Turns
from tests.scoring.proposed import as_proposed

N, E, S, W = Seat
NS, EW = Side
T, PARTNERS, L, J = (PRESETS[preset] for preset in ("progressive", "partners", "laws", "jeuchre"))
NORMAL, LONE_E, LONE_S = Call(E), Call(E, lone=E), Call(S, lone=S)


def refused(code, rules, *args, **given):
    with pytest.raises(BadRuling) as refusal:
        propose(code, rules, *args, **given)
    return refusal.value.code


@pytest.mark.parametrize("rules", [T, L], ids=["T", "L"])
def test_unmarked_points_are_asked_for_and_only_as_many_are_lost(rules):
    """Finding A5: of two points made and one marked, one is lost."""
    late = {"choice": "deal-over"} if rules is L else {}
    proposal = propose("points-unmarked", rules, NORMAL, E, **late)
    assert (proposal.asks_forfeit, proposal.cancels) == (EW, ())
    ruling = as_proposed(proposal, "points-unmarked", E, forfeits=Forfeit(EW, 1))
    deal = apply(Deal(1, 1, N, NORMAL, tricks=5), ruling)
    assert score_deal(rules, deal).points == {NS: 0, EW: 1}


def test_an_award_that_was_not_marked_can_be_lost_too():
    """Finding A6."""
    deal = apply(Deal(1, 1, N, NORMAL), as_proposed(propose("renege", T, NORMAL, N), "renege", N))
    unmarked = as_proposed(
        propose("points-unmarked", T, NORMAL, E), "points-unmarked", E, forfeits=Forfeit(EW, 2)
    )
    assert score_deal(T, apply(deal, unmarked)).points == {NS: 0, EW: 0}


@pytest.mark.parametrize("call", [LONE_E, LONE_S], ids=["against the loner", "for the loner"])
@pytest.mark.parametrize("offender", Seat)
def test_mixed_cards_cost_4_in_a_lone_deal(call, offender):
    """Finding A12: whoever mixes them, the loner's partner too."""
    assert propose("cards-mixed", T, call, offender).award == Award(offender.side.other, 4)


def test_a_jeuchre_director_is_never_offered_points_to_the_other_side():
    """Finding A15: labels and texts speak of points lost, and of no fixed number."""
    rules = J.changed(lone_hands=True)
    for offence in offences_for(rules):
        words = [choice.label for choice in offence.choices_in(rules)]
        words += [option.words for option in offence.options(rules)]
        for text in words:
            assert "other side scores" not in text
            assert "to the other side" not in text
            assert not {"2", "4"} & set(text.replace(".", " ").replace(",", " ").split()), text


def test_a_lone_defender_who_is_beaten_in_three_tricks_suffers_no_lone_march():
    """Finding A16: it was counted as one, and its points taken from the lone march instead of 4 to either."""
    rules, call = T.changed(defend_alone=True, lone_march=3), Call(E, lone=E, lone_defender=S)
    for tricks, points, marched in [(5, 4, E), (4, 4, None), (3, 4, None)]:
        score = score_deal(rules, Deal(1, 1, N, call, tricks=tricks))
        assert (score.points, score.lone_march) == ({NS: 0, EW: points}, marched)
    beaten = score_deal(rules, Deal(1, 1, N, call, tricks=2))
    assert (beaten.points, beaten.lone_march) == ({NS: 4, EW: 0}, None)


@pytest.mark.parametrize("rules", [T, L], ids=["T", "L"])
def test_a_dealer_who_sits_out_cannot_forget_to_discard(rules):
    """Finding A17: North's partner plays alone."""
    given = {"choice": "not-announced"} if rules is L else {}
    assert refused("no-discard", rules, LONE_S, N, **given) == "sitting-out"
    assert refused("no-discard", rules, LONE_S, dealer=N, **given) == "sitting-out"


@pytest.mark.parametrize(
    ("code", "warning", "later"),
    [
        ("kitty-looked-at", "kitty-looked-at", "table-talk"),
        ("card-taken-back", "card-taken-back", "kitty-looked-at"),
        ("dealer-reminded", "dealer-reminded", "table-talk"),
        ("table-talk", "table-talk", "bidding-talk"),
    ],
)
def test_the_second_time_is_the_directors_where_t_names_no_penalty(code, warning, later):
    """Third reading, wrong 1: each kind has its own count; only words in the bidding have T's 2 points."""
    assert propose(code, T, LONE_E, W).warning
    assert propose(code, T, LONE_E, W, history_of([later])).warning
    second = propose(code, T, LONE_E, W, history_of([warning]))
    assert (second.award, second.open_award, second.bidding_stops) == (None, True, False)


def test_a_discard_forgotten_loses_the_next_deal_unless_announced():
    """Finding B: “and they lose the deal” (XVIII)."""
    turns = {"announced": E, "not-announced": E}
    for choice in turns:
        ruling = as_proposed(propose("no-discard", L, NORMAL, N, choice=choice), "no-discard", N, choice)
        deal = apply(Deal(1, 1, N, NORMAL, tricks=3), ruling)
        order = Turns(L, N)
        turns[choice] = [order.after(deal), order.after(Deal(2, 1, E, NORMAL, tricks=3))]
    assert turns == {"announced": [E, S], "not-announced": [E, W]}


def test_whoever_plays_with_six_cards_loses_the_next_deal_without_relief():
    """Third reading: announcing in time is the dealer's missing discard only (XVIII), here it is South's."""
    assert refused("six-cards", L, NORMAL, S, choice="announced") == "choice-unknown"
    proposal = propose("six-cards", L, NORMAL, S)
    assert (proposal.cancels, proposal.stands) == ((NS,), True)
    order = Turns(L, N)
    first = apply(Deal(1, 1, N, NORMAL, tricks=3), as_proposed(proposal, "six-cards", S))
    assert [order.after(first), order.after(Deal(2, 1, E, NORMAL, tricks=3))] == [E, W]


@pytest.mark.parametrize("code", ["lead-out-of-turn", "play-out-of-turn"])
def test_who_sits_out_is_sent_to_the_offence_of_the_loners_partner_only_if_it_is_theirs(code):
    """Third reading, wrong 2: not the lone defender's partner, nor by the laws, which do not have it."""
    defended = Call(N, lone=N, lone_defender=E)
    assert refused(code, T.changed(defend_alone=True), defended, S) == "see:lone-partner-played"
    assert refused(code, T.changed(defend_alone=True), defended, W) == "sitting-out"
    assert refused(code, L, Call(N, lone=N), S) == "sitting-out"


def test_a_text_speaks_of_the_events_own_rules():
    """Finding C1: a renege of the loner costs what this event says, in figures."""
    renege = CATALOGUE["renege"]
    assert "whichever side reneged" in renege.text(T)
    assert renege.text(T.changed(lone_maker_renege=2)).endswith("A lone player who reneges gives 2.")
    for rules in (T, L, J, T.changed(misdeal="second-passes")):
        for offence in offences_for(rules):
            assert "event's rules" not in offence.text(rules)
            assert "event’s rules" not in offence.text(rules)


def test_no_card_is_called_where_t_is_played():
    """Finding C7: and the player to name is the one who played a card."""
    for offence in offences_for(T):
        for option in offence.options(T):
            assert "may be called" not in option.text
            assert "may call" not in option.text
    assert CATALOGUE["lone-partner-played"].question.startswith("Who was playing alone")


def test_a_renege_is_proven_with_a_lone_defender_and_with_cards_never_played():
    """Finding B: a lone defender and unplayed cards in the renege proof."""
    # East and South play alone: North and West hold no cards. South threw a club and still holds a spade.
    proof = examine(
        "h", "S", [["9c", "Ac"], ["As", "10c"]], E, lone_defender=S, leaders=[S, E], unplayed={S: ["Ks"]}
    )
    assert [problem.code for problem in proof.problems] == []
    assert [(renege.seat, renege.trick) for renege in proof.reneges] == [(S, 2)]
