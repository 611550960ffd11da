"""Tally cards typed in, as tests type them."""

from tests.helpers.factories import NOW, table_of
from tournament.models.cards import Noted
from tournament.services import cards
from tournament.services.cards import TypedRound


def sitter(event, seat, number=1, round_number=1):
    return table_of(event, round_number, number).seatings.get(seat=seat).player


def type_card(player, points, loners=0, *, expected=0, round_number=1, by=None):
    noted = None if points is None else Noted(points, loners)
    return cards.enter_card(player, {round_number: TypedRound(noted, expected)}, by=by, at=NOW)


def type_table(event, number=1, **points):
    """Cards of a table: `N=(9, 1)` points and lone marches, or points alone."""
    for seat, value in points.items():
        type_card(sitter(event, seat, number), *(value if isinstance(value, tuple) else (value,)))
