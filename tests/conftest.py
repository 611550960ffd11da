"""What every test stands on: quick passwords, plain static files, an official who is signed in.

Tests that use the database are marked so: `.ci/tests.py` runs them on each engine, the others once.
"""

import pytest
from django.conf import settings as django_settings
from django.db import connection

from tests import factories
from tournament.views import once, printing

DATABASE_FIXTURES = {"db", "transactional_db", "a_real_database"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark what uses the database, and leave out what is about the engine that this run is not on."""
    elsewhere = []
    for item in items:
        uses = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if uses or item.get_closest_marker("django_db"):
            item.add_marker("database")
        engine = item.get_closest_marker("only_on")
        if engine and engine.args[0] != connection.vendor:
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
    settings.AXES_ENABLED = False
    monkeypatch.setattr(printing, "PATIENCE", 100.0)  # a PDF is waited for, however busy the machine
    once.forget()  # what was kept for another test's event of the same key and version


@pytest.fixture(autouse=True)
def _hasty_planner(request, monkeypatch):
    """Plans are searched for a moment only, except where the search itself is tested."""
    if "rotation" not in request.path.parts:
        monkeypatch.setattr("tournament.rotation.chart.PATIENCE", 0.2)
        monkeypatch.setattr("tournament.rotation.replan.PATIENCE", 0.2)


@pytest.fixture
def director(db):
    """An official who directs the events that a test makes for her."""
    return factories.make_user("dora", name="Dora Director")


@pytest.fixture
def event(director):
    """A new progressive event with no players."""
    return factories.make_event(director)


@pytest.fixture
def desk(client, director):
    """A browser in which the director is signed in."""
    client.force_login(director)
    return client
