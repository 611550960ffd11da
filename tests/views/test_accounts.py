"""Signing in and out."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import make_user
from tournament.web.sign_in import make_start_link

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("profile", "is_named"), [("hall", True), ("hosted", False)])
def test_a_hall_s_sign_in_page_says_how_a_lost_password_is_replaced(client, settings, profile, is_named):
    settings.PROFILE = profile
    page = client.get(reverse("accounts:sign_in")).content.decode()
    assert "Sign in" in page
    assert ("manage.py changepassword director" in page) is is_named


SIGN_IN = reverse("accounts:sign_in")
RIGHT = {"username": "dora", "password": "dora-secret-1"}


def test_a_wrong_password_says_so_and_keeps_the_name(client):
    make_user("dora")
    response = client.post(SIGN_IN, RIGHT | {"password": "wrong"})
    assert response.status_code == 200
    assert response.context["form"].non_field_errors()
    assert 'value="dora"' in response.content.decode()


def test_whoever_was_sent_here_goes_back_where_they_came_from(client, event):
    asked = at(event, "players:index")
    response = client.get(asked)
    assert response["Location"] == f"{SIGN_IN}?next={asked}"
    assert client.post(response["Location"], RIGHT)["Location"] == asked


def test_a_form_of_somebody_signed_out_leads_back_to_its_page_and_does_nothing(client, event):
    page = at(event, "announcements:index")
    sent = {"headers": {"referer": f"http://testserver{page}"}}
    answer = client.post(at(event, "players:how_many"), {"count": "9"}, **sent)
    assert answer["Location"] == f"{SIGN_IN}?{urlencode({'next': page})}&unsaved="
    assert "what you sent is not saved" in client.get(answer["Location"]).content.decode()
    make_user("paul", is_superuser=True)
    signed_in = client.post(answer["Location"], {"username": "paul", "password": "paul-secret-1"})
    assert signed_in["Location"] == page
    assert event.players.count() == 0


@pytest.mark.parametrize(
    "target",
    ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "NS", "home", "%00"],
)
def test_nobody_is_sent_to_another_site(client, target):
    make_user("dora")
    response = client.post(f"{SIGN_IN}?next={target}", RIGHT)
    assert response["Location"] == reverse("events:index")


def test_signing_out_takes_a_post_and_somebody_signed_in_is_not_asked_again(desk):
    assert desk.get(SIGN_IN)["Location"] == reverse("events:index")
    assert desk.get(reverse("accounts:sign_out")).status_code == 405
    assert desk.post(reverse("accounts:sign_out"))["Location"] == reverse("home")
    assert desk.get(reverse("events:index")).status_code == 302


def test_too_many_wrong_passwords_lock_this_name_but_no_other(client, settings):
    settings.AXES_ENABLED = True
    make_user("dora"), make_user("sam")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        locked = client.post(SIGN_IN, RIGHT | {"password": "wrong"})
    assert locked.status_code == 429
    assert "accounts/locked_out.html" in [template.name for template in locked.templates]
    assert client.post(SIGN_IN, RIGHT).status_code == 429
    assert client.post(SIGN_IN, {"username": "sam", "password": "sam-secret-1"}).status_code == 302


def test_a_weak_password_is_refused_beside_its_field(desk, director):
    fields = {"old_password": "dora-secret-1", "new_password1": "123", "new_password2": "123"}
    response = desk.post(reverse("accounts:change_password"), fields)
    assert "new_password2" in response.context["form"].errors
    director.refresh_from_db()
    assert director.check_password("dora-secret-1")


class TestStartLink:
    @pytest.fixture
    def link(self):
        """The link that the terminal shows to the director."""
        return make_start_link(make_user("dora", is_superuser=True))

    def test_it_asks_for_a_password_of_one_s_own_and_signs_in(self, client, link):
        assert "signing in as <strong>dora</strong>" in client.get(link).content.decode()
        chosen = "seven of clubs 7"
        answer = client.post(link, {"new_password1": chosen, "new_password2": chosen})
        assert answer["Location"] == reverse("events:index")
        assert client.get(answer["Location"]).status_code == 200
        assert client.login(username="dora", password=chosen)

    @pytest.mark.parametrize(
        ("typed", "fields"),
        [
            ({}, "new_password1 new_password2"),
            ({"new_password1": "short", "new_password2": "short"}, "new_password2"),
            ({"new_password1": "seven of clubs 7", "new_password2": "other"}, "new_password2"),
        ],
    )
    def test_a_bad_password_is_told_and_the_link_stays_open(self, client, link, typed, fields):
        assert client.post(link, typed).context["form"].errors.keys() == set(fields.split())
        assert client.get(link).status_code == 200

    def test_it_opens_once_and_only_until_the_next_start(self, client, link):
        client.post(link, {"keep": "yes"})
        assert Client().get(link).status_code == 410
        first, _second = (make_start_link(make_user(name, is_superuser=True)) for name in ("max", "mia"))
        assert Client().get(first).status_code == 410

    def test_the_password_in_the_terminal_can_be_kept_and_on_this_machine_only(self, client, link):
        for send in (client.get, client.post):
            assert send(link, {"keep": "yes"}, REMOTE_ADDR="192.168.7.20").status_code == 410
        assert client.get(link).status_code == 200
        assert client.post(link, {"keep": "yes"})["Location"] == reverse("events:index")
        assert client.login(**RIGHT)
