"""1,000 races of 8 officials for one sheet, and 1,000 submissions sent 8 times each. Run by `make soak`.

python tests/soak/soak_races.py [RACES [SUBMISSIONS]]
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
from django.test.utils import setup_test_environment

from tests.soak.engines import on_both
from tests.soak.races import THREADS, Outcome, trial
from tests.soak.table import row

RACES, SUBMISSIONS = 1_000, 1_000
WHOLE = 20  # one in so many goes over a whole request besides


def main(races: int = RACES, submissions: int = SUBMISSIONS) -> int:
    setup_test_environment()  # a host named testserver
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    on = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite (file)"
    by_service = _tell(on, trial(races, submissions, over_http=False), RACES, SUBMISSIONS)
    whole = max(races // WHOLE, 1), max(submissions // WHOLE, 1)
    over_http = _tell(f"{on}, whole requests", trial(*whole, over_http=True), *whole)
    return 0 if by_service and over_http else 1


def _tell(on: str, outcome: Outcome, races: int, submissions: int) -> bool:
    """Print the figures; answers whether all hold."""
    for sentence in outcome.bad[:20]:
        print(f"  {sentence}")
    wrong = len(outcome.bad)
    sent = f"  submissions sent {THREADS} times each"
    good = [
        row(f"{on}: races of {THREADS} for one sheet", races, outcome.races, holds=outcome.races >= races),
        row(
            "  with exactly one winner",
            outcome.races,
            outcome.one_winner,
            holds=outcome.one_winner == outcome.races,
        ),
        row("  silent overwrites", 0, outcome.overwrites, holds=not outcome.overwrites),
        row(sent, submissions, outcome.repeated, holds=outcome.repeated >= submissions),
        row("  counted twice", 0, outcome.doubles, holds=not outcome.doubles),
        row("  “database is locked”", 0, outcome.locked, holds=not outcome.locked),
        row("  anything else wrong (answers, revisions, history)", 0, wrong, holds=not wrong),
    ]
    return all(good)


if __name__ == "__main__":
    sys.exit(on_both(main, __file__))
