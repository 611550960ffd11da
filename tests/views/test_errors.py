"""A site that is not well says so: to people on a page, to a monitor in one word, to its log in full."""

from contextlib import contextmanager

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import make_published, table_of
from tests.helpers.person import Person
from tournament.models import Sheet

SAID = {
    "gone": (
        "connection to server failed: Connection refused",
        "unable to open database file",
        "server closed the connection unexpectedly",
    ),
    "busy": ("database is locked", "canceling statement due to lock timeout"),
    "full": ("database or disk is full", "could not extend file: No space left on device"),
    "damaged": ("file is not a database", "database disk image is malformed"),
    "readonly": ("attempt to write a readonly database", "cannot execute INSERT in a read-only transaction"),
}
HEADINGS = {
    "damaged": "The database is damaged",
    "gone": "The database does not answer",
    "busy": "The site is busy",
    "full": "The disk is full",
    "readonly": "The database cannot be written",
}


@pytest.fixture
def broken(client, monkeypatch):
    """`with broken("these words"):` every statement fails with them."""

    @contextmanager
    def _broken(words):
        def execute(*_, **__):
            raise (DatabaseError if words in SAID["damaged"] else OperationalError)(words)

        client.raise_request_exception = False
        with monkeypatch.context() as patch:
            patch.setattr(CursorWrapper, "execute", execute)
            yield

    return _broken


@pytest.mark.parametrize(("reason", "words"), [(name, words) for name in SAID for words in SAID[name]])
def test_a_database_that_fails_is_told_with_what_to_do(event, desk, broken, reason, words):
    with broken(words):
        answer = desk.get(at(event, "events:overview"))
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    page = answer.content.decode()
    assert HEADINGS[reason] in page
    assert words not in page
    assert "Traceback" not in page


def test_a_fault_of_ours_stays_our_fault(event, desk, monkeypatch):
    monkeypatch.setattr("tournament.views.events.completeness", lambda _: 1 / 0)
    desk.raise_request_exception = False
    answer = desk.get(at(event, "events:overview"))
    assert answer.status_code == 500
    assert "Our mistake" in answer.content.decode()


@pytest.mark.usefixtures("a_real_database")
def test_a_read_only_database_is_read_and_says_that_it_takes_nothing(client, settings):
    event = make_published()
    client.force_login(event.memberships.get().user)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA query_only = 1")
        else:
            cursor.execute("SET default_transaction_read_only = on")
    client.raise_request_exception = False
    assert client.get(at(event, "public:event")).status_code == 200
    dora = Person(client).visit(at(event, "sheets:enter_totals", 1))
    with pytest.raises(AssertionError, match="answered 503"):
        dora.press("Save all rows", **{"t1-ns": "9", "t1-ew": "5"})
    assert HEADINGS["readonly"] in dora.page
    connection.close()
    assert not Sheet.objects.filter(table=table_of(event)).exists()


def test_a_session_that_the_database_does_not_take_is_told_as_an_outage(dora, monkeypatch):
    """Django calls it a bad request of the visitor's."""

    def full(*_, **__):
        raise OperationalError("database or disk is full")

    dora.visit(reverse("events:index")).client.raise_request_exception = False
    monkeypatch.setattr(Session, "save", full)
    with pytest.raises(AssertionError, match="answered 503"):
        dora.press("Sign out")
    assert HEADINGS["full"] in dora.page


# --- a monitor ----------------------------------------------------------------------------------------------
def test_a_monitor_hears_that_the_site_is_well_and_changes_nothing(client, db, django_assert_num_queries):
    answer = client.get("/healthz", REMOTE_ADDR="10.0.0.7")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    with django_assert_num_queries(1):
        client.get("/healthz")


def test_a_monitor_hears_that_the_database_is_gone_but_not_why(client, db, broken, caplog):
    with broken("password authentication failed for user euchre at 10.0.0.7"):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "no database"})
    assert "10.0.0.7" in caplog.text
