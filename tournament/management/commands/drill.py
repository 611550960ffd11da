"""`manage.py drill`: put the last copy into a second folder, compare, and say how long it took."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from tournament import program
from tournament.backup import drill, restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package


class Command(BaseCommand):
    help = (
        "Try the newest backup before you need it: restore it into a second folder (PostgreSQL: a second "
        "database), compare every table, and say how long it took. This site is not changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--into",
            type=Path,
            help="a new folder, which is kept; to see it: "
            f"EUCHRE_DATA_DIR=FOLDER {program.command_line('serve')}",
        )

    def handle(self, *args: Any, into: Path | None, **options: Any) -> None:
        if into is not None and connection.vendor != "sqlite":
            raise CommandError(
                "--into works with SQLite only: on PostgreSQL the second database is deleted at the end. "
                "Leave it out."
            )
        if into is not None and into.exists():
            raise CommandError(f"{into} already exists. Name a new folder.")
        try:
            copies, left_out = shelf.sorted_out()
            if left_out:
                self.stdout.write(left_out)
            copy = next(iter(copies), None)
            if copy is None:
                raise CommandError(f"There is no backup yet. Make one: {program.command_line('backup')}")
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
                f"{copy.name} was restored, but these tables differ: {', '.join(done.differences)}. Make "
                "another backup, keep this one, and look at the log."
            )
        events, sheets = len(copy.events), sum(event["sheets"] for event in copy.events)
        lost = restoring.preview(copy).actions_lost
        self.stdout.write(
            f"{copy.name} of {timezone.localtime(copy.made_at):%Y-%m-%d %H:%M}: "
            f"{events} event{'s' * (events != 1)}, {sheets} sheet{'s' * (sheets != 1)}."
        )
        self.stdout.write(f"Restored in {done.seconds:.1f} seconds. Every table is the same.")
        self.stdout.write(f"{lost} action{'s were' if lost != 1 else ' was'} saved after this backup.")
        if shelf.on_the_same_disk():
            self.stdout.write(str(shelf.SAME_DISK))
