"""What a first start of the site takes its time for, made once: its static files and its tables."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLLECT = """
from django.core.management import call_command
from django.db import connection
from tournament.management.commands.serve import Command
Command().collect_static()
call_command("migrate", verbosity=0)
connection.close()  # what is in its log goes into the file
"""
UNWANTED = {"DATABASE_URL", "DEBUG", "EUCHRE_PROFILE", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"}


@cache
def _ready() -> Path:
    """A data folder that holds nothing else."""
    folder = Path(tempfile.mkdtemp(prefix="euchre-ready-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    known = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", COLLECT]
    environment = known | {"EUCHRE_DATA_DIR": str(folder)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder


def collect_into(data: Path) -> None:
    """Give a data folder its static files, so that a server started on it need not collect them."""
    shutil.copytree(_ready() / "static", data / "static", dirs_exist_ok=True)


def copy_migrated_into(data: Path) -> None:
    """Give a data folder a database with every table and nothing in it, unless it has one."""
    if not (data / "euchre.sqlite3").exists():
        shutil.copyfile(_ready() / "euchre.sqlite3", data / "euchre.sqlite3")
