"""manage.py in a process of its own, with a data folder of its own; and a site that it serves."""

import os
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.collected import collect_into, copy_migrated_into
from tests.helpers.ports import free_port

PATIENCE = 240  # seconds for one of them


ROOT = Path(__file__).resolve().parents[2]


READY = "Click to begin"


class Output:
    """What a server printed, and its exit status once it has stopped."""

    text = ""
    returncode: int | None = None


def manage(data, *arguments):
    """A call of manage.py with a data folder of its own, in the form subprocess takes."""
    unwanted = {"DATABASE_URL", "DEBUG", "EUCHRE_PROFILE", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment |= {"EUCHRE_DATA_DIR": str(data), "PYTHONIOENCODING": "utf-8"}
    return {
        "args": [sys.executable, "manage.py", *arguments],
        "options": {"cwd": ROOT, "env": environment, "stdin": subprocess.DEVNULL},
    }


@contextmanager
def served(data, *options):
    """Run `serve` until the block ends, then stop it as a service manager does. Only with a demonstration
    event does it collect its static files and make its tables."""
    port, output = free_port(), Output()
    if "--no-demo" in options:
        collect_into(data)
        copy_migrated_into(data)
    command = manage(data, "serve", "--port", str(port), *options)
    with subprocess.Popen(
        command["args"],
        **command["options"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as server:
        try:
            while READY not in output.text and (line := server.stdout.readline()):
                output.text += line
            assert READY in output.text, output.text
            yield output, port
        finally:
            server.terminate()
            output.text += server.stdout.read()
    output.returncode = server.returncode


def fetch(port, path="/", patience=PATIENCE):
    """The answer to a GET, asked again until somebody listens."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE)
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def call(data, *arguments):
    """Run manage.py to its end."""
    command = manage(data, *map(str, arguments))
    return subprocess.run(
        command["args"],
        **command["options"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        encoding="utf-8",
    )


def dump(data, *models):
    """Every stored fact, as text."""
    done = call(data, "dumpdata", "--exclude", "sessions", "--indent", "1", *models)
    assert done.returncode == 0, done.stderr
    return done.stdout
