"""Signing up and looking after it, as people do it on a phone, and as programs try to."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_players
from tests.helpers.person import Person
from tests.helpers.scripted import Scripted
from tournament.models import Event, SignUp
from tournament.services.events import change_event
from tournament.services.players import check_in
from tournament.services.seating import draft_plan, publish

pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture
def dora(desk, event):
    """The director, who offers four places."""
    person = Person(desk).visit(at(event, "sign_ups:settings"))
    return person.press("Save", is_open="on", places="4", words="Five dollars at the door.")


def form(event, that_evening, client=None):
    """A phone with the form in front of it, looked at for a while."""
    person = Person(client or Client()).visit(at(event, "public:event")).follow("Sign up")
    that_evening.shift(timedelta(seconds=20))
    return person


def sign_up(event, that_evening, name, **more):
    person = form(event, that_evening)
    words = "Join the waiting list" if "Join the waiting list" in person.page else "Sign up"
    return person.press(words, name=name, **more)


def test_an_evening_from_the_form_to_the_players_own_page(dora, event, that_evening):
    uma = form(event, that_evening)
    assert "Five dollars at the door." in uma.text
    assert "4 places left" in uma.text
    uma.press("Sign up", name="Uma Ure", remark="half past seven")
    assert uma.path.startswith("/my/")
    assert "The director will confirm your place." in uma.text
    dora.visit(at(event, "events:overview"))
    assert "1 sign-up to confirm." in dora.text
    dora.follow("Sign-up")
    assert "half past seven" in dora.text
    dora.press("Accept all 1" if "Accept all" in dora.page else "Accept 1")
    assert "1 player is accepted." in dora.text
    uma.visit(uma.path)
    assert "You are in" in uma.text
    assert "You play as number 1." in uma.text
    uma.follow("Your page for the evening")
    assert uma.path == reverse("player_page:show", args=[event.players.get().token])


def test_the_waiting_list_says_its_places_and_moves_up(dora, event, that_evening):
    people = [sign_up(event, that_evening, f"Person {name}") for name in "ABCDEF"]
    assert "The director will confirm your place." in people[3].text
    assert "You’re on the waiting list 2nd" in people[5].text
    people[0].follow("I cannot come").press("Withdraw")
    assert "You have withdrawn" in people[0].text
    assert "You’re on the waiting list 1st" in people[5].visit(people[5].path).text
    assert "The director will confirm your place." in people[4].visit(people[4].path).text
    dora.visit(at(event, "sign_ups:index"))
    assert "4 sign-ups to confirm" in dora.text
    dora.press("Accept all 4")
    assert event.players.count() == 4


def test_one_is_admitted_and_another_declined_by_hand(dora, event, that_evening):
    uma, vic = (sign_up(event, that_evening, name) for name in ("Uma", "Vic"))
    dora.visit(at(event, "sign_ups:index")).press("Decline Uma")
    dora.press("Accept Vic")
    assert "There is no place for you" in uma.visit(uma.path).text
    assert "You are in" in vic.visit(vic.path).text
    dora.press("Accept after all")
    assert "You are in" in uma.visit(uma.path).text


def test_a_name_on_the_list_is_told_and_what_was_typed_is_still_there(dora, event, that_evening):
    sign_up(event, that_evening, "Uma Ure")
    other = sign_up(event, that_evening, "uma ure", remark="the tall one")
    assert "has signed up already" in other.text
    assert 'value="the tall one"' in other.page
    other.press("Sign up", confirmed="on")
    assert event.sign_ups.count() == 2


class TestPrograms:
    def test_a_hidden_field_stays_empty_and_haste_is_asked_again(self, dora, event, that_evening):
        person = form(event, that_evening).press("Sign up", name="Uma", website="http://spam.example")
        assert "Leave the last field empty" in person.text
        assert not event.sign_ups.exists()
        person = Person(Client()).visit(at(event, "public:sign_up"))
        person.press("Sign up", name="Uma")
        assert "That was very quick." in person.text
        that_evening.shift(timedelta(seconds=5))
        person.press("Sign up")
        assert event.sign_ups.count() == 1

    @pytest.mark.rude
    def test_a_form_of_ones_own_making_is_refused(self, dora, event, client):
        for stamp in ("", "x", "1-abc:1:zzz", "\x00", "9" * 4000):
            answer = client.post(at(event, "public:sign_up"), {"name": "Uma", "stamp": stamp})
            assert answer.status_code == 200
        assert not event.sign_ups.exists()

    def test_a_form_of_yesterday_or_of_another_event_is_asked_for_again(
        self, dora, event, that_evening, director
    ):
        person = form(event, that_evening)
        that_evening.shift(timedelta(hours=25))
        person.press("Sign up", name="Uma")
        assert "had been open for too long" in person.text
        assert not event.sign_ups.exists()


class TestWhatNobodyLearns:
    def test_no_name_stands_on_a_public_page_and_a_closed_form_says_why(
        self, dora, event, that_evening, director
    ):
        sign_up(event, that_evening, "Uma Ure", remark="a secret")
        for page in ("event", "sign_up", "seating", "standings", "csv"):
            body = Client().get(at(event, f"public:{page}")).content
            assert b"Uma U" not in body  # three letters alone may stand in a random token
            assert b"a secret" not in body
        dora.visit(at(event, "sign_ups:settings")).press("Save", is_open=None)
        person = Person(Client()).visit(at(event, "public:sign_up"))
        assert "Sign-up is not open." in person.text
        assert 'name="name"' not in person.page
        assert "Would you like to play?" not in Person(Client()).visit(f"/e/{event.slug}/").text

    @pytest.mark.parametrize("page", ["show", "withdraw"])
    def test_a_wrong_link_is_answered_kindly(self, client, event, page):
        for token in ("x", "0" * 32):
            answer = client.get(reverse(f"sign_up_page:{page}", args=[token]))
            assert answer.status_code == 404
            assert b"This link opens nothing" in answer.content

    def test_a_link_ends_a_month_after_the_event_and_when_it_is_private(self, dora, event, that_evening):
        person = sign_up(event, that_evening, "Uma")
        leaving = Person(person.client).visit(person.path).follow("I cannot come")
        Event.objects.update(date=NOW.date() - timedelta(days=31))
        assert person.visit(person.path).response.status_code == 410
        assert "Uma" not in person.page
        Event.objects.update(date=NOW.date(), is_public=False)
        assert leaving.press("Withdraw").response.status_code == 410
        assert SignUp.objects.get().state == "asked"


def test_settings_that_cannot_be_are_told_beside_their_field(desk, event):
    person = Person(desk).visit(at(event, "sign_ups:settings"))
    for typed, said in (
        ({"words": "x" * 301}, "Keep it to 300 characters."),
        ({"words": "", "places": "9999"}, "An event has 1 to 1000 places."),
        ({"closes_at": "soon", "places": "x"}, "is not a whole number"),
    ):
        assert said in person.press("Save", **typed).text
    assert "Write day and time as" in person.text
    assert 'value="x"' in person.page


def test_the_closing_time_is_the_halls_own(desk, event):
    Event.objects.update(time_zone="America/Toronto")
    address = at(event, "sign_ups:settings")
    person = Person(desk).visit(address).press("Save", is_open="on", closes_at="2026-11-20T18:30")
    assert event.sign_up_list.closes_at.isoformat() == "2026-11-20T23:30:00+00:00"
    assert 'value="2026-11-20T18:30"' in person.visit(address).page


def test_a_stranger_s_flood_closes_it_for_the_stranger_alone(dora, event, that_evening, monkeypatch):
    """An address is told when to try again, others sign up meanwhile."""
    monkeypatch.setattr("tournament.services.sign_ups.MOST_AT_ONCE", 3)
    strange, honest = Client(REMOTE_ADDR="203.0.113.9"), Client(REMOTE_ADDR="198.51.100.4")
    for n in range(4):
        stranger = form(event, that_evening, strange).press("Sign up", name=f"Fake {n}")
    assert stranger.response.status_code == 429
    assert stranger.response.headers["Retry-After"] == "600"
    assert "Try again in ten minutes, or ask the director." in stranger.text
    assert 'value="Fake 3"' in stranger.page
    uma = form(event, that_evening, honest).press("Sign up", name="Uma Ure")
    assert uma.path.startswith("/my/")


def test_the_sender_is_kept_as_a_mark_that_names_no_address(dora, event, that_evening):
    form(event, that_evening, Client(REMOTE_ADDR="203.0.113.9")).press("Sign up", name="Uma Ure")
    [mark] = SignUp.objects.values_list("sender", flat=True)
    assert len(mark) == 20
    assert "203" not in mark or "113" not in mark


class TestThePageThatRefreshes:
    """Who waited for a yes had to load the page again and again."""

    @pytest.fixture
    def uma(self, dora, event, that_evening):
        return sign_up(event, that_evening, "Uma Ure")

    def test_it_costs_one_query_until_a_yes_arrives(self, uma, django_assert_num_queries, dora, event):
        uma = Scripted(uma.client).visit(uma.path)
        uma.poll()
        with django_assert_num_queries(1):
            assert uma.poll().status_code == 304
        dora.visit(at(event, "sign_ups:index"))
        dora.press("Accept all 1" if "Accept all" in dora.page else "Accept 1")
        assert uma.poll().status_code == 200
        assert "You are in" in uma.text
        assert uma.follow("Your page").path == reverse("player_page:show", args=[event.players.get().token])

    def test_once_there_is_a_seat_it_leads_to_the_own_page(self, uma, dora, event, director):
        dora.visit(at(event, "sign_ups:index"))
        dora.press("Accept all 1" if "Accept all" in dora.page else "Accept 1")
        player = event.players.get()
        make_players(event, 3)
        check_in(player, by=director, at=NOW)
        publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
        own = reverse("player_page:show", args=[player.token])
        assert uma.client.get(f"{uma.path}live/")["Location"] == own
        assert uma.client.get(uma.path)["Location"] == own
        change_event(Event.objects.get(), by=director, at=NOW, player_links=False)
        assert "You are in" in uma.visit(f"{uma.path}live/").page, "where there are no own pages it stays"
