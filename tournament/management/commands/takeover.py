"""`manage.py takeover`: put a copy of another laptop into this one, compare, tell that laptop, and serve."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from tournament import network, program, serving
from tournament.backup import fetching, restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package
from tournament.models import Event

CHANGED = "last_entry"  # a restore writes an entry into each history


class Command(BaseCommand):
    help = (
        "Continue another laptop's site here: from a backup file, or with the address and code shown there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source", help="a backup file, or the other laptop's address, such as http://192.168.1.20:8000/"
        )
        parser.add_argument("code", nargs="?", default="", help="with an address: the code shown there")
        parser.add_argument(
            "--yes", action="store_true", help="do not ask, even if this laptop has events already"
        )
        parser.add_argument("--no-serve", action="store_true", help="only restore; do not start the site")
        parser.add_argument("--host", default="", help="as for serve")
        parser.add_argument("--port", default="", help="as for serve")

    def handle(self, *args: Any, source: str, code: str, yes: bool, no_serve: bool, **options: Any) -> None:
        if settings.PROFILE != "hall" or connection.vendor != "sqlite":
            raise CommandError(
                "`takeover` is for a hall's laptop with SQLite. On a hosted site use `restore`."
            )
        folder, began = Path(settings.DATA_DIR), time.monotonic()
        served = {name: options[name] for name in ("host", "port") if options[name]}
        try:
            serving.check_writable(folder)
            with serving.serve_alone(folder):
                copy = self.bring(source, code)
                call_command("restore", copy.name, yes=yes or self.is_empty(), stdout=self.stdout)
                self.compare(copy)
                self.tell_first(copy, **served)
        except (BackupFailed, serving.CannotServe) as problem:
            raise CommandError(str(problem)) from None
        events, sheets = len(copy.events), sum(event["sheets"] for event in copy.events)
        seconds = time.monotonic() - began
        self.stdout.write(
            f"Restored in {seconds:.1f} seconds: {events} event{'s' * (events != 1)}, {sheets} "
            f"sheet{'s' * (sheets != 1)}, as of {timezone.localtime(copy.made_at):%Y-%m-%d %H:%M}. "
            "Sign in with the passwords of the other laptop."
        )
        if no_serve:
            self.stdout.write(f"Start the site with: {program.command_line('serve')}")
        else:
            call_command("serve", no_demo=True, stdout=self.stdout, **served)

    def bring(self, source: str, code: str) -> Package:
        """The copy, kept on this laptop's shelf."""
        path, at = Path(source), timezone.now()
        if path.is_file():
            with path.open("rb") as file:
                return shelf.add_copy(file, at)
        if not code and "://" not in source:
            raise CommandError(
                f"There is no file {source}. To fetch from another laptop, give its address and code."
            )
        if not code:
            raise CommandError("Add the code that the other laptop shows, under Backups, Second laptop.")
        return fetching.fetch(fetching.address_of(source), code, at)

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

    def tell_first(self, copy: Package, host: str = "", port: str = "") -> None:
        """Tell the first laptop where the site is now, and what it saved that is missing here."""
        address = network.hall_address() if not host or host == "0.0.0.0" else host  # noqa: S104
        own = network.url(address, network.read_port(port) if port else network.USUAL) if address else ""
        try:
            told = fetching.take_over_from_first(copy, own)
        except BackupFailed as problem:
            self.stdout.write(problem.message)
            return
        if told is None:
            return
        where, since = told
        self.stdout.write(f"The laptop at {where} no longer saves anything.")
        if since:
            self.stdout.write(
                f"It saved {since} action{'s' * (since != 1)} after the backup: look at its history, and "
                f"enter {'it' if since == 1 else 'them'} here."
            )


def _present() -> list[dict[str, Any]]:
    return list(restoring.present_counts()["events"])


def _counted(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != CHANGED}
