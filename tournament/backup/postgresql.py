"""A PostgreSQL database copied by pg_dump and put back by pg_restore, in one transaction each.

Sessions are not copied: they are keys.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournament.backup.errors import BackupFailed
from tournament.backup.facts import Facts, facts_of

SESSIONS = Session._meta.db_table
PATIENCE = "30s"  # for locks, while others write


def copy_to(path: Path) -> Facts:
    """Dump the database as it is at one moment into a new file; answers what it holds."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        moment = cursor.fetchone()[0]
        _run(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={moment}",
            f"--exclude-table-data={SESSIONS}", f"--file={path}",
        )  # fmt: skip

        def ask(sql: str) -> list[tuple[object, ...]]:
            cursor.execute(sql)
            return cursor.fetchall()

        return facts_of(ask)


def put_back(path: Path) -> None:
    """Let the database be what the file holds, in one transaction; who is signed in stays so."""
    listed = _run("pg_restore", "--list", str(path)).splitlines()
    if SESSIONS in connection.introspection.table_names():
        listed = [line for line in listed if SESSIONS not in line]
    connection.close()  # its locks would be waited for
    with tempfile.NamedTemporaryFile("w", suffix=".list", encoding="utf-8") as wanted:
        wanted.write("\n".join(listed))
        wanted.flush()
        _run(
            "pg_restore", "--clean", "--if-exists", "--single-transaction", "--no-owner", "--no-privileges",
            f"--use-list={wanted.name}", f"--dbname={connection.settings_dict['NAME']}", str(path),
        )  # fmt: skip


def _run(program: str, *arguments: str) -> str:
    """One of PostgreSQL's own programs on this site's database; answers what it printed."""
    try:
        done = subprocess.run(  # noqa: S603  the program's name and our own paths
            [program, *arguments], env=os.environ | _address(), capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        message = _("PostgreSQL’s program %(program)s is not installed here (Debian: postgresql-client).")
        raise BackupFailed(message % {"program": program}) from error
    if done.returncode:
        facts = {"program": program, "said": " ".join(done.stderr.split())[:500]}
        raise BackupFailed(_("%(program)s failed, and nothing was changed. It says: %(said)s") % facts)
    return done.stdout


def _address() -> dict[str, str]:
    """The database's address as PostgreSQL's programs read it; a password stands in no command line."""
    settings = connection.settings_dict
    found = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": settings["NAME"],
        "PGSSLMODE": settings["OPTIONS"].get("sslmode"),
        "PGOPTIONS": f"-c lock_timeout={PATIENCE}",
    }
    return {name: str(value) for name, value in found.items() if value}
