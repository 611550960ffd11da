"""Evenings that are not as usual, through HTTP: 40 without a name, and 11 with a helper."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.archive.made import forget
from tests.helpers.evening_walk import Evening
from tests.helpers.factories import NOW, make_user
from tests.helpers.person import Person
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Event, Season, User
from tournament.printing.papers import PAPERS
from tournament.reports.seasons import season_standings
from tournament.reports.standings import standings
from tournament.services.players import name_player

pytestmark = pytest.mark.django_db


class Numbered(Evening):
    """Forty players without a name: seats before names are known."""

    def create(self):
        typed = {"name": "Numbers", "date": "2026-11-20", "round_count": "3", "players": "40"}
        self.director.visit("/events/new/").press("Seat them", **typed)
        self.slug = self.director.path.split("/")[2]

    def played(self, number):
        self.enter(number, {table: (9 + table % 3, 4) for table in self.tables(number)})
        self.close(number)


@pytest.fixture
def numbered(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Numbered(Person(client), 40)
    evening.create()
    return evening


def test_an_evening_of_forty_numbers_without_a_name(numbered, client):
    numbered.publish_it()
    event = numbered.event
    assert list(event.players.in_order().values_list("number", "own_name", "status")) == [
        (number, "", "here") for number in range(1, 41)
    ]
    assert "40 players have only a number." in numbered.visit("events:overview").text
    for number in (1, 2, 3):
        numbered.played(number)
    numbered.visit("events:finish").press("Finish the event")
    for name in ("standings:show", "players:index", "seating:index"):
        assert "No. 17" in numbered.visit(name).text, name
    assert "No. 17" in numbered.director.visit(reverse("public:standings", args=[event.slug])).text
    found = numbered.director.visit(reverse("public:event", args=[event.slug]) + "?q=No.+17").text
    assert "No. 17" in found
    assert "No. 18" not in found.partition("Standings")[0]
    for kind in PAPERS:
        paper = client.get(reverse("printing:paper", args=[event.slug, kind])).content.decode()
        assert not re.search(r"<bdi[^>]*>\s*</bdi>", paper), kind
        if kind in ("seating-by-name", "sign-in", "standings", "name-badges"):
            assert "No. 17" in paper, kind
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "N° 17" in numbered.visit("standings:show").text
    assert "No. 17" not in numbered.director.text
    del client.cookies[settings.LANGUAGE_COOKIE_NAME]
    kept = numbered.archive()
    assert json.loads(kept)["version"] == 3
    assert differences(kept) == []
    assert problems_of(loads(kept)) == []
    forget(event)
    again = import_event(loads(kept), by=User.objects.get(), at=NOW)
    assert dumps(document(again)).encode() == kept


@pytest.mark.parametrize("came", [5, 18])
def test_one_more_came_than_were_seated_and_some_sit_out(client, came):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Numbered(Person(client), came)
    evening.director.visit("/events/new/").press("Seat them", name="Numbers", players=str(came))
    evening.slug = evening.director.path.split("/")[2]
    evening.director.press("Start round 1", bye_mode="average")
    desk = evening.visit("events:overview").press("+")
    assert evening.event.players.filter(status="here").count() == came + 1
    assert f"No. {came + 1} is here but has no seat." in desk.text
    assert f"start again with {came + 1}" in desk.follow("Fit them in: see the choices").text


def test_a_number_is_nobody_at_another_evening_of_a_season(numbered):
    numbered.publish_it()
    for number in (1, 2, 3):
        numbered.played(number)
    numbered.visit("events:finish").press("Finish the event")
    numbered.event.players.filter(number=3).update(own_name="Cora Cole")
    season = Season.objects.create(name="Winter", slug="winter", created_at=NOW)
    season.events.add(numbered.event)
    told = season_standings(season)
    assert [row.name for row in told.rows] == ["Cora Cole"]
    assert told.doubts == 0
    assert told.placed[numbered.event.pk] == 40


def test_names_are_typed_one_after_another_and_a_taken_one_is_told(numbered):
    page = numbered.visit("players:names")
    page.press("Save", number="17", name="Ann Archer")
    assert "Ann Archer is number 17." in page.text
    page.press("Save", number="18", name="ann archer")
    assert "Number 17 is called Ann Archer" in page.text
    assert 'value="ann archer"' in page.page
    page.press("Save", confirmed="on")
    page.press("Save", number="17", name="Bo")
    assert "Number 17 is called Ann Archer already" in page.text
    page.press("Save", number="99", name="Bo")
    assert "Nobody here has number 99." in page.text
    page.press("Save", number="19", name="20")
    assert "“20” is no name." in page.text
    assert numbered.event.players.own_names() == {17: "Ann Archer", 18: "ann archer"}
    assert "said that number 17 is Ann Archer" in numbered.visit("history:index").text


def test_how_many_came_is_said_anew_until_a_score_is_in(numbered):
    def coming():
        return numbered.event.players.exclude(status="left").count()

    page = numbered.visit("events:overview")
    page.press("+")
    assert coming() == 41
    page.press("−")
    page.press("Save", count="39")
    assert (coming(), numbered.event.players.count()) == (39, 39)
    numbered.visit("seating:index").press("Draw again")
    numbered.publish_it()
    numbered.visit("events:overview").press("−")
    assert (coming(), numbered.event.players.get(number=39).status) == (38, "left")
    numbered.visit("events:overview").press("+")
    assert (coming(), numbered.event.players.get(number=39).status) == (39, "here")
    numbered.enter(1, {1: (9, 4)})
    assert "How many came" not in numbered.visit("events:overview").text


def test_a_player_says_their_name_once_on_their_own_page(numbered):
    numbered.publish_it()
    Event.objects.filter(pk=numbered.event.pk).update(is_public=True, player_links=True)
    player = numbered.event.players.get(number=17)
    page = Person(Client()).visit(reverse("player_page:show", args=[player.token]))
    page.press("That’s my name", name="226.555.0111")
    assert "leave out phone numbers" in page.text
    for number in ("4", "No. 4"):
        assert "That is a number." in page.press("That’s my name", name=number).text
    name_player(numbered.event.players.get(number=4), "Eve Ellis", by=None, at=timezone.now())
    page.press("That’s my name", name="Eve Еllis")  # a Cyrillic letter
    assert "Number 4 is called Eve Ellis, which looks the same." in page.text
    page.press("That’s my name", name="Ann Archer")
    assert "That’s my name" not in page.text
    Client().post(reverse("player_page:name", args=[player.token]), {"name": "Mallory"})
    assert numbered.event.players.get(number=17).name == "Ann Archer"
    history = numbered.visit("history:index").text
    assert "A phone said that number 17 is Ann Archer" in history


class Helped(Evening):
    """Eleven players, eight rounds: a helper plays, gives the chair to a late player, and fills in again."""

    def walk(self):
        self.create()
        Event.objects.filter(slug=self.slug).update(round_count=8, features=[*self.event.features, "helpers"])
        self.take_them_in()
        self.check_them_in()
        self.visit("seating:index").press("Seat them")
        assert "3 players sit out in a round." in self.director.text
        assert "1 helper plays: nobody sits out." in self.director.text
        self.director.press("Let 1 helper play")
        assert "12 players, 3 tables, 8 rounds" in self.director.text
        assert "sit out in a round" not in self.director.text  # nor is asked what it scores
        self.director.press("Start round 1")
        for number in (1, 2):
            self.play(number)
        self.visit("players:add").press("Add", name="Larry Late", here="on", from_round="3")
        self.seats = self.chairs(12, 1, 2), self.chairs(13, 3, 8)
        for number in (3, 4):
            self.play(number)
        self.visit("departures:index").press("Mark as gone home", who="5")
        text = self.director.text
        assert "A helper takes the seat of Eve Archer (5)." in text
        assert text.index("recommended") < text.index("Nobody else moves, and nobody sits out.")
        self.director.press("A helper fills the seat")
        for number in (5, 6, 7, 8):
            self.play(number)
        self.visit("events:finish").press("Finish the event")
        assert self.event.is_finished, self.director.text

    def play(self, number):
        self.enter(number, self.scores(number))
        self.close(number)

    def chairs(self, player, first, last):
        """In how many of these rounds the player has a chair, and how often anybody sits out in them."""
        rounds = self.event.rounds.filter(number__range=(first, last))
        seated = rounds.filter(seatings__player__number=player, seatings__table__isnull=False).count()
        return seated, rounds.filter(seatings__table=None, seatings__isnull=False).count()


@pytest.mark.slow
def test_a_helper_plays_gives_up_the_chair_and_fills_in_again(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Helped(Person(client), 11)
    evening.walk()
    assert evening.seats == ((2, 0), (6, 0))
    assert evening.chairs(12, 1, 8) == (2 + 4, 0)
    assert evening.chairs(5, 1, 8) == (4, 0)
    assert {row.number for row in standings(evening.event).rows} == {*range(1, 12), 13}

    archive = evening.archive()
    assert differences(archive) == []
    assert (loads(archive)["version"], loads(archive)["event"]["house"]) == (3, [12])
    assert problems_of(loads(archive)) == []
    for name in ("seating:index", "rounds:desk", "sheets:enter_totals"):
        at = (1,) if name != "seating:index" else ()
        assert "Helper 12" in evening.visit(name, *at).text, name
    history = evening.visit("history:index").text
    for words in (
        "let a helper play as number 12",
        "seated number 13, Larry Late, for a helper, number 12",
        "seated a helper, number 12, for number 5, Eve Archer",
    ):
        assert words in history
