"""Recompute an archive, or an event as it is stored, and print each difference; check its history's chain."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ScoringError
from tournament.archive.checking import problems_of
from tournament.archive.document import snapshot
from tournament.archive.text import ArchiveProblem, BadArchive, read_archive_file
from tournament.models import Event
from tournament.state.history import broken_entries, entry_with_head


class Command(BaseCommand):
    help = (
        "Recompute every result of an archive or of an event on this site; exit status 1 if anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what",
            metavar="FILE|SLUG",
            nargs="+",
            help="an archive, or the short name of an event on this site",
        )
        parser.add_argument(
            "--history",
            metavar="HEAD",
            help="find the history entry with this check code, from printed standings or an archive",
        )

    def handle(self, *args: Any, what: list[str], history: str | None, **options: Any) -> None:
        if history is not None:
            self.find_entry(what, history)
            return
        wrong = 0
        for name in what:
            problems = self.problems(name)
            wrong += bool(problems)
            self.stdout.write(f"{name}: {_differences(len(problems))}" if problems else f"{name}: agrees")
            for problem in problems:
                self.stdout.write(f"  {problem}")
        if wrong:
            raise CommandError(f"{wrong} of {len(what)} with differences: see the lines above.")

    def find_entry(self, what: list[str], head: str) -> None:
        """Say which entry of the one stored event has this head, or that none has."""
        if len(what) != 1:
            raise CommandError("With --history, name one event of this site.")
        event = self.event(what[0])
        if (entry := entry_with_head(event, head)) is None:
            message = "No entry of “%s” has this check code: its history was changed, or a backup restored."
            raise CommandError(message % event.slug)
        number, at = entry
        local = at.astimezone(event.zone)
        self.stdout.write(f"{event.slug}: history entry {number}, made {local:%Y-%m-%d %H:%M:%S %Z}")

    def problems(self, name: str) -> list[ArchiveProblem]:
        """The problems of the file with this name, else of the event with this short name."""
        path = Path(name)
        try:
            if path.exists():
                return problems_of(read_archive_file(path))
            event = self.event(name)
            return [*problems_of(snapshot(event)), *map(_broken, broken_entries(event))]
        except BadArchive as bad:
            return list(bad.problems)
        except ScoringError as error:
            return [ArchiveProblem(error.where or "", error.message)]

    def event(self, slug: str) -> Event:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no file and no event called “{slug}”.")
        return event


def _differences(count: int) -> str:
    return f"{count} difference{'s' * (count != 1)}"


def _broken(number: int) -> ArchiveProblem:
    return ArchiveProblem("history", f"entry {number} was changed, or does not follow the one before it.")
