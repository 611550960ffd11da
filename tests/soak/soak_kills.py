"""The server killed 200 times while scores come in, and cut off from PostgreSQL as often. Run by `make soak`.

python tests/soak/soak_kills.py [KILLS [WRITES]]
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.soak.engines import on_both
from tests.soak.kills import trial
from tests.soak.table import row

KILLS, WRITES = 200, 10_000


def main(kills: int = KILLS, writes: int = WRITES) -> int:
    call_command("migrate", verbosity=0)
    cut = connection.vendor == "postgresql"
    outcome = trial(Path(settings.DATA_DIR) / "server", kills=kills, writes=writes, cut=cut)
    for sentence in outcome.bad[:20]:
        print(f"  {sentence}")
    what = "PostgreSQL: connections cut" if cut else "SQLite: server killed (SIGKILL)"
    good = [
        row(f"{what} while scores come in", KILLS, outcome.kills, holds=outcome.kills >= KILLS),
        row("  scores acknowledged", WRITES, outcome.acknowledged, holds=outcome.acknowledged >= WRITES),
        row("  of them lost", 0, outcome.lost, holds=not outcome.lost),
        row("  of them saved twice", 0, outcome.double, holds=not outcome.double),
        row(
            "  anything else wrong (integrity, history, revisions)",
            0,
            len(outcome.bad),
            holds=not outcome.bad,
        ),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(on_both(main, __file__))
