"""Running a long trial on SQLite, then on a PostgreSQL server of its own that waits for the disk."""

import os
import subprocess
import sys
from collections.abc import Callable

from tests.soak.table import row

NOT_INSTALLED = 69  # as scripts/postgres ends


def on_both(main: Callable[..., int], script: str) -> int:
    """Call `main` with the numbers of the command line here, and the script once more on PostgreSQL."""
    status = main(*map(int, sys.argv[1:]))
    if os.environ.get("DATABASE_URL"):
        return status
    command = ["sh", "scripts/postgres", sys.executable, script, *sys.argv[1:]]
    there = subprocess.run(command, env={**os.environ, "DURABLE": "1"}, check=False).returncode
    if there == NOT_INSTALLED:
        row("the same on PostgreSQL", "done", "not installed", holds=False)
    return max(status, there)
