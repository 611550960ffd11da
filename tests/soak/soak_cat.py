"""A cat on the keyboard of the grid, the pad and the door for 10,000 keys. Run by `make soak`.

The grid's answers come late, each by another while.

python tests/soak/soak_cat.py [KEYS [SEED]]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.soak.table import row

KEYS = 10_000
LATE = 100  # milliseconds, at most
WALK = "tests/e2e/test_cat_on_keyboard.py"


def command(folder: Path) -> list[str]:
    """The walks by pytest, which empties the folder for its output first: not that of the trials' figures."""
    options = ["-q", "-n0", "-o", "addopts=--import-mode=importlib", f"--output={folder / 'output'}"]
    return [sys.executable, "-m", "pytest", WALK, *options]


def main(keys: int = KEYS, seed: int = 1) -> int:
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        numbers = {"CAT_PRESSES": keys, "CAT_SEED": seed, "CAT_LATE": LATE}
        asked = {name: str(number) for name, number in numbers.items()} | {"CAT_TOLD": str(told)}
        environment = {**os.environ, **asked, "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
        status = subprocess.run(command(Path(folder)), env=environment, check=False).returncode
        pressed = int(told.read_text(encoding="utf-8")) if told.exists() else 0
    good = [
        row("random keys in the grid, the pad and at the door", KEYS, pressed, holds=pressed >= KEYS),
        row("  walks in which something was decided, saved or lost", 0, status, holds=status == 0),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
