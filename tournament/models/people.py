"""Accounts and roles. Players have no account."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event, new_token
from tournament.words.names import look_of

INVITATIONS_LAST = timedelta(days=7)


# What the history shows for those who act without an account.
OTHERS = re.compile(r"^table\s*\d|^the\s+system$", re.IGNORECASE)
TAKEN = _lazy(
    "Someone is called that already, or nearly, or signs in with it. Add a word that tells you apart, "
    "such as your last name."
)


def official() -> "models.ForeignKey[User | None, User | None]":
    """The key of the official who did something, if any did."""
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)


class User(AbstractUser):
    """An official with an account; `name` is what the audit shows. No two are shown alike."""

    first_name = None  # type: ignore[assignment]  # Django's way to drop a field of an abstract model
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_lazy("name"), max_length=100, blank=True)

    look = models.CharField(
        max_length=200, unique=True, editable=False
    )  # of what is shown, as `look_of` has it

    may_publish = models.BooleanField(
        default=False, help_text="may show events to everybody on a hosted site"
    )

    REQUIRED_FIELDS = []

    def __str__(self) -> str:
        return self.name or self.username

    @property
    def publishes(self) -> bool:
        """Whether they may show events and seasons to everybody: in a hall all may, on a hosted site some."""
        return self.may_publish or self.is_superuser or not settings.PUBLISHING_IS_A_RIGHT

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save, with the look of the name that is shown now."""
        self.look = look_of(str(self))
        if update_fields is not None and {"name", "username"} & set(update_fields):
            update_fields = {*update_fields, "look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def clean(self) -> None:
        """Refuse a name that the history, or the list of officials, shows for somebody else."""
        super().clean()
        self.look, signs_in = look_of(str(self)), look_of(self.username)
        others = User.objects.exclude(pk=self.pk)
        field = "name" if self.name else "username"
        sign_in_names = others.values_list("username", flat=True)
        if (
            OTHERS.match(str(self))
            or others.filter(look=self.look).exists()
            or self.look in map(look_of, sign_in_names)
        ):
            raise ValidationError({field: TAKEN})
        if others.filter(look=signs_in).exists():
            raise ValidationError({"username": TAKEN})

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Memberships with their officials."""

    def listed(self) -> "MembershipQuerySet":
        """Memberships by name, with their accounts."""
        return self.select_related("user").order_by("user__name", "user__username")


class Membership(models.Model):
    """One official's role at one event."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _lazy("Director")
        SCORER = "scorer", _lazy("Scorer")
        VIEWER = "viewer", _lazy("Viewer")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_lazy("role"), max_length=10, choices=Role.choices)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="membership_once_per_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=["director", "scorer", "viewer"]), name="membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


# Each role may do what the roles after it may.
RANKING = (Membership.Role.DIRECTOR, Membership.Role.SCORER, Membership.Role.VIEWER)


def role_suffices(held: str, needed: str) -> bool:
    """Whether somebody holding one role may do what another is needed for."""
    return RANKING.index(Membership.Role(held)) <= RANKING.index(Membership.Role(needed))


class Invitation(models.Model):
    """A secret link by which one person takes a role at an event, once. Never deleted."""

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="invitations")
    number = models.PositiveSmallIntegerField()
    role = models.CharField(_lazy("role"), max_length=10, choices=Membership.Role.choices)
    meant_for = models.CharField(_lazy("who it is for"), max_length=100, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    taken_by = official()
    taken_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="invitation_number_once_per_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=["director", "scorer", "viewer"]), name="invitation_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(taken_at__isnull=True) | models.Q(revoked_at__isnull=True),
                name="invitation_taken_or_revoked",
            ),
        ]

    def __str__(self) -> str:
        return f"Invitation {self.number}: {self.get_role_display()}"

    def is_open(self, now: datetime) -> bool:
        """Whether somebody can still take it."""
        return self.taken_at is None and self.revoked_at is None and now < self.ends_at

    @property
    def ends_at(self) -> datetime:
        return self.made_at + INVITATIONS_LAST


def invitations_waiting(event: Event, now: datetime) -> models.QuerySet[Invitation]:
    """Those of the event that somebody can still take: what `Invitation.is_open` says of each."""
    made_since = now - INVITATIONS_LAST
    return event.invitations.filter(taken_at=None, revoked_at=None, made_at__gt=made_since)


def invitations_expired(event: Event, now: datetime) -> models.QuerySet[Invitation]:
    """Those that nobody took in their time, the latest first."""
    made_until = now - INVITATIONS_LAST
    return event.invitations.filter(taken_at=None, revoked_at=None, made_at__lte=made_until).order_by(
        "-number"
    )
