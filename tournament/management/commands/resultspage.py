"""Write an event's result as everybody may see it as one page, for a club's own site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event
from tournament.web.public_pages import results_page


class Command(BaseCommand):
    help = "Write an event's result as one HTML file that needs nothing else (docs/club-site.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name, as in its address")
        parser.add_argument("file", type=Path, help="the file to write")
        parser.add_argument("--force", action="store_true", help="write over a file that is there")

    def handle(self, *args: Any, slug: str, file: Path, force: bool, **options: Any) -> None:
        event = Event.objects.real().filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event “{slug}”.")
        try:
            with file.open("wb" if force else "xb") as written:
                written.write(results_page(event).encode())
        except FileExistsError:
            raise CommandError(f"{file} is there already. Name another file, or add --force.") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"Wrote {file}.")
