"""`manage.py backup`: back up the whole database, also while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament.backup import package, shelf
from tournament.backup.errors import BackupFailed


class Command(BaseCommand):
    help = "Back up the whole database into one file, even while the site runs. `restore` brings it back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, help="the file to write (default: in the backup folder)")

    def handle(self, *args: Any, out: Path | None, **options: Any) -> None:
        try:
            if out is None:
                copy = shelf.take(shelf.BY_HAND)
            elif out.exists():
                raise CommandError(f"{out} already exists, and nothing was written. Choose another name.")
            else:
                copy = package.write(out.absolute(), reason=shelf.BY_HAND, at=timezone.now())
        except BackupFailed as problem:
            raise CommandError(problem.message) from None
        count = len(copy.events)
        self.stdout.write(f"Wrote {copy.path}: {count} event{'s' * (count != 1)}, {copy.size / 1e6:.1f} MB.")
        if out is None and shelf.on_the_same_disk():
            self.stdout.write(str(shelf.SAME_DISK))
        if doubts := shelf.clock_doubts(timezone.now()):
            self.stdout.write(doubts)
