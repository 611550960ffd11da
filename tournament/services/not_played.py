"""What is said of a table whose sheet is awaited: the sides do not agree about it, or nobody played here.

Either is a mark with its reason, and says why nothing counts. Entering the sheet withdraws it by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament import actions
from tournament.models import Round, Submission, Table, User
from tournament.services.common import checked_reason, lock_event_of, record, why_finished
from tournament.services.errors import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

FINISHED = _lazy("The event is finished. Reopen it before changing its tables.")


@dataclass(frozen=True, slots=True)
class TableMark:
    """A mark on a table: the field that keeps its reason, the actions that make and withdraw it, its words.

    `refusals`, with their codes: the table has this mark, the other one, or a sheet; `not_marked`: there is
    nothing to withdraw.
    """

    field: str
    made: actions.Action
    withdrawn: actions.Action
    needed: "StrPromise"
    not_marked: tuple[str, "StrPromise"]
    refusals: Mapping[str, tuple[str, "StrPromise"]]  # by field, and for "sheet"

    def is_on(self, table: Table) -> bool:
        return bool(getattr(table, self.field))


DISPUTED = TableMark(
    "disputed",
    actions.SHEET_DISPUTED,
    actions.SHEET_SETTLED,
    _lazy("Say what the sides do not agree about."),
    ("not-disputed", _lazy("The sheet of this table is not marked as disputed.")),
    {
        "disputed": ("disputed-already", _lazy("The sheet of table %(table)d is marked as disputed.")),
        "not_played": (
            "not-played",
            _lazy("Table %(table)d is recorded as not played. Await its sheet again first."),
        ),
        "sheet": (
            "has-sheet",
            _lazy("A score counts for table %(table)d. Correct it, or undo its entry first."),
        ),
    },
)
NOT_PLAYED = TableMark(
    "not_played",
    actions.SHEET_NOT_PLAYED,
    actions.SHEET_AWAITED_AGAIN,
    _lazy("Say why the table was not played; it’s kept in the history."),
    ("not-said", _lazy("Nobody has said that this table was not played.")),
    {
        "not_played": ("said-already", _lazy("Table %(table)d is already recorded as not played.")),
        "disputed": (
            "disputed",
            _lazy("The sheet of table %(table)d is marked as disputed. Withdraw that first."),
        ),
        "sheet": (
            "has-sheet",
            _lazy("Table %(table)d has a sheet for round %(round)d. Withdraw the sheet first."),
        ),
    },
)
REPORTED = _lazy("Table %(table)d has reported a score by phone. Accept or discard it first.")


@transaction.atomic
def mark_table(table: Table, mark: TableMark, *, by: User, at: datetime, reason: str) -> Table:
    """Mark the table, with a reason. Its players score nothing; a table that was not played is not missing.
    Refused if a score counts, and *not played* after a report by phone, too."""
    event, table = lock_event_of(table)
    if (refused := why_not_mark(table, mark)) is not None:
        raise refused
    reason = checked_reason(reason, needed=str(mark.needed))
    setattr(table, mark.field, reason)
    table.save(update_fields=[mark.field])
    record(event, mark.made, by=by, at=at, **_place(table), reason=reason)
    return table


@transaction.atomic
def withdraw_mark(table: Table, mark: TableMark, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw the mark: the sheet is awaited like any other."""
    event, table = lock_event_of(table, unfinished=FINISHED)
    if not mark.is_on(table):
        code, sentence = mark.not_marked
        raise Refused(code, str(sentence))
    was = getattr(table, mark.field)
    setattr(table, mark.field, "")
    table.save(update_fields=[mark.field])
    facts = {**_place(table), "was": was, "reason": checked_reason(reason)}
    record(event, mark.withdrawn, by=by, at=at, **facts)
    return table


def why_not_mark(table: Table, mark: TableMark) -> Refused | None:
    """Why the table cannot be marked so, or None."""
    if (refused := why_finished(table.round.event, FINISHED)) is not None:
        return refused
    words = _place(table)
    if table.round.status == Round.Status.PLANNED:
        return Refused("round-not-open", _("Round %(round)d has not begun.") % words)
    for what, (code, sentence) in mark.refusals.items():
        if table.sheets.counting().exists() if what == "sheet" else getattr(table, what):
            return Refused(code, sentence % words)
    if mark is NOT_PLAYED and Submission.objects.live().filter(table=table).exists():
        return Refused("has-report", REPORTED % words)
    return None


def _place(table: Table) -> dict[str, int]:
    return {"round": table.round.number, "table": table.number}
