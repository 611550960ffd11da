"""Make PDFs in a small separate process, and cache them.

A finished PDF is stored under the hash of everything it was made from, so it is reused exactly as long as
nothing in it has changed. Jobs under way are files too (`queue`), so that several server processes share
them and nothing survives a killed process. Nothing here waits: pages poll. Never call this within a
transaction.
"""

import errno
import hashlib
import logging
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings

from tournament import program
from tournament.printing import queue
from tournament.printing.press import FULL, NO_PANGO, NO_ROOM, STATIC
from tournament.printing.queue import Ticket

log = logging.getLogger(__name__)

MOST_AT_ONCE = 2  # presses at once, over all server processes
MOST_WAITING = 20
MOST_FILES, MOST_BYTES = 200, 200_000_000
LOST = 3600  # seconds after which a failed job is deleted even if nobody asked for it
GLANCE = 0.05  # seconds between two checks of `wait`

CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
FAILED: Mapping[int | None, str] = {NO_PANGO: "pango", NO_ROOM: "full"}  # by exit status
REASONS = dict.fromkeys(FULL, "full") | dict.fromkeys(CLOSED, "unwritable")

_running: dict[str, subprocess.Popen[bytes]] = {}
_lock = Lock()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a job: `path` if it is finished, `reason` if it failed, neither while it is under way.

    `reason` is "pango" if this machine lacks that to make PDFs, "full" or "unwritable" if the
    disk refuses files, "busy" if too many papers wait already, else "failed". `pages` are done so far;
    `ahead` papers come first.
    """

    key: str
    path: Path | None = None
    reason: str = ""
    pages: int = 0
    ahead: int = 0


def order(html: str, kind: str = "pdf", *, of: str = "") -> State:
    """Order a paper; return its state, which may be finished already.

    `kind` is "pdf", or "png" for a picture of its first page; `of` is the short name of the event whose
    paper it is. Call it again to poll; a job that nobody polls for a while loses its turn.
    """
    key = f"{_mark(of)}-{hashlib.sha256((fingerprint() + html).encode()).hexdigest()[:40]}.{kind}"
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
    """The state of a job; also starts waiting jobs. An unknown key counts as failed."""
    try:
        with _lock:
            ticket = Ticket(_folder(), key)
            ticket.ask()
            _begin_those_whose_turn_it_is()
            return _state(ticket) or State(key, reason="failed")
    except OSError as problem:
        return _no_room(key, problem)


def wait(found: State, seconds: float) -> State:
    """Wait until the job has ended, at most this many seconds; for commands and tests only."""
    until = time.monotonic() + seconds
    while not found.path and not found.reason and time.monotonic() < until:
        time.sleep(GLANCE)
        found = state(found.key)
    return found


def sweep() -> None:
    """Delete what a stopped site left unfinished; called at start-up."""
    with suppress(OSError):
        queue.sweep(_folder())


def forget(of: str) -> None:
    """Delete the papers of one event, finished or not; a press of another server process ends its own."""
    with suppress(OSError), _lock:
        for path in _folder().glob(f"{_mark(of)}-*"):
            ticket = Ticket(_folder(), ".".join(path.name.split(".")[:2]))
            if job := _running.pop(ticket.key, None):
                job.kill()
                job.wait()
            if not ticket.is_held():
                ticket.drop()
                ticket.target.unlink(missing_ok=True)


def _mark(of: str) -> str:
    """What the names of an event's papers begin with."""
    return hashlib.sha256(of.encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A hash of style sheets, typefaces and press; computed once, as a new version runs in a new process."""
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
    # Asked before looking for its file, so that finishing in between is not missed.
    alive = ticket.is_held() or (job is not None and job.poll() is None)
    if ticket.target.exists():
        with suppress(OSError):
            ticket.target.touch()  # marks it as recently used
        _running.pop(ticket.key, None)
        return State(ticket.key, path=ticket.target)
    if alive:
        return State(ticket.key, pages=ticket.pages())
    if ticket.is_begun():
        return _failed(ticket)
    _running.pop(ticket.key, None)  # it was finished, and has been deleted since
    if not ticket.exists():
        return None
    return State(ticket.key, ahead=max(0, queue.place(ticket)))


def _begin_those_whose_turn_it_is() -> None:
    """Start the papers that have waited longest, while presses are free."""
    for key in [key for key, job in _running.items() if job.poll() is not None]:
        if not Ticket(_folder(), key).is_begun():
            _running.pop(key)  # ended, and fetched by another request
    for ticket in queue.waiting(_folder()):
        if len([job for job in _running.values() if job.poll() is None]) >= MOST_AT_ONCE:
            return
        with queue.slot(_folder(), MOST_AT_ONCE) as slot, ticket.held() as handle:
            if slot is None:
                return
            if handle is not None:
                _begin(ticket, [held for held in (slot, handle) if held >= 0])


def _begin(ticket: Ticket, handles: list[int]) -> None:
    """Start the press. It inherits the locked files, so the locks end with it."""
    prune()
    ticket.begin()
    command = program.own_module("tournament.printing.press", str(ticket.source), str(ticket.target))
    with ticket.said.open("wb") as said:
        _running[ticket.key] = subprocess.Popen(  # noqa: S603  our own program and paths
            command, cwd=settings.BASE_DIR, stderr=said, stdin=subprocess.DEVNULL, pass_fds=handles
        )


def _failed(ticket: Ticket) -> State:
    """The state of a job that ended without its file; deletes the job, so that it can be retried."""
    job = _running.pop(ticket.key, None)
    status, words = job.returncode if job else None, ticket.words()
    ticket.drop()
    if status in FAILED:
        return State(ticket.key, reason=FAILED[status])
    log.error("A PDF could not be made (status %s): %s", status, words[-2000:])
    return State(ticket.key, reason="failed")


def _no_room(key: str, problem: OSError) -> State:
    """Log that the disk refuses files, delete what is half-written, and return that state."""
    log.error("A PDF could not be made: %s", problem)
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
