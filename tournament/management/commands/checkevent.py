"""Recompute an archive, or an event as it is stored, and print each difference."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ScoringError
from tournament.archive.checking import problems_of
from tournament.archive.document import snapshot
from tournament.archive.problems import ArchiveProblem, BadArchive
from tournament.archive.text import read
from tournament.models import Event


class Command(BaseCommand):
    help = "Recompute every result of an archive or a stored event; exit status 1 where anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", metavar="FILE|SLUG", nargs="+")

    def handle(self, *args: Any, what: list[str], **options: Any) -> None:
        wrong = 0
        for name in what:
            problems = self.problems(name)
            wrong += bool(problems)
            self.stdout.write(f"{name}: {len(problems)} differences" if problems else f"{name}: agrees")
            for problem in problems:
                self.stdout.write(f"  {problem}")
        if wrong:
            raise CommandError(f"{wrong} of {len(what)} do not agree with what their facts come to.")

    def problems(self, name: str) -> list[ArchiveProblem]:
        """The problems of the file with this name, else of the event with this short name."""
        path = Path(name)
        try:
            return problems_of(read(path) if path.exists() else self.stored(name))
        except BadArchive as bad:
            return list(bad.problems)
        except ScoringError as error:
            return [ArchiveProblem(error.where or "", error.message)]

    def stored(self, slug: str) -> dict[str, Any]:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is neither a file nor an event “{slug}”.")
        return snapshot(event)
