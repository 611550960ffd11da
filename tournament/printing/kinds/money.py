"""The cash sheet of the door: what went in and out of the box, what ought to be there, the count to sign."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.currency import Money, money_of
from tournament.models import Event, Raffle, Ruling
from tournament.printing.fit import Fitted, fit
from tournament.printing.printout import NotPrintable, PaperSheet, PrintChoice, Printout
from tournament.reports.money import CashSheet, cash_sheet

MARGIN, HEAD, FOOT = 18.0, 42.0, 12.0  # mm
ROW, CLOSING = 8.0, 62.0  # mm; the closing stands under the last rows
AMOUNT = 34.0
SIZES = (11.0, 10.0, 9.0, 8.0)


@dataclass(frozen=True, slots=True)
class CashRow:
    """One line: what for, and how much; a sum stands out."""

    label: Fitted
    amount: str
    is_sum: bool = False


def cash(event: Event, choice: PrintChoice) -> Printout:
    """The cash sheet as it is now, with room for the count where nobody has counted yet."""
    sheet = cash_sheet(event)
    if sheet is None:
        raise NotPrintable(_("Set an entry fee first; so far nothing is taken at the door."))
    money = money_of(event.time_zone)
    width = choice.size.width - 2 * MARGIN - AMOUNT - 2
    rows = [
        CashRow(fit(words, width, SIZES, lines=2, height=ROW - 0.6), amount, is_sum)
        for words, amount, is_sum in _rows(sheet, money)
    ]
    room = choice.size.height - HEAD - FOOT
    per_page = int((room - CLOSING) / ROW)
    pages = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    shared = {
        "sheet_words": _notes(sheet, money),
        "counted": None if sheet.fee.counted is None else money(sheet.fee.counted),
        "difference": None if sheet.difference is None else money(sheet.difference),
        "expected": money(sheet.expected),
        "before": money(sheet.before_prizes),
        "after": money(sheet.after_prizes),
        "prizes_paid": sheet.fee.prizes_paid,
        "by": str(sheet.fee.counted_by or ""),
        "pages": len(pages),
    }
    sheets = (PaperSheet({"rows": page, "number": number}) for number, page in enumerate(pages, start=1))
    return Printout(tuple(sheets), shared=shared)


def _rows(sheet: CashSheet, money: Money) -> Iterator[tuple[str, str, bool]]:
    yield _("In the box at the start"), money(sheet.fee.opening), False
    for one in sheet.fees:
        what = _("Members’ fees") if one.member else _("Entry fees")
        yield f"{what}: {one.count} × {money(one.each)}", money(one.total), False
    for raffle in sheet.prizes.draws:
        if raffle.draw.kind == Raffle.Kind.FIFTY and raffle.draw.pot:
            facts = {"pot": money(raffle.draw.pot), "won": money(raffle.winner)}
            yield _("50/50: %(pot)s taken, %(won)s to the winner") % facts, money(raffle.house), False
    for line in sheet.lines:
        yield _words(line.words, line.ruling), money(line.cents), False
    yield _("Before the prizes"), money(sheet.before_prizes), True
    if sheet.given:
        yield _("Prizes"), money(-sheet.given), False
        yield _("After the prizes"), money(sheet.after_prizes), True
    yield _("Left for the house"), money(sheet.house), False


def _words(words: str, ruling: Ruling | None) -> str:
    if ruling is None:
        return words
    fine = _("Fine of ruling %(number)d") % {"number": ruling.number}
    return f"{fine}: {ruling.player.name}" if ruling.player is not None else fine


def _notes(sheet: CashSheet, money: Money) -> tuple[str, ...]:
    """What is still open: who has not paid, fines, a pot that does not cover the prizes."""
    notes = []
    if owing := len(sheet.door.owing):
        words = ngettext("Not paid: %(n)d player, %(owed)s.", "Not paid: %(n)d players, %(owed)s.", owing)
        notes.append(words % {"n": owing, "owed": money(sheet.door.owed)})
    if owed := sum(fine.owed for fine in sheet.fines):
        notes.append(_("Fines not paid: %(owed)s.") % {"owed": money(owed)})
    if sheet.check.short:
        notes.append(_("The pot is %(short)s short of the prizes.") % {"short": money(sheet.check.short)})
    return tuple(notes)
