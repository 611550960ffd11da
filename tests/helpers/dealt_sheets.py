"""Sheets of deals from pairs of maker and tricks."""

from scoring.deal import Call, Deal
from scoring.ruleset import PRESETS
from scoring.seats import Seat
from scoring.sheet import next_deal
from tests.helpers.factories import NOW
from tournament.services import sheets


def deals_of(*results, rules=PRESETS["progressive"], first=Seat.N):
    """A round from (maker, tricks) pairs; a lower-case maker plays alone."""
    deals = []
    for maker, tricks in results:
        due = next_deal(rules, first, deals)
        seat = Seat(maker.upper())
        call = Call(seat, seat if maker.islower() else None)
        deals.append(Deal(due.slot, due.attempt, due.dealer, call, tricks))
    return deals


# North–South 6 (1+1+2+1+1), East–West 4 (1+1+2): eight deals
ROUND = (("N", 3), ("E", 4), ("S", 3), ("N", 5), ("W", 3), ("N", 1), ("S", 4), ("N", 3))


def enter_deals(table, deals=None, *, by, expected=0, first=Seat.N, **more):
    deals = deals_of(*ROUND) if deals is None else deals
    return sheets.enter_deals(
        table,
        by=by,
        at=NOW,
        deals=deals,
        first_dealer=first,
        expected=expected,
        **({"confirmed": True} | more),
    )
