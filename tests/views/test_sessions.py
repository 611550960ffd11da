"""Where one is signed in: listed, and ended from another device."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import make_user
from tests.helpers.person import Person

PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"


def signed_in(name: str, agent: str) -> Person:
    person = Person(Client(headers={"User-Agent": agent})).visit(reverse("accounts:sign_in"))
    return person.press("Sign in", username=name, password=f"{name}-secret-1")


@pytest.fixture
def laptop(db):
    make_user("dora")
    return signed_in("dora", LAPTOP)


@pytest.fixture
def phone(laptop):
    return signed_in("dora", PHONE)


def is_in(person: Person) -> bool:
    return person.client.get(reverse("events:index")).status_code == 200


def test_every_device_is_listed_by_what_its_owner_calls_it(laptop, phone):
    laptop.follow("Where I am signed in")
    assert "Linux, Firefox (this one)" in laptop.text
    assert "Android, Chrome" in laptop.text
    assert laptop.client.session.session_key not in laptop.page
    assert phone.client.session.session_key not in laptop.page


def test_a_lost_phone_is_signed_out_at_its_next_request_and_this_laptop_stays(laptop, phone):
    laptop.follow("Where I am signed in").press("Sign out Android, Chrome")
    assert "Signed out on 1 device." in laptop.text
    assert (is_in(laptop), is_in(phone)) == (True, False)


def test_everywhere_else_means_everywhere_but_here(laptop, phone):
    third = signed_in("dora", "")
    laptop.follow("Where I am signed in").press("Sign out everywhere else")
    assert [is_in(person) for person in (laptop, phone, third)] == [True, False, False]


@pytest.mark.rude
def test_nobody_ends_the_session_of_another(laptop):
    make_user("max")
    stranger = signed_in("max", PHONE)
    mark = laptop.follow("Where I am signed in").response.context["here"]
    stranger.client.post(reverse("accounts:sessions"), {"session": mark})
    stranger.client.post(reverse("accounts:sessions"))
    assert is_in(laptop)


def test_a_changed_password_signs_the_other_devices_out(laptop, phone):
    new = "a-longer-secret-22"
    laptop.follow("Change password").press(
        "Change password", old_password="dora-secret-1", new_password1=new, new_password2=new
    )
    assert (is_in(laptop), is_in(phone)) == (True, False)


@pytest.mark.rude
def test_signing_out_without_having_signed_in_leaves_nothing_behind(db, client):
    """Each such request made a session row that was kept for 14 days."""
    answer = client.post(reverse("accounts:sign_out"))
    assert answer.headers["Location"] == reverse("home")
    assert Session.objects.count() == 0
    assert not answer.cookies


def test_sessions_that_have_ended_go_when_somebody_signs_in(laptop):
    """Old sessions were never cleared."""
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now())
    signed_in("dora", PHONE)
    assert not Session.objects.filter(session_key="old").exists()
    assert is_in(laptop)
