"""Copies go into a folder of the test's own."""

import pytest


@pytest.fixture(autouse=True)
def shelf_folder(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR
