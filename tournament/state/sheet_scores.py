"""From rows to what they count: a table's report and its rulings, as values of `scoring`, and back.

Reading and computing only. Locking, comparing with what counts already and writing are in `services.sheets`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F

from scoring.catalogue import WRONG_DEALER
from scoring.deal import Deal
from scoring.errors import BadRuling, ScoringError
from scoring.ruleset import Ruleset
from scoring.rulings import apply
from scoring.seats import SEATS, Seat, Side
from scoring.sheet import RoundScore, next_deal, score_deals, score_totals
from tournament.models.rulings import Ruling
from tournament.models.seating import Table
from tournament.models.sheets import Sheet
from tournament.models.submissions import Submission

STRIKES_NOTHING = "other"  # an offence that does nothing to a deal by itself


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table wrote down, before any ruling: deals, or team totals with lone marches."""

    entry: str
    deals: tuple[Deal, ...] = ()
    totals: Mapping[Side, int] | None = None
    loners: Mapping[Seat, int] | None = None
    reached_first: Side | None = None
    first_dealer: Seat | None = None
    nobody_can_say: bool = False

    @classmethod
    def of(cls, sheet: Sheet, table: Table) -> "TableResult":
        """What a revision reported."""
        if sheet.entry == Sheet.Entry.DEALS:
            deals = tuple(Deal.from_dict(deal) for deal in sheet.deals)
            return cls(sheet.entry, deals, first_dealer=_first_dealer(deals, table))
        return cls.of_totals(sheet)

    @classmethod
    def of_totals(cls, row: Sheet | Submission) -> "TableResult":
        """The totals as a revision or a submission holds them."""
        assert row.reported_ns is not None  # the constraint on totals
        assert row.reported_ew is not None
        return cls(
            row.entry,
            totals={Side.NS: row.reported_ns, Side.EW: row.reported_ew},
            loners=dict(row.loners),
            reached_first=Side(row.reached_first) if row.reached_first else None,
            nobody_can_say=row.nobody_can_say,
        )

    def answering(self, side: Side | None, *, nobody_can_say: bool = False) -> "TableResult":
        """The same report with another answer to its tie; without side and word the tie is open."""
        return replace(self, reached_first=side, nobody_can_say=nobody_can_say and side is None)


@dataclass(frozen=True, slots=True)
class ScoredResult:
    """A report with the rulings it counts, and what both come to."""

    reported: TableResult
    rulings: tuple[Ruling, ...]
    included: Mapping[int, bool]
    score: RoundScore

    @property
    def tie_is_open(self) -> bool:
        """Whether the totals are tied and nobody has answered who reached them first."""
        is_tied = self.reported.entry == Sheet.Entry.TOTALS and self.score.tied
        return is_tied and self.score.winner is None and not self.reported.nobody_can_say

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
            "reached_first": _side_text(reported.reached_first),
            "nobody_can_say": reported.nobody_can_say,
            "ns": score.totals[Side.NS],
            "ew": score.totals[Side.EW],
            "winner": _side_text(score.winner),
            **{f"lone_{seat.lower()}": score.loners[seat] for seat in SEATS},
            **{f"points_{seat.lower()}": score.players[seat] for seat in SEATS},
            "euchred": {seat.value: times for seat, times in score.euchred.items()}
            if score.euchred
            else None,
        }


def score_result(
    rules: Ruleset, reported: TableResult, rulings: Sequence[Ruling], included: Mapping[int, bool]
) -> ScoredResult:
    """What a report comes to under these rules and rulings; errors of `scoring` pass through.

    `included` answers by number, for totals only, whether they are as a ruling makes them already.
    """
    if reported.entry == Sheet.Entry.DEALS:
        first = reported.first_dealer or Seat.N
        score = score_deals(rules, first, merge_rulings(rules, first, reported.deals, rulings))
        return ScoredResult(reported, tuple(rulings), {}, score)
    values = [ruling.value(included.get(ruling.number)) for ruling in rulings]
    totals, loners = reported.totals or {}, reported.loners or {}
    score = score_totals(rules, totals, loners, values, reported.reached_first)
    answers = {ruling.number: included[ruling.number] for ruling in rulings if ruling.changes_points}
    return ScoredResult(reported, tuple(rulings), answers, score)


def settled(rules: Ruleset, table: Table, counted: ScoredResult, *bases: Sheet | None) -> ScoredResult:
    """A report counted anew, with the answer that was given to this very tie before.

    An answer belongs to its figures: the totals as reported, and the awards added to them. It is taken from
    the `bases`, else from the latest revision with the same figures; for other figures the tie is open.
    """
    reported = counted.reported
    if reported.entry != Sheet.Entry.TOTALS:
        return counted
    told = reported.answering(None)
    if counted.score.tied:
        figures = _tied_figures(counted.fields())
        for sheet in (*bases, *table.sheets.filter(ns=F("ew")).order_by("-revision")):
            if sheet is None or sheet.ns != sheet.ew or _tied_figures(vars(sheet)) != figures:
                continue
            if sheet.reached_first or sheet.nobody_can_say:
                side = Side(sheet.reached_first) if sheet.reached_first else None
                told = reported.answering(side, nobody_can_say=sheet.nobody_can_say)
                break
    return answered(rules, counted, told)


def answered(rules: Ruleset, counted: ScoredResult, told: TableResult) -> ScoredResult:
    """The same figures with the answer of `told` to their tie; what is no tie has no answer."""
    if counted.reported.entry == Sheet.Entry.TOTALS and not counted.score.tied:
        told = told.answering(None)
    return (
        counted if told == counted.reported else score_result(rules, told, counted.rulings, counted.included)
    )


def _tied_figures(sheet: Mapping[str, Any]) -> tuple[object, ...]:
    """What a tie consists of: the totals as reported, and the numbers of the rulings added to them."""
    added = sorted(row["number"] for row in sheet["rulings"] if row["included"] is False)
    return sheet["entry"], sheet["reported_ns"], sheet["reported_ew"], added


def _first_dealer(deals: Sequence[Deal], table: Table) -> Seat:
    """Whoever dealt the first of these deals, unless a ruling says that it was dealt out of turn.

    Where a ruling ended the first deal and the table did not write it down, whoever the deals fit to.
    """
    agreed = table.known_dealer
    if not deals or (deals[0].slot, deals[0].attempt) != (1, 1):
        tried = (agreed, *SEATS) if deals else ()
        return next((seat for seat in tried if seat and _fits(seat, deals, table)), agreed or Seat.N)
    if agreed is None or deals[0].dealer is agreed:
        return deals[0].dealer
    out_of_turn = table.rulings.in_force().filter(code=WRONG_DEALER, slot=1, attempt=deals[0].attempt)
    return agreed if out_of_turn.exists() else deals[0].dealer


def _fits(first: Seat, deals: Sequence[Deal], table: Table) -> bool:
    """Whether these deals and the table's rulings make a round that this seat dealt first."""
    rules = table.round.event.ruleset
    try:
        next_deal(rules, first, merge_rulings(rules, first, deals, table.rulings.in_force()))
    except ScoringError:
        return False
    return True


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


def merge_rulings(
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
        done.append(apply_rulings(deal or Deal(due.slot, due.attempt, due.dealer), here))
    return (*done, *reported.values())


def apply_rulings(deal: Deal, rulings: Iterable[Ruling]) -> Deal:
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


def _side_text(side: Side | None) -> str:
    return side.value if side else ""
