"""How this program was put here and how people call it: from a checkout, installed as a package, or as one
folder that carries Python and every library with it (a bundle).

Read by the settings, so it knows none.
"""

import os
import re
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from zoneinfo import ZoneInfo

NAME = "euchre-director"  # as it is installed
HERE = Path(__file__).resolve().parents[2]  # what holds the packages
IS_CHECKOUT = (HERE / "manage.py").exists()
IS_BUNDLE = bool(
    getattr(sys, "frozen", False)
)  # as PyInstaller says it; `sys.executable` is then this program
COLLECTED = (
    HERE / "tournament" / "collected"
)  # in a wheel: the static files, renamed and compressed for phones
FONTS = HERE / "fonts" / "fonts.conf"  # in a bundle: its own typefaces, and where each system keeps others

# Suggested where a time zone is typed; any other one of the tz database is accepted as well.
USUAL_ZONES = (
    "America/St_Johns", "America/Halifax", "America/Toronto", "America/Winnipeg", "America/Regina",
    "America/Edmonton", "America/Vancouver", "America/New_York", "America/Detroit", "America/Chicago",
    "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
    "Europe/London", "Europe/Dublin", "Europe/Jersey", "Europe/Paris", "Europe/Berlin", "Europe/Zurich",
    "Australia/Perth", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
    "UTC",
)  # fmt: skip


def own_time_zone(etc: Path = Path("/etc")) -> str:
    """The time zone that this machine's clock shows, by its name in the tz database.

    Where the system does not name it so (Windows), the usual one with the same hours in January and July.
    """
    told = [os.environ.get("TZ", "").lstrip(":")]
    told += re.findall(r"zoneinfo[^/]*/(.+)", os.path.realpath(etc / "localtime"))
    with suppress(OSError, UnicodeError):
        told.append((etc / "timezone").read_text("utf-8").strip())
    for name in told:
        with suppress(LookupError, ValueError, OSError):
            return ZoneInfo(name).key
    year = time.localtime().tm_year
    days = [datetime(year, month, 15, tzinfo=UTC) for month in (1, 7)]
    shown = [day.astimezone().utcoffset() for day in days]
    alike = (
        zone for zone in USUAL_ZONES if [day.astimezone(ZoneInfo(zone)).utcoffset() for day in days] == shown
    )
    return next(alike, "America/Toronto")


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
