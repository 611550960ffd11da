"""What an archive is made of: the members of its objects, each described once, and their shapes.

Each member is checked, written and read by its description, in the order in which they are listed. Each
`check` yields every problem with its place, so that a director sees all of them at once. The bounds are those
of the site: they refuse only what no event here can hold.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from tournament.archive.text import ArchiveProblem, ObjectWithDuplicateKeys, member_path
from tournament.models.events import LAST_DAY
from tournament.words.names import has_unseen

LONGEST_SHOWN = 60
SAME_ROW, APART = ".", "-"


class Shape(ABC):
    """Something that values can be checked against; how they are written and read, if not as they are."""

    __slots__ = ()

    @abstractmethod
    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        """The problems of `value`, which is at `path`."""

    def write(self, value: Any) -> Any:
        """An attribute's value as the file has it."""
        return value

    def read(self, value: Any) -> Any:
        """The file's value as the attribute has it."""
        return value


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object of the file: its name, its shape, and what it is in the site.

    It is written from the `attribute` of a row and read into it: the one of its own name, if none is given;
    `SAME_ROW`: the members in it are attributes of that row themselves; `APART`: whoever writes or reads the
    object gives and takes it. `write` makes it of the row instead, and `read` the attribute of the file's
    value. A row for which `when` does not hold says nothing: the member is null, or left out if it is
    `optional`, as it is where the attribute is `unsaid`. What a file does not say is `unsaid`, or as a row
    has it by itself.
    """

    name: str
    shape: Shape
    attribute: str = ""
    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None
    when: Callable[[Any], Any] | None = None
    optional: bool = False
    unsaid: Any = None

    def said(self, row: Any) -> bool:
        """Whether a row says anything of this."""
        if self.when is not None:
            return bool(self.when(row))
        return not self.optional or (self.attribute != APART and self._value(row) != self.unsaid)

    def written(self, row: Any) -> Any:
        """What a row says of this."""
        if not self.said(row):
            return None
        return self.write(row) if self.write else self.shape.write(self._value(row))

    def attributes(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """What an object of the file says of a row."""
        value = values.get(self.name)
        value = self.unsaid if value is None else value
        if value is None or self.attribute == APART:
            return {}
        value = (self.read or self.shape.read)(value)
        return value if self.attribute == SAME_ROW else {self.attribute or self.name: value}

    def _value(self, row: Any) -> Any:
        return row if self.attribute == SAME_ROW else attrgetter(self.attribute or self.name)(row)


class Object(Shape):
    """An object with exactly these members; those that are optional may be missing."""

    __slots__ = ("members",)

    def __init__(self, *members: Member) -> None:
        self.members = members

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, dict):
            yield ArchiveProblem(path, _("must be an object, not %(found)s.") % {"found": shown_value(value)})
            return
        for name in value.twice if isinstance(value, ObjectWithDuplicateKeys) else ():
            yield ArchiveProblem(member_path(path, short_text(name)), _("appears more than once."))
        known = {member.name for member in self.members}
        for name in value:
            if name not in known:
                yield ArchiveProblem(member_path(path, short_text(name)), _("is not known here."))
        for member in self.members:
            if member.name in value:
                yield from member.shape.check(value[member.name], member_path(path, member.name))
            elif not member.optional:
                yield ArchiveProblem(member_path(path, member.name), _("is missing."))

    def write(self, value: Any, **given: Any) -> dict[str, Any]:
        """The object as the row `value` says it; `given` is what the row does not know."""
        return {
            member.name: given[member.name] if member.name in given else member.written(value)
            for member in self.members
            if member.name in given or not member.optional or member.said(value)
        }

    def read(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes of a row, by their names."""
        return {name: value for member in self.members for name, value in member.attributes(values).items()}


@dataclass(frozen=True, slots=True)
class List(Shape):
    """A list of at most `most` values of one shape."""

    each: Shape
    most: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, list):
            yield ArchiveProblem(path, _("must be a list, not %(found)s.") % {"found": shown_value(value)})
            return
        if len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d members; there can be %(most)d at most.") % facts)
            return
        for index, one in enumerate(value):
            yield from self.each.check(one, member_path(path, index))


@dataclass(frozen=True, slots=True)
class Integer(Shape):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return
        facts = {"low": self.low, "high": self.high, "found": shown_value(value)}
        yield ArchiveProblem(
            path, _("must be a whole number from %(low)d to %(high)d, not %(found)s.") % facts
        )


@dataclass(frozen=True, slots=True)
class Truth(Shape):
    """True or false."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, bool):
            yield ArchiveProblem(
                path, _("must be true or false, not %(found)s.") % {"found": shown_value(value)}
            )


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """One line of text with at most `most` characters, none of them invisible."""

    most: int
    blank: bool = False

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, str):
            yield ArchiveProblem(path, _("must be text, not %(found)s.") % {"found": shown_value(value)})
        elif len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d characters; keep it to %(most)d.") % facts)
        elif has_unseen(value):
            message = _("holds a character that cannot be seen: %(found)s.")
            yield ArchiveProblem(path, message % {"found": shown_value(value, ascii_only=True)})
        elif not self.blank and not value.strip():
            yield ArchiveProblem(path, _("must not be empty."))


@dataclass(frozen=True, slots=True)
class OneOf(Shape):
    """One of some words, or exactly this value; each in the file → in the database, if they differ."""

    known: tuple[str | int, ...] | Mapping[str, Any]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if any(value == known and type(value) is type(known) for known in self.known):
            return
        facts = {"known": ", ".join(map(shown_value, self.known)), "found": shown_value(value)}
        one, more = _("must be %(known)s, not %(found)s."), _("must be one of %(known)s, not %(found)s.")
        yield ArchiveProblem(path, (one if len(self.known) == 1 else more) % facts)

    def write(self, value: Any) -> Any:
        if isinstance(self.known, Mapping):
            return next(word for word, stored in self.known.items() if stored == value)
        return value.value if isinstance(value, Enum) else value

    def read(self, value: Any) -> Any:
        return self.known[value] if isinstance(self.known, Mapping) else value


@dataclass(frozen=True, slots=True)
class Day(Shape):
    """A date as YYYY-MM-DD, not so late that no day follows."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        try:
            day = date.fromisoformat(value) if isinstance(value, str) else None
            if day is not None and day.isoformat() == value and day <= LAST_DAY:
                return
        except ValueError:
            pass
        message = _("must be a date such as 2026-11-20, not %(found)s.")
        yield ArchiveProblem(path, message % {"found": shown_value(value)})

    def write(self, value: date) -> str:
        return value.isoformat()

    def read(self, value: str) -> date:
        return date.fromisoformat(value)


@dataclass(frozen=True, slots=True)
class Anything(Shape):
    """Any value: it is checked elsewhere."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Maybe(Shape):
    """This shape, or null for what is empty."""

    shape: Shape

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return self.shape.check(value, path) if value is not None else iter(())

    def write(self, value: Any) -> Any:
        return None if value is None or value == "" else self.shape.write(value)

    def read(self, value: Any) -> Any:
        return self.shape.read(value)


@dataclass(frozen=True, slots=True)
class ChosenByMember(Shape):
    """An object whose member `by` names the one of several shapes that it must have."""

    by: str
    shapes: Mapping[str, Shape]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        kind = value.get(self.by) if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in self.shapes:
            return self.shapes[kind].check(value, path)
        if not isinstance(value, dict):
            return Object().check(value, path)
        return OneOf(tuple(self.shapes)).check(kind, member_path(path, self.by))


def shown_value(value: Any, *, ascii_only: bool = False) -> str:
    """Format a value for a sentence: short, and on one line.

    >>> shown_value("Ann"), shown_value([1, 2]), shown_value({}), shown_value(None), shown_value(1.5)
    ('"Ann"', 'a list', 'an object', 'null', '1.5')
    """
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list):
        return _("a list")
    if isinstance(value, int) and abs(value) >= 10**18:
        return _("a very large number")
    return short_text(
        json.dumps(value, ensure_ascii=ascii_only or (isinstance(value, str) and has_unseen(value)))
    )


def short_text(text: str) -> str:
    """Cut a text for use in a sentence, and remove invisible characters."""
    text = text[: LONGEST_SHOWN + 1]
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
