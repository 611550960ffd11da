"""One step to all tables for a new database, many for an older one: both lead to the same place.

Django reads from `replaces` which way a database goes; so does what is said of copies and at the start.
"""

import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.helpers.database import on_file
from tournament.backup import schema, versions
from tournament.management.commands.serve import Command as Serve

MIGRATIONS = Path(__file__).parents[1] / "tournament" / "migrations"
SQUASHED = "0001_squashed_0023_club_site_and_timed_rounds"
LAST = "0023_club_site_and_timed_rounds"
NEWEST = max(path.stem for path in MIGRATIONS.glob("[0-9]*.py"))  # it builds upon the last of the many
NEXT = f"""from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "{NEWEST}")]
    operations = []
"""
pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture
def other_migrations(settings, monkeypatch, tmp_path):
    """Changes the migrations of this version for a while: a function of a folder that holds them all."""
    made = []

    def use(name, change):
        package = tmp_path / name
        shutil.copytree(MIGRATIONS, package, ignore=shutil.ignore_patterns("__pycache__"))
        change(package)
        monkeypatch.syspath_prepend(tmp_path)
        settings.MIGRATION_MODULES = {"tournament": name}
        made.append(name)

    yield use
    for module in [module for module in sys.modules if module.partition(".")[0] in made]:
        del sys.modules[module]


@pytest.fixture
def database(tmp_path, django_db_setup, django_db_blocker):
    """A new file as the database in use, with nothing in it."""
    with django_db_blocker.unblock(), on_file(tmp_path / "hall.sqlite3"):
        yield tmp_path / "hall.sqlite3"


def migrate():
    call_command("migrate", interactive=False, verbosity=0)


def applied():
    return {name for app, name in MigrationRecorder(connection).applied_migrations() if app == "tournament"}


def all_applied():
    return {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}


def tables(path):
    """Every table's columns and constraints, and every index, in no order."""
    with closing(sqlite3.connect(path)) as made:
        found = made.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: sorted(parts(sql)) for name, sql in found}


def parts(sql):
    """What stands between the commas of a statement, but those inside brackets of their own."""
    depth, part = 0, ""
    for sign in re.sub(r"\s+", " ", sql.partition("(")[2].rpartition(")")[0]):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            yield part.strip()
            part = ""
        else:
            part += sign
    yield part.strip()


def test_it_replaces_every_migration_before_it():
    loader = MigrationLoader(None)
    names = {name for app, name in loader.disk_migrations if app == "tournament" and name <= LAST}
    replaced = [name for _app, name in loader.replacements["tournament", SQUASHED].replaces]
    assert replaced == sorted(names - {SQUASHED})


@pytest.mark.slow
def test_one_step_makes_what_the_many_made(database, other_migrations, tmp_path, django_db_blocker):
    migrate()
    at_once = tables(database)
    other_migrations("without_the_one_step", lambda package: (package / f"{SQUASHED}.py").unlink())
    with django_db_blocker.unblock(), on_file(tmp_path / "steps.sqlite3"):
        for step in sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py") if path.stem != SQUASHED):
            call_command("migrate", "tournament", step, interactive=False, verbosity=0)
            with closing(sqlite3.connect(tmp_path / "steps.sqlite3")) as made:
                schema.refuse_strange(
                    made, all_applied()
                )  # a backup of any version is taken for an honest one
        migrate()
        assert SQUASHED not in applied()
    assert tables(tmp_path / "steps.sqlite3") == at_once


@pytest.mark.slow
def test_a_new_database_goes_one_step_and_notes_all_that_it_stands_for(database):
    assert versions.database() == versions.NEW
    migrate()
    assert {SQUASHED, "0001_initial", LAST} <= applied()
    assert versions.database() == versions.SAME
    assert versions.lacking(all_applied()) == set()


@pytest.mark.slow
def test_a_database_that_went_step_by_step_has_nothing_left_to_apply(database):
    """As every laptop has it that was brought up to date before the migrations were put together."""
    migrate()
    MigrationRecorder(connection).migration_qs.filter(name=SQUASHED).delete()
    assert SQUASHED not in applied()
    assert versions.database() == versions.SAME
    assert versions.lacking(all_applied()) == set()
    assert "tournament_cashline" in schema.tables_in(all_applied())


@pytest.mark.slow
def test_a_database_in_the_middle_of_the_steps_is_an_older_one(database):
    migrate()
    later = MigrationRecorder(connection).migration_qs.filter(app="tournament", name__gte="0022")
    later.delete()
    MigrationRecorder(connection).migration_qs.filter(name=SQUASHED).delete()
    assert versions.database() == versions.OLDER
    known = schema.tables_in(all_applied())
    assert "tournament_proposal" in known  # of 0017
    assert "tournament_cashline" not in known  # of 0022


@pytest.mark.slow
def test_a_version_without_the_one_step_says_that_the_database_is_of_a_newer_one(database, other_migrations):
    migrate()
    other_migrations("an_earlier_version", lambda package: (package / f"{SQUASHED}.py").unlink())
    assert versions.database() == versions.NEWER
    assert not versions.is_readable(all_applied())


@pytest.mark.slow
@pytest.mark.parametrize("before", ["new", "one step", "many steps"])
def test_later_migrations_that_build_upon_the_last_of_the_many_find_their_place(
    database, other_migrations, before
):
    if before != "new":
        migrate()
    if before == "many steps":
        MigrationRecorder(connection).migration_qs.filter(name=SQUASHED).delete()
    other_migrations("a_later_version", lambda package: (package / "9998_next.py").write_text(NEXT))
    assert versions.database() == (versions.NEW if before == "new" else versions.OLDER)
    migrate()
    assert {SQUASHED, LAST, NEWEST, "9998_next"} <= applied()
    assert versions.database() == versions.SAME
    assert "tournament_cashline" in schema.tables_in(all_applied())


@pytest.mark.slow
def test_a_first_start_that_was_stopped_in_the_middle_is_followed_by_one_that_begins_anew(
    database, monkeypatch
):
    noted = []

    def stopped(recorder, app, name):
        noted.append(name)
        if len(noted) == 30:
            raise KeyboardInterrupt
        return record(recorder, app, name)

    record = MigrationRecorder.record_applied
    monkeypatch.setattr(MigrationRecorder, "record_applied", stopped)
    with pytest.raises(KeyboardInterrupt):
        Serve().migrate()
    monkeypatch.undo()
    assert "0001_initial" in noted
    assert versions.database() == versions.NEW
    Serve().migrate()
    assert versions.database() == versions.SAME
    assert [path.name for path in database.parent.iterdir() if "making" in path.name] == []
