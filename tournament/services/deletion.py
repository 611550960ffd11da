"""Delete an event with everything that belongs to it."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.models import (
    Adjustment,
    CardLine,
    CashLine,
    Event,
    Ruling,
    Season,
    Seating,
    Sheet,
    Submission,
    Substitution,
)
from tournament.names import is_whole_name, tidy
from tournament.services.common import checked_reason, lock_event
from tournament.services.errors import Refused


def is_empty(event: Event) -> bool:
    """Whether nothing was seated, and so nothing played: such an event is deleted without a question."""
    return not event.rounds.exists()


def check_deletion(event: Event, name: str, reason: str) -> str:
    """The reason, tidied; refused if the event is not empty and its name or the reason is missing."""
    if is_empty(event) or event.is_rehearsal:
        return checked_reason(reason, needed="")
    if tidy(name) != event.name and not is_whole_name(event.name, name):
        message = _("Type the event’s name as it is written above: %(name)s.")
        raise Refused("name-differs", message % {"name": event.name}, "name")
    return checked_reason(reason, needed=_("Say why the event is deleted; it’s kept in the site’s log."))


@transaction.atomic
def delete_event(event: Event, *, at: datetime, name: str = "", reason: str = "") -> None:
    """Delete the event: at once if it is empty, else with its name and a reason (see `check_deletion`).

    Seasons add up anew without it. Whoever calls this takes a backup first: nothing else brings an
    event back.
    """
    event = lock_event(event)
    check_deletion(event, name, reason)
    for rehearsal in Event.objects.filter(rehearsal_of=event):
        delete_event(rehearsal, at=at)
    Season.objects.filter(events=event).update(version=F("version") + 1)
    players, tables = event.players.all(), {"table__round__event": event}
    # What protects tables and players goes first. Versions of one sheet protect each other, so
    # rows are deleted without asking what hangs on them: all of it belongs to this event.
    for rows in (
        CardLine.objects.filter(player__in=players),
        Submission.objects.filter(**tables),
        CashLine.objects.filter(event=event),
        Ruling.objects.filter(**tables),
        Sheet.objects.filter(**tables),
        Adjustment.objects.filter(player__in=players),
        Substitution.objects.filter(absent__in=players),
        Seating.objects.filter(player__in=players),
    ):
        rows._raw_delete(rows.db)
    event.delete()
