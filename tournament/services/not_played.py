"""Record that a table was not played: its sheet is no longer missing, its players score nothing.

Entering the sheet, or `await_again`, withdraws the record.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import actions
from tournament.models import Round, Submission, Table, User
from tournament.services.common import checked_reason, lock_event_of, record, why_finished
from tournament.services.errors import Refused

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its tables.")


@transaction.atomic
def say_not_played(table: Table, *, by: User, at: datetime, reason: str) -> Table:
    """Record with a reason that nobody played here. Refused once the table has reported anything."""
    event, table = lock_event_of(table)
    refused = why_not_say(table)
    if refused is not None:
        raise refused
    words = checked_reason(reason, needed=_("Say why the table was not played; it’s kept in the history."))
    table.not_played = words
    table.save(update_fields=["not_played"])
    facts = {"round": table.round.number, "table": table.number, "reason": words}
    record(event, actions.SHEET_NOT_PLAYED, by=by, at=at, **facts)
    return table


@transaction.atomic
def await_again(table: Table, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw that record: the table's sheet is awaited again."""
    event, table = lock_event_of(table, unfinished=FINISHED)
    if not table.not_played:
        raise Refused("not-said", _("Nobody has said that this table was not played."))
    was, table.not_played = table.not_played, ""
    table.save(update_fields=["not_played"])
    facts = {"round": table.round.number, "table": table.number, "was": was, "reason": checked_reason(reason)}
    record(event, actions.SHEET_AWAITED_AGAIN, by=by, at=at, **facts)
    return table


def why_not_say(table: Table) -> Refused | None:
    """Why the table cannot be recorded as not played, or None."""
    words = {"round": table.round.number, "table": table.number}
    if (refused := why_finished(table.round.event, FINISHED)) is not None:
        return refused
    if table.round.status == Round.Status.PLANNED:
        return Refused("round-not-open", _("Round %(round)d has not begun.") % words)
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
