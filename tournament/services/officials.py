"""An event's officials: invite by secret link, change a role, remove.

An event never loses its last director. Rights are read on every request, so a removal takes effect at once.
"""

from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament.models import Event, Invitation, Membership, User
from tournament.models.people import TAKEN, invitations_waiting, role_suffices
from tournament.registry import actions
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.words.names import tidy
from tournament.words.sentences import within

Role = Membership.Role
MOST_OPEN = 30
LONGEST_NAME = 100


@transaction.atomic
def invite(event: Event, role: str, meant_for: str = "", *, by: User, at: datetime) -> Invitation:
    """Create a link with which one person can take the role, valid for `INVITATIONS_LAST`."""
    event = lock_event(event)
    if role not in Role.values:
        raise Refused("role-unknown", _("Choose one of the roles in the list."), "role")
    words = tidy(meant_for)
    if len(words) > LONGEST_NAME:
        raise Refused("name-long", _("Keep it to %d characters.") % LONGEST_NAME, "meant_for")
    if invitations_waiting(event, at).count() >= MOST_OPEN:
        message = _("%d invitations are waiting already. Withdraw some of them first.") % MOST_OPEN
        raise Refused("too-many-invitations", message)
    invitation = Invitation.objects.create(
        event=event, number=next_number(event.invitations), role=role, meant_for=words, made_by=by, made_at=at
    )
    record(event, actions.OFFICIAL_INVITED, by=by, at=at, role=str(role), name=words)
    return invitation


@transaction.atomic
def withdraw_invitation(invitation: Invitation, *, by: User, at: datetime) -> Invitation:
    """Revoke an invitation. Repeating it changes nothing; one that was used is refused."""
    event = lock_event(invitation.event)
    current = event.invitations.get(pk=invitation.pk)
    if current.taken_at is not None:
        message = _("%(name)s has joined by this invitation already; remove the official instead.")
        raise Refused("invitation-taken", message % {"name": current.taken_by})
    if current.revoked_at is None:
        current.revoked_at = at
        current.save(update_fields=["revoked_at"])
        record(event, actions.OFFICIAL_UNINVITED, by=by, at=at, role=str(current.role))
    return current


@transaction.atomic
def join(invitation: Invitation, *, user: User, at: datetime) -> Membership:
    """Accept an invitation's role. A user who has that role or a higher one is refused."""
    event = lock_event(invitation.event)
    current = event.invitations.get(pk=invitation.pk)
    _refuse_dead(current, at)
    membership = event.memberships.filter(user=user).first()
    if membership is not None and role_suffices(membership.role, current.role):
        message = _("You already have a role in this event: %(role)s. This invitation is for someone else.")
        raise Refused("member-already", message % {"role": within(membership.get_role_display())})
    current.taken_by, current.taken_at = user, at
    current.save(update_fields=["taken_by", "taken_at"])
    membership, _made = Membership.objects.update_or_create(
        event=event, user=user, defaults={"role": current.role}
    )
    record(event, actions.OFFICIAL_JOINED, by=user, at=at, role=str(current.role))
    return membership


@transaction.atomic
def join_with_new_account(
    invitation: Invitation, *, username: str, name: str, password: str, at: datetime
) -> Membership:
    """Create an account by invitation, with its role; raises `ValidationError` for a weak password."""
    lock_event(invitation.event)
    _refuse_dead(invitation.event.invitations.get(pk=invitation.pk), at)
    if User.objects.filter(username__iexact=username).exists():
        message = _("Someone signs in as “%(username)s” already. Choose another, or sign in if it is you.")
        raise Refused("username-taken", message % {"username": username}, "username")
    user = User(username=username, name=tidy(name))
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody joined under it a moment ago, at another event
        raise Refused("name-taken", str(TAKEN), "name") from None
    return join(invitation, user=user, at=at)


@transaction.atomic
def change_role(membership: Membership, role: str, *, by: User, at: datetime) -> Membership:
    """Give a member another role."""
    event = lock_event(membership.event)
    member = event.memberships.select_related("user").get(pk=membership.pk)
    if role not in Role.values:
        raise Refused("role-unknown", _("Choose one of the roles in the list."), "role")
    if member.role == role:
        return member
    _refuse_last_director(event, member)
    was, member.role = member.role, Role(role)
    member.save(update_fields=["role"])
    facts = {"name": str(member.user), "was": str(was), "now": str(role)}
    record(event, actions.OFFICIAL_CHANGED, by=by, at=at, **facts)
    return member


@transaction.atomic
def remove(membership: Membership, *, by: User, at: datetime) -> User:
    """Remove an official from the event. Their actions stay in its history under their name."""
    event = lock_event(membership.event)
    member = event.memberships.select_related("user").get(pk=membership.pk)
    _refuse_last_director(event, member)
    record(event, actions.OFFICIAL_REMOVED, by=by, at=at, name=str(member.user), role=str(member.role))
    member.delete()
    return member.user


def _refuse_last_director(event: Event, leaving: Membership) -> None:
    others = event.memberships.filter(role=Role.DIRECTOR).exclude(pk=leaving.pk)
    if leaving.role == Role.DIRECTOR and not others.exists():
        message = _("%(name)s is the only director. Make someone else a director first.")
        raise Refused("last-director", message % {"name": leaving.user}, "role")


def _refuse_dead(invitation: Invitation, at: datetime) -> None:
    if not invitation.is_open(at):
        message = _(
            "This invitation was used or withdrawn, or it has expired. Ask the director for a new one."
        )
        raise Refused("invitation-dead", message)
