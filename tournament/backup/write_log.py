"""Notice that SQLite's write-ahead log was deleted: while the site serves, or after it was killed.

What is saved is in that log first, the file `…-wal`, and in the database's own file some writes later.
Whoever deletes it takes the newest scores along, and SQLite does not notice. For a hall: one process.
"""

import logging
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from django.core.signals import request_started
from django.db import connection
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

log = logging.getLogger(__name__)
PATIENCE = 10  # seconds to wait for other writers
SAVED = _lazy(
    "A file of the database was deleted while the site was running: %(name)s. All that was saved up to now "
    "has been written elsewhere and is safe. Make a backup, and start the site again at the next pause. Find "
    "out what deletes files in the data folder."
)
LOST = _lazy(
    "A file of the database was deleted while the site was running: %(name)s. The newest entries may be "
    "missing. Stop the site now, start it again, and compare the newest results with the papers."
)


class Watch:
    """Looks at the log of one database while it is served.

    Holds a connection to it from first to last: SQLite deletes the log itself when the last one closes, and
    through this one what is in a deleted log can still be written to the database's own file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn = 0  # one more whenever the log was deleted: what was connected before connects again
        self.alarm = ""  # what an official must know, until the site is started again
        self._lock = threading.Lock()
        self._hold()

    @property
    def log(self) -> Path:
        return Path(f"{self.path}-wal")

    def look(self) -> None:
        """Compare the file with the one at the start; if it is another one, save what can be saved."""
        if self._number() == self._known:
            return
        with self._lock:
            if self._number() != self._known:
                self._save()

    def _save(self) -> None:
        """Write what the deleted log holds to the database's own file, then begin a new log."""
        # One that others have begun meanwhile no longer fits to the index that both share.
        begun = self.log.exists() and self.log.stat().st_size > 0
        busy = begun or self._held.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        self.alarm = str(LOST if busy else SAVED) % {"name": self.log.name}
        log.critical(self.alarm)
        self._held.close()
        self.turn += 1
        self._hold()

    def _hold(self) -> None:
        self._held = sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False)
        self._held.execute("SELECT COUNT(*) FROM sqlite_master").fetchall()  # opens the log, too
        self._known = self._number()

    def _number(self) -> int:
        """The file's number on the disk, which another file of the same name has not; 0 without a file."""
        with suppress(OSError):
            return self.log.stat().st_ino
        return 0


_watch: Watch | None = None


def watch() -> str:
    """Begin to watch the database that is served; return what is missing in it, in a sentence, or nothing."""
    global _watch
    if connection.vendor != "sqlite":
        return ""
    missing = _missing()
    _watch = Watch(Path(connection.settings_dict["NAME"]))
    _watch.alarm = missing
    connection_created.connect(_connected, dispatch_uid="write_log")
    request_started.connect(_asked, dispatch_uid="write_log")
    connection.close()
    return missing


def alarm() -> str:
    """What an official must know about the log; empty if all is well."""
    return _watch.alarm if _watch is not None else ""


def note_saved(entry: int) -> None:
    """Note audit entry `entry` as the last one saved, and check that nobody deleted the write-ahead log.

    Never raises: alarm() then says what is wrong. Does nothing if no database is watched.
    """
    if _watch is not None:
        _asked()
        with suppress(OSError):
            _note().write_text(str(entry), encoding="ascii")


def forget() -> None:
    """Another database takes the place of this one: its history may be shorter."""
    with suppress(OSError):
        _note().unlink(missing_ok=True)


def _missing() -> str:
    """How many entries of the history were saved and are gone."""
    table = "tournament_auditentry"
    try:
        noted = int(_note().read_text(encoding="ascii"))
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            row = database.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    except (OSError, ValueError):
        return ""
    lost = noted - (row[0] if row else 0)
    if lost <= 0:
        return ""
    forget()  # told once
    return ngettext(
        "%(n)d entry that was saved is missing: a file of the database was deleted after the site had been "
        "cut off. Compare the newest results with the papers, or restore the newest backup.",
        "%(n)d entries that were saved are missing: a file of the database was deleted after the site had "
        "been cut off. Compare the newest results with the papers, or restore the newest backup.",
        lost,
    ) % {"n": lost}


def _note() -> Path:
    return Path(f"{connection.settings_dict['NAME']}.last")


def _connected(**facts: Any) -> None:
    facts["connection"].turn = _watch.turn if _watch is not None else 0


def _asked(**_rest: Any) -> None:
    """Before a request is answered, and after it saved something: leave a connection whose log is gone."""
    if _watch is not None:
        _watch.look()
        if getattr(connection, "turn", 0) != _watch.turn:
            connection.close()
