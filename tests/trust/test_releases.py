"""The database of every release becomes today's with identical standings; `releases/add.py` adds the next.

One is made here, too, of this version: nothing of what an update does goes untried before a second release.
"""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import BooleanField
from django.urls import reverse

from tests.helpers.database import in_schema, on_file
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.text import dumps, loads
from tournament.backup import shelf, versions
from tournament.backup.errors import BackupFailed
from tournament.management.commands.serve import Command as Serve
from tournament.models import AuditEntry, Event, User

RELEASES = sorted(
    path
    for path in (Path(__file__).parents[1] / "releases").iterdir()
    if path.is_dir() and path.name[0].isdigit()
)
ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "tournament" / "migrations"
ONE_MORE = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "{newest}")]
    operations = [
        migrations.AddIndex("auditentry", models.Index(fields=["action"], name="of_a_newer_version")),
    ]
"""
pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture(params=[*RELEASES, None], ids=lambda path: path.name if path else "this")
def release(request, this_version):
    return request.param or this_version


@pytest.fixture(scope="session")
def this_version(tmp_path_factory):
    """What would be kept of this version if it were released."""
    folder = tmp_path_factory.mktemp("release")
    script = Path(__file__).parents[1] / "releases" / "add.py"
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"EUCHRE_DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, script, str(folder / "kept")], cwd=ROOT, env=environment, check=True)
    return folder / "kept"


@pytest.fixture
def newer_version(settings, monkeypatch, tmp_path):
    """This version with one more migration, so that even the newest release has one to come."""
    name = "migrations_of_a_newer_version"
    package = tmp_path / name
    shutil.copytree(MIGRATIONS, package, ignore=shutil.ignore_patterns("__pycache__"))
    newest = max(path.stem for path in package.glob("[0-9]*.py"))
    (package / "9999_newer_version.py").write_text(ONE_MORE.format(newest=newest), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"tournament": name}
    yield
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]  # the next test writes its own


@pytest.fixture
def released(release, newer_version, tmp_path, django_db_setup, django_db_blocker):
    """The database in use is the release's, not yet migrated."""
    path = tmp_path / "released.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(gzip.decompress((release / "database.sql.gz").read_bytes()).decode())
    with django_db_blocker.unblock(), on_file(path):
        assert pending_migrations()
        yield


def pending_migrations():
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def todays_standings(expected):
    """Today's standings of every event, as text, with the values that the release knew."""
    known = {name for rows in expected.values() for row in rows for name in row}
    events = {
        event.slug: [
            {name: value for name, value in line.items() if name in known}
            for line in document(event)["standings"]
        ]
        for event in Event.objects.order_by("slug")
    }
    return json.dumps(events, indent=1, ensure_ascii=False) + "\n"


def migrate():
    call_command("migrate", interactive=False, verbosity=0)


@pytest.mark.slow
def test_a_released_database_migrates_with_identical_standings(released, release):
    expected = (release / "standings.json").read_text(encoding="utf-8")
    migrate()
    assert not pending_migrations()
    assert todays_standings(json.loads(expected)) == expected
    for event in Event.objects.all():  # and every result follows from the sheets that are kept
        assert problems_of(loads(dumps(document(event)).encode())) == [], event.slug


@pytest.mark.only_on("postgresql")
def test_so_does_one_on_postgresql(release, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), in_schema("released"):
        first_tables(release)
        expected = (release / "standings.json").read_text(encoding="utf-8")
        migrate()
        assert not pending_migrations()
        assert todays_standings(json.loads(expected)) == expected


def first_tables(release):
    """The tables of this release in the database in use, with its rows."""
    with closing(sqlite3.connect(":memory:")) as kept:
        kept.executescript(gzip.decompress((release / "database.sql.gz").read_bytes()).decode())
        applied = kept.execute("SELECT name FROM django_migrations WHERE app = 'tournament'").fetchall()
        executor = MigrationExecutor(connection)
        executor.loader = MigrationLoader(connection, replace_migrations=False)
        state = executor.migrate([("tournament", max(name for (name,) in applied))])
        models = list(state.apps.get_app_config("tournament").get_models())
        with transaction.atomic(), connection.cursor() as cursor:
            for model in models:
                copy_rows(model, kept, cursor)
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def copy_rows(model, kept, cursor):
    """The rows of a SQLite file, which has 0 and 1 for no and yes."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    for row in kept.execute(f"SELECT {columns} FROM {model._meta.db_table}").fetchall():
        values = [
            bool(value) if isinstance(field, BooleanField) and value is not None else value
            for field, value in zip(fields, row, strict=True)
        ]
        cursor.execute(f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places})", values)


@pytest.mark.slow
def test_a_copy_made_by_a_release_is_put_back_and_brought_up_to_date(released, release, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    copy = shelf.take(shelf.BY_HAND)
    migrate()
    Event.objects.update(name="Changed since")
    call_command("restore", copy.name, yes=True, verbosity=0)
    expected = (release / "standings.json").read_text(encoding="utf-8")
    assert todays_standings(json.loads(expected)) == expected
    assert not Event.objects.filter(name="Changed since").exists()
    assert AuditEntry.objects.first().action == "event.put_back"


@pytest.mark.slow
def test_a_new_version_copies_the_database_before_it_brings_it_up_to_date(released, settings):
    settings.BACKUPS = True
    Serve().prepare_database()
    (copy,) = shelf.all_()
    assert copy.reason == shelf.BEFORE_UPDATE
    assert {event["slug"] for event in copy.events} == set(Event.objects.values_list("slug", flat=True))
    assert shelf.names() == [copy.name]
    Serve().prepare_database()  # nothing is left to do, so nothing is copied
    assert shelf.names() == [copy.name]


@pytest.mark.slow
def test_where_that_copy_cannot_be_taken_the_database_is_left_alone(released, settings, monkeypatch):
    settings.BACKUPS = True

    def full(reason):
        raise BackupFailed("The disk is full.")

    monkeypatch.setattr(shelf, "take", full)
    with pytest.raises(CommandError, match=r"disk is full.*EUCHRE_BACKUPS=no"):
        Serve().prepare_database()
    assert pending_migrations()


@pytest.fixture
def updated(released, settings, tmp_path):
    """The release's database was brought up to date by a newer version, and something was saved since; then
    this version, which knows nothing of that one, was started again."""
    settings.BACKUPS, settings.BACKUP_DIR = True, tmp_path / "backups"
    Serve().prepare_database()
    settings.BACKUPS = False
    Event.objects.update(name="Changed since")
    settings.MIGRATION_MODULES = {}
    return tmp_path / "released.sqlite3"


@pytest.mark.slow
def test_a_database_of_a_newer_version_is_not_served_and_stays_as_it_is(updated):
    before = updated.read_bytes()
    with pytest.raises(CommandError, match=r"made by a newer version.*Start the newer version, or.*goback"):
        Serve().prepare_database()
    assert updated.read_bytes() == before
    assert Event.objects.filter(name="Changed since").exists()


@pytest.mark.slow
def test_after_an_update_one_can_go_back_and_the_newer_database_is_kept(updated, release, capsys):
    call_command("goback", yes=True)
    expected = (release / "standings.json").read_text(encoding="utf-8")
    assert not Event.objects.filter(name="Changed since").exists()
    assert todays_standings(json.loads(expected)) == expected
    assert versions.database_version() == versions.SAME
    [kept] = updated.parent.glob("released.sqlite3.newer-*[0-9]")
    said = capsys.readouterr().out
    assert str(kept) in said
    assert "What was saved after it is not in this backup" in said
    with closing(sqlite3.connect(kept)) as newer:
        [(name,)] = newer.execute("SELECT DISTINCT name FROM tournament_event").fetchall()
    assert name == "Changed since"
    Serve().prepare_database()  # and this version serves it


@pytest.mark.slow
def test_going_back_asks_first_and_without_a_yes_nothing_changes(updated, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("goback")
    assert versions.database_version() == versions.NEWER
    assert list(updated.parent.glob("*.newer-*")) == []


@pytest.mark.slow
def test_without_a_copy_that_it_can_read_a_version_says_where_to_look(updated):
    for name in shelf.names():
        (shelf.folder_path() / name).unlink()
    with pytest.raises(CommandError, match=r"no backup here that this version can read.*restore FILE"):
        call_command("goback", yes=True)


@pytest.mark.slow
def test_a_copy_of_a_newer_version_is_refused_while_the_newer_database_stays(
    released, updated, settings, tmp_path
):
    settings.MIGRATION_MODULES = {"tournament": "migrations_of_a_newer_version"}
    copy = shelf.take(shelf.BY_HAND)
    settings.MIGRATION_MODULES = {}
    with pytest.raises(CommandError, match="Install that version first"):
        call_command("restore", copy.name, yes=True)
    assert versions.database_version() == versions.NEWER


@pytest.mark.slow
def test_an_update_names_its_copy_and_the_way_back_and_that_way_starts_in_the_earlier_version(
    released, settings, capsys
):
    settings.BACKUPS = True
    Serve().prepare_database()
    (name,) = shelf.names()
    said = capsys.readouterr().out
    assert "by an earlier version" in said
    assert f"Backed up first as {name}. To go back, start the earlier version with: manage.py goback" in said
    with pytest.raises(CommandError, match=f"nothing to go back from. To go back to {name}"):
        call_command("goback", yes=True)


@pytest.mark.slow
def test_the_page_of_backups_tells_the_way_back_from_the_last_update(released, settings, client):
    page = reverse("backups:index")
    settings.BACKUPS = True
    Serve().prepare_database()
    client.force_login(User.objects.filter(is_superuser=True).first())
    assert "manage.py goback" in client.get(page).content.decode()
    (name,) = shelf.names()
    (shelf.folder_path() / name).unlink()
    assert "manage.py goback" not in client.get(page).content.decode()


@pytest.mark.slow
def test_a_new_database_has_nothing_to_copy(settings, tmp_path, django_db_setup, django_db_blocker):
    settings.BACKUPS = True
    with django_db_blocker.unblock(), on_file(tmp_path / "new.sqlite3"):
        Serve().prepare_database()
    assert shelf.names() == []
