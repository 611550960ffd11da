"""Names that a paper cannot show whole: with letters that no typeface has, or too long for their place.

The press sets letters that the papers' own typeface lacks in any typeface that fontconfig knows.
"""

import os
import subprocess
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from html import unescape
from typing import Any

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from tournament.printing.fit import ELLIPSIS, Fitted, has_letters
from tournament.printing.paper import Printout
from tournament.running import program
from tournament.words.names import last_name_first

SECONDS = 10.0


def without_face(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a letter that no typeface has; none if that cannot be known."""
    covered = _covered()
    if not covered:
        return ()
    return tuple(name for name in names if not has_letters(name) and not _is_covered(name, covered))


def _is_covered(name: str, covered: tuple[tuple[int, int], ...]) -> bool:
    for char in name:
        if has_letters(char):
            continue
        at = bisect_right(covered, (ord(char), 0x110000)) - 1
        if at < 0 or ord(char) > covered[at][1]:
            return False
    return True


@lru_cache(maxsize=1)
def _covered() -> tuple[tuple[int, int], ...]:
    """The ranges of code points that the installed typefaces have, merged; empty if fontconfig cannot say."""
    try:
        said = subprocess.run(  # noqa: S603  fixed words
            [program.bundled_program("fc-list"), "--format", "%{charset}\n"],
            capture_output=True,
            check=True,
            text=True,
            timeout=SECONDS,
            env=os.environ | program.typeface_environment() | program.library_environment(),
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ()
    ranges = sorted({_range(word) for word in said.split()})
    merged: list[tuple[int, int]] = []
    for first, last in ranges:
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)


def _range(word: str) -> tuple[int, int]:
    first, _, last = word.partition("-")
    return int(first, 16), int(last or first, 16)


SHORT = 16  # letters; every paper has room for so many


def cut_names(printout: Printout, names: Iterable[str]) -> tuple[str, ...]:
    """The names that end in an ellipsis somewhere on the paper.

    Names that a paper abbreviates by design (“Siobhán O.”) are not among them.
    """
    long = [name for name in names if len(name) > SHORT]
    if not long:
        return ()
    begun = {_close(text)[: -len(ELLIPSIS)] for text in _texts(printout.sheets) if text.endswith(ELLIPSIS)}
    begun.discard("")
    shown = {name: (_close(name), _close(" ".join(last_name_first(name)))) for name in long}
    return tuple(
        name for name in long if any(form.startswith(text) for form in shown[name] for text in begun)
    )


def _texts(shown: Any) -> Iterator[str]:
    """Every line of text in what a sheet shows; fitted lines are one text."""
    if isinstance(shown, Fitted):
        yield "".join(shown.lines)
    elif isinstance(shown, str):
        plain = unescape(strip_tags(shown)) if isinstance(shown, SafeString) else shown
        yield from plain.split("\n")
    elif isinstance(shown, Mapping):
        yield from _texts(tuple(shown.values()))
    elif isinstance(shown, tuple | list):
        for one in shown:
            yield from _texts(one)
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from _texts(getattr(shown, field.name))


def _close(text: str) -> str:
    """Without blanks: a line may end between words or within one."""
    return "".join(text.split())
