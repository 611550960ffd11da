"""Officials: invited by link, joining once, roles changed, never without a director."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from tests.helpers.factories import NOW, make_user
from tests.helpers.refusals import refused
from tournament.models import AuditEntry
from tournament.models.people import INVITATIONS_LAST, invitations_waiting
from tournament.reports.history import sentence_of
from tournament.services import officials
from tournament.services.errors import Refused


@pytest.fixture
def invitation(event, director):
    return officials.invite(event, "scorer", "Sam", by=director, at=NOW)


def test_an_invitation_gives_its_role_to_one_person_once(event, invitation):
    sam, eve = make_user("sam"), make_user("eve")
    officials.join(invitation, user=sam, at=NOW)
    assert event.memberships.get(user=sam).role == "scorer"
    with refused("invitation-dead"):
        officials.join(invitation, user=eve, at=NOW)
    assert not event.memberships.filter(user=eve).exists()


def test_it_ends_after_a_week(event, invitation):
    officials.join(invitation, user=make_user("sam"), at=NOW + INVITATIONS_LAST - timedelta(seconds=1))
    late = officials.invite(event, "scorer", by=invitation.made_by, at=NOW)
    with pytest.raises(Refused):
        officials.join(late, user=make_user("eve"), at=NOW + INVITATIONS_LAST)


def test_only_invitations_that_still_open_a_door_count_towards_the_most(event, director):
    for _ in range(officials.MOST_OPEN):
        officials.invite(event, "viewer", by=director, at=NOW)
    with refused("too-many-invitations"):
        officials.invite(event, "viewer", by=director, at=NOW + INVITATIONS_LAST - timedelta(seconds=1))
    made = officials.invite(event, "viewer", by=director, at=NOW + INVITATIONS_LAST)
    assert list(invitations_waiting(event, NOW + INVITATIONS_LAST)) == [made]


@pytest.mark.parametrize("later", [timedelta(0), INVITATIONS_LAST - timedelta(seconds=1), INVITATIONS_LAST])
def test_the_list_of_those_waiting_and_each_of_them_agree(event, invitation, later):
    now = NOW + later
    assert (invitation in invitations_waiting(event, now)) == invitation.is_open(now)


def test_one_taken_back_gives_nothing(event, director):
    other = officials.invite(event, "viewer", by=director, at=NOW)
    officials.withdraw_invitation(other, by=director, at=NOW)
    officials.withdraw_invitation(other, by=director, at=NOW)
    with pytest.raises(Refused):
        officials.join(other, user=make_user("eve"), at=NOW)


def test_it_raises_a_role_but_never_lowers_one(event, invitation, director):
    sam = make_user("sam")
    officials.join(invitation, user=sam, at=NOW)
    with refused("member-already"):
        officials.join(officials.invite(event, "viewer", by=director, at=NOW), user=sam, at=NOW)
    officials.join(officials.invite(event, "director", by=director, at=NOW), user=sam, at=NOW)
    assert event.memberships.get(user=sam).role == "director"


def test_a_new_account_is_made_with_the_role_and_nothing_else(event, invitation):
    membership = officials.join_with_new_account(
        invitation, username="sam", name=" Sam  Scorer ", password="ninety-seven-kings", at=NOW
    )
    assert (membership.role, str(membership.user)) == ("scorer", "Sam Scorer")
    assert not membership.user.is_superuser
    assert not membership.user.is_staff


@pytest.mark.parametrize(
    ("username", "password", "error"),
    [
        ("DORA", "ninety-seven-kings", Refused),
        ("sam", "123", ValidationError),
        ("a b", "x" * 12, ValidationError),
    ],
)
def test_no_account_is_made_of_a_taken_name_or_a_weak_password(invitation, username, password, error):
    with pytest.raises(error):
        officials.join_with_new_account(invitation, username=username, name="Sam", password=password, at=NOW)
    invitation.refresh_from_db()
    assert invitation.taken_at is None


def test_an_event_keeps_its_last_director(event, director):
    membership = event.memberships.get()
    for act in (
        lambda: officials.change_role(membership, "scorer", by=director, at=NOW),
        lambda: officials.remove(membership, by=director, at=NOW),
    ):
        with refused("last-director"):
            act()
    second = officials.join_with_new_account(
        officials.invite(event, "director", by=director, at=NOW),
        username="max", name="Max", password="ninety-seven-kings", at=NOW,
    )  # fmt: skip
    officials.change_role(membership, "viewer", by=second.user, at=NOW)
    assert event.memberships.get(user=director).role == "viewer"


@pytest.mark.parametrize("role", ["", "owner", "DIRECTOR"])
def test_there_are_no_other_roles(event, director, role):
    with pytest.raises(Refused):
        officials.invite(event, role, by=director, at=NOW)
    with pytest.raises(Refused):
        officials.change_role(event.memberships.get(), role, by=director, at=NOW)


def test_the_history_says_who_joined_and_never_the_secret(event, invitation, director):
    sam = make_user("sam", name="Sam")
    officials.join(invitation, user=sam, at=NOW)
    member = event.memberships.get(user=sam)
    officials.change_role(member, "viewer", by=director, at=NOW)
    officials.remove(member, by=director, at=NOW)
    entries = AuditEntry.objects.filter(event=event, action__startswith="official.").order_by("pk")
    assert [sentence_of(entry.action, entry.facts) for entry in entries] == [
        "invited Sam as Scorer",
        "joined as Scorer",
        "changed the role of Sam from Scorer to Viewer",
        "removed Sam, who was Viewer",
    ]
    assert all(invitation.token not in str(entry.facts) for entry in entries)
