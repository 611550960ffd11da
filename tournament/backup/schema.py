"""What the tables of a copy must look like: as the migrations it names make them, and nothing beside.

A trigger, a view or a generated column is code that would run in the site with every right.
"""

import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as _

from tournament.backup.errors import BackupFailed

MIGRATIONS = "django_migrations"
STRANGE = _(
    "This backup is not laid out as this site lays it out (%(what)s). Someone changed it: use another one."
)
OWN = ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4")  # SQLite's


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table: each column's type and whether it may be null, what is unique, its constraints by name."""

    columns: dict[str, tuple[str, bool]]
    unique: frozenset[frozenset[str]]
    named: frozenset[str]


def layouts(migrations: Collection[str]) -> dict[str, TableLayout]:
    """Every table that these migrations make, by name."""
    loader = MigrationLoader(None, replace_migrations=False)
    wanted = set(migrations)
    # As Django does for a database: one that replaces others stands for all of them, or for none.
    for new, migration in loader.replacements.items():
        if wanted.issuperset(f"{app}.{name}" for app, name in migration.replaces):
            loader.graph.remove_replaced_nodes(new, migration.replaces)
            wanted.add(".".join(new))
        else:
            loader.graph.remove_replacement_node(new, migration.replaces)
    state = loader.project_state(
        [(app, name) for app, name in loader.graph.nodes if f"{app}.{name}" in wanted]
    )
    made = state.apps.get_models(include_auto_created=True)
    return {model._meta.db_table: _layout(model) for model in made if _is_ours(model)}


def tables_in(migrations: Collection[str]) -> set[str]:
    """The names of all tables in a database to which these migrations were applied."""
    return {*layouts(migrations), MIGRATIONS}


def refuse_strange(copy: sqlite3.Connection, migrations: Collection[str]) -> None:
    """Raise `BackupFailed` unless a SQLite copy holds the tables of its migrations, and only those."""
    if what := next(_strange(copy, migrations), None):
        raise BackupFailed(str(STRANGE) % {"what": what})


def _strange(copy: sqlite3.Connection, migrations: Collection[str]) -> Iterator[str]:
    expected = layouts(migrations)
    found = set()
    for kind, name, table, sql in copy.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"):
        if kind == "index" and (table in expected or table == MIGRATIONS):
            continue
        plain = kind == "table" and not str(sql).lstrip().upper().startswith("CREATE VIRTUAL")
        if not plain or (name not in expected and name not in (MIGRATIONS, *OWN)):
            yield f"{kind} {name}"
        found.add(name)
    yield from (f"table {name}" for name in sorted({*expected, MIGRATIONS} - found))
    applied = {f"{app}.{name}" for app, name in copy.execute("SELECT app, name FROM django_migrations")}
    yield from sorted(applied ^ set(migrations))
    for name, layout in expected.items():
        yield from (f"{name}.{what}" for what in _differences(copy, name, layout))


def _differences(copy: sqlite3.Connection, table: str, layout: TableLayout) -> Iterator[str]:
    columns = {
        name: (kind.lower(), not not_null)
        for _id, name, kind, not_null, _default, _key, hidden in copy.execute(
            "SELECT * FROM pragma_table_xinfo(?)", [table]
        )
        if not hidden
    }
    number = copy.execute("SELECT COUNT(*) FROM pragma_table_xinfo(?)", [table]).fetchone()[0]
    yield from sorted(dict(columns.items() ^ layout.columns.items()))
    if number != len(columns):
        yield "hidden"
    unique, named = set(), set()
    for _seq, index, is_unique, _origin, partial in copy.execute(
        "SELECT * FROM pragma_index_list(?)", [table]
    ):
        named.add(index)
        parts = copy.execute("SELECT name FROM pragma_index_info(?)", [index]).fetchall()
        if is_unique and not partial:
            unique.add(frozenset(name for (name,) in parts))
    yield from (" ".join(sorted(fields)) for fields in layout.unique - unique)
    (sql,) = copy.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table]
    ).fetchone()
    yield from sorted(name for name in layout.named - named if f'"{name}"' not in sql)


def _is_ours(model: type[models.Model]) -> bool:
    """Whether migrations make a table for this model."""
    owner = model._meta.auto_created  # of a table between two others, the model that has the field
    swapped = model._meta.swapped or (isinstance(owner, type) and owner._meta.swapped)
    return model._meta.managed and not model._meta.proxy and not swapped


def _layout(model: type[models.Model]) -> TableLayout:
    meta = model._meta
    fields = {field.name: field for field in meta.local_concrete_fields}
    column = {name: str(field.column) for name, field in fields.items()}
    columns = {
        column[name]: ((field.db_type(connection) or "").lower(), field.null)
        for name, field in fields.items()
    }
    alone = {
        frozenset([column[name]]) for name, field in fields.items() if field.unique and not field.primary_key
    }
    together = {frozenset(column[name] for name in names) for names in meta.unique_together}
    return TableLayout(columns, frozenset(alone | together), frozenset(one.name for one in meta.constraints))
