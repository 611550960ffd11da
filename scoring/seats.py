"""The four seats of a table and its two sides; who partners whom and who deals when."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scoring.sentences import Sentence, marked

_SIDE_NOUNS: Mapping[str, Sentence] = {"NS": marked("North/South"), "EW": marked("East/West")}
_SEAT_NOUNS: Mapping[str, Sentence] = {
    "N": marked("North"),
    "E": marked("East"),
    "S": marked("South"),
    "W": marked("West"),
}


class Side(StrEnum):
    """One of the two partnerships at a table.

    >>> Side.NS.other.value, [seat.value for seat in Side.EW.seats]
    ('EW', ['E', 'W'])
    """

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of the side, North or East first."""
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)

    @property
    def noun(self) -> Sentence:
        """The side's name in a sentence."""
        return _SIDE_NOUNS[self.value]


class Seat(StrEnum):
    """A chair at the table; the members stand in clockwise order, the order of dealing and play.

    >>> Seat.N.left.value, Seat.N.partner.value, Seat.W.advanced(2).value
    ('E', 'S', 'E')
    """

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    def advanced(self, k: int) -> Seat:
        """The seat ``k`` places clockwise from here; negative ``k`` counts the other way."""
        return SEATS[(SEATS.index(self) + k) % 4]

    @property
    def left(self) -> Seat:
        """The next seat clockwise: the one who deals and plays after this one."""
        return self.advanced(1)

    @property
    def right(self) -> Seat:
        """The next seat the other way."""
        return self.advanced(-1)

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return self.advanced(2)

    @property
    def side(self) -> Side:
        """The partnership this seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def noun(self) -> Sentence:
        """The seat's name in a sentence."""
        return _SEAT_NOUNS[self.value]


SEATS: tuple[Seat, ...] = tuple(Seat)
SIDES: tuple[Side, ...] = tuple(Side)
# Partners together: the order in which papers list the seats and pages take what stands on them.
PAIRS: tuple[Seat, ...] = tuple(seat for side in SIDES for seat in side.seats)


def dealer_of(first: Seat, slot: int) -> Seat:
    """Who deals slot ``slot`` (1 is the first) of a round in which nothing moved the deal out of turn (T).

    >>> [dealer_of(Seat.S, slot).value for slot in (1, 2, 3, 4, 5)]
    ['S', 'W', 'N', 'E', 'S']
    """
    return first.advanced(slot - 1)
