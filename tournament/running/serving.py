"""What must hold before a laptop serves its data folder: it can be written, has room, and is served alone."""

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

LEAST, LITTLE = 20_000_000, 500_000_000  # bytes left on the disk: below, nothing is served; below, it is told
LOCK = "serving"  # held while the folder is served; says who serves it
BEYOND = 1 << 20  # where Windows locks: what the file says must stay readable
FULL = (errno.ENOSPC, errno.EDQUOT)


class CannotServe(Exception):
    """The folder cannot be served from here now; the message says why and what to do."""


def check_writable(folder: Path) -> str:
    """Try that the folder can be written; return what should be told about its disk. Raises `CannotServe`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        left = shutil.disk_usage(folder).free
        if left < LEAST:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"tried")
    except OSError as problem:
        raise CannotServe(why_not_writable(folder, problem)) from problem
    if left < LITTLE:
        return (
            f"The disk is nearly full: {left // 1_000_000} MB are left. Make room before the evening begins."
        )
    return ""


def why_not_writable(folder: Path, problem: OSError) -> str:
    """Why nothing can be saved in the folder, and what to do."""
    if problem.errno in FULL:
        return (
            f"The disk that holds the data folder {folder} is full: no score could be saved. Make room, or "
            "set EUCHRE_DATA_DIR to a folder on another disk."
        )
    return (
        f"Nothing can be saved in the data folder {folder} ({problem.strerror or problem}). Make sure "
        "that you may write there, or set EUCHRE_DATA_DIR to another folder."
    )


@contextmanager
def serve_alone(folder: Path) -> Iterator[IO[str]]:
    """Be the only one that serves this folder; yields a file in which to write the address.

    Raises `CannotServe` if another process does. The system lets go of it however a process ends.
    """
    with (folder / LOCK).open("a+", encoding="utf-8") as file:
        if not _lock(file):
            file.seek(0)
            where = file.read().strip() or "in another window"
            raise CannotServe(
                f"The site is already running with this data folder: {where}. Use that one, or stop it first "
                "(Ctrl-C in its window). To run a second site, set EUCHRE_DATA_DIR to another folder."
            )
        file.truncate(0)
        try:
            yield file
        finally:
            with suppress(OSError):
                file.truncate(0)


def write_address(file: IO[str], address: str) -> None:
    """Write for a second start where the site is."""
    with suppress(OSError):  # a full disk: the site serves all the same
        file.write(f"{address} (process {os.getpid()})")
        file.flush()


def _lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file.fileno(), BEYOND, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
