"""The big screen: what it shows when, and the announcements on it."""

import json
import re

import pytest
import time_machine
from django.urls import reverse

from tests.helpers import factories
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_event, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person, words
from tournament.services import clock
from tournament.services.errors import Refused
from tournament.services.events import change_event, finish_event
from tournament.services.groups import change_groups
from tournament.services.notes import announce
from tournament.services.rounds import close_round, reopen_round
from tournament.services.seat_corrections import exchange_players, exchange_tables
from tournament.services.seating import publish, replan
from tournament.services.substitutions import substitute
from tournament.web import caches
from tournament.words.names import last_name_first


@pytest.fixture
@kept
def played(director):
    return Evening(director, players=9).published().scores(1, (9, 4)).event


def slides(client, event, page="board", **query):
    html = client.get(at(event, f"public:{page}"), query).content.decode()
    return re.findall(r'data-slide="(\w+)"', html)


def live(client, event, **query):
    return client.get(at(event, "public:board_live"), query).content.decode()


@pytest.mark.parametrize("page", ["board", "board_live"])
def test_it_shows_everything_or_what_is_asked_for(client, played, page):
    for show in ("tables", "names", "standings"):
        assert slides(client, played, page, show=show) == [show]
    for show in ("", "zzz", "\x00"):
        assert slides(client, played, page, show=show) == ["play", "standings"]


def test_it_says_where_a_phone_finds_the_event_if_a_phone_can(client, event, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["euchre.example", "localhost"]
    monkeypatch.setattr("tournament.web.addresses.hall_address", lambda: None)
    address = at(event, "public:board")
    page = client.get(address, headers={"host": "euchre.example"}).content.decode()
    assert "euchre.example/e/friday-night-euchre<" in page
    assert 'class="qr"' in page
    assert 'class="qr"' not in client.get(address, headers={"host": "localhost"}).content.decode()


def test_it_shows_the_seating_and_from_the_first_sheet_on_for_which_tables_it_waits(client, director):
    """Players' finding, "wow" 2."""
    event = make_published(director, players=8, rounds=2)
    assert slides(client, event) == ["tables", "names"]
    assert 'data-scene="seating-1"' in live(client, event)
    enter(table_of(event, 1, 1), 9, 4)
    assert slides(client, event) == ["play", "standings"]
    assert 'data-scene="play-1"' in live(client, event)
    assert "1 of 2 tables in 1 in 2 awaited" in words(client.get(at(event, "public:board")))


@time_machine.travel(NOW, tick=False)
def test_a_halted_clock_is_a_pause_and_a_running_one_has_a_slide_from_the_start(client, played, director):
    round_ = played.rounds.get(number=1)
    clock.start(round_, by=director, at=NOW, minutes=20)
    assert slides(client, played) == ["play", "standings"]
    clock.pause(round_, by=director, at=NOW)
    announce(played, "Supper", by=director, at=NOW)
    assert slides(client, played) == ["pause", "standings"]
    clock.resume(round_, by=director, at=NOW)
    assert slides(client, played) == ["play", "standings"]
    event = make_published(director, players=8, rounds=2)
    clock.start(event.rounds.get(number=1), by=director, at=NOW, minutes=20)
    assert slides(client, event) == ["play", "tables", "names"]
    assert 'data-slide="play" data-at-the-end' in live(client, event)
    enter(table_of(event, 1, 1), 9, 4)
    assert "data-at-the-end" not in live(client, event)


def test_it_shows_who_moved_between_rounds_and_the_final_standings_once_at_the_end(client, director):
    event = make_published(director, players=8, rounds=2)
    for number, score in ((1, (9, 4)), (2, (3, 12))):
        play(event, number, *score)
    assert slides(client, event) == ["standings", "movers"]
    assert "Moved up most in round 2" in words(client.get(at(event, "public:board")))
    announce(event, "Prizes at ten", by=director, at=NOW)
    assert slides(client, event) == ["pause", "standings", "movers"]
    # "Final standings Final standings.".
    event = play(make_published(director, players=8, rounds=1))
    finish_event(event, by=director, at=NOW)
    assert slides(client, event) == ["standings"]
    page = words(client.get(at(event, "public:board")))
    assert page.count("Final standings") == 1


def test_everybody_stands_in_the_a_to_z_and_the_next_round_comes_at_once(client, played, director):
    page = words(client.get(at(played, "public:board"), {"show": "names"}))
    for player in played.players.all():
        place = player.seatings.get(round__number=1)
        seat = f"{place.table.number} {place.seat}" if place.table else "sits out"
        assert f"{' '.join(last_name_first(player.name))} {player.number} {seat}" in page
    enter(table_of(played, 1, 2), 6, 7)
    close_round(played.rounds.get(number=1), by=director, at=NOW)
    page = words(client.get(at(played, "public:board")))
    assert "Round 2 of 2: find your table" in page
    assert "Round 1 of 2" not in page


def test_unchanged_it_answers_304_in_few_bytes_and_one_version_is_made_once(
    client, played, django_assert_num_queries
):
    """At most 500 bytes a poll while nothing has changed."""
    url = at(played, "public:board_live")
    etag = client.get(url)["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(url, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert sum(len(name) + len(value) + 4 for name, value in answer.items()) < 500
    with django_assert_num_queries(2):
        client.get(url)


def test_an_announcement_stands_on_screen_and_phones_until_taken_down(client, dora, played, director):
    dora.visit(at(played, "announcements:index")).press("Show it", text="<Supper> at 20:15")
    own = reverse("player_page:live", args=[played.players.first().token])
    addresses = [at(played, f"public:{page}") for page in ("event", "board", "board_live")]
    for address in (*addresses, own):
        assert "&lt;Supper&gt; at 20:15" in client.get(address).content.decode(), address
    dora.press("Take down")
    for address in (*addresses, own):
        assert "Supper" not in client.get(address).content.decode(), address
    for n in range(3):
        announce(played, f"number {n}", by=director, at=NOW)
    assert "Take one down first" in dora.press("Show it", text="a fourth").text
    assert 'value="a fourth"' in dora.page


class TestWifi:
    """Players' finding, "wow" 8: the way into the hall's network, while people arrive."""

    def changed(self, event, director, **wifi):
        change_event(event, by=director, at=NOW, **wifi)
        event.refresh_from_db()
        caches.forget()
        return event

    def test_network_and_password_are_on_the_screen_while_people_arrive_and_on_no_other_page(
        self, client, event, played, director
    ):
        self.changed(event, director, wifi_name="Legion guests", wifi_password="jack;of:hearts")
        page = words(client.get(at(event, "public:board")))
        assert "Wifi: Legion guests Password: jack;of:hearts" in page
        self.changed(played, director, wifi_name="Legion guests", wifi_password="jackofhearts")
        for page in ("board", "board_live", "event", "standings", "seating", "rules"):
            answer = client.get(at(played, f"public:{page}"))
            assert played.name in answer.content.decode() or page == "board_live"
            assert "jackofhearts" not in answer.content.decode()
        for show in ("tables", "names", "standings"):
            shown = live(client, played, show=show)
            assert "Archer" in shown
            assert "jackofhearts" not in shown

    def test_neither_archive_nor_history_hold_the_password(self, client, event, director):
        from tournament.archive.document import document

        self.changed(event, director, wifi_name="Legion guests", wifi_password="jackofhearts")
        self.changed(event, director, wifi_password="queenofhearts")
        facts = list(event.audit_entries.values_list("facts", flat=True))
        kept = json.dumps([document(event), facts])
        assert "ofhearts" not in kept
        client.force_login(director)
        told = words(client.get(at(event, "history:index")))
        assert "wifi password from nothing to one that is kept secret" in told
        assert "ofhearts" not in told

    @pytest.mark.parametrize(
        ("wifi", "field"),
        [
            ({"wifi_name": "é" * 17}, "wifi_name"),
            ({"wifi_password": "jackofhearts"}, "wifi_name"),
            ({"wifi_name": "Legion", "wifi_password": "short"}, "wifi_password"),
            ({"wifi_name": "Legion", "wifi_password": "pässword"}, "wifi_password"),
        ],
    )
    def test_what_no_phone_could_join_is_refused_beside_its_field(self, event, director, wifi, field):
        with pytest.raises(Refused) as refused:
            change_event(event, by=director, at=NOW, **wifi)
        assert refused.value.field == field


def test_the_tools_lead_to_each_group_and_back_to_everyone(client, played, director):
    change_groups(played, {"ladies": [1, 3, 5], "men": [2, 4]}, {}, by=director, at=NOW)
    played.refresh_from_db()
    html = live(client, played, show="standings", group="ladies")
    assert "Ladies" in html
    names = re.findall(r"[A-Z]\w+ [A-Z]\w+", html.partition("<ol")[2])
    assert set(names) == {"Ann Archer", "Cora Cole", "Eve Ellis"}
    assert min(re.findall(r'board-place-of">(\d+)<', html)) == "1"
    person = Person(client).visit(at(played, "public:board") + "?show=standings").follow("Ladies")
    assert "show=standings&group=ladies" in person.path
    assert f"{at(played, 'public:board_live')}?show=standings&amp;group=ladies" in person.page
    assert "Ben Baker" not in person.text
    assert "group" not in person.follow("Everyone").path
    assert "Standings of a group" in person.page
    plain = make_event(director, name="Without groups")
    assert "Standings of a group" not in person.visit(at(plain, "public:board")).page


def redrawn(event, done):
    publish(replan(event, from_round=2, **done), **done)


def reopened_and_seated_anew(event, done):
    reopen_round(event.rounds.get(number=1), reason="Misread.", **done)
    factories.correct(table_of(event, 1, 1), 4, 9)
    factories.close(event)


def exchanged(event, done):
    one, other = (table_of(event, 2, number).seatings.first().player for number in (1, 2))
    exchange_players(one, other, from_round=2, to_round=2, reason="They sat so.", **done)


def tables_exchanged(event, done):
    exchange_tables(event, round=2, table=1, other=2, reason="They sat so.", **done)


def substituted(event, done):
    substitute(event.players.get(number=1), from_round=2, to_round=3, walk_up="Sue", confirmed=True, **done)


@pytest.mark.parametrize(
    ("movement", "change"),
    [
        ("chart", redrawn),
        ("winners-up", reopened_and_seated_anew),
        ("chart", exchanged),
        ("winners-up", tables_exchanged),
        ("chart", substituted),
    ],
)
def test_the_screen_and_the_seating_say_that_seats_of_the_open_round_changed(
    client, director, movement, change
):
    """The new places stood there without a word: who had looked once went to the old table."""
    event = play(make_published(director, players=12, rounds=3, movement=movement))
    addresses = [at(event, f"public:{page}") for page in ("board", "seating")]

    def said():
        return ["Seats changed at 20 Nov" in words(client.get(address)) for address in addresses]

    assert said() == [False, False]
    change(event, {"by": director, "at": NOW})
    assert said() == [True, True]
    play(event, 2)
    assert said() == [False, False]
