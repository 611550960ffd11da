"""A deal and its rulings as values, and as the archive holds them."""

import pytest

from scoring.deal import Award, Call, Deal, Fate, Forfeit, Ruling, Struck
from scoring.errors import BadDeal, BadRuling
from scoring.seats import Seat, Side

N, E, S, W = Seat
FULL = {
    "slot": 1,
    "attempt": 1,
    "dealer": "N",
    "call": {"maker": "E", "lone": "E", "lone_defender": None},
    "tricks": 5,
    "supreme": False,
    "rulings": [],
    "fate": "PLAYED",
}
RENEGE = {
    "code": "renege",
    "offender": "W",
    "dealer": None,
    "award": {"side": "NS", "points": 4},
    "forfeits": None,
    "fate": "PASS",
    "choice": None,
    "cancels": [],
}


def refused(error, call, code, field):
    with pytest.raises(error) as caught:
        call()
    assert (caught.value.code, caught.value.field) == (code, field)
    return caught.value


def test_a_deal_reads_and_writes_as_in_the_archive():
    assert Deal.from_dict(FULL) == Deal(1, 1, N, Call(E, lone=E), tricks=5)
    assert Deal.from_dict(FULL).to_dict() == FULL
    assert list(Deal.from_dict(FULL).to_dict()) == list(FULL)


@pytest.mark.parametrize(
    ("call", "code", "field", "sentence"),
    [
        (
            lambda: Call(E, lone=N),
            "lone-is-defender",
            "lone",
            "North is not on the makers’ side: choose the maker or the partner.",
        ),
        (
            lambda: Call(E, lone_defender=N),
            "defender-without-lone",
            "lone_defender",
            "A defender may play alone only against a lone hand.",
        ),
        (
            lambda: Call(E, lone=E, lone_defender=W),
            "defender-is-maker",
            "lone_defender",
            "West is on the makers’ side and cannot defend alone.",
        ),
    ],
)
def test_who_cannot_play_alone_is_told_why(call, code, field, sentence):
    assert str(refused(BadDeal, call, code, field).message) == sentence


def test_a_deals_points_are_derived_and_not_read():
    assert Deal.from_dict(FULL | {"points": {"NS": 99, "EW": 0}}) == Deal.from_dict(FULL)


def test_a_bare_deal_was_played_and_lacks_everything_else():
    deal = Deal.from_dict({"slot": 2, "attempt": 1, "dealer": "S"})
    assert deal == Deal(2, 1, S)
    assert (deal.call, deal.tricks, deal.supreme, deal.rulings, deal.fate) == (
        None,
        None,
        False,
        (),
        Fate.PLAYED,
    )


def test_a_ruling_reads_and_writes_as_in_the_archive():
    ruling = Ruling("renege", W, Award(Side.NS, 4), Fate.PASS)
    proposed = {"proposed": {"points": 4, "fate": "PASS"}, "reason": ""}
    assert Ruling.from_dict(RENEGE | proposed) == ruling
    assert ruling.to_dict() == RENEGE
    assert list(ruling.to_dict()) == list(RENEGE)


def test_a_ruling_on_totals_says_whether_it_is_included():
    ruling = Ruling.from_dict(RENEGE | {"included": False})
    assert ruling.included is False
    assert ruling.to_dict() == RENEGE | {"included": False, "struck": None}


def test_a_ruling_on_totals_says_what_it_struck():
    struck = {"struck": {"side": "NS", "points": 4, "lone_march": "N"}}
    ruling = Ruling.from_dict(RENEGE | {"included": False} | struck)
    assert ruling.struck == Struck(Side.NS, 4, Seat.N)
    assert ruling.to_dict() == RENEGE | {"included": False} | struck
    with pytest.raises(BadRuling):
        Ruling.from_dict(RENEGE | {"included": False, "struck": {"side": None, "points": 4}})


def test_a_ruling_without_award_reads_and_writes():
    data = RENEGE | {
        "award": None,
        "fate": None,
        "cancels": ["NS", "EW"],
        "choice": "warning",
        "offender": None,
    }
    ruling = Ruling.from_dict(data)
    assert ruling == Ruling("renege", choice="warning", cancels=(Side.NS, Side.EW))
    assert ruling.to_dict() == data


def test_a_bare_ruling_lets_the_deal_go_on():
    assert Ruling.from_dict({"code": "renege"}) == Ruling("renege")


def test_a_lone_defender_goes_through_the_archive():
    data = FULL | {"call": {"maker": "E", "lone": "E", "lone_defender": "S"}}
    assert Deal.from_dict(data).call == Call(E, lone=E, lone_defender=S)
    assert Deal.from_dict(data).to_dict() == data


def test_a_deal_carries_its_rulings_through_the_archive():
    deal = Deal(3, 2, W, rulings=(Ruling("misdeal", fate=Fate.REDEAL),), fate=Fate.REDEAL)
    assert Deal.from_dict(deal.to_dict()) == deal


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"slot": 0}, "slot", "slot"), ({"slot": "1"}, "slot", "slot"), ({"slot": True}, "slot", "slot"),
        ({"slot": None}, "slot", "slot"), ({"attempt": 0}, "attempt", "attempt"),
        ({"attempt": 1.5}, "attempt", "attempt"), ({"dealer": None}, "dealer-missing", "dealer"),
        ({"dealer": "X"}, "dealer", "dealer"), ({"dealer": []}, "dealer", "dealer"),
        ({"tricks": 6}, "tricks", "tricks"), ({"tricks": -1}, "tricks", "tricks"),
        ({"tricks": "3"}, "tricks", "tricks"), ({"supreme": 1}, "supreme", "supreme"),
        ({"fate": "LOST"}, "fate", "fate"), ({"rulings": {}}, "rulings", "rulings"),
        ({"rulings": "none"}, "rulings", "rulings"), ({"call": []}, "shape", "call"),
        ({"call": {}}, "maker-missing", "maker"), ({"call": {"maker": "X"}}, "maker", "maker"),
        ({"call": {"maker": "E", "lone": "E", "lone_defender": "X"}}, "lone_defender", "lone_defender"),
        ({"call": {"maker": "E", "lone": "yes"}}, "lone", "lone"),
        ({"call": {"maker": "E", "partner": "W"}}, "unknown", "partner"),
        ({"call": {"maker": "E", "lone_defender": "N"}}, "defender-without-lone", "lone_defender"),
        ({"call": {"maker": "E", "lone": "E", "lone_defender": "W"}}, "defender-is-maker", "lone_defender"),
        ({"colour": "red"}, "unknown", "colour"),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_be_read_names_the_value(change, code, field):
    refused(BadDeal, lambda: Deal.from_dict(FULL | change), code, field)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"code": None}, "code", "code"), ({"offender": "Q"}, "offender", "offender"),
        ({"fate": "x"}, "fate", "fate"), ({"choice": 1}, "choice", "choice"),
        ({"included": "yes"}, "included", "included"), ({"cancels": "NS"}, "cancels", "cancels"),
        ({"cancels": ["N"]}, "cancels", "cancels"), ({"award": 4}, "shape", "award"),
        ({"award": {"points": 4}}, "side", "side"), ({"award": {"side": "N", "points": 4}}, "side", "side"),
        ({"award": {"side": "NS", "points": "4"}}, "award", "points"),
        ({"award": {"side": "NS", "points": -1}}, "award", "points"),
        ({"award": {"side": "NS", "points": True}}, "award", "points"),
        ({"award": {"side": "NS", "points": 1, "to": "N"}}, "unknown", "to"),
        ({"number": 7}, "unknown", "number"),
        ({"dealer": "Q"}, "dealer", "dealer"),
        ({"forfeits": 2}, "shape", "forfeits"),
        ({"forfeits": {"points": 2}}, "side", "forfeits"),
        ({"forfeits": {"side": "E", "points": 2}}, "forfeits", "forfeits"),
        ({"forfeits": {"side": "EW", "points": 0}}, "forfeits", "forfeits"),
        ({"forfeits": {"side": "EW", "points": "2"}}, "forfeits", "forfeits"),
        ({"forfeits": {"side": "EW"}}, "forfeits", "forfeits"),
        ({"forfeits": {"side": "EW", "points": 2, "from": "E"}}, "unknown", "from"),
    ],
)  # fmt: skip
def test_a_ruling_that_cannot_be_read_names_the_value(change, code, field):
    refused(BadRuling, lambda: Ruling.from_dict(RENEGE | change), code, field)


def test_the_dealer_and_points_taken_off_go_through_the_archive():
    written = RENEGE | {"dealer": "S", "award": None, "forfeits": {"side": "EW", "points": 2}}
    ruling = Ruling.from_dict(written)
    assert (ruling.dealer, ruling.award, ruling.forfeits) == (S, None, Forfeit(Side.EW, 2))
    assert ruling.to_dict() == written


def test_points_taken_off_without_a_side_are_refused_in_a_sentence():
    refusal = refused(
        BadRuling,
        lambda: Ruling.from_dict(RENEGE | {"forfeits": {"side": None, "points": 2}}),
        "side",
        "forfeits",
    )
    assert str(refusal) == "Points taken off name the side that loses them."


def test_a_ruling_within_a_deal_must_be_a_set_of_values():
    refused(BadDeal, lambda: Deal.from_dict(FULL | {"rulings": ["renege"]}), "shape", "rulings")


@pytest.mark.parametrize("points", [0, -1, 1.5, "2", None, True])
def test_points_taken_off_are_a_whole_number_of_at_least_one(points):
    refusal = refused(BadRuling, lambda: Forfeit(Side.EW, points), "forfeits", "forfeits")
    assert str(refusal) == "Points taken off are a whole number, 1 or more."
    assert Forfeit(Side.EW, 1).points == 1


def test_an_award_of_nothing_is_an_award():
    assert Award(Side.NS, 0).points == 0


@pytest.mark.parametrize(
    ("fate", "ends"),
    [
        (None, False), ("PLAYED", False), ("PASS", True), ("VOID_PASS", True), ("REDEAL", True),
        ("THROWN_IN", True),
    ],
)  # fmt: skip
def test_a_ruling_ends_the_deal_unless_it_goes_on(fate, ends):
    assert Ruling("other", fate=fate and Fate(fate)).ends_deal is ends


@pytest.mark.parametrize(
    ("call", "absent"), [(Call(N), ()), (Call(N, lone=N), (S,)), (Call(N, lone=N, lone_defender=W), (S, E))]
)
def test_partners_of_those_who_play_alone_sit_out(call, absent):
    assert call.sitting_out == absent
    assert call.side is Side.NS


def test_a_deal_knows_its_place_in_words():
    assert Deal(3, 1, N).where == "deal 3"
    assert Deal(3, 2, N).where == "deal 3, attempt 2"
    error = refused(BadDeal, lambda: Deal(3, 2, N, tricks=9), "tricks", "tricks")
    assert error.where == "deal 3, attempt 2"
    assert refused(BadDeal, lambda: Deal(4, 0, N), "attempt", "attempt").where == "deal 4, attempt 0"
