"""Lists of names: for the door (who sits where), and for signing in."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Event, Player
from tournament.models.names import key_of
from tournament.printing.fit import shorten
from tournament.printing.kinds.rounds import round_chosen
from tournament.printing.printout import Choice, NotPrintable, Printout, Sheet
from tournament.reports.seating import ChartRound

MARGIN, HEAD, FOOT = 11.0, 27.0, 9.0  # mm
DOOR_ROW, DOOR_POINTS, DOOR_FIGURES = 6.4, 11.0, 36.5
SIGN_ROW, SIGN_POINTS, SIGN_NAME = 8.5, 12.0, 88.0
GAP = 8.0
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Line:
    """A row: the name, and figures set in characters of one width."""

    name: str
    figures: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Columns of rows, side by side, and the page's number."""

    columns: tuple[tuple[Line, ...], ...]
    number: int


def door(event: Event, choice: Choice) -> Printout:
    """Everybody by name, in two columns, with his number, table and seat in one round."""
    found = round_chosen(event, choice)
    width = (choice.size.width - 2 * MARGIN - GAP) / 2 - DOOR_FIGURES
    lines = _where(found, width)
    rows = int((choice.size.height - 2 * MARGIN - HEAD - FOOT) / DOOR_ROW)
    return _printout(lines, rows, 2, {"round": found.number})


def sign_in(event: Event, choice: Choice) -> Printout:
    """Everybody expected, by name, with room to tick and to sign."""
    players = event.players.exclude(status__in=GONE).values_list("name", "number")
    if not players:
        raise NotPrintable(_("There are no players yet. Add them first."))
    lines = [
        Line(shorten(name, SIGN_NAME, SIGN_POINTS), str(number).rjust(4))
        for name, number in sorted(players, key=lambda row: (key_of(row[0]), row[1]))
    ]
    rows = int((choice.size.height - 2 * MARGIN - HEAD - FOOT) / SIGN_ROW)
    return _printout(lines, rows, 1, {"count_players": len(lines)})


def _where(round_: ChartRound, width: float) -> list[Line]:
    found = [
        (person, f"{person.number:>4}{table.number:>6}  {seat.value}")
        for table in round_.tables
        for seat, person in table.seats.items()
    ]
    found += [(person, f"{person.number:>4}    {_('out')}") for person in round_.sit_out]
    found.sort(key=lambda row: (key_of(row[0].name), row[0].number))
    return [Line(shorten(person.name, width, DOOR_POINTS), figures) for person, figures in found]


def _printout(lines: list[Line], rows: int, across: int, shared: dict[str, Any]) -> Printout:
    """The lines in columns of equal length on as many pages as they need."""
    per_page = rows * across
    pages = []
    for at in range(0, len(lines), per_page):
        part = lines[at : at + per_page]
        long = min(rows, -(-len(part) // across)) if at == 0 and len(lines) <= per_page else rows
        pages.append(tuple(tuple(part[k : k + long]) for k in range(0, len(part), long)))
    sheets = tuple(Sheet(ListPage(columns, number)) for number, columns in enumerate(pages, start=1))
    return Printout(sheets, shared={"pages": len(pages), **shared})
