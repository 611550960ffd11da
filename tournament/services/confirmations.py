"""Confirm a sheet: because another official looked at it, or because it was read a second time and agrees.

With a second official nobody confirms their own, and until confirmed a sheet counts only in the officials'
standings (`Sheet.to_confirm`).
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Event, Membership, Sheet, Table, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused, Stale
from tournament.services.sheet_revisions import score_facts
from tournament.state.open_items import unconfirmed_authors
from tournament.state.sheet_scores import TableResult

CONFIRMING = (Membership.Role.DIRECTOR, Membership.Role.SCORER)


@transaction.atomic
def confirm(table: Table, revision: int, *, by: User, at: datetime) -> Sheet:
    """Confirm this revision; repeating it changes nothing. Raises `Stale` if another one counts by now."""
    event = lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None or current.revision != revision:
        raise Stale(_("This sheet was changed meanwhile. Look at what counts now."), current)
    if current.confirmed_at or not (current.to_confirm or event.has["second_reading"]):
        return current
    if current.to_confirm and unconfirmed_authors([current])[current.table_id] == by.pk:
        message = _("You entered this sheet yourself: another official has to confirm it.")
        raise Refused("own-entry", message)
    current.to_confirm, current.confirmed_by, current.confirmed_at = False, by, at
    current.save(update_fields=["to_confirm", "confirmed_by", "confirmed_at"])
    record(event, actions.SHEET_CONFIRMED, by=by, at=at, **_facts(table, current))
    return current


@transaction.atomic
def confirm_if_same(table: Table, read: TableResult, *, by: User, at: datetime) -> Sheet:
    """Confirm the sheet that counts if it was read the same a second time, else raise `Stale` with it."""
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


@transaction.atomic
def withdraw_confirmation(table: Table, revision: int, *, by: User, at: datetime) -> Sheet:
    """Withdraw a confirmation, so that this revision waits again. Raises `Stale` as `confirm` does."""
    event = lock_event(Event(pk=table.round.event_id))
    current = table.sheets.counting().filter(revision=revision, confirmed_by__isnull=False).first()
    if current is None:
        raise Stale(_("This sheet was changed meanwhile. Look at what counts now."), None)
    current.to_confirm, current.confirmed_by, current.confirmed_at = True, None, None
    current.save(update_fields=["to_confirm", "confirmed_by", "confirmed_at"])
    record(event, actions.SHEET_UNCONFIRMED, by=by, at=at, **_facts(table, current))
    return current


def _facts(table: Table, sheet: Sheet) -> dict[str, Any]:
    facts = {"round": table.round.number, "table": table.number, "revision": sheet.revision}
    return facts | {"now": score_facts(sheet)}


def is_alone(event: Event) -> bool:
    """Whether the event has fewer than two officials who could confirm a sheet."""
    return event.memberships.filter(role__in=CONFIRMING).count() < 2
