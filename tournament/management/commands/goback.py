"""`manage.py goback`: after an update that was no good, put back the last copy that this version can read."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament.backup import shelf, versions
from tournament.backup.errors import BackupFailed
from tournament.running import program
from tournament.words.names import tidy


class Command(BaseCommand):
    help = "Go back to the backup from before an update. Start it with the version you used before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="restore without asking")

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        if versions.database_version() != versions.NEWER:
            raise CommandError(self.advice())
        try:
            copy = versions.way_back()
        except BackupFailed as problem:
            raise CommandError(problem.message) from None
        if copy is None:
            raise CommandError(
                "There is no backup here that this version can read. Start the newer version, or restore a "
                f"backup that you have elsewhere: {program.command_line('restore', 'FILE')}"
            )
        made_at = timezone.localtime(copy.made_at)
        self.stdout.write(
            f"The newest backup that this version can read is {copy.name}, made {made_at:%Y-%m-%d %H:%M}."
        )
        for event in copy.events:
            sheets = f"{event['sheets']} sheet{'s' * (event['sheets'] != 1)}"
            self.stdout.write(f"  {tidy(event['name'])}, {event['date']}: {sheets}")
        self.stdout.write("What was saved after it is not in this backup; the newer database keeps it.")
        call_command("restore", copy.name, yes=yes, stdout=self.stdout)

    def advice(self) -> str:
        """What to do if the database is no newer than this version."""
        copy = versions.first_before_update(shelf.all_())
        told = "The database was not made by a newer version, so there is nothing to go back from."
        if copy is None:
            return told
        return (
            f"{told} To go back to {copy.name}, from before the last update, start the earlier version with: "
            f"{program.command_line('goback')}"
        )
