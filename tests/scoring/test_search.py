"""Plain words find entries: whole words before beginnings, telling words before small ones."""

import pytest

from scoring.ruleset import PRESETS
from scoring.rulings import search
from scoring.search import best_matches, words_of

ENTRIES = [
    (["renege"], ["didn't follow suit", "wrong suit"]),
    (["turned", "down"], ["turned down suit"]),
    (["six", "cards"], ["too many cards"]),
    (["count"], ["six cards", "miscount"]),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("renege", (0,)),
        ("RENEGE!", (0,)),
        ("reneged", (0,)),
        ("reneg", (0,)),
        ("ren", (0,)),
        ("re", ()),
        ("suit", (0, 1)),
        ("follow suit", (0,)),
        ("wrong suit", (0,)),
        ("turned down suit", (1,)),
        ("turned suit zebra", (1,)),
        ("six cards", (3, 2)),
        ("cards six many", (2, 3)),
        ("too many cards", (2,)),
        ("zebra", ()),
        ("down suit", (1,)),
        ("count", (3,)),
        ("miscounted", (3,)),
    ],
)
def test_words_find_the_likeliest_entries_first(text, found):
    assert best_matches(text, ENTRIES) == found


@pytest.mark.parametrize("text", ["", "  ", "the", "he did not!"])
def test_nothing_telling_finds_everything_as_it_stands(text):
    assert best_matches(text, ENTRIES) == (0, 1, 2, 3)


def test_nothing_is_found_among_no_entries():
    assert best_matches("renege", []) == ()


def test_a_whole_phrase_weighs_more_than_a_name():
    entries = [(["late", "lead"], []), (["other"], ["late lead"]), (["late"], ["lead", "x"])]
    assert best_matches("late lead", entries) == (1, 0, 2)


def test_a_name_weighs_more_than_a_phrase_and_a_word_more_than_its_beginning():
    entries = [(["leading"], []), (["x"], ["lead astray"]), (["lead"], [])]
    assert best_matches("lead", entries) == (2, 1, 0)


def test_words_are_compared_without_case_apostrophes_and_small_words():
    assert words_of("She Didn’t follow the dealer's SUIT, 6 times") == (
        "follow",
        "dealers",
        "suit",
        "6",
        "times",
    )
    assert words_of("Cœur, ŒUF, levée") == ("coeur", "oeuf", "levee")


@pytest.mark.parametrize("text", ["renege", "reneged", "reneges"])
def test_a_renege_in_whatever_form_is_the_plain_one_before_the_second_one(text):
    """Director finding 20: “reneged” found the second renege first, whose phrases have just that word."""
    assert search(PRESETS["progressive"], text)[0].code == "renege"


def test_among_no_entries_nothing_is_found():
    assert best_matches("renege", []) == ()
