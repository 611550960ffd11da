"""One test for each finding about offences that a director could have corrected us on."""

import pytest

from scoring.cards import examine
from scoring.catalogue import CATALOGUE
from scoring.deal import Award, Call, Deal, Fate, Forfeit
from scoring.errors import BadRuling
from scoring.points import score_deal
from scoring.rulecard import rule_card
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply
from scoring.rulings import history_of, offences_for, propose
from scoring.seats import Seat, Side
from scoring.turns import Turns

N, E, S, W = Seat
NS, EW = Side
T, PARTNERS, L, J = (PRESETS[preset] for preset in ("progressive", "partners", "laws", "jeuchre"))
NORMAL, LONE_E, LONE_S = Call(E), Call(E, lone=E), Call(S, lone=S)


def said(rules, label):
    """What the rule card of these rules says under a label."""
    lines = (line for section in rule_card(rules).sections for line in section.lines)
    return {line.label: str(line.value) for line in lines}.get(label, "")


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
    ruling = proposal.ruling("points-unmarked", E, forfeits=Forfeit(EW, 1))
    deal = apply(Deal(1, 1, N, NORMAL, tricks=5), ruling)
    assert score_deal(rules, deal).points == {NS: 0, EW: 1}


def test_an_award_that_was_not_marked_can_be_lost_too():
    """Finding A6."""
    deal = apply(Deal(1, 1, N, NORMAL), propose("renege", T, NORMAL, N).ruling("renege", N))
    unmarked = propose("points-unmarked", T, NORMAL, E).ruling("points-unmarked", E, forfeits=Forfeit(EW, 2))
    assert score_deal(T, apply(deal, unmarked)).points == {NS: 0, EW: 0}


def test_who_marks_too_many_keeps_what_was_won():
    """Finding A7: the excess goes to the opponents, XXXIV is about wrong practice in play."""
    proposal = propose("points-overmarked", L, NORMAL, E, choice="up-card-not-turned")
    assert (proposal.open_award, proposal.award_side, proposal.cancels) == (True, NS, ())
    assert propose("table-talk", L, NORMAL, E).cancels == ()  # talk is no practice in play


@pytest.mark.parametrize("rules", [T, L], ids=["T", "L"])
def test_a_card_exposed_in_the_deal_hangs_on_who_did_it(rules):
    """Finding A8: only the dealer's own exposed card is always dealt again."""
    assert propose("card-exposed-in-deal", rules, None, N, dealer=N).fate is Fate.REDEAL
    for offender in (S, W):
        assert refused("card-exposed-in-deal", rules, None, offender, dealer=N) == "choice-missing"
        goes_on = propose("card-exposed-in-deal", rules, None, offender, dealer=N, choice="goes-on")
        again = propose("card-exposed-in-deal", rules, None, offender, dealer=N, choice="again")
        assert (goes_on.fate, again.fate) == (None, Fate.REDEAL)


def test_looking_at_cards_during_the_deal_is_no_ordinary_misdeal():
    """Finding A9: the dealer keeps the deal, unless the dealer's partner looked."""
    for choice, fate in [("misdeal", Fate.REDEAL), ("no-misdeal", None)]:
        fates = [propose("cards-looked-at", L, None, who, dealer=N, choice=choice).fate for who in (N, E, W)]
        assert fates == [fate] * 3
    assert propose("cards-looked-at", L, None, S, dealer=N).fate is Fate.VOID_PASS
    assert propose("misdeal", L, None, N).fate is Fate.VOID_PASS


def test_a_wrong_dealer_is_too_late_by_t_after_the_first_trick():
    """Finding A10."""
    assert [choice.label for choice in CATALOGUE["wrong-dealer"].choices_in(T)] == [
        "Found before the first trick was over",
        "Found after the first trick",
    ]
    assert propose("wrong-dealer", T, None, E, choice="before-first-trick").fate is Fate.REDEAL
    assert propose("wrong-dealer", T, NORMAL, E, choice="after-first-trick").stands
    assert propose("wrong-dealer", L, None, E, choice="before-up-card").fate is Fate.REDEAL


def test_the_rule_of_a_wrong_dealer_who_stands_says_who_deals_next():
    """Finding A11."""
    texts = {rules.preset: CATALOGUE["wrong-dealer"].options(rules)[1].text for rules in (T, PARTNERS, L)}
    assert "takes that dealer’s next turn" in texts["progressive"]
    assert (
        texts["partners"] == texts["laws"] == "The deal stands, and the player on that dealer’s left "
        "deals next."
    )


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


def test_six_cards_of_a_dealer_who_took_nothing_up_were_dealt_wrongly():
    """Finding A18."""
    given = {"call": NORMAL, "offender": N, "dealer": N}
    assert refused("six-cards", T, **given) == "choice-missing"
    assert propose("six-cards", T, **given, choice="taken-up").award == Award(EW, 2)
    assert propose("six-cards", T, **given, choice="not-taken-up").fate is Fate.VOID_PASS
    assert propose("six-cards", T, NORMAL, W, dealer=N).fate is Fate.VOID_PASS


def test_a_warning_says_whom_it_is_counted_for():
    """Finding A19: the caller hands in the rulings of the player, or of the partnership."""
    first = CATALOGUE["bidding-talk"].options(T)[0]
    assert first.condition == (
        "The first time in the event (of the player, or of the partnership where partners stay)"
    )
    partners_warning = history_of(["bidding-talk"])
    assert propose("bidding-talk", T, None, N, partners_warning).award == Award(EW, 2)


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


def test_a_revoke_corrected_in_time_costs_nothing():
    """Finding B: XXII to XXIV."""
    proposal = propose("revoke-corrected", L, NORMAL, N)
    assert (proposal.award, proposal.fate, proposal.stands) == (None, None, True)
    assert CATALOGUE["revoke-corrected"] not in offences_for(T)


def test_a_discard_forgotten_loses_the_next_deal_unless_announced():
    """Finding B: “and they lose the deal” (XVIII)."""
    turns = {"announced": E, "not-announced": E}
    for choice in turns:
        ruling = propose("no-discard", L, NORMAL, N, choice=choice).ruling("no-discard", N, choice)
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
    first = apply(Deal(1, 1, N, NORMAL, tricks=3), proposal.ruling("six-cards", S))
    assert [order.after(first), order.after(Deal(2, 1, E, NORMAL, tricks=3))] == [E, W]


@pytest.mark.parametrize("code", ["lead-out-of-turn", "play-out-of-turn"])
def test_who_sits_out_is_sent_to_the_offence_of_the_loners_partner_only_if_it_is_theirs(code):
    """Third reading, wrong 2: not the lone defender's partner, nor by the laws, which do not have it."""
    defended = Call(N, lone=N, lone_defender=E)
    assert refused(code, T.changed(defend_alone=True), defended, S) == "see:lone-partner-played"
    assert refused(code, T.changed(defend_alone=True), defended, W) == "sitting-out"
    assert refused(code, L, Call(N, lone=N), S) == "sitting-out"


@pytest.mark.parametrize(("code", "choice"), [("renege", "not-completed"), ("card-taken-back", "wrong-suit")])
def test_what_is_no_revoke_yet_leads_over_to_the_corrected_one(code, choice):
    """Third reading: XV and XXII."""
    assert propose(code, L, NORMAL, N, choice=choice).see == "revoke-corrected"


def test_a_marking_can_be_challenged_until_the_next_up_card():
    """Finding B: S and XXXI."""
    assert "The next up-card is not turned yet: The score is put right" in CATALOGUE[
        "points-overmarked"
    ].text(L)


def test_the_way_of_dealing_is_kept_for_the_round_by_t_and_for_the_deal_by_l():
    """Finding B: one at a time, and “the entire round”."""
    style = CATALOGUE["dealing-style"]
    assert "the same for the whole round" in style.text(T)
    assert "all through the deal" in style.text(L)
    assert "The cards go one at a time." in style.text(PRESETS["eight-hand"])


def test_a_fallen_card_is_led_and_a_commanding_card_is_not_thrown():
    """Finding B: T, and XXIX."""
    fallen = CATALOGUE["exposed-card"]
    assert "leads next, they must lead it" in fallen.text(T)
    assert "commanding card" in fallen.text(L)


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


def test_the_laws_do_not_void_what_xviii_lets_play_on():
    """Finding C8."""
    assert "Played with six or more cards" in CATALOGUE["wrong-count-in-play"].text(L)


def test_only_talk_in_the_bidding_stops_the_bidding():
    """Finding C9."""
    assert "may not bid" not in CATALOGUE["table-talk"].text(T)
    assert "may not bid" in CATALOGUE["bidding-talk"].text(T)


def test_natural_trump_holds_for_whoever_orders_the_card_up():
    """Finding B: for ordering too (T), not only for the dealer who takes it up."""
    assert "order" in said(T.changed(natural_trump="whoever"), "Natural trump")
    assert "order" not in said(T.changed(natural_trump=True), "Natural trump")
    assert said(T, "Natural trump") == ""


def test_each_way_with_a_farmers_hand_is_told_apart():
    """Finding B: before the bidding, after trump is named, or going under."""
    words = {
        way: said(T.changed(farmers_hand=way), "Farmer’s hand")
        for way in (True, "after-trump", "going-under")
    }
    assert "the same dealer deals again" in words[True]
    assert "none of them a trump" in words["after-trump"]
    assert "swap any three of them" in words["going-under"]


def test_who_leaves_the_game_loses_it_under_the_laws():
    """Finding B: XXXII."""
    assert said(L, "Leaving the game") == "A side that leaves the game loses it."
    assert said(T, "Leaving the game") == ""


def test_partners_are_found_by_jacks_of_one_colour_under_the_laws():
    """Finding B: L I."""
    assert "jacks of the same color are partners" in said(L, "Partners by the cards")


def test_who_marks_the_score_is_told_where_a_text_says_so():
    """Finding B: who marks (S)."""
    assert said(L, "Marking the score").startswith("The player nearest to the score marks it")
    assert said(J, "Marking the score").startswith("Each side keeps its score")


def test_cutting_and_dealing_are_told_for_each_preset():
    """Finding B: cutting and dealing per preset."""
    for label in ("Shuffling and cutting", "Dealing"):
        told = [said(rules, label) for rules in (T, L, PRESETS["eight-hand"], J)]
        assert all(told)
        assert len(set(told)) == len(told), label


def test_a_renege_is_proven_with_a_lone_defender_and_with_cards_never_played():
    """Finding B: a lone defender and unplayed cards in the renege proof."""
    # East and South play alone: North and West hold no cards. South threw a club and still holds a spade.
    proof = examine(
        "h", "S", [["9c", "Ac"], ["As", "10c"]], E, lone_defender=S, leaders=[S, E], unplayed={S: ["Ks"]}
    )
    assert [problem.code for problem in proof.problems] == []
    assert [(renege.seat, renege.trick) for renege in proof.reneges] == [(S, 2)]


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("If something goes wrong", "Call the director. Make no rulings of your own."),
        ("Shuffling and cutting", "the player on the dealer’s right may cut"),
        ("Tricks", "keeps each trick apart"),
        ("The first lead", "The player on the dealer’s left leads, in a loner too."),
        ("Calling a loner (playing alone)", "The maker says “Alone”, and nothing else."),
    ],
)
def test_a_card_of_t_tells_what_t_says_of_the_table(label, words):
    """Finding C12: call the director, cut, tricks kept apart, who leads, how a loner is announced."""
    assert words in said(T, label)
