"""The page of backups: for the owner of the site, who looks before putting one back."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.person import Person
from tournament.backup import shelf
from tournament.models import User

pytestmark = pytest.mark.usefixtures("a_real_database")


@pytest.fixture
def owner(client, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    client.force_login(make_user("olga", is_superuser=True))
    return Person(client)


def test_a_copy_made_by_hand_is_looked_into_and_put_back(owner):
    event = make_published(User.objects.get())
    owner.visit(reverse("events:index")).follow("Backups")
    assert "No backups yet" in owner.text
    assert "doesn’t have what was saved last" in owner.text
    owner.press("Make one now")
    assert ".zip made." in owner.text
    assert "doesn’t have what was saved last" not in owner.text

    enter(table_of(event), 9, 4)
    owner.follow("Preview and restore")
    assert f"{event.name} Fri, Nov 20, 2026 changes" in owner.text
    assert "1 action saved since then" in owner.text
    owner.press("Restore")
    assert "The site is as it was" in owner.text
    assert "Before a restore" in owner.text
    assert not table_of(event).sheets.exists()


def test_a_full_disk_is_told_on_the_page_though_it_takes_no_session_either(owner, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    owner.visit(reverse("backups:index"))
    monkeypatch.setattr(shelf.package, "engine", full)
    monkeypatch.setattr(SessionStore, "save", full)
    answer = owner.client.post(reverse("backups:take"))
    assert answer.status_code == 503
    assert "The disk is full" in answer.content.decode()


def test_a_copy_is_downloaded_as_a_file(owner):
    copy = shelf.take(shelf.BY_HAND)
    response = owner.client.get(reverse("backups:download", args=[copy.stem]))
    assert response["Content-Disposition"] == f'attachment; filename="{copy.name}"'
    assert b"".join(response.streaming_content) == copy.path.read_bytes()


def test_a_copy_of_an_earlier_version_is_left_to_the_command(owner, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    known = {*copy.about["migrations"], "tournament.9999_from_today"}
    monkeypatch.setattr("tournament.backup.versions.known_migrations", lambda: known)
    owner.visit(reverse("backups:restore", args=[copy.stem]))
    assert "earlier version" in owner.text
    assert f"manage.py restore {copy.name}" in owner.text
    with pytest.raises(AssertionError, match="There is no button"):
        owner.press("Restore")


def test_a_copy_that_is_not_there_is_not_found(owner):
    stem = "euchre-20261120-194200-by-hand-0a1b2c"
    assert owner.client.get(reverse("backups:restore", args=[stem])).status_code == 404
