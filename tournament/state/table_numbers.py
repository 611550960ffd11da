"""The numbers on a hall's tables, as a director writes them: "1-4, 6-10", or "not 13".

English and French words are read whatever the reader's language; the words kept are English.
"""

import re
from collections.abc import Collection, Iterable
from itertools import count, islice

from django.utils.translation import gettext as _

HIGHEST_TABLE = 999
_WITHOUT = re.compile(r"\b(?:not|no|without|except|sauf|sans|pas)\b", re.IGNORECASE)
_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–−]\s*([0-9]{1,4}))?", re.ASCII)


class Unclear(ValueError):
    """The text names no tables; the error's text is a sentence that says so."""


def shortest_notation(text: str) -> str:
    """The numbers in their shortest notation; raises `Unclear` if the text cannot be read.

    >>> shortest_notation("7,6,8 2 1"), shortest_notation("No 13"), shortest_notation("1-6 not 4")
    ('1-2, 6-8', 'not 13', '1-3, 5-6')
    """
    listed, gaps = _read(text)
    if listed:
        return _in_runs(listed - gaps)
    return f"not {_in_runs(gaps)}" if gaps else ""


def numbers_in_words(kept: str) -> str:
    """The kept text in the reader's words, which `shortest_notation` reads again.

    >>> numbers_in_words("not 13"), numbers_in_words("1-4")
    ('not 13', '1-4')
    """
    gaps = kept.removeprefix("not ")
    return kept if gaps == kept else _("not %(tables)s") % {"tables": gaps}


def tables_for(text: str, needed: int, kept: Collection[int] = ()) -> tuple[int, ...] | None:
    """The tables to play at, in order: `needed` of those that `text` names, among them the `kept` ones.

    None if the text is empty: then tables are numbered from 1. Fewer than needed if fewer are named.

    >>> tables_for("not 2", 3), tables_for("not 2", 3, kept=[9]), tables_for("1-2", 3), tables_for("", 3)
    ((1, 3, 4), (1, 3, 9), (1, 2), None)
    """
    listed, gaps = _read(text)
    if not listed and not gaps:
        return None
    known = sorted(listed - gaps) if listed else _counted(gaps, needed, kept)
    first = [number for number in known if number in kept]
    rest = (number for number in known if number not in kept)
    return tuple(sorted([*first, *islice(rest, max(0, needed - len(first)))]))


def _counted(gaps: Collection[int], needed: int, kept: Collection[int]) -> list[int]:
    """1, 2, 3, … without the numbers left out, as many as needed."""
    numbers: list[int] = []
    for number in count(1):
        if len(numbers) >= needed and number > max(kept, default=0):
            return numbers
        if number not in gaps:
            numbers.append(number)
    raise AssertionError


def _read(text: str) -> tuple[set[int], set[int]]:
    """(the tables listed, the tables left out)."""
    listed, *gaps = _WITHOUT.split(text)
    return _numbers(listed), set().union(*map(_numbers, gaps))


def _numbers(text: str) -> set[int]:
    numbers: set[int] = set()
    left = _RANGE.sub(lambda match: _take(match, numbers), text)
    if re.sub(r"[\s,;.]|\b(?:and|et)\b", "", left):
        raise Unclear(_("Write the table numbers as 1-4, 6-10, or those to leave out as “not 13”."))
    return numbers


def _take(match: re.Match[str], numbers: set[int]) -> str:
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if not 1 <= first <= last <= HIGHEST_TABLE:
        words = {"typed": match[0], "highest": HIGHEST_TABLE}
        message = _("“%(typed)s” does not name tables: they go from 1 to %(highest)d, the lower one first.")
        raise Unclear(message % words)
    numbers.update(range(first, last + 1))
    return ""


def _in_runs(numbers: Iterable[int]) -> str:
    """Format numbers, with runs as ranges."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
