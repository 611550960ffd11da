"""What every action does: hold the event's row, count its version up, record an audit entry."""

from datetime import datetime
from typing import Any

from django.db.models import F, Max

from tournament.actions import ACTIONS, Action, Changes
from tournament.models import AuditEntry, Event, User
from tournament.services.sent_forms import claim


def lock_event(event: Event) -> Event:
    """The event's row, locked until the transaction ends. Every writing action holds it first; one that was
    asked for by a form sent before ends here (`submitting`).

    One lock per event keeps the order of actions the order of the audit, and makes "next number" safe. On
    SQLite the IMMEDIATE transaction holds the whole database already.
    """
    held = Event.objects.select_for_update().get(pk=event.pk)
    claim()
    return held


def record(event: Event, action: Action, *, by: User | None, at: datetime, **facts: Any) -> AuditEntry:
    """Write the audit entry and count the event's versions up, so that pages refresh.

    Facts are JSON values. An action outside the registry is refused with a `ValueError`.
    """
    if ACTIONS.get(action.code) is not action:
        raise ValueError(f"{action.code} is not in the registry of actions.")
    versions = {"live_version": F("live_version") + 1}
    if action.changes is not Changes.SCORES:
        versions["seating_version"] = F("live_version") + 1
    Event.objects.filter(pk=event.pk).update(**versions)
    return AuditEntry.objects.create(event=event, action=action.code, by=by, at=at, facts=facts)


def next_number(manager: Any) -> int:
    """The number after the highest of a related manager's rows; call it while the event is held."""
    return (manager.aggregate(highest=Max("number"))["highest"] or 0) + 1
