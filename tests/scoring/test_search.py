"""Plain words find entries: whole words before beginnings, telling words before small ones."""

import pytest

from scoring.ruleset import PRESETS
from scoring.rulings import best_matches, search, telling_words

ENTRIES = [
    (["renege"], ["didn't follow suit", "wrong suit"]),
    (["turned", "down"], ["turned down suit"]),
    (["six", "cards"], ["too many cards"]),
    (["count"], ["six cards", "miscount"]),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("renege", (0,)), ("RENEGE!", (0,)), ("reneged", (0,)), ("reneg", (0,)), ("ren", (0,)), ("re", ()),
        ("suit", (0, 1)), ("follow suit", (0,)), ("wrong suit", (0,)), ("turned down suit", (1,)),
        ("turned suit zebra", (1,)), ("six cards", (3, 2)), ("cards six many", (2, 3)),
        ("too many cards", (2,)), ("zebra", ()), ("down suit", (1,)), ("count", (3,)), ("miscounted", (3,)),
    ],
)  # fmt: skip
def test_words_find_the_likeliest_entries_first(text, found):
    assert best_matches(text, ENTRIES) == found


@pytest.mark.parametrize("text", ["", "  ", "the", "he did not!"])
def test_nothing_telling_finds_everything_as_it_stands(text):
    assert best_matches(text, ENTRIES) == (0, 1, 2, 3)


def test_a_phrase_weighs_more_than_a_name_a_name_more_than_a_word_and_that_more_than_its_beginning():
    entries = [(["late", "lead"], []), (["other"], ["late lead"]), (["late"], ["lead", "x"])]
    assert best_matches("late lead", entries) == (1, 0, 2)
    entries = [(["leading"], []), (["x"], ["lead astray"]), (["lead"], [])]
    assert best_matches("lead", entries) == (2, 1, 0)
    assert best_matches("a very late lead", [(["late"], ["lead"]), (["x"], ["late lead"])])[0] == 1
    assert best_matches("renege", []) == ()


def test_words_are_compared_without_case_apostrophes_and_small_words():
    told = telling_words("She Didn’t follow the dealer's SUIT, 6 times")
    assert told == ("follow", "dealers", "suit", "6", "times")
    assert telling_words("Cœur, ŒUF, levée") == ("coeur", "oeuf", "levee")


@pytest.mark.parametrize("text", ["renege", "reneged", "reneges"])
def test_a_renege_in_whatever_form_is_the_plain_one_before_the_second_one(text):
    """Director finding 20: “reneged” found the second renege first, whose phrases have just that word."""
    assert search(PRESETS["progressive"], text)[0].code == "renege"


SAYINGS = """
progressive | both sides reneged                      | renege-second
laws        | both sides reneged                      | renege-mutual
laws        | they both revoked                       | renege-mutual
progressive | let's try clubs                         | bidding-talk
progressive | passed out of turn                      | bid-out-of-turn
progressive | card shown                              | exposed-card
progressive | he looked                               | cards-looked-at, quitted-trick, kitty-looked-at
progressive | she didn't follow suit                  | renege
progressive | had a heart and trumped it              | renege
progressive | he had the suit and cut                 | renege
progressive | reneged on a loner                      | renege
progressive | she revoked                             | renege
progressive | didn't play the left when trump was led | renege
progressive | forgot the left bower                   | renege
progressive | accused us of reneging                  | renege-unproven
progressive | called a renege but was wrong           | renege-unproven
progressive | no renege after all                     | renege-unproven
laws        | took it back and followed suit          | revoke-corrected
laws        | caught it before the trick was turned   | revoke-corrected
progressive | mixed up the tricks                     | cards-mixed
progressive | threw the tricks together               | cards-mixed
progressive | won't play the card on the table        | called-card-refused
progressive | ordered up before her turn              | bid-out-of-turn
progressive | bid before partner                      | bid-out-of-turn
progressive | jumped the bidding                      | bid-out-of-turn
progressive | said pass too early                     | bid-out-of-turn
progressive | led when it wasn't his lead             | lead-out-of-turn
progressive | wrong person led                        | lead-out-of-turn
progressive | led from the wrong hand                 | lead-out-of-turn
progressive | played before me                        | play-out-of-turn
progressive | played ahead of partner                 | play-out-of-turn
progressive | I think I can                           | bidding-talk
progressive | follow the rule                         | bidding-talk, table-talk
laws        | make it something                       | bidding-talk, table-talk
progressive | said too much while bidding             | bidding-talk
progressive | hesitated and sighed                    | table-talk, bidding-talk
progressive | told her what to lead                   | table-talk
progressive | talking across the table                | table-talk
progressive | winked at partner                       | table-talk
progressive | nodded to partner                       | table-talk
progressive | I'm trying it                           | ambiguous-lone, bidding-talk
progressive | sit this one out partner                | ambiguous-lone
progressive | it's all mine                           | ambiguous-lone, hand-shown
progressive | never said alone                        | ambiguous-lone
progressive | dealer forgot to bury                   | no-discard
progressive | dealer has six cards                    | no-discard, six-cards
progressive | didn't throw one away                   | no-discard
progressive | still has a card left                   | six-cards, wrong-count-in-play
progressive | one card short                          | wrong-count-before-lead, wrong-count-in-play
progressive | only got four cards                     | wrong-count-before-lead, wrong-count-in-play
progressive | not my deal                             | wrong-dealer
progressive | wrong person dealt                      | wrong-dealer
progressive | dealt twice in a row                    | wrong-dealer
progressive | skipped a dealer                        | wrong-dealer
progressive | forgot to cut the cards                 | misdeal
progressive | didn't offer the cut                    | misdeal
progressive | picked his cards up too soon            | cards-looked-at
progressive | looked before the deal was done         | cards-looked-at
progressive | flipped a card over dealing             | card-exposed-in-deal
progressive | two cards turned up                     | card-exposed-in-deal
progressive | flipped two cards                       | card-exposed-in-deal
progressive | dealt three then two                    | dealing-style
progressive | changed how he deals                    | dealing-style
progressive | looked in the kitty                     | kitty-looked-at
progressive | looked under the kitty                  | kitty-looked-at
progressive | changed his card                        | card-taken-back
progressive | picked the card back up                 | card-taken-back
progressive | swapped his discard                     | card-taken-back
progressive | told dealer to discard                  | dealer-reminded
progressive | two aces of spades                      | imperfect-pack
progressive | card missing from the deck              | imperfect-pack
progressive | only 23 cards                           | imperfect-pack
progressive | called the suit we turned down          | turned-down-suit
progressive | called the same suit                    | turned-down-suit
progressive | said hearts, meant spades               | changed-trump
progressive | changed her mind about trump            | changed-trump
progressive | partner didn't lay down his hand        | lone-partner-played
progressive | loner's partner played                  | lone-partner-played
progressive | partner kept playing on a loner         | lone-partner-played
progressive | led too fast                            | lead-before-discard
progressive | led before dealer buried                | lead-before-discard
progressive | dropped a card                          | exposed-card
progressive | card fell on the floor                  | exposed-card
progressive | we saw her card                         | exposed-card
progressive | two cards stuck together                | two-cards
progressive | threw two cards                         | two-cards
progressive | the rest are mine                       | hand-shown
progressive | threw his cards in                      | hand-shown
progressive | laid down her hand                      | hand-shown
progressive | looked back at a trick                  | quitted-trick
progressive | flipped a trick over                    | quitted-trick
progressive | what's trump?                           | asked-trump
progressive | asked what was led                      | asked-trump, table-talk
laws        | said we're in the barn                  | bridge-remark
laws        | told partner we need two                | bridge-remark, table-talk
progressive | forgot to move the score                | points-unmarked
progressive | didn't mark the point                   | points-unmarked
progressive | took an extra point                     | points-overmarked
progressive | scored three instead of two             | points-overmarked
progressive | won't take the ruling                   | penalty-refused
progressive | quit and walked out                     | penalty-refused
progressive | shouting and swearing                   | disqualified
progressive | caught cheating again                   | disqualified, table-talk
progressive | reneged twice                           | renege
progressive | played off suit                         | renege
progressive | did not play a club when he had one     | renege
progressive | wrong accusation                        | renege-unproven
progressive | claimed a renege that wasn't            | renege-unproven
progressive | bid when it wasn't her turn             | bid-out-of-turn
progressive | third seat led                          | lead-out-of-turn
progressive | his partner led for him                 | lead-out-of-turn
progressive | played out of order                     | play-out-of-turn
progressive | coached her partner                     | table-talk
progressive | gave a hint                             | table-talk, bidding-talk
progressive | picked up but didn't discard            | no-discard
progressive | played with six cards                   | six-cards
progressive | somebody has 4 cards                    | wrong-count-before-lead, wrong-count-in-play
progressive | I should have dealt                     | wrong-dealer
progressive | dealt in the wrong order                | misdeal, wrong-dealer
progressive | saw the bottom card                     | card-exposed-in-deal, exposed-card, cards-looked-at
progressive | showed me a card by accident            | exposed-card
progressive | peeked at the kitty                     | kitty-looked-at
progressive | took his card back                      | card-taken-back
progressive | ten of hearts is missing                | imperfect-pack
progressive | named the turned down suit              | turned-down-suit
progressive | didn't hear alone                       | ambiguous-lone
progressive | loner's partner put down a card         | lone-partner-played
progressive | led before the discard                  | lead-before-discard
progressive | played two cards at once                | two-cards
progressive | he trammed                              | hand-shown
progressive | asked who called trump                  | asked-trump
progressive | points not counted                      | points-unmarked
progressive | cheated on the score                    | points-overmarked
progressive | refuses the penalty                     | penalty-refused
progressive | fighting                                | disqualified
"""
"""What players say, and the offence it is: from the texts, and as people tell it to a director."""


@pytest.mark.parametrize("line", SAYINGS.strip().splitlines())
def test_what_players_say_finds_the_offence_among_the_first_three(line):
    preset, saying, codes = (cell.strip() for cell in line.split("|"))
    found = [offence.code for offence in search(PRESETS[preset], saying)[:3]]
    assert set(found) & set(codes.split(", ")), found


def test_nine_of_ten_sayings_find_the_offence_first():
    lines = [[cell.strip() for cell in line.split("|")] for line in SAYINGS.strip().splitlines()]
    first = [search(PRESETS[preset], saying)[0].code in codes for preset, saying, codes in lines]
    assert sum(first) >= 0.9 * len(first)


def test_a_word_matters_that_only_small_words_surround():
    assert search(PRESETS["progressive"], "what was it that he had reneged")[0].code == "renege"
