"""Which letters this machine has a typeface for, so that a name never prints as empty boxes unannounced.

The press sets letters that the papers' own typeface lacks in any typeface that fontconfig knows.
"""

import os
import subprocess
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from tournament import program
from tournament.printing.fit import has_letters

SECONDS = 10.0


def without_face(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a letter that no typeface has; none where that cannot be known."""
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
            [program.carried("fc-list"), "--format", "%{charset}\n"],
            capture_output=True,
            check=True,
            text=True,
            timeout=SECONDS,
            env=os.environ | program.typefaces() | program.libraries(),
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
