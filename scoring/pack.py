"""Cards, suits and the two bowers: reading them, and which card of a trick is the highest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import BadCards
from scoring.sentences import Sentence, marked

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
LOWEST = {24: "9", 32: "7"}

_RANK_NOUNS = {"J": marked("jack"), "Q": marked("queen"), "K": marked("king"), "A": marked("ace")}
_SUIT_NOUNS = {
    "s": marked("spades"),
    "h": marked("hearts"),
    "d": marked("diamonds"),
    "c": marked("clubs"),
}


class Suit(StrEnum):
    """A suit; ``same_colour`` is where its left bower comes from.

    >>> Suit.HEARTS.same_colour.noun
    'diamonds'
    """

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour."""
        pairs = {"s": "c", "c": "s", "h": "d", "d": "h"}
        return Suit(pairs[self.value])

    @property
    def noun(self) -> Sentence:
        """The suit in a sentence."""
        return _SUIT_NOUNS[self.value]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the pack.

    >>> str(Card("10", Suit.DIAMONDS)), Card("J", Suit.SPADES).noun
    ('10d', 'jack of spades')
    """

    rank: str
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit.value}"

    @property
    def noun(self) -> Sentence:
        """The card in a sentence."""
        rank = _RANK_NOUNS.get(self.rank, self.rank)
        return marked("%(rank)s of %(suit)s", rank=rank, suit=self.suit.noun)


_SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})
_CARD = re.compile(r"(10|[789tjqka])([shdc])")


def parse_card(text: str) -> Card:
    """The card meant by ``JS``, ``9h``, ``10d``, ``Td`` or ``A♣``, in any case. Raises ``BadCards``.

    >>> parse_card("td") == parse_card("10D") == Card("10", Suit.DIAMONDS)
    True
    """
    found = _CARD.fullmatch(text.strip().lower().translate(_SYMBOLS))
    if found is None:
        message = marked("“%(text)s” is no card. Write rank and suit, like JS, 9h or 10d.", text=text)
        raise BadCards(message, code="card", field="tricks")
    rank, suit = found.groups()
    return Card("10" if rank == "t" else rank.upper(), Suit(suit))


def parse_suit(text: str) -> Suit:
    """The suit meant by ``h``, ``H``, ``hearts`` or ``♥``. Raises ``BadCards``.

    >>> parse_suit("Hearts") is parse_suit("♥") is Suit.HEARTS
    True
    """
    wanted = text.strip().lower().translate(_SYMBOLS)
    for suit in Suit:
        if wanted in (suit.value, suit.noun):
            return suit
    raise BadCards(
        marked("“%(text)s” is no suit. Write s, h, d or c.", text=text), code="suit", field="trump"
    )


def effective_suit(card: Card, trump: Suit) -> Suit:
    """The suit a card belongs to in play: the left bower is a trump (E).

    >>> effective_suit(parse_card("Jd"), Suit.HEARTS).noun
    'hearts'
    """
    return trump if card == Card("J", trump.same_colour) else card.suit


def trick_winner(cards: Sequence[Card], trump: Suit) -> int:
    """The index of the winning card among cards in the order played; the first one led.

    Trump beats the suit led, which beats everything else; in trump the right bower is highest, then the left.

    >>> trick_winner([parse_card(text) for text in ("Ah", "Js", "Jc", "Ac")], Suit.CLUBS)
    2
    """
    led = effective_suit(cards[0], trump)
    return max(range(len(cards)), key=lambda index: _strength(cards[index], led, trump))


def _strength(card: Card, led: Suit, trump: Suit) -> int:
    rank = RANKS.index(card.rank)
    if card == Card("J", trump):
        return 40
    if card == Card("J", trump.same_colour):
        return 39
    if card.suit is trump:
        return 20 + rank
    return rank if card.suit is led else -1
