"""Plain words find entries: whole words before beginnings, telling words before small ones."""

from pathlib import Path

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


SAYINGS = [
    [cell.strip() for cell in line.split("|")]
    for line in Path(__file__).with_name("sayings.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def code_of(found):
    return getattr(found, "code", "allowed")


@pytest.mark.parametrize(("preset", "saying", "codes"), SAYINGS)
def test_what_players_say_finds_the_offence_among_the_first_three(preset, saying, codes):
    found = [code_of(one) for one in search(PRESETS[preset], saying)[:3]]
    assert "allowed" in codes or found[0] != "allowed"
    assert set(found) & set(codes.split(", ")), found


def test_nine_of_ten_sayings_are_answered_first():
    first = [code_of(search(PRESETS[preset], saying)[0]) in codes for preset, saying, codes in SAYINGS]
    assert sum(first) >= 0.9 * len(first)


def test_a_word_matters_that_only_small_words_surround():
    assert search(PRESETS["progressive"], "what was it that he had reneged")[0].code == "renege"
