"""A drill: the last copy is put back into a second folder and compared, and one says how long that took."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from tests.helpers.factories import enter, make_published, make_user, table_of
from tournament.backup import drill, postgresql, shelf
from tournament.models import AuditEntry

pytestmark = [pytest.mark.usefixtures("a_real_database"), pytest.mark.only_on("sqlite")]


@pytest.fixture
def evening():
    event = make_published()
    enter(table_of(event))
    return event


def drilled(**options):
    out = StringIO()
    call_command("drill", stdout=out, **options)
    return out.getvalue()


@pytest.mark.slow
def test_the_last_copy_is_put_back_elsewhere_and_nothing_here_changes(evening, tmp_path):
    shelf.take(shelf.BY_HAND)
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(evening, number=2), 9, 4)
    entries, copies = AuditEntry.objects.count(), shelf.names()
    said = drilled(into=tmp_path / "second")
    assert copy.name in said
    assert "1 event, 1 sheet" in said
    assert "Every table is the same" in said
    assert "seconds" in said
    assert "1 action was saved after" in said
    assert (AuditEntry.objects.count(), shelf.names()) == (entries, copies)
    with closing(sqlite3.connect(tmp_path / "second" / "euchre.sqlite3")) as second:
        assert second.execute("SELECT COUNT(*) FROM tournament_sheet").fetchone() == (1,)


@pytest.mark.slow
def test_a_second_folder_that_was_not_named_is_gone_afterwards(evening, monkeypatch):
    shelf.take(shelf.BY_HAND)
    rooms = []
    run = drill._restore
    monkeypatch.setattr(drill, "_restore", lambda copy, room: (rooms.append(room), run(copy, room))[1])
    drilled()
    assert [room.exists() for room in rooms] == [False]


def test_a_folder_that_is_there_is_not_written_into(evening, tmp_path):
    shelf.take(shelf.BY_HAND)
    with pytest.raises(CommandError, match="already exists"):
        drilled(into=tmp_path)


def test_without_a_copy_there_is_nothing_to_drill(evening):
    with pytest.raises(CommandError, match="There is no backup yet"):
        drilled()


@pytest.mark.slow
def test_a_copy_that_cannot_be_put_back_is_told(evening):
    copy = shelf.take(shelf.BY_HAND)
    data = bytearray(copy.path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    copy.path.write_bytes(data)
    with pytest.raises(CommandError, match="could not be restored"):
        drilled()


@pytest.mark.slow
def test_what_differs_is_named(evening, monkeypatch):
    shelf.take(shelf.BY_HAND)
    run = drill._restore

    def spoiling(copy, room):
        run(copy, room)
        with closing(sqlite3.connect(room / "euchre.sqlite3")) as second:
            second.execute("UPDATE tournament_sheet SET ns = 99")
            second.commit()

    monkeypatch.setattr(drill, "_restore", spoiling)
    with pytest.raises(CommandError, match="tournament_sheet"):
        drilled()


# --- where the copies lie -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("disk", "is_told"), [(1, True), (2, False)])
def test_one_is_warned_while_all_copies_lie_on_the_disk_of_the_database(
    evening, client, monkeypatch, disk, is_told
):
    shelf.take(shelf.BY_HAND)
    monkeypatch.setattr(shelf, "_disk", lambda path: disk if path == shelf.folder_path() else 1)
    client.force_login(make_user("olga", is_superuser=True))
    page = client.get(reverse("backups:index")).content.decode()
    assert ("on the same disk as the database" in page) is is_told
    out = StringIO()
    call_command("backup", stdout=out)
    assert ("on the same disk as the database" in out.getvalue()) is is_told


@pytest.mark.slow
def test_the_drill_is_a_command_that_anybody_can_find():
    listed = subprocess.run(
        [sys.executable, "manage.py", "help", "drill"], cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "second folder" in " ".join(listed.stdout.split())


# --- on PostgreSQL: a second database beside the site's own
def databases():
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.only_on("postgresql")
class TestOnPostgreSQL:
    def test_the_last_copy_is_put_into_a_second_database_that_is_gone_afterwards(self, evening):
        """There a drill was refused."""
        copy = shelf.take(shelf.BY_HAND)
        enter(table_of(evening, number=2), 9, 4)
        before, entries = databases(), AuditEntry.objects.count()
        said = drilled()
        assert copy.name in said
        assert "1 event, 1 sheet" in said
        assert "Every table is the same" in said
        assert "1 action was saved after" in said
        assert (databases(), AuditEntry.objects.count()) == (before, entries)

    def test_what_differs_is_named_and_the_second_database_is_gone(self, evening, monkeypatch):
        shelf.take(shelf.BY_HAND)
        run, before = drill._restore, databases()

        def spoiling(copy, room, **where):
            run(copy, room, **where)
            [second] = databases() - before
            spoil = "UPDATE tournament_sheet SET ns = 99"
            postgresql._run("psql", "--quiet", f"--dbname={second}", f"--command={spoil}")

        monkeypatch.setattr(drill, "_restore", spoiling)
        with pytest.raises(CommandError, match="these tables differ: tournament_sheet"):
            drilled()
        assert databases() == before

    def test_an_account_that_may_not_make_one_is_told_what_to_do(self, evening):
        shelf.take(shelf.BY_HAND)
        with connection.cursor() as cursor:
            cursor.execute("CREATE ROLE limited; GRANT limited TO CURRENT_USER; SET ROLE limited")
        try:
            with pytest.raises(CommandError, match="ALTER ROLE limited CREATEDB"):
                drilled()
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET ROLE; DROP ROLE limited")

    def test_no_folder_is_kept_there(self, evening, tmp_path):
        shelf.take(shelf.BY_HAND)
        with pytest.raises(CommandError, match="SQLite"):
            drilled(into=tmp_path / "second")
        assert not (tmp_path / "second").exists()
