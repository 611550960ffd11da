"""Boards and lists of many columns: all rounds by name, the wall board, the 50/50's papers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.models.seating import SEAT_LETTERS
from tournament.names import sort_key
from tournament.printing.fit import Fitted, fit
from tournament.printing.kinds.lists import GONE
from tournament.printing.kinds.rounds import evenly, how_many, published
from tournament.printing.printout import NotPrintable, PaperSheet, PrintChoice, Printout
from tournament.reports.papers import impose
from tournament.reports.seating import Path, Stop, paths

MARGIN, HEAD, HEADS, FOOT = 11.0, 20.0, 6.0, 9.0  # mm
NUMBER, NAME = 12.0, 52.0  # mm of columns
SHRUNK = (15.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
# pt, mm of a row, mm of a round's column: the largest that needs no more sheets than the smallest
USUAL = ((14, 9.0, 15.0), (13, 8.0, 13.5), (12, 7.2, 12.5), (11, 6.4, 11.5))
LARGE = ((16, 10.0, 17.0),)
BOARD_ROW, BOARD_ROUND, BOARD_TOTAL = 10.0, 12.0, 18.0
BOARD_SIZES = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
USUAL_ROWS = 40
CLEAR = 0.6  # mm of a row that its letters leave free
TICKETS, USUAL_TICKETS = 10, 200
CASH_ROWS = 18


@dataclass(frozen=True, slots=True)
class RoundsLine:
    """A player's row: number, name, and where they are in each round of the page."""

    number: int
    name: Fitted
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundsPage:
    rounds: tuple[int, ...]
    lines: tuple[RoundsLine, ...]
    number: int


@dataclass(frozen=True, slots=True)
class RoundsLayout:
    """How many sheets a size of type needs, with the rows and the rounds that one sheet holds."""

    sheets: int
    wide: bool
    step: tuple[int, float, float]
    rows: int
    rounds: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A part of the wall board: `rows` are numbers and names, or empty; `joins` says where to tape it."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[str, Fitted], ...]
    has_total: bool
    number: int
    joins: str


def rounds_by_name(event: Event, choice: PrintChoice) -> Printout:
    """All players by name, each with table and seat in every round, on as few sheets as possible."""
    chart = published(event)
    people = sorted(paths(chart), key=lambda path: (sort_key(path.person.name), path.person.number))
    steps = LARGE if choice.large else USUAL
    chart_rounds = [round_.number for round_ in chart.rounds]
    layouts = [
        _layout(step, len(people), len(chart_rounds), choice, wide)
        for step in steps
        for wide in (False, True)
    ]
    fewest = min(layout.sheets for layout in layouts)
    found = next(layout for layout in layouts if layout.sheets == fewest)
    points, row, column = found.step
    width = _room(choice, found.wide) - column * min(found.rounds, len(chart_rounds))
    per_page = evenly(len(people), found.rows)
    parts = [
        (people[at : at + per_page], tuple(part))
        for at in range(0, len(people), per_page)
        for part in _bands(chart_rounds, found.rounds)
    ]
    pages = [
        RoundsPage(part, tuple(_line(path, part, width, points, row) for path in some), number)
        for number, (some, part) in enumerate(parts, start=1)
    ]
    sheets = tuple(PaperSheet(page, wide=found.wide) for page in pages)
    shared = {"pages": len(pages), "points": points, "coming": chart.coming(event).sentence}
    return Printout(sheets, shared=shared)


def _layout(
    step: tuple[int, float, float], people: int, rounds: int, choice: PrintChoice, wide: bool
) -> RoundsLayout:
    _points, row, column = step
    height = choice.size.width if wide else choice.size.height
    rows = int((height - 2 * MARGIN - HEAD - HEADS - FOOT) / row)
    most = max(1, int((_room(choice, wide) - NAME) / column))
    return RoundsLayout(-(-people // rows) * -(-rounds // most), wide, step, rows, most)


def _room(choice: PrintChoice, wide: bool) -> float:
    """The width (mm) for names and rounds."""
    return (choice.size.height if wide else choice.size.width) - 2 * MARGIN - NUMBER


def _bands(rounds: Sequence[int], most: int) -> list[Sequence[int]]:
    """The rounds of each sheet, about equally many."""
    count = -(-len(rounds) // most)
    size = -(-len(rounds) // count)
    return [rounds[at : at + size] for at in range(0, len(rounds), size)]


def _line(path: Path, rounds: Sequence[int], width: float, points: float, row: float) -> RoundsLine:
    at = {stop.round: stop for stop in path.stops}
    sizes = (points, *(size for size in SHRUNK if size < points))
    name = fit(path.person.name, width - 2, sizes, lines=2, height=row - CLEAR)
    return RoundsLine(path.person.number, name, tuple(_cell(at.get(number)) for number in rounds))


def _cell(stop: Stop | None) -> str:
    if stop is None or not stop.here:
        return "–"
    return _("sit out") if stop.sits_out or stop.seat is None else f"{stop.table} {SEAT_LETTERS[stop.seat]}"


def wall_board(event: Event, choice: PrintChoice) -> Printout:
    """Rows and columns to fill in by hand when the laptop is gone; empty rows where no name is known."""
    names = list(event.players.exclude(status__in=GONE).order_by("number").values_list("number", "name"))
    across = choice.size.height - 2 * MARGIN
    per_page = int((choice.size.width - 2 * MARGIN - HEAD - HEADS - FOOT) / BOARD_ROW)
    wanted = max(len(names), how_many(choice, len(names) or USUAL_ROWS))
    rows = [
        (str(number), fit(name, NAME - 2, BOARD_SIZES, lines=2, height=BOARD_ROW - CLEAR))
        for number, name in names
    ]
    rows += [("", Fitted((), 8.0))] * (max(1, -(-wanted // per_page)) * per_page - len(rows))
    most = int((across - NUMBER - NAME - BOARD_TOTAL) / BOARD_ROUND)
    bands = _bands(range(1, event.round_count + 1), most)
    downs = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    parts = [(at, down, band, part) for at, down in enumerate(downs) for band, part in enumerate(bands)]
    pages = [
        BoardPage(tuple(part), tuple(down), band == len(bands) - 1, number, _joins(band, at, len(bands)))
        for number, (at, down, band, part) in enumerate(parts, start=1)
    ]
    return Printout(tuple(PaperSheet(page, wide=True) for page in pages), shared={"pages": len(pages)})


def _joins(band: int, down: int, bands: int) -> str:
    """Where this sheet is taped to those before it."""
    if band:
        return _("Tape it to the right of sheet %(sheet)d.") % {"sheet": down * bands + band}
    if down:
        return _("Tape it under sheet %(sheet)d.") % {"sheet": (down - 1) * bands + 1}
    return _("Write each round’s points, then add them up.")


def tickets(event: Event, choice: PrintChoice) -> Printout:
    """Numbered tickets with stubs, in cutting order."""
    count = how_many(choice, USUAL_TICKETS)
    if not count:
        raise NotPrintable(_("Type a number of 1 or more."))
    return Printout(tuple(PaperSheet(sheet) for sheet in impose(range(1, count + 1), TICKETS)))


def cash_sheet(event: Event, choice: PrintChoice) -> Printout:
    """The money of the 50/50: sellers' rows, the sum, the winner's half."""
    return Printout((PaperSheet({"rows": range(CASH_ROWS)}),))
