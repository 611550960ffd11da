"""Who did what and when. Entries are written by `services` in the transaction of the action, and never
deleted."""

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One action: `action` names it, `facts` holds what its sentence needs (see `reports.history`)."""

    # The kinds of actions that change nothing but what tables scored: who sits where stays as it is.
    SCORES = ("sheet", "report", "card")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="audit_entries")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    action = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.action}"

    @classmethod
    def is_score(cls, action: str) -> bool:
        """Whether this action changes nothing but what tables scored."""
        return action.partition(".")[0] in cls.SCORES
