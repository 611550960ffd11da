"""The rows of a copy, read as the site would read them, before anything is replaced by them.

A date that no calendar has, a time zone without a clock, rules that are none, an account that is gone: each
would be an error on every page, with the good database already away. For SQLite, which takes any value.
"""

import json
import math
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from tournament.backup import schema
from tournament.backup.errors import BackupFailed
from tournament.backup.facts import FIRST_YEAR, LAST_YEAR

RANGES = BaseDatabaseOperations.integer_field_ranges  # SQLite itself would take more than one can count on
MOST_ROWS = 2**62  # the number of a row: there is room for as many again
SHOWN = 60  # characters of a value in a sentence
# What a value raises that cannot be read.
ODD = (ValidationError, ScoringError, ValueError, TypeError, LookupError, AttributeError, OSError)
EVENTS: Mapping[str, Callable[[Any], object]] = {"time_zone": ZoneInfo, "rules": Ruleset.from_dict}


def refuse_odd(copy: sqlite3.Connection, migrations: Collection[str]) -> None:
    """Raise `BackupFailed`, which names the event and the field, unless each row of the copy can be read."""
    if what := next(_odd(copy, migrations), None):
        words = _("This backup holds what the site cannot read, so nothing was changed: %(what)s.")
        raise BackupFailed(words % {"what": what})


def _odd(copy: sqlite3.Connection, migrations: Collection[str]) -> Iterator[str]:
    """What cannot be read, in words."""
    for table, row, other, _key in copy.execute("PRAGMA foreign_key_check"):
        words = _("row %(row)s of %(table)s belongs to a row of %(other)s that is not there")
        yield words % {"table": table, "row": row, "other": other}
    for name, number in copy.execute("SELECT name, seq FROM sqlite_sequence"):
        if type(number) is not int or not 0 <= number <= MOST_ROWS:
            yield f"{name} = {number!r:.{SHOWN}}"
    names = dict(copy.execute("SELECT id, name FROM tournament_event"))
    is_present = set(migrations) == {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    for model in schema.models_of(migrations, with_links=True):
        fields = model._meta.concrete_fields
        columns = ", ".join(f'"{field.column}"' for field in fields)
        with closing(copy.execute(f'SELECT {columns} FROM "{model._meta.db_table}"')) as rows:  # noqa: S608
            for row in rows:
                for field, value in zip(fields, row, strict=True):
                    if _is_odd(field, value, is_present=is_present):
                        yield _place(field, dict(zip(fields, row, strict=True)), names, value)


def _is_odd(field: Any, value: Any, *, is_present: bool) -> bool:
    """Whether this stored value cannot be read."""
    try:
        read = _read(field, value)
        if is_present and field.model._meta.label_lower == "tournament.event" and field.name in EVENTS:
            EVENTS[field.name](read)
    except (*ODD, RecursionError):
        return True
    return False


def _read(field: Any, value: Any) -> Any:
    """The value as the site reads it. Raises one of `ODD`."""
    field = field.target_field if field.remote_field else field
    if value is None:
        return None  # the table itself says where something has to be
    kind = field.get_internal_type()
    if isinstance(field, models.JSONField):
        value = json.loads(value)
        if field.has_default() and type(value) is not type(json.loads(json.dumps(field.get_default()))):
            raise ValueError
        return value
    if kind in RANGES:
        low, high = RANGES[kind]
        if type(value) is not int or not low <= value <= min(high, MOST_ROWS):
            raise ValueError
    elif isinstance(field, models.FloatField):
        if not math.isfinite(value):
            raise ValueError
    elif isinstance(field, models.BooleanField):
        if value not in (0, 1):
            raise ValueError
    elif not isinstance(value, str):
        raise TypeError
    read = field.to_python(value)
    if isinstance(read, date) and not FIRST_YEAR <= read.year <= LAST_YEAR:
        raise ValueError
    field.run_validators(read)
    if field.choices and value not in ("", *dict(field.flatchoices)):
        raise ValueError
    return read


def _place(field: Any, row: Mapping[Any, Any], names: Mapping[int, str], value: Any) -> str:
    """Where a value stands: its event, what it is of, the field, and its beginning."""
    stored = {known.attname: one for known, one in row.items()}
    meta = field.model._meta
    number = stored.get("id")
    event = number if meta.label_lower == "tournament.event" else stored.get("event_id")
    place = f"{meta.verbose_name} {number}, {field.verbose_name} = {value!r:.{SHOWN}}"
    return f"“{names[event]}”: {place}" if event is not None and event in names else place
