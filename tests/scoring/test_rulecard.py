"""The rule card says what the rules do, in words with their sources."""

import re
from pathlib import Path

import pytest

from scoring.procedure import PROCEDURE
from scoring.rule_settings import SETTING, SETTINGS
from scoring.rule_sources import KEY, SAID, cited, main_text
from scoring.rulecard import FREQUENT, rule_card, short_card
from scoring.ruleset import PRESETS
from scoring.rulings import CATALOGUE, offences_for
from tests.scoring.rule_cards import every_card

T, PARTNERS, L, E, J = (
    PRESETS[name] for name in ("progressive", "partners", "laws", "eight-hand", "jeuchre")
)
KEPT = Path(__file__).with_name("rule_cards.txt")
TIE = (
    "the side that reached that score first; if nobody can say which, nobody wins unless the director "
    "names a winner"
)


def lines(rules, title, **given):
    (section,) = [section for section in rule_card(rules, **given).sections if section.title == title]
    return {line.label: (line.value, line.source) for line in section.lines}


def every_word(rules):
    card = rule_card(rules)
    for section in card.sections:
        for line in section.lines:
            yield from (line.label, line.value, *(option.words for option in line.options))


def test_points_won_are_a_table_of_makers_and_defenders():
    assert lines(T, "Points") == {
        "Makers, three or four tricks": ("makers 1", "T"),
        "Makers, all five tricks (a march)": ("makers 2", "T"),
        "Alone, three or four tricks": ("makers 1", "T"),
        "Alone, all five tricks (a lone march)": ("makers 4; the lone player scores 5", "T"),
        "Alone, fewer than three tricks": ("defenders 2", "T"),
        "Makers, fewer than three tricks": ("defenders 2", "T"),
    }


def test_without_a_bonus_the_lone_march_is_worth_the_same_to_both():
    assert lines(L, "Points")["Alone, all five tricks (a lone march)"] == ("makers 4", "S")
    assert lines(L, "Points")["Alone, fewer than three tricks"] == ("defenders 4", "S")


def test_points_lost_are_named_as_lost():
    assert lines(J, "Points") == {
        "Makers, three or four tricks": ("makers lose 2", "J"),
        "Makers, all five tricks (a march)": ("makers lose 4", "J"),
        "Makers, one or two tricks": ("defenders lose 1", "J"),
        "Makers, no trick": ("defenders lose 2", "J"),
        "The maker takes all five tricks, the partner none (a supreme)": (
            "the makers lose the game at once",
            "J",
        ),
    }


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


def test_defending_alone_has_its_lines_where_it_is_allowed():
    """Finding B: only a player who bids after the loner may."""
    allowed = T.changed(defend_alone=True)
    assert lines(allowed, "Points")["Alone against a lone defender"] == (
        "makers 4 with three tricks or more, else defenders 4",
        "T, obsolete rules",
    )
    assert lines(allowed, "Bidding")["Defending alone"] == (
        "allowed to an opponent who bids after the lone player; not to one who has passed",
        "T, obsolete rules",
    )
    assert lines(T, "Bidding")["Defending alone"] == ("not allowed", "T, the deal")


@pytest.mark.parametrize(
    ("rules", "end", "won", "source"),
    [
        (T, "after 8 deals", "the side with more points", "T"),
        (L, "when a side has 10 points", "the side that has 10 points first", "S"),
        (J, "when a side has lost 10 points", "the side that has lost fewer points", "J"),
    ],
)
def test_the_end_of_the_round_and_its_winner_are_told(rules, end, won, source):
    found = lines(rules, "The round")
    assert found["The round ends"] == (end, source)
    assert found["It is won by"] == (won, source)


def test_a_tie_and_a_void_deal_have_lines_only_where_deals_are_counted():
    """Findings C5 and C6."""
    assert lines(T, "The round")["A tie is won by"] == (TIE, "T, terms; director")
    assert lines(E, "The round")["A tie is won by"] == (TIE, "E is silent; T, terms; director")
    assert "A void deal counts as a deal" in lines(T, "The deal")
    for rules in (PARTNERS, L, J):
        assert "A tie is won by" not in lines(rules, "The round")
        assert "A void deal counts as a deal" not in lines(rules, "The deal")
        assert "the side that reached the score" in lines(rules, "The round")["If the bell ends it early"][0]


def test_the_bidding_tells_the_words_that_are_allowed():
    """Finding C3."""
    assert list(lines(T, "Bidding")) == [
        "First round of bidding",
        "Second round of bidding",
        "Words allowed in the bidding",
        "The trump cube",
        "The discard",
        "When everybody passes twice",
        "Calling a loner (playing alone)",
        "The lone player’s partner",
        SETTING["partner_must_go_alone"].title,
        "Defending alone",
    ]
    words = "Words allowed in the bidding"
    assert lines(T, "Bidding")[words][0].startswith("“Pass”, “Pick it up” and “Alone”")
    for said in ("I order it up", "I turn it down", "I take it up", "Over"):
        assert said in lines(E, "Bidding")[words][0]
    assert lines(L, "Bidding")[words][0].startswith("No list")


def test_warnings_say_whom_they_are_counted_for():
    """Findings A19 and C3."""
    warnings = {
        stay: lines(T, "Penalties", partners_stay=stay)["Warnings are counted"][0]
        for stay in (None, False, True)
    }
    kinds = "; each kind of offence by itself"
    assert warnings[False].startswith("for each player")
    assert warnings[True].startswith("for each partnership")
    assert all(words.endswith(kinds) for words in warnings.values())
    assert warnings[None] == f"{warnings[False].removesuffix(kinds)}; {warnings[True]}"
    assert "Warnings are counted" not in lines(L, "Penalties")


def test_jeuchre_bids_the_other_way_round():
    """Finding B: first any suit but the up-card's, then the up-card is ordered up."""
    found = lines(J, "Bidding")
    assert "any suit but the up-card’s" in found["First round of bidding"][0]
    assert "orders the up-card" in found["Second round of bidding"][0]
    assert found["Playing alone"] == ("no", "J is silent")


def test_a_house_rule_is_defined_where_it_stands():
    """Finding C4."""
    natural = lines(T.changed(natural_trump="whoever"), "Bidding")["Natural trump"]
    assert natural == (
        "whoever takes the up-card up, or orders it up, needs a card of its suit in hand",
        "T, obsolete rules",
    )
    assert "Natural trump" not in lines(T, "Bidding")
    for mode in (True, "after-trump", "going-under"):
        farmer = lines(T.changed(farmers_hand=mode), "Penalties")["Farmer’s hand"][0]
        assert farmer.startswith("Five cards that are all nines and tens")
    assert "swap any three" in farmer


def test_the_first_dealer_and_the_procedure_of_the_deal_are_told():
    """Findings B and C12."""
    eight = lines(E, "The deal")
    assert eight["First dealer"] == ("the first black jack", "E")
    assert eight["Cards in the deck"] == ("32 cards, sevens up", "E")
    assert "knocks" in eight["Shuffling and cutting"][0]
    assert "One at a time" in eight["Dealing"][0]
    assert lines(T, "The deal")["First dealer"] == ("the first jack", "T, the deal")
    assert "right" in lines(T, "The deal")["Shuffling and cutting"][0]
    assert "jacks of the same color" in lines(L, "The deal")["Partners by the cards"][0]
    assert "nearest to the score" in lines(L, "At the table")["Marking the score"][0]
    assert lines(L, "At the table")["Leaving the game"][1] == "L XXXII"
    play = lines(T, "The play")
    assert play["The first lead"][0] == "The player on the dealer’s left leads, in a loner too."
    assert "keeps each trick apart" in play["Tricks"][0]
    for rules in PRESETS.values():
        found = lines(rules, "At the table")["If something goes wrong"]
        assert found[0] == "Call the director. Make no rulings of your own."
        assert found[1] in ("T, rulings", f"{main_text(rules)} is silent; T, rulings")


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


def as_read(card):
    """The card as it is read: title, then (label, value, source) of each line."""
    return [(s.title, [(line.label, line.value, line.source) for line in s.lines]) for s in card]


def test_the_short_card_word_for_word():
    assert as_read(short_card(T))[1:] == [
        (
            "Playing alone",
            [
                (
                    "Calling a loner (playing alone)",
                    "The maker says “Alone”, and nothing else.",
                    "T, the deal",
                ),
                (
                    "The lone player’s partner",
                    "Puts the hand face down in the middle, may not look at the kitty, and may gather the "
                    "tricks.",
                    "T, the deal",
                ),
                ("Defending alone", "not allowed", "T, the deal"),
            ],
        ),
        (
            "The round",
            [("The round ends", "after 8 deals", "T"), ("A tie is won by", TIE, "T, terms; director")],
        ),
        (
            "Call the director",
            [
                ("If something goes wrong", "Call the director. Make no rulings of your own.", "T, rulings"),
                ("Renege: did not follow suit", "", ""),
                ("Bid out of turn", "", ""),
                ("Led out of turn", "", ""),
                ("Talking during bidding", "", ""),
                ("Card dropped or shown", "", ""),
                ("Misdeal", "", ""),
                ("Table talk", "", ""),
            ],
        ),
    ]


def test_the_short_card_says_that_nobody_plays_alone_and_when_time_is_up():
    _points, alone, round_, _director = as_read(short_card(J, minutes=20))
    assert alone == ("Playing alone", [("Playing alone", "no", "J is silent")])
    assert round_ == (
        "The round",
        [
            ("The round ends", "when a side has lost 10 points, or after 20 minutes", "J"),
            (
                "When time is up",
                "finish the deal in play; the side that has lost fewer wins; if it is tied, the side that "
                "reached the score in the earlier deal",
                "event setting",
            ),
        ],
    )


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


def test_british_euchre_is_played_by_t_where_its_text_is_silent():
    british = PRESETS["british"]
    told = {label: source for part in rule_card(british).sections for label, source in (
        (line.label, line.source) for line in part.lines)}  # fmt: skip
    by_t = {line.label for lines_of_part in PROCEDURE["T"].values() for line in lines_of_part}
    assert by_t <= set(told)
    assert told["Words allowed in the bidding"] == "B is silent; T, the deal"
    assert told["Shuffling and cutting"] == "B"


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


def test_a_card_has_title_summary_and_source():
    card = rule_card(L)
    assert (card.title, card.source) == ("Laws of euchre", "L; S")
    assert card.summary.endswith(".")


def test_a_pack_with_the_benny_says_what_a_turned_up_benny_means():
    """Finding D: 25 cards with a Benny (B)."""
    british = PRESETS["british"]
    value, source = lines(british, "Bidding")["The Benny turned up"]
    assert "before looking" in value
    assert source == "B"
    assert lines(british, "The deal")["Cards in the deck"] == ("25 cards, nines up and the Benny", "B")
    assert lines(british, "The deal")["First dealer"] == ("the highest card cut", "B")
    assert lines(T.changed(deck=25), "Bidding")["The Benny turned up"][1] == "T is silent; B"
    benny = "The Benny (the joker, or the two of spades)"
    assert lines(T.changed(deck=25), "The deal")[benny][0] == lines(british, "The deal")[benny][0]
    assert lines(T.changed(deck=25), "The deal")[benny][1] == "T is silent; B"
    assert "The Benny turned up" not in lines(T, "Bidding")
