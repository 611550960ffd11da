"""Convert an archive between values and bytes, reading untrusted files safely; the problems of an archive,
each with its place in the file and a sentence.

`shapes` and `checking` validate the values.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from django.utils.translation import gettext as _

LARGEST = 16 * 1024 * 1024  # bytes; 200 players and 30 rounds deal by deal take about 7 MB
MOST_TOLD = 100  # further problems are only counted


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """One problem. `path` is its place in JSON notation: `rounds[2].tables[0].seats.N`."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class BadArchive(Exception):
    """The file cannot become an event; `problems` lists everything found, in the file's order."""

    def __init__(self, problems: Sequence[ArchiveProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def member_path(path: str, *keys: str | int) -> str:
    """The path of a member, or a member's member, of the value at `path`.

    >>> member_path("", "rounds", 2), member_path("rounds[2]", "closed")
    ('rounds[2]', 'rounds[2].closed')
    """
    for key in keys:
        if isinstance(key, int):
            path += f"[{key}]"
        else:
            path += f".{key}" if path else key
    return path


class ObjectWithDuplicateKeys(dict[str, Any]):
    """An object of the file with repeated names, which `twice` holds."""

    twice: tuple[str, ...] = ()


def dumps(document: dict[str, Any]) -> str:
    """The file's text: two-space indent, characters as they are, a final newline."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def loads(content: bytes) -> Any:
    """Parse a file's values. Raises `BadArchive` for anything but JSON in UTF-8.

    An object with repeated names becomes an `ObjectWithDuplicateKeys`. Fractions are kept, for the
    shape to refuse in place.
    """
    if len(content) > LARGEST:
        message = _("The file is larger than %(most)d MB; no event is as large as that.")
        raise _bad(message % {"most": LARGEST // 1024**2})
    try:
        text = content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as problem:
        message = _("The file is not text in UTF-8: byte %(place)d cannot be read.")
        raise _bad(message % {"place": problem.start + 1}) from None
    except json.JSONDecodeError as problem:
        message = _("The file is not JSON: line %(line)d, column %(column)d: %(what)s.")
        facts = {"line": problem.lineno, "column": problem.colno, "what": problem.msg}
        raise _bad(message % facts) from None
    except RecursionError:
        raise _bad(_("The file’s values lie inside each other deeper than in any event.")) from None
    except ValueError:  # a number with thousands of digits
        raise _bad(_("The file holds a number that is too long to be read.")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    times = Counter(name for name, _value in pairs)
    repeating = ObjectWithDuplicateKeys(members)
    repeating.twice = tuple(name for name in members if times[name] > 1)
    return repeating


def _constant(name: str) -> NoReturn:
    raise _bad(_("The file holds %(name)s, which is no number that can be counted with.") % {"name": name})


def _bad(message: str) -> BadArchive:
    return BadArchive([ArchiveProblem("", message)])


def read_archive_file(path: Path) -> Any:
    """Read a file's values from disk. Raises `BadArchive` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return loads(file.read(LARGEST + 1))
    except OSError as error:
        facts = {"path": path, "why": error.strerror}
        raise _bad(_("%(path)s cannot be read: %(why)s.") % facts) from None
