"""The tables' links and PINs: made, renewed, revoked, and the guessing of PINs held up.

Wrong PINs are counted at the table, in the database and under a lock: whoever tries them at one table holds
up that table only, from however many phones, and a neighbour notices nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Event, Table, TableLink, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused

TRIES = 5  # wrong PINs before a pause, and again after each pause
LONGEST_PAUSE = timedelta(minutes=60)


@dataclass(frozen=True, slots=True)
class PinAnswer:
    """What became of a PIN; `locked_until` says from when on another one is looked at."""

    right: bool
    tries_left: int = TRIES
    locked_until: datetime | None = None


def make_links(event: Event, *, at: datetime) -> int:
    """Give every table of the published rounds a link, where the event takes scores from tables; the event is
    held. A table whose link was revoked is left without. Answers how many were made."""
    if not event.table_entry:
        return 0
    known = set(event.table_links.values_list("number", flat=True))
    tables = Table.objects.filter(round__event=event).values_list("number", flat=True)
    missing = sorted(set(tables) - known)
    TableLink.objects.bulk_create([TableLink(event=event, number=number, made_at=at) for number in missing])
    return len(missing)


@transaction.atomic
def complete_links(event: Event, *, at: datetime) -> int:
    """Make the links that are missing, for tables added since."""
    return make_links(lock_event(event), at=at)


@transaction.atomic
def renew_link(event: Event, number: int, *, by: User, at: datetime) -> TableLink:
    """A new link and PIN for one table; whatever was printed or opened with the old one is dead at once."""
    event = lock_event(event)
    if not event.table_entry:
        message = _("This event does not take scores from tables. Its settings switch that on.")
        raise Refused("entry-off", message)
    event.table_links.live().filter(number=number).update(revoked_at=at)
    link = TableLink.objects.create(event=event, number=number, made_at=at)
    record(event, actions.TABLE_RENEWED, by=by, at=at, table=number)
    return link


@transaction.atomic
def revoke_link(event: Event, number: int, *, by: User, at: datetime) -> None:
    """Close one table's link; its scores are entered at the desk until it is renewed."""
    event = lock_event(event)
    if event.table_links.live().filter(number=number).update(revoked_at=at):
        record(event, actions.TABLE_REVOKED, by=by, at=at, table=number)


@transaction.atomic
def give_pin(link: TableLink, pin: str, *, round_number: int, at: datetime) -> PinAnswer:
    """Look at the PIN given for a round. Every wrong one counts; each fifth stops the table's PIN for
    1, 2, 4 … 60 minutes.

    While it is stopped even the right one is not looked at. The right one sets the count back.
    """
    held = TableLink.objects.select_for_update(of=("self",)).select_related("event").get(pk=link.pk)
    if held.is_locked(at):
        return PinAnswer(False, 0, held.locked_until)
    if constant_time_compare(pin, held.pin_for(round_number, per_round=held.event.pin_per_round)):
        if held.misses:
            held.misses, held.locked_until = 0, None
            held.save(update_fields=["misses", "locked_until"])
        return PinAnswer(True)
    held.misses += 1
    left = TRIES - held.misses % TRIES
    if left == TRIES:
        held.locked_until = at + _pause(held.misses // TRIES)
        left = 0
    held.save(update_fields=["misses", "locked_until"])
    return PinAnswer(False, left, None if left else held.locked_until)


def _pause(times: int) -> timedelta:
    return min(timedelta(minutes=2 ** min(times - 1, 10)), LONGEST_PAUSE)
