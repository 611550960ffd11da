"""A sheet is read a second time: what agrees is marked with who read it, what differs stops."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Event, Sheet, Table, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Stale
from tournament.services.sheet_revisions import score_facts
from tournament.state.sheet_scores import TableResult


@transaction.atomic
def confirm(table: Table, revision: int, *, by: User, at: datetime) -> Sheet:
    """Mark this revision as read twice; once is enough. Raises `Stale` if another one counts."""
    event = lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None or current.revision != revision:
        raise Stale(_("This sheet was changed meanwhile. Look at what counts now."), current)
    if current.confirmed_at or not event.has["second_reading"]:
        return current
    current.confirmed_by, current.confirmed_at = by, at
    current.save(update_fields=["confirmed_by", "confirmed_at"])
    facts = {"round": table.round.number, "table": table.number, "revision": revision}
    record(event, actions.SHEET_CONFIRMED, by=by, at=at, **facts, now=score_facts(current))
    return current


@transaction.atomic
def confirm_if_same(table: Table, read: TableResult, *, by: User, at: datetime) -> Sheet:
    """Mark the sheet that counts if it was read the same a second time, else raise `Stale` with it."""
    lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None:
        raise Stale(_("Nothing counts at this table any more, so there is nothing to compare."), None)
    if not _is_same(current, read.in_round(table.round), marches=table.round.event.marches_noted):
        raise Stale(_("The two readings differ. Look at the sheet: which one is right?"), current)
    return confirm(table, current.revision, by=by, at=at)


def _is_same(sheet: Sheet, read: TableResult, *, marches: bool) -> bool:
    """Whether totals and lone marches agree; who came to a tie first only if the second reading says so."""
    return (
        sheet.reported == read.totals
        and (not marches or sheet.noted == read.loners)
        and sheet.deals_played == read.deals_played
        and read.reached_first in (None, sheet.reached_first)
    )
