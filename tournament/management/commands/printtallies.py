"""`manage.py printtallies`: write an event's tally cards as a PDF."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event
from tournament.printing import jobs
from tournament.printing.paper import SIZES, NotPrintable, PrintChoice, source
from tournament.printing.papers import PAPERS
from tournament.printing.press import PangoMissing, press


class Command(BaseCommand):
    help = "Write an event's tally cards to a PDF file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's short name, as in its address")
        parser.add_argument("--paper", choices=sorted(SIZES), default="letter", help="default: letter")
        parser.add_argument("--out", type=Path, help="default: EVENT-tally-cards-PAPER.pdf")
        parser.add_argument(
            "--by-deals", action="store_true", help="two to a sheet, with a box for each deal"
        )
        parser.add_argument("--site", default="", help="the address for phones: http://192.168.1.20:8000")

    def handle(self, *args: Any, event: str, paper: str, by_deals: bool, site: str, **options: Any) -> None:
        known = Event.objects.filter(slug=event).first()
        if known is None:
            raise CommandError(f"There is no event “{event}”.")
        kind = "tally-cards-by-deals" if by_deals else "tally-cards"
        target = options["out"] or Path(f"{known.slug}-{kind}-{paper}.pdf")
        choice = PrintChoice(SIZES[paper], site=site, own_pages=True)
        try:
            target.write_bytes(press(source(PAPERS[kind], known, choice)))
        except NotPrintable as reason:
            raise CommandError(str(reason)) from reason
        except PangoMissing as error:
            raise CommandError(jobs.pango_sentence()) from error
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{target}")
