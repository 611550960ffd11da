"""Whether the database is of this version of the program, of an earlier or of a newer one; the way back."""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.backup import shelf
from tournament.backup.package import Package

NEW, SAME, OLDER, NEWER = "new", "same", "older", "newer"


def known() -> set[str]:
    """Every migration that this version has, as `app.name`."""
    return {f"{app}.{name}" for app, name in MigrationExecutor(connection).loader.graph.nodes}


def database() -> str:
    """How the database in use stands to this version: one of `NEW`, `SAME`, `OLDER` and `NEWER`."""
    loader = MigrationExecutor(connection).loader
    ours, applied = set(loader.graph.nodes), set(loader.applied_migrations)
    if not applied:
        return NEW
    if applied - ours:
        return NEWER
    return OLDER if ours - applied else SAME


def is_readable(migrations: Iterable[str]) -> bool:
    """Whether a copy to which these migrations were applied can be put back by this version."""
    return set(migrations) <= known()


def way_back() -> Package | None:
    """The newest copy on the shelf that this version can read; None if there is none."""
    ours = known()
    copies = (copy for copy in shelf.all_() if copy.engine == connection.vendor)
    return next((copy for copy in copies if set(copy.about["migrations"]) <= ours), None)


def before_update(copies: Iterable[Package]) -> Package | None:
    """The first of these copies that was taken before an update changed the tables; None if there is none."""
    return next((copy for copy in copies if copy.reason == shelf.BEFORE_UPDATE), None)
