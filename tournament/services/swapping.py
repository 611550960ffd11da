"""Swap two scores in one act: those of two tables, or of the two sides of one table.

Nothing is typed again: lone marches, the answer to a tie and the number of deals go along. A table with a
ruling is refused, since a ruling is about the people who sit there, and not about a sheet.
"""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.seats import SEATS, SIDES, Seat
from tournament import actions
from tournament.models import Event, Sheet, Table, User
from tournament.services.common import record
from tournament.services.errors import Refused
from tournament.services.sheet_revisions import (
    appraise,
    check_expected,
    lock_table,
    reason_for,
    score_facts,
    write_revision,
)
from tournament.services.sheets import NO_ANSWERS
from tournament.state.sheet_scores import TableResult

# Whose place a seat takes where the columns of a sheet were mixed up.
ACROSS = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}


@transaction.atomic
def swap_sides(
    table: Table, *, by: User, at: datetime, expected: int, with_loners: bool, reason: str
) -> Sheet:
    """Give each side the other one's points.

    `with_loners`: the lone marches were in the wrong columns too, so that N and E, S and W change places;
    else they stay with who made them.

    Raises `Refused` or `Stale`, and passes the errors of `scoring` through.
    """
    event, table = lock_table(table)
    current = _swappable(table, expected)
    if current.entry != Sheet.Entry.TOTALS:
        message = _("Table %(table)d was entered deal by deal. Correct its deals instead.")
        raise Refused("by-deals", message % {"table": table.number})
    report = _mirrored(TableResult.of(current, table), with_loners=with_loners)
    sheet = _swapped(event, table, report, current, by=by, at=at, reason=reason)
    record(
        event,
        actions.SHEET_SIDES_SWAPPED,
        by=by,
        at=at,
        round=table.round.number,
        table=table.number,
        was=score_facts(current),
        now=score_facts(sheet),
        sheets=[_revisions(table, current, sheet)],
        reason=sheet.reason,
    )
    return sheet


@transaction.atomic
def swap_tables(
    table: Table,
    other: Table,
    *,
    by: User,
    at: datetime,
    expected: int,
    other_expected: int,
    reason: str,
) -> tuple[Sheet, Sheet]:
    """Give two tables of one round each other's score. Raises what `swap_sides` raises."""
    event, table = lock_table(table)
    other = Table.objects.select_related("round__event").get(pk=other.pk)
    if other.round_id != table.round_id or other.pk == table.pk:
        raise Refused("other-round", _("Choose another table of the same round."))
    mine, theirs = _swappable(table, expected), _swappable(other, other_expected)
    reports = TableResult.of(theirs, other), TableResult.of(mine, table)
    sheet = _swapped(event, table, reports[0], mine, by=by, at=at, reason=reason)
    other_sheet = _swapped(event, other, reports[1], theirs, by=by, at=at, reason=reason)
    record(
        event,
        actions.SHEET_TABLES_SWAPPED,
        by=by,
        at=at,
        round=table.round.number,
        tables=[table.number, other.number],
        now=[score_facts(sheet), score_facts(other_sheet)],
        sheets=[_revisions(table, mine, sheet), _revisions(other, theirs, other_sheet)],
        reason=sheet.reason,
    )
    return sheet, other_sheet


def why_not_swap(table: Table) -> Refused | None:
    """Why this table's score cannot be swapped, or None."""
    words = {"table": table.number}
    if not table.sheets.counting().exists():
        return Refused("no-sheet", _("Table %(table)d has no score that counts.") % words)
    ruling = table.rulings.in_force().order_by("number").first()
    if ruling is not None:
        message = _(
            "Ruling %(ruling)d was made at table %(table)d and stays with the people there. "
            "Revoke it first, or correct each table by itself."
        )
        return Refused("ruled", message % (words | {"ruling": ruling.number}))
    return None


def _swappable(table: Table, expected: int) -> Sheet:
    """The sheet that counts, if the page showed this revision and nothing stands in the way."""
    current = Sheet.objects.counting_at(table)
    check_expected(current, expected)
    refused = why_not_swap(table)
    if refused is not None or current is None:
        raise refused or Refused("no-sheet", _("Nothing counts there."))
    return current


def _swapped(
    event: Event, table: Table, report: TableResult, was: Sheet, *, by: User, at: datetime, reason: str
) -> Sheet:
    words = reason_for(table.round, reason, at, always=_("Say why the scores are swapped."))
    scored = appraise(event, table, report, NO_ANSWERS, was)
    return write_revision(table, scored, by=by, at=at, reason=words)


def _mirrored(report: TableResult, *, with_loners: bool) -> TableResult:
    totals, loners = report.totals or {}, report.loners or {}
    if with_loners:
        loners = {seat: loners.get(ACROSS[seat], 0) for seat in SEATS}
    first = report.reached_first
    return replace(
        report,
        totals={side: totals[side.other] for side in SIDES},
        loners=loners,
        reached_first=first.other if first else None,
    )


def _revisions(table: Table, was: Sheet, now: Sheet) -> dict[str, int]:
    """What undoing needs: the table, the revision before and the one after."""
    return {"table": table.number, "was": was.revision, "now": now.revision}
