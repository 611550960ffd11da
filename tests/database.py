"""Another SQLite file as the database of this process, for a while."""

from contextlib import contextmanager

from django.db import connections


@contextmanager
def on_file(path):
    """Let the database be this file for a while."""
    original, kept = connections["default"], connections.settings["default"]
    connections.settings["default"] = kept | {"NAME": str(path)}
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = kept
        connections["default"] = original
