"""Cases as a director meets them (`desk_cases.txt`): what is said, what the desk asks, what the rules
propose, and what the deal comes to.

North deals, and the seats go round N, E, S, W. Below what is said stand the ruleset, the offence, who did
it, the call (`E 3`: East made it and takes three tricks if it is played out; `E! 3`: alone) and the answer
chosen. Then what is asked beside who did it and in which deal, what is proposed, and what the deal comes to,
North–South : East–West. Proposed is a side with its points, `?` where the director says how many, and what
becomes of the deal: it `goes on`, is `over` (the next player deals), `void` (likewise) or dealt `again` by
the same dealer; `→` leads to another offence, `no:` is a refusal.
"""

import itertools
from pathlib import Path

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
from tests.scoring.proposed import as_proposed, call_of, words_of

N, E, S, W = Seat

LINES = Path(__file__).with_name("desk_cases.txt").read_text("utf-8").splitlines()
ROWS = [
    [said, *(cell.strip() for cell in f"{facts}|{answers}".split("|"))]
    for said, facts, answers in zip(LINES, LINES[1:], LINES[2:], strict=False)
    if answers.startswith("    asks ")
]


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
    return words_of(found) + (f" → {found.see}" if found.see else ""), found


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
