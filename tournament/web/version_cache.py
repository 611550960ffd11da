"""What is made once per version of an event and then shown to everybody: rendered bodies and read reports.

Kept in this process's memory, never a fact: several processes each make their own. One lock per key, so that
a hall of phones asking at once for a new version waits for one of them to make it.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

Value = TypeVar("Value")
MOST_KEPT = 256

_kept: OrderedDict[tuple[Any, ...], tuple[int, Any]] = OrderedDict()
_locks: dict[tuple[Any, ...], Lock] = {}
_guard = Lock()


def per_version(key: tuple[Any, ...], version: int, make: Callable[[], Value]) -> Value:
    """The value kept under `key` for this version or a later one, made by `make()` when there is none.

    Only the latest version is kept. `make` must read what it shows after `version` was read: then a value may
    be newer than its version, which the next version repairs, but never older.
    """
    kept = _kept.get(key)
    if kept is not None and kept[0] >= version:
        current: Value = kept[1]
        return current
    with _guard:
        lock = _locks.setdefault(key, Lock())
    with lock:
        kept = _kept.get(key)
        if kept is None or kept[0] < version:
            kept = (version, make())
            _keep(key, kept)
        value: Value = kept[1]
        return value


def _keep(key: tuple[Any, ...], kept: tuple[int, Any]) -> None:
    with _guard:
        _kept[key] = kept
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            oldest, _ = _kept.popitem(last=False)
            _locks.pop(oldest, None)


def forget() -> None:
    """Drop everything kept: for tests, and after a database was exchanged under the running process."""
    with _guard:
        _kept.clear()
        _locks.clear()
