"""Who may agree to what another director asks for, and how much waits for that."""

from django.db.models import Q, QuerySet

from tournament.models import Event, Membership, Proposal, User


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
