"""Create an event from a JSON archive; writes nothing if anything is wrong with it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament import program
from tournament.archive.importing import import_event
from tournament.archive.problems import BadArchive
from tournament.archive.text import read
from tournament.models import User


class Command(BaseCommand):
    help = "Make a new event of an archive (docs/archive.md); every problem is named with its place."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--director", help="user name of its director (default: the first account)")
        parser.add_argument("--slug", default="", help="a short name instead of the file's")

    def handle(self, *args: Any, file: Path, director: str | None, slug: str, **options: Any) -> None:
        accounts = User.objects.order_by("pk")
        by = (accounts.filter(username=director) if director else accounts).first()
        if by is None:
            raise CommandError(f"There is no such account. Make one first: {program.call('createdirector')}")
        try:
            event = import_event(read(file), by=by, at=timezone.now(), slug=slug)
        except BadArchive as bad:
            problems = "\n".join(f"  {problem}" for problem in bad.problems)
            raise CommandError(f"{file} was not imported.\n{problems}") from None
        self.stdout.write(f"Made “{event.name}”: /events/{event.slug}/ (private until its settings say else)")
