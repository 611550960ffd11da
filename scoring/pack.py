"""Cards, suits, the bowers and the Benny: reading them, and which card of a trick is the highest."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import BadCards
from scoring.sentences import Sentence, marked

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
LOWEST = {24: "9", 25: "9", 28: "8", 32: "7"}  # the lowest rank of a pack of so many cards
WITH_BENNY = 25

_RANK_NOUNS = {"J": marked("jack"), "Q": marked("queen"), "K": marked("king"), "A": marked("ace")}
_SUIT_NOUNS = {"s": marked("spades"), "h": marked("hearts"), "d": marked("diamonds"), "c": marked("clubs")}


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

    >>> str(Card("10", Suit.DIAMONDS)), Card("J", Suit.SPADES).noun, BENNY.noun
    ('10d', 'jack of spades', 'Benny')
    """

    rank: str
    suit: Suit

    def __str__(self) -> str:
        return _BENNY_NAMES[0] if self == BENNY else f"{self.rank}{self.suit.value}"

    @property
    def noun(self) -> Sentence:
        """The card in a sentence."""
        if self == BENNY:
            return marked("Benny")
        rank = _RANK_NOUNS.get(self.rank, self.rank)
        return marked("%(rank)s of %(suit)s", rank=rank, suit=self.suit.noun)


BENNY = Card("2", Suit.SPADES)  # or a joker, which plays the same part (B)
_BENNY_NAMES = ("joker", "jo", "benny", "b", "2s")


def pack_of(deck: int) -> tuple[Card, ...]:
    """Every card of a pack of 24, 25 (with the Benny), 28 or 32 cards. Raises ``BadCards`` for another size.

    >>> [len(pack_of(deck)) for deck in LOWEST], BENNY in pack_of(25)
    ([24, 25, 28, 32], True)
    """
    if deck not in LOWEST:
        message = marked("A deck has 24, 25, 28 or 32 cards, not %(deck)s.", deck=deck)
        raise BadCards(message, code="deck", field="deck")
    ranks = RANKS[RANKS.index(LOWEST[deck]) :]
    benny = (BENNY,) if deck == WITH_BENNY else ()
    return (*(Card(rank, suit) for suit in Suit for rank in ranks), *benny)


_SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})
_CARD = re.compile(r"(10|[789tjqka])([shdc])")


def parse_card(text: str) -> Card:
    """The card meant by ``JS``, ``9h``, ``10d``, ``Td`` or ``A♣``, in any case. Raises ``BadCards``.

    The Benny is ``joker``, ``jo``, ``benny``, ``b`` or ``2s``, whichever card the pack has for it.

    >>> parse_card("td") == parse_card("10D") == Card("10", Suit.DIAMONDS)
    True
    >>> parse_card("Joker") == parse_card("2♠") == BENNY
    True
    """
    typed = text.strip().lower().translate(_SYMBOLS)
    if typed in _BENNY_NAMES:
        return BENNY
    match = _CARD.fullmatch(typed)
    if match is None:
        message = marked("“%(text)s” is no card. Write rank and suit, like JS, 9h or 10d.", text=text)
        raise BadCards(message, code="card", field="tricks")
    rank, suit = match.groups()
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
    message = marked("“%(text)s” is no suit. Write s, h, d or c.", text=text)
    raise BadCards(message, code="suit", field="trump")


def effective_suit(card: Card, trump: Suit) -> Suit:
    """The suit a card belongs to in play: the left bower (E) and the Benny (B) are trumps.

    >>> effective_suit(parse_card("Jd"), Suit.HEARTS).noun, effective_suit(BENNY, Suit.CLUBS).noun
    ('hearts', 'clubs')
    """
    return trump if card in (BENNY, Card("J", trump.same_colour)) else card.suit


def trick_winner(cards: Sequence[Card], trump: Suit, dead: Collection[Card] = ()) -> int | None:
    """The index of the winning card among cards in the order played; the first one led.

    Trump beats the suit led, which beats everything else; in trump the Benny is highest, if there is one,
    then the right bower, then the left. A ``dead`` card cannot win (T), though it is led all the same:
    ``None`` if no other card is a trump or follows.

    >>> trick_winner([parse_card(text) for text in ("Ah", "Js", "Jc", "Ac")], Suit.CLUBS)
    2
    """
    led = effective_suit(cards[0], trump)
    strengths = {index: _strength(card, led, trump) for index, card in enumerate(cards) if card not in dead}
    best = max(strengths, key=strengths.__getitem__, default=None)
    return None if best is None or strengths[best] < 0 else best


def _strength(card: Card, led: Suit, trump: Suit) -> int:
    if card == BENNY:
        return 41
    rank = RANKS.index(card.rank)
    if card == Card("J", trump):
        return 40
    if card == Card("J", trump.same_colour):
        return 39
    if card.suit is trump:
        return 20 + rank
    return rank if card.suit is led else -1
