"""Deals out of turn: the first dealer stays the same, whoever dealt first by mistake."""

from dataclasses import replace

import pytest

from scoring.deal import Deal, Fate
from scoring.seats import Seat
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.rulings import dealt, rule
from tournament.models import Table
from tournament.services import sheets


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
