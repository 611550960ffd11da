"""`manage.py serve`: set up and run a site that the hall's phones can open.

Steps already done are skipped, so a second start changes nothing. A hosted site does not use this: its own
server runs `tournament.wsgi`.
"""

import hashlib
import signal
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from tournament import network, program
from tournament.backup import shelf
from tournament.backup.errors import BackupFailed, is_damage
from tournament.management.commands.createdirector import create_director, random_password
from tournament.models import Event, User
from tournament.printing import jobs, needs
from tournament.web.hall_server import serve_until_stopped

DIRECTOR = "director"
EVERY_NETWORK = "0.0.0.0"  # noqa: S104


class Command(BaseCommand):
    help = "Prepare the database and serve the site to this machine and the hall's phones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default="8000", help="default: 8000")
        parser.add_argument("--host", default=EVERY_NETWORK, help="default: every network of this machine")
        parser.add_argument("--no-demo", action="store_true", help="load no demonstration event")

    def handle(self, *args: Any, port: str, host: str, no_demo: bool, **options: Any) -> None:
        if settings.PROFILE != "hall":
            raise CommandError("serve is for a hall. A hosted site's own server runs tournament.wsgi.")
        stop_when_told()
        try:
            with network.listen(host, network.read_port(port)) as sock:
                self.prepare(demo=not no_demo)
                from tournament.wsgi import application  # late: it lists the static files when imported

                self.announce(*sock.getsockname())
                serve_until_stopped(application, sock)
        except network.PortError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            pass  # stopped while preparing; the next start continues
        self.tell("\nStopped.")

    def prepare(self, *, demo: bool) -> None:
        """Do what is missing: database tables, static files, an account, a demonstration event."""
        self.migrate()
        self.collect_static()
        jobs.sweep()
        if not User.objects.exists():
            self.create_first_director()
        if demo and not Event.objects.exists():
            self.tell("Loading the demonstration event…")
            call_command("demo", verbosity=0)

    def migrate(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                self.tell("Setting up the database…")
                self.keep(executor)
                call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            if is_damage(error):
                raise CommandError(
                    f"The database in {settings.DATA_DIR} is damaged: {error}. Put the newest copy in its "
                    f"place: {program.call('restore', 'COPY')}. That keeps the damaged file under another "
                    "name."
                ) from error
            if not isinstance(error, OperationalError):
                raise
            raise CommandError(f"The database in {settings.DATA_DIR} cannot be used: {error}.") from error

    def keep(self, executor: MigrationExecutor) -> None:
        """Back up an existing database before a new version migrates it."""
        if not settings.BACKUPS or not executor.loader.applied_migrations:
            return
        try:
            shelf.take(shelf.BEFORE_UPDATE)
        except BackupFailed as problem:
            raise CommandError(
                f"The database was left as it is, for it could not be copied first: {problem.message} "
                "To go on without a copy, start once with EUCHRE_BACKUPS=no."
            ) from problem

    def collect_static(self) -> None:
        if settings.DEBUG:  # in debug mode they are served from their source folders
            return
        stamp = Path(settings.STATIC_ROOT) / "sources.sha256"
        fingerprint = static_fingerprint()
        if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
            return
        self.tell("Preparing style sheets and images…")
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(fingerprint, encoding="ascii")

    def create_first_director(self) -> None:
        """Create the account and print it at once, so that its password survives a later failure."""
        password = random_password()
        create_director(DIRECTOR, password)
        self.tell(
            f"\n  Sign in as        {DIRECTOR}"
            f"\n  Password          {password}   (shown only this once: note it now)\n\n"
        )

    def announce(self, host: str, port: int) -> None:
        self.tell(
            f"\n  On this machine   {network.url('localhost' if host == EVERY_NETWORK else host, port)}"
        )
        if host == EVERY_NETWORK:
            if address := network.hall_address():
                hall = network.url(address, port)
                code = network.terminal_qr(hall, self.stdout.encoding)
                self.tell(f"  For the phones    {hall}\n\n{code}")
            else:
                self.tell("  For the phones    no network yet: join the hall's wifi, then start again")
        if lacking := needs.missing():
            self.tell(f"  {needs.sentence(lacking)}\n")
        self.tell(f"\n  Data folder       {settings.DATA_DIR}\n  Stop with Ctrl-C.\n")

    def tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def static_fingerprint() -> str:
    """A hash of the names, sizes and times of the files that `collectstatic` would collect."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def stop_when_told() -> None:
    """Treat signals to stop (from a service manager or a closed terminal) like Ctrl-C."""
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
