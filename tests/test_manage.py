"""The command line: what a command saved is in a backup when it ends."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAKE_DIRECTOR = "from tournament.models import User; User.objects.create_user('dora', password='a-lamp-tree')"


def manage(folder, *arguments):
    """A command as somebody types it, with a data folder of its own."""
    environment = {"PATH": os.environ["PATH"], "EUCHRE_DATA_DIR": str(folder), "EUCHRE_PROFILE": "hall"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_command_waits_for_the_backup_that_it_made_due(tmp_path):
    """It once ended first, and took the folder in which the copy was being written with it."""
    manage(tmp_path, "migrate", "-v0")
    manage(tmp_path, "shell", "-v0", "-c", MAKE_DIRECTOR)
    made = manage(tmp_path, "demo")
    assert "No backup" not in made.stderr
    assert list((tmp_path / "backups").glob("euchre-*.zip"))
