"""Write files as a folder that replaces the one before it whole: beside it first, then exchanged."""

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from django.utils.translation import gettext as _

from tournament.services.errors import Refused

MARK = "euchre-director.txt"  # tells the next time that the folder is ours to replace
MARK_BEGINS = "Euchre Director: this folder is replaced whole"


def write_folder(files: Mapping[str, bytes], out: Path) -> None:
    """Make `out` hold these files and nothing else. Raises `Refused` for a folder that is not ours, and
    `OSError`; then it is as it was before."""
    out = out.resolve()
    check_folder(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = _hidden(out)
    try:
        beside.mkdir()
        for name, content in files.items():
            file = beside / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        (beside / MARK).write_text(f"{MARK_BEGINS} when it is published again.\n", encoding="ascii")
        _exchange(beside, out)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def check_folder(out: Path) -> None:
    """Raise `Refused` where something is in the way that this program did not make."""
    if not out.exists():
        return
    if not out.is_dir():
        raise Refused("no-folder", _("%(path)s is a file. Name a folder.") % {"path": out})
    mark = out / MARK
    ours = mark.is_file() and mark.read_bytes().startswith(MARK_BEGINS.encode())
    if not ours and any(out.iterdir()):
        message = _(
            "%(path)s is not empty and was not published by this program. Name a new or empty folder."
        )
        raise Refused("not-ours", message % {"path": out})


def _exchange(new: Path, out: Path) -> None:
    """Put the new folder where the old one is, which is put back if that fails."""
    old = _hidden(out)
    was_there = out.exists()
    if was_there:
        out.rename(old)
    try:
        new.rename(out)
    except OSError:
        if was_there:
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _hidden(out: Path) -> Path:
    """A name beside it that nothing has yet."""
    return out.with_name(f".{out.name}-{secrets.token_hex(4)}")
