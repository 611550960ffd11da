"""`manage.py drawseating KEY`: run a slow draw. Only the site calls it."""

from contextlib import suppress
from threading import Event as Signal
from threading import Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from tournament.models import DraftJob
from tournament.services import draft_jobs as services

BEAT = 1.0  # seconds between two signs of life


class Command(BaseCommand):
    """Run one draw; a second thread stores its progress every second, as a sign of life."""

    help = "Draw a seating in the background. Only the site itself starts this."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the key of the draw."""
        parser.add_argument("drawing", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the draw."""
        held = DraftJob.objects.select_related("event", "asked_by", "draft__event").get(pk=options["drawing"])
        done, cancelled, parts = Signal(), Signal(), [0.0]
        beating = Thread(target=_beat, args=(held, done, parts, cancelled), daemon=True)
        beating.start()

        def tell(part: float) -> None:
            parts[:] = [part]
            if cancelled.is_set():
                raise services.Cancelled

        try:
            services.run_draw(held, clock=timezone.now, tell=tell)
        finally:
            done.set()
            beating.join()


def _beat(held: DraftJob, done: Signal, parts: list[float], cancelled: Signal) -> None:
    try:
        while not done.wait(BEAT):
            with suppress(DatabaseError):  # a disk full for a moment; the next sign may come through
                if not services.note_progress(held, parts[-1], timezone.now()):
                    cancelled.set()
    finally:
        connection.close()
