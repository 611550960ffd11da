"""`manage.py allowpublic`: let an account of a hosted site show events to everybody, or take that back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import User


class Command(BaseCommand):
    help = "Let an account make its events and seasons public on a hosted site. In a hall every account may."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the account's sign-in name")
        parser.add_argument(
            "--take-back", action="store_true", help="end this again; what is already public stays public"
        )

    def handle(self, *args: Any, username: str, take_back: bool, **options: Any) -> None:
        if not User.objects.filter(username=username).update(may_publish=not take_back):
            raise CommandError(f"There is no account {username!r}.")
        self.stdout.write(f"{username} may {'no longer ' * take_back}make events and seasons public.")
