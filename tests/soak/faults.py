"""What goes wrong in a hall, made to happen: each trial counts what was asked and names what was bad."""

import gzip
import json
import random
import re
import signal
import socket
import sqlite3
import statistics
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.soak.site import PATIENCE, ROOT, Answer, Site, in_play

RELEASES = sorted((ROOT / "tests" / "releases").glob("[0-9]*"))  # none before the first one
PAPER = "<!doctype html><html lang=en><head><title>Paper</title></head><body>{}</body></html>"
SHEET = '<section class="sheet" style="break-after: page"><h1>{}</h1><p>Sheet</p></section>'
DRAFT = {"movement": "chart", "seed": 3, "from_round": 2}
ANOTHER = """
from tests.helpers.factories import make_published
from tournament.models import User
players = [f"{name} Player {{n}}" for n in range(8)]
make_published(User.objects.get(username="dora"), players=players, name="{name}")
"""
STAGES = ("ordered", "first page", "middle", "last pages")
SMALL_DISK = (
    "unshare", "-rm", "--", "sh", "-c",
    'mount -t tmpfs -o size={size} tmpfs "$EUCHRE_DATA_DIR" && cp -a "$0"/. "$EUCHRE_DATA_DIR" && exec "$@"',
)  # fmt: skip


@dataclass
class Outcome:
    """How often it was tried, what was bad, and how long the slowest answer took."""

    tried: int = 0
    bad: list[str] = field(default_factory=list)
    slowest: float = 0.0
    notes: list[str] = field(default_factory=list)


def presses_killed(times: int) -> Outcome:
    """Presses killed at each stage; the paper comes when it is asked for again."""
    from tournament.printing import jobs

    outcome = Outcome()
    for number in range(3 * times):  # some end before they are killed
        if outcome.tried == times:
            break
        pages = 60
        html = PAPER.format("".join(SHEET.format(f"{number}.{page}") for page in range(pages)))
        stage = STAGES[number % len(STAGES)]
        job = jobs.order_paper(html)
        least = {"ordered": 0, "first page": 1, "middle": pages // 2, "last pages": pages - 2}[stage]
        until = time.monotonic() + PATIENCE
        while job.pages < least and not job.path and time.monotonic() < until:
            time.sleep(0.01)
            job = jobs.job_state(job.key)
        if press := jobs._running.get(job.key):
            press.kill()
            outcome.tried += press.wait() == -signal.SIGKILL
        found = jobs.wait(jobs.order_paper(html), PATIENCE)
        if found.reason:  # a killed one is told as failed once, then made anew
            found = jobs.wait(jobs.order_paper(html), PATIENCE)
        if found.path is None:
            outcome.bad.append(f"killed at {stage}: no paper ({found.reason or 'still under way'})")
    return outcome


def disk_full(folder: Path) -> Outcome:
    """Every kind of write while the disk is full; then there is room again, and nothing was lost."""
    outcome = Outcome()
    seed = Site(folder / "full-seed")
    seed.make_event()
    if seed.manage("collectstatic", "--noinput", "-v0").returncode:
        outcome.bad.append("no style sheets")
    words = tuple(word.format(size="60m") if "{size}" in word else word for word in SMALL_DISK)
    site = Site(folder / "full", (*words, str(seed.data)))
    site.slug, site.cookie = seed.slug, seed.cookie
    try:
        site.start()
    except SystemExit:
        outcome.bad.append("no small disk can be made on this machine")
        return outcome
    try:
        inside = Path(f"/proc/{site.process.pid}/root{site.data}")
        saved = site.save(1, 7, 8, 0, "before")
        if saved.status != 200:
            outcome.bad.append(f"before: a score answers {saved.status}")
        archive = site.get(f"/events/{site.slug}/archive/event.json", cookie=site.cookie).text
        filler = inside / "filler"
        for name, write in _writes(site, archive).items():
            _fill(filler)
            answer = write()
            outcome.tried += 1
            outcome.slowest = max(outcome.slowest, answer.seconds)
            if answer.status == 500 or "Traceback" in answer.text:
                outcome.bad.append(f"disk full: {name} answers {answer.status}")
            elif answer.status >= 500 and "disk" not in answer.text and "copy" not in answer.text:
                outcome.bad.append(f"disk full: {name} answers {answer.status} without a reason")
            outcome.notes.append(f"{name}: {answer.status}")
            if (seen := site.get(f"/e/{site.slug}/").status) != 200:
                outcome.bad.append(f"disk full, after {name}: the public page answers {seen}")
        filler.unlink()
        for number in range(2, 6):
            if (after := site.save(number, 7, 8, 0, f"after-{number}")).status != 200:
                outcome.bad.append(f"with room again: a score answers {after.status}")
        kept = site.get(f"/events/{site.slug}/archive/event.json", cookie=site.cookie).text
        reported = [table["number"] for table in json.loads(kept)["rounds"][0]["tables"] if table["sheet"]]
        if reported != [1, 2, 3, 4, 5]:
            outcome.bad.append(f"tables 1 to 5 were acknowledged, {reported} are there")
    finally:
        site.stop()
    return outcome


def _fill(path: Path) -> None:
    """Take all the room there is."""
    for size in (65536, 4096, 1):
        with suppress(OSError), path.open("ab", buffering=0) as file:
            while file.write(b"x" * size):
                pass


def _writes(site: Site, archive: str) -> dict[str, Callable[[], Answer]]:
    """Every kind of write of the site, each as one request."""
    event, signed = f"/events/{site.slug}/", {"cookie": site.cookie}
    upload = archive.replace(f'"{site.slug}"', '"imported"', 1).encode()
    boundary = "----soak"
    file = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n'
        "Content-Type: application/json\r\n\r\n"
    ).encode() + upload + f"\r\n--{boundary}--\r\n".encode()  # fmt: skip
    form = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return {
        "a score": lambda: site.save(2, 9, 6, 0, "full"),
        "a paper as PDF": lambda: site.get(f"{event}print/tally-cards.pdf", **signed),
        "a paper's picture": lambda: site.get(f"{event}print/tally-cards.png", **signed),
        "a paper as a page": lambda: site.get(f"{event}print/tally-cards/", **signed),
        "a copy by hand": lambda: site.ask("POST", "/backups/new/", {}, **signed),
        "a draft": lambda: site.ask("POST", f"{event}seating/draft/", DRAFT, **signed),
        "an import": lambda: site.ask("POST", "/events/new/import/", file, headers=form, **signed),
        "a sign-in": lambda: site.ask("POST", "/sign-in/", {"username": "dora", "password": "dora-secret-1"}),
        "an announcement": lambda: site.ask("POST", f"{event}announcements/", {"text": "Supper"}, **signed),
    }


def _phone(site: Site, outcome: Outcome, source: str = "127.0.0.1") -> None:
    """A phone that asks for its page gets it."""
    try:
        answer = site.get(f"/e/{site.slug}/", source=source)
    except OSError as problem:
        outcome.bad.append(f"a phone was refused: {problem}")
        return
    outcome.slowest = max(outcome.slowest, answer.seconds)
    if answer.status != 200:
        outcome.bad.append(f"a phone got {answer.status}")


def slow_sockets(folder: Path, sockets: int, phones: int) -> Outcome:
    """Sockets that send a byte now and then, from the phones' own address and from another one."""
    outcome, done, opened = Outcome(), threading.Event(), [0]

    def trickle(port: int) -> None:
        held = []
        for _ in range(sockets):
            held.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            held[-1].sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            opened[0] += 1
        while not done.wait(2):
            for one in held:
                with suppress(OSError):
                    one.sendall(b"a")

    with in_play(folder / "slow") as site:
        thread = threading.Thread(target=trickle, args=[site.port], daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while opened[0] < sockets and time.monotonic() < until:
            time.sleep(0.1)
        for number in range(phones):
            _phone(site, outcome, "127.0.0.2" if number % 2 else "127.0.0.1")
        outcome.tried = opened[0]
        done.set()
        thread.join(10)
    return outcome


MALFORMED = (
    b"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nTE : chunked\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nA: " + b"x" * 300_000 + b"\r\n\r\n",
)


def malformed(folder: Path, requests: int, phones: int) -> Outcome:
    """Heads that nobody can read, each sender gone at once; then every connection is free again."""
    outcome = Outcome()
    with in_play(folder / "malformed") as site:
        before = site.connections()
        for number in range(requests):
            with suppress(OSError), socket.create_connection(("127.0.0.1", site.port), timeout=10) as one:
                one.sendall(MALFORMED[number % len(MALFORMED)])
            outcome.tried += 1
        for _ in range(phones):
            _phone(site, outcome)
        until = time.monotonic() + PATIENCE
        while site.connections() > before and time.monotonic() < until:
            time.sleep(0.2)
        outcome.bad += ["a connection stayed"] * (site.connections() - before)
    return outcome


def attacks(folder: Path) -> Outcome:
    """What strangers in the wifi tried: all places for uploads; and a backup file that tells nonsense."""
    outcome = Outcome()

    def expect(what: str, holds: bool) -> None:
        outcome.tried += 1
        if not holds:
            outcome.bad.append(what)

    with in_play(folder / "attacks") as site, ExitStack() as sockets:
        head = "POST /events/new/import/ HTTP/1.1\r\nHost: x\r\nCookie: sessionid=none\r\n"
        for _ in range(8):
            one = socket.create_connection(("127.0.0.1", site.port), 10, source_address=("127.0.0.30", 0))
            sockets.enter_context(one)
            one.sendall(f"{head}Content-Length: 16000000\r\n\r\n".encode() + b"x" * 1000)
        list_ = "\n".join(f"Player Number{number}" for number in range(3_000)).encode()
        path = f"/events/{site.slug}/players/import/"
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = site.ask("POST", path, b"text=" + list_, cookie=site.cookie, headers=form)
        expect(f"beside eight idle uploads the director's list answers {answer.status}", answer.status < 400)

        site.ask("POST", "/backups/new/", cookie=site.cookie)
        good = next(iter(sorted((site.data / "backups").glob("*.zip"))))
        with (
            zipfile.ZipFile(good) as bundle,
            zipfile.ZipFile(good.with_name(f"{good.stem[:-6]}abcdef.zip"), "w") as bad,
        ):
            about = json.loads(bundle.read("about.json")) | {"made_at": "9999-12-31T23:59:59+00:00"}
            bad.writestr("about.json", json.dumps(about))
            bad.writestr("database", bundle.read("database"))
        shown = site.get("/backups/", cookie=site.cookie)
        expect(f"beside a bad file the page Backups answers {shown.status}", shown.status == 200)
    return outcome


def made_up_names(folder: Path, strangers: int, times: int = 15, *, many: bool = False) -> Outcome:
    """Strangers post made-up names without end; every official gets in by every way, and phones see pages.

    They sit at the laptop's own address, where only a browser that an official signed in in before is known;
    or one of them has many addresses, and then nobody signs in for the first time.
    """
    site, outcome = Site(folder / f"made-up-names-{strangers}"), Outcome()
    site.make_event()
    site.start()
    right = {"username": "dora", "password": "dora-secret-1"}
    over, posted, waits, phones = threading.Event(), Counter[int](), dict[str, list[float]](), list[float]()

    def loop(number: int) -> None:
        chance = random.Random(number)
        while not over.is_set():
            with suppress(OSError):
                name = f"n{chance.random()}"
                source = f"127.0.1.{chance.randrange(1, 255)}" if many else "127.0.0.1"
                posted[site.ask("POST", "/sign-in/", right | {"username": name}, source=source).status] += 1

    def get_in(way: str, path: str, typed: dict[str, object], **more: str) -> Answer:
        answer = site.ask("POST", path, typed, **more)
        waits.setdefault(way, []).append(answer.seconds)
        outcome.tried += 1
        if answer.status != 302:
            outcome.bad.append(f"{way}: {answer.status}")
        return answer

    def known_of(answer: Answer) -> str:
        found = re.search(r"known-browser=[^;]+", answer.headers["Set-Cookie"])
        return found[0] if found else ""

    threads = [threading.Thread(target=loop, args=[number]) for number in range(strangers)]
    try:
        known = known_of(site.ask("POST", "/sign-in/", right))
        asked = site.ask("POST", f"/events/{site.slug}/officials/", {"role": "scorer"}, cookie=site.cookie)
        again = {"role": "scorer", "password_again": "dora-secret-1"}
        if asked.status == 200:  # the password is asked for
            site.ask("POST", f"/events/{site.slug}/officials/", again, cookie=site.cookie)
        page = site.get(f"/events/{site.slug}/officials/", cookie=site.cookie).text
        invitation = re.search(r"/join/[^/\s\"<]+/", page)
        start = re.search(r"/start/[^/\s]+/", (folder / f"{site.data.name}.log").read_text())
        assert invitation
        assert start
        for thread in threads:
            thread.start()
        time.sleep(5)
        for _ in range(times):
            get_in("known browser", "/sign-in/", right, cookie=known)
            if not many:
                get_in("other address", "/sign-in/", right, source="127.0.0.2")
            phones.append(site.get(f"/e/{site.slug}/").seconds)
        new = {"name": "Sam Scorer", "username": "sam", "password": "nine-kings-22", "again": "nine-kings-22"}
        get_in("invitation", invitation[0], new)
        changed = {
            "old_password": "dora-secret-1",
            "new_password1": "ten-kings-22",
            "new_password2": "ten-kings-22",
        }
        get_in("password changed", "/password/", changed, cookie=site.cookie)
        get_in("start link", start[0], {"keep": "yes"})
    finally:
        over.set()
        for thread in threads:
            thread.join()
        site.stop()
    outcome.slowest = statistics.median(phones)
    outcome.notes = [
        f"{way}: {max(found):.1f} s at most, {statistics.median(found):.1f} s in the middle"
        for way, found in waits.items()
    ]
    outcome.notes.append(f"strangers: {dict(posted)}")
    return outcome


def restored_in_play(folder: Path, times: int) -> Outcome:
    """A copy put back while scores come in; then a new event, whose pages show nothing of what is gone."""
    outcome = Outcome()
    with in_play(folder / "restored") as site:
        for number in range(times):
            _restore_once(site, outcome, number)
    return outcome


def _restore_once(site: Site, outcome: Outcome, number: int) -> None:
    signed = {"cookie": site.cookie}
    site.ask("POST", "/backups/new/", {"again": number}, **signed)
    copy = max((site.data / "backups").glob("*.zip"), key=lambda path: path.stat().st_mtime_ns)
    done = threading.Event()

    def play() -> None:
        revision = 0
        while not done.is_set():
            key = f"play-{number}-{revision}"
            with suppress(OSError):
                if site.save(3, 2 + revision % 5, 7 + revision % 4, revision, key).status >= 500:
                    outcome.bad.append("a save during a restore failed")
            revision += 1

    thread = threading.Thread(target=play)
    thread.start()
    gone = f"Gone {number}"
    _make_event(site, gone)
    if gone not in site.get(f"/e/gone-{number}/").text:
        outcome.bad.append(f"“{gone}” was never shown")
    put_back = site.ask("POST", f"/backups/{copy.stem}/", {}, **signed)
    done.set()
    thread.join(PATIENCE)
    if put_back.status != 302:
        outcome.bad.append(f"a restore in play answers {put_back.status}")
    _make_event(site, f"Real {number}")
    if f"Real {number}" not in site.get(f"/e/real-{number}/").text:
        outcome.bad.append(f"“Real {number}” is not shown")
    for page in ("", "standings/", "seating/", "live/?part=event"):
        for slug in (f"real-{number}", f"gone-{number}"):
            answer = site.get(f"/e/{slug}/{page}")
            if gone in answer.text or answer.status >= 500:
                outcome.bad.append(
                    f"/e/{slug}/{page} answers {answer.status}, or shows the event that is gone"
                )
    outcome.tried += 1


def _make_event(site: Site, name: str) -> None:
    """An event whose eight players carry its name."""
    site.manage("shell", "--no-imports", "-c", ANOTHER.format(name=name))


def two_servers(folder: Path, scores: int) -> Outcome:
    """Two servers on one database, each with half of the tables: nothing lost, nothing twice.

    Each has a folder of its own, since no second server starts on one.
    """
    site, outcome = Site(folder / "two"), Outcome()
    site.make_event()
    other = Site(folder / "beside")
    other.environment |= {
        "DATABASE_URL": f"sqlite:///{site.data / 'euchre.sqlite3'}",
        "SECRET_KEY": (site.data / "secret_key").read_text(encoding="utf-8").strip(),
    }
    other.slug, other.cookie = site.slug, site.cookie
    site.start()
    other.start()

    def enter(server: Site, table: int) -> None:
        for revision in range(scores // 8):
            answer = server.save(
                table, 2 + revision % 5, 7 + revision % 4, revision, f"two-{table}-{revision}"
            )
            if answer.status == 200:
                outcome.tried += 1
            else:
                outcome.bad.append(f"table {table}: a score answers {answer.status}")

    try:
        servers = (site, other)
        threads = [threading.Thread(target=enter, args=(servers[n % 2], n + 1)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        site.stop()
        other.stop()
    if (kept := _count(site, "Sheet")) != outcome.tried:
        outcome.bad.append(f"{outcome.tried} scores were acknowledged, {kept} are there")
    return outcome


def power_cuts(folder: Path, what: str, times: int, seed: int = 1) -> Outcome:
    """`backup`, `restore` or `migrate` killed at a random moment; afterwards all is as before, or done."""
    rng, outcome = random.Random(seed), Outcome()
    site, copy = Site(folder / f"cut-{what}"), folder / "copy.zip"
    words = {"backup": ("backup",), "restore": ("restore", str(copy), "--yes"), "migrate": ("migrate", "-v0")}
    if what == "migrate":
        _release(site)
    else:
        copy.unlink(missing_ok=True)
        site.make_event()
        site.manage("backup", "--out", str(copy))
    events, sheets = _count(site, "Event"), _count(site, "Sheet")
    began = time.monotonic()
    site.manage(*words[what])
    whole = time.monotonic() - began
    for _ in range(times):
        if what == "migrate":
            _release(site)
        running = site.begin(*words[what])
        time.sleep(rng.uniform(0.3, 1.0) * whole)
        running.send_signal(signal.SIGKILL)
        outcome.notes.append("done" if running.wait() == 0 else "cut")
        outcome.tried += 1
        if (said := _integrity(site)) != "ok":
            outcome.bad.append(f"{what}: integrity_check says {said}")
        if what == "migrate" and (done := site.manage(*words[what])).returncode:
            outcome.bad.append(f"migrate after a cut: {done.stderr.strip()[-200:]}")
        if (found := (_count(site, "Event"), _count(site, "Sheet"))) != (events, sheets):
            outcome.bad.append(f"{what}: events and sheets were {(events, sheets)} and are {found}")
    if (done := site.manage(*words[what])).returncode:
        outcome.bad.append(f"{what} after the cuts: {done.stderr.strip()[-200:]}")
    if what == "backup":
        for path in (site.data / "backups").glob("*.zip"):
            if site.manage("restore", str(path), "--preview").returncode:
                outcome.bad.append(f"{path.name} stands among the copies and cannot be read")
    outcome.notes = [f"{outcome.notes.count('cut')} cut, {outcome.notes.count('done')} done before"]
    return outcome


def _release(site: Site) -> None:
    """The database of the newest release takes the place of the site's own."""
    for path in site.data.glob("euchre.sqlite3*"):
        path.unlink()
    kept = gzip.decompress((RELEASES[-1] / "database.sql.gz").read_bytes())
    with closing(sqlite3.connect(site.data / "euchre.sqlite3")) as database:
        database.executescript(kept.decode())


def _count(site: Site, model: str) -> int:
    with closing(sqlite3.connect(site.data / "euchre.sqlite3")) as database:
        return int(database.execute(f"SELECT COUNT(*) FROM tournament_{model.lower()}").fetchone()[0])


def _integrity(site: Site) -> str:
    with closing(sqlite3.connect(site.data / "euchre.sqlite3")) as database:
        return str(database.execute("PRAGMA integrity_check").fetchone()[0])


SLOWEST, MEDIAN = ("  slowest page (s)", 2.0), ("  median page meanwhile (s)", 0.5)
Trial = tuple[str, int, tuple[str, float] | None, Callable[[], Outcome]]


def trials(folder: Path) -> dict[str, Trial]:
    """Each with its words, how often it is tried, how long a phone's page may take, and how it is done."""
    from tests.soak import clocks

    found: dict[str, Trial] = {
        "press": ("a press killed at each stage", 12, None, partial(presses_killed, 12)),
        "disk": ("the disk full at every kind of write", 9, None, partial(disk_full, folder)),
        "slow": ("slow sockets, and phones beside them", 900, SLOWEST,
                 partial(slow_sockets, folder, 900, 40)),
        "malformed": ("malformed requests, and phones after them", 4_000, None,
                      partial(malformed, folder, 4_000, 40)),
        "attacks": ("what strangers in the wifi tried", 2, None, partial(attacks, folder)),
        "names": ("officials beside made-up names without end", 33, MEDIAN,
                  partial(made_up_names, folder, 8)),
        "names-many": ("the same from 254 addresses", 18, MEDIAN,
                       partial(made_up_names, folder, 8, many=True)),
        "restores": ("restores during play, then a new event", 5, None, partial(restored_in_play, folder, 5)),
        "two": ("scores into two servers, one database", 400, None, partial(two_servers, folder, 400)),
        "clocks": ("the clock a month ahead, back, behind, back", len(clocks.JUMPS), None,
                   partial(clocks.clock_jumps, folder)),
    }  # fmt: skip
    for what, words in (("backup", "a backup"), ("restore", "a restore"), ("migrate", "a migration")):
        if RELEASES or what != "migrate":
            found[what] = (f"power cuts during {words}", 10, None, partial(power_cuts, folder, what, 10))
    return found
