"""What one director asked for and a second one has yet to agree to (`Event.second_agrees`), and who may."""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event
from tournament.models.people import Membership, User, official


class ProposalQuerySet(models.QuerySet["Proposal"]):
    """Proposals by whether they wait."""

    def waiting(self) -> "ProposalQuerySet":
        """Those that nobody has answered, with everybody whom their lines name."""
        return self.filter(state=Proposal.State.WAITING).select_related("player", "asked_by", "event")


class Proposal(models.Model):
    """One action that waits for a second official. Never deleted with its answer.

    `values` are what the action is called with, `facts` what its audit entry would say of it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waits for a second official")
        AGREED = "agreed", _lazy("agreed")
        DECLINED = "declined", _lazy("refused")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="proposals")
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=40, help_text="the code of the action that is asked for")
    player = models.ForeignKey(
        "tournament.Player", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    values = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    reason = models.CharField(_lazy("reason"), max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    answered_by = official()
    answered_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=300, blank=True, help_text="why it was refused")

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="proposal_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(state="waiting", answered_at=None)
                | Q(answered_at__isnull=False) & ~Q(state="waiting"),
                name="proposal_answered_or_waiting",
            ),
            models.CheckConstraint(
                condition=~Q(state="agreed") | ~Q(answered_by=models.F("asked_by")),
                name="proposal_agreed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"Proposal {self.number}: {self.action}"


def may_agree(event: Event) -> QuerySet[User]:
    """The accounts with the right to do at this event what needs two."""
    directs = Q(memberships__event=event, memberships__role=Membership.Role.DIRECTOR)
    return User.objects.filter(Q(is_superuser=True) | directs, is_active=True).distinct().order_by("pk")


def needs_second_to_restore() -> bool:
    """Whether an event asks for a second official, so that two have to be there to restore a backup."""
    return Event.objects.filter(second_agrees=True).exists()


def may_agree_to_restore() -> QuerySet[User]:
    """The accounts one of which has to be there then, beside whoever restores it."""
    directs = Q(memberships__event__second_agrees=True, memberships__role=Membership.Role.DIRECTOR)
    return User.objects.filter(Q(is_superuser=True) | directs, is_active=True).distinct()


def waiting(event: Event) -> int:
    """How many proposals wait; nothing is asked of an event that does not use them."""
    return Proposal.objects.waiting().filter(event=event).count() if event.second_agrees else 0
