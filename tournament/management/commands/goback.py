"""`manage.py goback`: after an update that was no good, put back the last copy that this version can read."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament import program
from tournament.backup import shelf, versions
from tournament.backup.errors import BackupFailed


class Command(BaseCommand):
    help = "Go back to the state before an update; started with the version that was in use before it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        if versions.database() != versions.NEWER:
            raise CommandError(self.advice())
        try:
            copy = versions.way_back()
        except BackupFailed as problem:
            raise CommandError(problem.message) from None
        if copy is None:
            raise CommandError(
                "There is no copy here that this version can read. Start the newer version; or put a copy "
                f"back that lies elsewhere: {program.call('restore', 'FILE')}"
            )
        made_at = timezone.localtime(copy.made_at)
        self.stdout.write(
            f"The newest copy that this version can read is {copy.name} of {made_at:%Y-%m-%d %H:%M}."
        )
        for event in copy.events:
            self.stdout.write(f"  {event['name']}, {event['date']}: {event['sheets']} sheets")
        self.stdout.write("What was saved after it is not in it; it stays in the newer file.")
        call_command("restore", copy.name, yes=yes, stdout=self.stdout)

    def advice(self) -> str:
        """What to do where the database is no newer than this version."""
        copy = versions.before_update(shelf.all_())
        told = "The database is none of a newer version: there is nothing to go back from."
        if copy is None:
            return told
        return (
            f"{told} To go back to {copy.name}, from before the last update, start the earlier version with: "
            f"{program.call('goback')}"
        )
