"""What the tables and indexes of a copy must look like: as the migrations it names make them.

A trigger, a view or a generated column is code that would run in the site with every right; a strange index
or constraint could refuse every later score.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext_lazy as _lazy

from tournament.backup.errors import BackupFailed

STRANGE = _lazy(
    "This backup is not laid out as this site lays it out (%(what)s). Someone changed it: use another one."
)
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master"
# Tables of SQLite's own, which it makes when it needs them.
OWN = (
    ("table", "sqlite_sequence", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
    ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
)

Rows = Iterable[tuple[str, str, str, str | None]]


def refuse_strange(copy: sqlite3.Connection, migrations: Collection[str]) -> None:
    """Raise `BackupFailed` unless a copy holds the tables and indexes of its migrations, and only
    those."""
    if what := next(_strange(copy, migrations), None):
        raise BackupFailed(str(STRANGE) % {"what": what})


def _strange(copy: sqlite3.Connection, migrations: Collection[str]) -> Iterator[str]:
    stored, expected = _definitions(copy.execute(SCHEMA)), _definitions(_made_by(migrations))
    for kind, name, *_rest in sorted((stored - expected - _definitions(OWN)) | (expected - stored)):
        yield f"{kind} {name}"
    applied = {f"{app}.{name}" for app, name in copy.execute("SELECT app, name FROM django_migrations")}
    yield from sorted(applied ^ set(migrations))


def _definitions(rows: Rows) -> set[tuple[str, ...]]:
    """Each row in a form that does not depend on the order in which a table got its columns.

    SQLite runs the SQL of a row whatever kind the row says it is, so the SQL of each is compared.
    """
    return {
        (kind, name, table, *(_parts(sql) if kind == "table" else (sql,)))
        for kind, name, table, sql in rows
        if sql is not None  # of an index that a table's own definition makes
    }


def _parts(sql: str) -> list[str]:
    """A table's definition: what is before its columns and after them, then each column and constraint."""
    before, _bracket, rest = sql.partition("(")
    inside, _bracket, after = rest.rpartition(")")
    parts, depth = [""], 0
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [before.strip(), after.strip(), *sorted(part.strip() for part in parts)]


def _made_by(migrations: Collection[str]) -> list[tuple[str, str, str, str | None]]:
    """What a SQLite database holds to which these migrations were applied: made once more, in memory."""
    memory = connection.copy("layout")
    memory.settings_dict["NAME"] = ":memory:"
    try:
        with memory.schema_editor(atomic=False) as editor:
            editor.create_model(MigrationRecorder.Migration)
            for model in models_of(migrations):
                editor.create_model(model)
        with memory.cursor() as cursor:
            cursor.execute(SCHEMA)
            return list(cursor.fetchall())
    finally:
        memory.close()


def models_of(migrations: Collection[str], *, with_links: bool = False) -> list[type[models.Model]]:
    """The models that these migrations make; `with_links`: those too that only join two others."""
    loader = MigrationLoader(None)
    state = loader.project_state(
        [(app, name) for app, name in loader.graph.nodes if f"{app}.{name}" in migrations]
    )
    return [model for model in state.apps.get_models(include_auto_created=with_links) if _is_ours(model)]


def _is_ours(model: type[models.Model]) -> bool:
    """Whether migrations make a table for this model."""
    owner = model._meta.auto_created  # of a table between two others, the model that has the field
    swapped = model._meta.swapped or (isinstance(owner, type) and owner._meta.swapped)
    return model._meta.managed and not model._meta.proxy and not swapped
