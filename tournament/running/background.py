"""Work beside requests: turns at what is heavy, and processes of our own that requests start and ask about.

A turn is a locked file, so that several server processes share it and one that is killed gives it back. Where
files cannot be locked (Windows) or written (a full disk), each process counts its own. Start nothing within a
transaction. `printing.jobs` and `services.draft_jobs` say what a job is and how its progress is known.
"""

import os
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from typing import IO, Any

from django.conf import settings

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NO_LOCKS = -1  # stands for a handle if files cannot be locked
GLANCE = 0.05  # seconds between two looks at a job
SLOT = ".slot"

_mine: Counter[str] = Counter()
_lock = Lock()
_started: list["subprocess.Popen[bytes]"] = []


@contextmanager
def take_turn(name: str, most: int) -> Iterator[bool]:
    """Take one of `most` turns for the length of the block; whether there was one. Nobody waits for it."""
    with ExitStack() as stack:
        yield _counted(name, most, stack) and _shared(name, most, stack)


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


def _shared(name: str, most: int, stack: ExitStack) -> bool:
    """Lock one of the files that stand for the turns of all processes."""
    if fcntl is None:
        return True
    folder = Path(settings.DATA_DIR) / "cache" / "turns"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return stack.enter_context(lock_slot(folder, most, name)) is not None
    except OSError:
        return True


@contextmanager
def lock_slot(folder: Path, most: int, name: str = "") -> Iterator[int | None]:
    """Lock one of `most` files; None if all are locked."""
    for number in range(most):
        path = folder / f"{name}{number}{SLOT}"
        path.touch()
        with locked(path) as handle:
            if handle is not None:
                yield handle
                return
    yield None


@contextmanager
def locked(path: Path) -> Iterator[int | None]:
    """Open and lock a file, else None; the lock ends when it is closed here and in every process that
    inherited it."""
    if fcntl is None:
        yield NO_LOCKS if path.exists() else None
        return
    try:
        file = path.open("rb")
    except FileNotFoundError:
        yield None
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            same = os.fstat(file.fileno()).st_ino == path.stat().st_ino  # not one deleted meanwhile
        except (BlockingIOError, FileNotFoundError):
            same = False
        yield file.fileno() if same else None


def start_command(
    command: Sequence[str], *, said: IO[bytes] | None = None, keep: Sequence[int] = ()
) -> "subprocess.Popen[bytes]":
    """Start a command of ours. It inherits the locks to `keep`, which end with it; its errors go to `said`,
    else to our own."""
    _started[:] = [process for process in _started if process.poll() is None]  # polling reaps ended ones
    options: dict[str, Any] = {"cwd": settings.BASE_DIR, "stdin": subprocess.DEVNULL, "stderr": said}
    handles = [handle for handle in keep if handle != NO_LOCKS]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, pass_fds=handles, **options)  # noqa: S603
    _started.append(process)
    return process


def glances(seconds: float) -> Iterator[None]:
    """Look again and again, for at most so many seconds; for commands and tests only."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(GLANCE)
        yield
