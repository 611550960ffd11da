"""Several offences in one deal (`tests/scoring/combinations.txt`), at the desk and on both kinds of sheet."""

from dataclasses import replace
from pathlib import Path

import pytest

from scoring.deal import Award, Deal, Fate, Forfeit, Struck
from scoring.errors import BadRuling
from scoring.points import score_deal
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply, comes_off, strikes_alone
from scoring.seats import SIDES, Seat, Side, dealer_of
from scoring.sheet import compare, next_deal, score_deals, score_totals
from tests.scoring import proposed
from tests.scoring.proposed import call_of, words_of
from tournament.models import Event, Round, Table
from tournament.state.rulings import RulingCase, RulingDecision, RulingQuestion, consider

LINES = Path(proposed.__file__).with_name("combinations.txt").read_text("utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.split("|")] for line in LINES if line and not line.startswith("#")]


def deals_to(rules, before):
    """Deals that bring both sides to a score, in twos and a one."""
    twos_and_ones = [(side, worth) for side in SIDES
                     for worth in (*[2] * (before[side] // 2), *[1] * (before[side] % 2))]  # fmt: skip
    for slot, (side, worth) in enumerate(twos_and_ones, 1):
        maker, tricks = (side, 5 if worth == 2 else 3)
        if rules.counts_lost:
            maker, tricks = (side, 3) if worth == 2 else (side.other, 2)
        yield Deal(slot, 1, dealer_of(Seat.N, slot), call_of(f"{maker.seats[0].value} 1")[0], tricks)


def ruled(case, deal, call, told):
    """(what is given in words, the case and the deal afterwards), as the desk rules beside what is ruled."""
    code, who, *said = told.split()
    count = next((int(word[1:]) for word in said if word.startswith("=")), 0)
    choice = next((word for word in said if not word.startswith("=")), None)
    offender = None if who == "-" else Seat(who)
    question = RulingQuestion(code, offender, deal.slot, deal.attempt, call, choice, deal.dealer)
    considered = consider(case, question)
    given = considered.proposal
    decision = RulingDecision.as_proposed(question, given)
    if given.open_award:
        decision = replace(decision, award=Award(given.award_side, count))
    elif count:
        decision = replace(decision, forfeits=Forfeit(given.asks_forfeit, count))
    ruling = considered.ruling(case, len(case.rulings) + 1, decision)
    if case.contradiction(decision):
        with pytest.raises(BadRuling):
            apply(deal, ruling.value())
        return "no", case, deal
    return words_of(given), replace(case, rulings=(*case.rulings, ruling)), apply(deal, ruling.value())


def on_totals(rules, before, deals, call, tricks, played):
    """The same round as totals that hold what the table wrote before any ruling, which comes off once."""
    totals, loners, values = dict(before), dict.fromkeys(Seat, 0), []
    for deal in deals:
        raw = score_deal(rules, replace(deal, call=call, tricks=tricks, rulings=(), fate=Fate.PLAYED))
        (written,) = (Struck(side, raw.points[side], raw.lone_march) for side in SIDES if raw.points[side])
        totals[written.side] += written.points
        loners |= {seat: loners[seat] + 1 for seat in Seat if seat is written.lone_march}
        ends = sorted(deal.rulings, key=lambda ruling: (not ruling.ends_deal, not strikes_alone(ruling)))
        end = next((one for one in ends if one.ends_deal or strikes_alone(one)), None)
        for ruling in deal.rulings:
            off = comes_off(rules, ruling, written) if ruling is end else None
            if ruling.code == "points-overmarked":
                off = Struck(ruling.offender.side, ruling.award.points)
                totals[off.side] += off.points
            if written.side in ruling.cancels and end is None:
                ruling = replace(ruling, forfeits=Forfeit(written.side, written.points))
            values.append(replace(ruling, included=False, struck=off))
    return score_totals(rules, totals, loners, values, deals_played=played)


@pytest.mark.parametrize("row", ROWS, ids=" | ".join)
def test_several_offences_in_one_deal_come_to_what_the_texts_say(row):
    event, called, rulings, gives, comes_to, then = row
    preset, *more = event.split()
    rules = PRESETS[preset].changed(void_uses_slot="replayed" not in more)
    score = next((one for one in more if ":" in one), "0:0")
    before = dict(zip(SIDES, map(int, score.split(":")), strict=True))
    call, tricks = call_of(called)
    deals, given = list(deals_to(rules, before)), []
    earlier, slot = len(deals), len(deals) + 1
    table = Table(round=Round(event=Event(rules=rules.to_dict()), number=1), number=1)
    case = RulingCase(table.round.event, table, None, (), {}, {})
    for attempt, told in enumerate(rulings.split("//"), 1):
        assert case.attempts_at(slot) == attempt
        wrong = [Seat(one.split()[1]) for one in told.split(";") if one.split()[:1] == ["wrong-dealer"]]
        dealer = wrong[0] if wrong else next_deal(rules, Seat.N, deals).dealer
        deal = Deal(slot, attempt, dealer, call, tricks)
        for one in filter(None, map(str.strip, told.split(";"))):
            said, case, deal = ruled(case, deal, call, one)
            given.append(said)
        deals.append(deal)
    assert "; ".join(given) == gives
    played = slot if rules.deals_per_round else None
    by_deals = score_deals(rules, Seat.N, deals, deals_played=played)
    assert ":".join(str(by_deals.totals[side] - before[side]) for side in SIDES) == comes_to
    if then.endswith("won"):
        assert by_deals.winner is Side(then[:2])
    elif then:
        assert next_deal(rules, Seat.N, deals).dealer is Seat(then[-1])
    doubts = by_deals.doubts
    if by_deals.complete:
        by_totals = on_totals(rules, before, deals[earlier:], call, tricks, played)
        assert not compare(by_deals, by_totals)
        doubts += by_totals.doubts
    assert {doubt.code for doubt in doubts} <= {"shut-out", "tie-open"}


def test_the_table_has_thirty_combinations_of_all_six_rulesets():
    assert len(ROWS) >= 30
    assert {row[0].split()[0] for row in ROWS} == set(PRESETS) - {"totals-only"}
