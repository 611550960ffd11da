"""The backups this site keeps in its backup folder; the oldest are deleted first.

Each reason has its own number of places, so that a busy evening's five-minute copies push no other out.
Their order is that in which they were made, by a number in the name: clocks jump.
"""

import logging
import re
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.backup import package
from tournament.backup.errors import BackupFailed, as_backup_failed
from tournament.backup.facts import FIRST_YEAR, LAST_YEAR
from tournament.backup.package import Package

PLAY, PUBLISHED, CLOSED, BY_HAND = "play", "published", "closed", "by-hand"
BEFORE_RESTORE, BEFORE_UPDATE = "before-restore", "before-update"
BEFORE_DELETION, BROUGHT = "before-deletion", "brought"
# Reasons for a backup: the words, and how many of each are kept.
REASONS: Mapping[str, tuple[object, int]] = {
    PLAY: (_lazy("During play"), 36),  # three hours
    PUBLISHED: (_lazy("Seating published"), 20),
    CLOSED: (_lazy("Round closed"), 60),
    BY_HAND: (_lazy("By hand"), 30),
    BEFORE_RESTORE: (_lazy("Before a restore"), 10),
    BEFORE_UPDATE: (_lazy("Before an update"), 5),
    BROUGHT: (_lazy("Brought from another laptop"), 5),
    BEFORE_DELETION: (_lazy("Before an event was deleted"), 20),
}
BETWEEN = timedelta(minutes=5)  # at most, during play
OLDEST = timedelta(days=60)  # the newest one is kept regardless of age, and so are those made by hand
LONGEST_STEP = timedelta(weeks=1)  # counted between two copies: a clock that jumps ahead makes none older
AHEAD = timedelta(minutes=5)  # more is told as a wrong clock
LONG_PAUSE = timedelta(days=30)
ONE_EVENING = timedelta(hours=12)  # for as long a jump ahead is told
LONG_AGO = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
MOST_BROUGHT = 500_000_000  # bytes
UNFINISHED = 3600  # seconds after which an unfinished file is abandoned
# Copies of earlier versions have no number.
NAME = re.compile(r"euchre-(\d{8}-\d{6})-([a-z]+(?:-[a-z]+)*)(?:-(\d{6,12}))?-[0-9a-f]{6}\.zip", re.ASCII)
SAME_DISK = _lazy(
    "All backups are on the same disk as the database: if it fails or is stolen, both are gone. Set "
    "EUCHRE_BACKUP_DIR to a folder on another disk, or download a backup now and then."
)
log = logging.getLogger(__name__)
failure = ""  # why this process could not take the newest copy that nobody asked for


def alarm() -> str:
    """What officials must know about the copies that the site takes by itself; empty if all is well."""
    if not failure:
        return ""
    words = _(
        "No new backup could be made. %(why)s Every score is still saved, but on one disk only. Tell whoever "
        "looks after this computer to make a backup on the page Backups."
    )
    return words % {"why": failure}


def folder_path() -> Path:
    """The backup folder, which may not exist yet."""
    return Path(settings.BACKUP_DIR)


def folder() -> Path:
    """The backup folder, created if needed, readable by the site only."""
    path = folder_path()
    with as_backup_failed(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def take(reason: str, at: datetime | None = None) -> Package:
    """Take a backup, and delete those beyond the limits. Raises `BackupFailed`."""
    global failure
    at = at or timezone.now()
    with as_backup_failed(folder()):
        clear_unfinished(at)  # first, because files of killed processes may fill the disk
    known = clock_doubts(at)
    copy = package.write(folder() / _new_name(reason, at), reason=reason, at=at)
    with as_backup_failed(copy.path.parent):
        rotate(at)
    if (doubts := clock_doubts(at)) and doubts != known:  # once, not with every copy
        log.warning(doubts)
    failure = ""
    return copy


def add_copy(file: BinaryIO, at: datetime) -> Package:
    """Keep a copy that another laptop made, read from `file`, under a name of ours.

    Raises `BackupFailed` if it is no copy, or is larger than any.
    """
    with as_backup_failed(folder()), tempfile.TemporaryDirectory(prefix=".making-", dir=folder()) as room:
        parcel = Path(room) / "brought"
        with parcel.open("xb") as out:
            while block := file.read(package.BLOCK):
                if out.tell() + len(block) > MOST_BROUGHT:
                    raise BackupFailed(_("This file is larger than any backup. Choose another one."))
                out.write(block)
        parcel.chmod(0o600)
        try:
            package.read(parcel).unpack(Path(room) / "database")  # its checksum is right
        except BackupFailed as problem:
            raise BackupFailed(
                _("This file is damaged or is not a backup made by this site. Choose another one.")
            ) from problem
        path = folder() / _new_name(BROUGHT, at)
        parcel.replace(path)
    with as_backup_failed(folder()):
        rotate(at)
    return package.read(path)


def keep_unpacked(at: datetime) -> Package:
    """Keep the file of a database that cannot be packed, as it is and under a name of no backup."""
    live = Path(connection.settings_dict["NAME"])
    kept = folder() / f"{at:%Y%m%d-%H%M%S}-{BEFORE_RESTORE}{live.suffix}"
    with as_backup_failed(kept.parent):
        try:
            for end in ("", "-wal"):  # what was saved last is in the log beside it
                if (source := Path(f"{live}{end}")).exists():
                    Path(f"{kept}{end}").touch(mode=0o600)
                    shutil.copyfile(source, f"{kept}{end}")
        except OSError:
            for end in ("", "-wal"):
                Path(f"{kept}{end}").unlink(missing_ok=True)
            raise
    return Package(kept, {}, kept.stat().st_size)


def _new_name(reason: str, at: datetime) -> str:
    number = max(map(_number, names()), default=0) + 1
    return f"euchre-{at:%Y%m%d-%H%M%S}-{reason}-{number:06}-{secrets.token_hex(3)}.zip"


def names() -> list[str]:
    """The names of all backups, newest first; no file is opened. Where the host keeps them there are none."""
    path = folder_path()
    if package.is_kept_by_host() or not path.is_dir():
        return []
    with as_backup_failed(path):
        all_names = [one.name for one in path.iterdir() if NAME.fullmatch(one.name)]
    return sorted(all_names, key=lambda name: (_number(name), name), reverse=True)


def all_() -> list[Package]:
    """All backups, newest first; unreadable files are left out."""
    return sorted_out()[0]


def sorted_out() -> tuple[list[Package], str]:
    """All backups, newest first, and a sentence that names the files left out; empty if all can be read."""
    copies, unreadable = [], []
    for name in names():
        try:
            copies.append(package.read(folder_path() / name))
        except BackupFailed:
            unreadable.append(name)
    if not unreadable:
        return copies, ""
    words = ngettext(
        "One file here is damaged, or this site did not make it, so it is left out: %(names)s.",
        "%(n)d files here are damaged, or this site did not make them, so they are left out: %(names)s.",
        len(unreadable),
    )
    return copies, words % {"n": len(unreadable), "names": ", ".join(unreadable)}


def get(name: str) -> Package:
    """The backup with this name. Raises `BackupFailed`."""
    if not NAME.fullmatch(name):
        raise BackupFailed(_("There is no backup with this name."))
    return package.read(folder_path() / name)


def newest_at() -> datetime | None:
    """When the newest backup was taken, by its name."""
    return next(map(_moment, names()), None)


def clock_doubts(now: datetime) -> str:
    """Why this computer's clock may be wrong, by the dates of the copies; empty if nothing is odd."""
    newest, *others = [*map(_moment, names())] or [LONG_AGO]
    if newest > now + AHEAD:
        return _("The newest backup is dated in the future (%(day)s). Is this computer’s clock right?") % {
            "day": f"{newest:%Y-%m-%d %H:%M}"
        }
    if not others:
        return ""
    if newest < max(others) - AHEAD:
        return _(
            "The newest backup has an earlier date than one made before it (%(day)s): this computer’s "
            "clock was wrong then, or is now."
        ) % {"day": f"{max(others):%Y-%m-%d %H:%M}"}
    before = next((one for one in others if one < newest - ONE_EVENING), newest)
    if newest - before > LONG_PAUSE:
        return _(
            "The newest backup is dated %(n)d days after the one before it. If that is not so, this "
            "computer’s clock is wrong."
        ) % {"n": (newest - before).days}
    return ""


def on_the_same_disk() -> bool:
    """Whether one disk holds the database and its copies."""
    with suppress(OSError):
        return _disk(folder_path()) == _disk(Path(connection.settings_dict["NAME"]))
    return False


def rotate(now: datetime) -> None:
    """Delete backups beyond the limit for their reason, and those too old.

    A copy's age is the sum of the steps from each copy to the next, none counted as more than a week nor as
    less than nothing: so a wrong clock, or a summer without play, ages copies by a week at most.
    """
    places: Counter[str] = Counter()
    age, later = timedelta(), now
    for position, name in enumerate(names()):
        moment, reason = _moment(name), reason_of(name)
        age += min(max(later - moment, timedelta()), LONGEST_STEP)
        later = moment
        places[reason] += 1
        most = REASONS[reason][1] if reason in REASONS else 5  # a reason of another version
        too_old = age > OLDEST and reason != BY_HAND
        if position and (places[reason] > most or too_old):
            (folder_path() / name).unlink(missing_ok=True)


def clear_unfinished(now: datetime) -> None:
    """Delete what a killed process left unfinished, also what a wrong clock dated ahead."""
    for room in folder_path().glob(".making-*"):
        with suppress(FileNotFoundError):  # it was just finished
            if abs(now.timestamp() - room.stat().st_mtime) > UNFINISHED:
                shutil.rmtree(room, ignore_errors=True)


def _disk(path: Path) -> int:
    return path.stat().st_dev


def _number(name: str) -> int:
    match = NAME.fullmatch(name)
    return int(match[3] or 0) if match else 0


def _moment(name: str) -> datetime:
    """When this copy was taken, by its name; a date that no calendar or clock has is long ago."""
    match = NAME.fullmatch(name)
    with suppress(ValueError):
        moment = datetime.strptime(f"{match[1] if match else ''}+0000", "%Y%m%d-%H%M%S%z")
        return moment if FIRST_YEAR <= moment.year <= LAST_YEAR else LONG_AGO
    return LONG_AGO


def reason_of(name: str) -> str:
    """Why this copy is here, by its name: inside, one brought from elsewhere says why it was made there."""
    match = NAME.fullmatch(name)
    return match[2] if match else ""
