"""`manage.py restore`: restore the whole database from a backup, after a preview of the changes."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from tournament.backup import package, restoring, shelf, sqlite, versions
from tournament.backup.errors import BackupFailed
from tournament.models import Event
from tournament.words.names import tidy

WORDS = {"same": "stays the same", "changed": "changes", "lost": "is LOST", "back": "comes back"}


class Command(BaseCommand):
    help = "Show what a backup would change, and restore it. The site as it is now is backed up first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "copy", metavar="backup", help="a file made by `backup`, or the name of one in the backup folder"
        )
        parser.add_argument("--yes", action="store_true", help="restore without asking")
        parser.add_argument("--preview", action="store_true", help="only show what would change")

    def handle(self, *args: Any, copy: str, yes: bool, preview: bool, **options: Any) -> None:
        try:
            chosen = shelf.get(copy) if shelf.NAME.fullmatch(copy) else package.read(Path(copy))
            if connection.vendor == "sqlite" and (damage := sqlite.damage()):
                self.set_aside(f"is damaged: {damage}", "damaged", yes=yes, preview=preview)
                yes = True
            elif connection.vendor == "sqlite" and versions.database_version() == versions.NEWER:
                if not versions.is_readable(chosen.about["migrations"]):
                    raise CommandError(restoring.NEWER)
                self.set_aside("was made by a newer version", "newer", yes=yes, preview=preview)
                yes = True
            if "django_migrations" not in connection.introspection.table_names():
                call_command("migrate", interactive=False, verbosity=0)  # a new machine
            seen = restoring.preview(chosen)
            self.show(seen)
            if seen.problem:
                raise CommandError(seen.problem)
            if preview:
                return
            if not yes and not self.agreed():
                raise CommandError("Nothing was changed.")
            at = timezone.now()
            highest = Event.objects.aggregate(highest=Max("live_version"))["highest"] or 0
            safety = restoring.restore(chosen, by=None, at=at)
            if seen.older:
                call_command("migrate", interactive=False, verbosity=0)
                restoring.record_restore(chosen, highest, by=None, at=at)
        except BackupFailed as problem:
            raise CommandError(problem.message) from None
        self.stdout.write(f"Restored. The site as it was before is saved in {safety.path}.")

    def set_aside(self, what: str, mark: str, *, yes: bool, preview: bool) -> None:
        """Move a database aside that allows neither a preview nor a backup; its file is kept."""
        self.stdout.write(f"The database in {settings.DATA_DIR} {what}.")
        if preview:
            raise CommandError(
                "So there is no preview of what this backup would change; nothing was changed."
            )
        if not yes and not self.agreed("Set it aside and restore this backup in its place? Type yes: "):
            raise CommandError("Nothing was changed.")
        self.stdout.write(f"The {mark} database is kept as {sqlite.set_aside(timezone.now(), mark)}.")

    def agreed(self, question: str = "Restore this backup? Type yes: ") -> bool:
        try:
            return input(question).strip().lower() == "yes"
        except EOFError:
            raise CommandError(
                "There is nobody to ask, and nothing was changed. Add --yes to restore without asking."
            ) from None

    def show(self, seen: restoring.Preview) -> None:
        copy = seen.copy
        made_at = timezone.localtime(copy.made_at)
        self.stdout.write(f"{copy.name}: {made_at:%Y-%m-%d %H:%M:%S}, {copy.reason}, {copy.engine}")
        for change in seen.changes:
            self.stdout.write(f"  {tidy(change.newest_known['slug'])} {WORDS[change.kind]}: {change.words}")
        lost = seen.actions_lost
        self.stdout.write(f"  {lost} action{'s' * (lost != 1)} saved since then will be lost.")
        for line in seen.withdrawn:
            self.stdout.write(f"  {line}")
        if seen.older:
            self.stdout.write("  Made by an earlier version: the database is updated afterwards.")
