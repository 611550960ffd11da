"""Deleting an event: an empty one at once, any other with its name and a reason, after a backup."""

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, make_user, table_of
from tests.helpers.whole_site import everything
from tournament.backup import restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.models import CardPrint, Event, Player, Season, Sheet
from tournament.printing import jobs
from tournament.reports.cards import to_print
from tournament.services.cards import note_printed
from tournament.services.events import delete_event

pytestmark = pytest.mark.usefixtures("a_real_database")


@pytest.fixture
def owner(client, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.DATA_DIR = tmp_path
    user = make_user("olga", is_superuser=True)
    client.force_login(user)
    return user


def taken():
    return [name for name in shelf.names() if shelf.BEFORE_DELETION in name]


def test_an_empty_event_is_deleted_at_once(client, owner):
    """An event could not be deleted."""
    event = make_event(owner)
    make_players(event, 6)
    page = client.get(at(event, "events:delete")).content.decode()
    assert "nothing was played yet" in page
    assert 'name="reason"' not in page
    answer = client.post(at(event, "events:delete"))
    assert answer["Location"] == reverse("events:index")
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert taken() == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"name": "Friday", "reason": "a trial"}, "Type the event’s name as it is written above"),
        ({"name": "", "reason": "a trial"}, "Type the event’s name."),
        ({"name": "Friday Night Euchre", "reason": " "}, "Say why"),
    ],
)
def test_an_event_with_seating_asks_for_its_name_and_a_reason(client, owner, typed, words):
    event = make_published(owner)
    answer = client.post(at(event, "events:delete"), typed)
    assert words in answer.content.decode()
    assert typed["name"] in answer.content.decode()
    assert Event.objects.filter(pk=event.pk).exists()
    assert taken() == []


@pytest.mark.only_on("sqlite")
def test_without_a_backup_nothing_is_deleted(client, owner, monkeypatch):
    def full(*_):
        raise BackupFailed("The disk is full.")

    event = make_published(owner)
    monkeypatch.setattr(shelf, "take", full)
    answer = client.post(at(event, "events:delete"), {"name": event.name, "reason": "a trial"})
    assert "The disk is full." in answer.content.decode()
    assert Event.objects.filter(pk=event.pk).exists()


@pytest.mark.only_on("sqlite")
def test_a_played_event_goes_with_its_files_and_comes_back_from_the_backup(client, owner, caplog):
    event = make_published(owner)
    enter(table_of(event), 9, 4, by=owner)
    note_printed(event, event.uid, to_print(event, (), changed=False), by=owner, at=NOW)
    caplog.set_level("INFO", "tournament.actions")
    answer = client.post(at(event, "events:delete"), {"name": event.name, "reason": "a trial run"})
    assert answer["Location"] == reverse("events:index")
    assert not Event.objects.exists()
    assert not Sheet.objects.exists()
    assert not CardPrint.objects.exists()
    assert "olga: event.deleted at friday-night-euchre (a trial run)" in caplog.text
    (backup,) = taken()
    restoring.restore(shelf.get(backup), by=None, at=NOW)
    assert Event.objects.get().name == event.name
    assert Sheet.objects.filter(counting=True).count() == 1


@pytest.mark.slow
def test_the_finished_papers_of_other_events_stay(client, owner):
    """Deleting an event deleted the finished papers of all events."""
    made = []
    for name in ("Friday", "Saturday"):
        event = make_published(owner, name=name) if not made else make_event(owner, name=name)
        make_players(event, 4 if made else 0)
        client.get(at(event, "printing:pdf", "sign-in"))
        made.append(set(jobs._finished(jobs._folder())))
    friday, both = made
    assert (len(friday), len(both)) == (1, 2)
    client.post(
        at(Event.objects.get(name="Friday"), "events:delete"), {"name": "Friday", "reason": "a trial"}
    )
    assert set(jobs._finished(jobs._folder())) == both - friday


def test_every_event_of_a_full_evening_can_be_deleted(owner):
    """Sheets, rulings and substitutions protect what they stand on; all of an event's go together."""
    site = everything()
    version = site.season.version
    for event in (site.playing, site.setup, site.finished):
        delete_event(event, at=NOW, name=event.name, reason="a trial")
    assert not Player.objects.filter(event__in=[site.playing.pk, site.setup.pk, site.finished.pk]).exists()
    assert Season.objects.get(pk=site.season.pk).version > version
