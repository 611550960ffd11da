"""What is said of a table whose sheet is awaited: the sides do not agree about it, or nobody played here.

Either is a mark with its reason, and says why nothing counts. Entering the sheet withdraws it by itself.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament import actions
from tournament.models import Round, Submission, Table, User
from tournament.services.common import checked_reason, lock_event_of, record, why_finished
from tournament.services.errors import Refused

FINISHED = _lazy("The event is finished. Reopen it before changing its tables.")


@transaction.atomic
def dispute_sheet(table: Table, *, by: User, at: datetime, reason: str) -> Table:
    """Mark the table's paper sheet as disputed, with a reason. Refused if a score counts already."""
    event, table = lock_event_of(table)
    if (refused := why_not_dispute(table)) is not None:
        raise refused
    table.disputed = checked_reason(reason, needed=_("Say what the sides do not agree about."))
    table.save(update_fields=["disputed"])
    record(event, actions.SHEET_DISPUTED, by=by, at=at, **_place(table), reason=table.disputed)
    return table


@transaction.atomic
def settle(table: Table, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw the mark: the sheet is awaited like any other."""
    event, table = lock_event_of(table, unfinished=FINISHED)
    if not table.disputed:
        raise Refused("not-disputed", _("The sheet of this table is not marked as disputed."))
    was, table.disputed = table.disputed, ""
    table.save(update_fields=["disputed"])
    facts = {**_place(table), "was": was, "reason": checked_reason(reason)}
    record(event, actions.SHEET_SETTLED, by=by, at=at, **facts)
    return table


@transaction.atomic
def say_not_played(table: Table, *, by: User, at: datetime, reason: str) -> Table:
    """Record with a reason that nobody played here: the table's sheet is no longer missing, its players score
    nothing. Refused once the table has reported anything."""
    event, table = lock_event_of(table)
    if (refused := why_not_say(table)) is not None:
        raise refused
    needed = _("Say why the table was not played; it’s kept in the history.")
    table.not_played = checked_reason(reason, needed=needed)
    table.save(update_fields=["not_played"])
    record(event, actions.SHEET_NOT_PLAYED, by=by, at=at, **_place(table), reason=table.not_played)
    return table


@transaction.atomic
def await_again(table: Table, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw that record: the table's sheet is awaited again."""
    event, table = lock_event_of(table, unfinished=FINISHED)
    if not table.not_played:
        raise Refused("not-said", _("Nobody has said that this table was not played."))
    was, table.not_played = table.not_played, ""
    table.save(update_fields=["not_played"])
    facts = {**_place(table), "was": was, "reason": checked_reason(reason)}
    record(event, actions.SHEET_AWAITED_AGAIN, by=by, at=at, **facts)
    return table


def why_not_dispute(table: Table) -> Refused | None:
    """Why the table's sheet cannot be marked as disputed, or None."""
    if (refused := _why_not_awaited(table)) is not None:
        return refused
    words = _place(table)
    if table.disputed:
        return Refused("disputed-already", _("The sheet of table %(table)d is marked as disputed.") % words)
    if table.not_played:
        message = _("Table %(table)d is recorded as not played. Await its sheet again first.")
        return Refused("not-played", message % words)
    if table.sheets.counting().exists():
        message = _("A score counts for table %(table)d. Correct it, or undo its entry first.")
        return Refused("has-sheet", message % words)
    return None


def why_not_say(table: Table) -> Refused | None:
    """Why the table cannot be recorded as not played, or None."""
    if (refused := _why_not_awaited(table)) is not None:
        return refused
    words = _place(table)
    if table.not_played:
        return Refused("said-already", _("Table %(table)d is already recorded as not played.") % words)
    if table.disputed:
        message = _("The sheet of table %(table)d is marked as disputed. Withdraw that first.")
        return Refused("disputed", message % words)
    if table.sheets.counting().exists():
        message = _("Table %(table)d has a sheet for round %(round)d. Withdraw the sheet first.")
        return Refused("has-sheet", message % words)
    if Submission.objects.live().filter(table=table).exists():
        message = _("Table %(table)d has reported a score by phone. Accept or discard it first.")
        return Refused("has-report", message % words)
    return None


def _why_not_awaited(table: Table) -> Refused | None:
    """Why no sheet of this table is awaited: the event is over, or the round has not begun."""
    if (refused := why_finished(table.round.event, FINISHED)) is not None:
        return refused
    if table.round.status == Round.Status.PLANNED:
        return Refused("round-not-open", _("Round %(round)d has not begun.") % _place(table))
    return None


def _place(table: Table) -> dict[str, int]:
    return {"round": table.round.number, "table": table.number}
