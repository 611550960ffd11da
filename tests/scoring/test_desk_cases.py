"""Cases as a director meets them: what is said, what the desk asks, what the rules propose, and what the
deal comes to.

North deals, and the seats go round N, E, S, W. Below what is said stand the ruleset, the offence, who did
it, the call (`E 3`: East made it and takes three tricks if it is played out; `E! 3`: alone) and the answer
chosen. Then what is asked beside who did it and in which deal, what is proposed, and what the deal comes to,
North–South : East–West. Proposed is a side with its points, `?` where the director says how many, and what
becomes of the deal: it `goes on`, is `over` (the next player deals), `void` (likewise) or dealt `again` by
the same dealer; `→` leads to another offence, `no:` is a refusal.
"""

import itertools

import pytest

from scoring.bounds import ruling_doubts, struck_doubts, totals_doubts
from scoring.catalogue import CATALOGUE
from scoring.deal import Call, Deal, Fate, Ruling
from scoring.doubts import Doubt
from scoring.errors import BadRuling
from scoring.offences import Who
from scoring.points import score_deal
from scoring.reachable import can_be
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply, ruled_call
from scoring.rulings import History, call_decides, choice_decides, propose
from scoring.seats import SIDES, Seat, Side
from scoring.sheet import score_totals
from tests.scoring.proposed import as_proposed

N, E, S, W = Seat
CASES = """
THE TWELVE OF THE THIRD READING
Two cards are turned up
    laws | card-exposed-in-deal | N | - | -
    asks dealer | again | 0:0
South orders up out of turn, and East–West take the points
    progressive | bid-out-of-turn | S | S 3 | points
    asks choice | EW 2, over | 0:2
The partner of a loner plays a card
    progressive | lone-partner-played | S | N! 5 | -
    asks alone | goes on | 2:0
Both sides revoke in one deal
    laws | renege-mutual | - | E 3 | -
    asks nothing more | again | 0:0
A renege against a loner, found after the next cut
    laws | renege | S | E! 3 | cut
    asks choice | goes on | 0:1
The loner’s partner leads, and it is called a lead out of turn
    progressive | lead-out-of-turn | S | N! 5 | -
    asks alone | → lone-partner-played | -
The third seat leads before the discard
    progressive | lead-before-discard | W | E 3 | -
    asks dealer | → lead-out-of-turn | -
A card is put forward, seen and pulled back
    progressive | exposed-card | E | E 3 | put-forward
    asks choice | goes on | 0:1
“Let’s try clubs”, said by the player who once reminded a dealer
    progressive | bidding-talk | N | N 3 | -
    asks nothing more | goes on | 1:0
The dealer changes from twos to threes; an opponent has looked
    laws | dealing-style | N | E 3 | not-asked
    asks choice | goes on | 0:1
The dealer’s partner takes up their cards in the deal
    laws | cards-looked-at | S | - | -
    asks dealer | void | 0:0
The dealer’s partner mentions the score at the bridge
    laws | bridge-remark | S | N 3 | -
    asks dealer | no:not-an-opponent | -

RENEGES
A renege, nobody alone
    progressive | renege | N | E 3 | -
    asks alone | EW 2, over | 0:2
A defender reneges against a loner
    progressive | renege | N | E! 5 | -
    asks alone | EW 4, over | 0:4
The loner reneges
    progressive | renege | E | E! 5 | -
    asks alone | NS 4, over | 4:0
The loner reneges
    laws | renege | E | E! 5 | -
    asks choice, alone | NS 2, over | 2:0
A defender reneges against a loner, the cards not cut
    laws | renege | N | E! 5 | -
    asks choice, alone | EW 4, over | 0:4
It is seen before the trick is turned
    laws | renege | N | E 3 | not-completed
    asks choice | goes on → revoke-corrected | 0:1
The card is taken back and suit is followed
    laws | revoke-corrected | N | E 3 | -
    asks nothing more | goes on | 0:1
A claim that the tricks do not prove
    partners | renege-unproven | W | E 3 | -
    asks choice | NS 2, goes on | 2:1
The same, and the accusers lose what they won
    partners | renege-unproven | W | E 3 | accusers-cancelled
    asks choice | NS 2, goes on | 2:0
The second renege of one trick
    progressive | renege-second | E | N 4 | ruled
    asks choice | goes on | 1:0
The accused mix the tricks of a loner
    progressive | cards-mixed | N | E! 4 | -
    asks alone | EW 4, over | 0:4
The accused mix the tricks of a loner
    laws | cards-mixed | N | E! 4 | -
    asks choice | EW 2, over | 0:2
They mix them after the cut for the next deal
    laws | cards-mixed | N | E 4 | cut
    asks choice | goes on | 0:1
A called card is refused
    laws | called-card-refused | S | E 3 | -
    asks choice, alone | EW 2, over | 0:2
A renege against a loner
    eight-hand | renege | N | E! 5 | -
    asks alone | EW 4, over | 0:4
A renege
    british | renege | W | N 3 | -
    asks alone | NS 2, over | 2:0
A renege: the players settle it
    jeuchre | renege | N | E 3 | -
    asks nothing more | NS ?, over | ?

OUT OF TURN
North bids out of turn; the others void the bid and play alone
    progressive | bid-out-of-turn | N | E! 5 | void-and-alone
    asks choice, alone | goes on | 0:4
North bids out of turn, and North’s partner wants to play alone
    progressive | bid-out-of-turn | N | S! 5 | void-and-alone
    asks choice, alone | no:own-side | -
A pass out of turn
    british | bid-out-of-turn | N | E 3 | only-passed
    asks choice | goes on | 0:1
A lead out of turn on a loner
    progressive | lead-out-of-turn | N | E! 5 | -
    asks alone | EW 4, over | 0:4
A lead out of turn by the maker
    partners | lead-out-of-turn | E | E 3 | -
    asks alone | NS 2, over | 2:0
A lead out of turn, seen at once
    laws | lead-out-of-turn | E | E 3 | -
    asks choice | goes on | 0:1
A lead out of turn, four cards played
    laws | lead-out-of-turn | E | E 3 | four-played
    asks choice | goes on | 0:1
The loner’s partner leads
    laws | lead-out-of-turn | S | N! 5 | -
    asks choice | no:sitting-out | -
A card played before its turn
    eight-hand | play-out-of-turn | W | E 5 | -
    asks alone | goes on | 0:2
Eldest leads before the discard
    progressive | lead-before-discard | E | N 3 | -
    asks dealer | goes on | 1:0
Eldest leads before the discard, and the dealer is alone
    progressive | lead-before-discard | E | N! 5 | -
    asks dealer | goes on | 4:0

TALK, AND WHAT IS WARNED FIRST
A remark in the bidding, warned before
    progressive | bidding-talk | E | N 3 | penalty
    asks nothing more | NS 2, goes on | 3:0
A remark in the bidding
    laws | bidding-talk | E | N 5 | -
    asks nothing more | NS 1, goes on | 3:0
Advice during play
    laws | table-talk | N | E 5 | -
    asks nothing more | EW 1, goes on | 0:3
Advice during play, warned before
    eight-hand | table-talk | N | E 5 | penalty
    asks nothing more | EW ?, goes on | ?
“Don’t forget to discard”, said again
    progressive | dealer-reminded | E | E 3 | penalty
    asks nothing more | NS ?, goes on | ?
A loner’s partner looks at the kitty
    partners | kitty-looked-at | S | N! 5 | -
    asks nothing more | goes on | 4:0
An opponent of the dealer mentions the score at the bridge
    laws | bridge-remark | E | N 3 | -
    asks dealer | goes on | 1:0

DEALING AND DISCARDING
The dealer plays six cards, having taken the card up
    progressive | six-cards | N | N 3 | taken-up
    asks dealer, choice, alone | EW 2, over | 0:2
Somebody else has six cards
    progressive | six-cards | W | N 3 | -
    asks dealer | void | 0:0
No discard, and the other side had called alone
    partners | no-discard | N | E! 4 | -
    asks alone | EW 4, over | 0:4
No discard, not announced
    laws | no-discard | N | N 3 | not-announced
    asks choice | goes on | 0:0
No discard, announced in time
    laws | no-discard | N | N 3 | announced
    asks choice | goes on | 1:0
Four cards, found before the lead
    eight-hand | wrong-count-before-lead | E | - | -
    asks dealer | again | 0:0
Four cards, found in play
    british | wrong-count-in-play | W | E 3 | -
    asks dealer | void | 0:0
Four cards before the turn-up, in order
    laws | wrong-count-before-lead | N | E 3 | before-turn-up
    asks dealer, choice | goes on | 0:1
Four cards before the turn-up, the order lost
    laws | wrong-count-before-lead | N | - | not-restored
    asks dealer, choice | void | 0:0
The wrong player dealt, found in the first trick
    partners | wrong-dealer | N | - | before-first-trick
    asks choice | again | 0:0
The wrong player dealt, the card is turned
    laws | wrong-dealer | N | E 3 | after-up-card
    asks choice | goes on | 0:1
An opponent exposes a card and the dealer wants a new deal
    british | card-exposed-in-deal | W | - | again
    asks dealer, choice | again | 0:0
The dealer changes from one card to two at a time
    eight-hand | dealing-style | N | - | asked
    asks choice | again | 0:0
A misdeal
    laws | misdeal | N | - | -
    asks nothing more | void | 0:0
A misdeal
    jeuchre | misdeal | N | - | -
    asks nothing more | again | 0:0

CARDS AND MARKS
Two cards to a trick
    jeuchre | two-cards | W | E 3 | -
    asks nothing more | goes on | 0:2
A card of the wrong suit is taken back
    laws | card-taken-back | N | E 3 | wrong-suit
    asks choice | goes on → revoke-corrected | 0:1
The loner call was mumbled
    british | ambiguous-lone | N | N! 5 | -
    asks alone | goes on | 2:0
Nobody is down as alone
    progressive | ambiguous-lone | N | N 5 | -
    asks alone | no:nobody-alone | -
The turned-down suit is named
    progressive | turned-down-suit | E | E 3 | -
    asks dealer | goes on | 0:1
The dealer, who has to name a suit, names it
    progressive | turned-down-suit | N | - | -
    asks dealer | again | 0:0
Too many marked, seen after the next turn-up
    laws | points-overmarked | N | E 3 | up-card-turned
    asks choice | goes on | 0:1
Too many marked, seen in time
    laws | points-overmarked | N | E 3 | up-card-not-turned
    asks choice | EW ?, goes on | ?
Points lost for overmarking
    jeuchre | points-overmarked | N | E 3 | award
    asks choice | NS ?, goes on | ?
A penalty is refused
    laws | penalty-refused | N | E 3 | -
    asks nothing more | EW ?, over | ?
Offences that Jeuchre’s events do not have
    jeuchre | lone-partner-played | S | N! 5 | -
    asks nothing more | no:not-in-rules | -
"""

ENDS = {"goes on": None, "over": Fate.PASS, "void": Fate.VOID_PASS, "again": Fate.REDEAL}
LINES = CASES.splitlines()
ROWS = [
    [said, *(cell.strip() for cell in f"{facts}|{answers}".split("|"))]
    for said, facts, answers in zip(LINES, LINES[1:], LINES[2:], strict=False)
    if answers.startswith("    asks ")
]


def call_of(words):
    seat, *tricks = words.split()
    if seat == "-":
        return None, None
    return Call(Seat(seat[0]), Seat(seat[0]) if seat.endswith("!") else None), int(tricks[0])


def questions(code, rules, offender, choice):
    """What the desk asks after who did it, in its order."""
    offence = CATALOGUE[code]
    dealer = offender if offence.who is Who.DEALER else N
    asked = []
    if offence.asks_dealer(rules) and offence.who is not Who.DEALER:
        asked.append("dealer")
    if choice_decides(offence, rules, offender, dealer) and not offence.warns(rules):
        asked.append("choice")
    if call_decides(rules, code, offender, dealer, choice):
        asked.append("alone")
    return "asks " + (", ".join(asked) or "nothing more")


def answer(code, rules, call, offender, choice):
    """(what is proposed in words, the proposal or None where the desk refuses or leads elsewhere)."""
    try:
        found = propose(code, rules, call, offender, History(), choice=choice, dealer=N)
    except BadRuling as refused:
        see = refused.code.startswith("see:")
        return refused.code.replace("see:", "→ ") if see else f"no:{refused.code}", None
    points = "?" if found.open_award else found.award and found.award.points
    given = f"{found.award_side.value} {points}, " if found.award_side else ""
    (end,) = (words for words, fate in ENDS.items() if fate is found.fate)
    return given + end + (f" → {found.see}" if found.see else ""), found


def deal_comes_to(rules, code, offender, found, call, tricks):
    if found is None:
        return "-"
    if found.open_award:
        return "?"
    deal = apply(Deal(1, 1, N, call, tricks), as_proposed(found, code, offender, dealer=N))
    return ":".join(str(points) for points in score_deal(rules, deal).points.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[1]}: {row[0]}")
def test_each_case_is_answered_as_the_rulebook_decides(row):
    _said, preset, code, who, called, choice, asked, proposed, comes_to = row
    rules, offender = PRESETS[preset], None if who == "-" else Seat(who)
    choice = None if choice == "-" else choice
    call, tricks = call_of(called)
    words, found = answer(code, rules, call, offender, choice)
    points = deal_comes_to(rules, code, offender, found, call, tricks)
    assert (questions(code, rules, offender, choice), words, points) == (asked, proposed, comes_to)


def test_the_table_has_the_twelve_cases_and_forty_more_of_all_six_rulesets():
    assert len(ROWS) >= 12 + 40
    assert {row[1] for row in ROWS} == set(PRESETS) - {"totals-only"}


@pytest.mark.parametrize(
    ("call", "ruling", "doubted"),
    [
        (Call(N), Ruling("bid-out-of-turn", N, choice="void-and-alone"), ["bid-not-alone"]),
        (Call(E), Ruling("bid-out-of-turn", N, choice="void-and-alone"), ["bid-not-alone"]),
        (Call(E, lone=E), Ruling("bid-out-of-turn", N, choice="void-and-alone"), []),
        (Call(N), Ruling("bidding-talk", N, choice="penalty"), ["side-may-not-bid"]),
        (Call(E), Ruling("bidding-talk", N, choice="penalty"), []),
    ],
)
def test_a_sheet_is_held_against_the_ruling_made_before(call, ruling, doubted):
    deal = Deal(3, 1, N, call, tricks=3, rulings=(ruling,))
    doubts = ruling_doubts(PRESETS["progressive"], [deal])
    assert [doubt.code for doubt in doubts] == doubted
    assert all("by the ruling" in doubt.message for doubt in doubts)


def test_a_loner_that_was_struck_is_doubted():
    deal = Deal(3, 1, N, Call(E, lone=E), tricks=3)
    struck = Ruling("ambiguous-lone", E)
    assert struck_doubts([(deal, struck)]) == (
        Doubt.of("alone-struck", "deals", ruling="ambiguous-lone", slot=3, attempt=1),
    )
    assert "Unclear loner call" in struck_doubts([(deal, struck)])[0].message
    with_partner, thrown_in = Deal(3, 1, N, Call(E), tricks=3), Deal(3, 1, N)
    others = [(with_partner, struck), (thrown_in, struck), (deal, Ruling("bidding-talk", N)), (deal, FREE)]
    assert struck_doubts(others) == ()


FREE = Ruling("free", N)
VOIDED = Ruling("bid-out-of-turn", N, choice="void-and-alone")
BARRED = Ruling("turned-down-suit", N)
STRUCK = Ruling("ambiguous-lone", N)


@pytest.mark.parametrize(
    ("ruling", "totals", "lone_north", "deals", "doubted"),
    [
        (VOIDED, (1, 0), 0, 1, True),  # North–South cannot have made trump
        (VOIDED, (0, 2), 0, 1, True),  # a march is 4 for somebody alone
        (VOIDED, (0, 1), 0, 1, False),
        (VOIDED, (2, 0), 0, 1, False),  # euchred, at their own risk
        (BARRED, (8, 0), 0, None, True),  # eight deals that North–South made
        (BARRED, (9, 0), 0, None, False),  # in one of them East–West were euchred
        (STRUCK, (32, 0), 8, None, True),  # eight lone marches, and one loner did not count
        (STRUCK, (30, 0), 7, None, False),
        (STRUCK, (0, 1), 0, 1, True),  # North’s side made trump
        (STRUCK, (1, 0), 0, 1, False),
        (BARRED, (5, 4), 0, None, False),
    ],
)
def test_totals_are_held_against_the_ruling_made_before(ruling, totals, lone_north, deals, doubted):
    score = score_totals(
        PRESETS["progressive"], dict(zip(SIDES, totals, strict=True)), {N: lone_north}, [ruling],
        deals_played=deals,
    )  # fmt: skip
    found = [doubt for doubt in score.doubts if doubt.code == "ruling-not-kept"]
    assert bool(found) is doubted
    assert all(CATALOGUE[ruling.code].title in doubt.message for doubt in found)


def test_of_several_rulings_the_one_that_was_not_kept_is_named():
    totals = dict(zip(SIDES, (1, 1), strict=True))
    kept = Ruling("turned-down-suit", E)
    (doubt,) = totals_doubts(PRESETS["progressive"], totals, {}, [kept, VOIDED], 1)
    assert (
        doubt.code == "totals-impossible"
    )  # two deals’ points in one deal: no round at all, which is another doubt
    (doubt,) = totals_doubts(PRESETS["progressive"], {Side.NS: 1, Side.EW: 0}, {}, [kept, VOIDED], 1)
    assert doubt.facts["ruling"] == "bid-out-of-turn"


@pytest.mark.parametrize("preset", ["progressive", "laws", "jeuchre", "eight-hand"])
@pytest.mark.parametrize("ruling", [VOIDED, BARRED, STRUCK], ids=lambda ruling: ruling.code)
def test_what_totals_can_be_after_a_ruling_is_what_two_deals_bring(preset, ruling):
    """By brute force: every call and every number of tricks of two deals."""
    rules = PRESETS[preset]
    calls = [
        Call(maker, lone) for maker in (N, E) for lone in ((None, maker) if rules.lone_hands else (None,))
    ]
    deals = [Deal(1, 1, N, call, tricks) for call in calls for tricks in range(6)]
    left = ruled_call(rules, ruling)
    ruled = [d for d in deals if left is None or (
        d.call.side is left.makers and left.alone in (None, d.call.alone))]  # fmt: skip
    if rules.all_pass == "pass" and rules.void_uses_slot:
        thrown = Deal(1, 1, N, fate=Fate.THROWN_IN)
        deals, ruled = [*deals, thrown], [*ruled, thrown]
    reached = set()
    for pair in itertools.product(ruled, deals):
        scores = [score_deal(rules, deal) for deal in pair]
        points = tuple(sum(score.points[side] for score in scores) for side in SIDES)
        marches = tuple(
            sum(score.lone_march is not None and score.lone_march.side is side for score in scores)
            for side in SIDES
        )
        reached.add((points, marches))
    for points in itertools.product(range(9), repeat=2):
        for marches in itertools.product(range(3), repeat=2):
            facts = (dict(zip(SIDES, pair, strict=True)) for pair in (points, marches))
            assert can_be(rules, *facts, [ruling], 2, [ruling]) is ((points, marches) in reached)


def test_a_ruling_that_ended_the_deal_leaves_no_call():
    ended = Ruling("bidding-talk", N, choice="penalty", fate=Fate.PASS)
    assert ruled_call(PRESETS["progressive"], ended) is None


def test_a_loner_that_was_struck_met_no_lone_defender():
    rules = PRESETS["progressive"].changed(defend_alone=True)
    four, none = {Side.NS: 4, Side.EW: 0}, {Side.NS: 0, Side.EW: 0}
    assert can_be(rules, four, none, [STRUCK], 1)
    assert not can_be(rules, four, none, [STRUCK], 1, [STRUCK])
