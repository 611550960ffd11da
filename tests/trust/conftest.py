"""Copies go into a folder of the test's own; and a whole site on which nothing starts a process."""

from types import SimpleNamespace

import pytest

from tests.helpers.whole_site import Site, everything
from tournament.backup import shelf, sqlite
from tournament.printing import jobs


@pytest.fixture(autouse=True)
def shelf_folder(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def copies(monkeypatch):
    """Copies without a database, for what is only about files."""

    def copy_to(path):
        path.write_bytes(b"a database")
        return {"migrations": [], "accounts": 0, "events": []}

    monkeypatch.setattr(sqlite, "copy_to", copy_to)
    monkeypatch.setattr(sqlite, "holds", lambda path, facts: True)


@pytest.fixture
def site(db, monkeypatch) -> Site:
    """Everything, with no paper pressed, no draw begun and no copy taken: each would be a process or wait for
    this test's own transaction."""
    monkeypatch.setattr(jobs, "order_paper", lambda html, kind="pdf", **of: jobs.State("key"))
    monkeypatch.setattr("tournament.services.draft_jobs.launch_draw", lambda drawing: None)
    name = "euchre-20261120-194200-by-hand-0a1b2c.zip"
    made = SimpleNamespace(path=shelf.folder_path() / name, name=name)
    monkeypatch.setattr(shelf, "take", lambda reason, at=None: made)
    return everything()
