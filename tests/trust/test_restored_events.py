"""After a restore no page shows another event's data: not out of this process's memory, not out of a
browser's."""

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_event, make_published, make_user, table_of
from tests.helpers.restored import AT, REAL, RESTORES, evening
from tournament.backup import restoring, shelf
from tournament.models import Event, Season, User
from tournament.reports.cards import to_print
from tournament.services.cards import note_printed
from tournament.simulation import rehearsal
from tournament.state.cards import CardsInHall

pytestmark = [pytest.mark.usefixtures("a_real_database"), pytest.mark.only_on("sqlite"), pytest.mark.slow]

GONE = [f"Gone {number}" for number in range(8)]
PAGES = {
    "event": "",
    "standings": "",
    "seating": "",
    "board": "",
    "board_live": "",
    "csv": "",
    "live": "?part=seating",
}


@pytest.fixture
def director():
    return make_user(is_superuser=True)


def public(event):
    return {page: reverse(f"public:{page}", args=[event.slug]) + asked for page, asked in PAGES.items()}


def pages_of(event):
    """Every public page with its mark, as a browser keeps them."""
    client = Client()
    answers = {page: client.get(address) for page, address in public(event).items()}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {page: (answer["ETag"], answer.content.decode()) for page, answer in answers.items()}


# --- another event's data -----------------------------------------------------------------------------------
@RESTORES
def test_a_new_event_shows_nothing_of_one_that_a_restore_took_away(director, restore):
    copy = shelf.take(shelf.BY_HAND)
    gone = evening(director, GONE)
    Event.objects.filter(pk=gone.pk).update(live_version=F("live_version") + 500, seating_version=500)
    gone.refresh_from_db()
    seen = pages_of(gone)
    restore(copy, director)
    real = evening(User.objects.get(), REAL)
    assert (real.pk, real.slug) == (gone.pk, gone.slug)  # what made it dangerous
    Event.objects.filter(pk=real.pk).update(
        live_version=gone.live_version, seating_version=gone.seating_version
    )
    for page, address in public(real).items():
        answer = Client().get(address, headers={"If-None-Match": seen[page][0]})
        assert answer.status_code == 200, page
        assert "Gone" not in answer.content.decode(), page


@RESTORES
def test_a_restored_event_that_plays_on_to_the_same_version_shows_what_was_played(director, restore):
    event = evening(director, REAL)
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(event, number=2), 13, 1)
    event.refresh_from_db()
    seen = pages_of(event)
    restore(copy, director)
    enter(table_of(event, number=2), 8, 6)
    versions = {"live_version": event.live_version, "seating_version": event.seating_version}
    Event.objects.filter(pk=event.pk).update(**versions)
    for page, address in public(event).items():
        answer = Client().get(address, headers={"If-None-Match": seen[page][0]})
        assert answer.status_code == 200, page
        if page in ("standings", "csv", "board_live"):
            assert answer.content.decode() != seen[page][1], page


@RESTORES
def test_a_new_season_shows_nothing_of_one_that_a_restore_took_away(director, restore):
    copy = shelf.take(shelf.BY_HAND)

    def made(names):
        event = evening(User.objects.get(), names)
        season = Season.objects.create(name="Winter", slug="winter", is_public=True, created_at=NOW)
        season.events.add(event)
        Event.objects.update(live_version=99)
        return season, Client().get(reverse("season:show", args=["winter"]))

    gone, seen = made(GONE)
    restore(copy, director)
    real = Season.objects.filter(slug="winter")
    assert not real.exists()
    real, _answer = made(REAL)
    assert real.pk == gone.pk
    answer = Client().get(reverse("season:show", args=["winter"]), headers={"If-None-Match": seen["ETag"]})
    assert answer.status_code == 200
    assert "Gone" not in answer.content.decode()


def test_pages_of_officials_and_phones_carry_the_name_of_this_telling_too(director):
    """The clock, what tables ask, a player's own page: each is told "unchanged" by its mark."""
    event = evening(director, REAL)
    client = Client()
    client.force_login(director)
    player = event.players.first()
    addresses = [
        reverse("rounds:clock", args=[event.slug, 1]),
        reverse("submissions:live", args=[event.slug, 1]),
        reverse("player_page:live", args=[player.token]),
    ]
    marks = [client.get(address)["ETag"] for address in addresses]
    Event.objects.filter(pk=event.pk).update(uid="another")
    for address, mark in zip(addresses, marks, strict=True):
        assert client.get(address, headers={"If-None-Match": mark}).status_code == 200, address


@RESTORES
def test_no_uid_comes_back(director, restore):
    one, other = evening(director, REAL), make_event(director, name="Other")
    copy = shelf.take(shelf.BY_HAND)
    before = {one.uid, other.uid}
    restore(copy, director)
    first = set(Event.objects.values_list("uid", flat=True))
    assert len(first) == 2
    assert not first & before
    restore(copy, director)
    assert not set(Event.objects.values_list("uid", flat=True)) & (first | before)


def printed(event):
    note_printed(event, event.uid, to_print(event, (), changed=False), by=User.objects.get(), at=AT)


@RESTORES
def test_cards_printed_for_an_event_that_is_gone_are_not_those_of_a_new_one(director, restore):
    copy = shelf.take(shelf.BY_HAND)
    printed(evening(director, REAL))
    restore(copy, director)
    again = evening(User.objects.get(), REAL)  # the same names, the same seats: and no card in the hall
    assert CardsInHall(again).out_of_date() is None


@RESTORES
def test_cards_printed_before_the_copy_may_have_been_printed_otherwise_after_it(director, restore):
    event = evening(director, REAL)
    printed(event)
    copy = shelf.take(shelf.BY_HAND)
    event.players.filter(number=1).update(own_name="Real Newname")
    printed(event)
    restore(copy, director)
    event.refresh_from_db()
    assert CardsInHall(event).out_of_date() is None
    assert event.card_prints.count() == 1  # what was noted stays to be read


def test_a_rehearsal_does_not_come_back_with_a_backup_that_was_made_meanwhile(director):
    event = make_published(director, players=REAL, name="Evening")
    copy = rehearsal.start(event, by=director, at=NOW)
    rehearsal.play_open_round(copy, by=director, at=NOW)
    backup = shelf.take(shelf.BY_HAND, AT)
    assert [one["slug"] for one in backup.events] == [event.slug]
    rehearsal.end(copy, at=NOW)
    seen = restoring.preview(backup)
    assert ([change.kind for change in seen.changes], seen.actions_lost) == (["same"], 0)
    restoring.restore(backup, by=director, at=NOW)
    assert [one.slug for one in Event.objects.all()] == [event.slug]
