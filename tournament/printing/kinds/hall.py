"""Papers for the hall: tables with their players, the rotation chart, table signs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import PAIRS
from tournament.models import Event, TableLink
from tournament.models.seating import SEAT_LETTERS
from tournament.printing.fit import (
    ELLIPSIS,
    MM_PER_POINT,
    OTHER_FACE,
    Fitted,
    fit,
    in_two_lines,
    listed,
    measure,
)
from tournament.printing.kinds.rounds import evenly, largest, published, round_chosen, tables_in_use
from tournament.printing.kinds.tables import code_of, table_links
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, paper
from tournament.reports.seating import ChartTable, SeatedPerson, SeatingChart, chart_of
from tournament.reports.seating_page import how_good, quality_lines
from tournament.rotation.movements import MOVEMENTS, draw_plan
from tournament.rotation.plan import Plan, RotationError, RoundPlan
from tournament.rotation.quality import Quality, judge
from tournament.state.attendance import published_plans
from tournament.words.figures import FIGURE_SPACE, padded
from tournament.words.names import after_number
from tournament.words.sentences import words_of

FLOOR_MARGIN, FLOOR_GAP, FLOOR_EDGE = 11.0, 4.0, 2.0  # mm
BESIDE_NAME = 1.8  # mm for each point of the names: seat and number
# across, down, pt of the names, mm of a name's row, mm of a table and its gap: the first that fits
FLOORS = (
    (1, 2, 26.0, 16.0, 104.0),
    (2, 3, 16.0, 10.8, 72.0),
    (2, 4, 14.0, 8.0, 55.0),
    (3, 4, 11.0, 7.6, 55.0),
    (3, 5, 10.5, 6.9, 45.0),
)
LARGE_FLOORS = FLOORS[:2]
FLOOR_TOP, FLOOR_FOOT, LINE = 34.0, 13.0, 1.2
SHRUNK = (20.0, 16.0, 14.0, 12.5, 11.0, 10.0, 9.0, 8.0)  # pt of what is too long at the usual size
NOBODY = Fitted((), 8.0)
CHART_ROUNDS = 15
# mm: margins, the sheet's head and foot, the row of rounds, the column of tables
CHART_MARGIN, CHART_HEAD, CHART_FOOT, CHART_TOP, CHART_TABLES = 10.0, 22.0, 8.0, 8.0, 15.0
CHART_SIZES = (
    (32.0, 38.0),
    (26.0, 23.0),
    (22.0, 23.0),
    (21.0, 19.0),
    (18.0, 19.0),
    (16.0, 15.0),
    (14.0, 15.0),
    (13.0, 11.6),
    (11.0, 11.6),
    (10.0, 9.6),
    (8.5, 9.6),
)  # pt of the figures, mm of a row: the largest that fits
LARGE_CHART = 16.0  # pt, at least, in large print
SIT_OUT = 4  # in the height of a table's row
FEWEST, MOST = 4, 500
SECONDS = 3.0  # seconds of search for a chart without names


@dataclass(frozen=True, slots=True)
class FloorTable:
    """One table of a round: `seats`, `numbers` and `names` are texts with a line for each chair."""

    number: int
    seats: str
    numbers: str
    names: SafeString


@dataclass(frozen=True, slots=True)
class Sign:
    """A table's number; if it enters its own scores, also the code of its permanent link, and its PIN."""

    number: int
    code: SafeString | str = ""
    pin: str = ""


@dataclass(frozen=True, slots=True)
class FloorPage:
    """Some of the tables; `sit_out` are the lines that name who sits out, all of them on every page."""

    tables: tuple[FloorTable, ...]
    sit_out: Fitted
    number: int


@dataclass(frozen=True, slots=True)
class ChartPage:
    """A part of the rotation chart: some rounds (columns) of some tables (rows); cells are lines of two."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    sit_out: tuple[str, ...]
    number: int


@paper(
    "seating-by-table",
    _lazy("Seating by table"),
    _lazy("For the floor: one round’s tables with their players."),
    template="floor",
    css="hall",
    asks=("round", "large"),
)
def floor(event: Event, choice: PrintChoice) -> Printout:
    """One round's tables with their players, as large as fits on one sheet, else fifteen to a sheet."""
    round_ = round_chosen(event, choice)
    floors = LARGE_FLOORS if choice.large else FLOORS
    across, down, points, row, high = next(
        (floor for floor in floors if len(round_.tables) <= floor[0] * floor[1]), floors[-1]
    )
    whole = choice.size.width - 2 * FLOOR_MARGIN
    width = (whole - (across - 1) * FLOOR_GAP) / across - BESIDE_NAME * points - FLOOR_EDGE
    tables = [_floor_table(table, width, points, row) for table in round_.tables]
    parts = [tables[at : at + across * down] for at in range(0, len(tables), across * down)]
    people = [after_number(person.number, person.name) for person in round_.sit_out]
    room = choice.size.height - FLOOR_TOP - FLOOR_FOOT - down * high
    sit_out, fits = _sit_out(people, whole, points, room)
    pages = [FloorPage(tuple(part), sit_out if fits else NOBODY, at) for at, part in enumerate(parts, 1)]
    if not fits:  # nobody is left out: they get a sheet of their own
        pages.append(FloorPage((), sit_out, len(pages) + 1))
    shared = {"round": round_.number, "pages": len(pages), "points": round(points)}
    return Printout(tuple(PaperSheet(page) for page in pages), shared=shared)


def _sit_out(people: Sequence[str], width: float, points: float, room: float) -> tuple[Fitted, bool]:
    """The lines that name these people, at the largest size at which they fit the room (mm), and whether they
    do at all."""
    if not people:
        return NOBODY, True
    for size in (points, *(size for size in SHRUNK if size < points)):
        label = (OTHER_FACE * measure(_("Sit out:"), bold=True) + 0.5) * size * MM_PER_POINT
        lines = listed(people, width - label, size)
        if len(lines) * size * LINE * MM_PER_POINT <= room:
            return Fitted(lines, size), True
    return Fitted(listed(people, width - label, SHRUNK[1]), SHRUNK[1]), False


@paper(
    "rotation",
    _lazy("Rotation chart"),
    _lazy("All rounds and tables by number, landscape."),
    css="hall",
    asks=("large",),
    has_names=False,
)
def rotation(event: Event, choice: PrintChoice) -> Printout:
    """The whole chart by numbers, in landscape, divided into bands of tables."""
    chart = published(event)
    rounds = tuple(published_plans(event).values())
    note = chart.coming(event).sentence or _proof(event, judge(rounds), rounds)
    return _chart(chart, choice, {"players": None, "note": f"{_key()} {note}"})


@paper(
    "rotation-without-names",
    _lazy("Rotation chart for any number"),
    _lazy("A chart for as many players as you say, made on request."),
    template="rotation",
    css="hall",
    asks=("count", "large"),
    has_names=False,
)
def rotation_without_names(event: Event, choice: PrintChoice) -> Printout:
    """A chart for any number of players, drawn on request and not stored."""
    if MOVEMENTS[event.movement].one_by_one:
        raise NotPrintable(
            _("This event’s movement seats each round when the one before it is closed: it has no chart.")
        )
    count = choice.count or event.players.count() or 16
    if not FEWEST <= count <= MOST:
        raise NotPrintable(
            _("A chart can be drawn for %(fewest)s to %(most)s players.") % {"fewest": FEWEST, "most": MOST}
        )
    try:
        plan, quality = _drawn(count, MOVEMENTS[event.movement].ahead(event.round_count), event.movement)
    except RotationError as error:
        raise NotPrintable(words_of(error)) from error
    note = f"{_key()} {_proof(event, quality, plan.rounds)}"
    return _chart(chart_of(plan.rounds, 1, {}), choice, {"players": count, "note": note})


def _key() -> str:
    return _("Each column is a round. Top: North–South; bottom: East–West.")


def _proof(event: Event, quality: Quality, rounds: Sequence[RoundPlan]) -> str:
    """How often people meet again, in the words of the seating page."""
    lines = quality_lines(quality.to_dict(), rounds)
    if MOVEMENTS[event.movement].partners_stay:
        return _("Partners stay together.") + " " + how_good(line for line in lines if line.key != "P")
    return how_good(lines)


@paper(
    "table-signs",
    _lazy("Table signs"),
    _lazy("One for each table: fold across the middle and stand it up."),
    css="hall",
    asks=("count",),
    stock="card",
    has_names=False,
)
def signs(event: Event, choice: PrintChoice) -> Printout:
    """A folded tent for every table; without a plan, as many as the players fill."""
    numbers = tables_in_use(event, choice)
    links = table_links(event, choice)
    return Printout(tuple(PaperSheet(_sign(number, links.get(number), choice)) for number in numbers))


def _sign(number: int, link: TableLink | None, choice: PrintChoice) -> Sign:
    if link is None:
        return Sign(number)
    pin = "" if link.event.pin_per_round else link.pin  # PINs per round are on that round's score sheets
    return Sign(number, code_of(link.token, choice), pin)


@lru_cache(maxsize=8)
def _drawn(count: int, rounds: int, movement: str) -> tuple[Plan, Quality]:
    numbers = range(1, count + 1)
    plan = draw_plan(list(numbers), rounds, movement=movement, seed=1, seconds=SECONDS)
    return plan, judge(plan.rounds, players=plan.players)


def _floor_table(table: ChartTable, width: float, points: float, row: float) -> FloorTable:
    people = [table.seats.get(seat) for seat in PAIRS]
    return FloorTable(
        number=table.number,
        seats="\n".join(str(SEAT_LETTERS[seat]) for seat in PAIRS),
        numbers="\n".join(str(person.number) if person else "" for person in people),
        names=format_html_join("\n", "{}", ((_name(person, width, points, row),) for person in people)),
    )


def _name(person: SeatedPerson | None, width: float, points: float, row: float) -> SafeString | str:
    """A name in its row; one that is too long is set smaller, on two lines, or with initials."""
    if person is None:
        return ""
    sizes = (points, *(size for size in SHRUNK if size < points))
    name = fit(person.name, width, sizes, lines=2, height=row)
    if name.points == points:
        return name.text
    if name.text.endswith(ELLIPSIS):
        name = in_two_lines(person.name, width, SHRUNK[-1:])
    twice = "twice " if len(name.lines) > 1 else ""
    return format_html('<span class="{}{}">{}</span>', twice, name.css, name.text)


def _chart(chart: SeatingChart, choice: PrintChoice, shared: dict[str, object]) -> Printout:
    rounds, rows = chart.rounds, chart.rows
    bands = -(-len(rounds) // CHART_ROUNDS)
    wide = -(-len(rounds) // bands)
    most = max((len(round_.sit_out) for round_ in rounds), default=0)
    digits = max((len(str(person.number)) for person in _everybody(chart)), default=1)
    points, most_rows = _chart_size(len(rows), digits, -(-most // SIT_OUT), wide, choice)
    pages: list[ChartPage] = []
    for first in range(0, len(rounds), wide):
        part = rounds[first : first + wide]
        out = tuple(_lines(round_.sit_out, digits) for round_ in part)
        for top in range(0, len(rows), most_rows):
            drawn = tuple(
                (number, tuple(_cell(cell, digits) for cell in cells[first : first + wide]))
                for number, cells in rows[top : top + most_rows]
            )
            numbers = tuple(round_.number for round_ in part)
            pages.append(ChartPage(numbers, drawn, out if any(out) else (), number=len(pages) + 1))
    sheets = tuple(PaperSheet(page, wide=True) for page in pages)
    return Printout(sheets, shared={"pages": len(pages), "points": round(points), **shared})


def _everybody(chart: SeatingChart) -> Iterator[SeatedPerson]:
    for round_ in chart.rounds:
        yield from round_.sit_out
        for table in round_.tables:
            yield from table.seats.values()


def _chart_size(tables: int, digits: int, out_rows: int, wide: int, choice: PrintChoice) -> tuple[float, int]:
    """The largest size that takes no more sheets than the smallest, and its rows to a sheet."""
    em = (2 * digits + 1) * measure("0") + 0.6
    column = (choice.size.height - 2 * CHART_MARGIN - CHART_TABLES) / wide
    height = choice.size.width - 2 * CHART_MARGIN - CHART_HEAD - CHART_FOOT - CHART_TOP
    fitting = [size for size in CHART_SIZES if em * size[0] * MM_PER_POINT <= column] or [CHART_SIZES[-1]]
    if choice.large:
        fitting = [size for size in fitting if size[0] >= LARGE_CHART] or fitting[:1]
    held = {row: max(1, int(height / row) - out_rows) for _points, row in fitting}
    points, row = largest(fitting, lambda size: -(-tables // held[size[1]]))
    return points, evenly(tables, held[row])


def _cell(table: ChartTable | None, digits: int) -> str:
    if table is None:
        return ""
    ns, ew = table.sides
    return f"{_lines(ns, digits)}\n{_lines(ew, digits)}"


def _lines(people: Sequence[SeatedPerson], digits: int) -> str:
    """Numbers in lines of two, each as wide as the widest: so the pairs stand in columns."""
    numbers = [padded(person.number, digits) for person in people]
    pairs = [numbers[at : at + 2] for at in range(0, len(numbers), 2)]
    width = 2 * digits + 1
    return "\n".join(FIGURE_SPACE.join(pair).ljust(width, FIGURE_SPACE) for pair in pairs)
