"""The command line: `manage.py`, `python -m tournament`, and `euchre-director` once it is installed.

An installed program that is told nothing serves the site; asked for help, it names our own commands only.
"""

import os
import sys

from tournament import program


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
    asked = sys.argv[1:]
    if not program.IS_CHECKOUT:
        if asked == ["--version"]:
            print(program.version_told())
            return
        if asked in (["--help"], ["-h"]):
            print(help_text())
            return
        asked = asked or ["serve"]
    try:
        execute_from_command_line([program.call(), *asked])
    except ImproperlyConfigured as problem:  # a sentence for whoever set something, not for a programmer
        sys.exit(str(problem))
    finish_backups()


def help_text() -> str:
    """Our own commands, each with what it does."""
    import django
    from django.core.management import get_commands, load_command_class

    django.setup()
    ours = sorted(name for name, app in get_commands().items() if app == "tournament")
    lines = [f"  {name:<16}{load_command_class('tournament', name).help}" for name in ours]
    return "\n".join(
        [
            f"{program.call()}: serves the site. With a command:",
            "",
            *lines,
            "",
            f"{program.call('COMMAND', '--help')} tells more; {program.call('help')} lists Django’s, too.",
        ]
    )


def finish_backups() -> None:
    """Let a backup that a command made due be taken before the process ends."""
    from django.apps import apps

    if apps.ready:
        from tournament.backup.keeper import keeper

        keeper.finish()


if __name__ == "__main__":
    main()
