"""A thousand sheets read twice, twenty of them mistyped in one of the readings. Run by `make soak`.

python tests/soak/soak_readings.py [SHEETS [ERRORS [SEED]]]
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["EUCHRE_BACKUPS"] = "no"

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.test.utils import setup_test_environment

from tests.soak.readings import trial
from tests.soak.table import row

SHEETS, ERRORS = 1_000, 20


def main(sheets: int = SHEETS, errors: int = ERRORS, seed: int = 1) -> int:
    setup_test_environment()  # a host named testserver
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    outcome = trial(sheets, errors, seed)
    for sentence in outcome.bad[:20]:
        print(f"  {sentence}")
    unasked = [
        ("  asked about without an error", outcome.unplanted),
        ("  changed without a question", outcome.overwritten),
        ("  unlike their paper once the questions are answered", outcome.wrong),
        ("  anything else wrong (figures shown, who checked)", len(outcome.bad)),
    ]
    good = [
        row(
            "sheets read twice by two people at once", SHEETS, outcome.sheets, holds=outcome.sheets >= SHEETS
        ),
        row("  typing errors found of those planted", errors, outcome.found, holds=outcome.found == errors),
        *(row(figure, 0, reached, holds=not reached) for figure, reached in unasked),
        row(
            "  whose page says who read them again",
            outcome.sheets,
            outcome.checked,
            holds=outcome.checked == outcome.sheets,
        ),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4])))
