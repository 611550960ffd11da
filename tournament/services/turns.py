"""Turns at what is heavy: so many at once on this machine, and nobody waits for one in a thread.

A turn is a locked file, so that several server processes share them and one that is killed gives its turns
back. Where files cannot be locked or written (Windows, a full disk), each process counts its own.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock

from django.conf import settings

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_mine: Counter[str] = Counter()
_lock = Lock()


@contextmanager
def turn(name: str, most: int) -> Iterator[bool]:
    """Take one of `most` turns for the length of the block; whether there was one."""
    with ExitStack() as stack:
        yield _counted(name, most, stack) and _locked(name, most, stack)


def _counted(name: str, most: int, stack: ExitStack) -> bool:
    """Count this process's own turns."""
    with _lock:
        if _mine[name] >= most:
            return False
        _mine[name] += 1
    stack.callback(_give_back, name)
    return True


def _give_back(name: str) -> None:
    with _lock:
        _mine[name] -= 1


def _locked(name: str, most: int, stack: ExitStack) -> bool:
    """Lock one of the files that stand for the turns of all processes."""
    if fcntl is None:
        return True
    folder = Path(settings.DATA_DIR) / "cache" / "turns"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(most):
            file = (folder / f"{name}-{number}").open("ab")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
            else:
                stack.callback(file.close)
                return True
    except OSError:
        return True
    return False
