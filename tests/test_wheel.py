"""The wheel: what it holds, and that it serves the site from an empty home, beside no checkout."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.helpers.ports import free_port
from tournament.guide import PAGES

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
# What is asked for by itself, and with each extra.
EXTRAS = {"": ["requirements.txt"], "hosted": ["requirements/hosted.txt"]}


@pytest.fixture(scope="module")
def wheel(release, tmp_path_factory):
    return release.build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel, unpacked as an installer unpacks it; the libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("site é packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def environment(installed, home):
    """What a person has who has just installed it: a home with nothing in it, and no variable of ours."""
    kept = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(installed), "HOME": str(home)}
    return kept | {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "PYTHONUTF8")}


def run(installed, home, *arguments):
    told = subprocess.run(
        [sys.executable, "-m", "tournament", *arguments], env=environment(installed, home), cwd=home,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_the_same_checkout_gives_the_same_wheel(release, wheel, tmp_path):
    assert release.build_wheel(tmp_path).read_bytes() == wheel.read_bytes()


def test_it_holds_all_that_the_site_reads_and_nothing_else(wheel):
    files = {path for part in ("scoring", "tournament", "templates") for path in (ROOT / part).rglob("*")}
    names = {
        str(path.relative_to(ROOT)) for path in files if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as packed:
        held = {name for name in packed.namelist() if ".dist-info/" not in name}
    ready = {name for name in held if name.startswith("tournament/collected/")}
    guide = {f"tournament/guide_texts/{part}{page}.md" for part in ("", "fr/") for page in PAGES}
    assert held - ready == guide | {re.sub("^templates/", "tournament/templates/", name) for name in names}


def test_the_static_files_lie_in_it_as_phones_get_them_renamed_by_their_content_and_compressed(wheel):
    with zipfile.ZipFile(wheel) as packed:
        held = {name.removeprefix("tournament/collected/") for name in packed.namelist()}
        listed = json.loads(packed.read("tournament/collected/staticfiles.json"))["paths"]
    for path in (ROOT / "tournament" / "static").rglob("*.css"):
        name = listed[path.relative_to(ROOT / "tournament" / "static").as_posix()]
        assert re.search(r"\.[0-9a-f]{12}\.css$", name)
        assert {name, f"{name}.br", f"{name}.gz"} <= held


def test_it_asks_for_the_releases_that_the_site_was_tried_with(wheel):
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (one for one in packed.namelist() if one.endswith("/METADATA"))
        about = packed.read(name).decode()
    asked = re.findall(r"^Requires-Dist: (\S+?)(?:;.*extra == '(\w+)')?$", about, re.M)
    for extra, files in EXTRAS.items():
        pinned = [pin for name in files for pin in re.findall(r"^([\w.\[\]-]+==\S+)", text_of(name), re.M)]
        assert {bare(pin) for pin, of in asked if of == extra} == {bare(pin) for pin in pinned}, extra
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\nVersion: {version}\n" in about


def test_help_names_our_own_commands_and_how_they_are_called(installed, tmp_path):
    told = run(installed, tmp_path, "--help")
    for name in ("serve", "backup", "restore", "createdirector", "exportevent"):
        assert re.search(rf"^  {name} +[A-Z]", told, re.M), told
    assert "makemigrations" not in told
    assert "manage.py" not in told
    assert "euchre-director COMMAND --help" in told


def test_told_nothing_it_serves_the_site_from_the_folder_of_the_user(installed, tmp_path):
    home = tmp_path / "a home, ö"
    home.mkdir()
    log = tmp_path / "log"
    with log.open("w") as said:
        server = subprocess.Popen(
            [sys.executable, "-m", "tournament", "serve", "--host", "127.0.0.1", "--port", str(free_port())],
            env=environment(installed, home), cwd=home, stdout=said, stderr=said,
        )  # fmt: skip
    try:
        address = told_address(log, server)
        page = urllib.request.urlopen(address).read().decode()
        assert "Euchre Director" in page
        for path in re.findall(r'href="(/static/[^"]+)"', page):
            asked = urllib.request.Request(
                address.rstrip("/") + path, headers={"Accept-Encoding": "gzip, br"}
            )
            found = urllib.request.urlopen(asked)
            assert found.status == 200
            assert not path.endswith(".css") or found.headers["Content-Encoding"] == "br"
    finally:
        server.terminate()
        server.wait(30)
    assert list(home.rglob("euchre.sqlite3")), log.read_text()
    assert not list(installed.rglob("euchre.sqlite3"))
    assert f"Data folder       {home}" in log.read_text(encoding="utf-8")
    assert not list(home.rglob("*.css"))  # they came with the wheel


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def bare(pin: str) -> str:
    """A pin without extras of its own and spelled as an index spells it."""
    return re.sub(r"\[.*?\]", "", pin).lower().replace("_", "-")


def told_address(log: Path, server: "subprocess.Popen[bytes]") -> str:
    """The address that the server tells once it serves; waits for it as long as the server runs."""
    for _try in range(1200):
        if found := re.search(r"On this machine +(\S+)", log.read_text(encoding="utf-8")):
            return found[1]
        assert server.poll() is None, log.read_text(encoding="utf-8")
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8"))
