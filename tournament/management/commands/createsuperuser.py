"""`manage.py createsuperuser`, as every Django developer types it: makes a director."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandParser

from tournament.running import program


class Command(createsuperuser.Command):
    help = (
        "Create an account that directs every event, as Django does. "
        f"`{program.command_line('createdirector')}` makes one with a random password."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--email", help="taken, so that scripts work; the site keeps no addresses")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account, whoever they can be reached by."""
        options.pop("email")
        super().handle(*args, **options)
