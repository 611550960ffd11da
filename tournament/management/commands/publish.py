"""`manage.py publish`: an event's or a season's public pages as a folder for any web space."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event, Season
from tournament.services.errors import Refused
from tournament.web.static_copy import check_folder, copy_of_event, copy_of_season, write_folder


class Command(BaseCommand):
    help = "Write an event's or a season's public pages as a folder for any web space (docs/club-site.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the short name of the event or season, as in its address")
        parser.add_argument("--season", action="store_true", help="publish a season, with its public events")
        parser.add_argument(
            "--out", type=Path, required=True, help="the folder: new, empty, or one that this command made"
        )

    def handle(self, *args: Any, slug: str, season: bool, out: Path, **options: Any) -> None:
        shown = _season(slug) if season else _event(slug)
        try:
            check_folder(out.resolve())
            _collect_static()
            files = copy_of_season(shown) if isinstance(shown, Season) else copy_of_event(shown)
            write_folder(files, out)
        except Refused as refused:
            raise CommandError(refused.message) from None
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        pages = sum(name.endswith(".html") for name in files)
        self.stdout.write(
            f"Wrote {pages} pages to {out}. Open {out / 'index.html'}, or upload the whole folder."
        )


def _event(slug: str) -> Event:
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(f"There is no event “{slug}”.")
    if event.is_rehearsal:
        raise CommandError(f"“{event.name}” is a rehearsal: it is never public.")
    if not event.is_public:
        raise CommandError(f"“{event.name}” is private. Make it public in its settings first.")
    if not event.has_seating:
        raise CommandError(f"“{event.name}” has no seating yet, so there is nothing to publish.")
    return event


def _season(slug: str) -> Season:
    season = Season.objects.filter(slug=slug).first()
    if season is None:
        raise CommandError(f"There is no season “{slug}”.")
    if not season.is_public:
        raise CommandError(f"“{season.name}” is private. Make it public in its settings first.")
    return season


def _collect_static() -> None:
    """Have the style sheets collected under the names that pages ask for, on a site that never served any."""
    try:
        staticfiles_storage.url("tournament/css/site.css")
    except ValueError:
        call_command("collectstatic", interactive=False, verbosity=0)
