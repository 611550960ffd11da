"""Inviting officials and joining by the link, as browsers do it."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.helpers.addresses import at
from tests.helpers.factories import make_user
from tests.helpers.person import Person
from tournament.models import Membership, User
from tournament.models.people import INVITATIONS_LAST


def link_on(person: Person) -> str:
    return re.search(r"/join/[^/\"]+/", person.page).group()


@pytest.fixture
def dora(desk, event):
    return Person(desk).visit(at(event, "officials:index"))


def test_a_scorer_is_invited_makes_an_account_and_enters_scores_but_makes_no_rulings(dora, event):
    dora.press("Make the invitation", role="scorer", meant_for="Sam")
    sam = Person(Client()).visit(link_on(dora))
    assert "Dora Director invites you as: Scorer" in sam.text
    sam.press(
        "Make my account", name="Sam Scorer", username="sam",
        password="ninety-seven-kings", again="ninety-seven-kings",
    )  # fmt: skip
    assert sam.path == at(event, "events:overview")
    assert "Your role in “Friday Night Euchre” is now: scorer." in sam.text
    assert sam.client.get(at(event, "players:check_in")).status_code == 200
    assert sam.client.get(at(event, "rulings:find")).status_code == 403
    assert sam.client.get(at(event, "events:settings")).status_code == 403
    assert "Sam Scorer" in dora.visit(dora.path).text


def test_an_invitation_that_nobody_used_in_time_is_told_as_such_and_offers_no_link(dora, event):
    dora.press("Make the invitation", role="scorer", meant_for="Sam")
    assert "Not used in time" not in dora.text
    event.invitations.update(made_at=timezone.now() - INVITATIONS_LAST)
    assert "Not used in time" in dora.visit(dora.path).text
    assert "Scorer: Sam" in dora.text
    assert "Invitations waiting" not in dora.text
    assert "/join/" not in dora.page


def test_somebody_with_an_account_signs_in_and_comes_back_to_take_it(dora, event):
    make_user("max", name="Max")
    dora.press("Make the invitation", role="director")
    link = link_on(dora)
    max_ = Person(Client()).visit(link).follow("Sign in")
    max_.press("Sign in", username="max", password="max-secret-1")
    assert max_.path == link
    max_.press("Accept")
    assert Membership.objects.get(event=event, user__username="max").role == "director"


def test_what_was_typed_is_kept_and_what_is_wrong_stands_beside_it(dora):
    dora.press("Make the invitation")
    sam = Person(Client()).visit(link_on(dora))
    sam.press("Make my account", name="Sam", username="dora", password="one-of-these-9", again="another")
    assert "The two passwords differ" in sam.text
    sam.press("Make my account", username="dora", password="one-of-these-9", again="one-of-these-9")
    assert "Someone signs in as “dora” already" in sam.text
    assert 'value="Sam"' in sam.page
    sam.press("Make my account", username="sam", password="123", again="123")
    assert "too short" in sam.text
    assert not User.objects.filter(username="sam").exists()


def test_a_link_taken_back_or_unknown_opens_nothing(dora):
    dora.press("Make the invitation", role="viewer")
    link = link_on(dora)
    other = Client()
    other.force_login(make_user("max"))
    late = Person(other).visit(link)
    dora.press("Withdraw")
    assert late.press("Accept").response.status_code == 410
    assert late.visit(link).response.status_code == 410
    assert late.visit("/join/nothing-like-it/").response.status_code == 404
    assert "/join/" not in dora.page


def test_rights_taken_away_are_gone_at_the_next_request(dora, event):
    dora.press("Make the invitation", role="scorer")
    sam = Client()
    sam.force_login(make_user("sam"))
    Person(sam).visit(link_on(dora)).press("Accept")
    desk = at(event, "events:overview")
    assert sam.get(desk).status_code == 200
    dora.visit(dora.path).follow("Remove sam").press("Yes, remove")
    assert sam.get(desk).status_code == 404


def test_a_director_who_steps_down_is_told_where_they_stand(dora, event, director):
    only = event.memberships.get(user=director)
    assert "is the only director" in dora.press("Change", "Dora Director", role="Viewer").text
    Membership.objects.create(event=event, user=make_user("max"), role="director")
    dora.visit(dora.path).press("Change", "Dora Director", role="Viewer")
    assert dora.response.status_code == 200
    only.refresh_from_db()
    assert only.role == "viewer"
