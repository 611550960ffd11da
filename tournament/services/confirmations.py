"""Confirm a sheet that another official entered. Nobody confirms their own.

Until confirmed, a sheet counts only in the officials' standings (`Sheet.to_confirm`).
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

CONFIRMING = (Membership.Role.DIRECTOR, Membership.Role.SCORER)


@transaction.atomic
def confirm(table: Table, revision: int, *, by: User, at: datetime) -> Sheet:
    """Confirm this revision; repeating it changes nothing. Raises `Stale` if another one counts by now."""
    event = lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None or current.revision != revision:
        raise Stale(_("This sheet was changed meanwhile. Look at what counts now."), current)
    if not current.to_confirm:
        return current
    if unconfirmed_authors([current])[current.table_id] == by.pk:
        message = _("You entered this sheet yourself: another official has to confirm it.")
        raise Refused("own-entry", message)
    current.to_confirm, current.confirmed_by, current.confirmed_at = False, by, at
    current.save(update_fields=["to_confirm", "confirmed_by", "confirmed_at"])
    record(event, actions.SHEET_CONFIRMED, by=by, at=at, **_facts(table, current))
    return current


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
