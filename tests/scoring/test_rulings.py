"""Offences and what is proposed for them, beside the table in ``test_rulebook_table``: who can have done it,
what is asked, how it is found."""

import pytest

from scoring.catalogue import CATALOGUE
from scoring.deal import Award, Call, Fate, Forfeit, Ruling
from scoring.errors import BadRuling
from scoring.offences import Phase
from scoring.ruleset import PRESETS, Family
from scoring.rulings import History, history_of, offences_for, propose, search
from scoring.seats import Seat, Side
from tests.scoring.proposed import as_proposed

N, E, S, W = Seat
NS, EW = Side
T, L, J = PRESETS["progressive"], PRESETS["laws"], PRESETS["jeuchre"]
NORMAL, LONE_E, LONE_N = Call(E), Call(E, lone=E), Call(N, lone=N)
FIRST_TIME, WARNED = History(), History({"bidding-talk": 1})
FARMERS = T.changed(farmers_hand=True)


def proposal_for(rules, code, call=None, history=FIRST_TIME, offender=N, **given):
    return propose(code, rules, call, offender, history, **({"dealer": N} | given))


RULEBOOK_CODES = """renege renege-unproven renege-second renege-mutual revoke-corrected cards-mixed
called-card-refused bid-out-of-turn lead-out-of-turn play-out-of-turn bidding-talk table-talk no-discard
six-cards wrong-count-before-lead wrong-count-in-play wrong-dealer misdeal cards-looked-at
card-exposed-in-deal dealing-style kitty-looked-at card-taken-back dealer-reminded imperfect-pack
turned-down-suit changed-trump ambiguous-lone lone-partner-played lead-before-discard exposed-card
two-cards hand-shown quitted-trick asked-trump bridge-remark points-unmarked points-overmarked
penalty-refused farmers-hand disqualified other"""


def test_the_catalogue_has_the_rulebooks_codes_in_its_order():
    assert list(CATALOGUE) == RULEBOOK_CODES.split()


LAWS_ONLY = {"renege-mutual", "revoke-corrected", "bridge-remark"}
TOURNAMENT_ONLY = {
    "renege-second",
    "lone-partner-played",
    "farmers-hand",
    "kitty-looked-at",
    "dealer-reminded",
}
ALONE = {"ambiguous-lone", "lone-partner-played", "kitty-looked-at"}


@pytest.mark.parametrize(
    ("rules", "lacks"),
    [
        (T, LAWS_ONLY | {"farmers-hand"}),
        (FARMERS, LAWS_ONLY),
        (T.changed(lone_hands=False), LAWS_ONLY | ALONE | {"farmers-hand"}),
        (L, TOURNAMENT_ONLY),
        (L.changed(farmers_hand=True), TOURNAMENT_ONLY),
        (J, LAWS_ONLY | ALONE | {"farmers-hand", "points-unmarked", "turned-down-suit"}),
    ],
)
def test_rules_have_only_their_own_offences(rules, lacks):
    known = {offence.code for offence in offences_for(rules)}
    assert set(CATALOGUE) - known == lacks


@pytest.mark.parametrize("offence", CATALOGUE.values(), ids=lambda offence: offence.code)
def test_every_offence_can_be_asked_found_and_cited(offence):
    assert offence.code == offence.code.lower()
    assert offence.title
    assert offence.question.endswith(("?", "the reason."))
    assert offence.words
    assert isinstance(offence.phase, Phase)
    assert set(offence.rules) <= {Family.T, Family.L, Family.NONE}
    keys = {row.choice for rows in offence.rules.values() for row in rows} - {None}
    assert keys == {choice.key for choice in offence.choices}
    for rules in (T, L, J):
        if offence.rows(rules):
            assert offence.text(rules)
            assert offence.source(rules)


def test_an_offence_tells_the_text_and_source_of_all_its_outcomes():
    talk = CATALOGUE["bidding-talk"]
    assert talk.text(L).endswith("the other side scores 1 at once, and the deal goes on.")
    assert talk.source(L) == "L XXXIII"
    assert talk.text(T) == (
        "The first time in the event: A warning, and the bidding goes on. Any later time: 2 points to the "
        "other side, and the offenders may not bid in this deal."
    )
    assert talk.source(T) == "T, the deal; event setting"
    assert talk.source(J) == "J is silent; T, the deal; event setting; director"
    assert CATALOGUE["renege"].text(J) == (
        "The rest of the table settle it, not the offender: ask what they agree on and enter it. The deal "
        "ends, and the next player deals."
    )


def test_outcomes_are_a_list_with_what_decides_between_them():
    """Finding C2."""
    overmarked = CATALOGUE["points-overmarked"]
    assert [(o.condition, o.text) for o in overmarked.options(T)] == [
        ("If the director adds nothing", "The score is put right."),
        ("If the director adds it", "The score is put right, and the other side scores the excess."),
    ]
    assert [o.condition for o in CATALOGUE["wrong-dealer"].options(L)] == [
        "Found before the up-card was turned",
        "Found once the up-card was turned",
    ]
    for rules in (T, L, J, FARMERS):
        for offence in offences_for(rules):
            options = offence.options(rules)
            undecided = [option for option in options if option.condition is None]
            assert len(undecided) <= 1, offence.code
            assert len(set(options)) == len(options)


@pytest.mark.parametrize(
    ("rules", "code", "keys"),
    [
        (T, "bid-out-of-turn", ["points", "void-and-alone", "only-passed"]),
        (J, "bid-out-of-turn", ["points", "only-passed"]), (T, "renege-unproven", ["accusers-cancelled"]),
        (J, "renege-unproven", []), (T, "bidding-talk", ["warning", "penalty"]), (L, "bidding-talk", []),
        (T, "wrong-count-before-lead", []), (T, "six-cards", ["taken-up", "not-taken-up"]),
        (L, "six-cards", []), (L, "renege", ["not-completed", "cut"]), (T, "renege", []),
        (T, "dealing-style", ["asked", "not-asked"]), (L, "points-unmarked", ["deal-over", "in-time"]),
        (T, "wrong-dealer", ["before-first-trick", "after-first-trick"]),
        (L, "wrong-dealer", ["before-up-card", "after-up-card"]),
        (L, "wrong-count-before-lead", ["before-turn-up", "not-restored", "after-turn-up"]),
    ],
)  # fmt: skip
def test_choices_are_those_the_rules_leave_open(rules, code, keys):
    choices = CATALOGUE[code].choices_in(rules)
    assert [choice.key for choice in choices] == keys
    assert all(choice.label for choice in choices)


@pytest.mark.parametrize(
    ("rules", "code", "given", "error", "field"),
    [
        (T, "revoke", {}, "unknown", "code"),
        (T, "bridge-remark", {}, "not-in-rules", "code"),
        (T, "farmers-hand", {}, "not-in-rules", "code"),
        (L, "renege-second", {}, "not-in-rules", "code"),
        (T, "renege", {"offender": None}, "offender-missing", "offender"),
        (T, "renege", {"call": Call(S, lone=S)}, "see:lone-partner-played", "offender"),
        (T, "renege", {"call": Call(E, lone=E, lone_defender=S)}, "sitting-out", "offender"),
        (T, "two-cards", {"call": Call(S, lone=S)}, "sitting-out", "offender"),
        (T, "six-cards", {"call": Call(S, lone=S)}, "sitting-out", "offender"),
        (T, "bid-out-of-turn", {}, "choice-missing", "choice"),
        (L, "wrong-count-before-lead", {}, "choice-missing", "choice"),
        (T, "wrong-dealer", {}, "choice-missing", "choice"),
        (T, "bid-out-of-turn", {"choice": "warning"}, "choice-unknown", "choice"),
        (T, "renege", {"choice": "points"}, "choice-unknown", "choice"),
        (L, "bidding-talk", {"choice": "warning"}, "choice-unknown", "choice"),
        (J, "bid-out-of-turn", {"choice": "void-and-alone"}, "choice-unknown", "choice"),
        (T, "six-cards", {"dealer": None}, "dealer-missing", "dealer"),
        (T, "six-cards", {}, "choice-missing", "choice"),
        (T, "six-cards", {"dealer": E, "choice": "taken-up"}, "choice-unknown", "choice"),
        (L, "no-discard", {}, "choice-missing", "choice"),
        (L, "card-exposed-in-deal", {"choice": "goes-on"}, "choice-unknown", "choice"),
        (L, "card-exposed-in-deal", {"dealer": E}, "choice-missing", "choice"),
        (L, "cards-looked-at", {"dealer": None}, "dealer-missing", "dealer"),
        (T, "ambiguous-lone", {"call": NORMAL}, "nobody-alone", "call"),
        (T, "ambiguous-lone", {}, "nobody-alone", "call"),
        (T, "lone-partner-played", {"call": NORMAL}, "nobody-alone", "call"),
    ],
)
def test_what_the_rules_cannot_answer_is_refused(rules, code, given, error, field):
    with pytest.raises(BadRuling) as caught:
        proposal_for(rules, code, **given)
    assert (caught.value.code, caught.value.field) == (error, field)


def test_who_sat_out_may_still_accuse_and_talk():
    sitting_out = Call(S, lone=S)
    assert proposal_for(T, "renege-unproven", sitting_out).award == Award(EW, 2)
    assert proposal_for(T, "table-talk", sitting_out).warning


def test_offenders_that_go_without_saying():
    assert propose("no-discard", T, dealer=E).award == Award(NS, 2)
    assert propose("no-discard", T, offender=E, dealer=N).award == Award(NS, 2)
    assert propose("ambiguous-lone", T, LONE_E).strikes_alone
    assert propose("imperfect-pack", T).fate is Fate.REDEAL


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("no-discard", {}),
        ("six-cards", {"offender": N, "choice": "taken-up"}),
        ("misdeal", {}),
        ("wrong-dealer", {"choice": "after-first-trick"}),
        ("card-exposed-in-deal", {"offender": N}),
        ("cards-looked-at", {"offender": S}),
    ],
)
def test_what_hangs_on_the_dealer_asks_who_dealt_and_awards_nobody_silently(code, asked):
    with pytest.raises(BadRuling) as asks:
        propose(code, T, **asked)
    assert (asks.value.code, asks.value.field) == ("dealer-missing", "dealer")
    assert propose(code, T, **asked, dealer=N)


def test_whoever_is_named_for_a_dealers_offence_is_the_dealer():
    assert propose("no-discard", T, offender=N).award == Award(EW, 2)
    assert propose("no-discard", L, offender=N, choice="not-announced").cancels == (NS,)


def test_the_penalty_for_a_lone_hand_follows_the_side_not_the_seat():
    for offender in (E, N, S):
        assert propose("renege", T, LONE_E, offender).award == Award(offender.side.other, 4)
    assert propose("no-discard", T, LONE_E, E).award == Award(NS, 2)


def test_warnings_count_over_the_event_each_kind_by_itself():
    assert history_of([]) == History()
    assert history_of(["renege", "bidding-talk", "no-such-offence"], 2).warnings == {"bidding-talk": 1}
    assert history_of([], 2).misdeals_in_round == 2
    warned = history_of(["table-talk", "bidding-talk"])
    assert warned.warnings == {"table-talk": 1, "bidding-talk": 1}
    assert proposal_for(T, "bidding-talk", history=warned).award == Award(EW, 2)


def test_a_proposal_becomes_the_ruling_that_gives_just_that():
    proposal = proposal_for(L, "bidding-talk")
    assert as_proposed(proposal, "bidding-talk", N) == Ruling("bidding-talk", N, Award(EW, 1), cancels=(NS,))
    unmarked = as_proposed(
        proposal_for(T, "points-unmarked"), "points-unmarked", N, forfeits=Forfeit(NS, 1), dealer=E
    )
    assert unmarked == Ruling("points-unmarked", N, forfeits=Forfeit(NS, 1), dealer=E)
    proposal = proposal_for(T, "renege", NORMAL)
    assert as_proposed(proposal, "renege", N, included=True) == Ruling(
        "renege", N, Award(EW, 2), Fate.PASS, included=True
    )


def test_a_ruling_records_the_choice_taken_or_understood():
    assert as_proposed(proposal_for(T, "bidding-talk"), "bidding-talk", N).choice == "warning"
    assert as_proposed(proposal_for(T, "bidding-talk", history=WARNED), "bidding-talk", N).choice == "penalty"
    void = proposal_for(T, "bid-out-of-turn", choice="void-and-alone")
    assert as_proposed(void, "bid-out-of-turn", N, "void-and-alone").choice == "void-and-alone"
    assert as_proposed(void, "bid-out-of-turn", N, "other-words").choice == "other-words"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("didn't follow suit", "renege"), ("did not follow suit", "renege"), ("revoke", "renege"),
        ("Renege", "renege"), ("spoke", "bidding-talk"), ("table talk", "table-talk"),
        ("six cards", "six-cards"), ("6 cards", "six-cards"), ("false accusation", "renege-unproven"),
        ("not proven", "renege-unproven"), ("led out of turn", "lead-out-of-turn"),
        ("bid out of turn", "bid-out-of-turn"), ("forgot to discard", "no-discard"),
        ("wrong dealer", "wrong-dealer"), ("misdealt", "misdeal"), ("dropped a card", "exposed-card"),
        ("tramming", "hand-shown"), ("what's trump", "asked-trump"), ("no ace no face", "farmers-hand"),
        ("forgot to mark", "points-unmarked"), ("walked out", "penalty-refused"),
        ("peeked", "quitted-trick"), ("kitty", "kitty-looked-at"), ("took back", "card-taken-back"),
        ("reminded", "dealer-reminded"), ("looked at cards", "cards-looked-at"),
        ("let's try clubs", "bidding-talk"), ("I think I can", "bidding-talk"),
        ("passed out of turn", "bid-out-of-turn"), ("card shown", "exposed-card"),
        ("both sides reneged", "renege-second"),
    ],
)  # fmt: skip
def test_plain_words_find_the_offence(words, code):
    assert search(FARMERS, words)[0].code == code


@pytest.mark.parametrize(
    ("words", "code"),
    [("n’a pas fourni", "renege"), ("six cartes", "six-cards"), ("levee retournee", "quitted-trick")],
)
def test_words_of_another_language_find_the_offence_by_its_title(words, code):
    french = {
        "Renege: did not follow suit": "Renonce : n’a pas fourni",
        "Played with six or more cards": "A joué avec six cartes ou plus",
        "Looked at a turned trick": "A regardé une levée retournée",
    }
    assert search(FARMERS, words, lambda sentence: french.get(sentence, sentence))[0].code == code


def test_a_question_in_another_language_finds_its_offence_and_one_in_english_finds_no_more():
    told = {CATALOGUE["renege"].question: "Hosszú kérdés"}
    assert [found.code for found in search(T, "kérdés", lambda sentence: told.get(sentence, sentence))] == [
        "renege"
    ]
    asked_only = "reporter"  # a word of no title and of no words that find an offence
    told = {CATALOGUE["misdeal"].question: f"{CATALOGUE['misdeal'].question} {asked_only}"}
    assert search(T, asked_only) == ()
    assert [found.code for found in search(T, asked_only, lambda said: told.get(said, said))] == ["misdeal"]


def test_only_offences_of_the_rules_are_found():
    assert search(T, "both sides reneged mutual")[0].code != "renege-mutual"
    assert search(L, "reciprocal")[0].code == "renege-mutual"
    assert search(T, "") == offences_for(T)
    assert search(T, "zebra") == ()


def test_rules_ask_who_dealt_where_an_outcome_hangs_on_it_and_nowhere_else():
    """What decides points is asked, never assumed; what does not is not asked."""
    asking = {"no-discard", "six-cards", "wrong-dealer", "misdeal", "cards-looked-at"}
    asking |= {"card-exposed-in-deal", "lead-before-discard", "bridge-remark"}
    asking |= {"wrong-count-before-lead", "wrong-count-in-play", "dealing-style"}
    for preset, rules in PRESETS.items():
        asked = {code for code, offence in CATALOGUE.items() if offence.asks_dealer(rules)}
        expected = {code for code in asking if CATALOGUE[code].rows(rules)} if rules.has_deals else set()
        if preset == "laws":
            expected -= {"six-cards"}
        elif rules.has_deals and rules.all_pass == "stick":
            expected |= {"turned-down-suit"}
        assert asked == expected
