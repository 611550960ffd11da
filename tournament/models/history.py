"""Who did what and when. Entries are written by `services` in the transaction of the action, and never
deleted; and forms that were sent and did something, so that the same form sent again does nothing more.
"""

from datetime import datetime

from django.db import models
from django.db.models import Q

from tournament.models.people import official
from tournament.registry.actions import ACTIONS, PLAYER_CHECKED_IN_BY_PHONE, Changes, Kind


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    """Entries by what their actions change and by who made them."""

    def beyond_scores(self) -> "AuditEntryQuerySet":
        """Entries of actions that change more than what tables scored: who sits where, for one."""
        scores = [action.code for action in ACTIONS.values() if action.changes is Changes.SCORES]
        return self.exclude(action__in=scores)

    def by_officials(self) -> "AuditEntryQuerySet":
        """Entries of all but what phones did by themselves, tables' reports and players' check-ins, which has
        its own way back there."""
        by_phone = Q(action__startswith=Kind.REPORT.prefix) | Q(action=PLAYER_CHECKED_IN_BY_PHONE.code)
        return self.exclude(by_phone, by=None)

    def real(self) -> "AuditEntryQuerySet":
        """Actions of real events: no backup is taken for those of a rehearsal."""
        return self.filter(event__rehearsal_of=None)

    def last_at(self) -> datetime | None:
        """When the last of these actions was done."""
        return self.order_by("-pk").values_list("at", flat=True).first()


class AuditEntry(models.Model):
    """One action: `action` is its code in `registry.actions`, `facts` hold what its sentence names."""

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="audit_entries")
    at = models.DateTimeField()
    by = official()
    action = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.action}"


class SentForm(models.Model):
    """One form as it was sent: written in the transaction of what it did, gone if that fails.

    `key` is a keyed digest of page, person, address and content (`web.sent_once`), so nobody can make one
    that gets in another's way. `request` tells the request that wrote the row from a repetition; `answer` is
    where that request led, empty while it is under way.
    """

    key = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=32)
    answer = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at}: {self.answer}"
