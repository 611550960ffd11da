"""Where a rule stands: letters and numbers are the same in every language, the words beside them are not."""

import re

import pytest

from scoring.catalogue import CATALOGUE
from scoring.rule_sources import CITING, SAID
from tests.helpers.seat_words import in_french
from tournament.words.sentences import citation

ROWS = [row for offence in CATALOGUE.values() for rows in offence.rules.values() for row in rows]
SOURCES = sorted(
    {source for row in ROWS for source in (row.source, row.lost_source) if source}
    | {source for values in SAID.values() for source in values.values()}
)
LETTERS = re.compile(r"(?:penalty as |implied by )|([TLSEJB](?: [IVXL]+(?:[–,] ?[IVXL]+)*)?|T\*)(?:, |$)")


@pytest.mark.parametrize("source", SOURCES)
def test_in_english_a_citation_is_what_the_rules_say(source):
    assert citation(source) == source


def test_every_word_of_a_citation_can_be_translated():
    words = {template.template: f"<{template.template}>" for template in CITING.values()}
    with in_french(words):
        for source in SOURCES:
            for place in citation(source).split("; "):
                assert "<" in place or LETTERS.fullmatch(place), source


def test_the_letters_stay_and_the_words_are_the_readers():
    words = {
        "%(text)s names no penalty": "%(text)s ne prévoit pas de pénalité",
        "penalty as %(text)s": "pénalité comme %(text)s",
        "renege": "renonce",
        "event setting": "réglage du tournoi",
    }
    with in_french(words):
        assert citation("T, renege; T names no penalty; L XXV") == (
            "T, renonce; T ne prévoit pas de pénalité; L XXV"
        )
        assert citation("penalty as T, renege; event setting") == (
            "pénalité comme T, renonce; réglage du tournoi"
        )
