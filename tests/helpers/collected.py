"""The static files as `manage.py serve` collects them, made once: they take half of a first start's time."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLLECT = "from tournament.management.commands.serve import Command; Command().collect_static()"
UNWANTED = {"DATABASE_URL", "DEBUG", "EUCHRE_PROFILE", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"}


@cache
def _collected() -> Path:
    """A data folder that holds nothing else."""
    folder = Path(tempfile.mkdtemp(prefix="euchre-static-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    known = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", COLLECT]
    environment = known | {"EUCHRE_DATA_DIR": str(folder)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder


def collect_into(data: Path) -> None:
    """Give a data folder its static files, so that a server started on it need not collect them."""
    shutil.copytree(_collected() / "static", data / "static", dirs_exist_ok=True)
