"""Steps of every action: lock the event's row, raise its version, record an audit entry; check a reason;
a dry run; refuse what a locked round no longer allows."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Event, Round, Table, User
from tournament.registry.actions import ACTIONS, Action, Changes
from tournament.services.errors import Refused
from tournament.services.sent_forms import claim
from tournament.words.names import tidy

LONGEST_REASON = 300  # as the columns that keep one
Seen = TypeVar("Seen")

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


def lock_event(event: Event, *, unfinished: "str | StrPromise" = "") -> Event:
    """Lock the event's row until the transaction ends, and return the event as it is now.

    Every writing action does this first; a form that was sent before is stopped here (see `sent_forms`).
    With `unfinished`, a finished event is refused with that sentence.

    One lock per event keeps the order of actions the order of the audit, and makes "next number" safe. On
    SQLite the IMMEDIATE transaction holds the whole database already.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    claim()
    if unfinished:
        refuse_finished(locked, unfinished)
    return locked


def lock_event_of(table: Table, *, unfinished: "str | StrPromise" = "") -> tuple[Event, Table]:
    """`lock_event` for the event of a table; returns the event and the table as they are now."""
    event = lock_event(Event(pk=table.round.event_id), unfinished=unfinished)
    table = Table.objects.select_related("round").get(pk=table.pk)
    table.round.event = event
    return event, table


def refuse(refused: Refused | None) -> None:
    """Raise the refusal, if there is one."""
    if refused is not None:
        raise refused


def refuse_finished(event: Event, message: "str | StrPromise") -> None:
    """Raise `Refused` with this sentence if the event is finished."""
    refuse(why_finished(event, message))


def why_finished(event: Event, message: "str | StrPromise") -> Refused | None:
    """The refusal with this sentence if the event is finished, else None."""
    return Refused("event-finished", str(message)) if event.is_finished else None


def record(event: Event, action: Action, *, by: User | None, at: datetime, **facts: Any) -> AuditEntry:
    """Write the audit entry; raise the event's versions, so that pages refresh.

    Facts are codes and values as JSON, never sentences: `reports.history` writes those. An action outside the
    registry is refused with a `ValueError`.
    """
    if ACTIONS.get(action.code) is not action:
        raise ValueError(f"{action.code} is not in the registry of actions.")
    versions = {"live_version": F("live_version") + 1}
    if action.changes is not Changes.SCORES:
        versions["seating_version"] = F("live_version") + 1
    Event.objects.filter(pk=event.pk).update(**versions)
    return AuditEntry.objects.create(event=event, action=action.code, by=by, at=at, facts=facts)


def next_number(manager: Any) -> int:
    """The number after the highest of a related manager's rows; call it while the event is locked."""
    return (manager.aggregate(highest=Max("number"))["highest"] or 0) + 1


def checked_reason(reason: str, *, needed: str = "") -> str:
    """The reason in one tidied line. If it is empty, `needed` refuses it with that sentence."""
    words = tidy(reason)
    if needed and not words:
        raise Refused("reason-missing", needed, "reason")
    if len(words) > LONGEST_REASON:
        message = _("Keep the reason to %(most)d characters.") % {"most": LONGEST_REASON}
        raise Refused("reason-long", message, "reason")
    return words


def dry_run(act: Callable[[], Any], look: Callable[[], Seen]) -> Seen:
    """Run `act`, return what `look` reads then, and roll everything back, also if `act` raises."""
    with transaction.atomic():
        act()
        seen = look()
        transaction.set_rollback(True)
    return seen


def refuse_locked(round_: Round, at: datetime) -> None:
    """Refuse a correction once the round is locked."""
    if round_.is_locked(at):
        message = _(
            "Round %(number)d is locked: its time for challenges is over. "
            "A director can unlock it with a reason."
        )
        raise Refused("round-locked", message % {"number": round_.number})
