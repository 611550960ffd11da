"""What every action does: hold the event's row, count its version up, record an audit entry."""

from datetime import datetime
from typing import Any

from django.db.models import F, Max

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


def record(event: Event, action: str, *, by: User | None, at: datetime, **facts: Any) -> AuditEntry:
    """Write the audit entry and count the event's versions up, so that pages refresh. Facts are JSON
    values."""
    versions = {"live_version": F("live_version") + 1}
    if not AuditEntry.is_score(action):
        versions["seating_version"] = F("live_version") + 1
    Event.objects.filter(pk=event.pk).update(**versions)
    return AuditEntry.objects.create(event=event, action=action, by=by, at=at, facts=facts)


def next_number(manager: Any) -> int:
    """The number after the highest of a related manager's rows; call it while the event is held."""
    return (manager.aggregate(highest=Max("number"))["highest"] or 0) + 1
