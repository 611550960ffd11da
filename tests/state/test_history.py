"""The history as a chain: any entry changed, added or removed later shows, in the house and on paper."""

from datetime import UTC, datetime, timedelta, timezone
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.archive.made import eventful, forget
from tests.helpers.factories import make_user
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps
from tournament.models import AuditEntry
from tournament.services.notes import announce
from tournament.state.history import broken_entries, entry_hash, entry_with_head, history_head

NOW = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)


@pytest.fixture
def event(director):
    return eventful(director)


def hashed(**changes):
    entry = {"previous": "", "action": "round.closed", "at": NOW, "by": "dora", "facts": {"round": 1}}
    entry |= changes
    return entry_hash(entry.pop("previous"), **entry)


def test_a_whole_evening_is_an_unbroken_chain(event):
    assert event.audit_entries.count() > 10
    assert list(broken_entries(event)) == []
    assert history_head(event).head == "sha256:" + event.audit_entries.latest("pk").hash


@pytest.mark.parametrize(
    "change",
    [
        {"previous": "0" * 64},
        {"action": "round.reopened"},
        {"at": NOW + timedelta(microseconds=1)},
        {"by": "carl"},
        {"by": None},
        {"facts": {"round": 2}},
    ],
)
def test_every_part_of_an_entry_decides_its_hash(change):
    assert hashed(**change) != hashed()


def test_the_hash_does_not_depend_on_how_the_database_writes_an_entry():
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-5)))
    assert hashed(at=elsewhere) == hashed()
    assert hashed(facts={"b": (1, 2), "a": {10: "x", 9: "y"}}) == hashed(
        facts={"a": {"9": "y", "10": "x"}, "b": [1, 2]}
    )


def test_an_entry_changed_later_is_found(event):
    fourth = event.audit_entries.order_by("pk")[3]
    AuditEntry.objects.filter(pk=fourth.pk).update(facts={"name": "somebody else"})
    assert list(broken_entries(event)) == [4]


def test_an_entry_made_by_somebody_else_later_is_found(event):
    fourth = event.audit_entries.order_by("pk")[3]
    AuditEntry.objects.filter(pk=fourth.pk).update(by=make_user("mallory"))
    assert list(broken_entries(event)) == [4]


def test_an_entry_removed_later_is_found_in_the_one_after_it(event):
    event.audit_entries.order_by("pk")[3].delete()
    assert list(broken_entries(event)) == [4]


def test_entries_cut_off_the_end_are_found_by_what_was_printed(event, director):
    printed = history_head(event).short
    assert entry_with_head(event, printed)[0] == event.audit_entries.count()
    event.audit_entries.latest("pk").delete()
    assert list(broken_entries(event)) == []
    assert entry_with_head(event, printed) is None


def test_a_head_is_found_however_it_is_typed(event):
    third = event.audit_entries.order_by("pk")[2]
    for head in (
        third.hash,
        f"sha256:{third.hash}",
        third.hash[:16].upper(),
        f" {third.hash[:4]} {third.hash[4:16]}",
    ):
        assert entry_with_head(event, head) == (3, third.at)
    assert entry_with_head(event, " ") is None


def test_an_archive_names_the_length_and_the_last_hash(event):
    last = event.audit_entries.latest("pk")
    assert document(event)["history"] == {
        "entries": event.audit_entries.count(),
        "head": f"sha256:{last.hash}",
    }


def test_an_imported_event_goes_on_from_the_history_of_its_file(event, director):
    archive = document(event)
    forget(event)
    imported = import_event(archive, by=director, at=NOW)
    assert dumps(document(imported)) == dumps(archive)
    announce(imported, "hello", by=director, at=NOW)
    now = history_head(imported)
    assert now.entries == archive["history"]["entries"] + 2
    assert list(broken_entries(imported)) == []


def test_a_file_without_a_history_begins_one(event, director):
    archive = document(event) | {"history": None}
    forget(event)
    imported = import_event(archive, by=director, at=NOW)
    assert document(imported)["history"] is None
    announce(imported, "hello", by=director, at=NOW)
    assert history_head(imported).entries == 2


def check(*args, **options):
    out = StringIO()
    call_command("checkevent", *args, stdout=out, **options)
    return out.getvalue()


def test_the_command_names_the_entry_that_does_not_follow(event, capsys):
    assert "agrees" in check(event.slug)
    AuditEntry.objects.filter(pk=event.audit_entries.latest("pk").pk).update(facts={})
    with pytest.raises(CommandError, match="1 of 1 with differences"):
        check(event.slug)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("checkevent", event.slug, stdout=out)
    last = event.audit_entries.count()
    assert f"history: entry {last} was changed, or does not follow" in out.getvalue()


def test_the_command_finds_what_a_paper_names(event):
    assert f"entry {event.audit_entries.count()}, made 2026-" in check(
        event.slug, history=history_head(event).short
    )
    with pytest.raises(CommandError, match="No entry of “friday-night-euchre” has this check code"):
        check(event.slug, history="ffff ffff ffff ffff")


def test_the_page_of_the_history_shows_the_head_that_papers_show(event, director, client):
    client.force_login(director)
    page = client.get(f"/events/{event.slug}/audit/").content.decode()
    assert history_head(event).short in page
