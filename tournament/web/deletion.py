"""Delete an event together with what is kept of it outside the database; a backup comes first."""

import logging
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.backup import shelf
from tournament.backup.errors import BackupFailed
from tournament.models import Event, User
from tournament.printing import jobs
from tournament.services import deletion
from tournament.services.errors import Refused
from tournament.web import caches

log = logging.getLogger("tournament.actions")
DELETED = "event.deleted"  # no action of an event: its history is deleted with it


def delete_with_backup(event: Event, *, by: User, at: datetime, name: str, reason: str) -> None:
    """Delete the event; raises `Refused`, also if no backup can be taken of an event that was played."""
    reason = deletion.check_deletion(event, name, reason)
    if not deletion.is_empty(event):
        try:
            shelf.take(shelf.BEFORE_DELETION)
        except BackupFailed as problem:
            message = _("The event is not deleted, because no backup could be made: %(problem)s")
            raise Refused("no-backup", message % {"problem": problem}) from problem
    facts = {"action": DELETED, "event": event.slug, "user": by.get_username(), "reason": reason}
    deletion.delete_event(event, at=at, name=name, reason=reason)
    log.info("%(user)s: %(action)s at %(event)s (%(reason)s)", facts, extra={"facts": facts})
    jobs.forget_event_papers(event.slug)
    caches.forget()
