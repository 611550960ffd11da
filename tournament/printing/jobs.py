"""Pressing in a small process of its own, and keeping what was pressed.

A finished PDF is kept under the fingerprint of everything it was made from, so it is used again exactly as
long as nothing it shows has changed. Kept as files, so that several server processes share them; the folder
is bounded. Never call this within a transaction.
"""

import hashlib
import logging
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings

from tournament.printing.press import NO_PANGO, STATIC

log = logging.getLogger(__name__)

MOST_AT_ONCE = 2
MOST_FILES, MOST_BYTES = 200, 200_000_000
GIVEN_UP = 900  # seconds after which another server process's job counts as lost
GLANCE = 0.05  # seconds

_running: dict[str, subprocess.Popen[bytes]] = {}
_lock = Lock()


@dataclass(frozen=True, slots=True)
class State:
    """How far a job is. Exactly one of `path` (finished), `reason` (failed) and neither (under way) holds.

    `reason` is "pango" where this machine cannot press at all, else "failed". `pages` are set so far.
    """

    key: str
    path: Path | None = None
    reason: str = ""
    pages: int = 0


def order(html: str, kind: str = "pdf") -> State:
    """See that this paper is pressed: finished before, under way, begun now, or waiting for its turn.

    `kind` is "pdf", or "png" for a picture of its first page. Asking again does no harm.
    """
    key = f"{hashlib.sha256((fingerprint() + html).encode()).hexdigest()[:40]}.{kind}"
    with _lock:
        found = state(key)
        if found.path or key in _running or found.pages or _begun_elsewhere(key):
            return found
        if len([job for job in _running.values() if job.poll() is None]) < MOST_AT_ONCE:
            _begin(key, html)
    return State(key)


def state(key: str) -> State:
    """How far the job of this key is; a key nobody ordered is a failed one."""
    target = _folder() / key
    if target.exists():
        target.touch()  # used: it stays longer
        _running.pop(key, None)
        return State(key, path=target)
    job = _running.get(key)
    if job is not None and job.poll() is not None and not target.exists():
        return _failed(key, job)
    return State(key, pages=_pages(target))


def wait(found: State, seconds: float) -> State:
    """The state once the job has ended, or as it is after so many seconds."""
    until = time.monotonic() + seconds
    while not found.path and not found.reason and time.monotonic() < until:
        time.sleep(GLANCE)
        found = state(found.key)
    return found


def is_key(text: str) -> bool:
    stem, _, kind = text.partition(".")
    return len(stem) == 40 and set(stem) <= set("0123456789abcdef") and kind in ("pdf", "png")


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


def _begin(key: str, html: str) -> None:
    prune()
    target = _folder() / key
    source = target.with_suffix(f"{target.suffix}.html")
    source.write_text(html, encoding="utf-8")
    command = [sys.executable, "-m", "tournament.printing.press", str(source), str(target)]
    with target.with_suffix(f"{target.suffix}.log").open("wb") as said:
        options = {"cwd": settings.BASE_DIR, "stderr": said, "stdin": subprocess.DEVNULL}
        _running[key] = subprocess.Popen(command, **options)  # noqa: S603  our own interpreter and paths


def _begun_elsewhere(key: str) -> bool:
    try:
        return time.time() - (_folder() / f"{key}.html").stat().st_mtime < GIVEN_UP
    except FileNotFoundError:
        return False


def _failed(key: str, job: "subprocess.Popen[bytes]") -> State:
    """What became of a job that ended without its file; it is forgotten, so that it can be tried again."""
    _running.pop(key, None)
    (_folder() / f"{key}.html").unlink(missing_ok=True)
    said = _folder() / f"{key}.log"
    words = said.read_text(encoding="utf-8", errors="replace") if said.exists() else ""
    if job.returncode == NO_PANGO:
        return State(key, reason="pango")
    log.error("A paper could not be pressed (status %s): %s", job.returncode, words[-2000:])
    return State(key, reason="failed")


def _pages(target: Path) -> int:
    try:
        return int(target.with_suffix(".pages").read_text() or 0)
    except (FileNotFoundError, ValueError):
        return 0


def prune(files: int = MOST_FILES, size: int = MOST_BYTES) -> None:
    """Drop what was used longest ago, until the folder keeps to its bounds; running jobs are left alone."""
    kept = sorted(_folder().iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for place, path in enumerate(kept, start=1):
        total += path.stat().st_size
        if (place > files or total > size) and not any(path.name.startswith(key) for key in _running):
            path.unlink(missing_ok=True)
