"""A season as directors run it and everybody sees it."""

import re
from io import BytesIO

import pytest
import tablib
from django.test import Client
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.factories import NOW, make_event, make_user
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tests.helpers.seasons import FOUR, play, season_of
from tournament.services.events import change_event, finish_event
from tournament.services.groups import change_groups
from tournament.services.seasons import change_season


@pytest.fixture
@kept
def season(director):
    """Two evenings; "Jon" and "John" may be one, two are called Mary Smith."""
    one = play(director, ["Jon Smith", "Mary Smith", "Mary Smith", "Ann Archer"], 9, 4)
    two = play(director, ["John Smith", "Mary Smith", "Bo Ek", "Ann Archer"], 8, 5, week=1)
    return season_of(director, one, two, is_public=True)


@pytest.fixture
def dora(desk, season):
    return Person(desk).visit(reverse("seasons:show", args=[season.slug]))


def at(season, page="show", *more):
    return reverse(f"season:{page}", args=[season.slug, *more])


def names(person):
    return re.findall(r'class="who"><a href="[^"]+"><bdi>(.*?)</bdi>', person.page)


def test_a_director_makes_a_season_of_their_events_and_opens_it(desk, director):
    play(director, FOUR, 9, 4)
    dora = Person(desk).visit(reverse("events:index")).follow("My seasons").follow("New season")
    dora.press("Make the season", name="Winter")
    assert "Evening 0, Jan 2, 2026" in dora.text
    event = director.memberships.get().event
    dora.press("Save", events=str(event.pk))
    assert "4 players" in dora.text
    assert Client().get("/s/winter/").status_code == 404
    dora.follow("Settings").press("Save", is_public="on", method="average")
    everybody = Person(Client()).visit("/s/winter/")
    assert "Points per event decide." in everybody.text
    everybody.follow("Ann Archer")
    assert "Event by event" in everybody.text
    assert "Evening 0" in everybody.text


def test_names_spelt_alike_are_one_person_when_the_director_says_so_and_two_again(dora, season):
    assert "1 pair of names is spelt alike" in dora.text
    everybody = Person(Client()).visit(at(season))
    addresses = re.findall(r'href="(/s/[^"]+/people/\w+/)"><bdi>Joh?n Smith', everybody.page)
    dora.follow("Who is who").press("One person")
    for address in addresses:
        assert "2 events played" in everybody.visit(address).text
    everybody.visit(at(season))
    assert len([name for name in names(everybody) if "Smith" in name and "Mary" not in name]) == 1
    assert "John Smith and Jon Smith are one person" in dora.text or "Jon Smith" in dora.text
    dora.press("Undo")
    assert {"Jon Smith", "John Smith"} <= set(names(everybody.visit(at(season))))
    dora.press("Two people")
    assert "is not" in dora.text
    assert "Spelt alike" not in dora.text


def test_namesakes_stand_alone_until_they_are_told_apart(dora, season):
    assert names(Person(Client()).visit(at(season))).count("Mary Smith") == 3
    dora.follow("Who is who").follow("Tell them apart")
    fields = re.findall(r'<select name="(p\d+)"', dora.page)
    assert len(fields) == 3
    dora.press("Save", **dict(zip(fields, "111", strict=True)))
    assert "so they are two people: give them two numbers" in dora.text
    dora.press("Save", **dict(zip(fields, "122", strict=True)))
    assert names(Person(Client()).visit(at(season))).count("Mary Smith") == 2
    assert "Told apart: Mary Smith" in dora.text
    dora.press("Undo: Mary Smith")
    assert names(Person(Client()).visit(at(season))).count("Mary Smith") == 3


def test_two_names_that_are_not_alike_can_be_put_together_on_a_persons_page(dora, season):
    dora.follow("Jon Smith")
    token = re.search(r'<option value="(\w+)">Bo Ek', dora.page).group(1)
    assert "Ann Archer" not in dora.text
    dora.press("They are one person", other=token)
    assert "are one person" in dora.text
    shown = names(Person(Client()).visit(at(season)))
    assert ("Jon Smith" in shown) != ("Bo Ek" in shown)


class TestWhoSeesWhat:
    @pytest.mark.rude
    def test_what_nobody_was_asked_is_not_decided(self, desk, season):
        for sent in ({}, {"one": "x", "other": "y"}, {"decision": "9" * 40}, {"name": "\x00"}):
            for page in ("decide", "take_back"):
                assert desk.post(reverse(f"seasons:{page}", args=[season.slug]), sent).status_code == 404
        other = make_event(make_user("olga"), name="Olga’s own")
        desk.post(reverse("seasons:events", args=[season.slug]), {"events": [other.pk]})
        assert other not in season.events.all()

    def test_a_director_chooses_no_event_of_others_nor_one_in_which_points_are_lost(self, dora, season):
        make_event(make_user("olga"), name="Olga’s own")
        dora.follow("Choose events")
        assert "Evening 0" in dora.text
        assert "Olga’s own" not in dora.text
        lost = make_event(season.owners.get(), name="Jeuchre night", rules=PRESETS["jeuchre"])
        dora.visit(dora.path).press("Save", events=[lost.pk])
        assert "they do not add up with points won" in dora.text

    def test_no_link_leads_to_a_private_event_and_short_names_stay_short(self, season, director):
        event = season.events.order_by("date").first()
        change_event(event, by=director, at=NOW, is_public=False, short_names=True)
        page = Client().get(at(season)).content.decode()
        assert f"/e/{event.slug}/" not in page
        assert "Archer" not in page
        assert "Ann A." in page


class TestOnceForEverybody:
    def test_one_query_says_whether_it_changed(self, client, season, django_assert_num_queries, director):
        etag = client.get(at(season))["ETag"]
        with django_assert_num_queries(1):
            answer = client.get(at(season), headers={"If-None-Match": etag})
        assert answer.status_code == 304
        etag = client.get(at(season))["ETag"]
        change_event(season.events.first(), by=director, at=NOW, short_names=True)
        answer = client.get(at(season), headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert b"Ann A." in answer.content


class TestSortedAndTakenAway:
    SORTS = ("-name", "name", "-points", "points", "-place", "events", "-events", "e1", "-e1", "e2", "-e2")

    @staticmethod
    def lines(html):
        """(place, name) of each line, as they stand on the page."""
        line = r'<tr id="\w+"><td class="num place">(\d+|–)</td>.*?<bdi>(.*?)</bdi>'
        return re.findall(line, html, re.S)

    def test_a_sorted_list_has_the_same_people_in_the_same_places(self, dora, season):
        for address in (at(season), dora.path):
            usual = dora.visit(address).page
            for sort in self.SORTS:
                sorted_ = dora.visit(f"{address}?sort={sort}").page
                assert sorted(self.lines(sorted_)) == sorted(self.lines(usual)), sort
                assert "Places are unchanged." in sorted_, sort
                assert sorted_.count("aria-sort") == usual.count("aria-sort") == 1, sort

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_the_files_hold_what_the_page_shows_and_no_formula(self, client, season, kind):
        season.events.first().players.filter(own_name="Ann Archer").update(own_name="=Ann()")
        season.events.last().players.filter(own_name="Ann Archer").update(own_name="=Ann()")
        change_season(season, method="best", best_of=1, is_public=True)
        everybody = Person(client).visit(at(season))
        answer = client.get(re.search(rf'href="([^"]+\.{kind})"', everybody.page).group(1))
        assert answer["Content-Disposition"] == f'attachment; filename="{season.slug}-standings.{kind}"'
        data = tablib.Dataset().load(
            answer.content.decode("utf-8-sig") if kind == "csv" else BytesIO(answer.content), format=kind
        )
        assert data.headers[:4] == ["Place", "Name", "Points", "Events"]
        assert data.headers[4].startswith("Evening 0, 2026-")
        found = [(str(row[0]), row[1].removeprefix("'")) for row in data]
        assert found == self.lines(everybody.page)
        ann = next(row for row in data if "Ann()" in row[1])
        assert ann[1] == "'=Ann()"
        assert sum("does not count" in str(cell) for cell in ann) == 1

    def test_an_average_is_a_number(self, client, season):
        change_season(season, method="average", is_public=True)
        head, first, *_rest = client.get(at(season, "csv")).content.decode("utf-8-sig").splitlines()
        assert head.startswith("Place,Name,Average,Events")
        assert re.match(r"1,[^,]+,\d+\.\d+,\d", first)

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_only_the_owners_of_a_private_season_can_download_its_files(self, dora, season, kind):
        change_season(season, is_public=False)
        assert Client().get(at(season, kind)).status_code == 404
        assert f"/seasons/{season.slug}/standings.{kind}" in dora.visit(dora.path).page
        answer = dora.client.get(reverse(f"seasons:{kind}", args=[season.slug]))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("token", ["x", "0" * 12, "a" * 500])
def test_nobody_of_that_address_is_not_found_kindly(client, season, token):
    answer = client.get(at(season, "person", token))
    assert answer.status_code == 404
    assert b"Nothing at this address" in answer.content


def test_settings_that_cannot_be_are_told_beside_their_field(dora):
    dora.follow("Settings")
    for typed, said in (
        ({"name": ""}, "Give the season a name."),
        ({"name": "Winter", "best_of": "0"}, "Write a number from 1 to 200."),
        ({"least_events": "x", "owners": None}, "is not a whole number"),
    ):
        assert said in dora.press("Save", **typed).text
    assert "Someone has to run the season." in dora.text


def test_an_empty_season_says_what_is_missing(desk, director):
    season = season_of(director)
    page = Person(desk).visit(reverse("seasons:show", args=[season.slug]))
    assert "No results yet" in page.text
    assert "Nothing is doubtful." in page.follow("Who is who").text


class TestOneGroup:
    @pytest.fixture
    @kept
    def grouped(self, director):
        """Ann is a novice at the first evening and a member at the second, and a lady like Cora."""
        evenings = []
        for week, first in enumerate(("novices", "members")):
            event = play(director, FOUR, 9 - week, 4, week=week, finished=False)
            number = {player.name: player.number for player in event.players.all()}
            groups = {first: [number["Ann Archer"]], "ladies": [number["Ann Archer"], number["Cora Cole"]]}
            change_groups(event, groups | {"men": [number["Ben Baker"]]}, {}, by=director, at=NOW)
            finish_event(event, by=director, at=NOW)
            evenings.append(event)
        return season_of(director, *evenings, is_public=True)

    def lines(self, person):
        found = re.findall(r'<td class="num place">(.*?)</td>.*?<bdi>(.*?)</bdi>', person.page)
        return [(int(place), name) for place, name in found]

    def test_a_group_has_places_among_themselves_by_the_groups_of_their_last_event(self, client, grouped):
        person = Person(client).visit(at(grouped))
        whole = {name: place for place, name in self.lines(person)}
        person.follow("Ladies")
        assert "Ladies only, with places among themselves" in person.text
        behind = 1 if whole["Cora Cole"] == whole["Ann Archer"] else 2
        shown = {name: place for place, name in self.lines(person)}
        assert sorted(shown.values()) == [1, behind]
        assert (shown["Ann Archer"] <= shown["Cora Cole"]) == (whole["Ann Archer"] <= whole["Cora Cole"])
        assert {name for _place, name in self.lines(person.follow("Everyone"))} == set(FOUR)
        page = Person(client).visit(at(grouped))
        assert "Novices" not in page.text
        assert [name for _place, name in self.lines(page.follow("Members"))] == ["Ann Archer"]
        assert "in the groups that they had at the last event they played" in page.text

    def test_the_files_name_everybodys_groups(self, client, grouped):
        data = tablib.Dataset().load(client.get(at(grouped, "csv")).content.decode("utf-8-sig"), format="csv")
        assert data.headers[:5] == ["Place", "Name", "Points", "Events", "Groups"]
        assert data.headers[5].startswith("Evening 0, 2026-")
        assert {row[1]: row[4] for row in data} == {
            "Ann Archer": "Ladies, Members",
            "Ben Baker": "Men",
            "Cora Cole": "Ladies",
            FOUR[3]: "",
        }
        assert all(row[5] and row[6] for row in data)
