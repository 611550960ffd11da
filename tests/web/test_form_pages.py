"""A body is refused by its size and its page before anybody reads it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.helpers.factories import make_user

pytestmark = pytest.mark.django_db
MB = 1024 * 1024


def send(client, path, size, **more):
    """A body of this size, of which nothing is read."""
    return client.generic("POST", path, b"x" * size, content_type="text/plain", **more)


def test_a_stranger_sends_little(client):
    answer = send(client, reverse("healthz"), MB)
    assert answer.status_code == 413
    assert "What was sent has 1024 KB; this page takes 64 KB. Nothing was changed." in text_of(answer)


def test_somebody_who_is_signed_in_sends_forms_but_no_files_to_a_page_that_takes_none(client):
    client.force_login(make_user("dora"))
    page = reverse("events:new")
    assert send(client, page, MB).status_code == 200
    answer = send(client, page, 3 * MB)
    assert answer.status_code == 413
    assert "Go back: what you typed is still there." in text_of(answer)


def test_the_page_that_takes_a_file_takes_a_large_one(client):
    client.force_login(make_user("dora", is_superuser=True))
    file = SimpleUploadedFile("friday.json", b"[" + b" " * 5 * MB + b"]")
    answer = client.post(reverse("archive:import"), {"file": file})
    assert answer.status_code == 200
    assert "This is not an event" in text_of(answer)


def test_the_same_file_from_a_stranger_is_not_looked_at(client):
    assert send(client, reverse("archive:import"), 5 * MB).status_code == 413


def text_of(answer):
    return " ".join(answer.content.decode().split())
