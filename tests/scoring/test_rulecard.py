"""The rule card says what the rules do, in words with their sources."""

import re
from pathlib import Path

import pytest

from scoring.catalogue import CATALOGUE
from scoring.rule_settings import SETTING, SETTINGS
from scoring.rule_sources import KEY, SAID, cited
from scoring.rulecard import FREQUENT, rule_card, short_card
from scoring.ruleset import PRESETS
from scoring.rulings import offences_for
from tests.scoring.rule_cards import every_card

T, PARTNERS, L, E, J = (
    PRESETS[name] for name in ("progressive", "partners", "laws", "eight-hand", "jeuchre")
)
KEPT = Path(__file__).with_name("rule_cards.txt")


def lines(rules, title, **given):
    (section,) = [section for section in rule_card(rules, **given).sections if section.title == title]
    return {line.label: (line.value, line.source) for line in section.lines}


def every_word(rules):
    card = rule_card(rules)
    for section in card.sections:
        for line in section.lines:
            yield from (line.label, line.value, *(option.words for option in line.options))


def test_a_loner_where_points_are_lost_loses_them_and_five_tricks_are_the_supreme():
    """Finding A15: 4 is lost, not won, and no trick at all costs the defenders 2."""
    alone = lines(J.changed(lone_hands=True), "Points")
    assert {label: value for label, (value, _source) in alone.items() if label.startswith("Alone")} == {
        "Alone, three or four tricks": "makers lose 2",
        "Alone, one or two tricks": "defenders lose 1",
        "Alone, no trick": "defenders lose 2",
    }
    no_supreme = lines(J.changed(lone_hands=True, supreme=False), "Points")
    assert no_supreme["Alone, all five tricks (a lone march)"][0] == "makers lose 4"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_penalty_has_its_line_and_source(rules):
    (section,) = [s for s in rule_card(rules).sections if s.title == "Penalties"]
    found = {line.label: line for line in section.lines}
    for offence in offences_for(rules):
        line, options = found[offence.title], offence.options(rules)
        if len(options) == 1:
            assert (line.value, line.source, line.options) == (options[0].text, options[0].source, ())
        else:
            assert (line.value, line.options) == ("", options)
    if rules.has_deals:
        assert found["A renege can be claimed"].value.startswith("until")
    assert ("A side that gives points away" in found) is (rules is L)


def test_a_value_that_no_text_of_the_rules_says_is_not_put_into_its_mouth():
    """Finding C10."""
    assert cited(T, "lone_euchre") == "T"
    assert cited(T.changed(lone_euchre=4), "lone_euchre") == "S"
    assert cited(T.changed(lone_euchre=3), "lone_euchre") == "event setting"
    assert cited(T.changed(deck=32), "deck") == "E"
    assert cited(E, "claim_limit") == "E is silent; event setting"
    assert cited(T, "misdeal") == "event setting"
    assert set(SAID) == {setting.name for setting in SETTINGS}
    for name, said in SAID.items():
        assert all(SETTING[name].accepts(value) for value in said if (name, value) != ("deck", 25))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_card_has_the_key_of_the_letters_it_cites(rules):
    """Finding C11."""
    card = rule_card(rules)
    cited_words = " ".join(
        source
        for section in card.sections
        for line in section.lines
        for source in (line.source, *(option.source for option in line.options))
    )
    letters = {letter for letter in KEY if re.search(rf"\b{letter}\b", cited_words)}
    assert {letter for letter, _words in card.key} == letters
    assert dict(card.key).items() <= KEY.items()


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_card_calls_players_they_and_speaks_of_no_settings(rules):
    """Finding C1."""
    for words in every_word(rules):
        assert not re.search(r"\b(he|his|him|himself)\b", words), words
        assert "event’s rules" not in words


def test_the_short_card_has_what_a_table_asks_about():
    """Points, playing alone, who wins a round or a tie, and what to call the director for."""
    for rules in (rules for rules in PRESETS.values() if rules.has_deals):
        points, alone, round_, director = short_card(rules)
        assert points == rule_card(rules).sections[0]
        assert alone.lines
        assert round_.lines[0].label == "The round ends"
        assert round_.lines[1].label in ("A tie is won by", "If the bell ends it early")
        assert director.lines[0].value.startswith("Call the director")
        known = [CATALOGUE[code].title for code in FREQUENT if CATALOGUE[code].rows(rules)]
        assert [line.label for line in director.lines[1:]] == known
        assert len(known) >= 6


def test_every_card_and_every_choice_read_word_for_word_as_kept():
    """`python -m tests.scoring.rule_cards` says how the file is written anew."""
    assert every_card().splitlines() == KEPT.read_text(encoding="utf-8").splitlines()


def test_no_line_contradicts_what_the_event_has_set():
    """A natural trump, no loners or a lone defender changes what the text has the game played like."""
    natural = lines(T.changed(natural_trump="whoever"), "Bidding")
    assert "Any hand will do" not in natural["First round of bidding"][0]
    for rules in (T, E):
        without = rules.changed(lone_hands=False, partner_must_go_alone=False)
        assert "Alone" not in lines(without, "Bidding")["Words allowed in the bidding"][0]
        assert "loner" not in lines(without, "The play")["The first lead"][0]
    defended = E.changed(defend_alone=True)
    assert "Both defenders" not in lines(defended, "Bidding")["The lone player’s partner"][0]


def test_who_says_the_winning_score_and_the_lone_players_points_is_cited():
    british = PRESETS["british"]
    assert lines(british, "The round")["It is won by"] == ("the side that has 10 points first", "T; B")
    assert lines(L.changed(target=7), "The round")["It is won by"][1] == "event setting"
    marched = "Alone, all five tricks (a lone march)"
    assert lines(L.changed(lone_march_bonus=1), "Points")[marched][1] == "S; T"
    assert lines(british, "Points")["Alone, three or four tricks"][1] == "T; B"


def test_a_card_says_what_the_director_changed():
    assert rule_card(T).changes == ()
    card = rule_card(T.changed(lone_euchre=4, all_pass="pass"))
    assert card.changes == (
        "Lone hand euchred: 4 (usually 2).",
        "When everybody passes twice: the deal is thrown in, and the next player deals "
        "(usually the dealer must name a suit).",
    )
