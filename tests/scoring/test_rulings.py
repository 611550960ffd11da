"""Every row of the rulebook's section 6: what is proposed under tournament rules, the laws, and Jeuchre."""

import pytest

from scoring.deal import Award, Call, Fate, Ruling
from scoring.errors import BadRuling
from scoring.offences import Phase
from scoring.ruleset import PRESETS, Family
from scoring.rulings import CATALOGUE, History, history_of, offences_for, propose, search
from scoring.seats import Seat, Side

N, E, S, W = Seat
NS, EW = Side
T, L, J = PRESETS["progressive"], PRESETS["laws"], PRESETS["jeuchre"]
NORMAL, LONE_E, LONE_N = Call(E), Call(E, lone=E), Call(N, lone=N)
FIRST_TIME, WARNED = History(), History({"talk": 1})
FARMERS = T.changed(farmers_hand=True)
SECOND = T.changed(misdeal="second-passes")
GO_ON = None

# Each row: rules, code, what is given, then points to East/West, fate, and whatever else is not plain.
# North is the offender and the dealer throughout; "L XXXIV" marks cancels=(NS,) that this law brings.
OWN = {"cancels": (NS,)}
ROWS = [
    # renege: 2 / 4 whichever side did it in a lone attempt; ends, PASS
    (T, "renege", {}, 2, "PASS", {}),
    (T, "renege", {"call": NORMAL}, 2, "PASS", {}),
    (T, "renege", {"call": LONE_E}, 4, "PASS", {}),
    (T, "renege", {"call": LONE_N}, 4, "PASS", {}),
    (T.changed(lone_maker_renege=2), "renege", {"call": LONE_N}, 2, "PASS", {}),
    (T.changed(lone_maker_renege=2), "renege", {"call": LONE_E}, 4, "PASS", {}),
    # S: 4 only when the defenders renege against a lone hand
    (L, "renege", {"call": NORMAL}, 2, "PASS", {}),
    (L, "renege", {"call": LONE_E}, 4, "PASS", {}),
    (L, "renege", {"call": LONE_N}, 2, "PASS", {}),
    (L.changed(lone_maker_renege=4), "renege", {"call": LONE_N}, 4, "PASS", {}),
    # renege-unproven: 2 to the accused, stands; accusers' own points as a choice
    (T, "renege-unproven", {}, 2, GO_ON, {}),
    (T, "renege-unproven", {"call": LONE_E}, 2, GO_ON, {}),
    (T, "renege-unproven", {"choice": "accusers-cancelled"}, 2, GO_ON, OWN),
    (T.changed(penalised_cannot_count=True), "renege-unproven", {}, 2, GO_ON, OWN),
    (T, "renege-second", {}, 0, GO_ON, {}),
    (L, "renege-mutual", {}, 0, "REDEAL", {}),
    # cards-mixed: as renege / 2 (XXV)
    (T, "cards-mixed", {}, 2, "PASS", {}),
    (T, "cards-mixed", {"call": LONE_E}, 4, "PASS", {}),
    (L, "cards-mixed", {"call": LONE_E}, 2, "PASS", {}),
    (T, "called-card-refused", {"call": LONE_E}, 4, "PASS", {}),
    (L, "called-card-refused", {"call": LONE_E}, 4, "PASS", {}),
    (L, "called-card-refused", {"call": LONE_N}, 2, "PASS", {}),
    (T, "bid-out-of-turn", {"choice": "points"}, 2, "PASS", {}),
    (T, "bid-out-of-turn", {"choice": "points", "call": LONE_E}, 2, "PASS", {}),
    (T, "bid-out-of-turn", {"choice": "void-and-alone"}, 0, GO_ON, {}),
    # lead-out-of-turn: 2 / 4 on a lone call, whoever's
    (T, "lead-out-of-turn", {"call": NORMAL}, 2, "PASS", {}),
    (T, "lead-out-of-turn", {"call": LONE_E}, 4, "PASS", {}),
    (T, "lead-out-of-turn", {"call": LONE_N}, 4, "PASS", {}),
    (L, "lead-out-of-turn", {"call": LONE_E}, 0, GO_ON, {}),
    (T, "play-out-of-turn", {}, 0, GO_ON, {}),
    (L, "play-out-of-turn", {}, 0, GO_ON, {}),
    # talk: a warning, later 2 and no more bidding / 1 at once (XXXIII, with XXXIV)
    (T, "bidding-talk", {}, 0, GO_ON, {"warning": True}),
    (T, "bidding-talk", {"history": WARNED}, 2, GO_ON, {"bidding_stops": True}),
    (T, "bidding-talk", {"choice": "penalty"}, 2, GO_ON, {"bidding_stops": True}),
    (T, "bidding-talk", {"history": WARNED, "choice": "warning"}, 0, GO_ON, {"warning": True}),
    (L, "bidding-talk", {}, 1, GO_ON, OWN),
    (L.changed(penalised_cannot_count=False), "bidding-talk", {}, 1, GO_ON, {}),
    (T, "table-talk", {}, 0, GO_ON, {"warning": True}),
    (T, "table-talk", {"history": WARNED}, 2, GO_ON, {"bidding_stops": True}),
    (L, "table-talk", {"history": WARNED}, 1, GO_ON, OWN),
    # no-discard: 2; 4 if the opponents had called alone / XVIII
    (T, "no-discard", {}, 2, "PASS", {}),
    (T, "no-discard", {"call": LONE_E}, 4, "PASS", {}),
    (T, "no-discard", {"call": LONE_N}, 2, "PASS", {}),
    (L, "no-discard", {"call": LONE_E}, 0, GO_ON, OWN),
    (T, "six-cards", {"call": LONE_E}, 4, "PASS", {}),
    (T, "six-cards", {"dealer": E}, 0, "VOID_PASS", {}),
    (L, "six-cards", {}, 0, GO_ON, OWN),
    (T, "wrong-count-before-lead", {}, 0, "REDEAL", {}),
    (L, "wrong-count-before-lead", {"choice": "before-turn-up"}, 0, GO_ON, {}),
    (L, "wrong-count-before-lead", {"choice": "after-turn-up"}, 0, "VOID_PASS", {}),
    (T, "wrong-count-in-play", {}, 0, "VOID_PASS", {}),
    (L, "wrong-count-in-play", {}, 0, "VOID_PASS", {}),
    (T, "wrong-dealer", {"choice": "before-up-card"}, 0, "REDEAL", {}),
    (T, "wrong-dealer", {"choice": "after-up-card"}, 0, GO_ON, {}),
    (L, "wrong-dealer", {"choice": "before-up-card"}, 0, "REDEAL", {}),
    (L, "wrong-dealer", {"choice": "after-up-card"}, 0, GO_ON, {}),
    # misdeal: REDEAL by setting / XI
    (T, "misdeal", {}, 0, "REDEAL", {}),
    (T.changed(misdeal="pass"), "misdeal", {}, 0, "VOID_PASS", {}),
    (SECOND, "misdeal", {}, 0, "REDEAL", {}),
    (SECOND, "misdeal", {"history": History(misdeals_in_round=1)}, 0, "VOID_PASS", {}),
    (T, "misdeal", {"history": History(misdeals_in_round=1)}, 0, "REDEAL", {}),
    (L, "misdeal", {}, 0, "VOID_PASS", {}),
    (T, "card-exposed-in-deal", {}, 0, "REDEAL", {}),
    (L, "card-exposed-in-deal", {}, 0, "REDEAL", {}),
    (T, "dealing-style", {}, 0, "REDEAL", {}),
    (L, "dealing-style", {}, 0, "REDEAL", {}),
    (T, "imperfect-pack", {}, 0, "REDEAL", {}),
    (L, "imperfect-pack", {}, 0, "REDEAL", {}),
    (T, "turned-down-suit", {}, 0, GO_ON, {"bidding_stops": True}),
    (L, "turned-down-suit", {}, 0, GO_ON, {}),
    (T, "changed-trump", {}, 0, GO_ON, {}),
    (L, "changed-trump", {}, 0, GO_ON, {}),
    (T, "ambiguous-lone", {"call": LONE_N}, 0, GO_ON, {"strikes_alone": True}),
    (L, "ambiguous-lone", {"call": LONE_N}, 0, GO_ON, {"strikes_alone": True}),
    (T, "lone-partner-played", {"call": Call(S, lone=S)}, 0, GO_ON, {"strikes_alone": True}),
    (T, "lead-before-discard", {}, 0, GO_ON, {}),
    (L, "lead-before-discard", {}, 0, GO_ON, {}),
    (T, "exposed-card", {}, 0, GO_ON, {}),
    (L, "exposed-card", {}, 0, GO_ON, {}),
    (T, "two-cards", {}, 0, GO_ON, {}),
    (L, "two-cards", {}, 0, GO_ON, {}),
    (T, "hand-shown", {}, 0, GO_ON, {"warning": True}),
    (L, "hand-shown", {}, 0, GO_ON, {}),
    (T, "quitted-trick", {}, 0, GO_ON, {"warning": True}),
    (L, "quitted-trick", {}, 0, GO_ON, {"warning": True}),
    (T, "asked-trump", {}, 0, GO_ON, {"warning": True}),
    (L, "asked-trump", {}, 0, GO_ON, {}),
    (L, "bridge-remark", {}, 0, GO_ON, {"bidding_stops": True}),
    (T, "points-unmarked", {}, 0, GO_ON, OWN),
    (L, "points-unmarked", {}, 0, GO_ON, OWN),
    (T, "points-overmarked", {}, 0, GO_ON, {}),
    (T, "points-overmarked", {"choice": "award"}, None, GO_ON, {}),
    (L, "points-overmarked", {}, None, GO_ON, OWN),
    (T, "penalty-refused", {}, None, GO_ON, {}),
    (L, "penalty-refused", {}, None, "PASS", {}),
    (FARMERS, "farmers-hand", {}, 0, "REDEAL", {}),
    (T, "disqualified", {}, 0, GO_ON, {}),
    (L, "disqualified", {}, 0, GO_ON, {}),
    (T, "other", {}, None, GO_ON, {}),
    (L, "other", {}, None, GO_ON, {}),
    # Jeuchre: every award is the director's, as points lost by the offenders
    (J, "renege", {"call": NORMAL}, None, "PASS", {}),
    (J.changed(lone_hands=True), "renege", {"call": LONE_E}, None, "PASS", {}),
    (J, "renege-unproven", {}, None, GO_ON, {}),
    (J.changed(penalised_cannot_count=True), "renege-unproven", {}, None, GO_ON, {}),
    (J, "bid-out-of-turn", {}, None, "PASS", {}),
    (J, "bidding-talk", {}, 0, GO_ON, {"warning": True}),
    (J, "table-talk", {"history": WARNED}, None, GO_ON, {"bidding_stops": True}),
    (J, "no-discard", {}, None, "PASS", {}),
    (J, "six-cards", {}, None, "PASS", {}),
    (J, "six-cards", {"dealer": E}, 0, "VOID_PASS", {}),
    (J, "misdeal", {}, 0, "REDEAL", {}),
    (J, "two-cards", {}, 0, GO_ON, {}),
    (J, "other", {}, None, GO_ON, {}),
]


def proposal_for(rules, code, call=None, history=FIRST_TIME, offender=N, **given):
    return propose(code, rules, call, offender, history, **({"dealer": N} | given))


def row_name(row):
    rules, code, given = row[:3]
    changes = "".join(f",{name}" for name in rules.differences(PRESETS[rules.preset]))
    return f"{rules.preset}{changes}-{code}-{'-'.join(given) or 'plain'}"


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_each_offence_is_answered_as_the_rulebook_says(row):
    rules, code, given, points, fate, more = row
    proposal = proposal_for(rules, code, **given)
    assert proposal.award == (Award(EW, points) if points else None)
    assert proposal.open_award is (points is None)
    assert (proposal.fate, proposal.stands) == (fate, fate is None)
    assert proposal.cancels == more.get("cancels", ())
    for flag in ("warning", "bidding_stops", "strikes_alone"):
        assert getattr(proposal, flag) is more.get(flag, False), flag
    side = NS if rules.points_are == "lost" else EW
    assert proposal.award_side is (None if points == 0 else side)
    assert proposal.text
    assert proposal.source


def test_the_table_above_has_every_offence_of_every_text():
    for rules in (T, L):
        assert {row[1] for row in ROWS if row[0] == rules} == {
            offence.code for offence in offences_for(rules)
        }
    assert {row[1] for row in ROWS} == set(CATALOGUE)


RULEBOOK_CODES = """renege renege-unproven renege-second renege-mutual cards-mixed called-card-refused
bid-out-of-turn lead-out-of-turn play-out-of-turn bidding-talk table-talk no-discard six-cards
wrong-count-before-lead wrong-count-in-play wrong-dealer misdeal card-exposed-in-deal dealing-style
imperfect-pack turned-down-suit changed-trump ambiguous-lone lone-partner-played lead-before-discard
exposed-card two-cards hand-shown quitted-trick asked-trump
bridge-remark points-unmarked points-overmarked penalty-refused farmers-hand disqualified other"""


def test_the_catalogue_has_the_rulebooks_codes_in_its_order():
    assert list(CATALOGUE) == RULEBOOK_CODES.split()


@pytest.mark.parametrize(
    ("rules", "lacks"),
    [
        (T, {"renege-mutual", "bridge-remark", "farmers-hand"}),
        (FARMERS, {"renege-mutual", "bridge-remark"}),
        (T.changed(lone_hands=False), {"renege-mutual", "bridge-remark", "farmers-hand", "ambiguous-lone",
                                       "lone-partner-played"}),
        (L, {"renege-unproven", "renege-second", "bid-out-of-turn", "lone-partner-played", "farmers-hand"}),
        (L.changed(farmers_hand=True), {"renege-unproven", "renege-second", "bid-out-of-turn",
                                        "lone-partner-played", "farmers-hand"}),
        (J, {"renege-mutual", "bridge-remark", "farmers-hand", "ambiguous-lone", "lone-partner-played",
             "points-unmarked"}),
    ],
)  # fmt: skip
def test_rules_have_only_their_own_offences(rules, lacks):
    known = {offence.code for offence in offences_for(rules)}
    assert set(CATALOGUE) - known == lacks


@pytest.mark.parametrize("offence", CATALOGUE.values(), ids=lambda offence: offence.code)
def test_every_offence_can_be_asked_found_and_cited(offence):
    assert offence.code == offence.code.lower()
    assert offence.title
    assert offence.question.endswith(("?", "yours to enter."))
    assert offence.words
    assert isinstance(offence.phase, Phase)
    assert set(offence.rules) <= {Family.T, Family.L}
    keys = {row.choice for rows in offence.rules.values() for row in rows} - {None}
    assert keys == {choice.key for choice in offence.choices}
    for rules in (T, L, J):
        if offence.rows(rules):
            assert offence.text(rules)
            assert offence.source(rules)


def test_an_offence_tells_the_text_and_source_of_all_its_rows():
    talk = CATALOGUE["bidding-talk"]
    assert talk.text(L) == "The other side scores 1 at once; the deal goes on."
    assert talk.source(L) == "L XXXIII"
    assert talk.text(T).startswith(
        "The first time in the event: a warning, and play goes on. Any later time:"
    )
    assert talk.source(T) == "T, the deal"
    assert talk.source(J) == "T, the deal; J; otherwise as T, the deal"
    assert talk.text(J).endswith("The director says how many points the offenders lose; the deal goes on; "
                                 "their side may not bid in this deal.")  # fmt: skip
    assert CATALOGUE["renege"].text(J) == (
        "The director says how many points the offenders lose; the deal ends and passes."
    )
    assert CATALOGUE["renege"].source(J) == "J; otherwise as T, renege; S, revoke"


@pytest.mark.parametrize(
    ("rules", "code", "keys"),
    [
        (T, "bid-out-of-turn", ["points", "void-and-alone"]),
        (J, "bid-out-of-turn", ["points"]),
        (T, "renege-unproven", ["accusers-cancelled"]),
        (J, "renege-unproven", []),
        (T, "bidding-talk", ["warning", "penalty"]),
        (L, "bidding-talk", []),
        (T, "wrong-count-before-lead", []),
        (L, "wrong-count-before-lead", ["before-turn-up", "after-turn-up"]),
    ],
)
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
        (L, "renege-unproven", {}, "not-in-rules", "code"),
        (T, "renege", {"offender": None}, "offender-missing", "offender"),
        (T, "renege", {"call": Call(S, lone=S)}, "sitting-out", "offender"),
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
        (T, "ambiguous-lone", {"call": NORMAL}, "nobody-alone", "call"),
        (T, "ambiguous-lone", {}, "nobody-alone", "call"),
        (T, "lone-partner-played", {"call": NORMAL}, "nobody-alone", "call"),
    ],
)
def test_what_the_rules_cannot_answer_is_refused(rules, code, given, error, field):
    with pytest.raises(BadRuling) as caught:
        proposal_for(rules, code, **given)
    assert (caught.value.code, caught.value.field) == (error, field)


def test_a_refused_choice_says_which_there_are():
    with pytest.raises(BadRuling, match="2 points to the other side”; “the bid is void"):
        proposal_for(T, "bid-out-of-turn", choice="x")
    with pytest.raises(BadRuling, match="Choose: “2 points to the other side”"):
        proposal_for(T, "bid-out-of-turn")
    with pytest.raises(BadRuling) as caught:
        proposal_for(T, "renege", choice="x")
    assert str(caught.value) == "“x” is not a choice here."


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
        ("six-cards", {"offender": N}),
        ("misdeal", {}),
        ("wrong-dealer", {"choice": "after-up-card"}),
        ("card-exposed-in-deal", {"offender": N}),
    ],
)
def test_what_hangs_on_the_dealer_asks_who_dealt_and_awards_nobody_silently(code, asked):
    with pytest.raises(BadRuling) as asks:
        propose(code, T, **asked)
    assert (asks.value.code, asks.value.field) == ("dealer-missing", "dealer")
    assert propose(code, T, **asked, dealer=N)


def test_whoever_is_named_for_a_dealers_offence_is_the_dealer():
    assert propose("no-discard", T, offender=N).award == Award(EW, 2)
    assert propose("no-discard", L, offender=N).cancels == (NS,)


def test_six_cards_by_law_cost_the_side_that_held_them_whoever_dealt():
    assert propose("six-cards", L, offender=N).cancels == (NS,)


def test_the_penalty_for_a_lone_hand_follows_the_side_not_the_seat():
    for offender, points in [(E, 4), (W, None), (N, 4), (S, 4)]:
        if points:
            assert propose("renege", T, LONE_E, offender).award == Award(offender.side.other, points)
    assert propose("no-discard", T, LONE_E, W).award == Award(NS, 2)


def test_warnings_count_over_the_event_for_both_kinds_of_talk():
    assert history_of([]) == History()
    assert history_of(["renege", "bidding-talk", "no-such-offence"], 2).warnings == {"talk": 1}
    assert history_of([], 2).misdeals_in_round == 2
    warned = history_of(["table-talk", "bidding-talk"])
    assert warned.warnings["talk"] == 2
    assert proposal_for(T, "bidding-talk", history=warned).award == Award(EW, 2)


def test_a_proposal_becomes_the_ruling_that_gives_just_that():
    proposal = proposal_for(L, "bidding-talk")
    assert proposal.ruling("bidding-talk", N) == Ruling("bidding-talk", N, Award(EW, 1), cancels=(NS,))
    proposal = proposal_for(T, "renege", NORMAL)
    assert proposal.ruling("renege", N, included=True) == Ruling(
        "renege", N, Award(EW, 2), Fate.PASS, included=True
    )


def test_a_ruling_records_the_choice_taken_or_understood():
    assert proposal_for(T, "bidding-talk").ruling("bidding-talk", N).choice == "warning"
    assert proposal_for(T, "bidding-talk", history=WARNED).ruling("bidding-talk", N).choice == "penalty"
    void = proposal_for(T, "bid-out-of-turn", choice="void-and-alone")
    assert void.ruling("bid-out-of-turn", N, "void-and-alone").choice == "void-and-alone"
    assert void.ruling("bid-out-of-turn", N, "other-words").choice == "other-words"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("didn't follow suit", "renege"),
        ("did not follow suit", "renege"),
        ("revoke", "renege"),
        ("Renege", "renege"),
        ("spoke", "bidding-talk"),
        ("table talk", "table-talk"),
        ("six cards", "six-cards"),
        ("6 cards", "six-cards"),
        ("false accusation", "renege-unproven"),
        ("not proven", "renege-unproven"),
        ("led out of turn", "lead-out-of-turn"),
        ("bid out of turn", "bid-out-of-turn"),
        ("forgot to discard", "no-discard"),
        ("wrong dealer", "wrong-dealer"),
        ("misdealt", "misdeal"),
        ("dropped a card", "exposed-card"),
        ("tramming", "hand-shown"),
        ("what's trump", "asked-trump"),
        ("no ace no face", "farmers-hand"),
        ("forgot to mark", "points-unmarked"),
        ("walked out", "penalty-refused"),
        ("peeked", "quitted-trick"),
    ],
)
def test_plain_words_find_the_offence(words, code):
    assert search(FARMERS, words)[0].code == code


def test_only_offences_of_the_rules_are_found():
    assert search(T, "both sides reneged mutual")[0].code != "renege-mutual"
    assert search(L, "reciprocal")[0].code == "renege-mutual"
    assert search(T, "") == offences_for(T)
    assert search(T, "zebra") == ()
