"""The command line: what every Django developer types works, and what a command saved is in a backup."""

import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.helpers.collected import copy_migrated_into
from tests.helpers.ports import free_port
from tournament.running.program import own_time_zone

ROOT = Path(__file__).resolve().parent.parent
MAKE_DIRECTOR = "from tournament.models import User; User.objects.create_user('dora', password='a-lamp-tree')"
DIRECTORS = "from tournament.models import User; print(User.objects.filter(is_superuser=True).values_list())"
PATIENCE = 60  # seconds


def environment(folder, **more):
    """Of somebody who types a command, with a data folder of its own."""
    return {"PATH": os.environ["PATH"], "EUCHRE_DATA_DIR": str(folder), "EUCHRE_PROFILE": "hall"} | more


def manage(folder, *arguments, **more):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment(folder, **more),
        capture_output=True, text=True, check=True,
    )  # fmt: skip


def test_a_hall_has_the_clock_of_its_laptop(tmp_path):
    """Every laptop was in Toronto: a wrong hour on papers, tomorrow's date late in the evening out west."""
    shown = "from django.utils import timezone; print(timezone.get_default_timezone_name())"
    assert "America/Vancouver" in manage(tmp_path, "shell", "-c", shown, TZ="America/Vancouver").stdout
    told = {"TZ": "America/Vancouver", "TIME_ZONE": "Europe/London"}
    assert "Europe/London" in manage(tmp_path, "shell", "-c", shown, **told).stdout


@pytest.mark.parametrize(
    ("link", "file", "variable", "zone"),
    [
        ("zoneinfo/Europe/Zurich", None, "", "Europe/Zurich"),
        ("zoneinfo.default/America/St_Johns", None, "", "America/St_Johns"),
        ("zoneinfo/Europe/Zurich", None, ":Pacific/Auckland", "Pacific/Auckland"),
        (None, "Australia/Perth\n", "", "Australia/Perth"),
        (None, "no such place", "EST5EDT,M3.2.0,M11.1.0", "America/Toronto"),
        (None, None, "MST7", "America/Phoenix"),  # by the hours in January and July, as on Windows
        (None, None, "XYZ-3:17", "America/Toronto"),
    ],
)
def test_the_laptops_own_time_zone_is_asked_where_the_system_keeps_it(
    tmp_path, monkeypatch, link, file, variable, zone
):
    if link:
        target = tmp_path / "usr" / link
        target.parent.mkdir(parents=True)
        target.touch()
        (tmp_path / "localtime").symlink_to(target)
    if file:
        (tmp_path / "timezone").write_text(file)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", variable)
        time.tzset()
        assert own_time_zone(tmp_path) == zone
    time.tzset()


@contextmanager
def running(folder, **more):
    """`manage.py runserver`, without its reloader; yields a function that fetches a page as text."""
    port = free_port()
    command = [sys.executable, "manage.py", "runserver", "--noreload", str(port)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment(folder, **more), stdout=log, stderr=log)

    def fetch(path):
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                fetch("/healthz")
                break
            except URLError:
                time.sleep(0.1)
        yield fetch
    finally:
        server.terminate()
        server.wait(PATIENCE)


@pytest.mark.slow
def test_migrate_createsuperuser_and_runserver_are_enough_for_a_director_and_a_page_with_its_style(tmp_path):
    """It answered 500, as no static files had been collected."""
    manage(tmp_path, "migrate", "-v0")
    asked = ("--noinput", "--username", "ann", "--email", "ann@club.example")
    manage(tmp_path, "createsuperuser", *asked, DJANGO_SUPERUSER_PASSWORD="lamp-and-tree-22")
    assert "'ann'" in manage(tmp_path, "shell", "-v0", "--no-imports", "-c", DIRECTORS).stdout
    for debug in ({}, {"DEBUG": "yes"}):
        with running(tmp_path, **debug) as fetch:
            page = fetch("/")
            assert "Euchre Director" in page
            sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
            assert len(sheets) > 3
            assert all("{" in fetch(sheet) for sheet in sheets)


@pytest.mark.slow
def test_manage_test_runs_pytest(tmp_path):
    """It said “Ran 0 tests … OK”."""
    told = manage(tmp_path, "test", "tests/scoring/test_pack.py").stdout
    assert re.search(r"\d\d passed", told)


def test_pytest_alone_runs_the_fast_part(pytestconfig):
    listing = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/simulation/test_events.py"]
    told = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True).stdout
    assert "::test_nothing_stays_in_the_database" in told
    assert "::test_chairs_change_hands_in_long_events" not in told
    assert "--ignore=tests/e2e" in pytestconfig.getini("addopts")


def test_requirements_txt_brings_all_that_the_site_needs():
    """WeasyPrint stood in another file, so that there were no PDFs."""
    asked = (ROOT / "requirements.txt").read_text(encoding="utf-8").lower()
    assert {"weasyprint", "django-tables2"} <= set(re.findall(r"^([\w-]+)==", asked, re.M))


@pytest.mark.slow
def test_a_command_waits_for_the_backup_that_it_made_due(tmp_path):
    """It once ended first, and took the folder in which the copy was being written with it."""
    copy_migrated_into(tmp_path)
    manage(tmp_path, "shell", "-v0", "-c", MAKE_DIRECTOR)
    made = manage(tmp_path, "demo")
    assert "No backup" not in made.stderr
    assert list((tmp_path / "backups").glob("euchre-*.zip"))
