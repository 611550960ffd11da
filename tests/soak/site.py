"""A site in a folder of its own, as `manage.py serve` runs it, and people who ask it over HTTP."""

import atexit
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from tests.helpers.collected import collect_into, copy_migrated_into
from tests.helpers.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "K" * 32  # for the guard against forged requests: cookie and header agree
PATIENCE = 60  # seconds until a server must answer
UNWANTED = {"DATABASE_URL", "DEBUG", "EUCHRE_PROFILE", "SECRET_KEY", "EUCHRE_BACKUPS"}
EVENT = """
import json
from django.conf import settings
from django.test import Client
from tests.helpers.factories import make_published, make_user
director = make_user("dora", is_superuser=True)
event = make_published(director, players={players}, rounds=2)
desk = Client()
desk.force_login(director)
cookie = desk.cookies[settings.SESSION_COOKIE_NAME].value
print(json.dumps([event.slug, f"{{settings.SESSION_COOKIE_NAME}}={{cookie}}"]))
"""

# By their players: a folder with the event, its address and the director's cookie.
MADE: dict[int, tuple[Path, str, str]] = {}


@dataclass
class Answer:
    """What came back, and after how many seconds."""

    status: int
    text: str
    headers: dict[str, str]
    seconds: float


class Site:
    """One data folder, its server, and the director's cookie once there is an event."""

    def __init__(self, data: Path, within: tuple[str, ...] = ()) -> None:
        self.data, self.within = data, within
        data.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        known = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        self.environment = known | {"EUCHRE_DATA_DIR": str(data), "PYTHONIOENCODING": "utf-8"}
        self.process: subprocess.Popen[bytes] | None = None
        self.slug = self.cookie = ""

    def command(self, *words: str) -> list[str]:
        return [*self.within, sys.executable, "manage.py", *words]

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words), cwd=ROOT, env=self.environment, text=True, capture_output=True
        )

    def begin(self, *words: str) -> subprocess.Popen[bytes]:
        """A command under way, in a group of its own."""
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(
            self.command(*words), cwd=ROOT, env=self.environment, stdout=nowhere, stderr=nowhere
        )

    def make_event(self, players: int = 32) -> None:
        """An event in play; made once, then further sites of this process begin with a copy of its folder."""
        if players not in MADE:
            copy_migrated_into(self.data)
            done = self.manage("shell", "--no-imports", "-c", EVENT.format(players=players))
            assert done.returncode == 0, done.stderr
            collect_into(self.data)
            kept = Path(tempfile.mkdtemp(prefix="euchre-site-"))
            atexit.register(shutil.rmtree, kept, ignore_errors=True)
            shutil.copytree(self.data, kept, dirs_exist_ok=True)
            MADE[players] = (kept, *json.loads(done.stdout.strip().splitlines()[-1]))
        kept, self.slug, self.cookie = MADE[players]
        shutil.copytree(kept, self.data, dirs_exist_ok=True)

    def start(self) -> None:
        with (self.data.parent / f"{self.data.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command("serve", "--no-demo", "--host", "127.0.0.1", "--port", str(self.port)),
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.get("/healthz").status == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f"The server in {self.data} did not start.")

    def stop(self, how: int = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def connections(self) -> int:
        """How many sockets the server holds (on Linux)."""
        assert self.process is not None
        held = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(OSError):  # closed meanwhile
                held += str(file.readlink()).startswith("socket:")
        return held

    def ask(
        self, method: str, path: str, body: bytes | dict[str, object] | None = None, *,
        cookie: str = "", source: str = "127.0.0.1", headers: dict[str, str] | None = None,
    ) -> Answer:  # fmt: skip
        sent = {"Cookie": f"{cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN} | (headers or {})
        if isinstance(body, dict):
            sent = {"Content-Type": "application/x-www-form-urlencoded"} | sent
            body = urlencode(body).encode()
        began = time.monotonic()
        server = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source_address=(source, 0))
        with closing(server):
            server.request(method, path, body, sent)
            answer = server.getresponse()
            text = answer.read().decode("utf-8", "replace")
            got = dict(answer.headers) | {"Set-Cookie": "\n".join(answer.headers.get_all("Set-Cookie", []))}
        return Answer(answer.status, text, got, time.monotonic() - began)

    def get(self, path: str, **more: str) -> Answer:
        return self.ask("GET", path, **more)

    def save(self, table: int, ns: int, ew: int, revision: int, key: str) -> Answer:
        """One table's totals, as the grid's script sends them."""
        row = f"t{table}"
        body = {f"{row}-ns": ns, f"{row}-ew": ew, f"{row}-revision": revision, f"{row}-key": key}
        path = f"/events/{self.slug}/rounds/1/totals/{table}/"
        return self.ask("POST", path, body, cookie=self.cookie, headers={"X-Requested-With": "sheets"})


@contextmanager
def in_play(folder: Path) -> Iterator[Site]:
    """A site in this folder with an event in play, served meanwhile."""
    site = Site(folder)
    site.make_event()
    site.start()
    try:
        yield site
    finally:
        site.stop()
