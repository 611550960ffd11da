"""A copy is looked into before it is trusted: its description, its tables, what it counts.

Security finding 19: a malformed `about.json` gave a traceback, and a copy with a trigger, which made
everybody the owner, was put back.
"""

import hashlib
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from tests.helpers.every import every
from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.person import Person
from tournament.backup import keeper, package, restoring, shelf, sqlite
from tournament.backup.errors import BackupFailed
from tournament.models import AuditEntry, User

AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)
pytestmark = [pytest.mark.usefixtures("a_real_database"), pytest.mark.only_on("sqlite"), pytest.mark.slow]


@pytest.fixture
def evening():
    event = make_published()
    enter(table_of(event))
    return event


def rewritten(copy, about=None, database=None, raw=None):
    """The copy with another description or database, its checksum set right."""
    with zipfile.ZipFile(copy.path) as bundle:
        held = database if database is not None else bundle.read("database")
    told = {**copy.about, "sha256": hashlib.sha256(held).hexdigest(), **(about or {})}
    with zipfile.ZipFile(copy.path, "w") as bundle:
        bundle.writestr("about.json", raw if raw is not None else json.dumps(told))
        bundle.writestr("database", held)
    return copy


def changed(copy, tmp_path, *statements):
    """The copy after SQL in its database, as somebody with a text editor for it would send it."""
    path = tmp_path / "changed"
    with zipfile.ZipFile(copy.path) as bundle:
        path.write_bytes(bundle.read("database"))
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.executescript(statement)
        database.commit()
    return rewritten(copy, database=path.read_bytes())


# --- the description ----------------------------------------------------------------------------------------
EVENT = {"slug": "a", "name": "A", "date": "2026-11-20", "players": 8, "rounds": 2, "closed": 0, "sheets": 1,
         "rulings": 0, "last_entry": 5}  # fmt: skip


MALFORMED = {
    # Of no zone; and no calendar has the day before, where a zone begins earlier.
    "made_at": [5, "yesterday", "2026-11-20T19:42:00", "2026-99-20T19:42:00+00:00",
                "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"],
    "reason": [["by-hand"], None, "\ud800", "\x1b[2J", "a" * 201],
    "engine": [{}, "\udfff"],
    "sha256": [7],
    "migrations": ["tournament.0001_initial", [["tournament", "0001_initial"]], [None],
                   ["tournament.\ud800"]],
    "accounts": ["many", -1],
    "invitations": [[1], 2**63],
    "events": [None, {"a": 1}, ["a"], [{}]] + [
        [EVENT | wrong] for wrong in (
            {"slug": 7}, {"date": "soon"}, {"last_entry": "5"}, {"players": None}, {"sheets": True},
            {"name": "\ud800"}, {"slug": "\ud800"}, {"name": "A" * 5_001}, {"last_entry": 2**63},
        )
    ],
}  # fmt: skip


@every([{name: value} for name, values in MALFORMED.items() for value in values])
def test_a_malformed_description_is_told_in_a_sentence(about, evening):
    copy = rewritten(shelf.take(shelf.BY_HAND), about)
    with pytest.raises(BackupFailed, match="is not a backup made by this site"):
        package.read(copy.path)
    for preview in (True, False):
        with pytest.raises(CommandError, match="is not a backup made by this site"):
            call_command("restore", str(copy.path), preview=preview, yes=True, stdout=StringIO())


@every(["[]", "7", "null", '"x"', "{", "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass"), b"\xff\xfe"])
def test_a_description_that_is_none_is_told_in_a_sentence(raw, evening):
    copy = rewritten(shelf.take(shelf.BY_HAND), raw=raw)
    with pytest.raises(BackupFailed, match="is not a backup made by this site"):
        package.read(copy.path)


def test_a_locked_file_is_told_in_a_sentence(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    data = bytearray(copy.path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        position = -1
        while (position := data.find(mark, position + 1)) >= 0:
            data[position + offset] |= 1  # encrypted
    copy.path.write_bytes(data)
    with pytest.raises(BackupFailed, match="is not a backup made by this site"):
        package.read(copy.path)


@pytest.mark.parametrize(
    "about",
    [
        {"made_at": "1970-01-01T00:00:00+00:00"},  # a laptop whose clock has no battery
        {"made_at": "9998-12-31T23:59:59-14:00"},
        {"reason": "of-a-version-to-come"},
        {"events": [EVENT | {"name": "Vendredi \U0001f0a1 \u202eniaga", "slug": "a" * 80}]},
    ],
)
def test_a_description_at_the_bounds_is_listed_previewed_and_named(evening, client, about):
    client.force_login(make_user("olga", is_superuser=True))
    copy = rewritten(shelf.take(shelf.BY_HAND), about)
    page = client.get(reverse("backups:index"))
    assert page.status_code == 200
    assert copy.stem in page.content.decode()
    assert client.get(reverse("backups:restore", args=[copy.stem])).status_code == 200
    shown = StringIO()
    call_command("restore", copy.name, preview=True, stdout=shown)
    assert copy.name in shown.getvalue()


@pytest.mark.parametrize("about", [{"made_at": "9999-12-31T23:59:59+00:00"}, {"reason": "\ud800"}])
def test_the_page_of_backups_names_a_file_that_it_cannot_show_and_shows_the_others(evening, client, about):
    """The page answered 500 until somebody deleted the file by hand."""
    client.force_login(make_user("olga", is_superuser=True))
    good, bad = shelf.take(shelf.BY_HAND), rewritten(shelf.take(shelf.BY_HAND), about)
    page = client.get(reverse("backups:index"))
    assert page.status_code == 200
    assert f"left out: {bad.name}." in page.content.decode()
    assert good.stem in page.content.decode()
    bad.path.unlink()
    assert "left out" not in client.get(reverse("backups:index")).content.decode()


@pytest.mark.parametrize("day", ["00010101-000000", "99991231-235959", "99999999-999999"])
def test_names_with_impossible_days_stop_neither_the_page_nor_the_next_backup(evening, client, settings, day):
    client.force_login(make_user("olga", is_superuser=True))
    settings.BACKUPS = True
    copy = shelf.take(shelf.BY_HAND)
    for number in (7, 8):
        strange = copy.path.with_name(f"euchre-{day}-by-hand-00000{number}-abcdef.zip")
        strange.write_bytes(copy.path.read_bytes())
    assert client.get(reverse("backups:index")).status_code == 200
    assert shelf.take(shelf.PLAY).name in shelf.names()
    assert keeper._due(AT) in (True, False)
    waiting = keeper.Keeper()
    waiting.since = AT
    assert waiting._wait() is not None
    assert shelf.clock_doubts(AT)


# --- the tables ---------------------------------------------------------------------------------------------
TRIGGER = (
    "CREATE TRIGGER all_owners AFTER UPDATE ON tournament_event BEGIN "
    "UPDATE tournament_user SET is_superuser = 1; END;"
)


AS_TEXT = "PRAGMA writable_schema = ON;"


@every(
    [
        TRIGGER,
        "CREATE VIEW owners AS SELECT * FROM tournament_user;",
        "CREATE TABLE strange (id INTEGER PRIMARY KEY);",
        "CREATE VIRTUAL TABLE strange USING fts5(words);",
        "ALTER TABLE tournament_user ADD COLUMN pin TEXT;",
        "ALTER TABLE tournament_user ADD COLUMN pin TEXT GENERATED ALWAYS AS (username) VIRTUAL;",
        "ALTER TABLE tournament_user DROP COLUMN last_login;",
        "DROP TABLE tournament_wish;",
        "ALTER TABLE tournament_user RENAME COLUMN email TO mail;",
        "DROP TABLE tournament_wish; CREATE VIEW tournament_wish AS SELECT * FROM tournament_user;",
        "DROP TABLE tournament_wish; CREATE TABLE tournament_wish AS SELECT 1 AS id;",
        "DROP INDEX sheet_one_counting_per_table;",
        "DELETE FROM django_migrations WHERE app = 'sessions';",
        # Second attack, finding 6: every later write was a 500.
        "CREATE UNIQUE INDEX once ON tournament_auditentry (event_id) WHERE id > 1000;",
        "CREATE INDEX slow ON tournament_sheet (ns);",
        "CREATE UNIQUE INDEX once ON django_migrations (app, id);",
        "DROP INDEX sheet_one_counting_per_table;"
        "CREATE UNIQUE INDEX sheet_one_counting_per_table ON tournament_sheet (table_id);",
        f"{AS_TEXT} UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', 'COLLATE NOCASE NOT NULL') "
        "WHERE name = 'tournament_event';",
        f"{AS_TEXT} UPDATE sqlite_master SET sql = substr(sql, 1, length(sql) - 1) || "
        "', CHECK (\"id\" < 1000))' WHERE name = 'tournament_auditentry';",
        "ANALYZE;"
        f"{AS_TEXT} UPDATE sqlite_master SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat CHECK (0))' "
        "WHERE name = 'sqlite_stat1';",
    ]
)
def test_a_copy_whose_tables_are_not_those_of_the_site_is_refused(statement, evening, tmp_path):
    with closing(sqlite3.connect(":memory:")) as probe:
        [has_fts5] = probe.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()
    if "fts5" in statement and not has_fts5:
        return
    copy = changed(shelf.take(shelf.BY_HAND), tmp_path, statement)
    entries = AuditEntry.objects.count()
    with pytest.raises(BackupFailed, match="not laid out as this site"):
        restoring.restore(package.read(copy.path), by=None, at=AT)
    assert AuditEntry.objects.count() == entries
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.parametrize("before", ["", "ANALYZE;", "VACUUM; REINDEX;"])  # by somebody who means well
def test_a_copy_of_our_own_is_taken(evening, tmp_path, before):
    own = "UPDATE tournament_event SET name = 'Put back';"
    copy = changed(shelf.take(shelf.BY_HAND), tmp_path, before, own)
    restoring.restore(package.read(copy.path), by=None, at=AT)
    evening.refresh_from_db()
    assert evening.name == "Put back"


UNCHECKED = "PRAGMA ignore_check_constraints=ON;"


# --- the rows -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE tournament_event SET date = '9999-99-99';", "Euchre”: event 1, date = '9999-99-99'"),
        ("UPDATE tournament_event SET time_zone = '../../etc/passwd';", "time zone = '../../etc/passwd'"),
        ("UPDATE tournament_event SET rules = '[1]';", "rules = "),
        ("UPDATE tournament_event SET live_version = 9223372036854775807;", "= 9223372036854775807"),
        ("UPDATE tournament_event SET slug = '../';", "= '../'"),
        ("UPDATE tournament_player SET own_name = x'00ff' WHERE number = 3;", "Night Euchre”: player 3"),
        (f"{UNCHECKED} UPDATE tournament_player SET status = 'asleep';", "status = 'asleep'"),
        ("UPDATE tournament_sheet SET entered_at = '9999-12-31 23:59:59';", "= '9999-12-31"),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807;", "= 9223372036854775807"),
        ("PRAGMA foreign_keys=OFF; DELETE FROM tournament_user;", "tournament_user that is not there"),
    ],
)
def test_a_copy_with_a_value_that_no_page_can_show_is_refused_and_names_it(
    evening, tmp_path, statement, named
):
    """Accepted, it left pages that answered 500, and then nothing could be backed up or restored."""
    copy = changed(shelf.take(shelf.BY_HAND), tmp_path, statement)
    entries = AuditEntry.objects.count()
    with pytest.raises(BackupFailed) as refused:
        restoring.restore(package.read(copy.path), by=None, at=AT)
    assert named in refused.value.message
    assert AuditEntry.objects.count() == entries


def test_a_present_database_that_cannot_be_packed_is_kept_as_it_is_and_a_copy_takes_its_place(
    evening, client, shelf_folder
):
    copy = shelf.take(shelf.BY_HAND)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_event SET date = '9999-99-99'")
    with pytest.raises(BackupFailed, match="“Friday Night Euchre”: event 1, date = '9999-99-99'"):
        shelf.take(shelf.BY_HAND)
    client.force_login(make_user("olga", is_superuser=True))
    page = Person(client).visit(reverse("backups:restore", args=[copy.stem]))
    assert "Friday Night Euchre stays the same" in page.text
    page.press("Restore")
    assert "could not be packed, so its file is kept beside the backups" in page.text
    evening.refresh_from_db()
    assert str(evening.date) == "2026-11-20"
    (kept,) = shelf_folder.glob("*-before-restore.sqlite3")
    assert kept.name in page.text
    assert kept.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(kept)) as raw:
        assert raw.execute("SELECT date FROM tournament_event").fetchall() == [("9999-99-99",)]


# --- opened and counted -------------------------------------------------------------------------------------
def test_each_copy_is_opened_and_counted_when_it_is_made(evening, monkeypatch, shelf_folder):
    """What the most trusted promise: a copy that cannot be read is no copy, and one says so at once."""
    copied = sqlite.copy_to
    monkeypatch.setattr(sqlite, "copy_to", lambda path: {**copied(path), "accounts": 99})
    with pytest.raises(BackupFailed, match="does not hold what the site holds"):
        shelf.take(shelf.BY_HAND)
    assert [path for path in shelf_folder.iterdir() if path.suffix == ".zip"] == []


def test_a_copy_that_the_disk_spoiled_while_it_was_written_is_told(evening, monkeypatch, shelf_folder):
    to_the_disk = package._to_the_disk

    def spoiling(path):
        if path.suffix == ".zip":
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 0xFF
            path.write_bytes(data)
        to_the_disk(path)

    monkeypatch.setattr(package, "_to_the_disk", spoiling)
    with pytest.raises(BackupFailed):
        shelf.take(shelf.BY_HAND)
    assert [path for path in shelf_folder.iterdir() if path.suffix == ".zip"] == []
