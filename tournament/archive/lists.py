"""An event's lists as spreadsheets: players, standings, sheets, rulings, history; CSV and XLSX.

For use in other programs; never imported again. No text becomes a formula.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any, NamedTuple

import tablib
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import PAIRS, Seat
from tournament.models import Event, Player, Ruling, Sheet, Table
from tournament.models.seating import SEAT_NAMES, prefetched_chairs
from tournament.reports import history
from tournament.reports.rulings import rulings
from tournament.reports.seasons import SeasonStandings, season_groups
from tournament.reports.standings import Standings, StandingsRow, standings
from tournament.reports.standings_columns import GROUPS, in_file, in_public_file, of_season
from tournament.state.groups import group_members
from tournament.words.languages import spoken_at
from tournament.words.names import tidy

# Some programs take cells that begin with these for formulas, full-width forms included.
FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
TYPES: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

Field = tuple[Any, Callable[[Any], Any]]  # its head, and its cell in a row


class Listed(NamedTuple):
    """One list: its title, its purpose, and how its columns and its rows are read."""

    title: Any
    purpose: Any
    read: Callable[[Event], tuple[Sequence[Field], Iterable[Any]]]


def list_file(listed: Listed, event: Event, kind: str) -> bytes:
    """The list as a file, in the event's language; `kind` is one of `TYPES`."""
    with spoken_at(event):
        return spreadsheet(listed.title, *listed.read(event), kind)


def spreadsheet(title: Any, columns: Sequence[Field], rows: Iterable[Any], kind: str) -> bytes:
    """The rows as a file of this kind; every cell is made safe."""
    data = tablib.Dataset(title=str(title)[:31])
    data.headers = [safe_cell(head) for head, _cell in columns]
    for row in rows:
        data.append([safe_cell(cell(row)) for _head, cell in columns])
    content = data.export(kind)
    # Spreadsheet programs read a CSV file as UTF-8 only if it begins with a byte order mark.
    return content if isinstance(content, bytes) else content.encode("utf-8-sig")


def safe_cell(cell: Any) -> Any:
    """Make a cell safe: no formula to any program, no invisible characters; numbers are kept.

    >>> safe_cell("=1+1"), safe_cell("Ann"), safe_cell(-2), safe_cell(None), safe_cell(" \\t@SUM(A1)")
    ("'=1+1", 'Ann', -2, '', "'@SUM(A1)")
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, int | float):
        return cell
    text = str(cell)
    seen = tidy(text)
    return f"'{seen}" if text[:1] in FORMULA or seen[:1] in FORMULA else seen


def _players(event: Event) -> tuple[Sequence[Field], Iterable[Player]]:
    columns: list[Field] = [
        (_("Number"), attrgetter("number")),
        (_("Name"), attrgetter("name")),
        (_("Status"), methodcaller("get_status_display")),
        (_("From round"), attrgetter("from_round")),
        (_("Until round"), attrgetter("to_round")),
        (_("Ranked"), attrgetter("ranked")),
        (_("Note"), attrgetter("note")),
        *([(_("Groups"), GROUPS.value)] if group_members(event) else []),
        *([(_("Team"), attrgetter("team"))] if event.teams else []),
    ]
    return columns, event.players.order_by("number")


def _standings(event: Event) -> tuple[Sequence[Field], Iterable[StandingsRow]]:
    shown = standings(event)
    return [(column.title, column.value) for column in in_file(shown)], shown.rows


def public_standings(shown: Standings, kind: str) -> bytes:
    """The public standings, with the columns of the public page only, and one for the groups by which it can
    be shown, if anybody is in one."""
    fields = [(column.title, column.told) for column in in_public_file(shown)]
    return spreadsheet(_("Standings"), fields, shown.rows, kind)


def season_list(shown: SeasonStandings, kind: str) -> bytes:
    """A season's standings as its page shows them, with a column for each event that counts, and one for the
    groups if anybody is in one."""
    fields = [(column.head or column.title, column.told) for column in of_season(shown)]
    groups = [(_("Groups"), GROUPS.value)] if season_groups(shown) else []
    return spreadsheet(_("Season standings"), [*fields[:4], *groups, *fields[4:]], shown.rows, kind)


def _sheets(event: Event) -> tuple[Sequence[Field], Iterable[Sheet]]:
    """Every version of every sheet, including those that no longer count."""
    tables = Table.objects.filter(round__event=event).prefetch_related(prefetched_chairs())
    chairs = {table.pk: table.chairs() for table in tables}

    def sitter(seat: Seat, what: str, sheet: Sheet) -> Any:
        at = chairs[sheet.table_id].get(seat)
        return at and getattr(at.player, what)

    columns: list[Field] = [
        (_("Round"), attrgetter("table.round.number")),
        (_("Table"), attrgetter("table.number")),
        (_("Version"), attrgetter("revision")),
        (_("Counts"), attrgetter("counting")),
        (_("Entered as"), methodcaller("get_entry_display")),
    ]
    for seat in PAIRS:
        columns.append((str(SEAT_NAMES[seat]), partial(sitter, seat, "number")))
        columns.append((_("%s: name") % SEAT_NAMES[seat], partial(sitter, seat, "name")))
    columns += [
        (_("North–South"), attrgetter("ns")),
        (_("East–West"), attrgetter("ew")),
        (_("Winner"), attrgetter("winner")),
        *((_("%s: lone marches") % SEAT_NAMES[seat], attrgetter(f"lone_{seat.lower()}")) for seat in PAIRS),
        *((_("%s: points") % SEAT_NAMES[seat], attrgetter(f"points_{seat.lower()}")) for seat in PAIRS),
        (_("Source"), methodcaller("get_source_display")),
        (_("Reason"), attrgetter("reason")),
        (_("Entered by"), attrgetter("entered_by")),
        (_("Entered at"), lambda sheet: _when(event, sheet.entered_at)),
    ]
    sheets = Sheet.objects.filter(table__round__event=event).select_related("table__round", "entered_by")
    return columns, sheets.order_by("table__round__number", "table__number", "revision")


def _rulings(event: Event) -> tuple[Sequence[Field], Iterable[Ruling]]:
    columns: list[Field] = [
        (_("Number"), attrgetter("number")),
        (_("Round"), attrgetter("table.round.number")),
        (_("Table"), attrgetter("table.number")),
        (_("Deal"), attrgetter("slot")),
        (_("Attempt"), attrgetter("attempt")),
        (_("Code"), attrgetter("code")),
        (_("Offence"), attrgetter("title")),
        (_("Player"), lambda ruling: ruling.player and ruling.player.number),
        (_("Name"), lambda ruling: ruling.player and ruling.player.name),
        (_("Points to"), attrgetter("award_side")),
        (_("Points"), attrgetter("award_points")),
        (_("The deal"), methodcaller("get_fate_display")),
        (_("Choice"), attrgetter("choice")),
        (_("Points struck"), lambda ruling: ", ".join(ruling.cancels)),
        (_("Points by the rule"), attrgetter("proposed_points")),
        (_("Reason"), attrgetter("reason")),
        (_("State"), attrgetter("state")),
        (_("Made by"), attrgetter("made_by")),
        (_("Made at"), lambda ruling: _when(event, ruling.made_at)),
    ]
    return columns, rulings(event).order_by("number")


def _history(event: Event) -> tuple[Sequence[Field], Iterable[history.AuditLine]]:
    columns: list[Field] = [
        (_("When"), lambda line: _when(event, line.at)),
        (_("Who"), attrgetter("by")),
        (_("About"), attrgetter("kind")),
        (_("What"), attrgetter("sentence")),
        (_("Reason"), attrgetter("reason")),
    ]
    return columns, map(history.line_of, history.entries(event).order_by("pk").iterator(500))


def _when(event: Event, at: datetime) -> str:
    """A local time of the event to the second, sortable as text."""
    return at.astimezone(event.zone).strftime("%Y-%m-%d %H:%M:%S")


LISTS: Mapping[str, Listed] = {
    "players": Listed(_lazy("Players"), _lazy("Everybody with number, status and note."), _players),
    "standings": Listed(
        _lazy("Standings"), _lazy("Places, sums and each round, as they are now."), _standings
    ),
    "sheets": Listed(_lazy("Sheets"), _lazy("What every table reported, every version of it."), _sheets),
    "rulings": Listed(_lazy("Rulings"), _lazy("Every ruling, those amended or revoked included."), _rulings),
    "history": Listed(_lazy("History"), _lazy("Who changed what and when."), _history),
}
