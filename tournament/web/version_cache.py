"""In-memory cache of rendered bodies and reports, one value per key at its latest version.

Each process has its own; nothing here is a fact. There is one lock per key, so that when a hall of phones
asks for a new version at once, one request computes it and the others wait.
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
    """The cached value of `key` at this version or a later one, computed by `make()` where there is none.

    `make` must read its data after `version` was read. Then a value may be newer than its version, which the
    next version repairs, but never older.
    """
    entry = _kept.get(key)
    if entry is not None and entry[0] >= version:
        current: Value = entry[1]
        return current
    with _guard:
        lock = _locks.setdefault(key, Lock())
    with lock:
        entry = _kept.get(key)
        if entry is None or entry[0] < version:
            entry = (version, make())
            _keep(key, entry)
        value: Value = entry[1]
        return value


def _keep(key: tuple[Any, ...], entry: tuple[int, Any]) -> None:
    with _guard:
        _kept[key] = entry
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            oldest, _ = _kept.popitem(last=False)
            _locks.pop(oldest, None)


def forget() -> None:
    """Empty the cache: for tests, and after a restore replaced the database under the running process."""
    with _guard:
        _kept.clear()
        _locks.clear()
