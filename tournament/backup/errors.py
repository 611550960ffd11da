"""The error for a backup that cannot be taken, read or restored."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DatabaseError
from django.utils.translation import gettext as _

DAMAGED = ("not a database", "malformed", "Could not decode")  # SQLite's messages about a damaged file
# Of a damaged file: Python cannot read a message of SQLite that has a table's name in bytes of no language.
UNREADABLE = (DatabaseError, UnicodeDecodeError)


class BackupFailed(Exception):
    """A backup could not be taken, read or restored; the message says why and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@contextmanager
def as_backup_failed(folder: Path) -> Iterator[None]:
    """Convert errors of the disk or the database into `BackupFailed`; `folder` is the one written to."""
    try:
        yield
    except (OSError, sqlite3.Error, *UNREADABLE) as error:
        raise BackupFailed(_why(error, folder)) from error


def _why(error: Exception, folder: Path) -> str:
    facts = {"folder": folder, "why": getattr(error, "strerror", None) or in_words(error)}
    if getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error):
        return _("The disk is full. Make room, then try again; nothing half-written was kept.")
    if getattr(error, "errno", None) in (errno.EROFS, errno.EACCES, errno.EPERM) or "readonly" in str(error):
        return _("Nothing can be written in %(folder)s: %(why)s.") % facts
    return _("That didn’t work: %(why)s. Nothing was changed.") % facts


def is_damage(problem: BaseException) -> bool:
    """Whether an error means that the database file is damaged; SQLite has no exception class for that."""
    return isinstance(problem, UNREADABLE) and any(sign in in_words(problem) for sign in DAMAGED)


def in_words(problem: BaseException) -> str:
    """What the database says is wrong."""
    if isinstance(problem, UnicodeDecodeError):
        return problem.object.decode("utf-8", "replace")
    return str(problem)
