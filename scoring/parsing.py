"""Reading plain values from an archive, each refused by name if it is not what it should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from scoring.errors import ScoringError
from scoring.sentences import marked

Name = TypeVar("Name", bound=StrEnum)


def is_int(value: object) -> bool:
    """Whether it is a whole number and not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def value(name: StrEnum | None) -> str | None:
    """The text an archive holds for a name."""
    return None if name is None else name.value


def reject_unknown(data: Mapping[str, object], keys: Iterable[str], error: type[ScoringError]) -> None:
    """Refuse names that are not among ``keys``."""
    for key in data:
        if key not in keys:
            raise error(marked("“%(key)s” is not known here.", key=key), code="unknown", field=key)


def mapping(data: object, field: str, error: type[ScoringError]) -> Mapping[str, object]:
    """A set of named values."""
    if not isinstance(data, Mapping):
        raise error(
            marked("“%(field)s” is not a set of named values.", field=field), code="shape", field=field
        )
    return data


def named(kind: type[Name], value: object, field: str, error: type[ScoringError]) -> Name | None:
    """A member of ``kind`` by its text, or ``None`` for none."""
    if value is None:
        return None
    try:
        return kind(value)  # type: ignore[arg-type]  # whatever is not a member's text is refused here
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise error(
            marked("%(found)r is none of %(known)s.", found=value, known=known), code=field, field=field
        ) from None


def integer(value: object, field: str, error: type[ScoringError]) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise error(
            marked("“%(field)s” is a whole number, not %(found)r.", field=field, found=value),
            code=field,
            field=field,
        )
    return value


def boolean(value: object, field: str, error: type[ScoringError]) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise error(
            marked("“%(field)s” is true or false, not %(found)r.", field=field, found=value),
            code=field,
            field=field,
        )
    return value
