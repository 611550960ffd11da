"""A sheet of totals that was set aside: rulings go on, and the sheet waits for the table."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_published, table_of
from tournament.services import rulings
from tournament.services.sheets import withdraw_sheet
from tournament.state.rulings import RulingDecision, RulingQuestion


def decide(code, points, **given):
    return RulingDecision(
        RulingQuestion(code, Seat.E, slot=1), Award(Side.NS, points), reason="As it was", **given
    )


@pytest.fixture
def aside(director):
    """A table whose totals cannot hold the award that a ruling says is in them."""
    table = table_of(make_published(director))
    enter(table, 1, 11)
    rulings.make_ruling(table, by=director, at=NOW, decision=decide("other", 4, included=True))
    assert not table.sheets.filter(counting=True).exists()
    return table


def test_a_ruling_can_be_made_while_no_sheet_counts(aside, director):
    made = rulings.make_ruling(aside, by=director, at=NOW, decision=decide("other", 2))
    assert made.is_in_force
    assert not aside.sheets.filter(counting=True).exists()


def test_revoking_the_ruling_that_did_it_lets_the_sheet_count_again(aside, director):
    rulings.revoke_ruling(aside.rulings.get(), by=director, at=NOW, reason="Mistaken")
    assert aside.sheets.get(counting=True).ns == 1


def test_with_another_ruling_unanswered_the_sheet_waits_for_the_table(aside, director):
    rulings.make_ruling(aside, by=director, at=NOW, decision=decide("other", 2))
    rulings.revoke_ruling(aside.rulings.get(number=1), by=director, at=NOW, reason="Mistaken")
    assert not aside.sheets.filter(counting=True).exists()


def test_a_ruling_brings_no_withdrawn_score_back(director):
    """A score that was taken back by “Undo” counted again when the next ruling recounted its table."""
    table = table_of(make_published(director))
    enter(table, 7, 5)
    withdraw_sheet(table, by=director, at=NOW, expected=1)
    rulings.make_ruling(table, by=director, at=NOW, decision=decide("other", 2, included=False))
    assert not table.sheets.filter(counting=True).exists()
