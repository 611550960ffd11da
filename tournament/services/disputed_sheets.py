"""Mark a paper sheet as disputed: nothing is entered yet, and the sides do not agree about what it says.

Entering a sheet settles it by itself; `settle` withdraws the mark.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import actions
from tournament.models import Round, Table, User
from tournament.services.common import checked_reason, lock_event_of, record, why_finished
from tournament.services.errors import Refused

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its tables.")


@transaction.atomic
def dispute_sheet(table: Table, *, by: User, at: datetime, reason: str) -> Table:
    """Mark the table's paper sheet as disputed, with a reason. Refused if a score counts already."""
    event, table = lock_event_of(table)
    if (refused := why_not_dispute(table)) is not None:
        raise refused
    words = checked_reason(reason, needed=_("Say what the sides do not agree about."))
    table.disputed = words
    table.save(update_fields=["disputed"])
    facts = {"round": table.round.number, "table": table.number, "reason": words}
    record(event, actions.SHEET_DISPUTED, by=by, at=at, **facts)
    return table


@transaction.atomic
def settle(table: Table, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw the mark: the sheet is awaited like any other."""
    event, table = lock_event_of(table, unfinished=FINISHED)
    if not table.disputed:
        raise Refused("not-disputed", _("The sheet of this table is not marked as disputed."))
    was, table.disputed = table.disputed, ""
    table.save(update_fields=["disputed"])
    facts = {"round": table.round.number, "table": table.number, "was": was, "reason": checked_reason(reason)}
    record(event, actions.SHEET_SETTLED, by=by, at=at, **facts)
    return table


def why_not_dispute(table: Table) -> Refused | None:
    """Why the table's sheet cannot be marked as disputed, or None."""
    words = {"round": table.round.number, "table": table.number}
    if (refused := why_finished(table.round.event, FINISHED)) is not None:
        return refused
    if table.round.status == Round.Status.PLANNED:
        return Refused("round-not-open", _("Round %(round)d has not begun.") % words)
    if table.disputed:
        return Refused("disputed-already", _("The sheet of table %(table)d is marked as disputed.") % words)
    if table.not_played:
        message = _("Table %(table)d is recorded as not played. Await its sheet again first.")
        return Refused("not-played", message % words)
    if table.sheets.counting().exists():
        message = _("A score counts for table %(table)d. Correct it, or undo its entry first.")
        return Refused("has-sheet", message % words)
    return None
