"""`manage.py drawseating KEY`: make a draw that takes long. The site starts it by itself."""

from threading import Event as Signal
from threading import Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.utils import timezone

from tournament.models import DraftJob
from tournament.services import draft_jobs as services

BEAT = 1.0  # seconds between two signs of life


class Command(BaseCommand):
    """One draw; a second thread tells the database every second that it goes on, and how far it is."""

    help = "Make a draw that was asked for on the seating page (started by the site itself)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Which one."""
        parser.add_argument("drawing", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw."""
        held = DraftJob.objects.select_related("event", "asked_by", "draft__event").get(pk=options["drawing"])
        done, parts = Signal(), [0.0]
        beating = Thread(target=_beat, args=(held, done, parts), daemon=True)
        beating.start()
        try:
            services.run(held, clock=timezone.now, tell=parts.append)
        finally:
            done.set()
            beating.join()


def _beat(held: DraftJob, done: Signal, parts: list[float]) -> None:
    try:
        while not done.wait(BEAT):
            services.note_progress(held, parts[-1], timezone.now())
    finally:
        connection.close()
