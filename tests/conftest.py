"""What every test stands on: quick passwords, plain static files, an official who is signed in.

What can depend on the database's engine is marked so: `scripts/run_tests.py` runs it on each, the rest once.
"""

import gc
import os
import random
import secrets
import shutil
from unittest import mock

import pytest
import time_machine
from axes.helpers import get_cache
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import override_settings
from django.utils import timezone, translation
from django.utils.translation import trans_real
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.helpers import factories, machine, script
from tests.helpers.database import on_file
from tests.helpers.depth import DEEP
from tournament.models import Event
from tournament.printing import jobs, press
from tournament.printing.press import PangoMissing
from tournament.running import background
from tournament.services import draft_jobs
from tournament.web import caches

# A busy machine is no fault of the code: how long an example takes is not judged here (`make bench` does).
# The same examples each time: what hangs on a draw would fail for somebody else. `make soak` draws others.
hypothesis_settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("house")

RUN: pytest.StashKey[int] = pytest.StashKey()  # tests run so far
MARK = "‡"  # begins every sentence in the language of `marked_language`
DATABASE_FIXTURES = {"db", "transactional_db", "a_real_database"}
# Where a query, a lock or a constraint is what is tested. Pages, papers and words only read what is there.
BOTH_ENGINES = {"services", "state", "archive", "reports", "simulation"}
BOTH_ENGINES |= {
    f"test_{name}"
    for name in (
        "any_order", "deletion", "evenings", "hosted", "kills", "migrations", "official_names", "releases",
    )
}  # fmt: skip
# These ask and write nothing: the first test of each file shows that the other engine answers, too.
ONLY_READ = {"reports", "state"}
COLLECT = 300  # tests after which memory is looked through


def pytest_configure():
    """The tests are at home in Toronto, wherever the machine is."""
    override_settings(TIME_ZONE="America/Toronto").enable()


def pytest_ignore_collect(collection_path, config):
    """Leave out files with none of the tests asked for: to collect them takes as long as many tests."""
    asked, path = config.option.markexpr, collection_path
    if path.suffix != ".py" or asked not in ("slow", "both_engines"):
        return None  # as the other hooks say
    whole = asked == "both_engines" and {*path.parts, path.stem} & BOTH_ENGINES
    return None if whole or f"mark.{asked}" in path.read_text("utf-8") else True


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Let the garbage collector pass over what lasts as long as the run: modules and thousands of tests.

    It would look through all of them again and again, which takes a fifth of the time of a test of pages.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item):
    """Let go of what tests left in circles: with the threshold above a worker would grow to gigabytes."""
    item.session.stash[RUN] = run = item.session.stash.get(RUN, 0) + 1
    if run % COLLECT == 0:
        gc.collect()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark what can depend on the engine; leave out what is about another one, and what `make soak` tries.

    Among mutants come first the tests named for the changed module, and last those that draw their cases:
    most changes are noticed at once.
    """
    if changed := os.environ.get("MUTANT_UNDER_TEST"):
        own = f"test_{changed.partition('.')[2].partition('.')[0]}"
        items.sort(key=lambda one: (hasattr(getattr(one, "obj", None), "hypothesis"), one.path.stem != own))
    elsewhere, seen = [], set()
    for item in items:
        uses = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        stored = uses or item.get_closest_marker("django_db")
        if stored and {*item.path.parts, item.path.stem} & BOTH_ENGINES and item.path not in seen:
            item.add_marker("both_engines")
            seen |= {item.path} if ONLY_READ & {*item.path.parts} else set()
        if "a_real_database" in uses and connection.vendor != "sqlite":
            item.add_marker(pytest.mark.django_db(transaction=True))
        engine = item.get_closest_marker("only_on")
        too_deep = item.get_closest_marker("deep") and not DEEP
        if too_deep or (engine and engine.args[0] != connection.vendor):
            elsewhere.append(item)
    if elsewhere:
        items[:] = [item for item in items if item not in elsewhere]
        config.hook.pytest_deselected(items=elsewhere)


@pytest.fixture(autouse=True)
def _quick_and_plain(settings, monkeypatch):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_AUTOREFRESH = True  # or every client would look for all static files first
    settings.AXES_ENABLED = False
    get_cache().clear()  # wrong passwords of other tests
    settings.BACKUPS = False  # they are taken where they are tested
    # Tests that run side by side take no turns from each other.
    monkeypatch.setattr(background, "_shared", lambda *_wanted: True)
    translation.deactivate()  # the language of the page that another test asked for last
    caches.forget()  # what was kept for another test's event of the same key and version


@pytest.fixture(autouse=True)
def _own_pages_are_open(monkeypatch):
    """Most tests' evenings are on the day of `NOW`: whenever they run, the month after it is not over."""
    live, hatch = Event.links_live, time_machine.escape_hatch

    def open_that_day(event, today):
        return live(event, today if hatch.is_travelling() else min(today, factories.NOW.date()))

    monkeypatch.setattr(Event, "links_live", open_that_day)


@pytest.fixture(autouse=True)
def _locks_are_held(monkeypatch):
    """A lock is held by a transaction of the service's own: the one around a test hides the lack of it."""
    lock = QuerySet.select_for_update

    def held(rows, **options):
        assert not getattr(connection.atomic_blocks[-1], "_from_testcase", False), "locked for no time"
        return lock(rows, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", held)


@pytest.fixture(autouse=True)
def _the_same_draw_again(request, monkeypatch):
    """Draws and PINs differ from test to test, but a test that fails has the same ones when it is run again.

    `EUCHRE_TEST_DRAW=2 pytest …` gives every test other ones: what hangs on a draw shows itself.
    """
    salt = os.environ.get("EUCHRE_TEST_DRAW", "")
    monkeypatch.setattr(secrets, "randbelow", random.Random(salt + request.node.nodeid).randrange)


@pytest.fixture(autouse=True)
def _patient_press(request, monkeypatch):
    """A test waits for its PDF, pressed here: a process for each would take most of the time to start.

    The site answers at once and is asked again; `tests/printing/test_jobs.py` starts presses.
    """
    order = jobs.order_paper

    def press_here(ticket, _handles):
        ticket.begin()
        pdf = press.press(ticket.source.read_text(encoding="utf-8"))
        ticket.target.write_bytes(press._picture(pdf) if ticket.target.suffix == ".png" else pdf)
        ticket.drop()

    def made(html, kind="pdf", **of):
        machine.require("pango")
        if kind == "png":
            machine.require("poppler")
        begin = jobs._begin if "e2e" in request.path.parts else press_here
        with mock.patch.object(jobs, "_begin", begin):
            return jobs.wait(order(html, kind, **of), 100)

    monkeypatch.setattr(jobs, "order_paper", made)


def pytest_runtest_setup(item):
    for mark in item.iter_markers("needs"):
        machine.require(*mark.args)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """Without Pango whatever presses a paper is skipped, with what is missing, and does not fail."""
    outcome = yield
    if isinstance(outcome.exception, PangoMissing) and machine.missing("pango"):
        outcome.force_exception(pytest.skip.Exception(machine.missing("pango")))


@pytest.fixture(autouse=True)
def _search_by_steps(monkeypatch):
    """A search ends after its number of steps, however slow the machine is."""
    monkeypatch.setattr("tournament.rotation.search.annealing.thread_time", lambda: 0.0)


@pytest.fixture(autouse=True)
def _hasty_planner(request, monkeypatch):
    """Plans are searched for a moment only, except where the search itself is tested."""
    if "rotation" not in request.path.parts:
        monkeypatch.setattr("tournament.rotation.planners.chart.PATIENCE", 0.05)
        monkeypatch.setattr("tournament.rotation.planners.replan.PATIENCE", 0.05)
        monkeypatch.setattr("tournament.rotation.planners.replan.EXCHANGES", 1_000)
        monkeypatch.setattr("tournament.services.draft_jobs.SECONDS", 0.05)


@pytest.fixture(autouse=True)
def _draw_at_once(monkeypatch):
    """What would be drawn by a process of its own is drawn here: another process has another database."""
    tell = {"clock": timezone.now, "tell": lambda part: None}
    monkeypatch.setattr(draft_jobs, "launch_draw", lambda begun: draft_jobs.run_draw(begun, **tell))


@pytest.fixture
def marked_language(monkeypatch):
    """A language in which every sentence begins with a mark."""
    translation.gettext("")  # the functions are loaded by now
    spoken = translation._trans
    one, many = spoken.gettext, spoken.ngettext
    monkeypatch.setattr(spoken, "gettext", lambda text: MARK + one(text))
    monkeypatch.setattr(spoken, "ngettext", lambda *texts: MARK + many(*texts))


@pytest.fixture
def marked_french(monkeypatch):
    """French in which every sentence is English and begins with a mark, whatever is translated by now."""
    french = trans_real.translation("fr")
    between = trans_real.CONTEXT_SEPARATOR
    monkeypatch.setattr(french, "gettext", lambda text: MARK + text.rpartition(between)[2])
    monkeypatch.setattr(french, "ngettext", lambda *texts: MARK + (texts[0] if texts[2] == 1 else texts[1]))
    return MARK


@pytest.fixture
def director(db):
    """An official who directs the events that a test makes."""
    return factories.make_user("dora", name="Dora Director")


@pytest.fixture
def event(director):
    """A new progressive event with no players."""
    return factories.make_event(director)


@pytest.fixture
def table(event):
    """The first table of the event's first round."""
    return factories.table_of(event)


@pytest.fixture
def desk(client, director):
    """A browser in which the director is signed in."""
    client.force_login(director)
    return client


@pytest.fixture(scope="session")
def release():
    """What makes a release."""
    return script.load("release")


@pytest.fixture
def a_real_database(request, tmp_path):
    """The database as it is run with: a file with the settings' own options, or a PostgreSQL database.

    SQLite's usual test database lives in memory, where a shared cache answers "table is locked" at once and
    proves nothing about the file a hall uses.
    """
    if connection.vendor != "sqlite":
        yield  # the test database is one; see above
        return
    path = tmp_path / "hall.sqlite3"
    shutil.copyfile(request.getfixturevalue("an_empty_file"), path)
    with request.getfixturevalue("django_db_blocker").unblock(), on_file(path):
        yield


@pytest.fixture(scope="session")
def an_empty_file(django_db_setup, django_db_blocker, tmp_path_factory):
    """A SQLite database with every table and nothing in it."""
    path = tmp_path_factory.mktemp("empty") / "hall.sqlite3"
    with django_db_blocker.unblock(), on_file(path):
        call_command("migrate", run_syncdb=True, verbosity=0)
    return path
