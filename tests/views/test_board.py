"""The big screen: what it shows when, and the announcements on it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NOW, enter, make_published, table_of
from tests.person import Person
from tournament.models import Event
from tournament.services.announcements import announce
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(director):
    event = make_published(director, players=9, rounds=2)
    enter(table_of(event, 1, 1), 9, 4)
    return event


def slides(client, event, page="board", **query):
    html = client.get(reverse(f"public:{page}", args=[event.slug]), query).content.decode()
    return re.findall(r'data-slide="(\w+)"', html)


def text(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize("page", ["board", "board_live"])
@pytest.mark.parametrize(
    ("show", "found"),
    [
        ("", ["tables", "names", "standings"]),
        ("tables", ["tables"]),
        ("names", ["names"]),
        ("standings", ["standings"]),
        ("zzz", ["tables", "names", "standings"]),
        ("\x00", ["tables", "names", "standings"]),
    ],
)
def test_it_shows_everything_or_what_is_asked_for(client, played, page, show, found):
    assert slides(client, played, page, show=show) == found


def test_before_seating_it_says_that_it_waits(client, event):
    assert slides(client, event) == ["nothing"]


def test_it_says_where_a_phone_finds_the_event(client, event, settings):
    settings.ALLOWED_HOSTS = ["euchre.example", "localhost"]
    address = reverse("public:board", args=[event.slug])
    page = client.get(address, headers={"host": "euchre.example"}).content.decode()
    assert "euchre.example/e/friday-night-euchre<" in page
    assert 'class="qr"' in page


def test_it_does_not_show_an_address_that_no_phone_can_open(client, event, monkeypatch):
    monkeypatch.setattr("tournament.web.hall_urls.hall_address", lambda: None)
    page = client.get(reverse("public:board", args=[event.slug]), headers={"host": "localhost"})
    assert 'class="qr"' not in page.content.decode()


def test_between_publishing_and_the_first_sheet_it_shows_the_seating(client, director):
    assert slides(client, make_published(director, players=8, rounds=2)) == ["tables", "names", "standings"]


def test_the_next_round_is_shown_as_soon_as_one_is_closed(client, played, director):
    enter(table_of(played, 1, 2), 6, 7)
    close_round(played.rounds.get(number=1), by=director, at=NOW)
    page = text(client.get(reverse("public:board", args=[played.slug])))
    assert "Round 2 of 2: tables" in page
    assert "Round 1 of 2: tables" not in page


def test_after_the_end_it_shows_the_final_standings_alone(client, played):
    Event.objects.filter(pk=played.pk).update(status="finished")
    assert slides(client, played) == ["standings"]
    assert "Final standings" in text(client.get(reverse("public:board", args=[played.slug])))


def test_everybody_stands_in_the_a_to_z_with_table_and_seat_or_out(client, played):
    page = text(client.get(reverse("public:board", args=[played.slug]), {"show": "names"}))
    for player in played.players.all():
        place = player.seatings.get(round__number=1)
        seat = f"{place.table.number} {place.seat}" if place.table else "out"
        assert f"{player.name} {player.number} {seat}" in page


def test_unchanged_it_answers_304_and_one_version_is_made_once(client, played):
    url = reverse("public:board_live", args=[played.slug])
    etag = client.get(url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    assert len(queries) == 2


def test_a_private_event_has_no_big_screen(client, played):
    Event.objects.filter(pk=played.pk).update(is_public=False)
    for page in ("board", "board_live"):
        assert client.get(reverse(f"public:{page}", args=[played.slug])).status_code == 404


def test_an_announcement_stands_on_the_screen_the_phones_and_the_own_pages_until_taken_down(
    client, desk, played
):
    official = Person(desk).visit(reverse("announcements:index", args=[played.slug]))
    official.press("Put it up", text="<Supper> at 20:15")
    own = reverse("player_page:live", args=[played.players.first().token])
    addresses = [reverse(f"public:{page}", args=[played.slug]) for page in ("event", "board", "board_live")]
    for address in (*addresses, own):
        assert "&lt;Supper&gt; at 20:15" in client.get(address).content.decode(), address
    official.press("Take down")
    for address in (*addresses, own):
        assert "Supper" not in client.get(address).content.decode(), address


def test_a_fourth_announcement_comes_back_with_what_was_typed(desk, played, director):
    for n in range(3):
        announce(played, f"number {n}", by=director, at=NOW)
    official = Person(desk).visit(reverse("announcements:index", args=[played.slug]))
    official.press("Put it up", text="a fourth")
    assert "Take one down first" in official.text
    assert 'value="a fourth"' in official.page
