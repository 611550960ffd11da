"""Pressing in a small process of its own, and keeping what was pressed.

A finished PDF is kept under the fingerprint of everything it was made from, so it is used again exactly as
long as nothing it shows has changed. What is under way is files too (`queue`), so that several server
processes share it and none of it outlives a process that was killed. Nothing here waits: a page asks again.
Never call this within a transaction.
"""

import errno
import hashlib
import logging
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings

from tournament.printing import queue
from tournament.printing.press import FULL, NO_PANGO, NO_ROOM, STATIC
from tournament.printing.queue import Ticket

log = logging.getLogger(__name__)

MOST_AT_ONCE = 2  # presses, of all server processes together
MOST_WAITING = 20
MOST_FILES, MOST_BYTES = 200, 200_000_000
LOST = 3600  # seconds after which what failed is cleared away though nobody asked what became of it
GLANCE = 0.05  # seconds between two looks of `wait`

CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
REASONS = dict.fromkeys(FULL, "full") | dict.fromkeys(CLOSED, "unwritable")

_running: dict[str, subprocess.Popen[bytes]] = {}
_lock = Lock()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a job: `path` if it is finished, `reason` if it failed, neither while it is under way.

    `reason` is "pango" where this machine cannot press at all, "full" or "unwritable" where the disk takes no
    file, "busy" where too many papers wait already, else "failed". `pages` are set so far; `ahead` papers are
    made before this one.
    """

    key: str
    path: Path | None = None
    reason: str = ""
    pages: int = 0
    ahead: int = 0


def order(html: str, kind: str = "pdf") -> State:
    """Order a paper; return its state, which may be finished already.

    `kind` is "pdf", or "png" for a picture of its first page. Asking again does no harm; who asks no more for
    a while loses the turn.
    """
    key = f"{hashlib.sha256((fingerprint() + html).encode()).hexdigest()[:40]}.{kind}"
    try:
        with _lock:
            ticket = Ticket(_folder(), key)
            progress = _state(ticket)
            if progress is None:
                if len(queue.waiting(_folder())) >= MOST_WAITING:
                    return State(key, reason="busy")
                ticket.take(html)
            if progress is None or not (progress.path or progress.reason):
                ticket.ask()
                _begin_those_whose_turn_it_is()
                progress = _state(ticket)
            return progress or State(key)
    except OSError as problem:
        return _no_room(key, problem)


def state(key: str) -> State:
    """The state of a job; waiting jobs are begun as well. An unknown key counts as failed."""
    try:
        with _lock:
            ticket = Ticket(_folder(), key)
            ticket.ask()
            _begin_those_whose_turn_it_is()
            return _state(ticket) or State(key, reason="failed")
    except OSError as problem:
        return _no_room(key, problem)


def wait(found: State, seconds: float) -> State:
    """Wait until the job has ended, or so many seconds; for commands and tests only."""
    until = time.monotonic() + seconds
    while not found.path and not found.reason and time.monotonic() < until:
        time.sleep(GLANCE)
        found = state(found.key)
    return found


def sweep() -> None:
    """Delete what a stopped site left unfinished; called at the start."""
    with suppress(OSError):
        queue.sweep(_folder())


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """What papers are made with: style sheets, faces, press. Read once: a new version is a new process."""
    digest = hashlib.sha256()
    for path in sorted((*STATIC.glob("css/paper*.css"), *STATIC.glob("fonts/*.woff2"))):
        digest.update(path.read_bytes())
    digest.update((Path(__file__).parent / "press.py").read_bytes())
    return digest.hexdigest()


def _folder() -> Path:
    folder = Path(settings.DATA_DIR) / "cache" / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _state(ticket: Ticket) -> State | None:
    """The state of a ticket's job; None if nobody ordered it."""
    job = _running.get(ticket.key)
    alive = ticket.is_held() or (
        job is not None and job.poll() is None
    )  # asked before its file is looked for
    if ticket.target.exists():
        with suppress(OSError):
            ticket.target.touch()  # used: it stays longer
        _running.pop(ticket.key, None)
        return State(ticket.key, path=ticket.target)
    if alive:
        return State(ticket.key, pages=ticket.pages())
    if ticket.is_begun():
        return _failed(ticket)
    _running.pop(ticket.key, None)  # it was finished, and dropped again since
    if not ticket.exists():
        return None
    return State(ticket.key, ahead=max(0, queue.place(ticket)))


def _begin_those_whose_turn_it_is() -> None:
    """Start the papers that have waited longest, while presses are free."""
    for key in [key for key, job in _running.items() if job.poll() is not None]:
        if not Ticket(_folder(), key).is_begun():
            _running.pop(key)  # ended, and somebody has fetched it
    for ticket in queue.waiting(_folder()):
        if len([job for job in _running.values() if job.poll() is None]) >= MOST_AT_ONCE:
            return
        with queue.slot(_folder(), MOST_AT_ONCE) as slot, ticket.held() as handle:
            if slot is None:
                return
            if handle is not None:
                _begin(ticket, [held for held in (slot, handle) if held >= 0])


def _begin(ticket: Ticket, handles: list[int]) -> None:
    """Start the press. It inherits the locked files, so that the locks end when it ends."""
    prune()
    ticket.begin()
    command = [sys.executable, "-m", "tournament.printing.press", str(ticket.source), str(ticket.target)]
    with ticket.said.open("wb") as said:
        _running[ticket.key] = subprocess.Popen(  # noqa: S603  our own interpreter and paths
            command, cwd=settings.BASE_DIR, stderr=said, stdin=subprocess.DEVNULL, pass_fds=handles
        )


def _failed(ticket: Ticket) -> State:
    """The state of a job that ended without its file; the job is dropped, so that it can be tried again."""
    job = _running.pop(ticket.key, None)
    status, words = job.returncode if job else None, ticket.words()
    ticket.drop()
    if status == NO_PANGO:
        return State(ticket.key, reason="pango")
    if status == NO_ROOM:
        return State(ticket.key, reason="full")
    log.error("A paper could not be pressed (status %s): %s", status, words[-2000:])
    return State(ticket.key, reason="failed")


def _no_room(key: str, problem: OSError) -> State:
    """The state when the disk takes no file: log it and leave nothing half-written."""
    log.error("A paper could not be pressed: %s", problem)
    with suppress(OSError):
        ticket = Ticket(_folder(), key)
        if not ticket.is_held():
            ticket.drop()
    return State(key, reason=REASONS.get(problem.errno or 0, "failed"))


def prune(files: int = MOST_FILES, size: int = MOST_BYTES) -> None:
    """Delete the least recently used papers until the folder is within its limits; running jobs stay."""
    queue.sweep(_folder(), older=LOST)
    kept = sorted(queue.finished(_folder()), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for place, path in enumerate(kept, start=1):
        total += path.stat().st_size
        if place > files or total > size:
            path.unlink(missing_ok=True)
