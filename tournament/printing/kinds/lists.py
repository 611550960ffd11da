"""Lists of names: for the door (who sits where), and for signing in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.figures import padded
from tournament.models import Event, Player
from tournament.models.seating import SEAT_LETTERS
from tournament.names import sort_key
from tournament.printing.fit import fit
from tournament.printing.kinds.rounds import evenly, how_many, round_chosen
from tournament.printing.printout import PaperSheet, PrintChoice, Printout
from tournament.reports.seating import ChartRound, SeatedPerson

MARGIN, HEAD, FOOT = 11.0, 27.0, 9.0  # mm
# columns, pt, mm of a row: the first that fits
DOORS = ((1, 18.0, 9.2), (1, 15.0, 7.6), (2, 13.0, 7.6), (2, 11.0, 6.4))
DOOR_FIGURES = 3.35  # mm for each point
SIGN_ROW, SIGN_POINTS, SIGN_NAME = 8.5, 12.0, 76.0
LARGE_SIGN_ROW, LARGE_SIGN_POINTS = 12.0, 16.0
SMALLER = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
WALK_INS = 4  # empty rows at least
GAP = 8.0
CLEAR = 0.6  # mm of a row that its letters leave free
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row: the name, and figures set in characters of one width."""

    name: str
    figures: str = ""
    css: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Columns of rows, side by side, the page's number, and how many empty rows follow."""

    columns: tuple[tuple[ListLine, ...], ...]
    number: int
    empty: range = range(0)


def door(event: Event, choice: PrintChoice) -> Printout:
    """All players by name with number, table and seat in one round, as large as fits on one sheet."""
    round_ = round_chosen(event, choice)
    where = _where(round_, _here_without_seat(event, round_))
    across, points, row = next(
        (door for door in DOORS if choice.large or len(where) <= door[0] * _rows(door[2], choice)), DOORS[-1]
    )
    width = (choice.size.width - 2 * MARGIN - (across - 1) * GAP) / across - DOOR_FIGURES * points
    sizes = (points, *(size for size in SMALLER if size < points))
    names = [fit(name, width, sizes) for name, _figures in where]
    lines = [
        ListLine(name.text, figures, "" if name.points == points else name.css)
        for name, (_name, figures) in zip(names, where, strict=True)
    ]
    return _printout(lines, _rows(row, choice), across, {"round": round_.number, "points": round(points)})


def sign_in(event: Event, choice: PrintChoice) -> Printout:
    """All expected players by name, with room to tick, pay and sign, and empty rows for walk-ins."""
    players = event.players.exclude(status__in=GONE).values_list("name", "number")
    row, points = (LARGE_SIGN_ROW, LARGE_SIGN_POINTS) if choice.large else (SIGN_ROW, SIGN_POINTS)
    sizes = (points, *(size for size in SMALLER if size < points))
    named = [
        (fit(name, SIGN_NAME, sizes, lines=2, height=row - CLEAR), padded(number, 4))
        for name, number in sorted(players, key=lambda row: (sort_key(row[0]), row[1]))
    ]
    lines = [ListLine(name.text, number, name.css) for name, number in named]
    per_page = _rows(row, choice)
    wanted = max(len(lines) + WALK_INS, how_many(choice, 0))
    pages: list[ListPage] = []
    for at in range(0, wanted, per_page):
        part = tuple(lines[at : at + per_page])
        pages.append(ListPage((part,), len(pages) + 1, range(per_page - len(part))))
    shared = {"pages": len(pages), "count_players": len(lines), "large": choice.large}
    return Printout(tuple(PaperSheet(page) for page in pages), shared=shared)


def _rows(height: float, choice: PrintChoice) -> int:
    """How many rows of this height (mm) fit on a sheet."""
    return int((choice.size.height - 2 * MARGIN - HEAD - FOOT) / height)


def _here_without_seat(event: Event, round_: ChartRound) -> list[SeatedPerson]:
    """Who is in the room and not in this round's seating, such as a walk-up."""
    placed = {person.number for table in round_.tables for person in table.seats.values()}
    placed |= {person.number for person in round_.sit_out}
    here = event.players.filter(status=Player.Status.HERE, from_round__lte=round_.number)
    return [SeatedPerson(*row) for row in here.exclude(number__in=placed).values_list("number", "name")]


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
