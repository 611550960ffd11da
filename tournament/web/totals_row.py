"""One row of the totals grid: read it, save it, and show it as saved, refused or in conflict.

A single row and a whole grid are saved in the same way; the pages are in `views.sheets`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.seats import PAIRS, SIDES, Seat, Side
from tournament.forms.fields import add_domain_error, number_in
from tournament.forms.sheets import NOBODY, STRUCK, TotalsForm, signature
from tournament.http import SignedInRequest
from tournament.models import Event, Round, Ruling, Sheet, Table
from tournament.models.seating import SIDE_NAMES
from tournament.reports.sheets import RoundTable, Sitter, TotalsGrid, totals_grid
from tournament.reports.standings import StandingsChange
from tournament.services import sheets as services
from tournament.services.sheets import confirm, confirm_if_same
from tournament.state.sheet_scores import TableResult
from tournament.web.entry_outcome import EntryOutcome, entering
from tournament.web.form_pages import actor
from tournament.words.figures import clock_time, figure

NOTHING: Mapping[str, str] = {}
ASKING = ("unlikely", "tie", "bell", "disagrees", "changes", "conflict")
STATUS = {"saved": 200, "missing": 200, "conflict": 409}  # any other state was refused: 422


@dataclass(frozen=True, slots=True)
class TotalsRow:
    """A row of the grid. `state` is saved, missing, refused, unlikely, tie, bell, disagrees, changes or
    conflict.

    `line` is what counts at the table. `changes` are the players whose points or places a correction of a
    closed round would change, `fitting` after how many deals totals too low for a whole round can stand.
    """

    line: RoundTable
    form: TotalsForm
    state: str
    message: str = ""
    says: str = ""
    changes: tuple[StandingsChange, ...] = ()
    fitting: tuple[int, ...] = ()

    @property
    def table(self) -> int:
        return self.line.number

    @property
    def sheet(self) -> Sheet | None:
        return self.line.sheet

    @property
    def ns_sitters(self) -> list[tuple[Seat, Sitter | None]]:
        """North and South, each with who sits there; None for an empty seat."""
        return [(seat, self.line.sitters.get(seat)) for seat in Side.NS.seats]

    @property
    def ew_sitters(self) -> list[tuple[Seat, Sitter | None]]:
        """East and West, each with who sits there; None for an empty seat."""
        return [(seat, self.line.sitters.get(seat)) for seat in Side.EW.seats]

    @property
    def winner(self) -> str:
        return self.sheet.winner if self.sheet and self.state == "saved" else ""

    @property
    def asks_tie(self) -> bool:
        """Whether the row asks which side reached the tied totals first."""
        if self.state != "saved" or self.sheet is None:
            return self.state == "tie"
        return self.sheet.tied and not self.sheet.winner and self.sheet.entry == Sheet.Entry.TOTALS

    @property
    def confirmed_values(self) -> str:
        """The typed values, as the button "that is right" sends them to confirm them."""
        return self.form.fingerprint

    @property
    def mine(self) -> TableResult:
        """The typed figures, shown beside those on the server."""
        return self.form.result

    @property
    def asks(self) -> bool:
        """Whether the row waits for an answer."""
        return self.state in ASKING

    @property
    def status(self) -> int:
        return STATUS.get(self.state, 422)


def rows_of(
    event: Event, lines: tuple[RoundTable, ...], proposed: Mapping[str, str] = NOTHING
) -> list[TotalsRow]:
    """The rows as saved; `proposed` (from the query string) fills in one of them."""
    asked = proposed.get("table")
    return [row_of(event, line, proposed if asked == str(line.number) else {}) for line in lines]


def row_of(event: Event, line: RoundTable, proposed: Mapping[str, str] = NOTHING) -> TotalsRow:
    """One row as saved, or with proposed figures, which are saved when the row is left."""
    form = _form(event, line, initial=_initial(line))
    form.propose(proposed)
    if line.sheet is None:
        return TotalsRow(line, form, "missing")
    winner = SIDE_NAMES[Side(line.sheet.winner)] if line.sheet.winner else _("a tie without a winner")
    says = _("Table %(table)d saved at %(time)s: %(ns)s to %(ew)s, %(winner)s.") % {
        "table": line.number,
        "time": clock_time(line.sheet.entered_at.astimezone(event.zone), event.time_zone),
        "ns": figure(line.sheet.totals[Side.NS]),
        "ew": figure(line.sheet.totals[Side.EW]),
        "winner": winner,
    }
    return TotalsRow(line, form, "saved", says=says)


def rows_now(event: Event, rows: Iterable[TotalsRow], grid: TotalsGrid) -> list[TotalsRow]:
    """The rows after an attempt, beside a grid read since: a saved one as it is there, so that row, bar and
    sums show one moment; any other as it was typed."""
    lines = {line.number: line for line in grid.tables}
    return [row_of(event, lines[row.table]) if row.state == "saved" else row for row in rows]


def save_row(
    request: SignedInRequest,
    event: Event,
    round_: Round,
    line: RoundTable,
    *,
    always: bool = False,
    again: bool = False,
) -> TotalsRow:
    """Save one table's figures if they were touched, and return how that ended; `rows_now` shows it.

    With `always`, an untouched row is saved as well: its own button was pressed. With `again` they are read a
    second time: they confirm the sheet that counts if they agree with it, and ask if they differ.
    """
    form = _form(event, line, request.POST, initial=_initial(line))
    keep, _dot, revision = request.POST.get("keep", "").partition(".")
    if keep == str(line.number):
        if not again:
            return row_of(event, line)
        with entering() as outcome:
            confirm(_table(round_, line), number_in(revision) or 0, **actor(request))
        if not outcome.is_saved:
            return _described(_unsaved(round_, TotalsRow(line, form, "refused"), outcome))
        return TotalsRow(line, form, "saved")
    if form.is_blank() and line.sheet is None:
        return row_of(event, line)
    if not always and not form.is_touched():
        return row_of(event, line)
    row = TotalsRow(line, form, "refused")
    if form.is_valid():
        entry = form.entry
        if not entry.reason:  # one reason may stand below the whole grid
            entry = replace(entry, reason=request.POST.get("reason", "")[:1000])
        table = _table(round_, line)
        read_first = again and not form.is_answered and table.sheets.counting().exists()
        with entering(round_, accepted=form.is_accepted) as outcome:
            if read_first:
                confirm_if_same(table, form.result, **actor(request))
            else:
                sheet = services.enter_sheet(table, form.result, entry, **actor(request))
                if again and sheet.revision > 1:
                    confirm(table, sheet.revision, **actor(request))
        if outcome.is_saved:
            return TotalsRow(line, form, "saved")
        row = _unsaved(round_, row, outcome)
    return _described(row)


def _table(round_: Round, line: RoundTable) -> Table:
    table = Table.objects.get(round=round_, number=line.number)
    table.round = round_
    return table


def _unsaved(round_: Round, row: TotalsRow, outcome: EntryOutcome) -> TotalsRow:
    """The row with the service's refusal."""
    if outcome.state == "refused" and outcome.problem:
        add_domain_error(row.form, outcome.problem)
        return row
    line = totals_grid(round_, row.table).tables[0] if outcome.state == "conflict" else row.line
    return replace(
        row,
        line=line,
        state=outcome.state,
        message=outcome.message,
        changes=outcome.changes,
        fitting=outcome.fitting,
    )


def _described(row: TotalsRow) -> TotalsRow:
    """The row with its messages: one shown, one for screen readers."""
    if row.state == "refused":
        visible = {cell.name for cell in row.form.cells}
        elsewhere = (errors for name, errors in row.form.errors.items() if name not in visible)
        message = " ".join(str(error) for errors in elsewhere for error in errors)
        spoken = " ".join(str(error) for errors in row.form.errors.values() for error in errors)
    else:
        message = spoken = row.message
    says = _("Table %(table)d is not saved. %(why)s") % {"table": row.table, "why": spoken}
    return replace(row, message=message, says=says)


def _form(event: Event, line: RoundTable, data: Any = None, **kwargs: Any) -> TotalsForm:
    awards = {award.number: award_label(award) for award in line.awards}
    rules = event.rules_in(line.round)
    return TotalsForm(data, table=line.number, rules=rules, awards=awards, struck=line.struck, **kwargs)


def award_label(award: Ruling) -> str:
    """What the totals may hold already: “Ruling 3: 2 to East–West”."""
    changes = []
    if award.award_side:
        facts = {"points": award.award_points, "side": award.get_award_side_display()}
        changes.append(_("%(points)d to %(side)s") % facts)
    if award.forfeit_side:
        facts = {"points": award.forfeit_points, "side": award.get_forfeit_side_display()}
        changes.append(_("%(points)d off %(side)s") % facts)
    words = ", ".join(changes) or award.title
    return _("Ruling %(number)d: %(changes)s") % {"number": award.number, "changes": words}


def _initial(line: RoundTable) -> dict[str, Any]:
    """The initial values from the sheet that counts, with the signature that detects changes."""
    sheet = line.sheet
    if sheet is None:
        return {"revision": 0, "was": ""}
    by_deals = sheet.entry == "deals"
    answers = {None: "yes" if by_deals else "", True: "yes", False: "no"}
    first = sheet.reached_first or (NOBODY if sheet.nobody_can_say else None)
    figures: dict[str, Any] = {side.lower(): sheet.reported[side] for side in SIDES}
    figures |= {f"lone_{seat.lower()}": sheet.noted[seat] or "" for seat in PAIRS}
    figures |= {"reached_first": first or "", "deals_played": sheet.deals_played or ""}
    figures |= {
        f"included_{award.number}": STRUCK
        if award.number in line.struck
        else answers[sheet.included.get(award.number)]
        for award in line.awards
    }
    return figures | {"revision": sheet.revision, "was": signature(figures)}
