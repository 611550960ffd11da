"""Where the site keeps its data, and the key that signs its sessions. Read by the settings, so it knows none.

What is wrong is told as a sentence that `manage.py` prints: `ImproperlyConfigured`.
"""

import hashlib
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path

import platformdirs
from django.core.exceptions import ImproperlyConfigured

from tournament.running import program

SHORTEST = 50  # characters; Django's own check asks for as many
# By these a folder is known as the site's own; the key and the copies have modes of their own.
DATABASE, OURS = "euchre.sqlite3*", ("secret_key", "backups")
SOURCES = ("manage.py", ".git")  # what tells a folder of program code
# SHA-256 of keys that anybody can read in the history of this repository.
PUBLISHED = frozenset({"f97d3ca72258d90bdc0540ba9c82054e42710a314504db421aed88244f3f9cff"})


def usual_folder() -> Path:
    """Where the data are if nobody says: beside a checkout, else where the system keeps a program's data."""
    if program.IS_CHECKOUT:
        return program.HERE / "data"
    return platformdirs.user_data_path(program.NAME, appauthor=False)


def folder_or_default(name: str, value: str, default: Path) -> Path:
    """The absolute path in `value`, or `default` if that is blank. `name` is the variable, for messages.

    Raises `ImproperlyConfigured` if the folder holds program code.
    """
    folder = (Path(value.strip()) if value.strip() else default).expanduser().resolve()
    if any((folder / source).exists() for source in SOURCES):
        raise ImproperlyConfigured(
            f"{name} is {folder}, which holds program code: the secret key, the database and its backups "
            f"could be published with it. Set {name} to another folder, or remove it."
        )
    return folder


def keep_private(data: Path) -> None:
    """Close our own folder, and the database in it, to others on this machine: they hold names and hashes.

    A folder that is not the site's alone, such as a home with other things in it, is left as it is.
    """
    if os.name != "posix" or not data.is_dir():
        return
    with suppress(OSError):  # somebody else's folder: whoever gave it to us decides
        held = list(data.glob(DATABASE))
        ours = held or any((data / name).exists() for name in OURS) or not any(data.iterdir())
        for path in (data, *held):
            about = path.lstat()
            others_may = stat.S_IMODE(about.st_mode) & 0o077
            shared = path == data and (about.st_mode & stat.S_ISVTX or not ours)
            if others_may and not shared and not path.is_symlink() and about.st_uid == os.geteuid():
                path.chmod(stat.S_IMODE(about.st_mode) & 0o700)


def secret_key(data: Path) -> str:
    """The key kept in the data folder, made at first use."""
    path = data / "secret_key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it will hold names and password hashes
        _make(path)
        key = _read(path)
        mode = path.stat().st_mode
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {data} cannot be used ({error.strerror}). Set EUCHRE_DATA_DIR to another one."
        ) from error
    if os.name == "posix" and mode & 0o077:
        raise ImproperlyConfigured(
            f"The secret key in {path} can be read by others on this machine. Run: chmod 600 {path}\n"
            "If anyone may have seen it, delete it instead: a new key is made, and everyone has to sign in "
            "again."
        )
    if len(key) < SHORTEST:
        raise ImproperlyConfigured(
            f"The secret key in {path} is too short: it has {len(key)} characters and needs {SHORTEST}. "
            "Delete it: a new key is made, and everyone has to sign in again."
        )
    return refuse_known_key(key, f"Delete {path}: a new key is made, and everyone has to sign in again.")


def refuse_known_key(key: str, advice: str) -> str:
    """The key, unless everybody has it."""
    if hashlib.sha256(key.encode()).hexdigest() in PUBLISHED:
        raise ImproperlyConfigured(
            f"This secret key was published with the program: anyone could sign in as anyone. {advice}"
        )
    return key


def _make(path: Path) -> None:
    """Write a new key if there is none, never readable by anybody else."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))


def _read(path: Path) -> str:
    """What the file holds; another process that makes it just now gets a moment to write it."""
    until = time.monotonic() + 1
    while not (text := path.read_text(encoding="utf-8", errors="replace").strip()):
        if time.monotonic() > until:
            break
        time.sleep(0.02)
    return text
