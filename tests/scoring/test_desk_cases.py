"""Cases as a director meets them: what is said, what is answered, and what the rules then propose.

North deals. `points` are a side and its number, “?” where the director says how many; `stop` is a refusal.
"""

import pytest

from scoring.bounds import ruling_doubts, struck_doubts
from scoring.deal import Call, Deal, Ruling
from scoring.errors import BadRuling
from scoring.ruleset import PRESETS
from scoring.rulings import History, propose
from scoring.seats import Seat

N, E, S, W = Seat
CASES = """
laws        | renege               | S | E alone | cut            | -    | goes on
laws        | renege               | N | E alone | -              | EW 4 | PASS
laws        | renege               | N | E       | not-completed  | -    | goes on
laws        | renege-mutual        | - | E       | -              | -    | REDEAL
laws        | card-exposed-in-deal | N | -       | -              | -    | REDEAL
laws        | dealing-style        | N | -       | not-asked      | -    | goes on
laws        | cards-looked-at      | S | -       | -              | -    | VOID_PASS
laws        | bridge-remark        | S | -       | -              | stop | not-an-opponent
laws        | lead-out-of-turn     | S | N alone | -              | stop | sitting-out
laws        | lead-before-discard  | E | W alone | -              | stop | sitting-out
laws        | table-talk           | N | E       | -              | EW 1 | goes on
laws        | points-overmarked    | N | E       | up-card-turned | -    | goes on
progressive | bid-out-of-turn      | N | -       | points         | EW 2 | PASS
progressive | bid-out-of-turn      | N | -       | only-passed    | -    | goes on
progressive | lone-partner-played  | S | N alone | -              | -    | goes on
progressive | lone-partner-played  | E | N alone | -              | stop | not-the-partner
progressive | lead-out-of-turn     | S | N alone | -              | stop | see:lone-partner-played
progressive | lead-before-discard  | E | E       | -              | -    | goes on
progressive | lead-before-discard  | W | E       | -              | stop | see:lead-out-of-turn
progressive | lead-before-discard  | E | N alone | -              | stop | see:lead-out-of-turn
progressive | lead-before-discard  | E | W alone | -              | stop | see:lone-partner-played
progressive | exposed-card         | E | E       | put-forward    | -    | goes on
progressive | dealer-reminded      | E | E       | penalty        | NS ? | goes on
partners    | wrong-dealer         | N | -       | before-first-trick | - | REDEAL
eight-hand  | renege               | N | E alone | -              | EW 4 | PASS
eight-hand  | dealing-style        | N | -       | asked          | -    | REDEAL
british     | misdeal              | N | -       | -              | -    | REDEAL
jeuchre     | renege               | N | E       | -              | NS ? | PASS
"""


def call_of(words):
    seat, *alone = words.split()
    return None if seat == "-" else Call(Seat(seat), Seat(seat) if alone else None)


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_each_case_is_answered_as_the_rulebook_decides(case):
    preset, code, who, call, choice, points, fate = (cell.strip() for cell in case.split("|"))
    asked = {"choice": None if choice == "-" else choice, "dealer": N}
    offender = None if who == "-" else Seat(who)
    if points == "stop":
        with pytest.raises(BadRuling) as refused:
            propose(code, PRESETS[preset], call_of(call), offender, History(), **asked)
        assert refused.value.code == fate
        return
    found = propose(code, PRESETS[preset], call_of(call), offender, History(), **asked)
    number = "?" if found.open_award else found.award and found.award.points
    assert (f"{found.award_side.value} {number}" if found.award_side else "-") == points
    assert (found.fate.value if found.fate else "goes on") == fate


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
    (doubt,) = struck_doubts([(deal, Ruling("ambiguous-lone", E))])
    assert "Unclear loner call" in doubt.message
