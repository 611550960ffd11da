"""The backups this site keeps in its backup folder; the oldest are deleted first.

Each reason has its own number of places, so that a busy evening's five-minute copies push no other out.
"""

import re
import secrets
import shutil
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournament.backup import package
from tournament.backup.errors import BackupFailed, told
from tournament.backup.package import Package

PLAY, PUBLISHED, CLOSED, BY_HAND = "play", "published", "closed", "by-hand"
BEFORE_RESTORE, BEFORE_UPDATE = "before-restore", "before-update"
# Reasons for a backup: the words, and how many of each are kept.
REASONS: Mapping[str, tuple[object, int]] = {
    PLAY: (_("During play"), 36),  # three hours
    PUBLISHED: (_("Seating published"), 20),
    CLOSED: (_("Round closed"), 60),
    BY_HAND: (_("By hand"), 30),
    BEFORE_RESTORE: (_("Before a restore"), 10),
    BEFORE_UPDATE: (_("Before an update"), 5),
}
BETWEEN = timedelta(minutes=5)  # at most, during play
OLDEST = timedelta(days=60)  # the newest one is kept regardless of age
UNFINISHED = 3600  # seconds after which an unfinished file is abandoned
NAME = re.compile(r"euchre-\d{8}-\d{6}-[a-z-]+-[0-9a-f]{6}\.zip")


def place() -> Path:
    """The backup folder, which may not exist yet."""
    return Path(settings.BACKUP_DIR)


def folder() -> Path:
    """The backup folder, created if needed, readable by the site only."""
    path = place()
    with told(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def take(reason: str, at: datetime | None = None) -> Package:
    """Take a backup, and delete those beyond the limits. Raises `BackupFailed`."""
    at = at or timezone.now()
    name = f"euchre-{at:%Y%m%d-%H%M%S}-{reason}-{secrets.token_hex(3)}.zip"
    with told(folder()):
        clear_unfinished(at)  # first, because files of killed processes may fill the disk
    copy = package.write(folder() / name, reason=reason, at=at)
    with told(copy.path.parent):
        rotate(at)
    return copy


def names() -> list[str]:
    """The names of all backups, newest first; no file is opened."""
    path = place()
    if not path.is_dir():
        return []
    with told(path):
        return sorted((found.name for found in path.iterdir() if NAME.fullmatch(found.name)), reverse=True)


def all_() -> list[Package]:
    """All backups, newest first; unreadable files are left out."""
    copies = []
    for name in names():
        try:
            copies.append(package.read(place() / name))
        except BackupFailed:
            continue
    return copies


def get(name: str) -> Package:
    """The backup with this name. Raises `BackupFailed`."""
    if not NAME.fullmatch(name):
        raise BackupFailed(_t("There is no copy of this name."))
    return package.read(place() / name)


def newest_at() -> datetime | None:
    """When the newest backup was taken, by its name."""
    for name in names():
        day, time = name.split("-")[1:3]
        return datetime.strptime(f"{day}{time}+0000", "%Y%m%d%H%M%S%z")
    return None


def rotate(now: datetime) -> None:
    """Delete backups beyond the limit for their reason, and those too old."""
    places: Counter[str] = Counter()
    limit = f"euchre-{now - OLDEST:%Y%m%d-%H%M%S}"
    for position, name in enumerate(names()):
        reason = name.removesuffix(".zip").rsplit("-", 1)[0].split("-", 3)[3]
        places[reason] += 1
        most = REASONS[reason][1] if reason in REASONS else 0
        if position and (places[reason] > most or name < limit):
            (place() / name).unlink(missing_ok=True)


def clear_unfinished(now: datetime) -> None:
    """Delete what a killed process left unfinished."""
    for room in place().glob(".making-*"):
        with suppress(FileNotFoundError):  # it was just finished
            if now.timestamp() - room.stat().st_mtime > UNFINISHED:
                shutil.rmtree(room, ignore_errors=True)
