"""Finding a player from what somebody types: a number or part of a name, forgiving accents and slips."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Protocol, TypeVar

from tournament.forms.numbers import number_in
from tournament.models.names import key_of

LONGEST = 80
ALIKE = 0.72  # "Jonson" finds Johnson, "Smith" does not find Smart


class Named(Protocol):
    """Whoever has a number and a name."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


Somebody = TypeVar("Somebody", bound=Named)


def found(people: Iterable[Somebody], text: str) -> list[Somebody]:
    """Those whom `text` may mean, best first; everybody in the given order where it is empty.

    A number finds that player alone. Names that begin with the text (or have a word that does) come before
    those that merely contain it. Where nobody does, names that are spelt much like it are found.
    """
    everybody = list(people)
    wanted = text.strip()[:LONGEST]
    if not wanted:
        return everybody
    number = number_in(wanted.removeprefix("#"))
    if number is not None:
        return [person for person in everybody if person.number == number]
    key = key_of(wanted)
    ranked = [(rank, person) for person in everybody if (rank := _rank(person.name, key)) is not None]
    if not ranked:
        return _alike(everybody, key)
    return [person for _, person in sorted(ranked, key=lambda pair: pair[0])]


def _rank(name: str, key: str) -> int | None:
    """0 where the name begins with the key, 1 where one of its words does, 2 where it contains it."""
    whole = key_of(name)
    if key not in whole:
        return None
    if whole.startswith(key):
        return 0
    words = name.split()
    return 1 if any(key_of(" ".join(words[i:])).startswith(key) for i in range(1, len(words))) else 2


def _alike(people: Iterable[Somebody], key: str) -> list[Somebody]:
    """Those whose name, or a word of it, differs from the key by a letter or two; the likest first."""
    likeness = [(max(_likeness(part, key) for part in (p.name, *p.name.split())), p) for p in people]
    near = [pair for pair in likeness if pair[0] >= ALIKE]
    return [person for _, person in sorted(near, key=lambda pair: -pair[0])]


def _likeness(name: str, key: str) -> float:
    return SequenceMatcher(None, key_of(name), key, autojunk=False).ratio()
