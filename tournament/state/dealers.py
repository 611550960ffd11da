"""Who dealt which deal, and rulings whose dealer differs from the sheet's.

A ruling may be made before the sheet is in, with the dealer that the director was told. Reads only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.catalogue import WRONG_DEALER
from scoring.deal import Call, Deal
from scoring.errors import ScoringError
from scoring.seats import Seat
from scoring.sheet import next_deal
from tournament.models.rulings import Ruling
from tournament.models.seating import SEAT_NAMES, Round, Table
from tournament.models.sheets import Sheet
from tournament.state.sheet_scores import TableResult, merge_rulings


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
