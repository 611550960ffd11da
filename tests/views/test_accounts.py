"""Signing in and out."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import make_players, make_user
from tests.helpers.person import Person
from tournament.web.sign_in import make_start_link

pytestmark = pytest.mark.django_db


def test_a_hall_s_sign_in_page_says_how_a_lost_password_is_replaced(client, settings):
    for profile, is_named in (("hall", True), ("hosted", False)):
        settings.PROFILE = profile
        page = client.get(reverse("accounts:sign_in")).content.decode()
        assert "Sign in" in page
        assert ("manage.py changepassword director" in page) is is_named


SIGN_IN = reverse("accounts:sign_in")
RIGHT = {"username": "dora", "password": "dora-secret-1"}


def test_whoever_was_sent_here_goes_back_where_they_came_from_after_a_wrong_password_too(client, event):
    asked = at(event, "players:index")
    dora = Person(client).visit(asked)
    assert dora.path == f"{SIGN_IN}?next={asked}"
    dora.press("Sign in", username="dora", password="wrong")
    assert dora.response.context["form"].non_field_errors()
    assert 'value="dora"' in dora.page
    assert dora.press("Sign in", password="dora-secret-1").path == asked


def test_a_form_of_somebody_signed_out_leads_back_to_its_page_and_does_nothing(dora, event):
    make_players(event, ["", ""])
    page = at(event, "players:index")  # its form is sent to another address
    dora.visit(page).client.logout()
    dora.press("Save", count="9")
    assert dora.path == f"{SIGN_IN}?{urlencode({'next': page})}&unsaved="
    assert "what you sent is not saved" in dora.text
    make_user("paul", is_superuser=True)
    assert dora.press("Sign in", username="paul", password="paul-secret-1").path == page
    assert event.players.count() == 2


@pytest.mark.parametrize(
    "target",
    ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "NS", "home", "%00"],
)
def test_nobody_is_sent_to_another_site(client, target):
    make_user("dora")
    dora = Person(client).visit(f"{SIGN_IN}?next={target}").press("Sign in", **RIGHT)
    assert dora.response.redirect_chain == [(reverse("events:index"), 302)]


def test_signing_out_takes_a_button_and_somebody_signed_in_is_not_asked_again(dora):
    assert dora.visit(SIGN_IN).path == reverse("events:index")
    assert dora.client.get(reverse("accounts:sign_out")).status_code == 405
    assert dora.press("Sign out").path == reverse("home")
    assert dora.visit(reverse("events:index")).path.startswith(SIGN_IN)


def test_a_weak_password_is_refused_beside_its_field(dora, director):
    typed = {"old_password": "dora-secret-1", "new_password1": "123", "new_password2": "123"}
    dora.visit(reverse("accounts:change_password")).press("Change password", **typed)
    assert "new_password2" in dora.response.context["form"].errors
    director.refresh_from_db()
    assert director.check_password("dora-secret-1")


class TestStartLink:
    """The link that the terminal shows to the director."""

    @pytest.fixture
    def link(self):
        return make_start_link(make_user("dora", is_superuser=True))

    def test_it_asks_for_a_password_of_one_s_own_and_signs_in_after_a_bad_one_too(self, client, link):
        dora, words = Person(client).visit(link), "Save and start"
        assert "signing in as dora" in dora.text
        bad = {"": "", "short": "short", "seven of clubs 7": "other"}
        for first, second in bad.items():
            dora.press(words, new_password1=first, new_password2=second)
            assert "new_password2" in dora.response.context["form"].errors
        chosen = "seven of clubs 7"
        dora.press(words, new_password1=chosen, new_password2=chosen)
        assert (dora.path, dora.response.status_code) == (reverse("events:index"), 200)
        assert client.login(username="dora", password=chosen)

    def test_it_opens_once_and_only_until_the_next_start(self, client, link):
        dora = Person(client).visit(link).press("Keep the password I have")
        assert dora.path == reverse("events:index")
        assert client.login(**RIGHT)
        assert Client().get(link).status_code == 410
        first, _second = (make_start_link(make_user(name, is_superuser=True)) for name in ("max", "mia"))
        assert Client().get(first).status_code == 410

    @pytest.mark.rude
    def test_it_opens_on_this_machine_only(self, client, link):
        for send in (client.get, client.post):
            assert send(link, {"keep": "yes"}, REMOTE_ADDR="192.168.7.20").status_code == 410
        assert client.get(link).status_code == 200
