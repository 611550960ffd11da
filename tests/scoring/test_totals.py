"""A round as totals: what cannot be, what hardly can be, awards in or out, and agreement with the deals."""

from dataclasses import replace

import pytest

from scoring.bounds import marches_by_side, points_of_a_table
from scoring.deal import Award, Call, Deal, Fate, Forfeit, Ruling, Struck
from scoring.errors import BadSheet, TooFewDeals
from scoring.ruleset import PRESETS
from scoring.ruling_effects import comes_off, takes_back
from scoring.seats import SEATS, Seat, Side, dealer_of
from scoring.sheet import compare, score_deals, score_totals

N, E, S, W = Seat
NS, EW = Side
PROGRESSIVE, PARTNERS, LAWS, JEUCHRE = (
    PRESETS[name] for name in ("progressive", "partners", "laws", "jeuchre")
)


def score(ns, ew, rulings=(), rules=PROGRESSIVE, first=None, **lone):
    loners = {seat: lone.get(seat.value, 0) for seat in SEATS}
    return score_totals(rules, {NS: ns, EW: ew}, loners, rulings, first)


def refused(code, field, *args, **kwargs):
    with pytest.raises(BadSheet) as caught:
        score(*args, **kwargs)
    assert (caught.value.code, caught.value.field) == (code, field)
    return str(caught.value)


def renege(side, points=2, included=True, fate=Fate.PASS, cancels=()):
    return Ruling(
        "renege", side.other.seats[0], Award(side, points), fate, cancels=cancels, included=included
    )


def test_players_get_their_sides_points_and_their_own_bonus_where_there_is_one():
    result = score(11, 6, E=1, N=2)
    assert result.players == {N: 13, E: 7, S: 11, W: 6}
    assert result.loners == {N: 2, E: 1, S: 0, W: 0}
    assert (result.winner, result.tied, result.complete) == (NS, False, True)
    assert (result.deals, result.running, result.euchred) == ((), (), None)
    assert score(10, 6, rules=PARTNERS, N=1).players == {N: 10, E: 6, S: 10, W: 6}
    result = score(8, 6, first=EW)
    assert (result.winner, result.reached_first, result.tied) == (NS, None, False)


@pytest.mark.parametrize("named", [None, NS, EW])
def test_a_tie_is_won_by_the_side_named_and_else_by_nobody(named):
    result = score(7, 7, first=named)
    assert (result.winner, result.tied, result.reached_first) == (named, True, named)
    assert [(doubt.code, doubt.field) for doubt in result.doubts] == (
        [] if named else [("tie-open", "reached_first")]
    )


# Every check of RULEBOOK 3 on a round of eight deals, on both sides of its edge.
@pytest.mark.parametrize(("ns", "ew"), [(8, 0), (4, 4), (0, 32), (16, 16)])
def test_sums_from_8_to_32_are_possible_in_eight_deals(ns, ew):
    assert score(ns, ew).totals == {NS: ns, EW: ew}


@pytest.mark.parametrize(
    ("ns", "ew", "code", "field"),
    [
        (7, 0, "sum-low", "ns"), (3, 4, "sum-low", "ns"), (33, 0, "sum-high", "ns"),
        (20, 13, "sum-high", "ns"), (-1, 9, "totals", "ns"), (9, -1, "totals", "ew"),
        ("7", 9, "totals", "ns"), (9, 6.0, "totals", "ew"), (True, 9, "totals", "ns"),
        (None, 9, "totals", "ns"),
    ],
)  # fmt: skip
def test_impossible_totals_are_refused(ns, ew, code, field):
    refused(code, field, ns, ew)


def test_missing_totals_are_refused():
    with pytest.raises(BadSheet) as caught:
        score_totals(PROGRESSIVE, {NS: 9}, {})
    assert caught.value.field == "ew"


@pytest.mark.parametrize(
    ("lone", "code", "field"),
    [
        ({"N": -1}, "loners", "lone_n"),
        ({"W": "1"}, "loners", "lone_w"),
        ({"E": True}, "loners", "lone_e"),
        ({"E": 1}, "lone-marches", "lone_e"),
        ({"E": 1, "W": 2, "N": 1}, "lone-marches", "lone_w"),
        ({"N": 2, "S": 1}, "lone-marches", "lone_n"),
    ],
)
def test_impossible_lone_marches_are_refused(lone, code, field):
    refused(code, field, 9, 3, **lone)


def test_lone_marches_need_four_points_each():
    assert score(8, 4, N=1, S=1, E=1).loners[E] == 1
    assert "2 lone marches bring at least 8" in refused("lone-marches", "lone_n", 7, 6, N=1, S=1)
    assert "lone march brings at least 4" in refused("lone-marches", "lone_e", 7, 3, E=1)


def test_there_are_no_more_lone_marches_than_deals():
    short = PROGRESSIVE.changed(deals_per_round=2, lone_march=1)
    assert score(2, 0, rules=short, N=2).loners[N] == 2
    message = refused("lone-marches", "lone_n", 3, 0, rules=short, N=3)
    assert "at most 2 deals" in message
    both = score(1, 1, rules=short, first=NS, N=1, E=1)
    assert both.loners == {N: 1, E: 1, S: 0, W: 0}
    assert both.doubts == ()
    refused("lone-marches", "lone_s", 3, 0, rules=short, S=2, N=1)


def test_the_bounds_follow_the_number_of_deals_and_the_points_table():
    six = PROGRESSIVE.changed(deals_per_round=6, march=3)
    assert score(6, 0, rules=six).totals[NS] == 6
    refused("sum-low", "ns", 5, 0, rules=six)
    assert score(24, 0, rules=six).totals[NS] == 24
    refused("sum-high", "ns", 25, 0, rules=six)


def test_where_hands_are_thrown_in_the_sum_may_be_anything_down_to_nothing():
    thrown = PROGRESSIVE.changed(all_pass="pass")
    assert score(1, 0, rules=thrown).totals == {NS: 1, EW: 0}
    assert score(0, 0, rules=thrown).totals == {NS: 0, EW: 0}
    refused("sum-low", "ns", 1, 0, rules=thrown.changed(void_uses_slot=False))
    refused("sum-low", "ns", 1, 0, rules=thrown.changed(all_pass="redeal"))


# Awards: included or added, never both, and never without an answer.
def test_an_included_award_is_not_added_again_and_another_is():
    assert score(9, 6, [renege(NS, 4)]).totals == {NS: 9, EW: 6}
    assert score(9, 6, [renege(NS, 4, included=False), renege(EW, 2, included=False)]).totals == {
        NS: 13,
        EW: 8,
    }


def test_every_award_and_what_was_taken_off_need_the_answer_and_a_ruling_without_points_none():
    message = refused("included-missing", "rulings", 9, 6, [renege(EW, 4, included=None)])
    assert "4 points" in message
    assert "East/West" in message
    off = Ruling("points-unmarked", E, forfeits=Forfeit(EW, 2))
    assert refused("included-missing", "rulings", 9, 6, [off]) == (
        "Say whether the 2 points that a ruling took off East/West are out of these totals already."
    )
    silent = [Ruling("hand-shown", E), Ruling("other", E, Award(NS, 0))]
    assert score(9, 6, silent).totals == {NS: 9, EW: 6}


@pytest.mark.parametrize(
    ("rules", "deals", "sentence"),
    [
        (PROGRESSIVE, 0, "Say how many deals were played, 1 to 8."),
        (PROGRESSIVE, 9, "Say how many deals were played, 1 to 8."),
        (PARTNERS, 0, "Say how many deals were played, from 1 on."),
    ],
)
def test_a_number_of_deals_that_cannot_have_been_played_is_refused(rules, deals, sentence):
    for call in (
        lambda: score_totals(rules, {NS: 4, EW: 1}, {}, deals_played=deals),
        lambda: score_deals(rules, N, [], deals_played=deals),
    ):
        with pytest.raises(BadSheet) as caught:
            call()
        assert (caught.value.code, caught.value.field) == ("deals-played", "deals_played")
        assert str(caught.value) == sentence


def test_an_award_cannot_be_in_a_total_that_is_smaller_and_is_no_lone_march():
    refused("award", "ns", 3, 12, [renege(NS, 4)])
    assert score(4, 9, [renege(NS, 4)]).totals[NS] == 4
    assert score(8, 8, [renege(NS, 4)], N=1).loners[N] == 1
    refused("lone-marches", "lone_n", 7, 8, [renege(NS, 4)], N=1)


# With rulings the sums are looser by exactly the deals they ended.
@pytest.mark.parametrize(
    ("rulings", "lowest", "highest"),
    [
        ([renege(NS, 2)], 9, 30),
        ([renege(NS, 4)], 11, 32),
        ([renege(NS, 2), renege(EW, 2)], 10, 28),
        ([Ruling("wrong-count-in-play", E, fate=Fate.VOID_PASS)], 7, 28),
        ([Ruling("wrong-count-in-play", E, fate=Fate.VOID_PASS)] * 2, 6, 28),
        ([Ruling("misdeal", E, fate=Fate.REDEAL)], 8, 32),
        ([Ruling("hand-shown", E)], 8, 32),
        ([renege(NS, 2, fate=None)], 10, 34),
        ([renege(NS, 2, fate=None, cancels=(EW,))], 9, 34),
        ([renege(NS, 2, cancels=(EW,))], 9, 30),
        ([Ruling("points-unmarked", E, cancels=(EW,))], 7, 32),
    ],
)
def test_rulings_widen_the_sum_by_the_deals_they_took(rulings, lowest, highest):
    assert score(lowest - 4, 4, rulings)
    refused("sum-low", "ns", lowest - 5, 4, rulings)
    assert score(highest - 4, 4, rulings)
    refused("sum-high", "ns", highest - 3, 4, rulings)


def test_a_void_deal_that_is_replayed_takes_nothing_away_and_more_rulings_leave_no_play():
    replayed = PROGRESSIVE.changed(void_uses_slot=False)
    void = [Ruling("wrong-count-in-play", E, fate=Fate.VOID_PASS)]
    refused("sum-low", "ns", 7, 0, void, rules=replayed)
    assert score(32, 0, void, rules=replayed)
    two_deals = PROGRESSIVE.changed(deals_per_round=2)
    twice = [renege(NS, 2, included=True)] * 2
    assert score(4, 0, twice, rules=two_deals).totals[NS] == 4
    refused("sum-high", "ns", 5, 0, twice, rules=two_deals)
    thrice = score(6, 0, [*twice, twice[0]], rules=two_deals)
    assert [doubt.code for doubt in thrice.doubts] == ["shut-out", "totals-impossible"]
    many = [renege(NS, 2, included=True)] * 9
    assert score(19, 0, many).totals[NS] == 19


@pytest.mark.parametrize("code", ["penalty-refused", "disqualified"])
def test_a_round_broken_off_may_end_in_any_score(code):
    broken = score(1, 0, [Ruling(code, E)])
    assert broken.totals == {NS: 1, EW: 0}
    assert [doubt.code for doubt in broken.doubts] == ["shut-out"]


# Games to a target.
@pytest.mark.parametrize(
    ("rules", "ns", "ew", "winner"),
    [(PARTNERS, 10, 9, NS), (PARTNERS, 0, 10, EW), (PARTNERS, 13, 9, NS), (LAWS, 9, 13, EW),
     (JEUCHRE, 10, 9, EW), (JEUCHRE, 3, 13, NS)],
)  # fmt: skip
def test_the_side_that_reaches_the_target_wins_or_loses(rules, ns, ew, winner):
    assert score(ns, ew, rules=rules).winner is winner


@pytest.mark.parametrize(
    ("rules", "ns", "ew", "code", "field"),
    [
        (PARTNERS, 9, 9, "target-not-reached", "ns"),
        (PARTNERS, 10, 10, "target-twice", "ew"),
        (PARTNERS, 14, 9, "target-passed", "ns"),
        (PARTNERS, 9, 14, "target-passed", "ew"),
        (JEUCHRE, 14, 0, "target-passed", "ns"),
        (JEUCHRE, 9, 9, "target-not-reached", "ns"),
    ],
)
def test_totals_that_no_game_to_a_target_has_are_refused(rules, ns, ew, code, field):
    refused(code, field, ns, ew, rules=rules)


def test_an_award_may_carry_a_side_beyond_the_target_or_both_to_it():
    award = [renege(NS, 2, fate=None)]
    assert score(15, 9, award, rules=PARTNERS).winner is NS
    refused("target-passed", "ns", 16, 9, award, rules=PARTNERS)
    refused("target-passed", "ew", 9, 14, award, rules=PARTNERS)
    assert score(11, 10, award, rules=PARTNERS).winner is NS


def test_a_refused_penalty_gives_the_game_away_under_the_laws_and_is_no_open_tie():
    assert score(9, 2, [Ruling("penalty-refused", N)], rules=LAWS).winner is EW
    assert score(9, 2, [Ruling("penalty-refused", N)], rules=PROGRESSIVE).winner is NS
    assert score(9, 2, [Ruling("penalty-refused")], rules=LAWS).winner is NS
    assert score(9, 2, [Ruling("house-rule", N), Ruling("penalty-refused", N)], rules=LAWS).winner is EW
    assert [doubt.code for doubt in score(3, 3, [Ruling("penalty-refused", N)], rules=LAWS).doubts] == []


# Unlikely, to be confirmed.
@pytest.mark.parametrize(
    ("ns", "ew", "lone", "doubts"),
    [
        (7, 6, {}, []), (6, 4, {}, []), (5, 3, {}, []), (12, 4, {}, []),
        (12, 5, {}, [("lone-marches-missing", "lone_n")]), (12, 6, {"N": 1}, []),
        (12, 7, {"N": 1}, [("lone-marches-missing", "lone_n")]), (12, 6, {"N": 2}, []),
        (12, 7, {"N": 2}, []), (9, 7, {}, [("lone-marches-missing", "lone_n")]), (9, 7, {"E": 1}, []),
        (11, 7, {"N": 1}, [("lone-marches-missing", "lone_n")]),
        (12, 9, {"N": 2, "S": 1}, [("many-lone-marches", "lone_n")]), (8, 6, {"N": 2}, []),
        (8, 5, {"N": 2}, [("lone-marches-many", "lone_n")]),
        (12, 5, {"S": 2, "E": 1}, [("many-lone-marches", "lone_s")]), (11, 0, {}, [("shut-out", "ew")]),
        (0, 11, {}, [("shut-out", "ns")]),
    ],
)  # fmt: skip
def test_unlikely_totals_are_doubted(ns, ew, lone, doubts):
    assert [(doubt.code, doubt.field) for doubt in score(ns, ew, **lone).doubts] == doubts


def test_doubts_look_at_play_without_awards_by_the_values_of_the_rules():
    assert [doubt.code for doubt in score(16, 2, [renege(NS, 4)]).doubts] == []
    assert [doubt.code for doubt in score(17, 2, [renege(NS, 4)]).doubts] == ["lone-marches-missing"]
    assert [doubt.code for doubt in score(12, 7, [Ruling("hand-shown", E)], N=2).doubts] == []
    rules = JEUCHRE.changed(target=None, deals_per_round=8, supreme=False)
    assert [doubt.code for doubt in score(20, 12, rules=rules).doubts] == []
    assert "has lost no point" in score(0, 20, rules=rules).doubts[0].message
    assert "has won no point" in score(0, 11).doubts[0].message
    dear = PROGRESSIVE.changed(lone_march=6, euchre=3, lone_euchre=3)
    assert [doubt.code for doubt in score(6, 7, rules=dear, N=1).doubts] == []
    assert [doubt.code for doubt in score(7, 5, rules=dear, N=1).doubts] == ["lone-marches-many"]
    assert [doubt.code for doubt in score(15, 13, rules=dear, N=1).doubts] == ["lone-marches-missing"]


# Both forms of one round.
def eight(*results):
    return [Deal(slot, 1, dealer_of(N, slot), Call(maker, maker if alone else None), tricks)
            for slot, (maker, tricks, alone) in enumerate(results, 1)]  # fmt: skip


DEALS = eight((E, 5, True), *[(N, 3, False)] * 4, (W, 1, False), (S, 4, False), (E, 3, False))


def test_totals_that_say_what_the_deals_say_agree_and_every_value_that_differs_is_named():
    by_deals = score_deals(PROGRESSIVE, N, DEALS)
    by_totals = score(7, 5, E=1)
    assert by_deals.totals == by_totals.totals
    assert compare(by_deals, by_totals) == ()
    found = compare(score_deals(PROGRESSIVE, N, DEALS), score(8, 4, W=1))
    named = [(each.what, each.by_deals, each.by_totals) for each in found]
    assert named == [("ns", 7, 8), ("ew", 5, 4), ("lone_e", 1, 0), ("lone_w", 0, 1)]
    assert found[0].message == "North/South: 7 points by the deals, 8 by the totals."
    assert found[2].message == "East: 1 lone marches by the deals, 0 by the totals."


def test_totals_may_leave_a_tie_open_but_not_give_it_to_the_other_side():
    tie = score_deals(PROGRESSIVE, N, eight(*[(E, 3, False)] * 4, *[(N, 3, False)] * 4))
    assert tie.winner is EW
    assert compare(tie, score(4, 4)) == ()
    assert compare(tie, score(4, 4, first=EW)) == ()
    (found,) = compare(tie, score(4, 4, first=NS))
    assert (found.what, found.by_deals, found.by_totals) == ("reached_first", EW, NS)
    assert found.message == "The round was won by East/West by the deals, by North/South by the totals."


def test_deals_without_a_winner_disagree_with_totals_that_name_one():
    void = [Deal(slot, 1, dealer_of(N, slot), fate=Fate.VOID_PASS) for slot in range(1, 9)]
    by_deals = score_deals(PROGRESSIVE, N, void)
    freed = [Ruling("penalty-refused", E)]
    (found,) = compare(by_deals, score(0, 0, freed, first=NS))
    assert found.message == "The round was won by nobody by the deals, by North/South by the totals."


@pytest.mark.parametrize(
    ("rules", "ns", "ew", "fitting"),
    [
        (PROGRESSIVE, 4, 2, (6, 5, 4, 3)),
        (PROGRESSIVE, 1, 0, (1,)),
        (PROGRESSIVE, 0, 0, ()),
        (PARTNERS, 9, 9, tuple(range(18, 9, -1))),
    ],
)
def test_totals_too_low_for_a_whole_round_say_after_how_many_deals_they_can_stand(rules, ns, ew, fitting):
    """Director finding 7: the bell rang after 6 of 8 deals, and 4–2 could not be saved."""
    with pytest.raises(TooFewDeals) as caught:
        score(ns, ew, rules=rules)
    assert caught.value.fitting == fitting
    for deals in fitting:
        score_totals(rules, {NS: ns, EW: ew}, {}, deals_played=deals)


def test_totals_too_low_for_the_deals_played_fit_no_other_number_and_all_deals_can_be_played():
    with pytest.raises(TooFewDeals) as caught:
        score_totals(PROGRESSIVE, {NS: 4, EW: 1}, {}, deals_played=6)
    assert caught.value.fitting == ()
    assert score_totals(PROGRESSIVE, {NS: 9, EW: 4}, {}, deals_played=8).totals == {NS: 9, EW: 4}


@pytest.mark.parametrize(
    ("preset", "deals", "least_and_most"),
    [
        ("progressive", None, (8, 32)), ("progressive", 3, (3, 12)), ("eight-hand", 1, (1, 4)),
        ("partners", None, (10, 22)), ("partners", 4, (4, 16)),
    ],
)  # fmt: skip
def test_both_sides_of_a_table_bring_so_many_points_together(preset, deals, least_and_most):
    assert points_of_a_table(PRESETS[preset], deals) == least_and_most


def test_where_a_deal_can_be_thrown_in_a_round_can_bring_nothing():
    thrown_in = PRESETS["progressive"].changed(all_pass="pass")
    assert points_of_a_table(thrown_in) == (0, 32)
    assert points_of_a_table(thrown_in.changed(void_uses_slot=False)) == (8, 32)


def test_a_round_that_the_bell_cut_short_is_judged_by_the_deals_that_were_played():
    """RULEBOOK 4: every check uses that number, also for a score that the whole round could have."""
    rules, totals = PRESETS["progressive"], {Side.NS: 8, Side.EW: 6}
    assert not score_totals(rules, totals, {}).doubts
    with pytest.raises(BadSheet, match="3 deals bring at most 12"):
        score_totals(rules, totals, {}, deals_played=3)
    (doubt,) = score_totals(rules, {Side.NS: 6, Side.EW: 5}, {}, deals_played=3).doubts
    facts = {"ns": 6, "ew": 5, "marches": 0}
    assert (doubt.code, doubt.field, doubt.facts) == ("totals-impossible", "ns", facts)


def test_a_deal_that_a_side_was_denied_counts_for_nothing_in_the_least():
    denied = Ruling("other", Seat.N, cancels=(Side.NS,))
    with pytest.raises(BadSheet, match="7 deals bring at least 7"):
        score_totals(PRESETS["progressive"], {Side.NS: 3, Side.EW: 3}, {}, [denied])
    assert score_totals(PRESETS["progressive"], {Side.NS: 4, Side.EW: 3}, {}, [denied]).winner is Side.NS


def test_a_missing_seat_has_no_lone_march_and_one_for_the_wrong_side_is_asked_about():
    assert score_totals(PRESETS["progressive"], {Side.NS: 9, Side.EW: 4}, {Seat.E: 1}).loners == {
        Seat.N: 0, Seat.E: 1, Seat.S: 0, Seat.W: 0,
    }  # fmt: skip
    assert marches_by_side({Seat.E: 1}) == {Side.NS: 0, Side.EW: 1}
    score = score_totals(PRESETS["progressive"], {Side.NS: 4, Side.EW: 18}, {Seat.N: 1})
    codes = {doubt.code: doubt for doubt in score.doubts}
    (code,) = codes.keys() & {"lone-marches-side", "lone-marches-many", "lone-marches-missing"}
    assert codes[code].facts == {"ns": 4, "ew": 18, "marches": 1}
    assert codes[code].field == "lone_n"


RENEGED = Ruling("renege", N, Award(EW, 4), Fate.PASS)
STRUCK = [
    # ruling, what the table wrote for its deal, totals with N's lone marches as reported, final; the winner
    ("progressive", RENEGED, Struck(NS, 4, N), (12, 5, 1), (8, 9, 0), EW),
    ("progressive", Ruling("renege", E, Award(NS, 2), Fate.PASS), Struck(EW, 1), (7, 1, 0), (9, 0, 0), NS),
    ("progressive", Ruling("misdeal", N, None, Fate.VOID_PASS), Struck(NS, 2), (9, 4, 0), (7, 4, 0), NS),
    ("progressive", Ruling("lone-partner-played", S), Struck(NS, 4, N), (12, 5, 1), (10, 5, 0), NS),
    ("progressive", Ruling("lone-partner-played", S), Struck(NS, 1), (9, 4, 0), (9, 4, 0), NS),
    ("progressive", Ruling("ambiguous-lone", N), Struck(NS, 4, N), (12, 5, 1), (10, 5, 0), NS),
    ("laws", Ruling("points-overmarked", E, Award(NS, 1)), Struck(EW, 1), (10, 6, 0), (11, 5, 0), NS),
]


@pytest.mark.parametrize(("preset", "ruling", "wrote", "told", "final", "winner"), STRUCK)
def test_what_a_ruling_takes_back_comes_off_reported_totals(preset, ruling, wrote, told, final, winner):
    """Findings rules 1; what is left is what a round can end with."""
    rules = PRESETS[preset]
    assert takes_back(rules, ruling)
    ruling = replace(ruling, included=False, struck=comes_off(rules, ruling, wrote))
    score = score_totals(rules, {NS: told[0], EW: told[1]}, {N: told[2]}, [ruling])
    assert (score.totals[NS], score.totals[EW], score.loners[N], score.winner) == (*final, winner)
    assert score.players[N] == final[0]
    included = replace(ruling, included=ruling.changes_points)
    if ruling.changes_points:
        assert score_totals(rules, score.totals, {}, [included]).totals == score.totals


@pytest.mark.parametrize(
    ("off", "code"), [(Struck(EW, 6), "forfeits"), (Struck(NS, 4, S), "loners"), (Struck(NS, 4, N), None)]
)
def test_more_than_a_table_reported_cannot_come_off(off, code):
    renege = Ruling("renege", N, Award(EW, 4), Fate.PASS, included=False, struck=off)
    told = {NS: 12, EW: 1}, {N: 1}
    if code is None:
        assert score_totals(PRESETS["progressive"], *told, [renege]).totals == {NS: 8, EW: 5}
        return
    with pytest.raises(BadSheet) as caught:
        score_totals(PRESETS["progressive"], *told, [renege])
    assert caught.value.code == code
