"""Sheets after rulings: set aside, a lone call struck, a deal of the wrong dealer."""

from dataclasses import replace

import pytest

from scoring.deal import Award, Call, Deal, Fate
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.rulings import dealt, rule
from tournament.models import Ruling, Table
from tournament.services import rulings, sheets
from tournament.services.sheets import withdraw_sheet
from tournament.state.rulings import RulingDecision, RulingQuestion
from tournament.state.sheet_scores import apply_rulings


def award(code, points, **given):
    return RulingDecision(
        RulingQuestion(code, Seat.E, slot=1), Award(Side.NS, points), reason="As it was", **given
    )


@pytest.fixture
def aside(director):
    """A table whose totals cannot hold the award that a ruling says is in them."""
    table = table_of(make_published(director))
    enter(table, 1, 11)
    rulings.make_ruling(table, by=director, at=NOW, decision=award("other", 4, included=True))
    assert not table.sheets.filter(counting=True).exists()
    return table


def test_a_ruling_can_be_made_while_no_sheet_counts_and_unanswered_the_sheet_waits(aside, director):
    made = rulings.make_ruling(aside, by=director, at=NOW, decision=award("other", 2))
    assert made.is_in_force
    assert not aside.sheets.filter(counting=True).exists()
    rulings.revoke_ruling(aside.rulings.get(number=1), by=director, at=NOW, reason="Mistaken")
    assert not aside.sheets.filter(counting=True).exists()


def test_revoking_the_ruling_that_did_it_lets_the_sheet_count_again(aside, director):
    rulings.revoke_ruling(aside.rulings.get(), by=director, at=NOW, reason="Mistaken")
    assert aside.sheets.get(counting=True).ns == 1


def test_a_ruling_brings_no_withdrawn_score_back(director):
    """A score that was taken back by “Undo” counted again when the next ruling recounted its table."""
    table = table_of(make_published(director))
    enter(table, 7, 5)
    withdraw_sheet(table, by=director, at=NOW, expected=1)
    rulings.make_ruling(table, by=director, at=NOW, decision=award("other", 2, included=False))
    assert not table.sheets.filter(counting=True).exists()


CALLS = [Call(Seat.E), Call(Seat.E, lone=Seat.E), None]


@pytest.mark.parametrize("call", CALLS, ids=["normal", "alone", "none"])
def test_a_struck_lone_call_ends_the_deal_where_the_director_said_so(call):
    ruling = Ruling(number=1, code="ambiguous-lone", offender="E", fate="VOID_PASS")
    deal = apply_rulings(Deal(2, 1, Seat.N, call, tricks=3 if call else None), [ruling])
    assert (deal.fate, deal.tricks) == (Fate.VOID_PASS, None)
    assert [value.code for value in deal.rulings] == ["ambiguous-lone"]
    assert deal.call is None or not deal.call.alone


def test_a_struck_lone_call_leaves_a_deal_that_goes_on_as_it_was_written_down():
    deal = Deal(2, 1, Seat.N, Call(Seat.E), tricks=3)
    found = apply_rulings(deal, [Ruling(number=1, code="ambiguous-lone", offender="E")])
    assert (found.fate, found.tricks, found.call) == (deal.fate, deal.tricks, deal.call)


def in_turn(first=Seat.N, attempt=1):
    deals = dealt(first)
    return [replace(deals[0], attempt=attempt), *deals[1:]]


@pytest.fixture
def table(director):
    return table_of(make_published(director))


def test_a_deal_of_the_wrong_dealer_that_is_dealt_again_survives_a_later_ruling(table, director):
    rule(table, director, "wrong-dealer", Seat.E, choice="before-first-trick")
    deals = [Deal(1, 1, Seat.E, fate=Fate.REDEAL), *in_turn(attempt=2)]
    sheets.enter_deals(
        table, by=director, at=NOW, deals=deals, first_dealer=Seat.N, expected=0, confirmed=True
    )
    rule(table, director, "renege", Seat.W, 4)
    assert table.sheets.get(counting=True).ns == 9
    assert Table.objects.get(pk=table.pk).first_dealer == "N"


def test_a_deal_by_the_wrong_dealer_that_stands_does_not_change_the_first_dealer(table, director):
    rule(table, director, "wrong-dealer", Seat.E, choice="after-first-trick")
    east, north, *others = in_turn(Seat.E)[0], in_turn()[1], *in_turn()[2:]
    deals = [east, replace(north, dealer=Seat.N), *others]  # North takes East's turn
    sheets.enter_deals(
        table, by=director, at=NOW, deals=deals, first_dealer=Seat.N, expected=0, confirmed=True
    )
    rule(table, director, "renege", Seat.W, 4)
    assert table.sheets.get(counting=True).revision == 2
    assert Table.objects.get(pk=table.pk).first_dealer == "N"


def test_an_earlier_version_with_another_first_dealer_comes_back_as_it_was(table, director):
    asked = {"by": director, "at": NOW, "confirmed": True}
    sheets.enter_deals(table, deals=in_turn(Seat.S), first_dealer=Seat.S, expected=0, **asked)
    sheets.enter_deals(table, deals=in_turn(Seat.N), first_dealer=Seat.N, expected=1, **asked)
    sheets.restore_sheet(table, 1, by=director, at=NOW, expected=2)
    assert Table.objects.get(pk=table.pk).first_dealer == "S"
