"""Play random events through the services and write their archives, for other programs to check.

Uses a temporary database of its own, so that it can run beside an event.
"""

import re
from argparse import ArgumentTypeError
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scoring.ruleset import PRESETS
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.registry.event_settings import MAX_ROUNDS
from tournament.rotation.movements import MOVEMENTS
from tournament.simulation.events import simulate
from tournament.simulation.settings import EventBounds

MOST_PLAYERS = 200


class Command(BaseCommand):
    help = "Play random events and write each as an archive; the same seed gives the same files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=players, default=(4, 16), help="a number or a range: 4..200")
        parser.add_argument("--rounds", type=rounds, default=(1, 5), help="a number or a range: 1..8")
        parser.add_argument("--rules", choices=PRESETS, help="the ruleset (default: any)")
        parser.add_argument("--movement", choices=MOVEMENTS, help="the movement (default: any of these)")
        parser.add_argument("--seed", type=int, default=1, help="default: 1")
        parser.add_argument("--events", type=int, default=1, help="how many events")
        parser.add_argument(
            "--first", type=int, default=1, help="number of the first event, to continue an earlier run"
        )
        parser.add_argument("--out", type=Path, required=True, help="the folder to write into")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = EventBounds(options["players"], options["rounds"], options["rules"], options["movement"])
        out: Path = options["out"]
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{out} cannot be created: {error.strerror}.") from None
        done: Counter[str] = Counter()
        usual = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            for event in simulate(
                options["seed"], options["events"], wanted, keep=document, first=options["first"]
            ):
                path = out / f"event-{options['seed']}-{event.number:05}.json"
                path.write_bytes(dumps(event.kept).encode())
                done += event.done
        finally:
            connection.creation.destroy_test_db(usual, verbosity=0)
        if options["verbosity"] > 1:
            for action, count in sorted(done.items()):
                self.stdout.write(f"{count:7} {action}")
        refused = sum(count for action, count in done.items() if action.startswith("refused"))
        self.stdout.write(
            f"{options['events']} events in {out}: {done.total() - refused} actions, {refused} refused"
        )


def players(text: str) -> tuple[int, int]:
    """How many players: 4 to 200."""
    return _range(text, 4, MOST_PLAYERS)


def rounds(text: str) -> tuple[int, int]:
    """How many rounds."""
    return _range(text, 1, MAX_ROUNDS)


def _range(text: str, least: int, most: int) -> tuple[int, int]:
    bounds = re.fullmatch(r"([0-9]{1,4})(?:(?:\.\.|-)([0-9]{1,4}))?", text)
    if bounds is None:
        raise ArgumentTypeError(f"write a number or a range such as {least}..{most}, not {text!r}")
    low, high = int(bounds[1]), int(bounds[2] or bounds[1])
    if not least <= low <= high <= most:
        raise ArgumentTypeError(f"{text!r} must be between {least} and {most}")
    return low, high
