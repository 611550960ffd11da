"""The command line: `manage.py`, `python -m tournament`, and `euchre-director` once it is installed.

An installed program that is told nothing serves the site; asked for help, it names our own commands only.
"""

import os
import runpy
import sys

from tournament.running import program


def main() -> None:
    if program.IS_BUNDLE:
        leave_the_bootloader_behind()
        if sys.argv[1:2] == ["-m"]:
            run_module(*sys.argv[2:])
            return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make run`, or use the Python in .venv "
            "(.venv/bin/python, on Windows .venv\\Scripts\\python); docs/running.md says how to set it up."
        )
    asked = sys.argv[1:]
    if not program.IS_CHECKOUT:
        if asked == ["--version"]:
            print(program.version_told())
            return
        if asked in (["--help"], ["-h"]):
            print(help_text())
            return
        asked = asked or ["serve", *(["--open"] if program.IS_BUNDLE else [])]
    try:
        execute_from_command_line([program.command_line(), *asked])
    except ImproperlyConfigured as problem:  # a sentence for whoever set something, not for a programmer
        sys.exit(str(problem))
    except DatabaseError:
        from tournament.backup import versions

        if versions.database_version() != versions.NEW:
            raise
        sys.exit(f"This site has no database yet. Start it once: {program.command_line('serve')}")
    finish_backups()


def leave_the_bootloader_behind() -> None:
    """Let programs that we start begin as if nothing had started us.

    What starts a bundle points the system at the bundle's libraries, which a browser, say, must not take for
    its own; and it would take a second process of ours for a part of the first.
    """
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if original:
        os.environ["LD_LIBRARY_PATH"] = original
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def run_module(name: str, *arguments: str) -> None:
    """Do in a bundle what Python does with `-m`, for modules of ours: see `program.own_module`."""
    if not name.startswith("tournament."):
        sys.exit(f"{name} is not part of {program.NAME}.")
    sys.argv = [name, *arguments]
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def help_text() -> str:
    """Our own commands, each with what it does."""
    import django
    from django.core.management import get_commands, load_command_class

    django.setup()
    ours = sorted(name for name, app in get_commands().items() if app == "tournament")
    lines = [f"  {name:<16}{load_command_class('tournament', name).help}" for name in ours]
    return "\n".join(
        [
            f"{program.command_line()} alone serves the site. With a command:",
            "",
            *lines,
            "",
            f"{program.command_line('COMMAND', '--help')} explains one; "
            f"{program.command_line('help')} lists Django’s, too.",
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
