"""Shapes of JSON values: their members, types and bounds.

Each `check` yields every problem with its place, so that a director sees all of them at once. `schema` has
the shapes of an archive.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from django.utils.translation import gettext as _

from tournament.archive.problems import ArchiveProblem, at
from tournament.archive.text import Repeating
from tournament.models.events import LAST_DAY
from tournament.names import has_unseen

LONGEST_SHOWN = 60
_DIGEST = re.compile("sha256:[0-9a-f]{64}")


class Shape(Protocol):
    """Something that values can be checked against."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        """The problems of `value`, which is at `path`."""
        ...


@dataclass(frozen=True, slots=True)
class Object:
    """An object with exactly these members; those that are `optional` may be missing."""

    members: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, dict):
            yield ArchiveProblem(path, _("must be an object, not %(found)s.") % {"found": shown(value)})
            return
        for name in value.twice if isinstance(value, Repeating) else ():
            yield ArchiveProblem(at(path, short(name)), _("appears more than once."))
        for name in value:
            if name not in self.members and name not in self.optional:
                yield ArchiveProblem(at(path, short(name)), _("is not known here."))
        for name, shape in self.members.items():
            if name in value:
                yield from shape.check(value[name], at(path, name))
            else:
                yield ArchiveProblem(at(path, name), _("is missing."))
        for name, shape in self.optional.items():
            if name in value:
                yield from shape.check(value[name], at(path, name))


@dataclass(frozen=True, slots=True)
class List:
    """A list of at most `most` members of one shape."""

    member: Shape
    most: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, list):
            yield ArchiveProblem(path, _("must be a list, not %(found)s.") % {"found": shown(value)})
            return
        if len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d members; there can be %(most)d at most.") % facts)
            return
        for index, member in enumerate(value):
            yield from self.member.check(member, at(path, index))


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return
        facts = {"low": self.low, "high": self.high, "found": shown(value)}
        yield ArchiveProblem(
            path, _("must be a whole number from %(low)d to %(high)d, not %(found)s.") % facts
        )


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, bool):
            yield ArchiveProblem(path, _("must be true or false, not %(found)s.") % {"found": shown(value)})


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text with at most `most` characters, none of them invisible."""

    most: int
    blank: bool = False

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, str):
            yield ArchiveProblem(path, _("must be text, not %(found)s.") % {"found": shown(value)})
        elif len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d characters; keep it to %(most)d.") % facts)
        elif has_unseen(value):
            message = _("holds a character that cannot be seen: %(found)s.")
            yield ArchiveProblem(path, message % {"found": shown(value, ascii_only=True)})
        elif not self.blank and not value.strip():
            yield ArchiveProblem(path, _("must not be empty."))


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words, or exactly this value."""

    known: tuple[str | int, ...]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if any(value == known and type(value) is type(known) for known in self.known):
            return
        facts = {"known": ", ".join(map(shown, self.known)), "found": shown(value)}
        message = (
            _("must be %(known)s, not %(found)s.")
            if len(self.known) == 1
            else _("must be one of %(known)s, not %(found)s.")
        )
        yield ArchiveProblem(path, message % facts)


@dataclass(frozen=True, slots=True)
class Day:
    """A date as YYYY-MM-DD, not so late that no day follows."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        try:
            day = date.fromisoformat(value) if isinstance(value, str) else None
            if day is not None and day.isoformat() == value and day <= LAST_DAY:
                return
        except ValueError:
            pass
        message = _("must be a date such as 2026-11-20, not %(found)s.")
        yield ArchiveProblem(path, message % {"found": shown(value)})


@dataclass(frozen=True, slots=True)
class Digest:
    """A hash as “sha256:” and 64 small hexadecimal digits."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, str) or not _DIGEST.fullmatch(value):
            message = _("must be “sha256:” and 64 hexadecimal digits, not %(found)s.")
            yield ArchiveProblem(path, message % {"found": shown(value)})


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value: it is checked elsewhere."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Maybe:
    """This shape, or null."""

    shape: Shape

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return self.shape.check(value, path) if value is not None else iter(())


@dataclass(frozen=True, slots=True)
class Chosen:
    """An object whose member `by` selects one of several shapes."""

    by: str
    shapes: Mapping[str, Shape]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        kind = value.get(self.by) if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in self.shapes:
            return self.shapes[kind].check(value, path)
        if not isinstance(value, dict):
            return Object({}).check(value, path)
        return OneOf(tuple(self.shapes)).check(kind, at(path, self.by))


def shown(value: Any, *, ascii_only: bool = False) -> str:
    """Format a value for a sentence: short, and on one line.

    >>> shown("Ann"), shown([1, 2]), shown({}), shown(None), shown(1.5)
    ('"Ann"', 'a list', 'an object', 'null', '1.5')
    """
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list):
        return _("a list")
    if isinstance(value, int) and abs(value) >= 10**18:
        return _("a very large number")
    return short(json.dumps(value, ensure_ascii=ascii_only or (isinstance(value, str) and has_unseen(value))))


def short(text: str) -> str:
    """Cut a text for use in a sentence, and remove invisible characters."""
    text = text[: LONGEST_SHOWN + 1]
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
