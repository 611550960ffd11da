"""Archive and lists over HTTP: who may have them, and what importing answers."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.archive.made import eventful
from tests.factories import make_user
from tests.person import Person
from tournament.archive.document import document
from tournament.archive.text import LARGEST, dumps
from tournament.models import Event, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(director):
    return eventful(director)


def url(name, event, *args):
    return reverse(f"archive:{name}", args=[event.slug, *args])


def upload(desk, content, **more):
    file = SimpleUploadedFile("event.json", content, content_type="application/json")
    return desk.post(reverse("archive:import"), {"file": file, **more})


def test_the_page_offers_the_archive_and_every_list(desk, played):
    person = Person(desk).visit(url("index", played))
    for words in ("Download the archive", "Players as XLSX", "Standings as CSV", "History as CSV"):
        assert words in person.text


def test_the_archive_comes_as_a_file_of_the_events_name(desk, played):
    response = desk.get(url("event_json", played))
    assert response["Content-Disposition"] == f'attachment; filename="{played.slug}.json"'
    assert response.content.decode() == dumps(document(played))
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("kind", ["players", "standings", "sheets", "rulings", "history"])
@pytest.mark.parametrize(("name", "begins"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")])
def test_every_list_comes_in_both_forms(desk, played, kind, name, begins):
    response = desk.get(url(name, played, kind))
    assert response.content.startswith(begins)
    assert f"{played.slug}-{kind}.{name}" in response["Content-Disposition"]


def test_a_list_that_does_not_exist_is_not_found(desk, played):
    assert desk.get(url("csv", played, "secrets")).status_code == 404


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("scorer", 200), ("director", 200)])
def test_names_leave_the_house_with_scorers_and_directors_only(client, played, role, status):
    una = make_user("una")
    Membership.objects.create(event=played, user=una, role=role)
    client.force_login(una)
    for address in (url("index", played), url("event_json", played), url("csv", played, "players")):
        assert client.get(address).status_code == status


def test_whoever_is_signed_in_may_import_and_directs_the_event(client, played):
    content = dumps(document(played)).encode()
    una = make_user("una")
    client.force_login(una)
    response = upload(client, content, slug="at-unas")
    assert response["Location"] == reverse("events:overview", args=["at-unas"])
    assert Event.objects.get(slug="at-unas").memberships.get().user == una


def test_a_short_name_that_is_taken_asks_for_another(desk, played):
    response = upload(desk, dumps(document(played)).encode())
    assert "choose another one for this event" in response.content.decode()
    assert Event.objects.count() == 1


def test_everything_wrong_with_a_file_is_listed(desk, played):
    archive = document(played)
    archive["standings"][0]["points"] += 1
    archive["rounds"][0]["tables"][0]["sheet"]["winner"] = "EW"
    page = upload(desk, dumps(archive).encode(), slug="other").content.decode()
    assert "<strong>rounds[0].tables[0].sheet.winner</strong>" in page
    assert "<strong>standings[0].points</strong>" in page
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The file is empty"),
        (b"<script>alert(1)</script>", "The file is not JSON"),
        (json.dumps("<script>").encode(), "the file holds &quot;&lt;script&gt;&quot;"),
        (b"[" * 100_000, "deeper than in any event"),
        (b" " * (LARGEST + 1), "larger than 16 MB"),
    ],
    ids=["empty", "html", "text", "deep", "large"],
)
def test_any_file_is_answered_with_a_sentence(desk, content, told):
    response = upload(desk, content)
    assert response.status_code == 200
    assert told in response.content.decode()


def test_no_file_is_asked_for(desk):
    assert "Choose the file." in desk.post(reverse("archive:import")).content.decode()
