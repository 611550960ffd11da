#!/usr/bin/env python
"""The command line of the site: `manage.py serve`, `manage.py demo`, `manage.py help`."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make run`, or use the Python in .venv "
            "(.venv/bin/python, on Windows .venv\\Scripts\\python); the README tells how to set it up."
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:  # a sentence for whoever set something, not for a programmer
        sys.exit(str(problem))
    finish_backups()


def finish_backups() -> None:
    """Let a backup that a command made due be taken before the process ends."""
    from django.apps import apps

    if apps.ready:
        from tournament.backup.keeper import keeper

        keeper.finish()


if __name__ == "__main__":
    main()
