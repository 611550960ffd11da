"""Deleting an event: an empty one at once, any other with its name and a reason, after a backup."""

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, make_user, table_of
from tests.helpers.person import Person
from tests.helpers.whole_site import everything
from tournament.backup import restoring, shelf
from tournament.backup.errors import BackupFailed
from tournament.models import CardPrint, Event, Player, Season, Sheet, User
from tournament.printing import jobs
from tournament.reports.cards import to_print
from tournament.services.cards import note_printed
from tournament.services.events import delete_event

pytestmark = pytest.mark.usefixtures("a_real_database")


@pytest.fixture
def owner(client, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.DATA_DIR = tmp_path
    client.force_login(make_user("olga", is_superuser=True))
    return Person(client)


def taken():
    return [name for name in shelf.names() if shelf.BEFORE_DELETION in name]


def delete(owner, event, **typed):
    return owner.visit(at(event, "events:delete")).press("Delete the event", **typed)


def test_an_empty_event_is_deleted_at_once(owner):
    """An event could not be deleted."""
    event = make_event(User.objects.get())
    make_players(event, 6)
    owner.visit(at(event, "events:settings")).follow("Delete")
    assert "nothing was played yet" in owner.text
    assert owner.press("Delete the event").path == reverse("events:index")
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert taken() == []


@pytest.mark.only_on("sqlite")
def test_an_event_with_seating_asks_for_its_name_a_reason_and_a_backup(owner, monkeypatch):
    event = make_published(User.objects.get())
    for name, reason, words in (
        ("Friday", "a trial", "Type the event’s name as it is written above"),
        ("", "a trial", "Type the event’s name."),
        (event.name, " ", "Say why"),
    ):
        assert words in delete(owner, event, name=name, reason=reason).text
        assert name in owner.page
    assert taken() == []

    def full(*_):
        raise BackupFailed("The disk is full.")

    monkeypatch.setattr(shelf, "take", full)
    assert "The disk is full." in owner.press("Delete the event", reason="a trial").text
    assert Event.objects.filter(pk=event.pk).exists()


@pytest.mark.only_on("sqlite")
def test_a_played_event_goes_with_its_files_and_comes_back_from_the_backup(owner, caplog):
    by = User.objects.get()
    event = make_published(by)
    enter(table_of(event), 9, 4, by=by)
    note_printed(event, event.uid, to_print(event, (), changed=False), by=by, at=NOW)
    caplog.set_level("INFO", "tournament.registry.actions")
    assert delete(owner, event, name=event.name, reason="a trial run").path == reverse("events:index")
    assert not Event.objects.exists()
    assert not Sheet.objects.exists()
    assert not CardPrint.objects.exists()
    assert "olga: event.deleted at friday-night-euchre (a trial run)" in caplog.text
    (backup,) = taken()
    restoring.restore(shelf.get(backup), by=None, at=NOW)
    assert Event.objects.get().name == event.name
    assert Sheet.objects.filter(counting=True).count() == 1


@pytest.mark.slow
def test_the_finished_papers_of_other_events_stay(owner):
    """Deleting an event deleted the finished papers of all events."""
    by, made = User.objects.get(), []
    for name in ("Friday", "Saturday"):
        event = make_published(by, name=name) if not made else make_event(by, name=name)
        make_players(event, 4 if made else 0)
        owner.client.get(at(event, "printing:pdf", "sign-in"))
        made.append(set(jobs._finished(jobs._folder())))
    friday, both = made
    assert (len(friday), len(both)) == (1, 2)
    delete(owner, Event.objects.get(name="Friday"), name="Friday", reason="a trial")
    assert set(jobs._finished(jobs._folder())) == both - friday


def test_every_event_of_a_full_evening_can_be_deleted(owner):
    """Sheets, rulings and substitutions protect what they stand on; all of an event's go together."""
    site = everything()
    version = site.season.version
    for event in (site.playing, site.setup, site.finished):
        delete_event(event, at=NOW, name=event.name, reason="a trial")
    assert not Player.objects.filter(event__in=[site.playing.pk, site.setup.pk, site.finished.pk]).exists()
    assert Season.objects.get(pk=site.season.pk).version > version
