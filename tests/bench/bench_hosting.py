"""Many halls on one host: nginx before two gunicorns on one PostgreSQL, all on this machine, without TLS.

`python tests/bench/bench_hosting.py [costs] [events] [phones] [saves] [halls] [--seconds 30]`;
told nothing, `costs` alone, which takes a minute. It names what is missing, and ends, where there is no nginx
or no PostgreSQL.

nginx runs as the page docs/hosting.md writes it, on other ports. Whoever asks runs beside it on the same
processors, so times of answers say little; what counts is each part's processor time for a request, as the
system counts it. From that docs/capacity.md is computed.

- `costs`: what one request costs, by how it is answered
- `events`, `phones`, `saves`: 30 seconds of halls that differ in only that
- `halls`: more and more halls of 100 phones, until a page's 95th percentile is over 300 ms or something fails

Each begins with some seconds that do not count, in which every phone loads its page and each process reads
every event.

A hall: 100 phones that ask every 10 seconds over a connection they keep, half of them for the public pages,
half for their own; one director who saves a sheet every 3 seconds. That is the minute in which all 25 tables
of a round come in; over an evening of rounds of 20 minutes it is one every 48 seconds.
"""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
if __name__ == "__main__":
    if NGINX is None:
        print("Not measured: nginx is not installed (Debian: apt-get install nginx).")
        raise SystemExit(0)
    if not os.environ.get("DATABASE_URL"):
        if subprocess.run(["sh", "scripts/postgres"], cwd=ROOT, check=False).returncode:
            print("Not measured: PostgreSQL is not installed (Debian: apt-get install postgresql).")
            raise SystemExit(0)
        os.environ["DURABLE"] = "1"
        os.execvp("sh", ["sh", str(ROOT / "scripts/postgres"), sys.executable, *sys.argv])

import argparse
import asyncio
import random
import resource
import time
from collections import Counter
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection

from tests.bench.bench_hall import (  # sets Django up, with a data folder of its own
    Hall,
    Tally,
    ask,
    director,
    get,
    make_halls,
    p95,
    phone,
    prepare,
    stat_of,
    ticks_of,
    wait_for,
)  # fmt: skip
from tests.helpers.ports import free_port
from tournament.models import Event, Player

PAGE_P95 = 300  # milliseconds
WARM = 24  # seconds
PARTS = ("nginx", "gunicorn", "PostgreSQL", "asking")
COOKIE = "Cookie: a=b\r\n"
FRAME = """
daemon off; worker_processes 2; worker_rlimit_nofile 65536; pid {folder}/pid; error_log {folder}/error crit;
events {{ worker_connections 16384; }}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {site}
}}
"""


class Host:
    """The three parts, each with the processes it consists of."""

    def __init__(self, stack: ExitStack) -> None:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="euchre-hosting-")))
        folder.chmod(0o755)
        self.ports = [free_port(), free_port()]
        self.port = free_port()
        self.sites = [start(stack, GUNICORN, hosted(port, folder)) for port in self.ports]
        (folder / "nginx.conf").write_text(FRAME.format(folder=folder, site=self._site(folder)))
        self.nginx = start(stack, [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")], {})
        for port in (*self.ports, self.port):
            wait_for(port)
        with connection.cursor() as cursor:
            cursor.execute("select pg_backend_pid()")
            self.database = int(stat_of(cursor.fetchone()[0])[1])

    def _site(self, folder: Path) -> str:
        """nginx's block of the page, on our ports and without TLS."""
        page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
        block = page.partition("sites-available/euchre <<'END'\n")[2].partition("\n    END\n")[0]
        block = re.sub(r"    server \{\n        listen 80;.*?\n    \}", "", block, flags=re.S)
        servers = " ".join(f"server 127.0.0.1:{port};" for port in self.ports)
        for old, new in (
            ("server 127.0.0.1:8000;", servers),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port};"),
            ("server_name euchre.example.org;", "server_name localhost; keepalive_requests 100000;"),
            ("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https"),
            ("/var/cache/euchre", f"{folder}/cache"),
            ("/var/log/nginx/error.log", f"{folder}/error"),
        ):
            assert old in block, old
            block = block.replace(old, new)
        return re.sub(r"^ *(?:ssl_|http2 ).*\n", "", block, flags=re.M)

    def seconds(self) -> dict[str, float]:
        """Processor seconds of each part until now."""
        tick = os.sysconf("SC_CLK_TCK")
        mine = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        trees = ([self.nginx.pid], [site.pid for site in self.sites], [self.database])
        return dict(zip(PARTS, (*(ticks_of(*pids) / tick for pids in trees), mine), strict=True))


GUNICORN = [sys.executable, "-m", "gunicorn", "-c", "python:tournament.gunicorn", "tournament.wsgi"]


def hosted(port: int, folder: Path) -> dict[str, str]:
    """What a web machine of its own has: the same database, no copies of it, its own folder."""
    data = folder / str(port)
    shutil.copytree(settings.STATIC_ROOT, data / "static")
    return {
        "EUCHRE_PROFILE": "hosted", "ALLOWED_HOSTS": "localhost", "BIND": f"127.0.0.1:{port}",
        "SECRET_KEY": settings.SECRET_KEY, "EUCHRE_DATA_DIR": str(data), "WEB_CONCURRENCY": "2",
        "EUCHRE_LOG": "plain",
    }  # fmt: skip


def start(stack: ExitStack, command: list[str], more: dict[str, str]) -> "subprocess.Popen[bytes]":
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | more)
    stack.callback(server.wait, 40)
    stack.callback(server.terminate)
    return server


async def play(
    port: int,
    halls: list[Hall],
    cookie: str,
    seconds: float,
    phones: int = 100,
    poll: float = 10,
    save: float = 3,
    forget_at: float = 0,
) -> Tally:
    """Halls for so many seconds; what came back in the first `forget_at` is forgotten."""
    seen, until, starts = Tally(), time.monotonic() + seconds, random.Random(1)
    running = [
        phone(
            port,
            hall.paths[n % len(hall.paths)],
            poll,
            until,
            starts.random() * max(poll, forget_at - poll),
            seen,
        )
        for hall in halls
        for n in range(phones)
    ]
    if save:
        running += [director(port, hall, cookie, save, until, starts.random() * save, seen) for hall in halls]

    async def forget() -> None:
        await asyncio.sleep(forget_at)
        for kept in (seen.pages, seen.saves, seen.statuses):
            kept.clear()

    await asyncio.gather(*running, forget())
    return seen


# --- what is measured ---------------------------------------------------------------------------------------
def row(name: str, spent: dict[str, float], asked: int, more: str = "") -> None:
    """Processor milliseconds of each part for one request."""
    each = "  ".join(f"{1000 * spent[part] / max(1, asked):6.2f}" for part in PARTS)
    print(f"{name:<46} {asked:6}  {each}  {more}", flush=True)


def head(title: str) -> None:
    print(f"\n{title:<46} {'asked':>6}  " + "  ".join(f"{part[:6]:>6}" for part in PARTS), flush=True)


def during(host: Host, what: "asyncio.Future[Tally] | object") -> tuple[dict[str, float], Tally]:
    before = host.seconds()
    seen = asyncio.run(what)  # type: ignore[arg-type]
    time.sleep(0.3)
    after = host.seconds()
    return {part: after[part] - before[part] for part in PARTS}, seen


async def in_turn(port: int, requests: list[tuple[str, str, str]]) -> Tally:
    """Requests (path, mark, more headers) over four connections."""
    seen, waiting = Tally(), list(reversed(requests))

    async def one_after_another() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while waiting:
            path, etag, more = waiting.pop()
            asked = get(path, etag, "keep-alive").removesuffix(b"\r\n") + more.encode() + b"\r\n"
            began = time.monotonic()
            writer.write(asked)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = re.search(r"content-length: (\d+)", head)
            await reader.readexactly(int(length[1]) if length else 0)
            seen.pages.append(1000 * (time.monotonic() - began))
            seen.statuses[int(head.split()[1])] += 1
            if "connection: close" in head:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()

    await asyncio.gather(*(one_after_another() for _ in range(4)))
    return seen


def costs(host: Host, halls: list[Hall], cookie: str, times: int) -> None:
    """What one request costs, by how it is answered."""
    hall = halls[0]
    public = f"/e/{hall.slug}/live/?part=standings"
    own = [path for path in hall.paths if path.startswith("/p/")]

    def mark_of(path: str, more: str = "") -> str:
        request = get(path, "").removesuffix(b"\r\n") + more.encode() + b"\r\n"
        return asyncio.run(ask(host.port, request))[1]["etag"]

    def show(name: str, requests: list[tuple[str, str, str]]) -> None:
        asyncio.run(in_turn(host.port, requests[:8]))
        spent, seen = during(host, in_turn(host.port, requests))
        row(name, spent, len(requests), str(dict(seen.statuses)))

    head("milliseconds of processor for one request")
    show("public, unchanged, from nginx", [(public, mark_of(public), "")] * (4 * times))
    show("public, whole, from nginx", [(public, "", "")] * (4 * times))
    show("public, unchanged, by the site (cookie)", [(public, mark_of(public), COOKIE)] * times)
    show("public, whole, from the site's memory (cookie)", [(public, "", COOKIE)] * times)
    show("own page, unchanged", [(path, mark_of(path), "") for path in own[:10]] * (times // 10))
    show("own page, whole", [(path, "", "") for path in own] * (times // len(own)))
    for name, paths in (("public, drawn anew", [public]), ("own page, drawn anew", own)):
        requests = [(paths[n % len(paths)], "", COOKIE) for n in range(times // 5)]
        before, seen = host.seconds(), Counter[int]()
        for request in requests:
            Event.objects.filter(slug=hall.slug).update(live_version=_next_version(hall))
            seen += asyncio.run(in_turn(host.port, [request])).statuses
        after = host.seconds()
        row(name, {part: after[part] - before[part] for part in PARTS}, len(requests), str(dict(seen)))
    spent, seen = during(host, play(host.port, halls, cookie, 0.2 * times / 10, phones=0, save=0.2))
    row("a save", spent, len(seen.saves), f"{len(seen.errors)} errors {seen.errors[:1]}")


def _next_version(hall: Hall) -> int:
    version = Event.objects.values_list("live_version", flat=True).get(slug=hall.slug)
    return version + 1


async def counted(host: Host, seconds: float, how: dict[str, Any]) -> tuple[dict[str, float], Tally]:
    """Play for so many seconds that count, and those before: what each part spent, what came back."""
    playing = asyncio.create_task(play(host.port, seconds=WARM + seconds, **how, forget_at=WARM))
    await asyncio.sleep(WARM)
    before = host.seconds()
    await asyncio.sleep(seconds)
    after = host.seconds()
    return {part: after[part] - before[part] for part in PARTS}, await playing


def evening(host: Host, name: str, halls: list[Hall], cookie: str, seconds: float, **how: float) -> bool:
    """One line of a series; False once the halls are more than the machine carries."""
    spent, seen = asyncio.run(counted(host, seconds, {"halls": halls, "cookie": cookie, **how}))
    total = sum(spent.values()) / seconds / (os.cpu_count() or 1)
    polls = f"{len(seen.pages)} polls, {100 * seen.statuses[304] // max(1, len(seen.pages))}% 304"
    shares = " + ".join(f"{spent[part]:.1f}" for part in PARTS)
    print(
        f"{name:<32} p95 {p95(seen.pages):5.0f} ms, of saves {p95(seen.saves):5.0f} ms  "
        f"{len(seen.errors)} errors {seen.errors[:1] or ''}  {polls}, {len(seen.saves)} saves  "
        f"{shares} s  {100 * total:.0f}% of the machine",
        flush=True,
    )
    return not seen.errors and p95(seen.pages) <= PAGE_P95


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", nargs="*", default=["costs"])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--halls", type=int, nargs="+", default=[10, 20, 30, 40])
    asked = parser.parse_args()
    prepare()
    wanted = {"events": 40, "phones": 10, "saves": 10, "halls": max(asked.halls)}
    began = time.monotonic()
    halls, cookie = make_halls(max(wanted.get(what, 1) for what in asked.what), 100)
    with connection.cursor() as cursor:
        cursor.execute("analyze")
    print(f"{len(halls)} halls made in {time.monotonic() - began:.0f} s; {Player.objects.count()} players")
    with ExitStack() as stack:
        host = Host(stack)
        measure(host, halls, cookie, asked)


def measure(host: Host, halls: list[Hall], cookie: str, asked: argparse.Namespace) -> None:
    def one(name: str, count: int, **how: float) -> bool:
        return evening(host, name, halls[:count], cookie, asked.seconds, **how)

    if "costs" in asked.what:
        costs(host, halls, cookie, 600)
    if set(asked.what) & {"events", "phones", "saves", "halls"}:
        print(f"\nprocessor seconds in {asked.seconds:g} s as {' + '.join(PARTS)}")
    if "halls" in asked.what:
        for save in (3, 48):
            for count in asked.halls:
                if not one(f"{count} halls, a save every {save} s", count, save=save):
                    break
    if "events" in asked.what:
        for count, phones in ((40, 25),):
            one(f"1,000 phones at {count} events", count, phones=phones, save=3 * count / 10)
    if "phones" in asked.what:
        for phones in (50, 200):
            one(f"10 events of {phones} phones", 10, phones=phones)
    if "saves" in asked.what:
        for save in (0, 12):
            one(f"10 events, a save every {save} s", 10, save=save)


if __name__ == "__main__":
    main()
