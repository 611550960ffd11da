"""The shorter words of printed rule cards: short where another line has the rest, else as they are."""

import pytest

from scoring.catalogue.shared import FIRST_TIME
from scoring.rulecard import KEY_OF_FORBIDDEN_ONLY, brief_source, brief_words
from scoring.sentences import joined, marked


@pytest.mark.parametrize(
    ("long", "short"),
    [
        (FIRST_TIME, "The first time"),
        (marked("Calling a loner (playing alone)"), "Calling a loner"),
        (marked("Tramming (laying down several winning cards at once)"), "Laying down several winning cards"),
        (marked("Treated as a proven renege."), "As a proven renege."),
        (marked("Reneging costs two points."), "Reneging costs two points."),
        ("Words of an official", "Words of an official"),
    ],
)
def test_a_sentence_that_another_line_repeats_gives_way_to_a_short_one(long, short):
    assert brief_words(long) == short


def test_of_joined_sentences_the_first_says_it_all_where_it_has_a_short_form():
    told = joined([marked("Treated as a proven renege."), marked("The deal ends.")])
    assert brief_words(told) == "As a proven renege."
    other = joined([marked("The deal ends."), marked("Treated as a proven renege.")])
    assert brief_words(other) == "The deal ends. Treated as a proven renege."


@pytest.mark.parametrize(
    ("source", "letters"),
    [
        ("T, renege", "T"), ("T, renege; T, the deal", "T"),
        ("T is silent; L XXV; penalty as T, renege", "L XXV; T°"),
        ("E is silent; T, the deal; T names no penalty", "T*°"), ("J is silent; director", "director°"),
        ("penalty as L IX", "L IX"), ("S, procedure; L III", "S; L III"), ("T is silent", "T is silent"),
        ("T, the deal; T names no penalty", "T*"), ("T names no penalty; L XX", "T*; L XX"),
        ("E 4; event setting", "E 4; event setting"),
    ],
)  # fmt: skip
def test_of_a_source_stands_what_says_the_rule_by_its_letter(source, letters):
    assert brief_source(source) == letters


def test_the_star_of_what_is_forbidden_without_a_penalty_has_a_key():
    assert str(KEY_OF_FORBIDDEN_ONLY) == "forbidden by T, without a penalty there"
