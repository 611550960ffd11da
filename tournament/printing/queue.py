"""The queue of papers ordered and not finished, as files beside the finished ones.

For a paper `key`: `key.html` is its ticket and source, `key.begun` marks that a press was started,
`key.pages` is its progress, `key.log` its output, `key.part` the unfinished PDF. A press locks its ticket
until it ends, in whatever way: a paper is under way exactly while its ticket is locked. Where files cannot
be locked (Windows), a hall has one server process, which knows its own jobs.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ABANDONED = 30  # seconds without a poll after which a waiting paper is abandoned; pages poll every 2 or 3
NO_LOCKS = -1  # stands for a handle where files cannot be locked
FINISHED = (".pdf", ".png")


@dataclass(frozen=True, slots=True)
class Ticket:
    """One paper that was ordered."""

    folder: Path
    key: str

    @property
    def target(self) -> Path:
        return self.folder / self.key

    @property
    def source(self) -> Path:
        return self.folder / f"{self.key}.html"

    @property
    def said(self) -> Path:
        return self.folder / f"{self.key}.log"

    @property
    def _begun(self) -> Path:
        return self.folder / f"{self.key}.begun"

    def exists(self) -> bool:
        return self.source.exists()

    def is_begun(self) -> bool:
        return self._begun.exists()

    def take(self, html: str) -> None:
        """Write the ticket, whole or not at all."""
        part = self.folder / f"{self.key}.ordered"
        try:
            part.write_text(html, encoding="utf-8")
            part.replace(self.source)
        finally:
            part.unlink(missing_ok=True)

    def ask(self) -> None:
        """Note that somebody still waits, keeping the time of the order."""
        with suppress(FileNotFoundError):
            os.utime(self.source, ns=(time.time_ns(), self.source.stat().st_mtime_ns))

    def begin(self) -> None:
        self._begun.touch()

    def drop(self) -> None:
        """Delete the order and its files."""
        for path in (self.said, *_beside(self), self._begun, self.source):
            path.unlink(missing_ok=True)

    def pages(self) -> int:
        with suppress(FileNotFoundError, ValueError):
            return int((self.folder / f"{self.key}.pages").read_text() or 0)
        return 0

    def words(self) -> str:
        """The press's latest output."""
        with suppress(FileNotFoundError):
            return self.said.read_text(encoding="utf-8", errors="replace")
        return ""

    def is_held(self) -> bool:
        """Whether a press is working on it."""
        with self.held() as handle:
            return handle is None and self.exists()

    @contextmanager
    def held(self) -> Iterator[int | None]:
        """Lock the ticket; None if a press has it, or it is gone."""
        with _locked(self.source) as handle:
            yield handle


def waiting(folder: Path) -> list[Ticket]:
    """The papers not begun, in the order received; deletes abandoned ones."""
    waiting = []
    for path in folder.glob("*.html"):
        ticket = Ticket(folder, path.name.removesuffix(".html"))
        with suppress(FileNotFoundError):
            times = path.stat()
            if ticket.is_begun() or ticket.target.exists():
                continue
            if time.time() - max(times.st_atime, times.st_mtime) > ABANDONED:
                ticket.drop()
            else:
                waiting.append((times.st_mtime_ns, ticket.key, ticket))
    return [ticket for _ordered, _key, ticket in sorted(waiting, key=lambda one: one[:2])]


def place(ticket: Ticket) -> int:
    """How many waiting papers come before this one."""
    return next((number for number, one in enumerate(waiting(ticket.folder)) if one == ticket), 0)


def finished(folder: Path) -> list[Path]:
    """The finished papers."""
    return [path for path in folder.iterdir() if path.suffix in FINISHED]


def sweep(folder: Path, older: float = 0) -> None:
    """Delete orders without a press, and leftovers of finished ones, older than this."""
    for path in folder.iterdir():
        key = ".".join(path.name.split(".")[:2])
        if path.suffix in (*FINISHED, ".slot") or Ticket(folder, key).is_held():
            continue
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= older:
                path.unlink()


@contextmanager
def slot(folder: Path, count: int) -> Iterator[int | None]:
    """Lock one of the slots for presses; None if all are taken."""
    for number in range(count):
        path = folder / f"{number}.slot"
        path.touch()
        with _locked(path) as handle:
            if handle is not None:
                yield handle
                return
    yield None


@contextmanager
def _locked(path: Path) -> Iterator[int | None]:
    """Open and lock a file; the lock ends when it is closed here and in every process that inherited it."""
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


def _beside(ticket: Ticket) -> tuple[Path, ...]:
    """The files that a press writes while it works."""
    return tuple(ticket.folder / f"{ticket.key}.{end}" for end in ("pages", "count", "part"))
