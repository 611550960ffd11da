"""Take automatic backups: at publishing, at each round's close, every five minutes of play.

Each process has a thread for this, started by its first saved change, so no request waits. A file lock
coordinates processes: of two that want a backup, the second finds it made.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournament.backup import package, shelf
from tournament.backup.errors import BackupFailed
from tournament.registry.actions import ACTIONS

log = logging.getLogger(__name__)


class Keeper:
    """The backups that this process still has to take, and the thread that takes them."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.since: datetime | None = None  # the first change not backed up yet
        self.reason = ""  # why a backup is due at once
        self.thread: threading.Thread | None = None
        self.busy = False

    def changed(self, action: str) -> None:
        """Note a saved action: a backup is due, at once or within `shelf.BETWEEN`."""
        with self.condition:
            self.since = self.since or timezone.now()
            registered = ACTIONS.get(action)
            if registered is not None and registered.backup is not None:
                self.reason = registered.backup
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._work, name="backup", daemon=True)
                self.thread.start()
            self.condition.notify()

    def _work(self) -> None:
        while True:
            with self.condition:
                while not self._is_due():
                    self.condition.wait(self._wait())
                since, reason = self.since, self.reason or shelf.PLAY
                self.since, self.reason = None, ""
                self.busy = True
            try:
                with _alone():
                    if reason != shelf.PLAY or _due(since):
                        shelf.take(reason)
            except Exception as problem:
                shelf.failure = str(problem) or repr(problem)
                known = isinstance(problem, BackupFailed)
                log.error("No backup could be made (%s): %s", reason, problem, exc_info=not known)
            finally:
                connection.close()
                with self.condition:
                    self.busy = False
                    self.condition.notify_all()

    def finish(self, most: float = 30) -> None:
        """Wait until the backup that is due now has been taken, at most so many seconds.

        A process that ends takes its thread and the thread's working folder with it: a command that saved
        something calls this last.
        """
        with self.condition:
            self.condition.wait_for(lambda: not self.busy and not self._is_due(), most)

    def _is_due(self) -> bool:
        return (wait := self._wait()) is not None and wait <= 0

    def _wait(self) -> float | None:
        """Seconds until a backup is due; None if nothing has changed."""
        if self.since is None:
            return None
        if self.reason:
            return 0
        newest, now = _newest(), timezone.now()
        if newest is None or newest > now:  # a copy of the future: the clock was wrong then
            return 0
        return (newest + shelf.BETWEEN - now).total_seconds()


def _due(since: datetime | None) -> bool:
    """Whether no process has taken a backup since."""
    newest = _newest()
    return newest is None or since is None or newest < since or newest > timezone.now() + shelf.AHEAD


def _newest() -> datetime | None:
    with suppress(BackupFailed):  # `take` meets the same problem, and reports it
        return shelf.newest_at()
    return None


@contextmanager
def _alone() -> Iterator[None]:
    """Allow one process at a time; if files cannot be locked (Windows), a hall has only one."""
    with (shelf.folder() / ".lock").open("w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


keeper = Keeper()


def note_saved_action(action: str) -> None:
    """Receive every saved action."""
    if settings.BACKUPS and not package.is_kept_by_host():
        keeper.changed(action)
