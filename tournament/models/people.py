"""People who sign in, and what each may do at an event. Players are not people here: they need no account."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An official with an account; `name` is what the audit shows."""

    first_name = None
    last_name = None
    name = models.CharField(_("name"), max_length=100, blank=True)

    REQUIRED_FIELDS = []

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Membership(models.Model):
    """One official's role at one event."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("Director")
        SCORER = "scorer", _("Scorer")
        VIEWER = "viewer", _("Viewer")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="membership_once_per_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=["director", "scorer", "viewer"]), name="membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"
