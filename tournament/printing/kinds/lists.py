"""Lists of names for the door, boards of many columns (all rounds by name, the wall board), the 50/50."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event, Player
from tournament.models.money import entry_fee_of
from tournament.models.seating import SEAT_LETTERS
from tournament.printing.fit import Fitted, fit, from_a_to_z
from tournament.printing.kinds.rounds import evenly, how_many, largest, published, round_chosen
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, paper
from tournament.reports.seating import ChartRound, Path, SeatedPerson, Stop, impose, player_paths
from tournament.words.figures import money, padded
from tournament.words.names import sort_key

MARGIN, HEAD, FOOT = 11.0, 27.0, 9.0  # mm
# columns, pt, mm of a row: the first that fits
DOORS = ((1, 24.0, 14.0), (1, 18.0, 9.2), (1, 15.0, 7.6), (2, 14.0, 8.8), (2, 13.0, 7.6), (2, 11.0, 6.4))
LARGE_DOORS = DOORS[:2]
DOOR_FIGURES = 3.35  # mm for each point
SIGN_ROWS, SIGN_POINTS, SIGN_NAME = (8.5, 7.3), 12.0, 76.0
LARGE_SIGN_ROW, LARGE_SIGN_POINTS = 12.0, 16.0
SMALLER = (20.0, 17.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
WALK_INS = 4  # empty rows at least
GAP = 8.0
CLEAR = 0.6  # mm of a row that its letters leave free
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row: the name, and figures set in characters of one width."""

    name: Fitted
    figures: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Columns of rows, side by side, the page's number, and how many empty rows follow."""

    columns: tuple[tuple[ListLine, ...], ...]
    number: int
    empty: range = range(0)


@paper(
    "seating-by-name",
    _lazy("Seating A to Z"),
    _lazy("For the door: everybody by name, with table and seat in one round."),
    template="door",
    css="lists",
    asks=("round", "large"),
)
def door(event: Event, choice: PrintChoice) -> Printout:
    """All players by name with number, table and seat in one round, as large as the fewest sheets hold."""
    round_ = round_chosen(event, choice)
    where = _where(round_, _here_without_seat(event, round_))
    doors = LARGE_DOORS if choice.large else DOORS
    across, points, row = largest(doors, lambda door: _sheets(len(where), door[2], choice, across=door[0]))
    width = (choice.size.width - 2 * MARGIN - (across - 1) * GAP) / across - DOOR_FIGURES * points
    sizes = (points, *(size for size in SMALLER if size < points))
    lines = [ListLine(from_a_to_z(name, width, sizes, row - CLEAR), figures) for name, figures in where]
    return _printout(
        lines, _rows_that_fit(row, choice), across, {"round": round_.number, "points": round(points)}
    )


@paper(
    "sign-in",
    _lazy("Sign-in sheet"),
    _lazy("Everybody by name, to be ticked and signed at the door, with empty rows for walk-ins."),
    css="lists",
    asks=("large",),
)
def sign_in(event: Event, choice: PrintChoice) -> Printout:
    """All expected players by name, with room to tick, pay and sign, and empty rows for walk-ins."""
    players = event.players.exclude(status__in=GONE).names().items()
    wanted = max(len(players) + WALK_INS, how_many(choice, 0))
    heights, points = ((LARGE_SIGN_ROW,), LARGE_SIGN_POINTS) if choice.large else (SIGN_ROWS, SIGN_POINTS)
    row = largest(heights, lambda row: _sheets(wanted, row, choice))
    is_low = row == SIGN_ROWS[-1]
    sizes = (points, *(size for size in SMALLER if size < points))
    lines = [
        ListLine(from_a_to_z(name, SIGN_NAME, sizes, row - CLEAR), padded(number, 4))
        for number, name in sorted(players, key=lambda row: (sort_key(row[1]), row[0]))
    ]
    per_page = _rows_that_fit(row, choice)
    pages: list[ListPage] = []
    for at in range(0, wanted, per_page):
        part = tuple(lines[at : at + per_page])
        pages.append(ListPage((part,), len(pages) + 1, range(per_page - len(part))))
    shared = {"pages": len(pages), "count_players": len(lines), "large": choice.large, "low": is_low}
    return Printout(tuple(PaperSheet(page) for page in pages), shared=shared)


def _rows_that_fit(height: float, choice: PrintChoice) -> int:
    """How many rows of this height (mm) fit on a sheet."""
    return int((choice.size.height - 2 * MARGIN - HEAD - FOOT) / height)


def _sheets(rows: int, height: float, choice: PrintChoice, *, across: int = 1) -> int:
    return -(-rows // (across * _rows_that_fit(height, choice)))


def _here_without_seat(event: Event, round_: ChartRound) -> list[SeatedPerson]:
    """Who is in the room and not in this round's seating, such as a walk-up."""
    placed = {person.number for table in round_.tables for person in table.seats.values()}
    placed |= {person.number for person in round_.sit_out}
    here = event.players.filter(status=Player.Status.HERE, from_round__lte=round_.number)
    return [SeatedPerson(*row) for row in here.exclude(number__in=placed).names().items()]


def _where(round_: ChartRound, unseated: Sequence[SeatedPerson]) -> list[tuple[str, str]]:
    """Names from A to Z by last name, each with its figures."""
    entries = [
        (person, f"{padded(person.number, 4)}{padded(table.number, 6)}{padded(str(SEAT_LETTERS[seat]), 3)}")
        for table in round_.tables
        for seat, person in table.seats.items()
    ]
    for people, where in ((round_.sit_out, _("sit out")), (unseated, _("desk"))):
        entries += [(person, f"{padded(person.number, 4)}{padded('', 4)}{where}") for person in people]
    entries.sort(key=lambda row: (sort_key(row[0].name), row[0].number))
    return [(person.name, figures) for person, figures in entries]


def _printout(lines: list[ListLine], rows: int, across: int, shared: dict[str, Any]) -> Printout:
    """The lines in columns of equal length on as many pages as they need."""
    per_page = evenly(len(lines), rows * across)
    pages = []
    for at in range(0, len(lines), per_page):
        part = lines[at : at + per_page]
        long = -(-len(part) // across)
        pages.append(tuple(tuple(part[k : k + long]) for k in range(0, len(part), long)))
    sheets = tuple(PaperSheet(ListPage(columns, number)) for number, columns in enumerate(pages, start=1))
    return Printout(sheets, shared={"pages": len(pages), **shared})


BOARD_MARGIN, BOARD_HEAD, HEADS, BOARD_FOOT = 11.0, 20.0, 6.0, 9.0  # mm
NUMBER, NAME = 12.0, 52.0  # mm of columns
SHRUNK = (15.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
# pt, mm of a row, mm of a round's column: the largest that needs no more sheets than the smallest
USUAL = ((18, 13.0, 19.0), (14, 9.0, 15.0), (13, 8.0, 13.5), (12, 7.2, 12.5), (11, 6.4, 11.5))
LARGE = ((16, 10.0, 17.0),)
BOARD_ROWS, BOARD_ROUND, BOARD_TOTALS = (15, 12, 10), 12.0, 18.0 + 2 * 12.0
BOARD_SIZES = (18.0, 16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
USUAL_ROWS = 40
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
    """One sheet: its rounds, a line for each of its people, and its number in the order of printing."""

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


@paper(
    "rounds-by-name",
    _lazy("All rounds A to Z"),
    _lazy("One line for each player: table and seat in every round."),
    css="boards",
    asks=("large",),
)
def rounds_by_name(event: Event, choice: PrintChoice) -> Printout:
    """All players by name, each with table and seat in every round, on as few sheets as possible."""
    chart = published(event)
    people = sorted(player_paths(chart), key=lambda path: (sort_key(path.person.name), path.person.number))
    steps = LARGE if choice.large else USUAL
    chart_rounds = [round_.number for round_ in chart.rounds]
    layouts = [
        _layout(step, len(people), len(chart_rounds), choice, wide)
        for step in steps
        for wide in (False, True)
    ]
    layout_used = largest(layouts, lambda layout: layout.sheets)
    points, row, column = layout_used.step
    width = _room(choice, layout_used.wide) - column * min(layout_used.rounds, len(chart_rounds))
    per_page = evenly(len(people), layout_used.rows)
    parts = [
        (people[at : at + per_page], tuple(part))
        for at in range(0, len(people), per_page)
        for part in _bands(chart_rounds, layout_used.rounds)
    ]
    pages = [
        RoundsPage(part, tuple(_rounds_line(path, part, width, points, row) for path in some), number)
        for number, (some, part) in enumerate(parts, start=1)
    ]
    sheets = tuple(PaperSheet(page, wide=layout_used.wide) for page in pages)
    shared = {"pages": len(pages), "points": points, "coming": chart.coming(event).sentence}
    return Printout(sheets, shared=shared)


def _layout(
    step: tuple[int, float, float], people: int, rounds: int, choice: PrintChoice, wide: bool
) -> RoundsLayout:
    _points, row, column = step
    height = choice.size.width if wide else choice.size.height
    rows = int((height - 2 * BOARD_MARGIN - BOARD_HEAD - HEADS - BOARD_FOOT) / row)
    most = max(1, int((_room(choice, wide) - NAME) / column))
    return RoundsLayout(-(-people // rows) * -(-rounds // most), wide, step, rows, most)


def _room(choice: PrintChoice, wide: bool) -> float:
    """The width (mm) for names and rounds."""
    return (choice.size.height if wide else choice.size.width) - 2 * BOARD_MARGIN - NUMBER


def _bands(rounds: Sequence[int], most: int) -> list[Sequence[int]]:
    """The rounds of each sheet, about equally many."""
    count = -(-len(rounds) // most)
    size = -(-len(rounds) // count)
    return [rounds[at : at + size] for at in range(0, len(rounds), size)]


def _rounds_line(path: Path, rounds: Sequence[int], width: float, points: float, row: float) -> RoundsLine:
    at = {stop.round: stop for stop in path.stops}
    sizes = (points, *(size for size in SHRUNK if size < points))
    name = from_a_to_z(path.person.name, width - 2, sizes, row - CLEAR)
    return RoundsLine(path.person.number, name, tuple(_cell(at.get(number)) for number in rounds))


def _cell(stop: Stop | None) -> str:
    if stop is None or not stop.here:
        return ""
    return "–" if stop.sits_out or stop.seat is None else f"{stop.table} {SEAT_LETTERS[stop.seat]}"


@paper(
    "wall-board",
    _lazy("Wall board"),
    _lazy("To fill in by hand: a row for each player, a column for each round. Tape the sheets together."),
    css="boards",
    asks=("count",),
    counted=_lazy("Number of rows"),
)
def wall_board(event: Event, choice: PrintChoice) -> Printout:
    """Rows and columns to fill in by hand when the laptop is gone; empty rows if no name is known."""
    names = list(event.players.exclude(status__in=GONE).names().items())
    across = choice.size.height - 2 * BOARD_MARGIN
    wanted = max(len(names) + 1, how_many(choice, len(names) or USUAL_ROWS))  # one for a walk-in
    room = choice.size.width - 2 * BOARD_MARGIN - BOARD_HEAD - HEADS - BOARD_FOOT
    high = largest(BOARD_ROWS, lambda row: -(-wanted // int(room / row)))
    per_page = int(room / high)
    rows = [
        (str(number), fit(name, NAME - 2, BOARD_SIZES, lines=2, height=high - CLEAR))
        for number, name in names
    ]
    rows += [("", Fitted((), 8.0))] * (max(1, -(-wanted // per_page)) * per_page - len(rows))
    most = int((across - NUMBER - NAME - BOARD_TOTALS) / BOARD_ROUND)
    bands = _bands(range(1, event.round_count + 1), most)
    downs = [rows[at : at + per_page] for at in range(0, len(rows), per_page)]
    parts = [(at, down, band, part) for at, down in enumerate(downs) for band, part in enumerate(bands)]
    pages = [
        BoardPage(tuple(part), tuple(down), band == len(bands) - 1, number, _joins(band, at, len(bands)))
        for number, (at, down, band, part) in enumerate(parts, start=1)
    ]
    shared = {"pages": len(pages), "row": high}
    return Printout(tuple(PaperSheet(page, wide=True) for page in pages), shared=shared)


def _joins(band: int, down: int, bands: int) -> str:
    """Where this sheet is taped to those before it."""
    if band:
        return _("Tape it to the right of sheet %(sheet)d.") % {"sheet": down * bands + band}
    if down:
        return _("Tape it under sheet %(sheet)d.") % {"sheet": (down - 1) * bands + 1}
    return _("Write each round’s points, and the running total small below.")


@paper(
    "fifty-tickets",
    _lazy("50/50 tickets"),
    _lazy("Numbered tickets with a stub, ten to a sheet. Cut and piled, they are in order."),
    template="tickets",
    css="boards",
    asks=("count",),
    counted=_lazy("Number of tickets"),
    has_names=False,
)
def tickets(event: Event, choice: PrintChoice) -> Printout:
    """Numbered tickets with stubs, in cutting order."""
    count = how_many(choice, USUAL_TICKETS)
    if not count:
        raise NotPrintable(_("Type a number of 1 or more."))
    sheets = tuple(PaperSheet(sheet) for sheet in impose(range(1, count + 1), TICKETS))
    return Printout(sheets, shared={"price": _ticket_price(event)})


@paper(
    "fifty-cash-sheet",
    _lazy("50/50 cash sheet"),
    _lazy("Who sold which tickets, the money, and the winner’s half."),
    template="cash_sheet",
    css="boards",
    has_names=False,
)
def fifty_fifty_sheet(event: Event, choice: PrintChoice) -> Printout:
    """The money of the 50/50: sellers' rows, the sum, the winner's half."""
    return Printout((PaperSheet({"rows": range(CASH_ROWS)}),), shared={"price": _ticket_price(event)})


def _ticket_price(event: Event) -> str:
    """What a 50/50 ticket costs, in words; empty if nobody has said."""
    fee = entry_fee_of(event)
    return money(fee.ticket, event.time_zone) if fee is not None and fee.ticket else ""
