"""What goes between the hall and the director beside scores: players' notes, announcements to all."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.people import official


class NoteQuerySet(models.QuerySet["Note"]):
    """Notes by whether they are dealt with."""

    def open(self) -> "NoteQuerySet":
        """Notes that no official has dealt with."""
        return self.filter(done_at=None)

    def listed(self) -> "NoteQuerySet":
        """Notes, the newest first, with everybody whom their lines name."""
        return self.select_related("player", "done_by").order_by("-number")


class Note(models.Model):
    """A player's words to the director, with the answer once there is one. Never deleted."""

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="notes")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, related_name="notes")
    text = models.CharField(_lazy("note"), max_length=300)
    sent_at = models.DateTimeField()
    answer = models.CharField(_lazy("answer"), max_length=300, blank=True)
    done_by = official()
    done_at = models.DateTimeField(null=True)

    objects = NoteQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="note_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(done_at__isnull=False) | Q(answer=""), name="note_answered_only_when_done"
            ),
        ]

    def __str__(self) -> str:
        return f"Note {self.number} of {self.player}"

    @property
    def is_open(self) -> bool:
        return self.done_at is None


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Announcements by whether they are shown."""

    def shown(self) -> "AnnouncementQuerySet":
        """Announcements that are still up."""
        return self.filter(ended_at=None)

    def listed(self) -> "AnnouncementQuerySet":
        """Announcements, the newest first, with who made them."""
        return self.select_related("made_by").order_by("-number")


class Announcement(models.Model):
    """Words of the director to the whole hall, shown until they are taken down. Never deleted."""

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="announcements")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(_lazy("announcement"), max_length=160)
    made_by = official()
    made_at = models.DateTimeField()
    ended_by = official()
    ended_at = models.DateTimeField(null=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="announcement_number_once_per_event")
        ]

    def __str__(self) -> str:
        return self.text
