"""Officials are told apart by the name that the history shows.

Security finding 4: two officials of one name could not be told apart; an invited scorer called himself
"director".
"""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import NOW, make_user
from tests.helpers.person import Person
from tournament.management.commands.createdirector import create_director
from tournament.models import User
from tournament.services import officials
from tournament.services.errors import Refused


@pytest.fixture
def invitation(event, director):
    return officials.invite(event, "scorer", "Sam", by=director, at=timezone.now())  # open for a week


def joining(invitation, name, username="impostor"):
    return officials.join_with_new_account(
        invitation, username=username, name=name, password="ninety-seven-kings", at=NOW
    )


@pytest.mark.parametrize(
    "name",
    [
        "Dora Director", "dora director", "Dora  Director.", "Dóra Director", "D0ra Director",
        "Dorа Director",  # a Cyrillic letter
        "Dora\u200b Director", "The system", "Table 3, North–South (3 Ann)",
        "dora",  # what they sign in with
    ],
)  # fmt: skip
def test_nobody_joins_under_a_name_that_the_history_knows_as_another(invitation, name):
    with pytest.raises(ValidationError) as refused:
        joining(invitation, name)
    assert "name" in refused.value.message_dict
    assert not User.objects.filter(username="impostor").exists()


def test_nobody_is_called_what_another_signs_in_with_and_is_shown_as(event):
    owner = make_user("director", is_superuser=True)  # no name: the history shows the sign-in name
    link = officials.invite(event, "scorer", by=owner, at=NOW)
    with pytest.raises(ValidationError):
        joining(link, "Director", username="sam")


def test_nobody_signs_in_with_what_another_is_called_and_a_name_of_their_own_is_taken(invitation):
    make_user("pat", name="Sam")
    with pytest.raises(ValidationError) as refused:
        joining(invitation, "Somebody Else", username="sam")
    assert "username" in refused.value.message_dict
    assert str(joining(invitation, "Dora Directorson").user) == "Dora Directorson"


def test_neither_the_command_nor_the_database_makes_a_second_of_a_name(director):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user("other", name="dora DIRECTOR")
    create_director("olga", "a-lamp-in-the-tree", "Olga Owner")
    with pytest.raises(ValidationError):
        create_director("olga2", "a-lamp-in-the-tree", "Olga Owner")


def test_two_who_join_at_the_same_moment_get_a_sentence(invitation, director, monkeypatch):
    monkeypatch.setattr(User, "clean", lambda self: None)  # what the other one wrote is not to be seen yet
    with pytest.raises(Refused) as refused:
        joining(invitation, "Dora Director")
    assert refused.value.field == "name"


def test_the_page_says_so_beside_the_name(invitation):
    guest = Person(Client()).visit(reverse("invitations:show", args=[invitation.token]))
    guest.press(
        "Make my account", name="Dora Director", username="sam",
        password="ninety-seven-kings", again="ninety-seven-kings",
    )  # fmt: skip
    assert "called that already, or nearly" in guest.text
    assert 'value="Dora Director"' in guest.page
