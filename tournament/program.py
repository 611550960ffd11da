"""How this program was put here and how people call it: from a checkout, or installed as a package.

Read by the settings, so it knows none.
"""

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

NAME = "euchre-director"  # as it is installed
HERE = Path(__file__).resolve().parent.parent  # what holds the packages
IS_CHECKOUT = (HERE / "manage.py").exists()


def call(*arguments: str) -> str:
    """A command of ours as people type it here.

    >>> call("restore", "COPY") in ("manage.py restore COPY", "euchre-director restore COPY")
    True
    """
    return " ".join(["manage.py" if IS_CHECKOUT else NAME, *arguments])


def own_process(*arguments: str) -> list[str]:
    """What runs one of our commands in a process of its own; its folder has to be `HERE`."""
    return [sys.executable, "-m", "tournament", *arguments]


def way_to_add(extra: str) -> str:
    """The line that installs an extra of ours here: its locked requirements, or the wheel once more."""
    if IS_CHECKOUT:
        python = r".venv\Scripts\python" if sys.platform == "win32" else ".venv/bin/python"
        return f"{python} -m pip install --require-hashes -r .ci/locked/requirements-{extra}.txt"
    return f'pip install "./{NAME.replace("-", "_")}-{number() or "VERSION"}-py3-none-any.whl[{extra}]"'


def number() -> str:
    """The version as installed; empty in a checkout."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return ""


def version_told() -> str:
    """The version as installed, or that this is a checkout."""
    return f"{NAME} {number()}" if number() else f"{NAME}, from a checkout"
