"""The prize list, with money if prizes are set, else with points; and the cash sheet of the door."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Event, Raffle, Ruling
from tournament.models.money import entry_fee_of
from tournament.printing.fit import Fitted, fit, fit_name, listed
from tournament.printing.kinds.rounds import largest
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, open_words, paper
from tournament.reports.money import CashSheet, cash_sheet
from tournament.reports.prizes import (
    PrizeMoney,
    PrizeTaken,
    RaffleResult,
    prize_money,
    prize_winners,
    prizes_to_give,
)
from tournament.reports.standings import StandingsRow, standings
from tournament.templatetags.euchre import figure, place
from tournament.words.figures import Money, money_of
from tournament.words.names import after_number
from tournament.words.sentences import in_words, titled

NAME_WIDTH, NAME_SIZES = 120.0, (22, 19, 17, 15, 13, 11, 9)
ROW, HEAD, FOOT = 9.0, 49.0, 34.0  # mm
WHAT_WIDTH, POINTS, WHAT_SIZES = 50.0, 13.0, (16.0, 15.0, 13.0, 11.0, 10.0, 9.0, 8.0)
STEPS = ((16.0, 15.0), (13.0, 11.5), (11.0, ROW))  # pt and mm of a row: the largest on the fewest sheets
SIDE_WIDTH, PLACE_ROW, LISTED_LINE, SIDE_HEAD = 96.0, 16.0, 6.1, 24.0  # mm
MOST_ALONE, MOST_LINES = 9, 5
WHY_POINTS = 9.5
BESIDE = 66.0  # mm of amount and signature
Step = tuple[float, float]
MOST_OPEN, OPEN_LINE = 3, 5.0  # lines at the head about what is open, mm each


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A place or a side prize with its winners; many winners continue in rows without a label."""

    label: str
    names: Fitted
    value: int | None
    goes_on: bool = False

    @property
    def height(self) -> float:
        """In mm."""
        return max(PLACE_ROW, len(self.names.lines) * LISTED_LINE + 2)


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One taker of one prize; a sentence why players were skipped (`why`); or a heading, only `what`."""

    what: str
    who: str = ""
    amount: str = ""
    why: str = ""
    css: str = ""
    who_css: str = ""

    @property
    def is_heading(self) -> bool:
        return not self.who and not self.why


@paper(
    "prize-list",
    _lazy("Prize list"),
    _lazy("Who takes which prize, to be read out and signed; without prizes the first three places."),
    css="officials",
)
def prize_list(event: Event, choice: PrintChoice) -> Printout:
    """The prizes as the director set them, with room for the names before a score is in; without any, the
    first three places and the side prizes."""
    reported = standings(event).reported
    money = prize_money(event) if reported else prizes_to_give(event)
    if money.settings is None and reported:
        return _points(event, choice)
    if not reported and not (money.places or money.sides):
        raise NotPrintable(_("No table has reported a score yet, and no prizes are set."))
    width = choice.size.width - 2 * 18 - WHAT_WIDTH - BESIDE
    amount = money_of(event.time_zone)
    notes = open_words(money.open, MOST_OPEN)
    room = choice.size.height - HEAD - FOOT - len(notes) * OPEN_LINE
    divided = {
        points: list(_pages(list(_lines(money, width, amount, (points, row))), int(room / row)))
        for points, row in STEPS
    }
    points = largest(tuple(divided), lambda points: len(divided[points]))
    pages = divided[points]
    if not pages[0]:
        raise NotPrintable(_("Set the prizes first; so far none is given."))
    shared = {
        "final": event.is_finished and not notes,
        "begun": reported,
        "open": notes,
        "money": money,
        "points": round(points),
        "sum_words": _sum(money, amount) if reported and (money.has_money or money.draws) else "",
        "pages": len(pages),
        "none": ", ".join(after_number(person.number, person.name) for person in money.excluded),
    }
    sheets = (PaperSheet({"lines": page, "number": number}) for number, page in enumerate(pages, start=1))
    return Printout(tuple(sheets), shared=shared)


def _points(event: Event, choice: PrintChoice) -> Printout:
    winners = prize_winners(event)
    top = [row for on_it in _places(winners.top) for row in _place(on_it)]
    side = [
        row
        for prize in winners.side
        for row in _rows(
            in_words(prize.title), [winner.name for winner in prize.winners], SIDE_WIDTH, prize.value
        )
    ]
    notes = open_words(winners.open, MOST_OPEN)
    pages = list(_filled(top, side, choice.size.height - HEAD - FOOT - len(notes) * OPEN_LINE))
    sheets = (
        PaperSheet({"top": top, "side": side, "number": number})
        for number, (top, side) in enumerate(pages, start=1)
    )
    shared = {"final": event.is_finished and not notes, "begun": True, "open": notes, "pages": len(pages)}
    return Printout(tuple(sheets), shared=shared)


def _places(top: Sequence[StandingsRow]) -> Iterator[list[StandingsRow]]:
    """A row for each winner; but one row for all who share a place, if they are many."""
    if len(top) <= MOST_ALONE:
        yield from ([row] for row in top)
    else:
        for _level, on_it in groupby(top, key=lambda row: (row.place, row.points)):
            yield list(on_it)


def _place(on_it: Sequence[StandingsRow]) -> list[PrizeRow]:
    first, *others = on_it
    if others:
        return _rows(place(first.place), [row.name for row in on_it], NAME_WIDTH, first.points)
    return [PrizeRow(place(first.place), fit(first.name, NAME_WIDTH, NAME_SIZES, bold=True), first.points)]


def _rows(label: str, names: Sequence[str], width: float, value: int | None) -> list[PrizeRow]:
    """All the names, in rows short enough to break across pages."""
    lines = listed(names, width, POINTS, bold=True) or ("–",)
    parts = [lines[at : at + MOST_LINES] for at in range(0, len(lines), MOST_LINES)]
    return [
        PrizeRow(
            "" if at else label, Fitted(part, POINTS), None if at else value, goes_on=at + 1 < len(parts)
        )
        for at, part in enumerate(parts)
    ]


def _filled(
    top: list[PrizeRow], side: list[PrizeRow], room: float
) -> Iterator[tuple[list[PrizeRow], list[PrizeRow]]]:
    """Divide the rows into pages."""
    page: tuple[list[PrizeRow], list[PrizeRow]] = ([], [])
    left = room
    for at, row in [(0, row) for row in top] + [(1, row) for row in side]:
        heading = SIDE_HEAD if at and not page[1] else 0
        if row.height + heading > left and any(page):
            yield page
            page, left, heading = ([], []), room, SIDE_HEAD * at
        page[at].append(row)
        left -= row.height + heading
    yield page


def _lines(money: PrizeMoney, width: float, amount: Money, step: Step) -> Iterator[PrizeLine]:
    """Every winner on a separate line, to be signed."""
    parts = (
        (_("Places"), [line for taken in money.places for line in _taken(taken, width, amount, step)]),
        (_("Side prizes"), [line for taken in money.sides for line in _taken(taken, width, amount, step)]),
        (_("Drawn by lot"), [_drawn(drawn, width, amount, step) for drawn in money.draws]),
    )
    for title, lines in parts:
        if lines:
            yield PrizeLine(title)
            yield from lines


def _taken(taken: PrizeTaken, width: float, money: Money, step: Step) -> Iterator[PrizeLine]:
    what = in_words(taken.title) or "–".join(place(n) for n in _ends(taken.places))
    if taken.value is not None:
        what = f"{what} ({figure(taken.value)})"
    label = _label(titled(what, " + ".join(taken.things)) if taken.things else what, step)
    amount = "" if taken.cents is None else money(taken.cents)
    for person in taken.takers:
        who = _fitted(after_number(person.number, person.name), width, step, bold=True)
        yield PrizeLine(label.text, who.text, amount, css=label.css, who_css=who.css)
    if taken.to_come:
        yield PrizeLine(label.text, "\u00a0", amount, css=label.css)
    elif not taken.takers:
        yield PrizeLine(label.text, _("not awarded"), "–", css=label.css)
    draw = [_("They draw or choose: %(things)s.") % {"things": ", ".join(taken.to_draw)}] * bool(
        taken.to_draw
    )
    for sentence in (*draw, *taken.why):
        for line in listed([sentence], width + WHAT_WIDTH + BESIDE, WHY_POINTS):
            yield PrizeLine("", why=line)


def _ends(places: tuple[int, ...]) -> tuple[int, ...]:
    return places[:1] if len(places) == 1 else (places[0], places[-1])


def _label(what: str, step: Step) -> Fitted:
    """What the prize is called."""
    return _fitted(what, WHAT_WIDTH - 4, step)


def _fitted(text: str, width: float, step: Step, *, bold: bool = False) -> Fitted:
    """A text in its row: smaller, then on two lines, then with initials."""
    points, row = step
    sizes = [size for size in WHAT_SIZES if size <= points]
    return fit_name(text, width, sizes, lines=2, height=row, bold=bold)


def _drawn(drawn: RaffleResult, width: float, money: Money, step: Step) -> PrizeLine:
    draw = drawn.draw
    kind = str(draw.get_kind_display())
    if draw.kind == Raffle.Kind.FIFTY:
        return PrizeLine(kind, _("ticket %d") % draw.drawn, money(drawn.winner) if draw.pot else "")
    label = _label(draw.title or kind, step)
    who = _fitted(f"{draw.drawn} {draw.winner}", width, step, bold=True)
    return PrizeLine(label.text, who.text, css=label.css, who_css=who.css)


def _sum(prizes: PrizeMoney, money: Money) -> str:
    """The money given away, that of the 50/50 included, and what is left over."""
    fifty = sum(drawn.winner for drawn in prizes.draws if drawn.draw.kind == Raffle.Kind.FIFTY)
    words = {"given": money(prizes.given + fifty), "fifty": money(fifty), "left": money(prizes.left)}
    parts = [
        _("Given away: %(given)s, of it %(fifty)s by the 50/50.") if fifty else _("Given away: %(given)s.")
    ]
    parts += [_("Left over: %(left)s.")] if prizes.left else []
    return " ".join(parts) % words


def _pages(lines: list[PrizeLine], per_page: int) -> Iterator[list[PrizeLine]]:
    """Divide the lines into pages; a heading is never the last on its page."""
    page: list[PrizeLine] = []
    for at, line in enumerate(lines):
        needed = 2 if line.is_heading and at + 1 < len(lines) else 1
        if len(page) + needed > per_page:
            yield page
            page = []
        page.append(line)
    yield page


MARGIN, CASH_HEAD, CASH_FOOT = 18.0, 42.0, 12.0  # mm
CASH_ROW, CLOSING = 8.0, 101.0  # mm; the closing stands under the last rows
LARGE_CASH_ROW, LARGE_CLOSING = 11.0, 120.0  # where there are few rows
AMOUNT = 34.0
SIZES = (13.0, 11.0, 10.0, 9.0, 8.0)


@dataclass(frozen=True, slots=True)
class CashRow:
    """One line: what for, and how much; a sum stands out."""

    label: Fitted
    amount: str
    is_sum: bool = False


@paper(
    "cash-sheet",
    _lazy("Cash sheet"),
    _lazy("Entry fees, fines, prizes and what should be in the box, to be counted and signed."),
    template="cash",
    css="officials",
    used=lambda event: entry_fee_of(event) is not None,
)
def cash(event: Event, choice: PrintChoice) -> Printout:
    """The cash sheet as it is now, with room for the count if nobody has counted yet."""
    sheet = cash_sheet(event)
    if sheet is None:
        raise NotPrintable(_("Set an entry fee first; so far nothing is taken at the door."))
    money = money_of(event.time_zone)
    width = choice.size.width - 2 * MARGIN - AMOUNT - 2
    lines = list(_cash_rows(sheet, money))
    room = choice.size.height - CASH_HEAD - CASH_FOOT
    is_large = len(lines) <= (room - LARGE_CLOSING) / LARGE_CASH_ROW
    row, closing = (LARGE_CASH_ROW, LARGE_CLOSING) if is_large else (CASH_ROW, CLOSING)
    sizes = SIZES if is_large else SIZES[1:]
    rows = [
        CashRow(fit(words, width, sizes, lines=2, height=row - 0.6), amount, is_sum)
        for words, amount, is_sum in lines
    ]
    per_page = int((room - closing) / row)
    pages = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    shared = {
        "sheet_words": _notes(sheet, money),
        "large": is_large,
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


def _cash_rows(sheet: CashSheet, money: Money) -> Iterator[tuple[str, str, bool]]:
    yield _("In the box at the start"), money(sheet.fee.opening), False
    for one in sheet.fees:
        what = _("Members’ fees") if one.member else _("Entry fees")
        yield titled(what, f"{one.count} × {money(one.each)}"), money(one.total), False
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
    return fine if ruling.player is None else titled(fine, ruling.player.name)


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
