"""The tables' links and PINs: create, renew, revoke, and limit the guessing of PINs.

Wrong PINs are counted per table, in the database and under a lock: guessing locks that table only, however
many phones are used.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournament.models import Event, Table, TableLink, User
from tournament.models.submissions import LONGEST_PAUSE
from tournament.registry import actions
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused

TRIES = 5  # wrong PINs before each lock


class PinAnswer(NamedTuple):
    """The verdict on a PIN; until `locked_until` no PIN is checked."""

    right: bool
    tries_left: int = TRIES
    locked_until: datetime | None = None


def make_links(event: Event, *, at: datetime) -> int:
    """Create the missing links of the tables in published rounds, if the event takes scores by phone.

    A table whose link was revoked gets none. The caller has locked the event. Returns how many were created.
    """
    if not event.table_entry:
        return 0
    linked = set(event.table_links.values_list("number", flat=True))
    tables = Table.objects.filter(round__event=event).values_list("number", flat=True)
    missing = sorted(set(tables) - linked)
    TableLink.objects.bulk_create([TableLink(event=event, number=number, made_at=at) for number in missing])
    return len(missing)


@transaction.atomic
def complete_links(event: Event, *, at: datetime) -> int:
    """Create the missing links, for tables added since."""
    return make_links(lock_event(event), at=at)


@transaction.atomic
def renew_link(event: Event, number: int, *, by: User, at: datetime) -> TableLink:
    """Give a table a new link and PIN; the old ones stop working at once."""
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
    """Revoke a table's link; its scores are entered at the desk until it is renewed."""
    event = lock_event(event)
    if event.table_links.live().filter(number=number).update(revoked_at=at):
        record(event, actions.TABLE_REVOKED, by=by, at=at, table=number)


@transaction.atomic
def give_pin(link: TableLink, pin: str, *, round_number: int, at: datetime) -> PinAnswer:
    """Check a PIN. Every fifth wrong one locks the table's PIN for 1, 2, 4 … 60 minutes.

    While locked, not even the right one is checked. The right one resets the count.
    """
    row = TableLink.objects.select_for_update(of=("self",)).select_related("event").get(pk=link.pk)
    if row.is_locked(at):
        return PinAnswer(False, 0, row.locked_until)
    if constant_time_compare(pin, row.pin_for(round_number, per_round=row.event.pin_per_round)):
        if row.misses:
            row.misses, row.locked_until = 0, None
            row.save(update_fields=["misses", "locked_until"])
        return PinAnswer(True)
    row.misses += 1
    left = TRIES - row.misses % TRIES
    if left == TRIES:
        row.locked_until = at + min(timedelta(minutes=2 ** min(row.misses // TRIES - 1, 10)), LONGEST_PAUSE)
        left = 0
    row.save(update_fields=["misses", "locked_until"])
    return PinAnswer(False, left, None if left else row.locked_until)
