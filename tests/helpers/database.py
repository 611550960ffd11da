"""Another database as that of this process, for a while; and how many queries a page takes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext


def queries(client, address, query=None):
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as taken:
        assert client.get(address, query).status_code == 200
    return len(taken)


@contextmanager
def on_file(path):
    """Let the database be this SQLite file for a while."""
    with _instead(NAME=str(path)):
        yield


@contextmanager
def in_schema(name):
    """Let the database be a schema of its own on PostgreSQL, which is empty and goes afterwards."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {name}")
    try:
        with _instead(OPTIONS={"options": f"-c search_path={name}"}):
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {name} CASCADE")


@contextmanager
def _instead(**changes):
    original, kept = connections["default"], connections.settings["default"]
    connections.settings["default"] = kept | changes
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = kept
        connections["default"] = original


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written meanwhile is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
