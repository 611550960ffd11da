"""Rules without deals: nothing is known of a round but two totals, which keep to bounds (RULEBOOK 2)."""

import itertools
from fractions import Fraction

import pytest

from scoring.bounds import points_of_a_table, team_points_of
from scoring.deal import Award, Fate, Forfeit, Ruling
from scoring.errors import BadRanking, BadRuleset, BadSheet
from scoring.prizes import prizes_for
from scoring.reachable import can_be
from scoring.record import Bye, ByePoints, RoundLine, fold
from scoring.rulecard import rule_card, short_card
from scoring.ruleset import PRESETS, Ruleset
from scoring.rulings import offences_for, propose
from scoring.seats import SEATS, SIDES, Seat
from scoring.sheet import next_deal, score_deals, score_totals
from scoring.standings import check_order, keys_for

TOTALS = PRESETS["totals-only"]
WHIST = TOTALS.changed(most=26, sum=26)
BID = TOTALS.changed(least=-40, most=60)  # bid euchre: a failed bid is set back
NS, EW = SIDES


def handed_in(ns, ew, *rulings, rules=TOTALS, **more):
    return score_totals(rules, {NS: ns, EW: ew}, {}, rulings, **more)


def refused(call):
    with pytest.raises(BadSheet) as caught:
        call()
    return caught.value.code, caught.value.field, str(caught.value)


def test_only_these_rules_have_no_deals_and_only_they_hold_bounds():
    assert [name for name, rules in PRESETS.items() if not rules.has_deals] == ["totals-only"]
    assert not {"least", "most", "sum"} & PRESETS["progressive"].to_dict().keys()
    with pytest.raises(BadRuleset, match="follows from its deals"):
        PRESETS["progressive"].changed(most=30)
    with pytest.raises(BadRuleset, match="no value “least”"):
        Ruleset.from_dict(PRESETS["laws"].to_dict() | {"least": None})
    lacking = TOTALS.to_dict()
    del lacking["sum"]
    with pytest.raises(BadRuleset, match="lack the value “sum”"):
        Ruleset.from_dict(lacking)


NO_DEALS = "These rules know no deals: leave this empty."
MISSING = "Say what a side can have in a round: the least and the most points."
CROSSED = "The most points of a side must be more than the least, 99."
TOGETHER = "Two sides with %s to %s points each cannot have %s together."


@pytest.mark.parametrize(
    ("changes", "code", "field", "sentence"),
    [
        ({"deals_per_round": 8}, "no-deals", "deals_per_round", NO_DEALS),
        ({"target": 10}, "no-deals", "target", NO_DEALS),
        ({"lone_hands": True}, "no-deals", "lone_hands", NO_DEALS),
        ({"least": None}, "bounds-missing", "least", MISSING),
        ({"most": None}, "bounds-missing", "most", MISSING),
        ({"least": 99}, "bounds-crossed", "most", CROSSED),
        ({"most": 12, "sum": 25}, "sum-out-of-bounds", "sum", TOGETHER % (0, 12, 25)),
        ({"least": 20, "sum": 39}, "sum-out-of-bounds", "sum", TOGETHER % (20, 99, 39)),
        ({"least": -1000}, "value", "least", None),
        ({"sum": 0}, "sum-out-of-bounds", "sum", TOGETHER % (0, 99, 0)),
        ({"least": -5, "most": 4, "sum": 9}, "sum-out-of-bounds", "sum", TOGETHER % (-5, 4, 9)),
        ({"least": -5, "sum": -11}, "sum-out-of-bounds", "sum", TOGETHER % (-5, 99, -11)),
        ({"most": 1000}, "value", "most", None),
    ],
    ids=str,
)
def test_bounds_that_cannot_be_are_refused_beside_their_field(changes, code, field, sentence):
    with pytest.raises(BadRuleset) as caught:
        TOTALS.changed(**changes)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert sentence is None or str(caught.value).replace("−", "-") == sentence


@pytest.mark.parametrize("sum_", [8, 20])
def test_two_sides_can_have_twice_the_least_or_twice_the_most_together(sum_):
    assert TOTALS.changed(least=4, most=10, sum=sum_).sum == sum_


@pytest.mark.parametrize("points", [0, 26])
def test_a_side_can_have_the_least_and_the_most(points):
    assert score_totals(WHIST, {NS: points, EW: 26 - points}, {}).totals[NS] == points
    with pytest.raises(BadSheet, match="27 points for East/West"):
        score_totals(WHIST, {NS: points, EW: 27}, {})


def test_a_round_ends_with_what_is_within_the_bounds_and_with_nothing_else():
    """Reachable is: each side from least to most, and together the fixed sum where there is one."""
    none = dict.fromkeys(SIDES, 0)
    for rules in (TOTALS.changed(least=2, most=9), TOTALS.changed(least=1, most=9, sum=11)):
        for pair in itertools.product(range(13), repeat=2):
            within = all(rules.least <= points <= rules.most for points in pair)
            expected = within and (rules.sum is None or sum(pair) == rules.sum)
            assert can_be(rules, dict(zip(SIDES, pair, strict=True)), none) is expected, pair


def test_totals_within_the_bounds_are_taken_without_a_question():
    score = handed_in(52, 0)
    assert (score.totals, score.winner, score.doubts) == ({NS: 52, EW: 0}, NS, ())
    assert score.players == {Seat.N: 52, Seat.E: 0, Seat.S: 52, Seat.W: 0}
    assert handed_in(9, 4, rules=TOTALS.changed(points_are="lost")).winner is EW


def test_the_bounds_speak_of_play_so_awards_and_forfeits_are_left_aside():
    award = Ruling("other", Seat.E, Award(NS, 3), included=True)
    assert handed_in(29, 0, award, rules=WHIST).totals == {NS: 29, EW: 0}
    assert "Not counting rulings" in refused(lambda: handed_in(26, 0, award, rules=WHIST))[2]
    off = Ruling("other", Seat.E, forfeits=Forfeit(EW, 2), included=False)
    assert handed_in(16, 10, off, rules=WHIST).totals == {NS: 16, EW: 8}
    assert refused(lambda: handed_in(25, 1, off, rules=WHIST)) == (
        "forfeits",
        "ew",
        "Rulings take more points off East/West than its total. Are they out of the total already?",
    )


def test_a_total_below_nothing_is_taken_only_where_the_least_is():
    """RULEBOOK 2: negative allowed or not."""
    score = handed_in(-12, 31, rules=BID)
    assert (score.totals, score.winner) == ({NS: -12, EW: 31}, EW)
    assert score.players == {Seat.N: -12, Seat.E: 31, Seat.S: -12, Seat.W: 31}
    assert handed_in(-12, -3, rules=BID.changed(points_are="lost")).winner is NS
    for rules in (TOTALS, WHIST, PRESETS["progressive"], PRESETS["jeuchre"]):
        code, field, words = refused(lambda rules=rules: handed_in(7, -1, rules=rules))
        assert (code, field) == ("totals", "ew")
        assert words == "The points of East/West are a whole number, 0 or more."


def test_what_one_side_wins_the_other_loses_comes_to_nothing_and_rulings_take_below_it():
    zero = BID.changed(sum=0, least=-40, most=40)
    assert handed_in(-15, 15, rules=zero).winner is EW
    assert refused(lambda: handed_in(-15, 14, rules=zero))[0] == "sum-not-met"
    assert (points_of_a_table(zero), points_of_a_table(BID)) == ((0, 0), (-80, 120))
    off = Ruling("other", Seat.E, forfeits=Forfeit(EW, 5), included=False)
    assert handed_in(20, 3, off, rules=BID).totals == {NS: 20, EW: -2}
    assert refused(lambda: handed_in(20, 3, off))[0] == "forfeits"


def test_points_below_nothing_make_no_share_of_points():
    """Own points of all points: with a minus there is no such share, and none that could rank."""
    assert "points_percentage" in keys_for(TOTALS)
    assert "points_percentage" not in keys_for(BID)
    with pytest.raises(BadRanking) as caught:
        check_order(("points", "points_percentage"), BID)
    assert (caught.value.code, caught.value.field) == ("order-of-deals", "order")
    assert str(caught.value) == (
        "A side can have fewer than 0 points under these rules, so nobody can be ranked by “Points "
        "percentage”. Choose another."
    )


def test_standings_add_up_points_below_nothing():
    """The best round is the highest, a sit-out's average is rounded half up: −2½ is −2."""
    lines = [RoundLine(1, -9, 20, -9, False), RoundLine(2, 4, 4, 4, None)]
    record = fold(1, lines, [Bye(3)], ByePoints("average"))
    assert (record.points, record.bye_points, record.best_round) == (-7, -2, 4)
    assert record.average == Fraction(-5, 2)
    assert fold(1, lines[:1]).best_round == -9
    assert ByePoints("average").of(points=-7, rounds=2) == -3
    assert fold(1, lines, points_are="lost").best_round == -9


def test_the_rule_card_tells_the_bounds_with_a_true_minus_and_nothing_of_cards():
    lines = {line.label: line.value for section in rule_card(BID).sections for line in section.lines}
    assert lines["A side has in a round"] == "−40 to 60 points"
    assert rule_card(BID).changes[0] == "Least points of a side: −40 (usually 0)."
    card = rule_card(WHIST)
    lines = {line.label: line.value for section in card.sections for line in section.lines}
    assert lines["A side has in a round"] == "0 to 26 points"
    assert lines["Both sides together have"] == "always 26 points"
    assert "Both sides together have" not in {line.label for line in rule_card(TOTALS).sections[0].lines}
    assert [section.title for section in card.sections] == ["The round", "At the table", "Penalties"]
    assert short_card(WHIST) == card.sections
    told = ("Most points of a side: 26 (usually 99).", "Both sides together: 26 (usually none).")
    assert card.changes == told
    for word in ("trump", "trick", "dealer", "maker"):
        assert not any(word in f"{label} {value}" for label, value in lines.items()), word


def test_a_prize_for_lone_marches_is_for_rules_in_which_somebody_can_play_alone():
    """RULEBOOK 5: nobody is promised a prize that nobody can win."""
    assert list(prizes_for(PRESETS["progressive"])) == ["most_loners", "best_round", "lowest_total"]
    for rules in (TOTALS, PRESETS["jeuchre"], PRESETS["progressive"].changed(lone_hands=False)):
        assert list(prizes_for(rules)) == ["best_round", "lowest_total"]


def test_a_tie_is_asked_about_but_no_deal_can_be_entered_and_no_number_of_deals_said():
    assert [doubt.code for doubt in handed_in(7, 7).doubts] == ["tie-open"]
    assert handed_in(7, 7, reached_first=EW).winner is EW
    for call in (lambda: next_deal(TOTALS, Seat.N, []), lambda: score_deals(TOTALS, Seat.N, [])):
        sentence = "No deals are known under these rules: enter the two totals."
        assert refused(call) == ("no-deals", "deals", sentence)
    assert refused(lambda: handed_in(5, 3, deals_played=3)) == (
        "deals-played",
        "deals_played",
        "No deals are known under these rules, so leave out how many were played.",
    )


def test_no_lone_march_can_be_counted_and_none_ranks():
    with pytest.raises(BadSheet, match="Nobody may play alone"):
        score_totals(TOTALS, {NS: 5, EW: 3}, {Seat.N: 1})
    assert {"loners", "fewest_euchred"}.isdisjoint(keys_for(TOTALS))
    assert {"loners", "fewest_euchred"} <= keys_for(PRESETS["progressive"]).keys()
    check_order(TOTALS.default_order, TOTALS)
    with pytest.raises(BadRanking) as caught:
        check_order(("points", "loners"), TOTALS)
    assert (caught.value.code, caught.value.field) == ("order-of-deals", "order")
    assert str(caught.value) == (
        "No deals are known under these rules, so nobody can be ranked by “Lone marches”. Choose another."
    )


def test_the_sum_of_a_table_and_a_players_own_points_keep_to_the_bounds():
    assert points_of_a_table(TOTALS.changed(least=3, most=20)) == (6, 40)
    assert points_of_a_table(WHIST) == (26, 26)
    assert team_points_of(WHIST, 26, 0) == 26
    with pytest.raises(BadSheet, match="at most 26 points, not 27"):
        team_points_of(WHIST, 27, 0)


def test_rulings_are_adjustments_the_directors_own():
    """RULEBOOK 2: rulings are adjustments there; no offence of a deal can be asked for."""
    assert [offence.code for offence in offences_for(TOTALS)] == ["disqualified", "other"]
    proposal = propose("other", TOTALS, offender=Seat.E)
    assert (proposal.open_award, proposal.award_side, proposal.fate) == (True, NS, None)
    assert "the deal" not in f"{proposal.text} {propose('disqualified', TOTALS, offender=Seat.N).text}"
    lost = propose("other", TOTALS.changed(points_are="lost"), offender=Seat.E)
    assert lost.award_side is EW


def test_a_paper_has_room_for_as_many_deals_as_the_rules_say():
    room = {name: rules.deal_rows_to_print for name, rules in PRESETS.items()}
    assert room == {
        "progressive": 8, "partners": 12, "laws": 12, "eight-hand": 8, "jeuchre": 12, "british": 12,
        "totals-only": 0,
    }  # fmt: skip
    longer = [PRESETS["british"].changed(target=target).deal_rows_to_print for target in (5, 11, 15, 50)]
    assert longer == [6, 14, 16, 16]
    assert all(propose("other", TOTALS, offender=seat).fate is not Fate.PASS for seat in SEATS)
