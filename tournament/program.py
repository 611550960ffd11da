"""How this program was put here and how people call it: from a checkout, installed as a package, or as one
folder that carries Python and every library with it (a bundle).

Read by the settings, so it knows none.
"""

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

NAME = "euchre-director"  # as it is installed
HERE = Path(__file__).resolve().parent.parent  # what holds the packages
IS_CHECKOUT = (HERE / "manage.py").exists()
IS_BUNDLE = bool(
    getattr(sys, "frozen", False)
)  # as PyInstaller says it; `sys.executable` is then this program
COLLECTED = (
    HERE / "tournament" / "collected"
)  # in a wheel: the static files, renamed and compressed for phones
FONTS = HERE / "fonts" / "fonts.conf"  # in a bundle: its own typefaces, and where each system keeps others


def command_line(*arguments: str) -> str:
    """A command of ours as people type it here.

    >>> command_line("restore", "FILE") in ("manage.py restore FILE", "euchre-director restore FILE")
    True
    """
    return " ".join(["manage.py" if IS_CHECKOUT else NAME, *arguments])


def carries_static_files() -> bool:
    """Whether the static files came ready to be served: then the first start has not to prepare them."""
    return COLLECTED.exists() and not IS_CHECKOUT


def own_process(*arguments: str) -> list[str]:
    """The command line that runs one of our commands as a process; its working folder has to be `HERE`."""
    return [sys.executable, *([] if IS_BUNDLE else ["-m", "tournament"]), *arguments]


def own_module(name: str, *arguments: str) -> list[str]:
    """The command line that runs one of our modules as a process; its working folder has to be `HERE`.

    A bundle does what Python does with `-m`, see `tournament.__main__`.
    """
    return [sys.executable, "-m", name, *arguments]


def typeface_environment() -> dict[str, str]:
    """The variables that tell fontconfig of a bundle's typefaces; elsewhere none."""
    return {"FONTCONFIG_FILE": str(FONTS)} if IS_BUNDLE else {}


def bundled_program(tool: str) -> str:
    """A program that a bundle carries, else the system's of that name."""
    return str(HERE / tool) if IS_BUNDLE and (HERE / tool).exists() else tool


def library_environment() -> dict[str, str]:
    """What lets a program that a bundle carries find its libraries there. Not for a program of the system,
    such as its browser, which would take ours for its own."""
    return {"LD_LIBRARY_PATH": str(HERE)} if IS_BUNDLE and sys.platform == "linux" else {}


def version_number() -> str:
    """The version as installed; empty in a checkout."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return ""


def version_told() -> str:
    """The version as installed, or that this is a checkout."""
    return f"{NAME} {version_number()}" if version_number() else f"{NAME}, from a checkout"
