"""Thousands of random events, recomputed by the product and by the referee. Run by `make soak`.

python tests/soak/soak_archives.py [EVENTS [SEED [FIRST]]]      5,000 events of seed 1 unless told

FIRST starts later in the same row of events, so that two processes can share it: 2500 1, and 2500 1 2501.
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.core.management import call_command

from tests.referee.referee import differences
from tests.soak.table import note, row
from tournament.archive.checking import problems_of
from tournament.archive.text import loads

ASKED, AT_ONCE = 5000, 250


def main(events: int = ASKED, seed: int = 1, start: int = 1) -> int:
    """Play them some at a time, print what differs, and how many agreed."""
    began, wrong, size = time.monotonic(), 0, 0
    for first in range(start, start + events, AT_ONCE):
        with tempfile.TemporaryDirectory() as folder:
            count = min(AT_ONCE, start + events - first)
            call_command(
                "simulate", events=count, first=first, seed=seed, out=Path(folder), verbosity=0,
                stdout=open(os.devnull, "w"),  # noqa: SIM115
            )  # fmt: skip
            for path in sorted(Path(folder).iterdir()):
                content = path.read_bytes()
                size += len(content)
                found = [*map(str, problems_of(loads(content))), *differences(content)]
                wrong += bool(found)
                for sentence in found:
                    print(f"{path.name}: {sentence}")
        note(f"{first - start + count} events, {wrong} with differences")
    took = time.monotonic() - began
    good = [
        row("random events recomputed by the product and the referee", ASKED, events, holds=events >= ASKED),
        row("of them with a difference", 0, wrong, holds=not wrong),
    ]
    print(f"  ({size / 1e6:.0f} MB of archives, {took:.0f} s)")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4])))
