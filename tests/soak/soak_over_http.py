"""A hundred random evenings through HTTP alone, their archives judged. Run by `make soak`.

python tests/soak/soak_over_http.py [EVENINGS [SEED]]
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["EUCHRE_BACKUPS"] = "no"

import django

django.setup()

from django.core.management import call_command

from tests.helpers.over_http import trial
from tests.soak.table import row
from tournament.simulation.events import hasty_planner

ASKED = 100


def main(evenings: int = ASKED, seed: int = 1) -> int:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with hasty_planner():
        found = trial(evenings, seed)
    for sentence in found[:50]:
        print(sentence)
    good = [
        row("random evenings played through HTTP alone", ASKED, evenings, holds=evenings >= ASKED),
        row("differences that the referee found in their archives", 0, len(found), holds=not found),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
