"""Make PDFs in a small separate process, and cache them.

A finished PDF is stored under the hash of everything it was made from, so it is reused exactly as long as
nothing in it has changed. Jobs under way are files, too, so that several server processes share them and
nothing survives a killed process: for a paper `key`, `key.html` is its ticket and source, `key.begun` marks
that a press was started, `key.public` that no official waits for it, `key.pages` is its progress, `key.log`
its output, `key.part` the unfinished PDF. A press locks its ticket until it ends, in whatever way: a paper is
under way exactly while its ticket is locked. If files cannot be locked (Windows), a hall has one server
process, which knows its own jobs.

Nothing here waits: pages poll. Never call this within a transaction.
"""

import ctypes
import errno
import hashlib
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.printing.press import FULL, NO_PANGO, NO_ROOM, STATIC
from tournament.running import background, program

log = logging.getLogger(__name__)

MOST_AT_ONCE = 2  # presses at once, over all server processes
MOST_WAITING = 20
MOST_PUBLIC = 5  # of those that anybody may order: they wait for officials' papers, and use one press at most
MOST_FILES, MOST_BYTES = 200, 200_000_000
ABANDONED = 30  # seconds without a poll after which a waiting paper is abandoned; pages poll every 2 or 3
FINISHED = (".pdf", ".png")
LOST = 3600  # seconds after which a failed job is deleted even if nobody asked for it

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

    @property
    def _public(self) -> Path:
        return self.folder / f"{self.key}.public"

    def is_public(self) -> bool:
        """Whether only the public waits for it."""
        return self._public.exists()

    def hurry(self) -> None:
        """An official waits for it, too."""
        self._public.unlink(missing_ok=True)

    def take(self, html: str, *, public: bool) -> None:
        """Write the ticket, whole or not at all."""
        if public:
            self._public.touch()
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
        for path in (self.said, *_beside(self), self._begun, self._public, self.source):
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
        with background.locked(self.source) as handle:
            yield handle


def order_paper(html: str, kind: str = "pdf", *, of: str = "", public: bool = False) -> State:
    """Order a paper; return its state, which may be finished already.

    `kind` is "pdf", or "png" for a picture of its first page; `of` is the short name of the event whose
    paper it is; `public` says that anybody may order it, so that it waits for officials' papers. Call it
    again to poll; a job that nobody polls for a while loses its turn.
    """
    key = f"{_mark(of)}-{hashlib.sha256((fingerprint() + html).encode()).hexdigest()[:40]}.{kind}"
    try:
        with _lock:
            ticket = Ticket(_folder(), key)
            progress = _state(ticket)
            if progress is None:
                waiting = [one for one in _waiting(_folder()) if one.is_public() is public]
                if len(waiting) >= (MOST_PUBLIC if public else MOST_WAITING):
                    return State(key, reason="busy")
                ticket.take(html, public=public)
            if not public:
                ticket.hurry()
            if progress is None or not (progress.path or progress.reason):
                ticket.ask()
                _begin_those_whose_turn_it_is()
                progress = _state(ticket)
            return progress or State(key)
    except OSError as problem:
        return _no_room(key, problem)


def job_state(key: str) -> State:
    """The state of a job; also starts waiting jobs. An unknown key counts as failed."""
    try:
        with _lock:
            ticket = Ticket(_folder(), key)
            ticket.ask()
            _begin_those_whose_turn_it_is()
            return _state(ticket) or State(key, reason="failed")
    except OSError as problem:
        return _no_room(key, problem)


def wait(job: State, seconds: float) -> State:
    """Wait until the job has ended, at most this many seconds; for commands and tests only."""
    for _glance in background.glances(seconds):
        if job.path or job.reason:
            break
        job = job_state(job.key)
    return job


def delete_unfinished_papers() -> None:
    """Delete what a stopped site left unfinished; called at start-up."""
    with suppress(OSError):
        _sweep(_folder())


def forget_event_papers(of: str) -> None:
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
    return State(ticket.key, ahead=max(0, _place(ticket)))


def _begin_those_whose_turn_it_is() -> None:
    """Start the papers that have waited longest, while presses are free."""
    for key in [key for key, job in _running.items() if job.poll() is not None]:
        if not Ticket(_folder(), key).is_begun():
            _running.pop(key)  # ended, and fetched by another request
    for ticket in _waiting(_folder()):
        if len([job for job in _running.values() if job.poll() is None]) >= MOST_AT_ONCE:
            return
        if ticket.is_public() and _is_pressed_for_the_public(_folder()):
            return  # no official waits: their papers come first
        with background.lock_slot(_folder(), MOST_AT_ONCE) as slot, ticket.held() as handle:
            if slot is None:
                return
            if handle is not None:
                _begin(ticket, [slot, handle])


def _begin(ticket: Ticket, handles: list[int]) -> None:
    """Start the press. It inherits the locked files, so the locks end with it."""
    delete_oldest_papers()
    ticket.begin()
    command = program.own_module("tournament.printing.press", str(ticket.source), str(ticket.target))
    with ticket.said.open("wb") as said:
        _running[ticket.key] = background.start_command(command, said=said, keep=handles)


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


def delete_oldest_papers(files: int = MOST_FILES, size: int = MOST_BYTES) -> None:
    """Delete the least recently used papers until the folder is within its limits; running jobs stay."""
    _sweep(_folder(), older=LOST)
    kept = sorted(_finished(_folder()), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for place, path in enumerate(kept, start=1):
        total += path.stat().st_size
        if place > files or total > size:
            path.unlink(missing_ok=True)


def _waiting(folder: Path) -> list[Ticket]:
    """The papers not begun, officials' first, each in the order received; deletes abandoned ones."""
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
                waiting.append((ticket.is_public(), times.st_mtime_ns, ticket.key, ticket))
    return [ticket for *_order, ticket in sorted(waiting, key=lambda one: one[:3])]


def _is_pressed_for_the_public(folder: Path) -> bool:
    """Whether a press is at work for nobody but the public."""
    here = {key for key, job in _running.items() if job.poll() is None}
    asked = [Ticket(folder, path.name.removesuffix(".public")) for path in folder.glob("*.public")]
    return any(one.key in here or one.is_held() for one in asked)


def _place(ticket: Ticket) -> int:
    """How many waiting papers come before this one."""
    return next((number for number, one in enumerate(_waiting(ticket.folder)) if one == ticket), 0)


def _finished(folder: Path) -> list[Path]:
    """The finished papers."""
    return [path for path in folder.iterdir() if path.suffix in FINISHED]


def _sweep(folder: Path, older: float = 0) -> None:
    """Delete orders without a press, and leftovers of finished ones, older than this."""
    for path in folder.iterdir():
        key = ".".join(path.name.split(".")[:2])
        if path.suffix in (*FINISHED, background.SLOT) or Ticket(folder, key).is_held():
            continue
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= older:
                path.unlink()


def _beside(ticket: Ticket) -> tuple[Path, ...]:
    """The files that a press writes while it works."""
    return tuple(ticket.folder / f"{ticket.key}.{end}" for end in ("pages", "count", "part"))


# What WeasyPrint opens first, as Linux calls it. Elsewhere the press finds out when it is asked.
PANGO = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libharfbuzz.so.0", "libpangoft2-1.0.so.0")


def lacks_pango() -> bool:
    """Whether Pango is known to be missing."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        for name in PANGO:
            ctypes.CDLL(name)
    except OSError:
        return True
    return False


def pango_sentence() -> str:
    """That Pango is missing, how to add it, and what to do until then."""
    return _(
        "This machine cannot make PDFs yet: it lacks Pango. Install it with “%(line)s”, or print from the "
        "browser."
    ) % {"line": way_to_pango(sys.platform)}


def way_to_pango(system: str) -> str:
    """The line that installs Pango on a system named as in `sys.platform`."""
    if system == "darwin":
        return "brew install pango"
    if system == "win32":
        return "pacman -S mingw-w64-x86_64-pango"
    return "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
