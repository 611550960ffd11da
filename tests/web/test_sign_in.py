"""The password is asked for again before a restore and before anything about roles.

What the most trusted promise: a laptop that stands open for a minute makes nobody a director.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import make_event, make_official, make_user
from tests.helpers.person import Person
from tournament.backup import shelf
from tournament.web.sign_in import AT, LASTS

RIGHT, WRONG = {"password_again": "dora-secret-1"}, {"password_again": "wrong"}


@pytest.fixture
def later(client, director):
    """A browser whose owner signed in a while ago."""
    client.force_login(director)
    grow_old(client)
    return Person(client)


def grow_old(client):
    session = client.session
    session[AT] = (timezone.now() - LASTS - timedelta(minutes=1)).isoformat()
    session.save()


@pytest.fixture
def sam(event):
    return make_official(event).memberships.get()


class TestRoles:
    def test_an_invitation_is_kept_and_made_with_the_password(self, later, event):
        later.visit(reverse("officials:index", args=[event.slug]))
        later.press("Make the invitation", role="director", meant_for="Max")
        assert "Your password, please" in later.text
        assert not event.invitations.exists()
        later.press("Continue", **WRONG)
        assert "Your old password was entered incorrectly" not in later.text
        assert "not your password" in later.text
        assert not event.invitations.exists()
        later.press("Continue", **RIGHT)
        assert (event.invitations.get().role, event.invitations.get().meant_for) == ("director", "Max")

    def test_a_role_is_changed_with_the_password(self, later, event, sam):
        address = reverse("officials:change_role", args=[event.slug, sam.user.pk])
        for typed, role in (
            ({"role": "director"}, "scorer"),
            ({"role": "director"} | RIGHT, "director"),
            ({"role": "viewer"}, "viewer"),  # it is not asked twice in a quarter of an hour
        ):
            answer = later.client.post(address, typed)
            assert ("Your password, please" in answer.content.decode()) is (role == "scorer")
            sam.refresh_from_db()
            assert sam.role == role

    def test_somebody_is_removed_with_the_password(self, later, event, sam):
        later.visit(reverse("officials:remove", args=[event.slug, sam.user.pk])).press("Yes, remove")
        assert event.memberships.count() == 2
        later.press("Continue", **RIGHT)
        assert event.memberships.count() == 1

    def test_sent_twice_it_is_done_once(self, later, event):
        later.visit(reverse("officials:index", args=[event.slug]))
        later.press("Make the invitation", role="scorer", meant_for="Max")
        twice = Person(later.client)
        twice.path, twice.response = later.path, later.response
        later.press("Continue", **RIGHT)
        with pytest.raises(AssertionError, match="Nothing is said"):  # the first has read it
            twice.press("Continue", **RIGHT)
        assert event.invitations.count() == 1

    def test_a_password_that_is_no_longer_looked_at_is_told(self, later, event, settings):
        settings.AXES_ENABLED = True
        address = reverse("officials:index", args=[event.slug])
        for _ in range(settings.AXES_FAILURE_LIMIT):
            later.client.post(address, {"role": "scorer"} | WRONG)
        answer = later.client.post(address, {"role": "scorer"} | RIGHT)
        assert "Too many wrong passwords" in answer.content.decode()
        assert not event.invitations.exists()

    @pytest.mark.parametrize("moment", ["", "x", "2999-01-01T00:00:00+00:00"])
    def test_a_moment_that_says_nothing_is_none(self, later, event, moment):
        session = later.client.session
        session[AT] = moment
        session.save()
        answer = later.client.post(reverse("officials:index", args=[event.slug]), {"role": "scorer"})
        assert "Your password, please" in answer.content.decode()

    def test_a_look_needs_none(self, later, event, sam):
        for name, args in (("index", []), ("remove", [sam.user.pk])):
            page = later.client.get(reverse(f"officials:{name}", args=[event.slug, *args]))
            assert event.name in page.content.decode()
            assert "Your password, please" not in page.content.decode()

    def test_whoever_just_signed_in_is_not_asked(self, director, event):
        client = Client()
        client.post(reverse("accounts:sign_in"), {"username": "dora", "password": "dora-secret-1"})
        client.post(reverse("officials:index", args=[event.slug]), {"role": "scorer"})
        assert event.invitations.count() == 1


@pytest.mark.usefixtures("a_real_database")
def test_a_copy_is_put_back_with_the_password(client, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    olga = make_user("olga", is_superuser=True)
    copy = shelf.take(shelf.BY_HAND)
    event = make_event(olga)
    client.force_login(olga)
    grow_old(client)
    owner = Person(client).visit(reverse("backups:restore", args=[copy.stem])).press("Restore")
    assert "Your password, please" in owner.text
    assert type(event).objects.exists()
    owner.press("Continue", password_again="olga-secret-1")
    assert "The site is as it was" in owner.text
    assert not type(event).objects.exists()
    assert check_password("olga-secret-1", type(olga).objects.get().password)
