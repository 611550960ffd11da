"""`manage.py drill`: put the last copy into a second folder, compare, and say how long it took."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from tournament import program
from tournament.backup import drill, restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package


class Command(BaseCommand):
    help = (
        "Try the last copy before it is needed: put it into a second folder (PostgreSQL: a second database), "
        "compare what came out, and say how long it took. Nothing of this site changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--into",
            type=Path,
            help=f"a new folder, which is kept: EUCHRE_DATA_DIR=FOLDER {program.call('serve')} shows it",
        )

    def handle(self, *args: Any, into: Path | None, **options: Any) -> None:
        if into is not None and connection.vendor != "sqlite":
            raise CommandError(
                "--into is for SQLite. On PostgreSQL the second database is dropped at the end."
            )
        if into is not None and into.exists():
            raise CommandError(f"{into} is there already; name a folder that is not.")
        try:
            copy = next(iter(shelf.all_()), None)
            if copy is None:
                raise CommandError(f"There is no copy yet. Make one: {program.call('backup')}")
            if into is None:
                with tempfile.TemporaryDirectory(prefix="euchre-drill-") as room:
                    self.tell(copy, drill.run(copy, Path(room)))
            else:
                into.mkdir(mode=0o700, parents=True)
                self.tell(copy, drill.run(copy, into.absolute()))
        except BackupFailed as problem:
            raise CommandError(problem.message) from None

    def tell(self, copy: Package, done: drill.Drill) -> None:
        if done.differences:
            raise CommandError(
                f"{copy.name} is back, and differs in: {', '.join(done.differences)}. Make another copy, "
                "keep this one, and look into the log."
            )
        events, sheets = len(copy.events), sum(event["sheets"] for event in copy.events)
        lost = restoring.preview(copy).actions_lost
        self.stdout.write(
            f"{copy.name} of {copy.made_at:%Y-%m-%d %H:%M} UTC: {events} event{'s' * (events != 1)}, "
            f"{sheets} sheet{'s' * (sheets != 1)}."
        )
        self.stdout.write(f"Put back in {done.seconds:.1f} seconds. The same in every table.")
        self.stdout.write(f"{lost} action{'s were' if lost != 1 else ' was'} saved since.")
        if shelf.on_the_same_disk():
            self.stdout.write(str(shelf.SAME_DISK))
