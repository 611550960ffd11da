"""No line of the product cites a text that does not say it (finding C10).

With EUCHRE_SOURCES naming the folder of the texts, each citation is looked up there.
"""

import os
from pathlib import Path

import pytest

from scoring.catalogue import CATALOGUE
from scoring.procedure import CALL_THE_DIRECTOR, PROCEDURE
from scoring.rule_sources import KEY, SAID
from scoring.rulecard import rule_card
from scoring.ruleset import PRESETS
from tests.scoring.citations import places, plain, section, uses

NO_TEXT = {"director", "event setting"}
SOURCES = Path(os.environ.get("EUCHRE_SOURCES") or "nowhere")


def judged(source):
    """The places of a source that a text can be asked about."""
    return {
        place for place in places(source) if place not in NO_TEXT and not place.endswith("names no penalty")
    }


def cited_by_the_product():
    """Every use of a citation: what is said, and the place."""
    for offence in CATALOGUE.values():
        for row in (row for rows in offence.rules.values() for row in rows):
            for place in judged(row.source) | (judged(row.lost_source) if row.lost_source else set()):
                yield offence.code, place
        for row in (row for rules in PRESETS.values() for row in offence.rows(rules)):
            for place in judged(row.source):
                yield offence.code, place
    for name, said in SAID.items():
        for value, source in said.items():
            for place in judged(source):
                yield f"{name}={value}", place
    for letter, parts in PROCEDURE.items():
        for line in (line for lines in parts.values() for line in lines):
            for place in judged(line.source):
                yield f"{letter} {line.label}", place
    for place in judged(CALL_THE_DIRECTOR.source):
        yield f"T {CALL_THE_DIRECTOR.label}", place


def cited_on_cards():
    for rules in PRESETS.values():
        for part in rule_card(rules).sections:
            for line in part.lines:
                for source in (line.source, *(option.source for option in line.options)):
                    yield from judged(source)


def test_every_citation_in_the_product_has_its_words_in_the_list():
    listed = {(what, place) for what, place, _words in uses()}
    cited = set(cited_by_the_product())
    assert cited - listed == set()
    by_hand = {
        what for what, _place in listed - cited if " " in what
    }  # lines that the card puts together by itself
    assert {what.split(" ", 1)[1] for what in by_hand} == {"After each deal", "A tie is won by", "Points"}


def test_a_card_cites_nothing_that_is_not_in_the_list():
    listed = {place for _what, place, _words in uses()}
    assert set(cited_on_cards()) - listed == set()


def test_no_source_is_written_in_another_way():
    known = {place for _what, place, _words in uses()} | NO_TEXT
    for offence in CATALOGUE.values():
        for row in (row for rows in offence.rules.values() for row in rows):
            for place in places(row.source):
                assert place in known or place in {f"{letter} names no penalty" for letter in KEY}


if SOURCES.is_dir():

    @pytest.mark.parametrize(
        ("what", "place", "words"), list(uses()), ids=lambda value: value if isinstance(value, str) else ""
    )
    def test_the_text_says_what_is_cited(what, place, words):
        assert words
        if place.endswith(" is silent"):
            text = section(place[0], SOURCES)
            assert [word for word in words[0].split(", ") if plain(word) in text] == []
            return
        text = section(place, SOURCES)
        assert [word for word in words if plain(word) not in text] == []
