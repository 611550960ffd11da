"""The page of backups: for the owner of the site, who looks before putting one back."""

from io import StringIO

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.person import Person
from tournament.backup import shelf, sqlite
from tournament.models import User
from tournament.web.sign_in import AT

pytestmark = [pytest.mark.usefixtures("a_real_database"), pytest.mark.only_on("sqlite")]


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
    monkeypatch.setattr(sqlite, "copy_to", full)
    monkeypatch.setattr(SessionStore, "save", full)
    with pytest.raises(AssertionError, match="answered 503"):
        owner.press("Make one now")
    assert "The disk is full" in owner.page


def test_a_copy_is_downloaded_as_a_file_and_one_that_is_not_there_is_not_found(owner):
    copy = shelf.take(shelf.BY_HAND)
    response = owner.client.get(reverse("backups:download", args=[copy.stem]))
    assert response["Content-Disposition"] == f'attachment; filename="{copy.name}"'
    assert b"".join(response.streaming_content) == copy.path.read_bytes()
    stem = "euchre-20261120-194200-by-hand-0a1b2c"
    assert owner.client.get(reverse("backups:restore", args=[stem])).status_code == 404


@pytest.mark.parametrize(("disk", "is_told"), [(1, True), (2, False)])
def test_one_is_warned_while_all_copies_lie_on_the_disk_of_the_database(owner, monkeypatch, disk, is_told):
    shelf.take(shelf.BY_HAND)
    monkeypatch.setattr(shelf, "_disk", lambda path: disk if path == shelf.folder_path() else 1)
    assert ("on the same disk as the database" in owner.visit(reverse("backups:index")).text) is is_told
    out = StringIO()
    call_command("backup", stdout=out)
    assert ("on the same disk as the database" in out.getvalue()) is is_told


def test_a_copy_of_another_laptop_is_brought_with_one_choice_of_the_file(owner):
    """Asked for the password on the way, the page had lost the file: it had to be chosen again."""
    event = make_published(User.objects.get())
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(event), 9, 4)
    olga = User.objects.get()
    olga.set_password("nine-kings-22")
    olga.save()
    owner.client.force_login(olga)
    session = owner.client.session
    session.pop(AT)
    session.save()
    owner.visit(reverse("backups:index")).follow("Bring a backup here")
    owner.press("Look at it")
    assert "Choose the file." in owner.text
    with copy.path.open("rb") as file:
        owner.press("Look at it", file=file)
    assert "1 action saved since then" in owner.text
    assert "If your password was another one, you sign in with that." in owner.text
    owner.press("Restore").press("Continue", password_again="nine-kings-22")
    owner.press("Sign in", username="olga", password="olga-secret-1")
    assert "Brought from another laptop" in owner.text
    assert not table_of(event).sheets.exists()


def test_a_file_that_is_no_copy_or_is_damaged_is_refused_and_not_kept(owner):
    copy = shelf.take(shelf.BY_HAND)
    damaged = bytearray(copy.path.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    owner.visit(reverse("backups:bring"))
    for content, told in ((b"", "is empty"), (bytes(damaged), "is damaged or is not a backup")):
        assert told in owner.press("Look at it", file=SimpleUploadedFile("euchre.zip", content)).text
    assert shelf.names() == [copy.name]


def test_a_hosted_site_takes_no_backup_from_a_page(owner, settings):
    settings.PROFILE = "hosted"
    assert owner.client.get(reverse("backups:bring")).status_code == 404
    assert "Bring a backup here" not in owner.visit(reverse("backups:index")).text


def test_a_copy_of_an_earlier_version_is_left_to_the_command(owner, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    known = {*copy.about["migrations"], "tournament.9999_from_today"}
    monkeypatch.setattr("tournament.backup.versions.known_migrations", lambda: known)
    owner.visit(reverse("backups:restore", args=[copy.stem]))
    assert "earlier version" in owner.text
    assert f"manage.py restore {copy.name}" in owner.text
    with pytest.raises(AssertionError, match="There is no button"):
        owner.press("Restore")
