"""What the tricks prove: RULEBOOK 7, with the left bower in every part it can play."""

import pytest

from scoring.errors import BadCards
from scoring.pack import Card, Suit, effective_suit, parse_card, parse_suit, trick_winner
from scoring.renege_proof import examine
from scoring.seats import Seat, Side

N, E, S, W = Seat
NS, EW = Side
H, D, C, SP = Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES


def cards(text):
    return [parse_card(card) for card in text.split()]


def tricks(*rows):
    return [row.split() for row in rows]


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [("JS", "J", SP), ("js", "J", SP), ("Js", "J", SP), ("9h", "9", H), ("10d", "10", D), ("10D", "10", D),
     ("TD", "10", D), ("tc", "10", C), ("a♠", "A", SP), (" Q♥ ", "Q", H), ("7♦", "7", D), ("8♣", "8", C),
     ("kc", "K", C)],
)  # fmt: skip
def test_cards_are_read_in_any_case_and_spelling(text, rank, suit):
    assert parse_card(text) == Card(rank, suit)


@pytest.mark.parametrize(
    "text", ["", "J", "S", "1s", "11s", "6h", "JX", "sJ", "J S", "10", "0h", "JJs", "10dd"]
)
def test_what_is_no_card_is_refused(text):
    with pytest.raises(BadCards, match="is no card") as caught:
        parse_card(text)
    assert (caught.value.code, caught.value.field) == ("card", "tricks")


def test_cards_are_written_short_and_long():
    assert [str(card) for card in cards("TD jS ah")] == ["10d", "Js", "Ah"]
    assert [card.noun for card in cards("TD jS ah qc kd 9h")] == [
        "10 of diamonds",
        "jack of spades",
        "ace of hearts",
        "queen of clubs",
        "king of diamonds",
        "9 of hearts",
    ]


@pytest.mark.parametrize(
    ("text", "suit"), [("h", H), ("H", H), ("hearts", H), ("Spades", SP), ("♣", C), (" d ", D)]
)
def test_suits_are_read(text, suit):
    assert parse_suit(text) is suit


@pytest.mark.parametrize("text", ["", "x", "heart s", "hh"])
def test_what_is_no_suit_is_refused(text):
    with pytest.raises(BadCards) as caught:
        parse_suit(text)
    assert (caught.value.code, caught.value.field) == ("suit", "trump")


@pytest.mark.parametrize(("trump", "colour"), [(SP, C), (C, SP), (H, D), (D, H)])
def test_the_left_bower_belongs_to_trump_and_no_other_card_changes_suit(trump, colour):
    assert trump.same_colour is colour
    assert effective_suit(Card("J", colour), trump) is trump
    for suit in Suit:
        for rank in ("7", "8", "9", "10", "Q", "K", "A"):
            assert effective_suit(Card(rank, suit), trump) is suit
        if suit is not colour:
            assert effective_suit(Card("J", suit), trump) is suit


def test_trump_ranks_right_left_ace_down_and_beats_the_suit_led():
    order = cards("Jh Jd Ah Kh Qh 10h 9h 8h 7h") + cards("As Ks Qs Js 10s 9s 8s 7s")
    led = Card("7", SP)
    for index, higher in enumerate(order):
        for lower in order[index + 1 :]:
            others = [card for card in (lower, higher) if card != led]
            assert ([led, *others])[trick_winner([led, *others], H)] == higher
            reverse = [card for card in (higher, lower) if card != led]
            assert ([led, *reverse])[trick_winner([led, *reverse], H)] == higher


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("9s Ah Ad Ac", C, 3), ("9s Ah Ad Ac", SP, 0), ("9s Ah Kd Qd", C, 0), ("9s Js Ac As", C, 1),
        ("Jd Ah Kh 9h", H, 0), ("Jd Jh Kh 9h", H, 1), ("Ad Jd Kd 9h", H, 1), ("10d 9d Jd Ad", SP, 3),
    ],
)  # fmt: skip
def test_a_trick_goes_to_its_highest_card(trick, trump, winner):
    assert trick_winner(cards(trick), trump) == winner


def summary(found):
    return [(r.seat.value, r.trick, str(r.played), str(r.held), r.held_trick) for r in found.reneges]


def codes(found):
    return [problem.code for problem in found.problems]


WHOLE = tricks("As 9s Ks Qs", "Ah 9h Kh Qh", "Ad 9d Kd Qd", "Ac 9c Kc Qc", "Jc 10h 10d 10c")


def test_five_clean_tricks_give_the_result_of_the_deal():
    found = examine(trump="s", leader="N", tricks=WHOLE)
    assert found.winners == (N, N, N, N, N)
    assert found.tricks_by_side == {NS: 5, EW: 0}
    assert (found.reneges, found.problems, found.complete) == ((), (), True)


def test_the_winner_of_a_trick_leads_the_next():
    found = examine("h", "E", tricks("9s As 10s Ks", "9c 10c Ac Qc", "9d 10d Jd Qd"))
    assert found.winners == (S, N, S)
    assert found.tricks_by_side == {NS: 3, EW: 0}
    assert codes(found) == []
    assert not found.complete


def test_a_card_that_did_not_follow_is_named_with_the_card_that_proves_it():
    found = examine("h", "N", tricks("As 9s Kc Qs", "Ac 9c Ks Qc"))
    assert summary(found) == [("S", 1, "Kc", "Ks", 2)]
    assert found.reneges[0].sentence == (
        "South played the king of clubs to trick 1, where spades were led, "
        "and still held the king of spades, played to trick 2."
    )


def test_who_had_none_left_did_not_renege():
    assert summary(examine("h", "N", tricks("As 9s Kc Qs", "Ac 9c 10c Qc"))) == []
    assert summary(examine("h", "N", tricks("As 9s Ks Qs", "Ac 9c 10s Qc"))) == []


def test_each_failure_is_named_with_the_first_card_that_proves_it():
    found = examine("h", "N", tricks("As 9s Kc Qs", "Ks 10s Kd Ac", "Ah 9h Js Qh", "Kh 9c Qc 10h"))
    assert summary(found) == [("S", 1, "Kc", "Js", 3), ("S", 2, "Kd", "Js", 3)]


def test_two_players_may_renege_in_one_trick():
    found = examine("h", "N", tricks("As 9c Kc Qs", "Ks 9s 10s Js"))
    assert summary(found) == [("E", 1, "9c", "9s", 2), ("S", 1, "Kc", "10s", 2)]


# The left bower (jack of diamonds, hearts trump).
def test_keeping_the_left_bower_when_trump_is_led_is_a_renege():
    found = examine("h", "N", tricks("Ah 9d Kh Qh", "As Jd 9s 10s"))
    assert summary(found) == [("E", 1, "9d", "Jd", 2)]


def test_keeping_the_left_bower_when_its_printed_suit_is_led_is_none():
    assert summary(examine("h", "N", tricks("Ad 9s Kd Qd", "As Jd 9c 10s"))) == []


def test_the_left_bower_follows_trump():
    assert summary(examine("h", "N", tricks("Ah Jd Kh Qh", "9c 10c Jc Qc"))) == []


def test_playing_the_left_bower_on_its_printed_suit_while_holding_that_suit_is_a_renege():
    found = examine("h", "N", tricks("Ad Jd Kd Qd", "9d Ks 10s 10d"))
    assert found.winners == (E, N)
    assert summary(found) == [("E", 1, "Jd", "9d", 2)]


def test_a_led_left_bower_asks_for_trump():
    found = examine("h", "N", tricks("Jd Ad 9h 10h", "As 9s Ks Qs", "Ac Kh Kc Qc"))
    assert found.winners[0] is N
    assert summary(found) == [("E", 1, "Ad", "Kh", 3)]


def test_the_jack_of_trump_and_other_jacks_follow_their_own_suit():
    assert summary(examine("h", "N", tricks("Jh Js 9h 10h", "As 9s Ks Qs"))) == []
    assert summary(examine("h", "N", tricks("Ac Js 9c 10c", "As Jc Ks Qs"))) == [("E", 1, "Js", "Jc", 2)]


@pytest.mark.parametrize(
    ("trump", "left", "right"), [("s", "Jc", "Js"), ("c", "Js", "Jc"), ("d", "Jh", "Jd")]
)
def test_the_left_bower_is_right_in_every_suit(trump, left, right):
    trick = [left, right, "9" + trump, "10" + trump]
    assert examine(trump, "W", [trick]).winners == (N,)
    other = [left[:1] + left[1], "9" + left[1], "9" + trump, "A" + left[1]]
    assert examine(trump, "W", [other]).winners == (W,)


# Playing alone.
def test_the_lone_players_partner_has_no_card_in_the_tricks():
    found = examine("h", "N", tricks("As 9s Qs", "Ac 9c Qs"), lone="E")
    assert found.winners == (N, N)
    assert codes(found) == ["card-twice"]
    found = examine("h", "E", tricks("9s Ks As", "Ac 9c 10c"), lone="S")
    assert found.winners == (W, W)
    assert found.tricks_by_side == {NS: 0, EW: 2}


def test_seats_are_right_around_the_absent_partner():
    found = examine("h", Seat.N, tricks("As Kc Qs", "Ac Ks Qc"), lone=Seat.W)
    assert summary(found) == [("S", 1, "Kc", "Ks", 2)]


def test_against_a_lone_defender_two_cards_make_a_trick():
    found = examine("h", "N", tricks("9s As", "Ac Kc"), lone="N", lone_defender="E")
    assert found.winners == (E, E)
    assert codes(found) == []


# Cards that were still held when the deal was stopped.
def test_a_card_that_was_never_played_proves_a_renege_in_a_deal_that_was_stopped():
    """RULEBOOK 7: the unplayed cards of a stopped deal can be entered."""
    stopped = tricks("As 9s Kc Qs", "Ac 9c 10c Qc")
    assert summary(examine("h", "N", stopped)) == []
    found = examine("h", "N", stopped, unplayed={S: ["Qh", "Ks", "10s"], E: ["Jd"]})
    assert summary(found) == [("S", 1, "Kc", "Ks", None)]
    assert found.reneges[0].sentence == (
        "South played the king of clubs to trick 1, where spades were led, "
        "and still held the king of spades when the deal was stopped."
    )
    assert codes(found) == []


def test_a_card_played_later_proves_before_one_that_never_was():
    found = examine("h", "N", tricks("As 9s Kc Qs", "Ac 9c Ks Qc"), unplayed={S: ["10s"]})
    assert summary(found) == [("S", 1, "Kc", "Ks", 2)]


def test_an_unplayed_left_bower_proves_that_its_player_held_a_trump():
    assert summary(examine("h", "N", tricks("Ah 9h Kc Qh"), unplayed={S: ["Jd"]})) == [
        ("S", 1, "Kc", "Jd", None)
    ]
    assert summary(examine("h", "N", tricks("Ad 9d Kc Qd"), unplayed={S: ["Jd"]})) == []


def test_a_lone_defenders_renege_is_proven_by_an_unplayed_card():
    """RULEBOOK 7: a lone defender can be entered."""
    found = examine("h", "E", tricks("As 9c"), lone="S", lone_defender="E", unplayed={S: ["9s"]})
    assert summary(found) == [("S", 1, "9c", "9s", None)]


def test_unplayed_cards_are_held_against_the_pack_and_the_tricks():
    found = examine("h", "N", tricks("As 9s Ks Qs"), unplayed={E: ["As", "8h"], W: ["8h"]})
    assert [str(problem) for problem in found.problems] == [
        "The ace of spades is entered twice: trick 1 and East’s hand.",
        "There is no 8 of hearts in a deck of 24.",
        "There is no 8 of hearts in a deck of 24.",
        "The 8 of hearts is entered twice: East’s hand and West’s hand.",
    ]


def test_only_the_last_trick_of_a_stopped_deal_may_lack_cards():
    rows = tricks("As 9s Ks Qs", "Ac 9c")
    assert codes(examine("h", "N", rows)) == ["wrong-count"]
    assert codes(examine("h", "N", rows, unplayed={S: ["9h"]})) == []
    assert codes(examine("h", "N", rows[::-1], unplayed={S: ["9h"]})) == ["wrong-count"]
    assert codes(examine("h", "N", tricks("As 9s Ks Qs Js"), unplayed={S: ["9h"]})) == ["wrong-count"]


def test_nobody_holds_more_than_five_cards():
    found = examine("h", "N", tricks("As 9s Ks Qs"), unplayed={E: ["9h", "10h", "Qh", "Kh", "Ah"]})
    assert [(p.code, p.trick) for p in found.problems] == [("hand-too-large", None)]
    assert str(found.problems[0]) == "East would have held 6 cards; a hand has five."
    assert codes(examine("h", "N", tricks("As 9s Ks Qs"), unplayed={E: ["9h", "10h", "Qh", "Kh"]})) == []


def test_an_unplayed_card_that_cannot_be_read_is_named_with_its_hand():
    with pytest.raises(BadCards) as caught:
        examine("h", "N", [], unplayed={W: ["9h", "Zz"]})
    assert (caught.value.code, caught.value.field, caught.value.where) == ("card", "unplayed", "West, card 2")


def test_a_leader_who_sits_out_is_a_problem_and_the_next_player_is_taken():
    found = examine("h", "N", tricks("As 9s 10s"), lone="S")
    assert [(p.code, p.trick) for p in found.problems] == [("leader-sits-out", 1)]
    assert found.winners == (E,)
    both = examine("h", "N", tricks("As 9s"), lone="S", lone_defender="W")
    assert both.winners == (S,)


# What cannot be.
def test_a_card_twice_is_a_problem():
    found = examine("h", "N", tricks("As 9s Ks Qs", "Ac 9c aS Qc"))
    assert [(p.code, p.trick) for p in found.problems] == [("card-twice", 2)]
    assert str(found.problems[0]) == "The ace of spades is entered twice: trick 1 and trick 2."
    thrice = examine("h", "N", tricks("As As Ks As"))
    assert [p.message[-20:] for p in thrice.problems] == ["trick 1 and trick 1."] * 2


@pytest.mark.parametrize("card", ["7s", "8h"])
def test_sevens_and_eights_belong_to_the_larger_pack(card):
    trick = [card, "9c", "10c", "Qc"]
    found = examine("h", "N", [trick])
    assert [(p.code, p.trick) for p in found.problems] == [("not-in-pack", 1)]
    assert codes(examine("h", "N", [trick], deck=32)) == []
    assert codes(examine("h", "N", tricks("9s 9c 10c Qc"))) == []


def test_sevens_take_part_in_the_larger_pack():
    found = examine("h", "N", tricks("8s 7s 9c 7h", "7d 8d 9d 10d"), deck=32)
    assert found.winners == (W, S)


@pytest.mark.parametrize("trick", ["As 9s Ks", "As 9s Ks Qs Js", ""])
def test_a_wrong_number_of_cards_is_a_problem(trick):
    found = examine("h", "N", [trick.split()])
    assert [(p.code, p.trick) for p in found.problems] == [("wrong-count", 1)]
    assert found.winners == (None,)
    assert f"{len(trick.split())} cards instead of 4" in found.problems[0].message


def test_three_cards_are_right_when_somebody_plays_alone_and_four_are_not():
    assert codes(examine("h", "N", tricks("As 9s Ks"), lone="N")) == []
    assert codes(examine("h", "N", tricks("As 9s Ks Qs"), lone="N")) == ["wrong-count"]


def test_an_unfinished_trick_still_proves():
    found = examine("h", "N", tricks("As 9s Kc Qs", "Ac 9c Ks"))
    assert summary(found) == [("S", 1, "Kc", "Ks", 2)]
    assert found.winners == (N, None)


def test_after_a_trick_with_cards_missing_nobody_knows_who_led():
    found = examine("h", "N", tricks("As 9s Kc", "Ks Qs 10s Js"))
    assert found.winners == (None, None)
    assert summary(found) == []
    told = examine("h", "N", tricks("As 9s Kc", "Ks Qs 10s Js"), leaders=[None, "S"])
    assert told.winners == (None, S)
    assert summary(told) == [("S", 1, "Kc", "Ks", 2)]


def test_a_remembered_leader_who_did_not_win_is_a_problem():
    rows = tricks("As 9s Ks Qs", "Ac 9c Kc Qc")
    assert codes(examine("h", "N", rows, leaders=["N", "N"])) == []
    found = examine("h", "N", rows, leaders=["N", "e"])
    assert [(p.code, p.trick) for p in found.problems] == [("wrong-leader", 2)]
    assert found.problems[0].message == "East is said to have led trick 2, but North won trick 1."
    assert found.winners == (N, N)
    first = examine("h", "N", rows, leaders=["W"])
    assert first.problems[0].message == "West is said to have led trick 1, but North was due to lead."
    assert codes(first) == ["wrong-leader"]


def test_a_sixth_trick_is_a_problem():
    found = examine("s", "N", [*WHOLE, WHOLE[0]])
    assert codes(found)[0] == "too-many-tricks"
    assert "not 6" in found.problems[0].message
    assert found.problems[0].trick is None
    assert not found.complete


def test_no_tricks_prove_nothing():
    found = examine("s", "N", [])
    assert (found.winners, found.reneges, found.problems, found.complete) == ((), (), (), False)


def test_five_tricks_with_one_unknown_are_not_complete():
    assert not examine("s", "N", [*WHOLE[:4], WHOLE[4][:3]]).complete


def test_cards_and_suits_may_be_values_already():
    assert examine(H, N, [cards("As 9s Ks Qs")]).winners == (N,)


@pytest.mark.parametrize(
    ("given", "code", "field", "where"),
    [
        ({"trump": "x"}, "suit", "trump", None),
        ({"leader": "X"}, "seat", "leader", None),
        ({"leader": ""}, "seat", "leader", None),
        ({"lone": "north"}, "seat", "lone", None),
        ({"leaders": ["Q"]}, "seat", "leaders", None),
        ({"deck": 52}, "deck", "deck", None),
        ({"tricks": tricks("As 9s Ks Qs", "Ac Zz Ks Qc")}, "card", "tricks", "trick 2, card 2"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(given, code, field, where):
    entry = {"trump": "h", "leader": "n", "tricks": tricks("As 9s Ks Qs")}
    with pytest.raises(BadCards) as caught:
        examine(**(entry | given))
    assert (caught.value.code, caught.value.field, caught.value.where) == (code, field, where)


def dead(text):
    return {parse_card(card) for card in text.split()}


def test_a_card_that_fell_wins_no_trick_and_its_player_does_not_lead():
    """T: it has no value. In the third reading a fallen ace won its trick, and wrong leaders were named."""
    rows = tricks("9s As Ks Qs", "Ac 9c Kc Qc")
    assert examine("h", "N", rows).winners == (E, E)
    assert examine("h", "N", rows, dead=dead("As")).winners == (S, S)


def test_a_dead_card_that_is_led_names_the_suit_to_follow():
    found = examine("h", "N", tricks("As 9s 9c Qs", "Ac 9d Jc Kc"), dead=dead("As"), unplayed={S: ["Ks"]})
    assert found.winners[0] is W
    assert summary(found) == [("S", 1, "9c", "Ks", None)]


def test_a_dead_trump_does_not_win_either():
    assert examine("h", "N", tricks("As Jh Ks Qs"), dead=dead("Jh")).winners == (N,)


def test_nobody_wins_where_only_the_dead_card_is_of_the_suit_led():
    found = examine("h", "N", tricks("As 9c Kd Qc", "Ac 9d Kc Ks"), dead=dead("As"))
    assert found.winners == (None, None)
    (problem,) = found.problems
    assert (problem.code, problem.trick) == ("no-winner", 1)
    assert problem.message == (
        "Nobody can have won trick 1: the card led cannot win, and no other is a trump or follows. "
        "The tricks after it cannot be read."
    )
    assert not found.complete


def test_a_card_led_before_the_discard_lies_last_and_is_no_renege():
    """T: eldest (East) led, so the second seat (South) has the lead, and East’s card stays."""
    rows = tricks("9s Ks Qs Ac", "Kd 9d 10s Qd")
    assert summary(examine("h", "S", rows)) == [("E", 1, "Ac", "10s", 2)]
    assert summary(examine("h", "S", rows, dead=dead("Ac"))) == []


def test_only_the_last_card_of_the_first_trick_was_led_early():
    """A card that fell has to follow suit like any other."""
    rows = tricks("9s Ac Qs 10s", "Qc Kc 9c Ks")
    assert summary(examine("h", "N", rows, dead=dead("Ac"))) == [("E", 1, "Ac", "Ks", 2)]


def test_in_a_later_trick_the_last_card_has_to_follow_too():
    rows = tricks("9s Ks Qs As", "Kd 9d Qd Ac", "10c Kc Qc Ad")
    assert summary(examine("h", "N", rows, dead=dead("Ac"))) == [("S", 2, "Ac", "Ad", 3)]
