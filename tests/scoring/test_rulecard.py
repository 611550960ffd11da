"""The rule card says what the rules do, in words with their sources."""

import pytest

from scoring.rulecard import rule_card
from scoring.ruleset import PRESETS
from scoring.rulings import offences_for

T, L, J = PRESETS["progressive"], PRESETS["laws"], PRESETS["jeuchre"]


def lines(rules, title):
    (section,) = [section for section in rule_card(rules).sections if section.title == title]
    return {line.label: (line.value, line.source) for line in section.lines}


def test_points_won_are_a_table_of_makers_and_defenders():
    assert lines(T, "Points") == {
        "Makers, three or four tricks": ("makers 1", "T"),
        "Makers, all five tricks": ("makers 2", "T"),
        "Alone, three or four tricks": ("makers 1", "T"),
        "Alone, all five tricks": ("makers 4; the lone player himself 5", "T"),
        "Alone, fewer than three tricks": ("defenders 2", "T"),
        "Makers, fewer than three tricks": ("defenders 2", "T"),
    }


def test_without_a_bonus_the_lone_march_is_worth_the_same_to_both():
    assert lines(L, "Points")["Alone, all five tricks"] == ("makers 4", "S")
    assert lines(L, "Points")["Alone, fewer than three tricks"] == ("defenders 4", "S")


def test_points_lost_are_named_as_lost():
    assert lines(J, "Points") == {
        "Makers, three or four tricks": ("makers lose 2", "J"),
        "Makers, all five tricks": ("makers lose 4", "J"),
        "Makers, one or two tricks": ("defenders lose 1", "J"),
        "Makers, no trick": ("defenders lose 2", "J"),
        "The maker takes all five himself": ("his side loses the game", "J"),
    }


def test_defending_alone_has_its_line_where_it_is_allowed():
    assert lines(T.changed(defend_alone=True), "Points")["Alone against a lone defender"] == (
        "makers 4 with three tricks or more, else defenders 4",
        "T",
    )


@pytest.mark.parametrize(
    ("rules", "end", "won"),
    [
        (T, "after 8 deals", "the side with more points"),
        (L, "when a side has 10 points", "the side with more points"),
        (J, "when a side has lost 10 points", "the side that has lost fewer points"),
    ],
)
def test_the_end_of_the_round_and_its_winner_are_told(rules, end, won):
    found = lines(rules, "The round")
    assert found["The round ends"][0] == end
    assert found["It is won by"] == (won, {T: "T", L: "S", J: "J"}[rules])
    assert found["A tie is won by"] == (
        "the side that reached the tied score in the earlier deal; in the same deal, nobody",
        "T",
    )


def test_the_bidding_tells_what_applies():
    assert lines(T, "Bidding") == {
        "When everybody passes twice": ("the dealer must name a suit", "T"),
        "Playing alone": ("yes", "T"),
        "Dealer's partner ordering up plays alone": ("no", "E"),
        "Natural trump": ("no", "T"),
    }
    assert list(lines(J, "Bidding")) == ["When everybody passes twice", "Playing alone", "Natural trump"]


def test_the_first_dealer_and_the_movement_of_the_deal_are_told():
    found = lines(PRESETS["eight-hand"], "The deal")
    assert found["First dealer"] == ("the first black jack", "T; E")
    assert found["Cards in the pack"] == ("32 cards, sevens up", "T; E")
    assert found["After each deal"] == ("the deal passes to the left", "T; E")
    assert found["After a misdeal"] == ("the same dealer deals again", "T")
    assert found["A void deal counts as a deal"] == ("yes", "director's choice")


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_penalty_has_its_line_and_source(rules):
    found = lines(rules, "Penalties")
    for offence in offences_for(rules):
        assert found[offence.title] == (offence.text(rules), offence.source(rules))
    assert found["A renege can be claimed"][0].startswith("until")
    assert ("A side that is penalised scores nothing else in that deal" in found) is (rules is not J)


def test_a_card_says_what_the_director_changed():
    assert rule_card(T).changes == ()
    card = rule_card(T.changed(lone_euchre=4, all_pass="pass"))
    assert card.changes == (
        "Lone hand euchred: 4 (usually 2).",
        "When everybody passes twice: the hand is thrown in and the deal passes "
        "(usually the dealer must name a suit).",
    )


def test_a_card_has_title_summary_and_source():
    card = rule_card(L)
    assert (card.title, card.source) == ("Laws of euchre", "L; S")
    assert card.summary.endswith(".")
