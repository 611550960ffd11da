"""Keep the database of a release, for the test that later versions migrate it with identical standings.

At each release, from a clean checkout of it:
`sh scripts/scratch .venv/bin/python tests/releases/add.py 0.2.0`, then commit the folder it makes.
It plays the demonstration event and some random evenings, with fixed seeds.
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import gzip
import json
import os
import random
import sqlite3
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
os.environ["EUCHRE_BACKUPS"] = "no"

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from tournament.archive.document import document
from tournament.models import Event, User
from tournament.simulation.events import ANY, RandomEvening, hasty_planner

HERE = Path(__file__).resolve().parent
EVENINGS = 12


def standings_of_all() -> dict[str, list[dict[str, object]]]:
    """Every event's standings, by its short name."""
    events = Event.objects.order_by("slug")
    return {event.slug: document(event)["standings"] for event in events}


def main(version: str) -> None:
    folder = HERE / version
    if folder.exists():
        sys.exit(f"{folder} is there already.")
    call_command("migrate", verbosity=0)
    director = User(username="director", name="Dora Director", is_superuser=True)
    director.set_unusable_password()
    director.save()
    call_command("demo", verbosity=0)
    with hasty_planner():
        for number in range(1, EVENINGS + 1):
            RandomEvening(director, random.Random(f"release/{number}"), ANY, number).run()
    folder.mkdir()
    text = json.dumps(standings_of_all(), indent=1, ensure_ascii=False)
    (folder / "standings.json").write_text(f"{text}\n", encoding="utf-8")
    with sqlite3.connect(connection.settings_dict["NAME"]) as database:
        dump = "\n".join(database.iterdump())
    # Without a time, so that the same database gives the same file.
    (folder / "database.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    print(f"{folder}: {len(standings_of_all())} events. Now run the tests, and commit it.")


if __name__ == "__main__":
    main(*sys.argv[1:])
