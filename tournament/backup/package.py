"""One backup in one file: a zip of `about.json` (when, why, contents, checksum) and the database itself.

It is written under another name, flushed and then renamed, so a file with the right name is complete.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.backup import sqlite
from tournament.backup.errors import BackupFailed, as_backup_failed
from tournament.backup.facts import FORMAT, VERSION, Facts, is_sound

ABOUT, DATABASE = "about.json", "database"
MOST_ABOUT = 5_000_000  # bytes; the most that is read of a file before it is trusted
MOST_DATABASE = 4_000_000_000
BLOCK = 1 << 20
BY_HOST = _lazy(
    "Whoever hosts this site backs it up and restores it with PostgreSQL’s own programs, pg_dump and "
    "pg_restore: docs/hosting.md says how."
)
# What files raise that are damaged, locked, or no copies at all.
UNREADABLE_ZIP = (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError, zlib.error)
UNREADABLE = (*UNREADABLE_ZIP, OSError, ValueError, TypeError, RecursionError)


@dataclass(frozen=True)
class Package:
    """A backup file, with the description it carries."""

    path: Path
    about: Mapping[str, Any]
    size: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def stem(self) -> str:
        """The name used in addresses."""
        return self.path.stem

    @property
    def reason(self) -> str:
        return str(self.about["reason"])

    @property
    def engine(self) -> str:
        return str(self.about["engine"])

    @property
    def events(self) -> list[dict[str, Any]]:
        return list(self.about["events"])

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.about["made_at"])

    def unpack(self, target: Path) -> None:
        """Write the database of this backup to a new file. Raises `BackupFailed` if it is damaged."""
        digest, size = hashlib.sha256(), 0
        with as_backup_failed(target.parent), target.open("xb") as out:
            try:
                with zipfile.ZipFile(self.path) as bundle, bundle.open(DATABASE) as inside:
                    while block := inside.read(BLOCK):
                        size += len(block)
                        if size > MOST_DATABASE:
                            raise _damaged(self.path)
                        digest.update(block)
                        out.write(block)
            except UNREADABLE_ZIP as error:
                raise _damaged(self.path) from error
        if digest.hexdigest() != self.about["sha256"]:
            raise _damaged(self.path)


def is_kept_by_host() -> bool:
    """Whether the database is a server's, which its host backs up: then the site makes and restores none."""
    return connection.vendor != "sqlite"


def write(path: Path, *, reason: str, at: datetime) -> Package:
    """Copy the database as it is now into a file of this name; what was written is opened and counted."""
    if is_kept_by_host():
        raise BackupFailed(str(BY_HOST))
    folder = path.parent
    with as_backup_failed(folder), tempfile.TemporaryDirectory(prefix=".making-", dir=folder) as room:
        copy, parcel = Path(room) / DATABASE, Path(room) / path.name
        facts = sqlite.copy_to(copy)
        about = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": at.isoformat(),
            "reason": reason,
            "engine": connection.vendor,
            "sha256": _checksum(copy),
            **facts,
        }
        with zipfile.ZipFile(parcel, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as bundle:
            bundle.writestr(ABOUT, json.dumps(about, ensure_ascii=False, indent=1))
            bundle.write(copy, DATABASE)
        parcel.chmod(0o600)  # names, and passwords as hashes
        _to_the_disk(parcel)
        if not _is_sound(about):
            sqlite.refuse_strange(copy, about["migrations"])  # names what no copy can hold
        _look_into(parcel, facts, Path(room) / "seen")
        parcel.replace(path)
        _to_the_disk(folder)
        return Package(path, about, path.stat().st_size)


def read(path: Path) -> Package:
    """Read a backup's description; the database inside is not checked. Raises `BackupFailed`."""
    try:
        with zipfile.ZipFile(path) as bundle, bundle.open(ABOUT) as inside:
            about = json.loads(inside.read(MOST_ABOUT))
        if not _is_sound(about):
            raise ValueError
        return Package(path, about, path.stat().st_size)
    except FileNotFoundError as error:
        raise BackupFailed(_("There is no file %(name)s.") % {"name": path}) from error
    except UNREADABLE as error:
        raise BackupFailed(_("%(name)s is not a backup made by this site.") % {"name": path.name}) from error


def _is_sound(about: Any) -> bool:
    try:
        return is_sound(about)
    except UNREADABLE:
        return False


def _look_into(parcel: Path, facts: Facts, room: Path) -> None:
    """Raise `BackupFailed` unless the file just written can be read again and holds what was copied."""
    read(parcel).unpack(room)
    if not sqlite.holds(room, facts):
        raise BackupFailed(_("The backup does not hold what the site holds, so it was not kept. Try again."))
    room.unlink()


def _damaged(path: Path) -> BackupFailed:
    return BackupFailed(_("The backup %(name)s is damaged. Choose another one.") % {"name": path.name})


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _to_the_disk(path: Path) -> None:
    """Flush to the disk; on Windows a folder cannot be flushed."""
    try:
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except PermissionError:
        return
    try:
        os.fsync(handle)
        with suppress(ImportError):  # Windows
            import fcntl

            if past_the_cache := getattr(
                fcntl, "F_FULLFSYNC", None
            ):  # macOS: fsync stops at the drive's cache
                with suppress(OSError):  # a network drive may have none
                    fcntl.fcntl(handle, past_the_cache)
    finally:
        os.close(handle)
