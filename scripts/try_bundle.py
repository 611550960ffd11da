"""Tries a bundle where nothing is installed: `.venv/bin/python scripts/try_bundle.py dist/euchre-director-…`.

With `--bare` (as root) it is started in a bare Debian without Python, which debootstrap puts into a
folder, kept with `--root FOLDER` for the next try; without, on this machine. Either way it has an empty
home whose name holds a blank and an accent, no variable of ours, and the loopback only. As a person
would: reads the password in the terminal, signs in, makes an event, orders the demonstration event's
tally cards as a PDF, stops it with Ctrl-C. Prints what it saw with times; exits with 1 at the first
thing that is not as it should be.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener

HOME = "Zoë’s home"
PATIENCE = 300  # seconds: the machine may have much else to do
SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"


class Form(HTMLParser):
    """The fields of a page's form that is sent by POST, as a browser would send them untouched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.inside, self.choice = False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = of.get("method", "").lower() == "post" and "sign-out" not in of.get("action", "")
        name = of.get("name", "")
        if not self.inside or "disabled" in of:
            return
        if tag == "select":
            self.choice = name
        elif tag == "option" and self.choice and ("selected" in of or self.choice not in self.fields):
            self.fields[self.choice] = of.get("value", "")
        elif tag == "textarea":
            self.fields[name] = ""
        elif tag == "input" and name and of.get("type") not in ("submit", "button", "file"):
            ticks = of.get("type") in ("checkbox", "radio")
            if not ticks or "checked" in of:
                self.fields[name] = of.get("value", "on" if ticks else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.choice = ""


class Person:
    """Somebody with a browser at the site's address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def open(self, path: str) -> tuple[str, bytes]:
        """Where that led, and what was there."""
        with self.browser.open(urljoin(self.address, path), timeout=PATIENCE) as answer:
            return answer.url, answer.read()

    def send(self, path: str, **typed: str) -> str:
        """Fill in the form of a page and send it; where that led, which is another page."""
        fields = Form(self.open(path)[1].decode()).fields | typed
        request = urljoin(self.address, path)
        with self.browser.open(request, urlencode(fields).encode(), timeout=PATIENCE) as answer:
            assert answer.url != request, re.findall(r'class="[^"]*error[^"]*".*', answer.read().decode())
            return str(answer.url)


def bare_debian(root: Path) -> None:
    """Debian's smallest system: it has no Python."""
    if not (root / "etc" / "debian_version").exists():
        root.mkdir(parents=True, exist_ok=True)
        print(f"Making a bare Debian in {root}…", flush=True)
        made = ["debootstrap", "--variant=minbase", SUITE, str(root), MIRROR]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    for name in ("python3", "pango-view", "fc-list"):
        assert shutil.which(name, path=f"{root}/usr/bin:{root}/bin:{root}/usr/local/bin") is None, name
    assert not list((root / "usr" / "lib").rglob("libpango*")), "Pango is there"
    assert not (root / "usr" / "share" / "fonts").exists(), "typefaces are there"


def seen(what: str, since: float) -> None:
    print(f"{time.monotonic() - since:7.1f} s  {what}", flush=True)


def use(log: Path, server: "subprocess.Popen[bytes]", began: float) -> None:
    """Do with the site what an evening begins with."""
    told = wait_for(log, r"On this machine +(\S+)", server)
    seen(f"the site tells its address: {told[1]}", began)
    password = wait_for(log, r"Password +(\S+)", server)[1]
    person = Person(told[1])
    assert b"Euchre Director" in person.open("/")[1]
    seen("it answers", began)
    assert "sign-in" not in person.send("/sign-in/", username="director", password=password)
    made = person.send("/events/new/", name="Bundle night", date="2026-12-04")
    assert "bundle-night" in made, made
    seen(f"signed in, an event made: {made}", began)
    page = person.open("/events/")[1].decode()
    slug = next(
        one for one in re.findall(r'href="/events/([\w-]+)/"', page) if one not in ("new", "bundle-night")
    )
    ordered = time.monotonic()
    while True:
        paper = person.open(f"/events/{slug}/print/tally-cards.pdf")[1]
        if paper.startswith(b"%PDF"):
            break
        given_up = b"cannot" in paper or time.monotonic() > ordered + PATIENCE
        assert not given_up, paper.decode()[-3000:]
        time.sleep(0.5)
    seen(
        f"tally cards as a PDF of {len(paper):,} bytes, {time.monotonic() - ordered:.1f} s after the order",
        began,
    )


def wait_for(log: Path, pattern: str, server: "subprocess.Popen[bytes]") -> re.Match[str]:
    until = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, log.read_text(encoding="utf-8"))):
        assert server.poll() is None, f"it ended with {server.returncode}: {log.read_text(encoding='utf-8')}"
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        time.sleep(0.05)
    return found


def trial(bundle: Path, room: Path, root: Path | None) -> None:
    within = root / "opt" if root else room
    program = (
        shutil.copytree(bundle, within / bundle.name, dirs_exist_ok=True, symlinks=True) / "euchre-director"
    )
    home = (root or room) / HOME
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inside = (lambda path: f"/{path.relative_to(root)}") if root else str
    command = ["/usr/sbin/chroot", str(root)] if root else []
    command += [inside(program), "serve", "--host", "127.0.0.1", "--port", str(port)]
    environment = {"HOME": inside(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    log = room / "log"
    for start in ("first", "second"):
        began = time.monotonic()
        with log.open("w") as said:
            server = subprocess.Popen(command, env=environment, cwd="/", stdout=said, stderr=said)
        try:
            if start == "first":
                use(log, server, began)
                assert list(home.rglob("euchre.sqlite3")), "the data are not in the home"
            else:
                wait_for(log, "Stop with Ctrl-C", server)
                seen("the second start tells its address", began)
        except BaseException:
            print(log.read_text(encoding="utf-8"))
            raise
        finally:
            server.send_signal(signal.SIGINT)
            status = server.wait(60)
        assert (status, "Stopped." in log.read_text(encoding="utf-8")) == (0, True), log.read_text()
        seen("Ctrl-C: it stopped", began)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("bundle", type=Path, help="the folder that make bundle wrote")
    asked.add_argument("--bare", action="store_true", help="in a bare Debian without Python (as root)")
    asked.add_argument("--root", type=Path, help="where that Debian is kept")
    told = asked.parse_args()
    size = sum(path.lstat().st_size for path in told.bundle.rglob("*") if path.is_file())
    print(f"The folder has {size / 1e6:.0f} MB.")
    with tempfile.TemporaryDirectory(prefix="euchre-bundle-") as room:
        root = (told.root or Path(room) / "debian").resolve() if told.bare else None
        if root is None:
            trial(told.bundle, Path(room), None)
            return
        bare_debian(root)
        proc = root / "proc"
        subprocess.run(["mount", "-t", "proc", "proc", str(proc)], check=True)
        try:
            trial(told.bundle, Path(room), root)
        finally:
            subprocess.run(["umount", str(proc)], check=True)
            shutil.rmtree(root / "opt" / told.bundle.name)


if __name__ == "__main__":
    os.umask(0o022)
    main()
