"""The packs and the Benny, and the proof of a renege held against a second way of finding it.

The second way knows a card only as text and a pack only as lists of them, from the highest down; it looks at
whole hands, which the proof never sees.
"""

import random

import pytest

from scoring.errors import BadCards
from scoring.pack import BENNY, Card, Suit, effective_suit, pack_of, parse_card, trick_winner
from scoring.renege_proof import examine
from scoring.seats import Seat

N, E, S, W = Seat
H, D, C, SP = Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES
DECKS = (24, 25, 28, 32)


@pytest.mark.parametrize(("deck", "lowest"), [(24, "9"), (25, "9"), (28, "8"), (32, "7")])
def test_a_pack_has_as_many_cards_as_its_name_says(deck, lowest):
    pack = pack_of(deck)
    assert len(pack) == len(set(pack)) == deck
    assert (BENNY in pack) is (deck == 25)
    assert {suit: pack.index(Card(lowest, suit)) for suit in Suit} == {
        suit: number * (deck // 4) for number, suit in enumerate(Suit)
    }


def test_other_packs_are_refused():
    with pytest.raises(BadCards) as caught:
        pack_of(52)
    assert (caught.value.code, caught.value.field) == ("deck", "deck")


@pytest.mark.parametrize("text", ["joker", "Joker", "JO", "benny", "b", " B ", "2s", "2S", "2♠"])
def test_the_benny_is_typed_by_any_of_its_names(text):
    """Finding D: 25 cards with a Benny, a joker or the two of spades."""
    assert parse_card(text) is BENNY


@pytest.mark.parametrize("text", ["2h", "2d", "2c", "2", "bs", "jok", "j"])
def test_what_only_looks_like_the_benny_is_no_card(text):
    with pytest.raises(BadCards, match="is no card"):
        parse_card(text)


def test_the_benny_is_written_so_that_it_can_be_read_again():
    assert parse_card(str(BENNY)) is BENNY
    assert (str(BENNY), BENNY.noun) == ("joker", "Benny")


@pytest.mark.parametrize("trump", Suit)
def test_the_benny_is_a_trump_above_the_right_bower_whatever_is_trump(trump):
    assert effective_suit(BENNY, trump) is trump
    right, left = Card("J", trump), Card("J", trump.same_colour)
    assert trick_winner([right, left, BENNY, Card("A", trump)], trump) == 2
    assert trick_winner([Card("A", trump.same_colour), right, BENNY], trump) == 2


def test_a_led_benny_asks_for_trump():
    found = examine("h", "N", [["joker", "9s", "9h", "Jd"], ["As", "Jh", "9c", "Kc"]], deck=25)
    assert found.winners == (N, E)
    assert [(r.seat, str(r.played), str(r.held)) for r in found.reneges] == [(E, "9s", "Jh")]


def test_the_benny_kept_back_when_trump_is_led_is_a_renege():
    found = examine("d", "N", [["9d", "As", "Kd", "Qd"], ["Ac", "9c", "Kc", "2s"]], deck=25)
    assert found.reneges[0].sentence == (
        "East played the ace of spades to trick 1, where diamonds were led, and still held the Benny, played "
        "to trick 2."
    )


def test_the_two_of_spades_does_not_follow_spades():
    found = examine("h", "N", [["As", "2s", "9s", "Ks"], ["Ac", "9c", "10c", "Kc"]], deck=25)
    assert (found.winners, found.reneges) == ((E, E), ())


@pytest.mark.parametrize("deck", [24, 28, 32])
def test_there_is_no_benny_in_another_pack(deck):
    found = examine("h", "N", [["joker", "9s", "9h", "9d"]], deck=deck)
    assert [str(problem) for problem in found.problems] == [f"There is no Benny in a deck of {deck}."]


@pytest.mark.parametrize(("deck", "strangers"), [(24, 2), (25, 2), (28, 1), (32, 0)])
def test_low_cards_belong_to_the_larger_packs(deck, strangers):
    found = examine("h", "N", [["8s", "7s", "10s", "9s"]], deck=deck)
    assert [problem.code for problem in found.problems] == ["not-in-pack"] * strangers


# A second way, which shares nothing with the first.
SEATS = "NESW"
RED = {"h": "d", "d": "h", "s": "c", "c": "s"}
DOWN = {24: "A K Q J 10 9", 25: "A K Q J 10 9", 28: "A K Q J 10 9 8", 32: "A K Q J 10 9 8 7"}


def groups_of(deck, trump):
    """The pack as four lists of texts, one a suit as it is played, from its highest card down."""
    groups = {suit: [rank + suit for rank in DOWN[deck].split()] for suit in "shdc"}
    groups[RED[trump]].remove("J" + RED[trump])
    groups[trump].remove("J" + trump)
    groups[trump] = ["J" + trump, "J" + RED[trump], *groups[trump]]
    if deck == 25:
        groups[trump] = ["joker", *groups[trump]]
    return groups


def played_at_random(rng, deck):
    """A deal with honest and dishonest cards, stopped at any card: what `examine` is told, and the truth."""
    trump = rng.choice("shdc")
    groups = groups_of(deck, trump)
    suit_of = {card: suit for suit, cards in groups.items() for card in cards}
    cards = list(suit_of)
    rng.shuffle(cards)
    hands = {seat: cards[5 * number : 5 * number + 5] for number, seat in enumerate(SEATS)}
    lone = rng.choice((None, None, *SEATS))
    against = [seat for seat in SEATS if lone and SEATS.index(seat) % 2 != SEATS.index(lone) % 2]
    defender = rng.choice((None, *against)) if lone else None
    away = {SEATS[SEATS.index(seat) - 2] for seat in (lone, defender) if seat}
    leader = first = rng.choice([seat for seat in SEATS if seat not in away])
    tricks, winners, wrong, gone = [], [], [], {seat: [] for seat in SEATS}
    stop = rng.choice((20, 20, rng.randint(1, 20)))
    for number in range(1, 6):
        round_table = (SEATS * 2)[SEATS.index(leader) :][:4]
        trick = []
        for seat in (seat for seat in round_table if seat not in away):
            if stop == 0:
                break
            stop -= 1
            follows = [card for card in hands[seat] if trick and suit_of[card] == suit_of[trick[0][1]]]
            card = rng.choice(follows if follows and rng.random() < 0.7 else hands[seat])
            if follows and card not in follows:
                wrong.append((seat, number))
            hands[seat].remove(card)
            gone[seat].append((number, card))
            trick.append((seat, card))
        if not trick:
            break
        tricks.append([card for _seat, card in trick])
        ranked = groups[trump] + groups[suit_of[trick[0][1]]]
        best = min((pair for pair in trick if pair[1] in ranked), key=lambda pair: ranked.index(pair[1]))
        full = len(trick) == 4 - len(away)
        winners.append(best[0] if full else None)
        leader = best[0]
        if not full:
            break
    told = {"trump": trump, "leader": first, "tricks": tricks, "deck": deck, "lone": lone}
    told["lone_defender"] = defender
    led = {number: suit_of[trick[0]] for number, trick in enumerate(tricks, 1)}
    shown = [
        (seat, number)
        for seat, number in wrong
        if any(later > number and suit_of[card] == led[number] for later, card in gone[seat])
    ]
    return told, hands, winners, sorted(wrong), sorted(shown)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_a_thousand_random_deals_give_the_winners_and_reneges_that_another_way_finds(deck):
    """Four thousand deals in all: lone hands, lone defenders, and deals that were stopped."""
    rng = random.Random(deck)
    proven = 0
    for _deal in range(1000):
        told, hands, winners, wrong, shown = played_at_random(rng, deck)
        tricks_alone = examine(**told)
        assert [seat and seat.value for seat in tricks_alone.winners] == winners
        assert sorted((r.seat.value, r.trick) for r in tricks_alone.reneges) == shown
        unplayed = {Seat(seat): cards for seat, cards in hands.items()}
        with_hands = examine(**told, unplayed=unplayed)
        assert sorted((r.seat.value, r.trick) for r in with_hands.reneges) == wrong
        assert with_hands.problems == ()
        proven += len(wrong)
    assert proven > 400
