"""From rows to what they count: a table's report and its rulings, as values of `scoring`, and back.

Reading and computing only. Locking, comparing with what counts already and writing are in `services.sheets`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.catalogue import WRONG_DEALER
from scoring.deal import Deal
from scoring.errors import BadRuling
from scoring.ruleset import Ruleset
from scoring.rulings import apply
from scoring.seats import SEATS, Seat, Side
from scoring.sheet import RoundScore, next_deal, score_deals, score_totals
from tournament.models.rulings import Ruling
from tournament.models.seating import Table
from tournament.models.sheets import Sheet

STRIKES_NOTHING = "other"  # an offence that does nothing to a deal by itself


@dataclass(frozen=True, slots=True)
class Reported:
    """What a table wrote down, before any ruling: deals, or team totals with lone marches."""

    entry: str
    deals: tuple[Deal, ...] = ()
    totals: Mapping[Side, int] | None = None
    loners: Mapping[Seat, int] | None = None
    reached_first: Side | None = None
    first_dealer: Seat | None = None

    @classmethod
    def of(cls, sheet: Sheet, table: Table) -> "Reported":
        """What a revision reported."""
        if sheet.entry == Sheet.Entry.DEALS:
            deals = tuple(Deal.from_dict(deal) for deal in sheet.deals)
            return cls(sheet.entry, deals, first_dealer=_first_dealer(deals, table))
        totals = {Side.NS: sheet.reported_ns, Side.EW: sheet.reported_ew}
        first = Side(sheet.reached_first) if sheet.reached_first else None
        return cls(sheet.entry, (), totals, dict(sheet.loners), first)


@dataclass(frozen=True, slots=True)
class Counted:
    """A report with the rulings it counts, and what both come to."""

    reported: Reported
    rulings: tuple[Ruling, ...]
    included: Mapping[int, bool | None]
    score: RoundScore

    def fields(self) -> dict[str, Any]:
        """The columns of a revision, except whose, when and why."""
        reported, score = self.reported, self.score
        totals = reported.totals or {}
        return {
            "entry": str(reported.entry),
            "deals": [deal.to_dict() for deal in reported.deals],
            "rulings": [
                {"number": ruling.number, "included": self.included.get(ruling.number)}
                for ruling in self.rulings
            ],
            "reported_ns": totals.get(Side.NS),
            "reported_ew": totals.get(Side.EW),
            "reached_first": _text(reported.reached_first),
            "ns": score.totals[Side.NS],
            "ew": score.totals[Side.EW],
            "winner": _text(score.winner),
            **{f"lone_{seat.lower()}": score.loners[seat] for seat in SEATS},
            **{f"points_{seat.lower()}": score.players[seat] for seat in SEATS},
            "euchred": {seat.value: times for seat, times in score.euchred.items()}
            if score.euchred
            else None,
        }


def count(
    rules: Ruleset, reported: Reported, rulings: Sequence[Ruling], included: Mapping[int, bool]
) -> Counted:
    """What a report comes to under these rules and rulings; errors of `scoring` pass through.

    `included` answers by number, for totals only, whether a ruling's award is in them already.
    """
    if reported.entry == Sheet.Entry.DEALS:
        first = reported.first_dealer or Seat.N
        score = score_deals(rules, first, merged(rules, first, reported.deals, rulings))
        return Counted(reported, tuple(rulings), {}, score)
    values = [ruling.value(included.get(ruling.number)) for ruling in rulings]
    score = score_totals(rules, reported.totals, reported.loners, values, reported.reached_first)
    answers = {ruling.number: included[ruling.number] for ruling in rulings if ruling.award_side}
    return Counted(reported, tuple(rulings), answers, score)


def _first_dealer(deals: Sequence[Deal], table: Table) -> Seat:
    """Whoever dealt the first of these deals, unless a ruling says that he dealt it out of turn."""
    agreed = Seat(table.first_dealer)
    if not deals or deals[0].dealer is agreed:
        return agreed
    out_of_turn = table.rulings.in_force().filter(code=WRONG_DEALER, slot=1, attempt=deals[0].attempt)
    return agreed if out_of_turn.exists() else deals[0].dealer


def score_of(sheet: Sheet) -> RoundScore:
    """What a revision came to, as it was stored; without its deals."""
    return RoundScore(
        totals=sheet.totals,
        loners=sheet.loners,
        players=sheet.points,
        winner=Side(sheet.winner) if sheet.winner else None,
        tied=sheet.ns == sheet.ew,
        reached_first=Side(sheet.reached_first) if sheet.reached_first else None,
        complete=True,
    )


def merged(
    rules: Ruleset, first_dealer: Seat, deals: Sequence[Deal], rulings: Iterable[Ruling]
) -> tuple[Deal, ...]:
    """The deals with their rulings on them, in the order of play.

    A deal that a ruling ended carries that fate and no result; where the table did not write it down, it is
    put in. What does not fit into the round stays at the end, for `scoring` to refuse.
    """
    placed: dict[tuple[int, int], list[Ruling]] = {}
    for ruling in rulings:
        if ruling.slot is not None:
            placed.setdefault((ruling.slot, ruling.attempt), []).append(ruling)
    reported = {(deal.slot, deal.attempt): deal for deal in deals}
    done: list[Deal] = []
    while (due := next_deal(rules, first_dealer, done)) is not None:
        here = placed.get((due.slot, due.attempt), [])
        deal = reported.pop((due.slot, due.attempt), None)
        if deal is None and not any(ruling.value().ends_deal for ruling in here):
            break
        done.append(ruled(deal or Deal(due.slot, due.attempt, due.dealer), here))
    return (*done, *reported.values())


def ruled(deal: Deal, rulings: Iterable[Ruling]) -> Deal:
    """One deal with its rulings, as `scoring` applies them.

    A ruling that strikes a lone call finds none where the table wrote the deal down as it then went on; it
    stays on the deal all the same.
    """
    for ruling in rulings:
        value = ruling.value()
        try:
            deal = apply(deal, value)
        except BadRuling as problem:
            if problem.code != "nobody-alone":
                raise
            # There is no lone call left to strike; what else the ruling says still holds.
            rest = apply(deal, replace(value, code=STRIKES_NOTHING))
            deal = replace(rest, rulings=(*deal.rulings, value))
    return deal


def _text(side: Side | None) -> str:
    return side.value if side else ""
