"""What a round of totals cannot be, in the words the scorer reads, beside the field they belong to."""

import pytest

from scoring.bounds import team_points_of, totals_doubts
from scoring.deal import Award, Ruling
from scoring.errors import BadSheet
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from scoring.sheet import score_totals

NS, EW = Side
PROGRESSIVE, PARTNERS, JEUCHRE, TOTALS = (
    PRESETS[name] for name in ("progressive", "partners", "jeuchre", "totals-only")
)
BID, WHIST = TOTALS.changed(least=-40, most=60), TOTALS.changed(most=26, sum=26)


def renege(points):
    """Points for North/South that are in the total."""
    return Ruling("renege", Seat.E, Award(NS, points), included=True)


def marches(*of_each):
    return dict(zip(Seat, [*of_each, 0, 0, 0, 0], strict=False))


@pytest.mark.parametrize(
    ("rules", "ns", "ew", "alone", "rulings", "expected"),
    [
        (PROGRESSIVE, "7", 9, (), (), (
            "totals", "ns", "The points of North/South are a whole number, 0 or more."
        )),
        (PROGRESSIVE, 9, -1, (), (), (
            "totals", "ew", "The points of East/West are a whole number, 0 or more."
        )),
        (BID, 9, 3.5, (), (), ("totals", "ew", "The points of East/West are a whole number.")),
        (PROGRESSIVE, 9, 4, (0, -1), (), (
            "loners", "lone_e", "The lone marches of East are a whole number, 0 or more."
        )),
        (JEUCHRE, 9, 4, (1,), (), (
            "no-lone-hands", "lone_n", "Nobody may play alone under these rules, so North has no lone march."
        )),
        (PROGRESSIVE, 1, 9, (), (renege(2),), (
            "award", "ns", "North/South got 2 points by rulings, more than its total of 1. "
            "Are they in the total, or still to be added?"
        )),
        (PROGRESSIVE, 9, 3, (0, 1), (), (
            "lone-marches", "lone_e",
            "East/West: 1 lone march brings at least 4 points, but the side won only 3 in play.",
        )),
        (PROGRESSIVE, 9, 7, (0, 1, 0, 1), (), (
            "lone-marches", "lone_e",
            "East/West: 2 lone marches bring at least 8 points, but the side won only 7 in play.",
        )),
        (PROGRESSIVE, 36, 0, (4, 0, 5), (), (
            "lone-marches", "lone_s", "9 lone marches, but at most 8 deals were played out."
        )),
        (PROGRESSIVE, 3, 4, (), (), (
            "sum-low", "ns", "Together the sides have 7 points from play; 8 deals bring at least 8. "
            "Was a deal not played, or a number misread?"
        )),
        (PROGRESSIVE, 20, 13, (), (), (
            "sum-high", "ns", "Together the sides have 33 points from play; 8 deals bring at most 32."
        )),
        (PARTNERS, 9, 8, (), (), (
            "target-not-reached", "ns",
            "The round ends when a side has 10 points, and neither has. Is it still being played?",
        )),
        (PARTNERS, 10, 11, (), (), (
            "target-twice", "ew",
            "The round ends as soon as one side has 10 points, so only one can have them.",
        )),
        (PARTNERS, 14, 3, (), (), (
            "target-passed", "ns", "North/South cannot have more than 13 points: the round ends at 10."
        )),
        (BID, -41, 3, (), (), (
            "beyond-bounds", "ns",
            "That’s −41 points for North/South; a side has −40 to 60 in a round. Was the number misread?",
        )),
        (BID, -40, 61, (), (), (
            "beyond-bounds", "ew",
            "That’s 61 points for East/West; a side has −40 to 60 in a round. Was the number misread?",
        )),
        (BID, -39, 60, (), (renege(2),), (
            "beyond-bounds", "ns",
            "Not counting rulings, that’s −41 points for North/South; a side has −40 to 60 in a round. Is "
            "a ruling in the total, or still to be counted?",
        )),
        (WHIST, 20, 7, (), (), (
            "sum-not-met", "ns",
            "That’s 27 points together; both sides always have 26 in a round. Was a number misread?",
        )),
        (WHIST, 26, 0, (), (renege(2),), (
            "sum-not-met", "ns",
            "Not counting rulings, that’s 24 points together; both sides always have 26 in a round. Is a "
            "ruling in the totals, or still to be counted?",
        )),
    ],
)  # fmt: skip
def test_totals_that_cannot_be_are_refused_in_a_sentence_beside_the_field(
    rules, ns, ew, alone, rulings, expected
):
    with pytest.raises(BadSheet) as caught:
        score_totals(rules, {NS: ns, EW: ew}, marches(*alone), rulings, None)
    assert (caught.value.code, caught.value.field, str(caught.value)) == expected


def test_a_side_may_have_exactly_the_least_and_exactly_the_most():
    for rules in (BID, TOTALS, TOTALS.changed(least=2, most=9)):
        for ns, ew in (rules.side_bounds, rules.side_bounds[::-1]):
            assert score_totals(rules, {NS: ns, EW: ew}, marches(), (), None).totals == {NS: ns, EW: ew}


@pytest.mark.parametrize(
    ("rules", "points", "loners", "expected"),
    [
        (JEUCHRE, 9, 1, (
            "no-lone-hands", "loners", "Nobody may play alone under these rules, so there is no lone march."
        )),
        (PROGRESSIVE, 4, 1, ("lone-marches", "loners", "1 lone march brings at least 5 points, not 4.")),
        (PROGRESSIVE, 9, 2, ("lone-marches", "loners", "2 lone marches bring at least 10 points, not 9.")),
        (PROGRESSIVE, 33, 0, ("sum-high", "points", "A round brings at most 32 points, not 33.")),
        (PARTNERS, 23, 0, ("sum-high", "points", "A round brings at most 22 points, not 23.")),
        (TOTALS, 100, 0, ("sum-high", "points", "A round brings at most 99 points, not 100.")),
        (BID, -41, 0, ("sum-low", "points", "A round brings at least −40 points, not −41.")),
    ],
)  # fmt: skip
def test_points_on_a_card_that_no_round_brings_are_refused_in_a_sentence(rules, points, loners, expected):
    with pytest.raises(BadSheet) as caught:
        team_points_of(rules, points, loners)
    assert (caught.value.code, caught.value.field, str(caught.value)) == expected


@pytest.mark.parametrize(
    ("rules", "points", "loners", "team"),
    [
        (PROGRESSIVE, 0, 0, 0), (PROGRESSIVE, 5, 1, 4), (PROGRESSIVE, 32, 0, 32), (PROGRESSIVE, 40, 8, 32),
        (PARTNERS, 22, 0, 22), (TOTALS, 0, 0, 0), (TOTALS, 99, 0, 99), (BID, -40, 0, -40), (BID, 60, 0, 60),
    ],
)  # fmt: skip
def test_points_on_a_card_at_the_edge_are_taken(rules, points, loners, team):
    assert team_points_of(rules, points, loners) == team


@pytest.mark.parametrize(
    ("ns", "ew", "alone", "code", "field"),
    [
        (20, 8, (), "lone-marches-missing", "lone_n"),
        (4, 4, (1,), "lone-marches-many", "lone_n"),
        (17, 5, (0, 4), "lone-marches-side", "lone_n"),
        (7, 0, (), "totals-impossible", "ns"),
        (9, 4, (1,), None, None),
    ],
)
def test_a_doubt_about_lone_marches_names_what_does_not_fit(ns, ew, alone, code, field):
    found = totals_doubts(PROGRESSIVE, {NS: ns, EW: ew}, marches(*alone), ())
    assert [(doubt.code, doubt.field) for doubt in found] == ([(code, field)] if code else [])
    for doubt in found:
        assert doubt.facts == {"ns": ns, "ew": ew, "marches": sum(alone)}
