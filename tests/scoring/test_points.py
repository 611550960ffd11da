"""The points of one deal: the rows of RULEBOOK 2, preset by preset, and what cannot have been."""

import pytest

from scoring.deal import Award, Call, Deal, Fate, Ruling
from scoring.errors import BadDeal
from scoring.points import least_in_a_deal, most_in_a_deal, score_deal
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side

N, E, S, W = Seat
NS, EW = Side
DEFENDING = PRESETS["progressive"].changed(defend_alone=True, made=3, lone_march=5)


def deal(call=None, tricks=None, **more):
    return Deal(3, 1, N, call, tricks, **more)


# East makes trump: points of the makers (EW), of the defenders (NS), the result's name.
PLAYED = [
    # RULEBOOK 2, column T: progressive, partners, eight-hand
    ("progressive", False, 0, 0, 2, "boom_euchred"), ("progressive", False, 1, 0, 2, "euchred"),
    ("progressive", False, 2, 0, 2, "euchred"), ("progressive", False, 3, 1, 0, "made"),
    ("progressive", False, 4, 1, 0, "made"), ("progressive", False, 5, 2, 0, "march"),
    ("progressive", True, 0, 0, 2, "lone_euchred"), ("progressive", True, 2, 0, 2, "lone_euchred"),
    ("progressive", True, 3, 1, 0, "lone_made"), ("progressive", True, 4, 1, 0, "lone_made"),
    ("progressive", True, 5, 4, 0, "lone_march"), ("partners", False, 3, 1, 0, "made"),
    ("partners", True, 5, 4, 0, "lone_march"), ("partners", True, 2, 0, 2, "lone_euchred"),
    ("eight-hand", False, 5, 2, 0, "march"), ("eight-hand", True, 2, 0, 2, "lone_euchred"),
    # B: three or four tricks 1, five 2, alone with five 4, fewer than three 2 to the other side
    ("british", False, 0, 0, 2, "boom_euchred"), ("british", False, 2, 0, 2, "euchred"),
    ("british", False, 3, 1, 0, "made"), ("british", False, 4, 1, 0, "made"),
    ("british", False, 5, 2, 0, "march"), ("british", True, 2, 0, 2, "lone_euchred"),
    ("british", True, 5, 4, 0, "lone_march"),
    # column L, S: a lone hand euchred gives 4
    ("laws", False, 2, 0, 2, "euchred"),
    ("laws", False, 4, 1, 0, "made"),
    ("laws", True, 2, 0, 4, "lone_euchred"),
    ("laws", True, 5, 4, 0, "lone_march"),
    # column J: points lost
    ("jeuchre", False, 0, 0, 2, "boom_euchred"), ("jeuchre", False, 1, 0, 1, "euchred"),
    ("jeuchre", False, 2, 0, 1, "euchred"), ("jeuchre", False, 3, 2, 0, "jeuchre"),
    ("jeuchre", False, 4, 2, 0, "jeuchre"), ("jeuchre", False, 5, 4, 0, "jeujeu"),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "alone", "tricks", "makers", "defenders", "outcome"), PLAYED)
def test_a_played_deal_scores_as_the_rulebook_says(preset, alone, tricks, makers, defenders, outcome):
    score = score_deal(PRESETS[preset], deal(Call(E, E if alone else None), tricks))
    assert score.points == score.played == {EW: makers, NS: defenders}
    assert score.outcome == outcome
    assert score.lone_march is (E if outcome == "lone_march" else None)


@pytest.mark.parametrize(
    ("tricks", "makers", "defenders", "outcome", "mark"),
    [(5, 4, 0, "defence_beaten", E), (3, 4, 0, "defence_beaten", None), (2, 0, 4, "defended", None),
     (0, 0, 4, "defended", None)],
)  # fmt: skip
def test_against_a_lone_defender_three_tricks_decide(tricks, makers, defenders, outcome, mark):
    score = score_deal(DEFENDING, deal(Call(E, lone=E, lone_defender=N), tricks))
    assert score.points == {EW: makers, NS: defenders}
    assert (score.outcome, score.lone_march) == (outcome, mark)


@pytest.mark.parametrize(
    ("preset", "tricks", "failed"),
    [("progressive", 2, True), ("progressive", 3, False), ("jeuchre", 2, False), ("jeuchre", 3, True)],
)
def test_the_maker_whose_call_failed_is_named(preset, tricks, failed):
    assert score_deal(PRESETS[preset], deal(Call(W), tricks)).euchred is (W if failed else None)


@pytest.mark.parametrize(("lost_before", "loses"), [(0, 10), (7, 3), (12, 0)])
def test_supreme_loses_all_that_is_left(lost_before, loses):
    before = {NS: 9, EW: lost_before}
    score = score_deal(PRESETS["jeuchre"], deal(Call(E), 5, supreme=True), before)
    assert score.points == {NS: 0, EW: loses}
    assert score.outcome == "supreme"


def test_supreme_alone_in_its_round_loses_the_whole_game():
    assert score_deal(PRESETS["jeuchre"], deal(Call(E), 5, supreme=True)).points[EW] == 10


def test_awards_come_on_top_of_what_was_played():
    talk = Ruling("table-talk", E, Award(NS, 2))
    score = score_deal(PRESETS["progressive"], deal(Call(E), 5, rulings=(talk,)))
    assert score.points == {EW: 2, NS: 2}
    assert score.played == {EW: 2, NS: 0}


def test_awards_to_the_side_that_scored_are_added_to_its_play():
    rulings = (Ruling("table-talk", N, Award(EW, 2)), Ruling("table-talk", S, Award(EW, 1)))
    score = score_deal(PRESETS["progressive"], deal(Call(E), 5, rulings=rulings))
    assert score.points == {EW: 5, NS: 0}
    assert score.played == {EW: 2, NS: 0}


def test_a_cancelled_side_loses_what_it_played_but_not_what_it_was_awarded():
    rulings = (Ruling("table-talk", N, Award(EW, 1)), Ruling("table-talk", E, Award(NS, 1), cancels=(EW,)))
    score = score_deal(PRESETS["progressive"], deal(Call(E, lone=E), 5, rulings=rulings))
    assert score.points == {EW: 1, NS: 1}
    assert score.played == {EW: 0, NS: 0}
    assert score.lone_march is None
    assert score.outcome == "lone_march"


def test_cancelling_the_defenders_leaves_the_lone_march():
    score = score_deal(
        PRESETS["progressive"], deal(Call(E, lone=E), 5, rulings=(Ruling("no-discard", N, cancels=(NS,)),))
    )
    assert score.points == {EW: 4, NS: 0}
    assert score.lone_march is E


def test_a_euchre_whose_points_are_cancelled_is_still_a_euchre():
    rulings = (Ruling("no-discard", N, cancels=(NS,)),)
    score = score_deal(PRESETS["progressive"], deal(Call(E), 1, rulings=rulings))
    assert score.points == {EW: 0, NS: 0}
    assert score.euchred is E


@pytest.mark.parametrize("fate", ["PASS", "VOID_PASS", "REDEAL"])
def test_a_deal_that_ended_early_gives_its_awards_only(fate):
    ruling = Ruling("other", E, Award(NS, 4), Fate(fate))
    score = score_deal(PRESETS["progressive"], deal(Call(E, lone=E), rulings=(ruling,), fate=Fate(fate)))
    assert score.points == {NS: 4, EW: 0}
    assert score.played == {NS: 0, EW: 0}
    assert (score.outcome, score.lone_march, score.euchred) == (None, None, None)


@pytest.mark.parametrize("fate", ["VOID_PASS", "REDEAL", "THROWN_IN"])
def test_a_void_deal_needs_no_ruling(fate):
    assert score_deal(PRESETS["laws"], deal(fate=Fate(fate))).points == {NS: 0, EW: 0}


VOID = Ruling("misdeal", fate=Fate.REDEAL)


@pytest.mark.parametrize(
    ("preset", "bad", "code", "field"),
    [
        ("progressive", deal(Call(E)), "tricks-missing", "tricks"),
        ("progressive", deal(None, 3), "call-missing", "call"),
        ("progressive", deal(), "call-missing", "call"),
        ("progressive", deal(Call(E), 3, fate=Fate.VOID_PASS), "tricks-given", "tricks"),
        ("progressive", deal(fate=Fate.PASS), "no-ruling", "fate"),
        ("progressive", deal(fate=Fate.THROWN_IN), "stuck-dealer", "fate"),
        ("laws", deal(Call(E), fate=Fate.THROWN_IN), "thrown-in-call", "call"),
        ("progressive", deal(Call(E), 3, rulings=(VOID,)), "fate", "fate"),
        ("progressive", deal(rulings=(VOID,), fate=Fate.VOID_PASS), "fate", "fate"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_its_place(preset, bad, code, field):
    with pytest.raises(BadDeal) as caught:
        score_deal(PRESETS[preset], bad)
    assert (caught.value.code, caught.value.field, caught.value.where) == (code, field, "deal 3")


SUPREME_ALONE = PRESETS["jeuchre"].changed(lone_hands=True)


@pytest.mark.parametrize(
    ("rules", "bad", "code", "field", "sentence"),
    [
        (
            PRESETS["jeuchre"], deal(Call(E, lone=E), 5), "no-lone-hands", "lone",
            "These rules have no lone hands: untick “alone”.",
        ),
        (
            PRESETS["progressive"], deal(Call(E, lone=W), 5), "lone-not-maker", "lone",
            "Under these rules only the maker may play alone.",
        ),
        (
            PRESETS["progressive"], deal(Call(E, lone=E, lone_defender=N), 5), "no-defending-alone",
            "lone_defender", "These rules do not let a defender play alone.",
        ),
        (
            SUPREME_ALONE, deal(Call(E, lone=E), 5), "supreme-missing", "supreme",
            "All five tricks alone are a “supreme”: tick it.",
        ),
        (
            PRESETS["progressive"], deal(Call(E), 5, supreme=True), "no-supreme", "supreme",
            "These rules have no “supreme”: untick it.",
        ),
        (
            PRESETS["jeuchre"],
            deal(Call(E), 4, supreme=True),
            "supreme-tricks",
            "supreme",
            "“Supreme” means that the maker personally took all five tricks.",
        ),
    ],
)  # fmt: skip
def test_a_call_or_a_supreme_that_the_rules_do_not_know_is_refused_word_for_word(
    rules, bad, code, field, sentence
):
    with pytest.raises(BadDeal) as caught:
        score_deal(rules, bad)
    assert (caught.value.code, caught.value.field, str(caught.value.message)) == (code, field, sentence)


@pytest.mark.parametrize("tricks", [3, 4])
def test_who_plays_alone_and_takes_fewer_than_five_tricks_has_no_supreme(tricks):
    score_deal(SUPREME_ALONE, deal(Call(E, lone=E), tricks))


def test_five_tricks_by_both_makers_are_no_supreme():
    assert score_deal(SUPREME_ALONE, deal(Call(E), 5)).outcome != "supreme"


@pytest.mark.parametrize(
    ("rules", "least", "most"),
    [
        (PRESETS["progressive"], 1, 4),
        (PRESETS["laws"], 1, 4),
        (PRESETS["jeuchre"], 1, 4),
        (PRESETS["progressive"].changed(lone_march=1, lone_made=0, defend_alone=True), 0, 4),
        (PRESETS["progressive"].changed(lone_hands=False, lone_march=9, lone_made=0), 1, 2),
        (PRESETS["progressive"].changed(lone_euchre=6), 1, 6),
        (PRESETS["progressive"].changed(lone_made=7), 1, 7),
        (PRESETS["progressive"].changed(boom_euchre=9), 1, 9),
        (PRESETS["progressive"].changed(euchre=8), 1, 8),
        (PRESETS["progressive"].changed(march=5), 1, 5),
        (PRESETS["progressive"].changed(made=5), 1, 5),
    ],
)
def test_the_bounds_of_a_deal_follow_from_the_points_table(rules, least, most):
    assert (least_in_a_deal(rules), most_in_a_deal(rules)) == (least, most)
