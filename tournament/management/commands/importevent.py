"""Create an event from a JSON archive; writes nothing if anything is wrong with it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament.archive.importing import import_event
from tournament.archive.text import BadArchive, read_archive_file
from tournament.models import User
from tournament.running import program


class Command(BaseCommand):
    help = "Create a new event from an archive (docs/archive.md), or list every problem in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument("--director", help="sign-in name of its director (default: the first account)")
        parser.add_argument("--slug", default="", help="a short name to use instead of the one in the file")

    def handle(self, *args: Any, file: Path, director: str | None, slug: str, **options: Any) -> None:
        accounts = User.objects.order_by("pk")
        by = (accounts.filter(username=director) if director else accounts).first()
        if by is None:
            raise CommandError(
                f"There is no such account. Create one first: {program.command_line('createdirector')}"
            )
        try:
            event = import_event(read_archive_file(file), by=by, at=timezone.now(), slug=slug)
        except BadArchive as bad:
            problems = "\n".join(f"  {problem}" for problem in bad.problems)
            raise CommandError(f"{file} was not imported.\n{problems}") from None
        self.stdout.write(f"Created “{event.name}”: /events/{event.slug}/")
        self.stdout.write("It is private until you make it public in its settings.")
