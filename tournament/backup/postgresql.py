"""Copy a PostgreSQL database with pg_dump; restore it with pg_restore and psql, in one transaction.

Sessions are not copied, as they grant access.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournament.backup import schema
from tournament.backup.errors import BackupFailed
from tournament.backup.facts import Facts, read_facts
from tournament.models import Event

SESSIONS = Session._meta.db_table
# A line of a dump's list, of the kinds that Django's tables are made of: no function, trigger, view or rule.
ENTRY = re.compile(
    r"\d+; \d+ \d+ (?P<kind>TABLE DATA|TABLE|SEQUENCE OWNED BY|SEQUENCE SET|SEQUENCE|DEFAULT"
    r"|CONSTRAINT|FK CONSTRAINT"
    r"|INDEX|SCHEMA|COMMENT) \S+ (?P<name>.+?) \S*"
)
PATIENCE = "30s"  # for locks, while others write


def copy_to(path: Path) -> Facts:
    """Dump one snapshot of the database into a new file; return what it holds."""
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
            rows: list[tuple[object, ...]] = cursor.fetchall()
            return rows

        return read_facts(ask)


def holds(path: Path, facts: Facts) -> bool:
    """Whether the dump can be read, and has the events, accounts and migrations it was said to have."""
    said = {
        "tournament_event": len(facts["events"]) + facts.get("rehearsals", 0),
        "tournament_user": facts["accounts"],
        "django_migrations": len(facts["migrations"]),
    }
    return all(_count_rows(path, table) == number for table, number in said.items())


def _count_rows(path: Path, table: str) -> int:
    """How many rows of a table are in the dump."""
    lines = _run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(path)).splitlines()
    begins = next((n for n, line in enumerate(lines) if line.startswith("COPY ")), len(lines))
    return lines[begins:].index("\\.") - 1 if "\\." in lines[begins:] else 0


def refuse_strange(path: Path, migrations: Collection[str]) -> None:
    """Raise `BackupFailed` unless the dump lists the tables of its migrations, and nothing beside them."""
    known, met = schema.tables_in(migrations), set()
    for line in _run("pg_restore", "--list", str(path)).splitlines():
        if line.startswith(";") or not line.strip():
            continue
        entry = ENTRY.fullmatch(line)
        if entry is None or (entry["kind"] == "TABLE" and entry["name"] not in known):
            what = line.split(" ", 3)[-1]
            raise BackupFailed(str(schema.STRANGE) % {"what": what})
        if entry["kind"] == "TABLE":
            met.add(entry["name"])
    if missing := sorted(known - met):
        raise BackupFailed(str(schema.STRANGE) % {"what": missing[0]})


def restore_from(path: Path, first: Callable[[], object], last: Sequence[str] = ()) -> None:
    """Replace the database with the file's contents, in one transaction; sessions stay.

    `first` is called once nobody else can write and before anything changes; writers wait, and then write
    into the restored database. `last` is SQL that runs before anybody sees the result.
    """
    listed = _run("pg_restore", "--list", str(path)).splitlines()
    if SESSIONS in connection.introspection.table_names():
        listed = [line for line in listed if SESSIONS not in line]
    connection.close()  # else its locks would block the restore
    with tempfile.TemporaryDirectory() as room:
        chosen, script = Path(room) / "wanted", Path(room) / "script"
        chosen.write_text("\n".join(listed), encoding="utf-8")
        _run(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges",
            f"--use-list={chosen}", f"--file={script}", str(path),
        )  # fmt: skip
        with script.open("a", encoding="utf-8") as file:
            file.write("\nRESET search_path;\n")  # the dump holds the table without rows
            file.writelines(f"{statement};\n" for statement in last)
        _in_one_transaction(script, first)


def _in_one_transaction(script: Path, first: Callable[[], object]) -> None:
    """Run the script once nobody writes: each action holds its event's row (`services.common.lock_event`)."""
    command = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    pipe, env = subprocess.PIPE, os.environ | _address()
    with (script.parent / "said").open("w+", encoding="utf-8") as said, _installed("psql"):
        with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=said, text=True) as psql:  # noqa: S603
            assert psql.stdin is not None
            assert psql.stdout is not None
            try:
                _tell(
                    psql.stdin, f"BEGIN; LOCK TABLE {Event._meta.db_table} IN EXCLUSIVE MODE;\n\\echo held\n"
                )
                if psql.stdout.readline():
                    first()
                    connection.close()
                    _tell(psql.stdin, f"\\i {script}\nCOMMIT;\n")
                psql.communicate()
            except BaseException:
                psql.kill()  # killing it rolls its transaction back
                raise
        said.seek(0)
        _refuse_failed("psql", psql.returncode, said.read())


def _tell(stdin: IO[str], words: str) -> None:
    with suppress(BrokenPipeError):  # psql has ended; its exit status says why
        stdin.write(words)
        stdin.flush()


def _run(program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs on this site's database; return its output."""
    with _installed(program):
        done = subprocess.run(  # noqa: S603  the program's name and our own paths
            [program, *arguments], env=os.environ | _address(), capture_output=True, text=True, check=False
        )
    _refuse_failed(program, done.returncode, done.stderr)
    return done.stdout


@contextmanager
def _installed(program: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        message = _("PostgreSQL’s program %(program)s is not installed here (Debian: postgresql-client).")
        raise BackupFailed(message % {"program": program}) from error


def _refuse_failed(program: str, status: int, said: str) -> None:
    if status:
        facts = {"program": program, "said": " ".join(said.split())[:500]}
        raise BackupFailed(_("%(program)s failed, and nothing was changed. It says: %(said)s") % facts)


def _address() -> dict[str, str]:
    """The database's address as environment variables, so that no command line shows the password."""
    settings = connection.settings_dict
    address = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": settings["NAME"],
        "PGSSLMODE": settings["OPTIONS"].get("sslmode"),
        "PGOPTIONS": f"-c lock_timeout={PATIENCE}",
    }
    return {name: str(value) for name, value in address.items() if value}
