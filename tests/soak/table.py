"""The one shape in which every long trial tells its figures: what was asked, what was reached.

Each row is printed, and kept for the table that `make soak` prints at the end.
"""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

KEPT_IN = "SOAK_ROWS"  # names the file of rows while `make soak` runs


class Row(NamedTuple):
    """One figure: in words, what was asked, what was reached, whether that will do."""

    figure: str
    asked: str
    reached: str
    holds: bool


def row(figure: str, asked: object, reached: object, *, holds: bool) -> bool:
    """Tell one figure; answers whether it holds."""
    values = Row(figure, str(asked), str(reached), holds)
    print(line(values), flush=True)
    if path := os.environ.get(KEPT_IN):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(values) + "\n")
    return holds


def at_least(figure: str, asked: int, reached: int) -> bool:
    return row(figure, asked, reached, holds=reached >= asked)


def exactly(figure: str, asked: int, reached: int) -> bool:
    return row(figure, asked, reached, holds=reached == asked)


def line(values: Row) -> str:
    return f"{values.figure:<66} {values.asked:>14} {values.reached:>14}{'' if values.holds else '   ✗'}"


def note(text: str) -> None:
    """Say how far a long trial is, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"  {text}", file=sys.stderr, flush=True)


def say(sentences: Iterable[str], most: int = 20) -> None:
    """Say what was bad, not without end."""
    for sentence in list(sentences)[:most]:
        print(f"  {sentence}")
