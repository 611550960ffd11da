"""A round deal by deal: who deals next, when it is over, who won, what each player scored (RULEBOOK 3, 4)."""

from dataclasses import replace

import pytest

from scoring.deal import Award, Call, Deal, Fate, Ruling
from scoring.errors import BadDeal, BadSheet
from scoring.ruleset import PRESETS
from scoring.seats import SEATS, Seat, Side, dealer_of
from scoring.sheet import NextDeal, next_deal, score_deals, score_totals

N, E, S, W = Seat
NS, EW = Side
PROGRESSIVE, PARTNERS, LAWS, JEUCHRE = (
    PRESETS[name] for name in ("progressive", "partners", "laws", "jeuchre")
)
MADE, MARCH, EUCHRED, LONE = (3, False), (5, False), (2, False), (5, True)


def play(rules, *results, first=N):
    """Deals in order; a result is (maker, (tricks, alone)) or a Fate or (Fate, ruling)."""
    deals = []
    for result in results:
        due = next_deal(rules, first, deals)
        place = (due.slot, due.attempt, due.dealer)
        if isinstance(result, Fate):
            deals.append(Deal(*place, fate=result))
        elif isinstance(result[0], Fate):
            deals.append(Deal(*place, rulings=(result[1],), fate=result[0]))
        else:
            maker, (tricks, alone) = result
            deals.append(Deal(*place, Call(maker, maker if alone else None), tricks))
    return deals


def due_after(rules, *results, first=N):
    due = next_deal(rules, first, play(rules, *results, first=first))
    return due and (due.slot, due.attempt, due.dealer.value)


@pytest.mark.parametrize("preset", ["progressive", "eight-hand"])
@pytest.mark.parametrize("first", SEATS)
def test_in_eight_deals_the_dealer_goes_round_twice(preset, first):
    rules = PRESETS[preset]
    deals = play(rules, *[(N, MADE)] * 8, first=first)
    assert [deal.dealer for deal in deals] == [dealer_of(first, slot) for slot in range(1, 9)]
    assert next_deal(rules, first, deals) is None


RENEGE = Ruling("renege", E, Award(NS, 2), Fate.PASS)
REPLAYED = PROGRESSIVE.changed(void_uses_slot=False)

# RULEBOOK 3: fate, rules, then what follows after deal 1 dealt by North.
FATES = [
    (PROGRESSIVE, (N, MADE), (2, 1, "E")), (PROGRESSIVE, (Fate.PASS, RENEGE), (2, 1, "E")),
    (PROGRESSIVE, Fate.VOID_PASS, (2, 1, "E")), (REPLAYED, Fate.VOID_PASS, (1, 2, "E")),
    (REPLAYED, (Fate.PASS, RENEGE), (2, 1, "E")), (REPLAYED, (N, MADE), (2, 1, "E")),
    (PROGRESSIVE, Fate.REDEAL, (1, 2, "N")), (REPLAYED, Fate.REDEAL, (1, 2, "N")),
    (LAWS, Fate.THROWN_IN, (2, 1, "E")),
    (LAWS.changed(void_uses_slot=False), Fate.THROWN_IN, (1, 2, "E")),
    (LAWS.changed(all_pass="redeal"), Fate.THROWN_IN, (1, 2, "N")),
    (LAWS.changed(all_pass="redeal", void_uses_slot=False), Fate.THROWN_IN, (1, 2, "N")),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "result", "follows"), FATES)
def test_a_deals_fate_moves_slot_and_dealer(rules, result, follows):
    assert due_after(rules, result) == follows


def test_attempts_count_on_until_the_slot_is_used_and_have_a_place_in_words():
    assert due_after(PROGRESSIVE, Fate.REDEAL, Fate.REDEAL) == (1, 3, "N")
    assert due_after(PROGRESSIVE, Fate.REDEAL, (N, MADE)) == (2, 1, "E")
    assert due_after(REPLAYED, Fate.VOID_PASS, (N, MADE)) == (2, 1, "S")
    assert due_after(LAWS, Fate.THROWN_IN, Fate.THROWN_IN, Fate.REDEAL) == (3, 2, "S")
    assert (NextDeal(2, 1, N).where, NextDeal(2, 2, N).where) == ("deal 2", "deal 2, attempt 2")


def test_the_last_slot_ends_the_round_unless_it_is_dealt_again():
    seven = [(N, MADE)] * 7
    assert due_after(PROGRESSIVE, *seven) == (8, 1, "W")
    assert due_after(PROGRESSIVE, *seven, Fate.VOID_PASS) is None
    assert due_after(PROGRESSIVE, *seven, (Fate.PASS, RENEGE)) is None
    assert due_after(PROGRESSIVE, *seven, Fate.REDEAL) == (8, 2, "W")
    assert due_after(REPLAYED, *seven, Fate.VOID_PASS) == (8, 2, "N")


def test_a_game_to_ten_ends_at_the_deal_that_reaches_it_or_passes_it():
    deals = play(PARTNERS, (N, LONE), (N, LONE), (N, MADE))
    assert next_deal(PARTNERS, N, deals) == NextDeal(4, 1, W)
    over = [*deals, Deal(4, 1, W, Call(S), 3)]
    score = score_deals(PARTNERS, N, over)
    assert (score.totals, score.winner, score.complete) == ({NS: 10, EW: 0}, NS, True)
    with pytest.raises(BadSheet) as caught:
        score_deals(PARTNERS, N, [*over, Deal(5, 1, N, Call(S), 3)])
    assert (caught.value.code, caught.value.field, caught.value.where) == ("after-end", "deals", "deal 5")
    score = score_deals(PARTNERS, N, play(PARTNERS, (N, LONE), (N, LONE), (N, MADE), (N, LONE)))
    assert score.totals[NS] == 13
    assert score.winner is NS


def test_in_jeuchre_the_side_that_loses_ten_loses_the_game_and_supreme_ends_it_there():
    score = score_deals(JEUCHRE, N, play(JEUCHRE, (N, (5, False)), (N, (5, False)), (N, (3, False))))
    assert (score.totals, score.winner, score.complete) == ({NS: 10, EW: 0}, EW, True)
    assert [deal.outcome for deal in score.deals] == ["jeujeu", "jeujeu", "jeuchre"]
    assert score.euchred == {N: 3, E: 0, S: 0, W: 0}
    deals = [*play(JEUCHRE, (N, (5, False))), Deal(2, 1, E, Call(S), 5, supreme=True)]
    score = score_deals(JEUCHRE, N, deals)
    assert score.running == ({NS: 4, EW: 0}, {NS: 10, EW: 0})
    assert score.winner is EW


@pytest.mark.parametrize("penalised", [E, N])
def test_a_refused_penalty_gives_the_game_to_the_opponents_at_any_score_under_the_laws(penalised):
    refusal = Ruling("penalty-refused", penalised, Award(penalised.side.other, 1), Fate.PASS)
    deals = play(LAWS, (penalised, LONE), (Fate.PASS, refusal))
    score = score_deals(LAWS, N, deals)
    assert score.totals[penalised.side] == 4
    assert (score.winner, score.complete) == (penalised.side.other, True)


def test_a_refused_penalty_does_not_end_a_round_under_tournament_rules():
    refusal = Ruling("penalty-refused", E)
    deals = [Deal(1, 1, N, Call(N), 3, rulings=(refusal,))]
    assert next_deal(PROGRESSIVE, N, deals) == NextDeal(2, 1, E)


def test_players_get_their_sides_points_and_their_own_bonus():
    deals = play(PROGRESSIVE, (E, LONE), (W, LONE), (E, LONE), (N, MADE), (S, EUCHRED))
    score = score_deals(PROGRESSIVE, N, deals)
    assert score.totals == {NS: 1, EW: 14}
    assert score.loners == {N: 0, E: 2, S: 0, W: 1}
    assert score.players == {N: 1, E: 16, S: 1, W: 15}
    assert score.euchred == {N: 0, E: 0, S: 1, W: 0}
    assert score.running[1:3] == ({NS: 0, EW: 8}, {NS: 0, EW: 12})


def test_an_unfinished_round_has_no_winner_and_no_tie():
    score = score_deals(PROGRESSIVE, N, play(PROGRESSIVE, (E, MARCH)))
    assert (score.complete, score.winner, score.tied, score.reached_first) == (False, None, False, None)
    nothing = score_deals(PROGRESSIVE, N, [])
    assert (nothing.totals, nothing.complete, nothing.deals) == ({NS: 0, EW: 0}, False, ())


FOUR_ALL_EAST_FIRST = [(E, LONE), (N, MADE), (N, MADE), (N, MADE), (N, MADE)] + [Fate.VOID_PASS] * 3


def test_a_tie_goes_to_the_side_that_reached_the_score_in_the_earlier_deal_whatever_is_named():
    score = score_deals(PROGRESSIVE, N, play(PROGRESSIVE, *FOUR_ALL_EAST_FIRST))
    assert score.totals == {NS: 4, EW: 4}
    assert (score.tied, score.reached_first, score.winner) == (True, EW, EW)
    mirrored = [(N, LONE), (E, MADE), (E, MADE), (E, MADE), (E, MADE)] + [Fate.VOID_PASS] * 3
    assert score_deals(PROGRESSIVE, N, play(PROGRESSIVE, *mirrored)).winner is NS
    deals = play(PROGRESSIVE, *FOUR_ALL_EAST_FIRST)
    assert score_deals(PROGRESSIVE, N, deals, reached_first=NS).winner is EW
    deals = play(PROGRESSIVE, Fate.VOID_PASS, (N, MADE), (E, MADE), *[Fate.VOID_PASS] * 5)
    assert score_deals(PROGRESSIVE, N, deals).winner is NS
    score = score_deals(PROGRESSIVE, N, play(PROGRESSIVE, *[(N, MADE)] * 8), reached_first=EW)
    assert (score.tied, score.reached_first, score.winner) == (False, None, NS)


@pytest.mark.parametrize("named", [None, NS, EW])
def test_a_tie_at_nothing_is_won_by_whoever_is_named_and_the_order_inside_a_deal_decides_others(named):
    nothing = play(PROGRESSIVE, *[Fate.VOID_PASS] * 8)
    assert score_deals(PROGRESSIVE, N, nothing, reached_first=named).winner is named
    both = Deal(1, 1, N, Call(E), 3, rulings=(Ruling("renege-unproven", E, Award(NS, 1)),))
    rest = [Deal(slot, 1, dealer_of(N, slot), fate=Fate.VOID_PASS) for slot in range(2, 9)]
    score = score_deals(PROGRESSIVE, N, [both, *rest], reached_first=named)
    assert score.totals == {NS: 1, EW: 1}
    assert (score.winner, score.tied) == (EW, True)  # they made it, then the accusation failed


def test_of_both_sides_at_ten_in_one_deal_the_first_wins():
    nine = play(PARTNERS, (N, LONE), (N, LONE), (E, LONE), (E, LONE), (N, MADE), (E, MADE))
    award = Ruling("renege-unproven", E, Award(NS, 2))
    score = score_deals(PARTNERS, N, [*nine, Deal(7, 1, S, Call(E), 3, rulings=(award,))])
    assert score.totals == {NS: 11, EW: 10}
    assert score.winner is EW


@pytest.mark.parametrize(
    ("second", "code", "field"),
    [
        (Deal(3, 1, E, Call(N), 3), "order", "slot"),
        (Deal(1, 1, E, Call(N), 3), "order", "slot"),
        (Deal(2, 2, E, Call(N), 3), "order", "attempt"),
        (Deal(2, 1, S, Call(N), 3), "dealer", "dealer"),
    ],
)
def test_a_deal_out_of_place_is_refused_where_another_is_due(second, code, field):
    with pytest.raises(BadSheet) as caught:
        score_deals(PROGRESSIVE, N, [Deal(1, 1, N, Call(N), 3), second])
    assert (caught.value.code, caught.value.field, caught.value.where) == (code, field, "deal 2")


def test_a_bad_deal_names_its_place_in_the_round():
    with pytest.raises(BadDeal) as caught:
        next_deal(PROGRESSIVE, N, [Deal(1, 1, N, Call(N), 3), Deal(2, 1, E, Call(N))])
    assert (caught.value.code, caught.value.where) == ("tricks-missing", "deal 2")


OUT_OF_TURN = Ruling("wrong-dealer", S, choice="after-up-card")


def test_a_deal_out_of_turn_that_stands_moves_a_game_on_and_another_goes_back():
    deal = Deal(1, 1, S, Call(N), 3, rulings=(OUT_OF_TURN,))
    assert next_deal(PRESETS["laws"], N, [deal]) == NextDeal(2, 1, W)
    ruling = Ruling("wrong-dealer", S, fate=Fate.REDEAL, choice="before-up-card")
    deal = Deal(1, 1, S, rulings=(ruling,), fate=Fate.REDEAL)
    assert next_deal(PROGRESSIVE, N, [deal]) == NextDeal(1, 2, N)


def test_after_a_deal_out_of_turn_that_stands_everybody_still_deals_twice():
    """Finding A11: N S W N E S W N once gave North three deals and East one."""
    deals = [Deal(1, 1, S, Call(N), 3, rulings=(OUT_OF_TURN,))]
    while (due := next_deal(PROGRESSIVE, N, deals)) is not None:
        deals.append(Deal(due.slot, due.attempt, due.dealer, Call(N), 3))
    assert [deal.dealer for deal in deals] == [S, E, N, W, N, E, S, W]


def codes(rules, *results):
    return [doubt.code for doubt in score_deals(rules, N, play(rules, *results)).doubts]


def test_a_finished_round_with_many_lone_marches_or_a_shut_out_is_doubted():
    even = [(N, MADE), (E, MADE)]
    assert codes(PROGRESSIVE, *even * 4) == []
    assert codes(PROGRESSIVE, *[(N, LONE)] * 3, *even, *even, (E, MADE)) == ["many-lone-marches"]
    assert codes(PROGRESSIVE, *[(N, LONE)] * 2, *even * 3) == []
    assert codes(PROGRESSIVE, *[(N, MADE)] * 8) == ["shut-out"]
    assert codes(PROGRESSIVE, *[(N, MADE)] * 7) == []


def test_in_the_eight_hand_game_the_dealers_partner_making_trump_normally_is_doubted():
    rules = PRESETS["eight-hand"]
    score = score_deals(rules, N, play(rules, (S, MADE), (W, (3, True)), (N, LONE), Fate.VOID_PASS))
    assert [(doubt.code, doubt.field) for doubt in score.doubts] == [("partner-not-alone", "deals")]
    assert score.doubts[0].message == (
        "Deal 1: the dealer’s partner made trump without playing alone, which they can only do by naming "
        "a suit in the second round of bidding."
    )
    assert codes(PROGRESSIVE, (S, MADE)) == []


@pytest.mark.parametrize(
    ("maker", "lone", "doubted"),
    [(S, N, True), (S, None, True), (S, S, False), (N, S, False), (N, N, False), (E, W, False)],
)
def test_in_the_eight_hand_game_it_is_the_dealers_partner_who_is_alone(maker, lone, doubted):
    """Third reading, wrong 7: where the partner made trump, the dealer alone is doubted as well (E)."""
    score = score_deals(PRESETS["eight-hand"], N, [Deal(1, 1, N, Call(maker, lone), 3)])
    assert [doubt.code for doubt in score.doubts] == ["partner-not-alone"] * doubted


def ruled(code, offender, points, **more):
    """A ruling that gives the other side points, the deal going on."""
    return Ruling(code, offender, Award(offender.side.other, points), **more)


TALK, UNPROVEN = ruled("bidding-talk", W, 2), ruled("renege-unproven", W, 2)
IN_THE_LAST_DEAL = [
    # rulings on the deal in which NS are euchred at 8 : 9 or 8 : 8, and whose the round is
    ((8, 9), [TALK], (10, 11), NS),  # L XXXIII: immediately
    ((8, 9), [UNPROVEN], (10, 11), EW),  # it follows play
    ((8, 8), [TALK], (10, 10), NS),
    ((8, 8), [UNPROVEN], (10, 10), EW),
    ((8, 9), [ruled("bidding-talk", N, 1), TALK], (10, 12), EW),  # in the order of the offences
    ((8, 9), [TALK, ruled("table-talk", N, 1)], (10, 12), NS),
]


@pytest.mark.parametrize(("before", "rulings", "totals", "winner"), IN_THE_LAST_DEAL)
def test_inside_a_deal_awards_count_before_what_is_played(before, rulings, totals, winner):
    """Findings rules 2: the wrong side was shown as the winner, and as first to 10."""
    made = [(N, MADE)] * before[0] + [(E, MADE)] * before[1]
    *deals, last = play(PARTNERS, *made, (N, EUCHRED))
    score = score_deals(PARTNERS, N, [*deals, replace(last, rulings=tuple(rulings))])
    assert ((score.totals[NS], score.totals[EW]), score.winner) == (totals, winner)
    assert score.reached_first in (None, winner)


@pytest.mark.parametrize("included", [True, False])
@pytest.mark.parametrize(("ruling", "winner"), [(TALK, NS), (UNPROVEN, EW), (None, EW)])
@pytest.mark.parametrize("east_west", [10, 11])
def test_totals_know_it_where_only_one_side_was_awarded_points(ruling, winner, included, east_west):
    both = [replace(ruling or ruled("bidding-talk", N, 1), included=included)]
    both += [] if ruling else [replace(TALK, included=included)]
    off = 0 if included else 1
    given = {side: sum(r.award.points for r in both if r.award.side is side) * off for side in (NS, EW)}
    told = {NS: 10 - given[NS], EW: east_west - given[EW]}
    score = score_totals(PARTNERS, told, {}, both)
    assert score.totals == {NS: 10, EW: east_west}
    unknown = ruling is None and east_west == 10
    assert score.winner is (None if unknown else winner)


@pytest.mark.parametrize(("code", "winner"), [("bidding-talk", NS), ("renege-unproven", EW)])
def test_who_reached_a_tied_total_first_follows_the_same_order(code, winner):
    """4 : 3 before the last deal, in which NS are awarded one point and euchred."""
    *deals, last = play(PROGRESSIVE, *[(N, MADE)] * 4, *[(E, MADE)] * 3, (N, EUCHRED))
    score = score_deals(PROGRESSIVE, N, [*deals, replace(last, rulings=(ruled(code, W, 1),))])
    assert (score.totals, score.winner, score.reached_first) == ({NS: 5, EW: 5}, winner, winner)
