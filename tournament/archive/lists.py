"""An event's lists as spreadsheets: players, standings, sheets, rulings, history; CSV and XLSX.

For use in other programs; never imported again. No text becomes a formula.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import tablib
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import SEATS, Seat
from scoring.standings import Written
from tournament.languages import spoken_at
from tournament.models import Event, Ruling, Season, Sheet, Table
from tournament.models.seating import SEAT_NAMES, prefetched_chairs
from tournament.names import tidy
from tournament.reports import history
from tournament.reports.rulings import rulings
from tournament.reports.seasons import SeasonRow, SeasonStandings, season_groups
from tournament.reports.standings import Standings, StandingsRow, standings
from tournament.sentences import in_words
from tournament.state.groups import group_members, group_titles

# Some programs take cells that begin with these for formulas, full-width forms included.
FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
TYPES: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

Rows = Iterable[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Listed:
    """One list: its title, its purpose, and how its heads and rows are read."""

    title: Any
    purpose: Any
    heads: Callable[[Event], Sequence[Any]]
    rows: Callable[[Event], Rows]


def list_file(listed: Listed, event: Event, kind: str) -> bytes:
    """The list as a file, in the event's language; `kind` is one of `TYPES`."""
    with spoken_at(event):
        return spreadsheet(listed.title, listed.heads(event), listed.rows(event), kind)


def spreadsheet(title: Any, heads: Iterable[Any], rows: Rows, kind: str) -> bytes:
    """Heads and rows as a file of this kind; every cell is made safe."""
    data = tablib.Dataset(title=str(title)[:31])
    data.headers = [safe_cell(head) for head in heads]
    for row in rows:
        data.append([safe_cell(cell) for cell in row])
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


def _players_heads(event: Event) -> Sequence[Any]:
    heads = (
        _lazy("Number"),
        _lazy("Name"),
        _lazy("Status"),
        _lazy("From round"),
        _lazy("Until round"),
        _lazy("Ranked"),
        _lazy("Note"),
    )
    grouped = (_lazy("Groups"),) if group_members(event) else ()
    return (*heads, *grouped, *((_lazy("Team"),) if event.teams else ()))


def _players(event: Event) -> Rows:
    grouped = bool(group_members(event))
    for player in event.players.order_by("number"):
        yield (
            player.number,
            player.name,
            player.get_status_display(),
            player.from_round,
            player.to_round,
            player.ranked,
            player.note,
            *((group_titles(player.groups),) if grouped else ()),
            *((player.team,) if event.teams else ()),
        )


def _standings_heads(event: Event) -> Sequence[Any]:
    shown = standings(event)
    rounds = [_("Round %d") % number for number in shown.rounds]
    return (
        _lazy("Place"),
        _lazy("Number"),
        _lazy("Name"),
        _lazy("Points"),
        _lazy("Rounds won"),
        _lazy("Lone marches"),
        _lazy("Best round"),
        *(in_words(key.title) for key in shown.columns),
        _lazy("Rounds played"),
        _lazy("Sit-out points"),
        _lazy("Adjustments"),
        *rounds,
        _lazy("Place decided by"),
    )


def _standings(event: Event) -> Rows:
    shown = standings(event)
    for row in shown.rows:
        yield (
            row.place, row.number, row.name, row.points, row.rounds_won, row.loners, row.best_round,
            *_figures(shown, row), row.rounds_played, row.bye_points, row.adjustments, *row.per_round,
            row.no_place.sentence if row.no_place else row.decided_by,
        )  # fmt: skip


def _figures(shown: Standings, row: StandingsRow) -> Iterable[int | float]:
    """The figures of the keys that the event ranks by, as numbers to reckon with; percentages of 100."""
    for key, value in zip(shown.columns, row.figures, strict=True):
        hundred = 100 if key.written is Written.PERCENT else 1
        yield value if isinstance(value, int) else round(float(value * hundred), 3)


def public_standings(shown: Standings, kind: str) -> bytes:
    """The public standings, with the columns of the public page only, and one for the groups by which it can
    be shown, if anybody is in one."""
    grouped = [_("Groups")] if any(row.groups for row in shown.rows) else []
    titles = {key.name: in_words(key.title) for key in shown.keys}
    adjusted = [_("Adjusted")] if shown.has_adjustments else []
    heads = (
        _("Place"), _("No."), _("Name"), _("Points"), _("Rounds won"), _("Lone marches"),
        _("Best round"), *(in_words(key.title) for key in shown.columns), _("Decided by"), *grouped,
        *(_("Round %d") % number for number in shown.rounds), *adjusted,
    )  # fmt: skip
    rows = (
        (
            row.place, row.number, row.name, row.points, row.rounds_won, row.loners, row.best_round,
            *_figures(shown, row),
            row.no_place.sentence if row.no_place else titles.get(row.decided_by or "", ""),
            *([group_titles(row.groups)] if grouped else []),
            *(
                _("out") if points is None and number in row.sat_out else points
                for number, points in zip(shown.rounds, row.per_round, strict=True)
            ),
            *([row.adjustments] if adjusted else []),
        )
        for row in shown.rows
    )  # fmt: skip
    return spreadsheet(_("Standings"), heads, rows, kind)


def season_list(shown: SeasonStandings, kind: str) -> bytes:
    """A season's standings as its page shows them, with a column for each event that counts, and one for the
    groups if anybody is in one."""
    grouped = bool(season_groups(shown))
    by_average = shown.season.method == Season.Method.AVERAGE
    heads = (
        _("Place"), _("Name"), _("Average") if by_average else _("Points"), _("Events"),
        *([_("Groups")] if grouped else []),
        *(f"{event.name}, {event.date:%Y-%m-%d}" for event in shown.counted),
    )  # fmt: skip
    rows = (
        (
            row.place, row.name, round(float(row.value), 2) if by_average else int(row.value), row.played,
            *([group_titles(row.groups)] if grouped else []),
            *_by_event(shown, row),
        )
        for row in shown.rows
    )  # fmt: skip
    return spreadsheet(_("Season standings"), heads, rows, kind)


def _by_event(shown: SeasonStandings, row: SeasonRow) -> Iterable[Any]:
    parts = {part.event: part for part in row.parts}
    for event in shown.counted:
        part = parts.get(event)
        if part is None or part.counts:
            yield part and part.row.points
        else:
            yield _("%d, does not count") % part.row.points


def _sheet_heads(event: Event) -> Sequence[Any]:
    return (
        _lazy("Round"), _lazy("Table"), _lazy("Version"), _lazy("Counts"), _lazy("Entered as"),
        *(name for seat in SEATS for name in (str(SEAT_NAMES[seat]), _("%s: name") % SEAT_NAMES[seat])),
        _("North–South"), _("East–West"), _lazy("Winner"),
        *(_("%s: lone marches") % SEAT_NAMES[seat] for seat in SEATS),
        *(_("%s: points") % SEAT_NAMES[seat] for seat in SEATS),
        _lazy("Source"), _lazy("Reason"), _lazy("Entered by"), _lazy("Entered at"),
    )  # fmt: skip


def _sheets(event: Event) -> Rows:
    """Every version of every sheet, including those that no longer count."""
    sheets = Sheet.objects.filter(table__round__event=event).select_related("table__round", "entered_by")
    chairs = _chairs(event)
    for sheet in sheets.order_by("table__round__number", "table__number", "revision"):
        seated = chairs[sheet.table_id]
        yield (
            sheet.table.round.number, sheet.table.number, sheet.revision, sheet.counting,
            sheet.get_entry_display(),
            *(cell for seat in SEATS for cell in seated.get(seat, (None, None))),
            sheet.ns, sheet.ew, sheet.winner, *sheet.loners.values(), *sheet.points.values(),
            sheet.get_source_display(), sheet.reason, sheet.entered_by, _when(event, sheet.entered_at),
        )  # fmt: skip


def _chairs(event: Event) -> Mapping[int, Mapping[Seat, tuple[int, str]]]:
    tables = Table.objects.filter(round__event=event).prefetch_related(prefetched_chairs())
    return {
        table.pk: {seat: (at.player.number, at.player.name) for seat, at in table.chairs().items()}
        for table in tables
    }


def _rulings(event: Event) -> Rows:
    for ruling in rulings(event).order_by("number"):
        yield (
            ruling.number, ruling.table.round.number, ruling.table.number, ruling.slot, ruling.attempt,
            ruling.code, ruling.title, ruling.player and ruling.player.number,
            ruling.player and ruling.player.name, ruling.award_side, ruling.award_points,
            _fate(ruling), ruling.choice, ", ".join(ruling.cancels), ruling.proposed_points, ruling.reason,
            ruling.state, ruling.made_by, _when(event, ruling.made_at),
        )  # fmt: skip


def _fate(ruling: Ruling) -> str:
    return str(ruling.get_fate_display())


def _history(event: Event) -> Rows:
    for entry in history.entries(event).order_by("pk").iterator(500):
        line = history.line_of(entry)
        yield _when(event, line.at), line.by, line.kind, line.sentence, line.reason


def _when(event: Event, at: datetime) -> str:
    """A local time of the event to the second, sortable as text."""
    return at.astimezone(event.zone).strftime("%Y-%m-%d %H:%M:%S")


def _fixed(*heads: Any) -> Callable[[Event], Sequence[Any]]:
    return lambda event: heads


LISTS: Mapping[str, Listed] = {
    "players": Listed(
        _lazy("Players"),
        _lazy("Everybody with number, status and note."),
        _players_heads,
        _players,
    ),
    "standings": Listed(
        _lazy("Standings"),
        _lazy("Places, sums and each round, as they are now."),
        _standings_heads,
        _standings,
    ),
    "sheets": Listed(
        _lazy("Sheets"), _lazy("What every table reported, every version of it."), _sheet_heads, _sheets
    ),
    "rulings": Listed(
        _lazy("Rulings"),
        _lazy("Every ruling, those amended or revoked included."),
        _fixed(
            _lazy("Number"),
            _lazy("Round"),
            _lazy("Table"),
            _lazy("Deal"),
            _lazy("Attempt"),
            _lazy("Code"),
            _lazy("Offence"),
            _lazy("Player"),
            _lazy("Name"),
            _lazy("Points to"),
            _lazy("Points"),
            _lazy("The deal"),
            _lazy("Choice"),
            _lazy("Points struck"),
            _lazy("Points by the rule"),
            _lazy("Reason"),
            _lazy("State"),
            _lazy("Made by"),
            _lazy("Made at"),
        ),
        _rulings,
    ),
    "history": Listed(
        _lazy("History"),
        _lazy("Who changed what and when."),
        _fixed(_lazy("When"), _lazy("Who"), _lazy("About"), _lazy("What"), _lazy("Reason")),
        _history,
    ),
}
