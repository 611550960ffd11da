"""Lists of names: for the door (who sits where), and for signing in."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Event, Player
from tournament.names import key_of
from tournament.printing.fit import shorten
from tournament.printing.kinds.rounds import round_chosen
from tournament.printing.printout import NotPrintable, PaperSheet, PrintChoice, Printout
from tournament.reports.seating import ChartRound

MARGIN, HEAD, FOOT = 11.0, 27.0, 9.0  # mm
# columns, pt, mm of a row: the first that fits
DOORS = ((1, 18.0, 9.2), (1, 15.0, 7.6), (2, 13.0, 7.6), (2, 11.0, 6.4))
DOOR_FIGURES = 3.35  # mm for each point
SIGN_ROW, SIGN_POINTS, SIGN_NAME = 8.5, 12.0, 88.0
GAP = 8.0
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row: the name, and figures set in characters of one width."""

    name: str
    figures: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Columns of rows, side by side, and the page's number."""

    columns: tuple[tuple[ListLine, ...], ...]
    number: int


def door(event: Event, choice: PrintChoice) -> Printout:
    """All players by name with number, table and seat in one round, as large as fits on one sheet."""
    round_ = round_chosen(event, choice)
    where = _where(round_)
    across, points, row = next(
        (door for door in DOORS if len(where) <= door[0] * _rows(door[2], choice)), DOORS[-1]
    )
    width = (choice.size.width - 2 * MARGIN - (across - 1) * GAP) / across - DOOR_FIGURES * points
    lines = [ListLine(shorten(name, width, points), figures) for name, figures in where]
    return _printout(lines, _rows(row, choice), across, {"round": round_.number, "points": round(points)})


def sign_in(event: Event, choice: PrintChoice) -> Printout:
    """All expected players by name, with room to tick and sign."""
    players = event.players.exclude(status__in=GONE).values_list("name", "number")
    if not players:
        raise NotPrintable(_("There are no players yet. Add them first."))
    lines = [
        ListLine(shorten(name, SIGN_NAME, SIGN_POINTS), str(number).rjust(4))
        for name, number in sorted(players, key=lambda row: (key_of(row[0]), row[1]))
    ]
    return _printout(lines, _rows(SIGN_ROW, choice), 1, {"count_players": len(lines)})


def _rows(height: float, choice: PrintChoice) -> int:
    """How many rows of this height (mm) fit on a sheet."""
    return int((choice.size.height - 2 * MARGIN - HEAD - FOOT) / height)


def _where(round_: ChartRound) -> list[tuple[str, str]]:
    """Names from A to Z, each with its figures."""
    entries = [
        (person, f"{person.number:>4}{table.number:>6}  {seat.value}")
        for table in round_.tables
        for seat, person in table.seats.items()
    ]
    entries += [(person, f"{person.number:>4}    {_('out')}") for person in round_.sit_out]
    entries.sort(key=lambda row: (key_of(row[0].name), row[0].number))
    return [(person.name, figures) for person, figures in entries]


def _printout(lines: list[ListLine], rows: int, across: int, shared: dict[str, Any]) -> Printout:
    """The lines in columns of equal length on as many pages as they need."""
    per_page = rows * across
    pages = []
    for at in range(0, len(lines), per_page):
        part = lines[at : at + per_page]
        long = min(rows, -(-len(part) // across)) if at == 0 and len(lines) <= per_page else rows
        pages.append(tuple(tuple(part[k : k + long]) for k in range(0, len(part), long)))
    sheets = tuple(PaperSheet(ListPage(columns, number)) for number, columns in enumerate(pages, start=1))
    return Printout(sheets, shared={"pages": len(pages), **shared})
