"""Whether the database is of this version of the program, of an earlier or of a newer one; the way back."""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.backup import package, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package

NEW, SAME, OLDER, NEWER = "new", "same", "older", "newer"


def known_migrations() -> set[str]:
    """Every migration that this version has, as `app.name`."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def missing_migrations(migrations: Iterable[str]) -> set[str]:
    """What this version has still to apply where these migrations were applied."""
    return known_migrations() - set(migrations)


def database_version() -> str:
    """How the database in use stands to this version: one of `NEW`, `SAME`, `OLDER` and `NEWER`."""
    applied = {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}
    if not applied:
        return NEW
    if not is_readable(applied):
        return NEWER
    return OLDER if missing_migrations(applied) else SAME


def is_readable(migrations: Iterable[str]) -> bool:
    """Whether a copy to which these migrations were applied can be put back by this version."""
    return set(migrations) <= known_migrations()


def way_back() -> Package | None:
    """The newest copy on the shelf that this version can read; None if there is none.

    Raises `BackupFailed`.
    """
    if package.is_kept_by_host():
        raise BackupFailed(str(package.BY_HOST))
    copies = (copy for copy in shelf.all_() if copy.engine == connection.vendor)
    return next((copy for copy in copies if is_readable(copy.about["migrations"])), None)


def first_before_update(copies: Iterable[Package]) -> Package | None:
    """The first of these copies that was taken before an update changed the tables; None if there is none."""
    return next((copy for copy in copies if copy.reason == shelf.BEFORE_UPDATE), None)
