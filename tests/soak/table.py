"""The one shape in which every long trial tells its figures: what was asked, what was reached.

Each row is printed, and kept for the table that `make soak` prints at the end.
"""

import json
import os
import sys
from pathlib import Path

KEPT_IN = "SOAK_ROWS"  # names the file of rows while `make soak` runs


def row(figure: str, asked: object, reached: object, *, holds: bool) -> bool:
    """Tell one figure; answers whether it holds."""
    values = [figure, str(asked), str(reached), holds]
    print(line(*values), flush=True)
    if path := os.environ.get(KEPT_IN):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(values) + "\n")
    return holds


def line(figure: str, asked: str, reached: str, holds: bool) -> str:
    return f"{figure:<66} {asked:>14} {reached:>14}{'' if holds else '   ✗'}"


def show(path: Path) -> bool:
    """Print every row kept in the file as one table; answers whether all hold."""
    rows = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    print(f"\n{line('figure', 'asked', 'reached', True)}\n{'-' * 96}")
    for values in rows:
        print(line(*values))
    return all(values[3] for values in rows)


def note(text: str) -> None:
    """Say how far a long trial is, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"  {text}", file=sys.stderr, flush=True)
