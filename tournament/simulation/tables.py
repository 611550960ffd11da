"""Made-up play with lifelike frequencies: random deals, totals and rulings for a table, most of them legal.

For random events, the demonstration event and tests. Reads what has been reported; writes nothing, and knows
no rule's points.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.catalogue import WRONG_DEALER
from scoring.deal import TRICKS, Award, Call, Deal, Fate, Forfeit
from scoring.errors import ScoringError
from scoring.offences import Offence, Who
from scoring.ruleset import Ruleset
from scoring.rulings import Proposal, offences_for
from scoring.seats import SEATS, SIDES, Seat, Side, dealer_of
from scoring.sheet import NextDeal, RoundScore, next_deal, score_deals, score_totals
from tournament.models import Ruling, Sheet, Table
from tournament.models.sheets import Written, Wrote
from tournament.state.rulings import RulingDecision, RulingQuestion, proposal_for, read_case
from tournament.state.sheet_scores import TableResult, first_dealer_said, merge_rulings

MOST_DEALS = 60  # of one round, however often it is dealt again
UNMARKED = "points-unmarked"
FAVOURITES = (
    "renege", "lead-out-of-turn", "misdeal", "table-talk", "no-discard", "other", WRONG_DEALER, UNMARKED,
)  # fmt: skip


class DealOutcome(NamedTuple):
    """A kind of deal: weight per 100, if alone, and the makers' tricks (a repeated count is likelier)."""

    often: float
    alone: bool
    tricks: tuple[int, ...]


# Of a hundred deals about 75 are made, 12 marched, 10 euchred, and 3 are lone marches.
DEAL_OUTCOMES = (
    DealOutcome(71, False, (3, 3, 3, 4, 4)),
    DealOutcome(4, True, (3, 4, 4)),
    DealOutcome(12, False, (5,)),
    DealOutcome(3, True, (5,)),
    DealOutcome(9, False, (2, 2, 2, 1, 0)),
    DealOutcome(1, True, (2, 1)),
)
# The dealer picks up a card, so the dealer's side calls more often. Seats from the dealer's left to the
# dealer.
CALLERS = (24, 22, 20, 34)


def play_deal(rng: random.Random, rules: Ruleset, due: NextDeal) -> Deal:
    """Play one deal and report it as a table would.

    >>> from scoring.ruleset import PRESETS
    >>> deal = play_deal(random.Random(1), PRESETS["progressive"], NextDeal(slot=1, attempt=1, dealer=Seat.N))
    >>> deal.slot, deal.dealer.value, 0 <= deal.tricks <= 5
    (1, 'N', True)
    """
    happenings = DEAL_OUTCOMES if rules.lone_hands else tuple(way for way in DEAL_OUTCOMES if not way.alone)
    way = rng.choices(happenings, weights=[way.often for way in happenings])[0]
    maker = due.dealer.advanced(1 + rng.choices(range(4), weights=CALLERS)[0])
    alone = way.alone or (rules.partner_must_go_alone and maker is due.dealer.partner)
    tricks = rng.choice(way.tricks)
    return Deal(
        slot=due.slot,
        attempt=due.attempt,
        dealer=due.dealer,
        call=Call(maker, maker if alone else None),
        tricks=tricks,
        supreme=rules.supreme and alone and tricks == TRICKS,
        fate=Fate.PLAYED,
    )


def play_round(rng: random.Random, rules: Ruleset, first_dealer: Seat) -> Sequence[Deal]:
    """Play a whole round at one table, until the rules end it.

    >>> from scoring.ruleset import PRESETS
    >>> len(play_round(random.Random(1), PRESETS["progressive"], Seat.N))
    8
    """
    deals: list[Deal] = []
    while (due := next_deal(rules, first_dealer, deals)) is not None:
        deals.append(play_deal(rng, rules, due))
    return deals


def score_of_a_table(rng: random.Random, rules: Ruleset) -> RoundScore:
    """What a whole round at one table comes to."""
    if rules.has_deals:
        return score_deals(rules, Seat.N, play_round(rng, rules, Seat.N))
    return score_totals(rules, _within_bounds(rng, rules), dict.fromkeys(SEATS, 0))


VOID = (Fate.REDEAL, Fate.VOID_PASS)
REASONS = ("Heard at the table", "Both sides agree", "The table’s own count – checked", "As the rule says")


class Totals(NamedTuple):
    """A round reported as totals, without deals."""

    totals: Mapping[Side, int]
    loners: Mapping[Seat, int]
    reached_first: Side | None
    included: Mapping[int, bool]
    deals_played: int | None


def rulings_at(table: Table) -> list[Ruling]:
    """The rulings in force at this table, by number."""
    return list(table.rulings.in_force())


def deals(rng: random.Random, table: Table, rules: Ruleset, kept: Sheet | None = None) -> TableResult:
    """A whole round at this table, its rulings considered, going on from the sheet kept if that fits.

    Raises `ScoringError` if the rulings leave no way to finish it.
    """
    first = first_dealer_said(table) or rng.choice(SEATS)
    played = kept.deals_played if kept is not None else bell(rng, rules)
    dealt = [] if kept is None else [Deal.from_dict(deal) for deal in kept.deals]
    begun = TableResult(Sheet.Entry.DEALS, tuple(dealt), first_dealer=first, deals_played=played)
    try:
        return _finished(rng, table, rules, begun)
    except ScoringError:
        return _finished(rng, table, rules, replace(begun, deals=()))


def bell(rng: random.Random, rules: Ruleset) -> int | None:
    """How many deals are played before the bell; None, mostly, for the whole round."""
    if not rules.has_deals:
        return None
    return rng.randint(1, rules.deals_per_round or 6) if rng.random() < 0.08 else None


def _finished(rng: random.Random, table: Table, rules: Ruleset, told: TableResult) -> TableResult:
    rulings, first, played = rulings_at(table), told.dealt_first, told.deals_played
    while len(told.deals) < MOST_DEALS:
        due = next_deal(rules, first, merge_rulings(rules, told, rulings), deals_played=played)
        if due is None:
            break
        told = replace(told, deals=(*told.deals, _deal(rng, rules, due, rulings)))
    return told


def totals(rng: random.Random, table: Table, rules: Ruleset) -> Totals:
    """A round's team points and lone marches. Rulings are in them or not; sometimes they are just written."""
    first, rulings, played = rng.choice(SEATS), rulings_at(table), bell(rng, rules)
    if not rules.has_deals:
        return _written_down(rng, rules, _within_bounds(rng, rules), dict.fromkeys(SEATS, 0), rulings, None)
    dealt: list[Deal] = []
    while len(dealt) < MOST_DEALS:
        due = next_deal(rules, first, dealt, deals_played=played)
        if due is None:
            break
        dealt.append(_deal(rng, rules, due, ()))
    score = score_deals(rules, first, dealt, deals_played=played)
    return _written_down(rng, rules, dict(score.totals), score.loners, rulings, played)


def _within_bounds(rng: random.Random, rules: Ruleset) -> dict[Side, int]:
    """Totals of a round without deals, now and then level."""
    least, most = rules.side_bounds
    first = rng.randint(least, most)
    if rules.sum is None:
        return {Side.NS: first, Side.EW: first if rng.random() < 0.05 else rng.randint(least, most)}
    first = rng.randint(max(least, rules.sum - most), min(most, rules.sum - least))
    return {Side.NS: first, Side.EW: rules.sum - first}


def _written_down(
    rng: random.Random,
    rules: Ruleset,
    team: dict[Side, int],
    loners: Mapping[Seat, int],
    rulings: Sequence[Ruling],
    played: int | None,
) -> Totals:
    """What was played for, with the rulings that the table has in its totals."""
    included = {ruling.number: rng.random() < 0.5 for ruling in rulings if ruling.changes_points}
    for ruling in rulings:
        if included.get(ruling.number):
            _write_down(team, ruling, rules)
    if rng.random() < 0.05:
        team = {side: rng.randint(0, 14) for side in SIDES}
    first_side = rng.choice((*SIDES, None)) if rng.random() < 0.8 else None
    return Totals(team, loners, first_side, included, played)


def _write_down(team: dict[Side, int], ruling: Ruling, rules: Ruleset) -> None:
    """Totals as a ruling makes them; nobody has fewer than 0, unless the rules allow it."""
    if ruling.award_side:
        team[Side(ruling.award_side)] += ruling.award_points
    if ruling.forfeit_side:
        side = Side(ruling.forfeit_side)
        less = team[side] - ruling.forfeit_points
        team[side] = less if rules.may_be_negative else max(0, less)


def decision(rng: random.Random, table: Table, rules: Ruleset) -> RulingDecision:
    """A random ruling at this table. Raises `BadRuling` if the rules lack the offence."""
    sheet = Sheet.objects.counting_at(table)
    offence = _offence(rng, rules)
    question = _question(rng, table, rules, offence, sheet)
    proposal = proposal_for(table, question)
    known_by_totals = sheet is not None and sheet.entry == Sheet.Entry.TOTALS
    included = rng.random() < 0.5 if known_by_totals else None
    reason = rng.choice(REASONS) if rng.random() < 0.8 else ""
    # The table's number settles a tie that this may make.
    reached_first = (*SIDES, None)[table.number % 3] if known_by_totals else None
    case = read_case(table)
    can_be: tuple[Written, ...] = (Wrote.NOTHING, *case.writable(question))
    answer = RulingDecision.as_proposed(
        question,
        proposal,
        included=included,
        reason=reason,
        reached_first=reached_first,
        nobody_can_say=known_by_totals and reached_first is None,
        written=can_be[(table.number * 3 + len(case.rulings)) % len(can_be)],
    )
    if offence.code == UNMARKED and question.offender is not None and rng.random() < 0.7:
        taken = Forfeit(question.offender.side, rng.randint(1, 3))
        return replace(answer, cancels=(), forfeits=taken, reason=rng.choice(REASONS))
    if rng.random() < 0.75:
        return replace(answer, award=_open_award(rng, proposal)) if proposal.open_award else answer
    return replace(
        answer,
        award=rng.choice((None, Award(rng.choice(SIDES), rng.randint(1, 5)))),
        fate=rng.choice((None, None, Fate.PLAYED, Fate.PASS, *VOID)) if rules.has_deals else None,
        cancels=tuple(side for side in SIDES if rng.random() < 0.2) if rules.has_deals else (),
        forfeits=Forfeit(rng.choice(SIDES), rng.randint(1, 3)) if rng.random() < 0.2 else None,
        fine_cents=100 if rng.random() < 0.1 and question.offender is not None else 0,
        reason=rng.choice(REASONS),
    )


def _deal(rng: random.Random, rules: Ruleset, due: NextDeal, rulings: Sequence[Ruling]) -> Deal:
    """The deal that is due, as the table reports it."""
    deal = play_deal(rng, rules, due)
    here = [r for r in rulings if (r.slot, r.attempt) == (due.slot, due.attempt)]
    if any(ruling.code == WRONG_DEALER for ruling in here) and rng.random() < 0.7:
        deal = replace(deal, dealer=rng.choice(SEATS))
    lot = rng.random()
    if lot < 0.03 and rules.all_pass != "stick":  # noqa: S105
        return replace(deal, call=None, tricks=None, fate=Fate.THROWN_IN)
    if lot < 0.06:
        return replace(deal, tricks=None, fate=rng.choice(VOID))
    call = deal.call
    if call is not None and call.alone and rules.defend_alone and rng.random() < 0.4:
        deal = replace(
            deal, call=replace(call, lone_defender=rng.choice((call.maker.left, call.maker.right)))
        )
    if rules.lone_hands and rng.random() < 0.05 and call is not None and deal.call == call:
        lone = rng.choice(call.side.seats) if rules.either_plays_alone else call.maker
        deal = replace(deal, call=replace(call, lone=lone), tricks=rng.randint(0, 5), supreme=False)
    if rules.supreme and deal.tricks == 5:
        alone = deal.call is not None and deal.call.alone
        deal = replace(deal, supreme=alone or rng.random() < 0.3)
    return deal


def _offence(rng: random.Random, rules: Ruleset) -> Offence:
    known = offences_for(rules)
    favourites = [offence for offence in known if offence.code in FAVOURITES]
    return rng.choice(favourites if rng.random() < 0.5 else known)


def _question(
    rng: random.Random, table: Table, rules: Ruleset, offence: Offence, sheet: Sheet | None
) -> RulingQuestion:
    seated = sorted(table.chairs(), key=SEATS.index)
    nobody = offence.who is Who.NOBODY and rng.random() < 0.5
    slot, attempt, call = _place(rng, rules, sheet)
    return RulingQuestion(
        code=offence.code,
        offender=None if nobody or not seated else rng.choice(seated),
        slot=slot,
        attempt=attempt,
        call=call,
        choice=rng.choice([None, *(choice.key for choice in offence.choices_in(rules))]),
        dealer=dealer_of(first_dealer_said(table) or rng.choice(SEATS), slot or 1),
    )


def _place(rng: random.Random, rules: Ruleset, sheet: Sheet | None) -> tuple[int | None, int, Call | None]:
    """The deal in which it happened, and its call."""
    if not rules.has_deals:
        return None, 1, None
    if sheet is not None and sheet.deals:
        deal = Deal.from_dict(rng.choice(sheet.deals))
        return deal.slot, deal.attempt, deal.call
    maker = rng.choice(SEATS)
    call = Call(maker, maker if rules.lone_hands and rng.random() < 0.3 else None)
    if sheet is not None and rng.random() < 0.8:
        return None, 1, call
    return rng.randint(1, rules.deal_rows_to_print), 1, call


def _open_award(rng: random.Random, proposal: Proposal) -> Award | None:
    if proposal.award_side is None or rng.random() < 0.1:
        return None
    return Award(proposal.award_side, rng.randint(1, 4))
