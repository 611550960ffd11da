"""Put a copy into a second folder, as on the day it is needed, and compare the two."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils.translation import gettext as _

from tournament import program
from tournament.backup import postgresql
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package

# What a restore changes by design (`restoring.record_restore`, `renewal`), and what it never brings back.
CHANGED = frozenset(
    {
        "tournament_event",
        "tournament_season",
        "tournament_invitation",
        "tournament_tablelink",
        "tournament_auditentry",
        "sqlite_sequence",
        Session._meta.db_table,
    }
)
ELSEWHERE = ("DATABASE_URL", "EUCHRE_PROFILE", "SECRET_KEY", "DEBUG")


@dataclass(frozen=True, slots=True)
class Drill:
    """How a drill went: seconds until the copy was back, and the tables that differ."""

    seconds: float
    differences: tuple[str, ...]


def run(copy: Package, room: Path) -> Drill:
    """Put the copy back into the folder and compare. Raises `BackupFailed`."""
    unpacked = room / "unpacked"
    try:
        if connection.vendor == "postgresql":
            with postgresql.second_database() as url:
                seconds = _restore_timed(copy, room, DATABASE_URL=url)
                copy.unpack(unpacked)
                before, after = postgresql.rows_of_copy(unpacked), postgresql.rows_at(url)
        else:
            seconds = _restore_timed(copy, room)
            copy.unpack(unpacked)
            before, after = _rows_by_table(unpacked), _rows_by_table(room / "euchre.sqlite3")
    finally:
        unpacked.unlink(missing_ok=True)
    return Drill(seconds, tuple(sorted(_differences(before, after))))


def _restore_timed(copy: Package, room: Path, **where: str) -> float:
    began = time.monotonic()
    _restore(copy, room, **where)
    return time.monotonic() - began


def _restore(copy: Package, room: Path, **where: str) -> None:
    """Run `manage.py restore` in a site of its own, whose database is `where` it says."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    place = {"EUCHRE_DATA_DIR": str(room), "EUCHRE_BACKUP_DIR": str(room / "backups")}
    done = subprocess.run(  # noqa: S603  our own command on our own file
        program.own_process("restore", str(copy.path.absolute()), "--yes"),
        cwd=settings.BASE_DIR,
        env=kept | place | where,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        facts = {"name": copy.name, "why": done.stderr.strip().splitlines()[-1:] or [""]}
        raise BackupFailed(_("%(name)s could not be restored: %(why)s") % {**facts, "why": facts["why"][0]})


def _rows_by_table(path: Path) -> dict[str, Any]:
    """Every row of every table, in order."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(database.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)  # noqa: S608
            for name in names
        }


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    """The tables that differ; if an earlier version was brought up to date, those with fewer rows."""
    if before["django_migrations"] != after["django_migrations"]:
        return {name for name in before.keys() - CHANGED if len(after.get(name, ())) < len(before[name])}
    return {name for name in (before.keys() | after.keys()) - CHANGED if before.get(name) != after.get(name)}
