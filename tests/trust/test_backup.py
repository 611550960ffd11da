"""A copy of the whole site: what it holds, how it is kept, and that putting it back loses nothing unseen."""

import errno
import os
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import count
from threading import Condition, Thread

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import enter, make_event, make_published, table_of
from tests.helpers.person import Person
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.backup import facts, keeper, package, restoring, shelf, sqlite
from tournament.backup.errors import BackupFailed
from tournament.models import AuditEntry, Event, User
from tournament.services.rounds import close_round

real = pytest.mark.usefixtures("a_real_database")
pytestmark = pytest.mark.only_on("sqlite")
AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)


@pytest.fixture
def evening(a_real_database):
    """A published event of two tables, one of which has reported."""
    event = make_published()
    enter(table_of(event))
    return event


# --- what a copy holds --------------------------------------------------------------------------------------
def test_the_figures_of_a_copy_are_those_of_the_models(evening):
    (figures,) = shelf.take(shelf.BY_HAND).events
    assert figures == {
        "slug": evening.slug,
        "name": evening.name,
        "date": "2026-11-20",
        "players": evening.players.count(),
        "rounds": 2,
        "closed": 0,
        "sheets": 1,
        "rulings": 0,
        "last_entry": evening.audit_entries.first().pk,
    }
    assert restoring.present_counts()["accounts"] == User.objects.count()


def test_nobody_can_sign_in_with_a_session_out_of_a_copy(evening, tmp_path):
    Client().force_login(User.objects.get())
    key = Session.objects.get().session_key
    shelf.take(shelf.BY_HAND).unpack(tmp_path / "copy")
    assert key.encode() not in (tmp_path / "copy").read_bytes()
    rows = sqlite3.connect(tmp_path / "copy").execute("SELECT COUNT(*) FROM django_session").fetchone()
    assert rows == (0,)


def test_what_was_just_saved_is_in_the_copy_though_it_is_not_in_the_database_file_yet(evening):
    """A plain copy of the file would miss it: it still lies in the log."""
    assert connection.settings_dict["NAME"].endswith("hall.sqlite3")
    enter(table_of(evening, number=2), 8, 6)
    (figures,) = shelf.take(shelf.BY_HAND).events
    assert figures["sheets"] == 2


@real
def test_every_connection_waits_for_the_disk():
    """A hall pulls plugs: a score that is shown as saved must survive that. And writers wait in line.

    Security finding 22: on macOS only `fullfsync` reaches past the drive's own cache.
    """
    connection.close()
    kept = {"synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}  # 2: FULL
    with connection.cursor() as cursor:
        answers = {}
        for name in ("journal_mode", "foreign_keys", *kept):
            answers[name] = cursor.execute(f"PRAGMA {name}").fetchone()[0]
    assert answers == {"journal_mode": "wal", "foreign_keys": 1} | kept
    with closing(sqlite._writing()) as restoring_:
        assert {name: restoring_.execute(f"PRAGMA {name}").fetchone()[0] for name in kept} == kept
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_file_is_flushed_past_the_drives_cache_where_the_system_offers_that(tmp_path, monkeypatch):
    """MacOS has `F_FULLFSYNC` for it."""
    import fcntl

    asked = []
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda handle, what: asked.append(what))
    (tmp_path / "file").touch()
    package._to_the_disk(tmp_path / "file")
    assert asked == [51]


# --- putting back -------------------------------------------------------------------------------------------
def test_a_copy_put_back_is_the_evening_to_the_byte_and_says_so_in_the_history(evening):
    before, version = document(evening), evening.live_version
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(evening, number=2), 9, 4)
    other = make_event(User.objects.get(), name="Made later")
    seen = restoring.preview(copy)
    assert [(change.newest_known["name"], change.kind) for change in seen.changes] == [
        ("Made later", "lost"),
        (evening.name, "changed"),
    ]
    assert seen.actions_lost == 2

    safety = restoring.restore(copy, by=User.objects.get(), at=AT)
    assert not Event.objects.filter(pk=other.pk).exists()
    found = Event.objects.get(pk=evening.pk)
    now = document(found)
    assert dumps(now | {"history": None}) == dumps(before | {"history": None})
    # The history goes on from where the copy's ended, with one entry: that it was put back.
    assert now["history"]["entries"] == before["history"]["entries"] + 1
    assert found.live_version > version + 1  # beyond every version shown before
    assert AuditEntry.objects.first().action == "event.put_back"

    restoring.restore(safety, by=None, at=AT)  # and what was taken back can be had again
    assert table_of(evening, number=2).sheets.get().ns == 9
    assert Event.objects.filter(name="Made later").exists()


def test_who_is_signed_in_stays_so_and_who_signed_out_stays_out(evening):
    inside, outside = Client(), Client()
    inside.force_login(User.objects.get())
    outside.force_login(User.objects.get())
    key = outside.cookies["sessionid"].value
    copy = shelf.take(shelf.BY_HAND)
    outside.post("/sign-out/")
    restoring.restore(copy, by=None, at=AT)
    assert inside.get(f"/events/{evening.slug}/").status_code == 200
    assert not Session.objects.filter(session_key=key).exists()


def test_a_score_saved_just_before_a_copy_is_put_back_is_in_the_copy_taken_first(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    put_back = sqlite.restore_from

    def late(*args):
        enter(table_of(evening, number=2), 9, 4)
        put_back(*args)

    monkeypatch.setattr(sqlite, "restore_from", late)
    safety = restoring.restore(copy, by=None, at=AT)
    assert [event["sheets"] for event in safety.events] == [2]
    assert not table_of(evening, number=2).sheets.exists()


def test_a_score_sent_while_a_copy_is_put_back_waits_and_is_saved_into_that(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    table, take, waited = table_of(evening, number=2), shelf.take, []

    def save():
        try:
            enter(table, 9, 4)
        finally:
            connection.close()

    writer = Thread(target=save)

    def slow(*args):
        writer.start()
        writer.join(0.5)
        waited.append(writer.is_alive())
        return take(*args)

    monkeypatch.setattr(shelf, "take", slow)
    safety = restoring.restore(copy, by=None, at=AT)
    writer.join(30)
    assert waited == [True]
    assert [event["sheets"] for event in safety.events] == [1]
    assert table_of(evening, number=2).sheets.get().ns == 9


def test_a_copy_is_not_put_back_where_the_present_cannot_be_kept(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(evening, number=2), 9, 4)

    def full(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(package, "_to_the_disk", full)
    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(BackupFailed, match="The disk is full"):
        restoring.restore(copy, by=None, at=AT)
    connection.close()
    assert shelf.names() == [copy.name]
    assert not list(shelf.folder().glob("*before-restore*"))
    assert table_of(evening, number=2).sheets.get().ns == 9
    enter(table_of(evening, number=2), 8, 5, expected=1)


@pytest.mark.parametrize("what", ["newer", "made from PostgreSQL", "damaged"])
def test_a_copy_that_does_not_fit_changes_nothing(evening, what):
    copy = shelf.take(shelf.BY_HAND)
    changes = {
        "newer": {"migrations": [*copy.about["migrations"], "tournament.9999_from_tomorrow"]},
        "made from PostgreSQL": {"engine": "postgresql"},
        "damaged": {"sha256": "0" * 64},
    }
    entries = AuditEntry.objects.count()
    with pytest.raises(BackupFailed, match=what):
        restoring.restore(replace(copy, about={**copy.about, **changes[what]}), by=None, at=AT)
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize("content", [b"", b"no zip at all", None])
def test_a_file_that_is_no_copy_is_refused(tmp_path, content):
    path = tmp_path / "x.zip"
    if content is None:
        with zipfile.ZipFile(path, "w") as bundle:
            bundle.writestr("about.json", '{"format": "another"}')
    else:
        path.write_bytes(content)
    with pytest.raises(BackupFailed, match=r"x\.zip is not a backup"):
        package.read(path)


# --- the shelf ----------------------------------------------------------------------------------------------
def test_each_reason_keeps_its_own_number_of_copies_and_the_oldest_go(copies):
    for minute in range(shelf.REASONS[shelf.PLAY][1] + 4):
        shelf.take(shelf.PLAY, AT + timedelta(minutes=5 * minute))
    shelf.take("handed-over", AT)  # a reason of version 1.0.0
    shelf.take(shelf.CLOSED, AT)
    kept = [copy.reason for copy in shelf.all_()]
    assert kept.count(shelf.PLAY) == shelf.REASONS[shelf.PLAY][1]
    assert kept.count(shelf.CLOSED) == kept.count("handed-over") == 1
    assert min(c.made_at for c in shelf.all_() if c.reason == shelf.PLAY) == AT + timedelta(minutes=20)


def test_the_newest_copy_is_kept_however_old_it_is(copies):
    shelf.take(shelf.CLOSED, AT - timedelta(days=1))
    shelf.take(shelf.CLOSED, AT)
    shelf.rotate(AT + timedelta(days=400))  # a summer without play ages copies by a week
    assert [copy.made_at for copy in shelf.all_()] == [AT, AT - timedelta(days=1)]
    for week in range(1, 20):
        shelf.take(shelf.PLAY, AT + timedelta(weeks=week))
    assert AT not in [copy.made_at for copy in shelf.all_()]
    assert shelf.all_()[0].made_at == AT + timedelta(weeks=19)


def test_only_the_site_reads_its_copies(copies, shelf_folder):
    copy = shelf.take(shelf.BY_HAND)
    assert copy.path.stat().st_mode & 0o777 == 0o600
    assert shelf_folder.stat().st_mode & 0o777 == 0o700


def test_a_full_disk_is_told_and_leaves_nothing_half_written(copies, shelf_folder, monkeypatch):
    def full(path):
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite, "copy_to", full)
    with pytest.raises(BackupFailed, match="disk is full"):
        shelf.take(shelf.BY_HAND)
    assert list(shelf_folder.iterdir()) == []


def test_what_a_killed_copy_left_goes_before_the_next_is_written(copies, shelf_folder, monkeypatch):
    """It may be what fills the disk, and then no copy would ever be finished."""
    left = shelf_folder / ".making-killed"
    left.mkdir(parents=True)
    hours_ago = timezone.now().timestamp() - 3 * 3600
    (left / "database").write_bytes(b"half")
    os.utime(left, (hours_ago, hours_ago))

    def full_until_cleared(path):
        if left.exists():
            raise OSError(28, "No space left on device")
        path.write_bytes(b"a database")
        return {"migrations": [], "accounts": 0, "events": []}

    monkeypatch.setattr(sqlite, "copy_to", full_until_cleared)
    assert shelf.take(shelf.BY_HAND).path.exists()


def test_a_folder_that_cannot_be_written_is_told(copies, settings, tmp_path):
    (tmp_path / "file").write_text("")
    settings.BACKUP_DIR = tmp_path / "file" / "backups"
    with pytest.raises(BackupFailed):
        shelf.take(shelf.BY_HAND)


@pytest.mark.parametrize("name", ["../secret", "euchre-1.zip", "", "euchre-20261120-194200-x-../../..zip"])
def test_only_names_of_copies_open_files(name):
    with pytest.raises(BackupFailed):
        shelf.get(name)


# --- copies that nobody asks for ----------------------------------------------------------------------------
@pytest.fixture
def taken(monkeypatch, settings):
    """A keeper of the test's own; `taken(reason)` waits for a copy and answers the reasons of all so far."""
    settings.BACKUPS = True
    reasons, changed = [], Condition()

    def take(reason):
        moments(monkeypatch)
        with changed:
            reasons.append(reason)
            changed.notify_all()

    def _taken(reason):
        with changed:
            changed.wait_for(lambda: reason in reasons, 60)
        return reasons

    monkeypatch.setattr(keeper, "keeper", keeper.Keeper())
    monkeypatch.setattr(shelf, "take", take)
    moments(monkeypatch, None)
    return _taken


def moments(monkeypatch, value=...):
    """Let the newest copy be of now, or of another moment."""
    monkeypatch.setattr(shelf, "newest_at", lambda: timezone.now() if value is ... else value)


@real
def test_publishing_and_closing_a_round_take_a_copy_once_they_are_saved(taken, monkeypatch):
    event = make_published()
    reasons = taken(shelf.PUBLISHED)
    assert shelf.PUBLISHED in reasons
    reasons.clear()
    moments(monkeypatch, timezone.now() - timedelta(minutes=5))
    enter(table_of(event))
    assert shelf.PLAY in taken(shelf.PLAY)
    close_round(event.rounds.get(number=1), by=User.objects.get(), at=AT, despite_missing=True)
    assert shelf.CLOSED in taken(shelf.CLOSED)


@real
def test_a_copy_that_could_not_be_made_is_red_on_the_desk_and_told_to_a_monitor(
    settings, monkeypatch, shelf_folder, tmp_path
):
    """The folder for copies was full: closing a round said nothing."""
    settings.BACKUPS = True
    monkeypatch.setattr(keeper, "keeper", keeper.Keeper())
    monkeypatch.setattr(shelf, "failure", "")
    event = make_published()
    enter(table_of(event)), enter(table_of(event, number=2))
    keeper.keeper.finish()
    shelf_folder.rename(tmp_path / "good")
    shelf_folder.write_text("in place of the folder")
    client = Client()
    client.force_login(User.objects.get())
    desk = Person(client).visit(reverse("rounds:desk", args=[event.slug, 1]))
    assert "No new backup" not in desk.text
    desk.follow("Close the round").press("Close round 1")
    keeper.keeper.finish()
    desk.visit(reverse("events:overview", args=[event.slug]))
    assert "No new backup could be made." in desk.text
    assert "File exists" in desk.text
    assert "No new backup" not in Person(Client()).visit(f"/e/{event.slug}/").text
    told = client.get("/healthz").json()
    assert told["backup_age"] is None
    assert "File exists" in told["backup_failed"]
    shelf_folder.unlink()
    (tmp_path / "good").rename(shelf_folder)
    shelf.take(shelf.BY_HAND)
    assert "No new backup" not in desk.visit(desk.path).text
    told = client.get("/healthz").json()
    assert (told["backup_failed"], told["backup_age"] < 60) == ("", True)


def test_scores_wait_until_five_minutes_after_the_newest_copy(monkeypatch):
    own, now = keeper.Keeper(), timezone.now()
    monkeypatch.setattr(keeper.timezone, "now", lambda: now)
    assert own._wait() is None
    own.since = now
    for newest, seconds in ((None, 0), (now - timedelta(minutes=2), 180), (now - timedelta(hours=1), -3300)):
        moments(monkeypatch, newest)
        assert own._wait() == seconds
    own.reason = shelf.CLOSED
    assert own._wait() == 0


def test_one_of_two_processes_that_want_the_same_copy_takes_it(monkeypatch):
    now = timezone.now()
    moments(monkeypatch, now - timedelta(minutes=1))
    assert keeper._due(now)
    moments(monkeypatch, now + timedelta(seconds=1))
    assert not keeper._due(now)


# --- by hand ------------------------------------------------------------------------------------------------
def run(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def nobody_answers(question):
    raise EOFError


def test_backup_and_restore_from_the_command_line(evening, tmp_path, monkeypatch):
    file = tmp_path / "evening.zip"
    assert run("backup", out=file).startswith(f"Wrote {file}: 1 event,")
    enter(table_of(evening, number=2), 9, 4)
    shown = run("restore", str(file), preview=True)
    assert "1 sheet, now 2" in shown
    assert "1 action saved since then will be lost" in shown
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("restore", str(file))
    monkeypatch.setattr("builtins.input", nobody_answers)
    with pytest.raises(CommandError, match="--yes"):
        run("restore", str(file))
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    assert "Restored." in run("restore", str(file))
    assert not table_of(evening, number=2).sheets.exists()


def test_a_file_that_is_there_is_not_overwritten(db, tmp_path):
    file = tmp_path / "evening.zip"
    file.write_text("mine")
    with pytest.raises(CommandError, match="already exists"):
        run("backup", out=file)
    assert file.read_text() == "mine"


def test_every_select_of_the_facts_is_answered_with_every_field(db):
    asked = count()

    def ask(sql):
        next(asked)
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchall()

    assert facts.read_facts(ask)["events"] == []
    assert next(asked) == 5
