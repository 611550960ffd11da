"""A hundred copies under write load, each put back. Run by `make soak`.

python tests/soak/soak_backups.py [COPIES]
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["EUCHRE_BACKUPS"] = "no"

import django

django.setup()

from django.core.management import call_command

from tests.soak.backups import trial
from tests.soak.table import row

ASKED = 100


def main(copies: int = ASKED) -> int:
    call_command("migrate", verbosity=0)
    outcome = trial(copies)
    for sentence in outcome.bad:
        print(sentence)
    good = [
        row(
            "copies taken while scores were written",
            ASKED,
            outcome.copies,
            holds=outcome.copies >= ASKED,
        ),
        row("  of them damaged, or not byte-equal when put back", 0, len(outcome.bad), holds=not outcome.bad),
    ]
    print(f"  ({outcome.writes} scores were saved meanwhile)")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
