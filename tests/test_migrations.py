"""The tables of a new database: a first start may be stopped at any moment, and a copy of it is taken."""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.helpers.database import on_file
from tournament.backup import schema, versions
from tournament.management.commands.serve import Command as Serve

pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture
def database(tmp_path, django_db_setup, django_db_blocker):
    """A new file as the database in use, with nothing in it."""
    with django_db_blocker.unblock(), on_file(tmp_path / "hall.sqlite3"):
        yield tmp_path / "hall.sqlite3"


@pytest.mark.slow
def test_a_first_start_that_was_stopped_in_the_middle_is_followed_by_one_that_begins_anew(
    database, monkeypatch
):
    noted = []

    def stopped(recorder, app, name):
        noted.append(f"{app}.{name}")
        if "tournament.0001_initial" in noted:
            raise KeyboardInterrupt
        return record(recorder, app, name)

    record = MigrationRecorder.record_applied
    monkeypatch.setattr(MigrationRecorder, "record_applied", stopped)
    with pytest.raises(KeyboardInterrupt):
        Serve().prepare_database()
    monkeypatch.undo()
    assert "tournament.0001_initial" in noted
    assert versions.database_version() == versions.NEW
    Serve().prepare_database()
    assert versions.database_version() == versions.SAME
    assert [path.name for path in database.parent.iterdir() if "making" in path.name] == []
    applied = MigrationRecorder(connection).applied_migrations()
    with closing(sqlite3.connect(database)) as made:
        schema.refuse_strange(made, {f"{app}.{name}" for app, name in applied})
