"""Seats, sides and the order of dealing."""

import pytest

from scoring.seats import SEATS, SIDES, Seat, Side, dealer_of


@pytest.mark.parametrize(
    ("seat", "left", "partner", "right", "side", "noun"),
    [
        ("N", "E", "S", "W", "NS", "North"),
        ("E", "S", "W", "N", "EW", "East"),
        ("S", "W", "N", "E", "NS", "South"),
        ("W", "N", "E", "S", "EW", "West"),
    ],
)
def test_clockwise_is_north_east_south_west(seat, left, partner, right, side, noun):
    seat = Seat(seat)
    assert (seat.left, seat.partner, seat.right) == (left, partner, right)
    assert (seat.side, seat.noun) == (side, noun)


def test_a_side_has_two_partners_and_one_opponent_side():
    assert SIDES == (Side.NS, Side.EW)
    for side in SIDES:
        first, second = side.seats
        assert first.partner is second
        assert {first.side, second.side} == {side}
        assert side.other is not side
        assert side.other.other is side
    assert [side.noun for side in SIDES] == ["North/South", "East/West"]


def test_in_eight_deals_everybody_deals_twice_in_clockwise_order():
    dealers = [dealer_of(Seat.W, slot) for slot in range(1, 9)]
    assert dealers == ["W", "N", "E", "S"] * 2


@pytest.mark.parametrize("seat", SEATS)
def test_four_places_on_is_the_same_seat(seat):
    assert seat.advanced(4) is seat.advanced(0) is seat
    assert seat.advanced(-1) is seat.right
