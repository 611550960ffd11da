"""`manage.py serve`: everything from an empty folder to a site that the hall's phones can open.

Each step is skipped when it is done already, so a second start changes nothing. A hosted site does not use this: its
own server runs `tournament.wsgi`.
"""

import hashlib
import logging
import os
import signal
import socket
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from waitress.server import create_server

from tournament.management import network
from tournament.management.commands.createdirector import create_director, random_password
from tournament.models import Event, User

DIRECTOR = "director"
# A phone holds its connection between two polls; waitress stops listening at 100 unless told otherwise. Beyond 500 the
# select() of Windows gives up, beyond 1000 a usual limit on open files does.
CONNECTIONS = 900 if hasattr(__import__("select"), "poll") else 400
IDLE_SECONDS = 30
THREADS = 8


class Command(BaseCommand):
    help = "Prepare the database and serve the site to this machine and the hall's phones."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default="8000", help="default: 8000")
        parser.add_argument("--host", default="0.0.0.0", help="default: every network")  # noqa: S104
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, port: str, host: str, no_demo: bool, **options: Any) -> None:
        try:
            sock = network.listen(host, network.read_port(port))
        except network.PortError as error:
            raise CommandError(str(error)) from error
        with sock:
            stop_on_terminate()
            try:
                self.check()
                self.migrate()
                password = self.create_first_director()
                self.load_demo(wanted=not no_demo)
                self.collect_static()
                self.announce(sock, password)
            except KeyboardInterrupt:
                self.stdout.write("\nStopped before it was ready.")
                return
            serve(wsgi_application(), sock)
        self.stdout.write("\nStopped. Everything that was saved is in the data folder.")

    def migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.tell("Setting up the database…")
            call_command("migrate", interactive=False, verbosity=0)

    def create_first_director(self) -> str | None:
        """The password of the account made for a database that has none; None when somebody has an account."""
        if User.objects.exists():
            return None
        password = random_password()
        create_director(DIRECTOR, password)
        return password

    def load_demo(self, *, wanted: bool) -> None:
        if wanted and not Event.objects.exists():
            self.tell("Loading the demonstration event…")
            call_command("demo", verbosity=0)

    def collect_static(self) -> None:
        if settings.DEBUG:  # served from their source folders then
            return
        stamp = Path(settings.STATIC_ROOT) / "sources.sha256"
        current = static_fingerprint()
        if not stamp.exists() or stamp.read_text(encoding="ascii") != current:
            self.tell("Preparing style sheets and images…")
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
            stamp.write_text(current, encoding="ascii")

    def announce(self, sock: socket.socket, password: str | None) -> None:
        host, port = sock.getsockname()
        everywhere = host == "0.0.0.0"  # noqa: S104
        lines = ["", f"  On this machine   {network.url('localhost' if everywhere else host, port)}"]
        if everywhere and (address := network.hall_address()):
            hall = network.url(address, port)
            lines += [f"  For the phones    {hall}", "", network.terminal_qr(hall, self.stdout.encoding)]
        elif everywhere:
            lines += ["  For the phones    no network yet: join the hall's wifi, then start again", ""]
        if password:
            lines += [
                f"  Sign in as        {DIRECTOR}",
                f"  Password          {password}   (shown only this once: note it now)",
                "",
            ]
        lines += [f"  Data folder       {settings.DATA_DIR}", "  Stop with Ctrl-C.", ""]
        self.tell("\n".join(lines))

    def tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
