"""What many tests start from is built once in a run; afterwards the rows that were written are written again.

That takes a twentieth of the time. The rows are the same to the last key: it is done only where the database
holds exactly what it held then.
"""

import os
import random
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from unittest import mock

from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.utils.translation import get_language

from tournament.models import User

Made = TypeVar("Made", bound=Callable[..., Any])

MOST = 400  # that are kept at once
WRITING = ("INSERT", "UPDATE", "DELETE", "ROLLBACK")
DIFFERS = {"password", "date_joined", "last_login"}  # each time that an account is made

_kept: dict[Any, tuple[list[tuple[str, Any]], Any]] = {}


def kept(build: Made) -> Made:
    """Let a maker of what is stored run once for the same arguments and the same database.

    It takes models and plain values, says every time itself (`at=NOW`), and answers with a model or a tuple
    of them. What it draws is the same in each test.
    """

    @wraps(build)
    def made(*args: Any, **kwargs: Any) -> Any:
        # A file is used as it is, and PostgreSQL's keys go on counting when a test's rows are gone.
        if connection.vendor != "sqlite" or not connection.in_atomic_block:
            return _read(_named(build(*args, **kwargs)))
        named = f"{build.__module__}.{build.__qualname__} {_named([args, kwargs])}"
        key = named, settings.LANGUAGE_CODE, get_language(), _stored()
        if key not in _kept:
            draw = random.Random(os.environ.get("EUCHRE_TEST_DRAW", "") + named)
            with mock.patch.object(secrets, "randbelow", draw.randrange):
                written, answer = _noted(lambda: build(*args, **kwargs))
            if any(sql.startswith("ROLLBACK") for sql, _params in written):
                return _read(answer)
            if len(_kept) >= MOST:
                _kept.clear()
            _kept[key] = written, answer
            return _read(answer)
        written, answer = _kept[key]
        with connection.cursor() as cursor:
            for sql, params in written:
                cursor.execute(sql, params)
        return _read(answer)

    return made  # type: ignore[return-value]


def _noted(build: Callable[[], Any]) -> tuple[list[tuple[str, Any]], Any]:
    """The statements that change something, with their values, and the answer by its keys."""
    written: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(WRITING):
            written.extend((sql, one) for one in (params if many else [params]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        return written, _named(build())


def _stored() -> int:
    """What the tables hold, and how far their keys have counted."""
    with connection.cursor() as cursor:
        counted = cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall()
        tables = [name for name, _last in counted if name.startswith("tournament_")]
        rows = [cursor.execute(f"SELECT {_columns(name)} FROM {name}").fetchall() for name in tables]
        return hash(repr((counted, rows)))


def _columns(table: str) -> str:
    if table != User._meta.db_table:
        return "*"
    return ", ".join(field.column for field in User._meta.concrete_fields if field.name not in DIFFERS)


def _named(value: Any) -> Any:
    """The same with models as their class and key."""
    if isinstance(value, Model):
        return type(value), value.pk
    if isinstance(value, (tuple, list)):
        return [_named(one) for one in value]
    if isinstance(value, dict):
        return {name: _named(one) for name, one in value.items()}
    return type(value) if type(value).__name__.startswith("Test") else value  # of a fixture in a class


def _read(answer: Any) -> Any:
    """The models of these keys."""
    if isinstance(answer, list):
        return tuple(_read(one) for one in answer)
    return answer if answer is None else answer[0]._default_manager.get(pk=answer[1])
