"""Archive and lists over HTTP: who may have them, and what importing answers."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.archive.made import eventful
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, make_event, make_official, make_user
from tests.helpers.person import Person
from tournament.archive.document import document
from tournament.archive.text import LARGEST, dumps
from tournament.models import Event
from tournament.running.background import take_turn
from tournament.services.events import finish_event
from tournament.services.groups import change_groups


@pytest.fixture
def played(director):
    return eventful(director)


def upload(desk, content, **more):
    file = SimpleUploadedFile("event.json", content, content_type="application/json")
    return Person(desk).visit(reverse("archive:import")).press("Import", file=file, **more)


def test_the_page_offers_every_list_and_the_archive_comes_as_a_file_of_the_events_name(desk, played):
    person = Person(desk).visit(at(played, "archive:index"))
    for words in ("Download the archive", "Players as XLSX", "Standings as CSV", "History as CSV"):
        assert words in person.text
    response = desk.get(at(played, "archive:event_json"))
    assert response["Content-Disposition"] == f'attachment; filename="{played.slug}.json"'
    assert response.content.decode() == dumps(document(played))
    assert "no-store" in response["Cache-Control"]
    assert desk.get(at(played, "archive:csv", "secrets")).status_code == 404


def test_every_list_comes_in_both_forms(desk, played):
    for name, begins in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")):
        for kind in ("players", "standings", "sheets", "rulings", "history"):
            response = desk.get(at(played, f"archive:{name}", kind))
            assert response.content.startswith(begins), kind
            assert f"{played.slug}-{kind}.{name}" in response["Content-Disposition"]


@pytest.fixture
def hidden(director):
    """Nine players; two rounds are closed, and the second is hidden until the end."""
    evening = Evening(director, players=9, venue="Parish hall").published()
    evening.changed(hidden_rounds=1, short_names=True).then(change_groups, {"ladies": [1]}, {})
    return evening.played(1, ns=9, ew=4, N=1).played(2, ns=13, ew=1).event


def test_the_finished_desk_gives_the_results_as_one_page_that_asks_nobody(client, hidden, director):
    finish_event(hidden, by=director, at=NOW)
    client.force_login(make_official(hidden, "viewer"))
    person = Person(client).visit(at(hidden, "events:overview"))
    person.follow("Download the results")
    told = person.response["Content-Disposition"]
    assert told == f'attachment; filename="{hidden.slug}-results.html"'
    for words in ("Parish hall", 'class="podium-1"', "Ann A.", "Ladies", "Decided by", "R2", "share a place"):
        assert words in person.page, words
    for asking in ("<script", "<link", "<a ", "<img", "src=", 'href="', "@import", "url(", "Archer"):
        assert asking not in person.page, asking


def test_before_the_end_its_rounds_stay_hidden_and_it_speaks_the_events_language(desk, hidden):
    Event.objects.filter(pk=hidden.pk).update(language="fr")
    person = Person(desk).visit(at(hidden, "archive:index")).follow("Télécharger les résultats")
    assert '<html lang="fr">' in person.page
    assert 'title="Ronde 1"' in person.page
    assert 'title="Ronde 2"' not in person.page
    assert 'class="notice' in person.page
    assert 'class="podium-1"' not in person.page


def test_a_director_of_another_event_may_import_and_directs_the_new_one(client, played):
    content = dumps(document(played)).encode()
    una = make_user("una")
    make_event(una, name="Una’s own")
    client.force_login(una)
    una_ = upload(client, content, slug="at-unas")
    assert una_.path == reverse("events:overview", args=["at-unas"])
    assert Event.objects.get(slug="at-unas").memberships.get().user == una


def test_all_that_is_wrong_is_listed_and_one_archive_is_imported_at_a_time(desk, played):
    assert "choose another one for this event" in upload(desk, dumps(document(played)).encode()).text
    assert Event.objects.count() == 1
    archive = document(played)
    archive["standings"][0]["points"] += 1
    archive["rounds"][0]["tables"][0]["sheet"]["winner"] = "EW"
    page = upload(desk, dumps(archive).encode(), slug="other").page
    assert "<strong>rounds[0].tables[0].sheet.winner</strong>" in page
    assert "<strong>standings[0].points</strong>" in page
    assert Event.objects.count() == 1
    # The second is told at once when to try again.
    with take_turn("imports", 1):
        dora = upload(desk, dumps(document(played)).encode(), slug="again")
    assert (dora.response.status_code, dora.response["Retry-After"]) == (429, "60")
    assert "Another archive is being imported. Wait a minute, then choose the file once more." in dora.text
    file = SimpleUploadedFile("event.json", dumps(document(played)).encode())
    assert dora.press("Import", file=file).path == reverse("events:overview", args=["again"])


def test_any_file_is_answered_with_a_sentence(dora, event):
    dora.visit(reverse("archive:import"))
    assert "Choose the file." in dora.press("Import").text
    for content, told in (
        (b"", "The file is empty"),
        (json.dumps("<script>").encode(), "the file holds &quot;&lt;script&gt;&quot;"),
        (b" " * (LARGEST + 1), "larger than 16 MB"),
    ):
        assert told in dora.press("Import", file=SimpleUploadedFile("event.json", content)).page
