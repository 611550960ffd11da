"""Recompute an archive, or an event as it is stored, and print each difference."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ScoringError
from tournament.archive.checking import problems_of, with_wins_that_count
from tournament.archive.document import snapshot
from tournament.archive.text import ArchiveProblem, BadArchive, read_archive_file
from tournament.archive.upgrade import upgraded
from tournament.models import Event
from tournament.registry import actions

MORE_WINS = "marks wins on only some winners’ cards; an import keeps the marks and counts the standings anew"


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

    def handle(self, *args: Any, what: list[str], **options: Any) -> None:
        wrong = 0
        for name in what:
            problems = self.problems(name)
            wrong += bool(problems)
            self.stdout.write(f"{name}: {_differences(len(problems))}" if problems else f"{name}: agrees")
            for problem in problems:
                self.stdout.write(f"  {problem}")
        if wrong:
            raise CommandError(f"{wrong} of {len(what)} with differences: see the lines above.")

    def problems(self, name: str) -> list[ArchiveProblem]:
        """The problems of the file with this name, else of the event with this short name."""
        path = Path(name)
        try:
            if path.exists():
                archive = upgraded(read_archive_file(path))
                problems = problems_of(archive)
                if not problems and with_wins_that_count(archive) != archive:
                    self.stdout.write(f"{name}: {MORE_WINS}")
                return problems
            event = self.event(name)
            return [*problems_of(snapshot(event)), *_unlike_history(event)]
        except BadArchive as bad:
            return list(bad.problems)
        except ScoringError as error:
            return [ArchiveProblem(error.where or "", error.message)]

    def event(self, slug: str) -> Event:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no file and no event called “{slug}”.")
        return event


def _unlike_history(event: Event) -> Iterator[ArchiveProblem]:
    """The adjustments that are revoked, or in force, and by the history are not."""
    entries = event.audit_entries.filter(action__startswith="adjustment.").order_by("pk")
    said = {one.facts["adjustment"]: one.action == actions.ADJUSTMENT_REVOKED.code for one in entries}
    for adjustment in event.adjustments.all():
        revoked = adjustment.revoked_at is not None
        if said.get(adjustment.number, revoked) is not revoked:
            words = "revoked" if revoked else "in force"
            yield ArchiveProblem("", f"adjustment {adjustment.number} is {words}; by the history it is not")


def _differences(count: int) -> str:
    return f"{count} difference{'s' * (count != 1)}"
