"""Show announcements to the whole hall, and take them down."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Announcement, Event, User
from tournament.names import tidy
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused

LONGEST = 160
MOST_UP = 3  # nobody reads more from the back of the hall


@transaction.atomic
def announce(event: Event, text: str, *, by: User, at: datetime) -> Announcement:
    """Show an announcement on the big screen and on every phone."""
    event = lock_event(event)
    words = tidy(text)
    if not words:
        raise Refused("text-missing", _("Write what everybody should know."), "text")
    if len(words) > LONGEST:
        message = _("Keep it to %d characters: it is read from the back of the hall.") % LONGEST
        raise Refused("text-long", message, "text")
    if event.announcements.shown().count() >= MOST_UP:
        message = _("%d announcements are up already. Take one down first.") % MOST_UP
        raise Refused("too-many-up", message, "text")
    announcement = Announcement.objects.create(
        event=event, number=next_number(event.announcements), text=words, made_by=by, made_at=at
    )
    record(event, actions.ANNOUNCEMENT_MADE, by=by, at=at, number=announcement.number, text=words)
    return announcement


@transaction.atomic
def take_down(announcement: Announcement, *, by: User, at: datetime) -> Announcement:
    """Take an announcement down. Repeating it changes nothing, since two officials may press at once."""
    event = lock_event(announcement.event)
    current = event.announcements.get(pk=announcement.pk)
    if current.ended_at is None:
        current.ended_by, current.ended_at = by, at
        current.save(update_fields=["ended_by", "ended_at"])
        record(event, actions.ANNOUNCEMENT_ENDED, by=by, at=at, number=current.number, text=current.text)
    return current
