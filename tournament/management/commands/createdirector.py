"""`manage.py createdirector`: create an account that directs every event, with a random password."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournament.models import User
from tournament.running import program
from tournament.running.passwords import random_password


def create_director(username: str, password: str, name: str = "") -> User:
    """Create an account that directs every event; raises ValidationError for a bad name or password."""
    user = User(username=username, name=name, is_superuser=True)
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


class Command(BaseCommand):
    help = "Create an account that directs every event. Its random password is printed once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="director", help="default: director")
        parser.add_argument(
            "--name", default="", help="the name shown in the history, for example 'Ann Smith'"
        )
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input's first line"
        )

    def handle(self, *args: Any, username: str, name: str, password_stdin: bool, **options: Any) -> None:
        if User.objects.filter(username=username).exists():
            raise CommandError(
                f"An account {username!r} already exists. "
                f"To give it a new password: {program.command_line('changepassword', username)}"
            )
        password = sys.stdin.readline().rstrip("\r\n") if password_stdin else random_password()
        try:
            create_director(username, password, name)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"Account   {username}")
        if not password_stdin:
            self.stdout.write(f"Password  {password}   (shown only this once: note it now)")
