"""A restore opens no door that was closed since: invitations, table links, phones at tables."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import make_published, make_user
from tests.helpers.person import Person
from tests.helpers.restored import REAL, RESTORES, by_command, evening
from tests.helpers.table_entry import link_of, open_tables, phone, url
from tournament.backup import restoring, shelf
from tournament.models import Event, Invitation, Membership
from tournament.services.attendance import renew_sign
from tournament.services.events import change_event
from tournament.services.officials import invite, join, withdraw_invitation
from tournament.services.table_links import renew_link, revoke_link

pytestmark = [pytest.mark.usefixtures("a_real_database"), pytest.mark.only_on("sqlite")]


@pytest.fixture
def director():
    return make_user(is_superuser=True)


@pytest.fixture
def hall(director):
    """An event whose two tables enter their own scores."""
    return open_tables(evening(director, REAL))


def preview_of(copy):
    out = StringIO()
    call_command("restore", copy.name, preview=True, stdout=out)
    return out.getvalue()


@RESTORES
def test_a_used_invitation_opens_nothing_again(director, restore):
    event, now = evening(director, REAL), timezone.now()
    used, withdrawn, waiting = (invite(event, "director", by=director, at=now) for _ in range(3))
    copy = shelf.take(shelf.BY_HAND)
    join(used, user=make_user("first"), at=now)
    withdraw_invitation(withdrawn, by=director, at=now)
    restore(copy, director)
    assert Invitation.objects.filter(revoked_at=None).count() == 0
    for invitation in (used, withdrawn, waiting):
        stranger = Client().get(reverse("invitations:show", args=[invitation.token]))
        assert stranger.status_code == 410
    assert Membership.objects.filter(event=event).count() == 1


def test_one_that_was_taken_before_the_copy_stays_taken(director):
    event, now = evening(director, REAL), timezone.now()
    join(invite(event, "scorer", by=director, at=now), user=make_user("first"), at=now)
    by_command(shelf.take(shelf.BY_HAND), director)
    assert Invitation.objects.get().taken_by.username == "first"
    assert Invitation.objects.get().revoked_at is None


@RESTORES
def test_a_table_link_that_was_closed_stays_closed_and_the_other_tables_signs_stay_good(
    director, hall, restore
):
    copy = shelf.take(shelf.BY_HAND)
    old, other = link_of(hall, 1), link_of(hall, 2)
    revoke_link(hall, 1, by=director, at=timezone.now())
    restore(copy, director)
    assert Client().get(reverse("table_entry:show", args=[old.token])).status_code == 410
    assert link_of(Event.objects.get(), 2).token == other.token


def test_a_renewed_link_does_not_bring_the_old_sign_back(director, hall):
    copy = shelf.take(shelf.BY_HAND)
    old = link_of(hall, 1)
    renew_link(hall, 1, by=director, at=timezone.now())
    by_command(copy, director)
    assert Client().get(reverse("table_entry:show", args=[old.token])).status_code == 410


def test_a_renewed_code_for_checking_in_does_not_come_back(director):
    event = evening(director, REAL)
    change_event(event, by=director, at=timezone.now(), self_check_in=True)
    old = Event.objects.get().here_token
    copy = shelf.take(shelf.BY_HAND)
    now = renew_sign(event, by=director, at=timezone.now()).here_token
    by_command(copy, director)
    assert Event.objects.get().here_token == now != old


def test_another_laptop_takes_the_hall_over_with_its_signs(director, hall):
    """There the event is not known yet: nothing was closed, and the signs on the tables stay good."""
    copy, link = shelf.take(shelf.BY_HAND), link_of(hall, 1)
    Event.objects.filter(pk=hall.pk).update(slug="another-event")
    by_command(copy, director)
    assert link_of(Event.objects.get(slug=hall.slug), 1).token == link.token


@RESTORES
def test_a_phone_at_a_table_is_asked_for_the_pin_again(director, hall, restore):
    copy = shelf.take(shelf.BY_HAND)
    held = phone(hall)
    assert "PIN" not in held.visit(url(hall)).text
    restore(copy, director)
    assert "PIN" in held.visit(url(Event.objects.get())).text


# --- said before --------------------------------------------------------------------------------------------
def test_the_preview_says_what_will_be_withdrawn(client, director, hall):
    now = timezone.now()
    used = invite(hall, "scorer", by=director, at=now)
    for _ in range(2):
        invite(hall, "scorer", by=director, at=now)
    copy = shelf.take(shelf.BY_HAND)
    join(used, user=make_user("first"), at=now)
    revoke_link(hall, 1, by=director, at=timezone.now() + timedelta(seconds=1))
    client.force_login(director)
    page = Person(client).visit(reverse("backups:restore", args=[copy.stem])).text
    assert "3 invitations will be withdrawn." in page
    assert "1 table link closed since then stays closed." in page
    told = preview_of(copy)
    assert "3 invitations will be withdrawn." in told
    assert "1 table link closed since then stays closed." in told


def test_nothing_is_said_where_nothing_will_be_withdrawn(client, director):
    make_published(director)
    copy = shelf.take(shelf.BY_HAND)
    client.force_login(director)
    page = Person(client).visit(reverse("backups:restore", args=[copy.stem])).text
    assert "withdrawn" not in page
    assert "table link" not in page
    assert "withdrawn" not in preview_of(copy)


def test_a_copy_that_does_not_count_its_invitations_says_so_in_general(director):
    make_published(director)
    copy = shelf.take(shelf.BY_HAND)
    about = {name: value for name, value in copy.about.items() if name != "invitations"}
    seen = restoring.preview(replace(copy, about=about))
    assert seen.withdrawn == ["Invitations that nobody has used will be withdrawn."]
