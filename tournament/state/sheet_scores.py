"""Score stored sheets: a table's report and its rulings as values of `scoring`, and back.

Reads and computes only; `services.sheets` locks, compares and writes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.bounds import struck_doubts
from scoring.catalogue import WRONG_DEALER
from scoring.deal import Call, Deal, Struck, struck_values
from scoring.doubts import Doubt
from scoring.errors import BadRuling, ScoringError
from scoring.ruleset import Ruleset
from scoring.ruling_effects import apply
from scoring.seats import SEATS, Seat, Side
from scoring.sheet import RoundScore, next_deal, score_deals, score_totals
from tournament.models.history import AuditEntry
from tournament.models.rulings import Ruling
from tournament.models.seating import SEAT_NAMES, Round, Table
from tournament.models.sheets import Sheet, Written, Wrote
from tournament.models.submissions import Submission
from tournament.registry import actions

STRIKES_NOTHING = "other"  # an offence that does nothing to a deal by itself


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table wrote down, before any ruling: deals, or team totals with lone marches.

    `deals_played` is how many deals the bell let it play, None for the whole round. `written` says by number
    what of these totals comes off by rulings on their deals, as far as it was asked.
    """

    entry: str
    deals: tuple[Deal, ...] = ()
    totals: Mapping[Side, int] | None = None
    loners: Mapping[Seat, int] | None = None
    reached_first: Side | None = None
    first_dealer: Seat | None = None
    nobody_can_say: bool = False
    deals_played: int | None = None
    written: Mapping[int, Written] = field(default_factory=dict, compare=False)

    @property
    def dealt_first(self) -> Seat:
        """Who dealt first; North if that is not known, as with totals, which do not depend on it."""
        return self.first_dealer or Seat.N

    @classmethod
    def of(cls, sheet: Sheet, table: Table) -> "TableResult":
        """The report of a revision."""
        if sheet.entry == Sheet.Entry.DEALS:
            deals = tuple(Deal.from_dict(deal) for deal in sheet.deals)
            first = _first_dealer(deals, table)
            return cls(sheet.entry, deals, first_dealer=first, deals_played=sheet.deals_played)
        return replace(cls.of_totals(sheet), loners=sheet.noted, written=sheet.written)

    @classmethod
    def of_totals(cls, row: Sheet | Submission) -> "TableResult":
        """The totals of a revision or a submission."""
        assert row.reported_ns is not None  # the constraint on totals
        assert row.reported_ew is not None
        return cls(
            row.entry,
            totals={Side.NS: row.reported_ns, Side.EW: row.reported_ew},
            loners=dict(row.loners),
            reached_first=Side(row.reached_first) if row.reached_first else None,
            nobody_can_say=row.nobody_can_say,
            deals_played=row.deals_played,
        )

    @classmethod
    def of_submission(cls, report: Submission) -> "TableResult":
        """What a table reported by phone."""
        if report.entry != Sheet.Entry.DEALS:
            return cls.of_totals(report)
        deals = tuple(Deal.from_dict(deal) for deal in report.deals)
        first = Seat(report.first_dealer)
        return cls(report.entry, deals, first_dealer=first, deals_played=report.deals_played)

    def in_round(self, round_: Round) -> "TableResult":
        """This report with the number of deals of a round that has fewer; fewer still if it says so."""
        return replace(self, deals_played=self.deals_played or round_.event.deals_in(round_.number))

    def answering(self, side: Side | None, *, nobody_can_say: bool = False) -> "TableResult":
        """This report with another answer to its tie: first was `side`, or nobody can say.

        Without either the tie is open.
        """
        return replace(self, reached_first=side, nobody_can_say=nobody_can_say and side is None)


@dataclass(frozen=True, slots=True)
class ScoredResult:
    """A report with its rulings, and the score of both."""

    reported: TableResult
    rulings: tuple[Ruling, ...]
    included: Mapping[int, bool]
    score: RoundScore

    @property
    def tie_is_open(self) -> bool:
        """Whether the totals are tied, and who reached them first is unanswered."""
        is_tied = self.reported.entry == Sheet.Entry.TOTALS and self.score.tied
        return is_tied and self.score.winner is None and not self.reported.nobody_can_say

    def doubts_left(self, *, marches_noted: bool) -> tuple[Doubt, ...]:
        """The doubts about it, without a tie that is answered by "nobody can say", and without those about
        lone marches, or that hang on them, if nobody notes them."""
        settled = {"tie-open"} if self.reported.nobody_can_say else set()
        if not marches_noted:
            settled |= {"lone-marches-missing", "ruling-not-kept"}
        return tuple(doubt for doubt in self.score.doubts if doubt.code not in settled)

    def fields(self) -> dict[str, Any]:
        """The columns of a revision, except author, time and reason."""
        reported, score = self.reported, self.score
        totals = reported.totals or {}
        return {
            "entry": str(reported.entry),
            "deals": [deal.to_dict() for deal in reported.deals],
            "rulings": [self._row(ruling.number) for ruling in self.rulings],
            "reported_ns": totals.get(Side.NS),
            "reported_ew": totals.get(Side.EW),
            "reached_first": _side_text(reported.reached_first),
            "nobody_can_say": reported.nobody_can_say,
            "deals_played": reported.deals_played,
            "ns": score.totals[Side.NS],
            "ew": score.totals[Side.EW],
            "winner": _side_text(score.winner),
            **{f"lone_{seat.lower()}": score.loners[seat] for seat in SEATS},
            **{f"points_{seat.lower()}": score.players[seat] for seat in SEATS},
            "euchred": {seat.value: times for seat, times in score.euchred.items()}
            if score.euchred
            else None,
        }

    def _row(self, number: int) -> dict[str, Any]:
        included, written = self.included.get(number), self.reported.written.get(number, Wrote.NOTHING)
        row = {"number": number, "included": included}
        if included or written is Wrote.NOTHING:
            return row
        return row | {"struck": struck_values(written) if isinstance(written, Struck) else written.value}


def score_result(
    rules: Ruleset, reported: TableResult, rulings: Sequence[Ruling], included: Mapping[int, bool]
) -> ScoredResult:
    """Score a report under these rules and rulings; errors of `scoring` pass through.

    `included` answers by number, for totals only, whether they are as a ruling makes them already.
    """
    played = reported.deals_played
    if reported.entry == Sheet.Entry.DEALS:
        deals = merge_rulings(rules, reported, rulings)
        score = score_deals(rules, reported.dealt_first, deals, deals_played=played)
        written = {(deal.slot, deal.attempt): deal for deal in reported.deals}
        ruled = [(written[deal.slot, deal.attempt], ruling) for deal in deals for ruling in deal.rulings
                 if (deal.slot, deal.attempt) in written]  # fmt: skip
        score = replace(score, doubts=(*score.doubts, *struck_doubts(ruled)))
        return ScoredResult(reported, tuple(rulings), {}, score)
    struck = {number: written for number, written in reported.written.items() if isinstance(written, Struck)}
    values = [ruling.value(included.get(ruling.number), struck.get(ruling.number)) for ruling in rulings]
    totals, loners = reported.totals or {}, reported.loners or {}
    score = score_totals(rules, totals, loners, values, reported.reached_first, deals_played=played)
    answers = {ruling.number: included[ruling.number] for ruling in rulings if ruling.changes_points}
    return ScoredResult(reported, tuple(rulings), answers, score)


def with_former_tie_answer(
    rules: Ruleset, table: Table, scored: ScoredResult, *bases: Sheet | None
) -> ScoredResult:
    """A rescored report, with the answer that was given to the same tie before.

    A tie is the same if its figures are: the totals as reported, and the awards added to them. The answer
    comes from the `bases`, else from the latest revision with these figures; otherwise the tie is open.
    """
    reported = scored.reported
    if reported.entry != Sheet.Entry.TOTALS:
        return scored
    report = reported.answering(None)
    if scored.score.tied:
        figures = _tied_figures(scored.fields())
        for sheet in (*bases, *table.sheets.filter(ns=F("ew")).order_by("-revision")):
            if sheet is None or sheet.ns != sheet.ew or _tied_figures(vars(sheet)) != figures:
                continue
            if sheet.reached_first or sheet.nobody_can_say:
                side = Side(sheet.reached_first) if sheet.reached_first else None
                report = reported.answering(side, nobody_can_say=sheet.nobody_can_say)
                break
    return with_tie_answer(rules, scored, report)


def with_tie_answer(rules: Ruleset, scored: ScoredResult, report: TableResult) -> ScoredResult:
    """The scored figures with the answer of `report` to their tie; unchanged if they are not tied."""
    if scored.reported.entry == Sheet.Entry.TOTALS and not scored.score.tied:
        report = report.answering(None)
    return (
        scored if report == scored.reported else score_result(rules, report, scored.rulings, scored.included)
    )


def _tied_figures(sheet: Mapping[str, Any]) -> tuple[object, ...]:
    """The figures of a tie: the totals as reported, the rulings added to them, and what these struck."""
    changed = [row for row in sheet["rulings"] if row["included"] is False or "struck" in row]
    added = sorted((row["number"], str(row.get("struck"))) for row in changed)
    return sheet["entry"], sheet["reported_ns"], sheet["reported_ew"], added


def _first_dealer(deals: Sequence[Deal], table: Table) -> Seat:
    """Who dealt the first of these deals; with a ruling for dealing out of turn, whose turn it was.

    If a ruling ended the first deal and the table did not record it: a seat that fits the other deals.
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
    """Whether these deals and the table's rulings make a round in which this seat dealt first."""
    rules = table.round.event.ruleset
    try:
        reported = TableResult(Sheet.Entry.DEALS, tuple(deals), first_dealer=first)
        next_deal(rules, first, merge_rulings(rules, reported, table.rulings.in_force()))
    except ScoringError:
        return False
    return True


def score_of(sheet: Sheet) -> RoundScore:
    """The stored score of a revision, without its deals."""
    return RoundScore(
        totals=sheet.totals,
        loners=sheet.loners,
        players=sheet.points,
        winner=Side(sheet.winner) if sheet.winner else None,
        tied=sheet.ns == sheet.ew,
        reached_first=Side(sheet.reached_first) if sheet.reached_first else None,
        complete=True,
    )


def merge_rulings(rules: Ruleset, told: TableResult, rulings: Iterable[Ruling]) -> tuple[Deal, ...]:
    """The deals of a report with the rulings on them, in the order of play.

    A deal that a ruling ended has that fate and no result; if the table did not record it, it is inserted.
    Deals that do not fit into the round stay at the end, for `scoring` to refuse.
    """
    rulings_by_deal: dict[tuple[int, int], list[Ruling]] = {}
    for ruling in rulings:
        if ruling.slot is not None:
            rulings_by_deal.setdefault((ruling.slot, ruling.attempt), []).append(ruling)
    reported = {(deal.slot, deal.attempt): deal for deal in told.deals}
    merged: list[Deal] = []
    while (due := next_deal(rules, told.dealt_first, merged, deals_played=told.deals_played)) is not None:
        deal_rulings = rulings_by_deal.get((due.slot, due.attempt), [])
        deal = reported.pop((due.slot, due.attempt), None)
        if deal is None and not any(ruling.value().ends_deal for ruling in deal_rulings):
            break
        merged.append(apply_rulings(deal or Deal(due.slot, due.attempt, due.dealer), deal_rulings))
    return (*merged, *reported.values())


def apply_rulings(deal: Deal, rulings: Iterable[Ruling]) -> Deal:
    """Apply rulings to one deal.

    A ruling that cancels a lone call finds none if the table recorded the deal as it went on; it is kept on
    the deal nevertheless.
    """
    for ruling in rulings:
        value = ruling.value()
        try:
            deal = apply(deal, value)
        except BadRuling as problem:
            if problem.code != "nobody-alone":
                raise
            # There is no lone call left to cancel; the rest of the ruling still applies.
            rest = apply(deal, replace(value, code=STRIKES_NOTHING))
            deal = replace(rest, rulings=(*deal.rulings, value))
    return deal


def _side_text(side: Side | None) -> str:
    return side.value if side else ""


def is_set_aside(table: Table) -> bool:
    """Whether the table's last report stopped counting by a ruling or a change of rules, and not because
    somebody withdrew it."""
    codes = [actions.SHEET_SET_ASIDE.code, actions.SHEET_TAKEN_BACK.code]
    place = {"facts__round": table.round.number, "facts__table": table.number}
    entries = AuditEntry.objects.filter(event=table.round.event_id, action__in=codes, **place)
    return entries.values_list("action", flat=True).first() == actions.SHEET_SET_ASIDE.code


@dataclass(frozen=True, slots=True)
class DealtDeal:
    """A deal on the sheet: who dealt it, and whose turn it was. `written`: the table itself recorded it, not
    only a ruling that ended it; `reported` is then the call as recorded, which a ruling may have struck."""

    deal: Deal
    due: Seat
    written: bool
    reported: Call | None = None

    @property
    def dealer(self) -> Seat:
        return self.deal.dealer


@dataclass(frozen=True, slots=True)
class OtherDealer:
    """A ruling made with one dealer, at a table whose sheet names another."""

    ruling: Ruling
    ruled: Seat
    by_sheet: Seat

    @property
    def sentence(self) -> str:
        """“Ruling 3 was made with West as dealer; by the sheet North dealt.”"""
        words = {"number": self.ruling.number, "ruled": SEAT_NAMES[self.ruled]}
        if self.ruling.code == WRONG_DEALER:
            message = _(
                "Ruling %(number)d says %(ruled)s dealt out of turn, but the sheet says it was "
                "%(ruled)s’s turn to deal."
            )
            return message % words
        message = _("Ruling %(number)d was made with %(ruled)s as dealer; by the sheet %(dealt)s dealt.")
        return message % (words | {"dealt": SEAT_NAMES[self.by_sheet]})


def dealt_deals(
    table: Table, sheet: Sheet | None, rulings: Sequence[Ruling]
) -> Mapping[tuple[int, int], DealtDeal]:
    """The deals of a sheet by slot and attempt, with those that a ruling ended; none for totals."""
    if sheet is None or sheet.entry != Sheet.Entry.DEALS:
        return {}
    return dealt_at(table, sheet, rulings)


def first_dealer_said(table: Table) -> Seat | None:
    """Who dealt first, by a sheet, by the rules, else by the rulings if they agree; None if unknown."""
    known = table.known_dealer or table.round.event.ruleset.always_deals_first
    if known is not None:
        return known
    rulings = table.rulings.in_force().filter(slot__isnull=False, attempt=1).exclude(dealer="")
    first_dealers = {
        Seat(dealer).advanced(1 - slot)
        for dealer, slot in rulings.exclude(code=WRONG_DEALER).values_list("dealer", "slot")
        if slot is not None
    }
    return first_dealers.pop() if len(first_dealers) == 1 else None


def other_dealers(rounds: Iterable[Round]) -> tuple[OtherDealer, ...]:
    """The rulings in force in these rounds whose dealer the sheet contradicts, by number."""
    rulings = Ruling.objects.in_force().filter(table__round__in=rounds, slot__isnull=False).exclude(dealer="")
    named_dealers = list(rulings.select_related("table__round__event").order_by("number"))
    if not named_dealers:
        return ()
    tables = {ruling.table_id: ruling.table for ruling in named_dealers}
    sheets = Sheet.objects.counting().filter(table__in=tables, entry=Sheet.Entry.DEALS)
    everything: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in Ruling.objects.in_force().filter(table__in=tables).order_by("number"):
        everything[ruling.table_id].append(ruling)
    dealt = {
        sheet.table_id: dealt_at(tables[sheet.table_id], sheet, everything[sheet.table_id])
        for sheet in sheets
    }
    contradictions = (_other(ruling, dealt.get(ruling.table_id, {})) for ruling in named_dealers)
    return tuple(other for other in contradictions if other is not None)


def _other(ruling: Ruling, dealt: Mapping[tuple[int, int], DealtDeal]) -> OtherDealer | None:
    deal = dealt.get((ruling.slot or 0, ruling.attempt))
    if deal is None:
        return None
    ruled = Seat(ruling.dealer)
    if ruling.code == WRONG_DEALER:
        # This ruling is about dealing out of turn, so it is in doubt if it was the dealer's own turn.
        in_turn = bool(ruling.offender) and deal.due is ruled
        return OtherDealer(ruling, ruled, deal.due) if in_turn else None
    return None if deal.dealer is ruled else OtherDealer(ruling, ruled, deal.dealer)


def dealt_at(table: Table, sheet: Sheet, rulings: Sequence[Ruling]) -> dict[tuple[int, int], DealtDeal]:
    """The sheet's deals with dealer and turn; if the rules no longer fit it, the deals as recorded."""
    rules = table.round.event.ruleset
    reported = TableResult.of(sheet, table)
    written = {(deal.slot, deal.attempt): deal for deal in reported.deals}
    first = reported.first_dealer
    if first is None:
        return {}
    dealt: dict[tuple[int, int], DealtDeal] = {}
    try:
        deals = merge_rulings(rules, reported, rulings)
        for number, deal in enumerate(deals):
            due = next_deal(rules, first, deals[:number])
            place = deal.slot, deal.attempt
            recorded = written.get(place)
            turn = due.dealer if due else deal.dealer
            dealt[place] = DealtDeal(deal, turn, recorded is not None, recorded.call if recorded else None)
    except ScoringError:
        return {place: DealtDeal(deal, deal.dealer, True, deal.call) for place, deal in written.items()}
    return dealt
