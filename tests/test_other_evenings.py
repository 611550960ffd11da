"""Evenings of other sizes with their accidents, through HTTP; at the end the referee judges.

Director finding: one evening of 27 players is walked in a browser (tests/e2e/test_walked_evening.py).
These have 8 and 61, 40 without a name, and 11 with a helper.
"""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.archive.made import forget
from tests.helpers.evening_walk import Evening
from tests.helpers.factories import NOW, make_user, table_of
from tests.helpers.person import Person
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Event, Season, Sheet, User
from tournament.printing.papers import PAPERS
from tournament.reports.seasons import season_standings
from tournament.reports.standings import standings
from tournament.services.players import name_player

pytestmark = pytest.mark.django_db


@pytest.mark.deep  # `tests/test_evening.py` meets the same accidents
@pytest.mark.slow
def test_an_evening_of_two_tables_with_its_accidents_ends_as_the_referee_says(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Evening(Person(client), 8)
    evening.all()
    assert differences(evening.archive()) == []


class Accidents(Evening):
    """Sixty-one players, five rounds, twenty accidents. What the papers say is noted beside the site."""

    def __init__(self, director):
        super().__init__(director, 61)
        self.papers = {}  # by round and table: the two sides' points, and lone marches by seat
        self.present = {}  # by round: the numbers of all who may sit or sit out
        self.added = dict.fromkeys(range(1, 63), 0)  # points that the director gave or took

    def walk(self):
        for part in ("create", "take_them_in", "check_them_in"):
            getattr(self, part)()
        self.visit("seating:index").press("Seat them")
        self.director.publish(bye_mode="fixed", bye_points="6")
        here = set(range(1, 62))
        self.round_one(here)
        self.a_walk_up()
        self.two_go_home_and_one_comes_back(here)
        self.round_two(here)
        here.add(62)  # round 2 was open when they came, so they are of the evening from round 3 on
        self.round_three(here)
        self.a_lone_march_comes_late()
        self.points_are_taken()
        self.a_substitute()
        here.discard(self.gone)
        self.present |= {4: set(here), 5: set(here)}
        self.a_sheet_is_missing()
        self.finish()

    # The accidents.
    def round_one(self, here):
        self.typed(1, {1: (7, 7, {}), 2: (4, 2, {}), 3: (12, 3, {"N": 1})})
        self.director.press("East–West", "End of table 1").press("6 of 8 deals", "End of table 2")
        self.visit("sheets:enter_totals", 1).press("Save all rows", **{"t4-ns": "99", "t4-ew": "3"})
        assert "99" in self.director.page
        assert not Sheet.objects.filter(table=table_of(self.event, 1, 4)).exists()
        self.rest(1, 1, 2, 3)
        stale = Person(self.director.client).visit(reverse("sheets:enter_totals", args=[self.slug, 1]))
        self.typed(1, {5: (11, 2, {})})
        stale.press("Save all rows", **{"t5-ns": "2", "t5-ew": "11"})  # a tab from before does not win
        assert self.told(1, 5) == (11, 2)
        self.shut(1, here)

    def two_go_home_and_one_comes_back(self, here):
        self.visit("departures:index").press("Mark as gone home", who="9, 30")
        self.visit("undoing:latest").press("Undo: marked number 9")
        self.choose("Choose fewest new cards")
        here.discard(30)

    def round_two(self, here):
        self.typed(2, {1: (9, 3, {}), 2: (5, 8, {}), 3: (6, 10, {})})
        other = f"2.{self.sheet(2, 2).revision}"
        self.visit("sheets:swap", 2, 1).press("Swap", swap=other, reason="the papers were mixed up")
        self.visit("sheets:swap", 2, 3).press("Swap", swap="sides", reason="wrong columns")
        self.papers |= {(2, 1): (5, 8, {}), (2, 2): (9, 3, {}), (2, 3): (10, 6, {})}
        self.visit("sheets:dispute", 2, 4).press("Mark as disputed", reason="both pairs say 7")
        self.rest(2, 1, 2, 3)
        self.shut(2, here)

    def round_three(self, here):
        self.typed(3, {1: (8, 6, {}), 2: (7, 4, {})})
        self.rest(3, 1, 2)
        wrong = {"round": "3", "table": "1", "other": "2", "reason": "they misread the signs"}
        self.visit("seat_corrections:tables").press("Show what changes", **wrong).press("Confirm change")
        for table, reached_first in ((1, "NS"), (4, None)):
            ns, ew = self.told(3, table)
            self.director.visit(reverse("rulings:make", args=[self.slug, 3, table]) + "?code=renege")
            self.director.press("Show what the rule gives", offender="N", alone="-")
            self.director.press("Make this ruling", included="no")
            self.director.press("Make this ruling", written="nothing")
            if reached_first:
                self.director.press("Make this ruling", reached_first=reached_first)
            self.papers[3, table] = (ns, ew + 2, {})
        last = self.event.rulings.order_by("number").last()
        self.visit("rulings:revoke", last.number).press("Revoke", reason="it was no renege")
        ns, ew, _none = self.papers[3, 4]
        self.papers[3, 4] = (ns, ew - 2, {})
        self.shut(3, here)

    def a_lone_march_comes_late(self):
        self.typed(2, {5: (9, 4, {"E": 1})}, reason="the loner was marked on the back")
        self.director.press("Accept the correction")

    def points_are_taken(self):
        fields = {"player": "17", "points": "-3", "reason": "moved a counter"}
        self.visit("standings:adjust").press("Change the total", **fields)
        self.added[17] -= 3

    def a_substitute(self):
        absent = table_of(self.event, 4, 2).seatings.get(seat="E").player
        out = min(self.sitting_out(4))
        self.visit("substitutions:make", absent.number).press("Show what changes", who=str(out))
        self.director.press("Confirm change")
        self.gone = absent.number

    # What they are made of.
    def typed(self, number, scores, **more):
        values = {}
        for table, (ns, ew, loners) in scores.items():
            values |= {f"t{table}-ns": str(ns), f"t{table}-ew": str(ew)}
            values |= {f"t{table}-lone_{seat.lower()}": str(n) for seat, n in loners.items()}
            self.papers[number, table] = (ns, ew, loners)
        self.visit("sheets:enter_totals", number).press("Save all rows", **values, **more)

    def rest(self, number, *done):
        scores = self.scores(number).items()
        self.typed(number, {table: (*score, {}) for table, score in scores if table not in done})

    def enter(self, number, scores, **more):
        self.papers |= {(number, table): (*score, {}) for table, score in scores.items()}
        super().enter(number, scores, **more)

    def sitting_out(self, number):
        seatings = self.event.rounds.get(number=number).seatings.filter(table__isnull=False)
        seated = set(seatings.values_list("player__number", flat=True))
        return set(self.event.players.filter(status="here").values_list("number", flat=True)) - seated

    def shut(self, number, here):
        self.close(number)
        self.present[number] = set(here)

    def sums(self):
        points = dict(self.added)
        for number, here in self.present.items():
            seated = set()
            for table in self.event.rounds.get(number=number).tables.all():
                ns, ew, loners = self.papers[number, table.number]
                for seating in table.seatings.select_related("player"):
                    seated.add(seating.player.number)
                    points[seating.player.number] += ns if seating.seat in "NS" else ew
                    points[seating.player.number] += loners.get(seating.seat, 0)
            for player in here - seated:
                points[player] += 6
        return points


@pytest.mark.slow
def test_sixty_one_players_and_twenty_accidents_come_to_what_a_scorer_sums_by_hand(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Accidents(Person(client))
    evening.walk()
    shown = {row.number: row.points for row in standings(evening.event).rows}
    assert shown == evening.sums()
    assert differences(evening.archive()) == []


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
    numbered.visit("seating:index").press("Redraw")
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
