"""A ruling as its table reads it: what was ruled, by which rule, and what it changed."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.rulings import CATALOGUE
from scoring.seats import SIDES, Side
from scoring.sentences import joined
from tournament.models import Ruling, Sheet, Table
from tournament.models.seating import SIDE_NAMES
from tournament.reports.rulings import RulingSummary, ruling_summary
from tournament.sentences import in_words
from tournament.state.ruling_case import RulingCase, read_case
from tournament.state.sheet_scores import TableResult, score_result

NOTED = ("player", "made_by", "replaced_by", "adjustment", "event", "table__round")


@dataclass(frozen=True, slots=True)
class SideChange:
    """A side's points of the round without a ruling, and with it."""

    side: str
    without: int
    points: int


@dataclass(frozen=True, slots=True)
class RulingNote:
    """One ruling in a few lines. `changes` is empty where the sheet cannot tell, and `waits` while there is
    none; `in_totals` says that the table's own totals were written with it."""

    line: RulingSummary
    fate: str
    struck: tuple[str, ...]
    rule: str
    source: str
    changes: tuple[SideChange, ...]
    waits: bool
    in_totals: bool


def ruling_note(case: RulingCase, ruling: Ruling) -> RulingNote:
    """The note about one ruling at this table."""
    rule, source = _rule(ruling)
    included = _included(case.sheet, ruling)
    return RulingNote(
        line=ruling_summary(ruling),
        fate=ruling.get_fate_display() if ruling.fate else _("goes on and its result counts"),
        struck=tuple(str(SIDE_NAMES[Side(side)]) for side in ruling.cancels),
        rule=rule,
        source=source,
        changes=() if included else _changes(case, ruling),
        waits=case.sheet is None,
        in_totals=bool(included),
    )


def table_notes(table: Table) -> tuple[RulingNote, ...]:
    """The notes about the rulings in force at a table in its round."""
    found = tuple(table.rulings.in_force().select_related(*NOTED).order_by("number"))
    if not found:
        return ()
    case = read_case(table)
    return tuple(ruling_note(case, ruling) for ruling in found)


def _rule(ruling: Ruling) -> tuple[str, str]:
    """The rule that was applied and where it stands; where a choice was open, the one that was made."""
    offence = CATALOGUE.get(ruling.code)
    if offence is None:
        return "", ""
    rows = offence.rows(ruling.event.ruleset)
    rows = tuple(row for row in rows if row.choice == (ruling.choice or None)) or rows
    text = joined(dict.fromkeys(row.text for row in rows))
    return in_words(text), "; ".join(dict.fromkeys(row.source for row in rows))


def _included(sheet: Sheet | None, ruling: Ruling) -> bool | None:
    rows = sheet.rulings if sheet is not None else ()
    return next((row["included"] for row in rows if row["number"] == ruling.number), None)


def _changes(case: RulingCase, ruling: Ruling) -> tuple[SideChange, ...]:
    """Both sides' points of the round without the ruling and with it."""
    sheet = case.sheet
    if sheet is None or not ruling.is_in_force:
        return ()
    answers = {row["number"]: row["included"] for row in sheet.rulings}
    reported = TableResult.of(sheet, case.table)
    try:
        without = score_result(case.event.ruleset, reported, case.without(ruling), answers).score
    except ScoringError:
        return ()
    if not without.complete:
        return ()
    return tuple(
        SideChange(str(SIDE_NAMES[side]), without.totals[side], sheet.totals[side]) for side in SIDES
    )
