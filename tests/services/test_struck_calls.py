"""A ruling that strikes a lone call, on a deal that was written down as it then went on."""

import pytest

from scoring.deal import Call, Deal, Fate
from scoring.seats import Seat
from tournament.models import Ruling
from tournament.state.sheet_scores import apply_rulings

CALLS = [Call(Seat.E), Call(Seat.E, lone=Seat.E), None]


@pytest.mark.parametrize("call", CALLS, ids=["normal", "alone", "none"])
def test_it_ends_the_deal_where_the_director_said_so(call):
    ruling = Ruling(number=1, code="ambiguous-lone", offender="E", fate="VOID_PASS")
    deal = apply_rulings(Deal(2, 1, Seat.N, call, tricks=3 if call else None), [ruling])
    assert (deal.fate, deal.tricks) == (Fate.VOID_PASS, None)
    assert [value.code for value in deal.rulings] == ["ambiguous-lone"]
    assert deal.call is None or not deal.call.alone


def test_it_leaves_a_deal_that_goes_on_as_it_was_written_down():
    deal = Deal(2, 1, Seat.N, Call(Seat.E), tricks=3)
    found = apply_rulings(deal, [Ruling(number=1, code="ambiguous-lone", offender="E")])
    assert (found.fate, found.tricks, found.call) == (deal.fate, deal.tricks, deal.call)
