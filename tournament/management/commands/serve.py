"""`manage.py serve`: set up and run a site that the hall's phones can open.

Steps already done are skipped, so a second start changes nothing. A hosted site does not use this: its own
server runs `tournament.wsgi`.
"""

import hashlib
import signal
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from socket import socket
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from tournament.backup import shelf, sqlite, versions
from tournament.backup.errors import UNREADABLE, BackupFailed, in_words, is_damage
from tournament.management.commands.createdirector import create_director
from tournament.models import Event, User
from tournament.printing import jobs
from tournament.running import network, program, serving
from tournament.running.passwords import random_password
from tournament.web.hall_server import serve_until_stopped
from tournament.web.sign_in import make_start_link

DIRECTOR = "director"
EVERY_NETWORK = "0.0.0.0"  # noqa: S104


class Command(BaseCommand):
    help = "Prepare the database and serve the site to this machine and the hall's phones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", help=f"default: {network.USUAL}, or the next free one")
        parser.add_argument("--host", default=EVERY_NETWORK, help="default: every network of this machine")
        parser.add_argument("--open", action="store_true", help="open the site in this machine's browser")
        parser.add_argument("--no-demo", action="store_true", help="do not load the demonstration event")

    def handle(self, *args: Any, port: str | None, host: str, **options: Any) -> None:
        if settings.PROFILE != "hall":
            raise CommandError(
                "`serve` is for a hall's laptop. On a hosted site gunicorn runs tournament.wsgi: see "
                "docs/hosting.md."
            )
        stop_when_told()
        folder = Path(settings.DATA_DIR)
        try:
            if warning := serving.check_writable(folder):
                self.tell(warning)
            with serving.serve_alone(folder) as mark, self.listen(host, port) as sock:
                try:
                    account = self.prepare(demo=not options["no_demo"])
                except OSError as error:
                    raise serving.CannotServe(serving.why_not_writable(folder, error)) from error
                from tournament.wsgi import application  # late: it lists the static files when imported

                address = network.url(self.own_name(host), sock.getsockname()[1])
                serving.write_address(mark, address)
                start = self.start_link(address)
                self.announce(*sock.getsockname()[:2], account=account, start=start)
                if options["open"]:
                    network.open_browser(start or address)
                serve_until_stopped(application, sock)
        except (network.PortError, serving.CannotServe) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            pass  # stopped while preparing; the next start continues
        self.tell("\nStopped.")

    def listen(self, host: str, port: str | None) -> socket:
        """The port that was asked for, or else the usual one or the next that is free."""
        if port is not None:
            return network.listen(host, network.read_port(port))
        try:
            return network.listen(host, network.USUAL)
        except network.PortTaken as taken:
            self.tell(
                f"Port {taken.port} is in use by another program, so the site uses port {taken.free} this "
                "time. QR codes on papers printed earlier won't open it."
            )
            return network.listen(host, taken.free)

    def prepare(self, *, demo: bool) -> str:
        """Do what is missing: database tables, static files, an account, a demonstration event. Returns the
        lines about a new account."""
        self.prepare_database()
        self.collect_static()
        jobs.delete_unfinished_papers()
        account = "" if User.objects.exists() else self.create_first_director()
        if demo and not Event.objects.exists():
            self.tell("Loading the demonstration event…")
            call_command("demo", verbosity=0)
        return account

    def prepare_database(self) -> None:
        """Create the database, or keep a copy and update it.

        Raises `CommandError` if it is newer than the program, damaged or unusable.
        """
        try:
            stands = versions.database_version()
            if stands == versions.NEWER:
                raise CommandError(
                    f"The database in {settings.DATA_DIR} was made by a newer version of this program, and "
                    "this version cannot read it. Start the newer version, or go back to the backup from "
                    f"before the update: {program.command_line('goback')}. The newer database is kept under "
                    "another name."
                )
            if stands == versions.OLDER:
                self.tell("The database was made by an earlier version. Updating it…")
                self.keep()
            elif stands == versions.NEW:
                self.tell("Setting up the database…")
            if stands != versions.SAME:
                new_file = stands == versions.NEW and connection.vendor == "sqlite"
                with sqlite.whole_or_not_at_all() if new_file else nullcontext():
                    call_command("migrate", interactive=False, verbosity=0)
        except UNREADABLE as error:
            if is_damage(error):
                raise CommandError(
                    f"The database in {settings.DATA_DIR} is damaged: {in_words(error)}. Restore the newest "
                    f"backup in {settings.BACKUP_DIR}: {program.command_line('restore', 'BACKUP')}. The "
                    "damaged file is kept under another name."
                ) from error
            if not isinstance(error, OperationalError):
                raise
            raise CommandError(
                f"The database in {settings.DATA_DIR} cannot be used: {error}. Make sure "
                "that its disk has room and that you may write there, or set EUCHRE_DATA_DIR to another "
                "folder."
            ) from error

    def keep(self) -> None:
        """Back up an existing database before a new version migrates it."""
        if not settings.BACKUPS:
            return
        try:
            copy = shelf.take(shelf.BEFORE_UPDATE)
        except BackupFailed as problem:
            raise CommandError(
                f"The database was not updated, because it could not be backed up first: {problem.message} "
                "To update without a backup, start once with EUCHRE_BACKUPS=no."
            ) from problem
        self.tell(
            f"Backed up first as {copy.name}. To go back, start the earlier version with: "
            f"{program.command_line('goback')}"
        )

    def collect_static(self) -> None:
        if settings.DEBUG or program.carries_static_files():  # in debug mode their source folders are served
            return
        stamp = Path(settings.STATIC_ROOT) / "sources.sha256"
        fingerprint = static_fingerprint()
        if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
            return
        self.tell("Preparing style sheets and images…")
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(fingerprint, encoding="ascii")

    def create_first_director(self) -> str:
        """Create the account and print it at once, so that its password survives a later failure; the lines
        are printed again as the last ones, for a small terminal."""
        password = random_password()
        create_director(DIRECTOR, password)
        lines = (
            f"  Sign in as        {DIRECTOR}\n"
            f"  Password          {password}   (shown only at this first start: note it now)\n"
        )
        self.tell(f"\n{lines}\n")
        return lines

    def start_link(self, address: str) -> str:
        """The address that signs the first director in on this machine, empty without such an account."""
        user = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        return address.rstrip("/") + make_start_link(user) if user else ""

    def announce(self, host: str, port: int, *, account: str, start: str) -> None:
        """Say where the site is: what a director needs first is in the last lines, below the phones' code."""
        if host == EVERY_NETWORK:
            if address := network.hall_address():
                hall = network.url(address, port)
                code = network.terminal_qr(hall, self.stdout.encoding)
                self.tell(f"  For the phones    {hall}\n\n{code}")
            else:
                self.tell("  For the phones    no network yet: join the hall's wifi, then start again")
        if jobs.lacks_pango():
            self.tell(f"  {jobs.pango_sentence()}\n")
        self.tell(
            f"\n  Data folder       {settings.DATA_DIR}\n  Stop with Ctrl-C.\n"
            f"\n  On this machine   {network.url(self.own_name(host), port)}\n"
            + (f"  Click to begin    {start}   (on this machine, once)\n" if start else "")
            + account
        )

    def own_name(self, host: str) -> str:
        """How this machine calls itself if it serves this address."""
        return "localhost" if host == EVERY_NETWORK else host

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
