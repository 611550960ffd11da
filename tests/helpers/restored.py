"""Ways to put a copy back, and an evening that is put back."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import enter, make_published, table_of
from tournament.backup import restoring

AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)
REAL = [f"Real {number}" for number in range(8)]


def evening(director, names, **changes):
    """An event of eight players whose first table has reported."""
    event = make_published(director, players=names, name="Evening", **changes)
    enter(table_of(event), 9, 3)
    event.refresh_from_db()
    return event


def by_page(copy, director):
    client = Client()
    client.force_login(director)
    assert client.post(reverse("backups:restore", args=[copy.stem])).status_code == 302


def by_command(copy, director):
    call_command("restore", copy.name, yes=True, stdout=StringIO())


def killed_half_way(copy, director):
    """The database is put back, and the process ends before another word is written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(restoring, "record_restore", lambda *args, **kwargs: None)
        restoring.restore(copy, by=None, at=AT)


RESTORES = pytest.mark.parametrize("restore", [by_page, by_command, killed_half_way])
