"""`manage.py takeover`: put a copy of another laptop into this one, compare, and serve."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from tournament.backup import restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package
from tournament.models import Event
from tournament.running import program, serving

CHANGED = "last_entry"  # a restore writes an entry into each history


class Command(BaseCommand):
    help = "Continue another laptop's site here, from a backup file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the backup file, as on a USB stick")
        parser.add_argument(
            "--yes", action="store_true", help="do not ask, even if this laptop has events already"
        )
        parser.add_argument("--no-serve", action="store_true", help="only restore; do not start the site")
        parser.add_argument("--host", default="", help="as for serve")
        parser.add_argument("--port", default="", help="as for serve")

    def handle(self, *args: Any, file: str, yes: bool, no_serve: bool, **options: Any) -> None:
        if settings.PROFILE != "hall" or connection.vendor != "sqlite":
            raise CommandError(
                "`takeover` is for a hall's laptop with SQLite. docs/hosting.md says how to restore a hosted "
                "site."
            )
        folder, path, began = Path(settings.DATA_DIR), Path(file), time.monotonic()
        if not path.is_file():
            raise CommandError(f"There is no file {file}. Give the path of a backup, as on a USB stick.")
        try:
            serving.check_writable(folder)
            with serving.serve_alone(folder):
                with path.open("rb") as content:
                    copy = shelf.add_copy(content, timezone.now())
                call_command("restore", copy.name, yes=yes or self.is_empty(), stdout=self.stdout)
                self.compare(copy)
        except (BackupFailed, serving.CannotServe) as problem:
            raise CommandError(str(problem)) from None
        events, sheets = len(copy.events), sum(event["sheets"] for event in copy.events)
        seconds = time.monotonic() - began
        self.stdout.write(
            f"Restored in {seconds:.1f} seconds: {events} event{'s' * (events != 1)}, {sheets} "
            f"sheet{'s' * (sheets != 1)}, as of {timezone.localtime(copy.made_at):%Y-%m-%d %H:%M}. "
            "Sign in with the passwords of the other laptop."
        )
        self.stdout.write("If the site still runs there, stop it: what is saved there now is missing here.")
        if no_serve:
            self.stdout.write(f"Start the site with: {program.command_line('serve')}")
        else:
            served = {name: options[name] for name in ("host", "port") if options[name]}
            call_command("serve", no_demo=True, stdout=self.stdout, **served)

    def is_empty(self) -> bool:
        """Whether nothing is here that a restore would change."""
        return (
            Event._meta.db_table not in connection.introspection.table_names() or not Event.objects.exists()
        )

    def compare(self, copy: Package) -> None:
        """Count what is here now against what the copy says that it holds."""
        here, there = ([_counted(event) for event in events] for events in (_present(), copy.events))
        if here != there:
            raise CommandError(
                f"{copy.name} was restored, but doesn't hold as much as it says. Restore another backup: "
                f"{program.command_line('restore', 'BACKUP')}"
            )


def _present() -> list[dict[str, Any]]:
    return list(restoring.present_counts()["events"])


def _counted(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != CHANGED}
