"""Hostile requests to every address: parameters, bodies, headers, files. Run by `make soak`.

python tests/soak/soak_fuzz.py [REQUESTS [SEED]]
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import logging
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["EUCHRE_BACKUPS"] = "no"

import django

django.setup()

from types import SimpleNamespace
from unittest.mock import patch

from django.core.management import call_command

from tests.helpers.addresses import pages
from tests.helpers.fuzz import fuzz
from tests.soak.table import row
from tournament.backup import shelf
from tournament.printing import jobs
from tournament.rotation.planners import chart, replan

ASKED = 20_000
NAME = "euchre-20261120-194200-by-hand-0a1b2c.zip"


def main(requests: int = ASKED, seed: int = 1) -> int:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    made = SimpleNamespace(path=shelf.folder_path() / NAME, name=NAME)
    logging.getLogger("django.security").setLevel(logging.CRITICAL)  # each refused address, at length
    chart.PATIENCE = replan.PATIENCE = 0.05
    with (
        patch("tournament.printing.jobs.order_paper", lambda html, kind="pdf", **of: jobs.State("key")),
        patch("tournament.services.draft_jobs.launch_draw"),
        patch("tournament.backup.shelf.take", lambda reason, at=None: made),
    ):
        outcome = fuzz(requests, seed)
    for sentence in outcome.failures[:50]:
        print(sentence)
    print(f"  answers by status: {dict(sorted(outcome.statuses.items()))}")
    every = len(list(pages())) - 1  # signing out would end the visit
    good = [
        row("hostile requests made", ASKED, outcome.requests, holds=outcome.requests >= ASKED),
        row("addresses among them", every, len(outcome.pages), holds=len(outcome.pages) == every),
        row("answers of 500", 0, len(outcome.failures), holds=not outcome.failures),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
