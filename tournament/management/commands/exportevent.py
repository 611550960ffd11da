"""Write one event as a JSON archive, to a file or to standard output."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.archive.document import left_out, snapshot
from tournament.archive.text import dumps
from tournament.models import Event


class Command(BaseCommand):
    help = "Write an event, with everything that counts, as one JSON file (docs/archive.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's short name, as in its address")
        parser.add_argument("--out", type=Path, help="the file to write (default: standard output)")

    def handle(self, *args: Any, slug: str, out: Path | None, **options: Any) -> None:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event “{slug}”.")
        if event.is_rehearsal:
            raise CommandError(f"“{event.name}” is a rehearsal: nothing of it is kept.")
        text = dumps(snapshot(event))
        for sentence in left_out(event):
            self.stderr.write(f"Not in the archive: {sentence}")
        if out is None:
            self.stdout.write(text, ending="")
            return
        try:
            out.write_bytes(text.encode())
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from None
        self.stderr.write(f"Wrote {out}.")
