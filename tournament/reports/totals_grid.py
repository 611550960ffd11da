"""The totals grid of a round: each table with what counts there or is missing, and the column sums.

A fixed number of queries for any number of tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from scoring.bounds import points_of_a_table
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from tournament.models import Event, Round, Ruling, Seating, Sheet, Submission, Table
from tournament.reports.sheets import SheetRuling, Sitter, Version, sheet_ruling, version_of
from tournament.state.open_items import MISSING_THERE, authors

TRIES = 5


@dataclass(frozen=True, slots=True)
class PhoneTotals:
    """What one side has reported by phone: who, and team points of either side."""

    by: Side
    totals: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table of the totals grid. `awards` are the rulings in force that gave points there.

    `told` is what its sides have reported by phone while nothing counts there yet. `missing`: its sheet is
    awaited; `not_played` is the reason why it is not, `disputed`: an official marked its paper sheet.
    """

    table: int
    sitters: Mapping[Seat, Sitter]
    version: Version | None
    awards: tuple[SheetRuling, ...]
    told: tuple[PhoneTotals, ...] = ()
    missing: bool = False
    not_played: str = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class GridSums:
    """The column sums of the tables that have reported, as reported.

    `possible` are the least and the largest sum that many tables can have, None if rulings gave points.
    """

    tables: int
    sides: Mapping[Side, int]
    loners: Mapping[Seat, int]
    possible: tuple[int, int] | None

    @property
    def together(self) -> int:
        return sum(self.sides.values())

    @property
    def each(self) -> float:
        """Points at a table on average."""
        return self.together / self.tables if self.tables else 0.0

    @property
    def lone_marches(self) -> int:
        return sum(self.loners.values())


@dataclass(frozen=True, slots=True)
class TotalsGrid:
    """A round's tables by number. `version` is the event's at the moment that these rows show."""

    rows: tuple[GridRow, ...]
    version: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables whose sheet is awaited."""
        return tuple(row.table for row in self.rows if row.missing)

    @property
    def reported(self) -> int:
        return sum(row.version is not None for row in self.rows)

    @property
    def due(self) -> int:
        """How many tables play the round."""
        return sum(not row.not_played for row in self.rows)

    def sums(self, rules: Ruleset) -> GridSums:
        """The columns added up, over the tables that are in."""
        versions = [row.version for row in self.rows if row.version]
        ruled = any(row.awards for row in self.rows if row.version)
        bounds = [points_of_a_table(rules, version.deals_played) for version in versions]
        return GridSums(
            tables=len(versions),
            sides={side: sum(version.reported[side] for version in versions) for side in SIDES},
            loners={seat: sum(version.loners[seat] for version in versions) for seat in SEATS},
            possible=None if ruled else (sum(b[0] for b in bounds), sum(b[1] for b in bounds)),
        )


def settled_grid(round_: Round) -> TotalsGrid:
    """The round's tables with the event's version, read again if something was saved meanwhile.

    If others keep saving, the rows may be newer than the version; then the page accepts the next answer.
    """
    version = _version_of(round_)
    for _ in range(TRIES):
        grid = totals_grid(round_)
        before, version = version, _version_of(round_)
        if version == before:
            break
    return replace(grid, version=before)


def _version_of(round_: Round) -> int:
    return Event.objects.values_list("live_version", flat=True).get(pk=round_.event_id)


def totals_grid(round_: Round, table: int | None = None) -> TotalsGrid:
    """The round's tables with what counts there, or one of them: four queries, five where tables report."""
    tables = Table.objects.filter(round=round_, **({} if table is None else {"number": table}))
    sheets = Sheet.objects.counting().filter(table__in=tables).select_related("entered_by", "confirmed_by")
    counting = {sheet.table_id: sheet for sheet in sheets}
    waiting = [sheet for sheet in counting.values() if sheet.to_confirm]
    typed_by = authors(waiting) if round_.event.second_eyes else {}
    awards: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.in_force().changing_points().filter(table__in=tables):
        awards.setdefault(ruling.table_id, []).append(ruling)
    reports_by_table: dict[int, list[PhoneTotals]] = {}
    if round_.event.table_entry:
        for report in Submission.objects.live().filter(table__in=tables).order_by("number"):
            reports_by_table.setdefault(report.table_id, []).append(
                PhoneTotals(Side(report.side), report.totals)
            )
    seated = _sitters(tables)
    rows = []
    fields = ("pk", "number", "not_played", "disputed", "is_missing")
    for key, number, not_played, disputed, missing in (
        tables.annotate(is_missing=MISSING_THERE).order_by("number").values_list(*fields)
    ):
        sitters = {seat: seated[key, seat] for seat in SEATS if (key, seat) in seated}
        sheet = counting.get(key)
        lines = tuple(sheet_ruling(ruling, sitters) for ruling in awards.get(key, ()))
        version = version_of(sheet, author=typed_by.get(key)) if sheet else None
        by_phone = () if version else tuple(reports_by_table.get(key, ()))
        rows.append(GridRow(number, sitters, version, lines, by_phone, missing, not_played, bool(disputed)))
    return TotalsGrid(tuple(rows))


def _sitters(tables: QuerySet[Table]) -> dict[tuple[int, Seat], Sitter]:
    """Who sits at these tables, by table key and seat; read as values, as every save reads the whole hall."""
    seatings = Seating.objects.filter(table__in=tables).order_by()
    return {
        (key, Seat(seat)): Sitter(Seat(seat), number, name)
        for key, seat, number, name in seatings.values_list("table", "seat", "player__number", "player__name")
    }
