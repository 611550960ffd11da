"""The live hall: 400 phones polling one server while a director saves, each figure beside the one asked for.

Each phone opens six connections and keeps them until the server ends them, as a browser does: it loads its
page's files over all of them, then asks over one that is still open, or opens another. At last 900 phones
come at once.

`python tests/bench/bench_hall.py [--seconds 300] [--phones 400] [--every 10]`. The bar asks for five minutes:
in a short run a director saves so seldom that the first save, which warms the server up, is the 95th
percentile. The server is waitress as in `manage.py serve`, in a process of its own on loopback;
the phones are one process, so that what it takes from the two cores is seen in the figures, too. Half of the
phones look at the event, half at their own pages. `--single` gives each phone one for each request.

With `--hosted` the server is gunicorn with its worker processes, as in docs/hosting.md:
`DURABLE=1 sh scripts/postgres .venv/bin/python tests/bench/bench_hall.py --hosted`.
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import argparse
import asyncio
import gzip
import os
import random
import re
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
_DATA = TemporaryDirectory(prefix="euchre-bench-")
os.environ["EUCHRE_DATA_DIR"] = _DATA.name

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tests.bench.bench_standings import ROUNDS, make_event
from tests.helpers.ports import free_port
from tournament.models import Membership, Round, Sheet, User

PAGES_P95, SAVES_P95 = 200, 300  # milliseconds
CONNECTIONS = 6  # of one browser to one site
CROWD, PATIENCE = 900, 15  # phones that come within ten seconds; how long each waits for its page
SERVER = """
import django, sys; django.setup()
from tournament.running import network
from tournament.web.hall_server import serve_until_stopped
from tournament.wsgi import application
serve_until_stopped(application, network.listen("127.0.0.1", int(sys.argv[1])))
"""

# What a proxy adds; a hall's server takes no notice of it.
PROXY = "X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.7\r\nReferer: https://localhost/\r\n"


@dataclass
class Tally:
    """What came back: milliseconds by kind, how many of each status, bytes in all."""

    pages: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0


@dataclass
class Hall:
    """An event with its phones: what they ask, and which revision of each table's sheet is saved."""

    slug: str
    paths: list[str]
    revisions: Counter[int] = field(default_factory=Counter)


async def ask(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        answer = await reader.read()
    finally:
        writer.close()
    head, _blank, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]), headers, body


def get(path: str, etag: str, connection: str = "close") -> bytes:
    known = PROXY + (f"If-None-Match: {etag}\r\n" if etag else "")
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: {connection}\r\n"
    return f"{head}{known}\r\n".encode()


class Browser:
    """A browser's connections to the site; whoever asks takes one that is open and free, or opens one."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def load(self, files: list[str]) -> None:
        """Six connections, over which a page's files are fetched."""
        waiting = list(files)

        async def one_after_another() -> None:
            while waiting:
                await self.ask(waiting.pop(), "")

        await asyncio.gather(*(one_after_another() for _ in range(CONNECTIONS)))

    async def ask(self, path: str, etag: str) -> tuple[int, dict[str, str], bytes]:
        """One request; sent again over a new connection where the server ended the old one meanwhile."""
        while self.free:
            reader, writer = self.free.pop()
            if not reader.at_eof():
                try:
                    return await self._asked(reader, writer, path, etag)
                except (OSError, asyncio.IncompleteReadError):
                    writer.close()
            writer.close()
        return await self._asked(*await asyncio.open_connection("127.0.0.1", self.port), path, etag)

    async def _asked(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, etag: str
    ) -> tuple[int, dict[str, str], bytes]:
        writer.write(get(path, etag, "keep-alive"))
        head = await reader.readuntil(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").rstrip().split("\r\n")
        headers = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "").lower() == "close":
            writer.close()
        else:
            self.free.append((reader, writer))
        return int(status.split()[1]), headers, body

    def close(self) -> None:
        for _reader, writer in self.free:
            writer.close()


async def phone(
    port: int, path: str, every: float, until: float, first: float, tally: Tally,
    files: list[str] | None = None, *, single: bool = False,
) -> None:  # fmt: skip
    """One phone that loads its page's files and asks every few seconds, as the script does."""
    etag, browser = "", Browser(port)
    await asyncio.sleep(first)
    await browser.load(files or [])
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            asked = ask(port, get(path, etag)) if single else browser.ask(path, etag)
            status, headers, body = await asked
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.errors.append(str(error))
        else:
            tally.pages.append(1000 * (time.monotonic() - began))
            tally.bytes += len(body)
            etag = headers.get("etag", etag)
            tally.statuses[status] += 1
            if status not in (200, 304):
                tally.errors.append(f"{status} {path}")
        await asyncio.sleep(max(0, every - (time.monotonic() - began)))
    browser.close()


async def crowd(port: int, page: str, phones: int, files: list[str]) -> int:
    """Phones that come within ten seconds, each with six connections: how many see their page."""
    starts = random.Random(2)

    async def one() -> bool:
        await asyncio.sleep(starts.random() * 10)
        browser = Browser(port)
        try:
            status, _headers, _body = await asyncio.wait_for(browser.ask(page, ""), PATIENCE)
            await asyncio.wait_for(browser.load(files), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            return False
        return status == 200

    return sum(await asyncio.gather(*(one() for _ in range(phones))))


async def files_of(port: int, page: str) -> list[str]:
    """The addresses of what a phone's page loads."""
    _status, _headers, body = await ask(port, get(page, ""))
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', gzip.decompress(body).decode())


async def director(
    port: int, hall: Hall, cookie: str, every: float, until: float, first: float, tally: Tally
) -> None:
    """Saves one table's totals every few seconds; after the last table, corrects the first."""
    path, token, revisions = f"/events/{hall.slug}/rounds/{ROUNDS}/totals/", "K" * 32, hall.revisions
    tables = len(hall.paths) // 4
    await asyncio.sleep(first)
    count = revisions.total()
    while time.monotonic() < until:
        table = count % tables + 1
        points, key = 8 + count // tables % 3, f"{first}-{revisions.total()}"
        typed = {"ns": points, "ew": 4, "revision": revisions[table], "key": key}
        body = "&".join(f"t{table}-{name}={value}" for name, value in typed.items())
        body += f"&csrfmiddlewaretoken={token}"
        jar = f"{cookie}; {settings.CSRF_COOKIE_NAME}={token}"
        began = time.monotonic()
        try:
            status, _headers, _body = await ask(port, _as_director("POST", f"{path}{table}/", jar, body))
        except OSError as error:
            status = 0
            tally.errors.append(str(error))
        tally.saves.append(1000 * (time.monotonic() - began))
        if status not in (200, 302):
            tally.errors.append(f"{status} save of table {table}")
        revisions[table] += 1
        count += 1
        await asyncio.sleep(max(0, every - (time.monotonic() - began)))


def _as_director(method: str, path: str, cookie: str, body: str = "") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n{PROXY}"
    if body:
        head += "X-Requested-With: sheets\r\n"  # the grid's script, which sends one row and gets it back
        head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
    return f"{head}\r\n{body}".encode()


def prepare() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def make_halls(halls: int, phones: int) -> tuple[list[Hall], str]:
    """Events in their last round, nothing in for it, and the cookie of the one who directs them all."""
    user = User.objects.create_user("dora", password="bench")
    made = []
    for number in range(halls):
        event = make_event(phones, f"hall-{number}")
        Round.objects.filter(event=event, number=ROUNDS).update(status="open")
        Sheet.objects.filter(table__round__event=event, table__round__number=ROUNDS).delete()
        Membership.objects.create(event=event, user=user, role="director")
        live = f"/e/{event.slug}/live/?part="
        public = [f"{live}event", f"{live}standings", f"{live}seating", f"{live}event&player=7"]
        own = [f"/p/{token}/live/" for token in event.players.values_list("token", flat=True)]
        paths = [public[i // 2 % len(public)] if i % 2 else own[i] for i in range(phones)]
        made.append(Hall(event.slug, paths))
    client = Client()
    client.force_login(user)
    return made, f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def serve(hosted: bool) -> tuple[subprocess.Popen[bytes], int]:
    """The server in a process of its own, once it answers."""
    port = free_port()
    command, environment = [sys.executable, "-c", SERVER, str(port)], {}
    if hosted:
        config = "python:tournament.gunicorn"
        command = [sys.executable, "-m", "gunicorn", "-c", config, "tournament.wsgi"]
        environment = {"EUCHRE_PROFILE": "hosted", "ALLOWED_HOSTS": "localhost", "BIND": f"127.0.0.1:{port}"}
        environment |= {"SECRET_KEY": settings.SECRET_KEY, "EUCHRE_LOG": "plain"}
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment)
    wait_for(port)
    return server, port


def wait_for(port: int) -> None:
    for _try in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("A server did not start.")


async def evening(
    port: int, hall: Hall, cookie: str, every: float, seconds: float, single: bool
) -> tuple[Tally, int]:
    for path in dict.fromkeys(hall.paths[:16]):  # a hall's server is warm when the hall is full
        await ask(port, get(path, ""))
    tally, page = Tally(), f"/e/{hall.slug}/"
    files = [] if single else await files_of(port, page)
    until = time.monotonic() + seconds
    starts = random.Random(1)
    phones = (
        phone(port, path, every, until, starts.random() * every, tally, files, single=single)
        for path in hall.paths
    )
    await asyncio.gather(*phones, director(port, hall, cookie, 3, until, 0, tally))
    return tally, CROWD if single else await crowd(port, page, CROWD, files)


def stat_of(pid: int | str) -> list[str]:
    """The fields of a process after its name: state, parent …"""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def ticks_of(*pids: int) -> int:
    """Processor time of these processes and all below them, with that of children that have ended."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stats[int(path.name)] = stat_of(path.name)
        except OSError:
            continue  # it has ended
    found, grown = set(pids), True
    while grown:
        more = {pid for pid, fields in stats.items() if int(fields[1]) in found} - found
        found, grown = found | more, bool(more)
    return sum(int(field) for pid in found if pid in stats for field in stats[pid][11:15])


def p95(spans: list[float]) -> float:
    return statistics.quantiles(spans, n=20)[-1] if len(spans) > 1 else (spans or [0])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--phones", type=int, default=400)
    parser.add_argument("--every", type=float, default=10)
    parser.add_argument("--hosted", action="store_true", help="gunicorn on the database at DATABASE_URL")
    parser.add_argument("--single", action="store_true", help="one connection for each request of a phone")
    asked = parser.parse_args()
    prepare()
    [hall], cookie = make_halls(1, asked.phones)
    server, port = serve(asked.hosted)
    try:
        tally, came = asyncio.run(evening(port, hall, cookie, asked.every, asked.seconds, asked.single))
        ticks = ticks_of(server.pid)
    finally:
        server.terminate()
        server.wait(10)
    entered = Sheet.objects.filter(table__round__number=ROUNDS).count()
    load = ticks / os.sysconf("SC_CLK_TCK") / asked.seconds
    rows = (
        (f"95th percentile of a page, {asked.phones} phones (ms)", PAGES_P95, p95(tally.pages)),
        ("95th percentile of a director's save (ms)", SAVES_P95, p95(tally.saves)),
        ("errors", 0, len(tally.errors)),
        ("saves lost", 0, len(tally.saves) - entered),
        (f"of {CROWD} phones that come at once, without their page", 0, CROWD - came),
    )
    for name, most, reached in rows:
        print(f"{name:<52} asked ≤ {most:>4}   reached {reached:.0f}")
    each = tally.bytes / 1024 / len(tally.pages)
    print(f"({len(tally.pages)} polls, {tally.statuses[304]} of them 304, {len(tally.saves)} saves,")
    print(f" median {statistics.median(tally.pages):.0f} ms, {each:.1f} KB, {100 * load:.0f}% of a core,")
    print(f" the machine's load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)")
    for error, count in {error: tally.errors.count(error) for error in tally.errors[:5]}.items():
        print(f"  {count} × {error}")
    return int(any(reached > most for _name, most, reached in rows))


if __name__ == "__main__":
    raise SystemExit(main())
