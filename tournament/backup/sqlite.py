"""Copy and restore a SQLite database in use, through SQLite's own backup interface.

Copying the file would lose what is in the write-ahead log. Sessions are not copied, as they grant access.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.contrib.sessions.models import Session
from django.db import connection
from django.utils.translation import gettext as _

from tournament.backup import schema, values
from tournament.backup.errors import UNREADABLE, BackupFailed, in_words, is_damage
from tournament.backup.facts import Facts, read_facts

SESSIONS = Session._meta.db_table
PATIENCE = 30  # seconds to wait for other writers


def copy_to(path: Path) -> Facts:
    """Write one snapshot of the database into a new file; return what it holds."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        copy.execute("PRAGMA secure_delete=ON")
        copy.execute(f"DELETE FROM {SESSIONS}")  # noqa: S608  the model's own name
        copy.commit()
        _refuse_broken(copy)
        return read_facts(lambda sql: copy.execute(sql).fetchall())


def holds(path: Path, facts: Facts) -> bool:
    """Whether the copy can be opened, is sound, and counts what it was said to hold."""
    with closing(sqlite3.connect(path)) as copy:
        _refuse_broken(copy)
        return read_facts(lambda sql: copy.execute(sql).fetchall()) == facts


def refuse_strange(path: Path, migrations: Collection[str]) -> None:
    """Raise `BackupFailed` unless the copy is laid out as its migrations say, and each row can be read."""
    with closing(sqlite3.connect(path)) as copy:
        schema.refuse_strange(copy, migrations)
        values.refuse_odd(copy, migrations)


def restore_from(path: Path, first: Callable[[], object], last: Sequence[str] = ()) -> None:
    """Replace the database with the file's contents, in one step; sessions stay.

    `first` is called once nobody else can write and before anything changes; writers wait, and then write
    into the restored database. `last` is SQL that runs before anybody sees the result.
    """
    pending = [first]

    def held(status: int, remaining: int, total: int) -> None:
        """Run after each page; from the first page on nobody else can write, but all can read."""
        if status == sqlite3.SQLITE_OK and pending:
            pending.pop()()

    with closing(sqlite3.connect(path)) as copy:
        _refuse_broken(copy)
        _bring_sessions(copy)
        for statement in last:
            copy.execute(statement)
        copy.commit()
        with closing(_writing()) as live:
            copy.backup(live, pages=1, progress=held)
    connection.close()


def damage() -> str:
    """Describe the damage to the database's file in SQLite's words; empty if it is sound."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            verdict = str(cursor.fetchone()[0])
    except UNREADABLE as problem:
        if not is_damage(problem):
            raise
        return in_words(problem)
    return "" if verdict == "ok" else verdict


def set_aside(at: datetime, why: str = "damaged") -> Path:
    """Rename the database's files, so that a new database can begin; return the old one's path.

    `why` is one word for the new name.
    """
    connection.close()
    path = Path(connection.settings_dict["NAME"])
    aside = path.with_name(f"{path.name}.{why}-{at:%Y%m%d-%H%M%S}")
    for end in ("-wal", "-shm", ""):  # the logs first, so that a new database never finds an old one's
        if (file := Path(f"{path}{end}")).exists():
            file.rename(f"{aside}{end}")
    return aside


@contextmanager
def whole_or_not_at_all() -> Iterator[None]:
    """Let the database be a new file beside its own for a while, which takes its place when all went well.

    For making the tables of a new database: Django notes what it applied after it applied it, and a process
    that ends between the two would leave a database that no later start could complete.
    """
    connection.close()
    path = Path(connection.settings_dict["NAME"])
    making = path.with_name(f"{path.name}.making")
    connection.settings_dict["NAME"] = str(making)
    try:
        _remove(making)  # of a start that was stopped
        yield
        connection.close()
        _remove(path)  # empty: SQLite made it when it was asked what is in it
        making.replace(path)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(path)


def _remove(path: Path) -> None:
    for end in ("-wal", "-shm", ""):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _writing() -> sqlite3.Connection:
    settings = connection.settings_dict
    live = sqlite3.connect(settings["NAME"], timeout=PATIENCE, uri=str(settings["NAME"]).startswith("file:"))
    for wish in ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON"):
        live.execute(f"PRAGMA {wish}")
    return live


def _bring_sessions(copy: sqlite3.Connection) -> None:
    """Copy today's sessions into the backup, so that restoring it signs nobody in again."""
    columns = "session_key, session_data, expire_date"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {SESSIONS}")  # noqa: S608  the model's own names
        rows = [[str(value) for value in row] for row in cursor.fetchall()]
    copy.execute(f"DELETE FROM {SESSIONS}")  # noqa: S608
    copy.executemany(f"INSERT INTO {SESSIONS} ({columns}) VALUES (?, ?, ?)", rows)  # noqa: S608
    copy.commit()


def _refuse_broken(copy: sqlite3.Connection) -> None:
    verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if verdict != "ok":
        raise BackupFailed(_("The backup is damaged (%(what)s). Choose another one.") % {"what": verdict})
