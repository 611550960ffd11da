"""Groups of players, as a director without JavaScript uses them and as everybody sees them."""

import re
from io import BytesIO

import pytest
import tablib
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import NOW, Evening, enter, make_event, make_players, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.paper import printed
from tests.helpers.person import Person
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Event
from tournament.reports.groups import in_group
from tournament.reports.standings import standings
from tournament.services.groups import change_groups
from tournament.services.wishes import set_mixed
from tournament.state.groups import group_members


@pytest.fixture
def dora(desk, event):
    make_players(event, 8)
    return Person(desk).visit(reverse("players:index", args=[event.slug]))


@pytest.fixture
@kept
def played(director):
    """Two rounds of nine players, the second not closed; ladies are 2, 3, 5, 7 and 9, men the others."""
    evening = Evening(director, players=9).published().scores(1, (9, 4), N=1).scores(1, None, (6, 7), E=1)
    groups = {"ladies": [2, 3, 5, 7, 9], "men": [1, 4, 6, 8]}
    return evening.closed(1).then(change_groups, groups, {}).event


def at(event, page="public:standings", **asked):
    return reverse(page, args=[event.slug]), asked


def rows(html):
    """(place, number) of each line of the public list."""
    found = re.findall(r'<tr id="p(\d+)"><td class="num place kept">(\d+)</td>', html)
    return [(int(place), int(number)) for number, place in found]


class TestGiving:
    def test_from_the_players_page_a_group_is_ticked_and_shown(self, dora, event):
        assert "Groups" not in dora.page.partition("<table")[2]
        dora.follow("Groups").follow("Ladies")
        dora.press("Save", members=["1", "3"])
        assert "Ladies: 2 players." in dora.text
        assert event.players.get(number=3).groups == ["ladies"]
        dora.follow("Ladies").press("Save", members=["3", "5"])
        assert group_members(event) == {"ladies": {3, 5}}
        dora.follow("Players")
        assert "Groups" in dora.page.partition("<table")[2]

    def test_a_group_of_ones_own_is_named_first_in_letters_and_digits(self, dora, event):
        dora.follow("Groups").press("Continue", group="A/B")
        assert "Use letters and digits, without a slash." in dora.text
        dora.press("Continue", group="Tuesday club")
        dora.press("Save", members=["8"])
        assert group_members(event) == {"Tuesday club": {8}}
        assert dora.visit(reverse("groups:members", args=[event.slug, "x" * 40])).response.status_code == 404

    def test_two_officials_tick_at_a_time_and_neither_undoes_the_other(self, dora, event, director):
        page = dora.follow("Groups").follow("Ladies").path
        other = Client()
        other.force_login(director)
        Person(other).visit(page).press("Save", members=["2"])
        dora.press("Save", members=["1"])
        dora.visit(page).press("Save")  # as it stands
        assert group_members(event) == {"ladies": {1, 2}}

    def test_a_walk_in_and_an_edited_player_get_the_groups_that_there_are(self, dora, event, does):
        dora.visit(reverse("players:add", args=[event.slug]))
        assert 'name="groups"' not in dora.page
        does(change_groups, event, {"ladies": [1]}, {})
        dora.visit(reverse("players:add", args=[event.slug])).press("Add", name="Una Ure", groups=["ladies"])
        assert event.players.get(own_name="Una Ure").groups == ["ladies"]
        dora.visit(reverse("players:edit", args=[event.slug, 1])).press("Save", groups=None)
        assert group_members(event) == {"ladies": {9}}

    def test_a_pasted_list_may_have_a_column_of_groups(self, dora, event):
        text = "Name\tGroup\nUna Ure\tsomething that is much too long\nVic Voss\tmen"
        dora.visit(reverse("players:import", args=[event.slug])).press("Check the list", text=text)
        assert "A group is one or two words" in dora.text
        text = "Name\tGroup\nUna Ure\tladies, novices\nVic Voss\t\nWes West\tMen"
        dora.visit(reverse("players:import", args=[event.slug])).press("Check the list", text=text)
        assert "ladies, novices" in dora.text
        dora.press("Import")
        assert group_members(event) == {"ladies": {9}, "men": {11}, "novices": {9}}


class TestStandings:
    def test_links_lead_from_group_to_group_and_each_has_places_of_its_own(self, client, played):
        everybody = [number for _place, number in rows(client.get(*at(played)).content.decode())]
        page = client.get(*at(played, group="ladies")).content.decode()
        found = rows(page)
        assert [number for _place, number in found] == [n for n in everybody if n in (2, 3, 5, 7, 9)]
        assert found[0][0] == 1
        assert "Ladies only, with places among themselves" in page
        assert "?group=ladies" in client.get(*at(played)).content.decode()
        page = client.get(*at(played, group="ladies")).content.decode()
        assert "?sort=number&amp;group=ladies" in page
        assert "part=standings&amp;group=ladies" in page
        part = client.get(*at(played, "public:live", part="standings", group="men")).content.decode()
        assert {number for _place, number in rows(part)} == {1, 4, 6, 8}

    def test_an_event_without_groups_shows_none(self, client, director):
        event = make_published(director, players=8)
        enter(table_of(event), 9, 4)
        page = client.get(*at(event)).content.decode()
        assert "Ann Archer" in page
        assert "Everyone" not in page
        assert "group" not in page.replace("aria-labelledby", "").partition("<main")[2].partition("</main")[0]

    def test_the_desk_and_the_paper_are_of_the_group_too(self, desk, played):
        page = Person(desk).visit(reverse("standings:show", args=[played.slug]) + "?group=men")
        assert "Men only, with places among themselves" in page.text
        assert "Dan Drew" in page.text
        assert "Ben Baker" not in page.text
        page = Person(desk).visit(reverse("printing:index", args=[played.slug]) + "?paper=standings")
        assert "Everyone" in page.text
        paper = printed("standings", played, group="ladies")
        assert "Ladies, places among themselves" in paper.pages[0]
        assert "Ben Baker" in paper.pages[0]
        assert "Dan Drew" not in paper.pages[0]

    def test_what_decided_is_the_first_key_in_which_two_differ(self, played):
        table = standings(played)
        top = table.rows[0]
        assert in_group(table, {top.number}).rows[0].decided_by is None
        for row in table.rows[1:]:
            two = in_group(table, {top.number, row.number}).rows
            keys = ("points", "rounds_won", "loners", "best_round")
            assert two[1].decided_by == next((k for k in keys if getattr(top, k) != getattr(row, k)), None)

    def test_a_key_that_no_column_shows_is_named_where_it_decided_alone(self, director, does):
        event = make_published(director, players=4, rounds=1, order=("rounds_won", "lot"))
        enter(table_of(event), 9, 4)
        table = standings(event)
        two = in_group(table, {table.rows[0].number, table.rows[1].number}).rows
        assert two[1].decided_by == "lot"


class TestPublicFiles:
    """The standings as files name the groups that the page shows, and no more than it does."""

    GROUPS = {2: "Ladies", 5: "Ladies, Novices", 4: "Men", 9: ""}

    @pytest.fixture
    def named(self, played, does):
        does(change_groups, played, {"novices": [5], "members": [8]}, {"ladies": [9], "men": [8]})
        return played

    def listed(self, content, kind):
        readable = content.decode("utf-8-sig") if kind == "csv" else BytesIO(content)
        return tablib.Dataset().load(readable, format=kind)

    def test_each_list_names_everybodys_groups_before_the_rounds(self, client, named):
        for kind in ("csv", "xlsx"):
            data = self.listed(client.get(*at(named, f"public:{kind}")).content, kind)
            assert data.headers[-4:] == ["Decided by", "Groups", "Round 1", "Round 2"]
            groups = {int(row["No."]): row["Groups"] or "" for row in data.dict}
            assert groups.items() >= self.GROUPS.items()
        rows = client.get(*at(named, "public:standings_json")).json()["rows"]
        groups = {row["number"]: row["groups"] for row in rows}
        assert (groups[5], groups[4], groups[9]) == (["ladies", "novices"], ["men"], [])

    @pytest.mark.parametrize("guests", [[], [3]], ids=["no group", "a group of whom nobody is ranked"])
    def test_a_list_without_groups_has_no_such_column(self, client, director, does, guests):
        event = make_published(director, players=8)
        enter(table_of(event), 9, 4)
        event.players.filter(number__in=guests).update(ranked=False)
        does(change_groups, event, {"guests": guests}, {})
        headers = self.listed(client.get(*at(event, "public:csv")).content, "csv").headers
        assert "Name" in headers
        assert "Groups" not in headers


class TestMixing:
    @pytest.mark.slow
    def test_a_draft_is_mixed_and_says_how_well(self, dora, event, does):
        wishes = reverse("wishes:index", args=[event.slug])
        assert "Mixed seating" not in dora.visit(wishes).text
        does(change_groups, event, {"ladies": [1, 2, 3, 4]}, {})
        mixed = {"mixed-mixed": "partners"}
        assert "Choose the group." in dora.visit(wishes).press("Save", **mixed, **{"mixed-group": ""}).text
        dora.press("Save", **mixed, **{"mixed-group": "Ladies"})
        assert "The mixed seating is saved." in dora.text
        dora.visit(reverse("seating:index", args=[event.slug])).press("Seat them")
        assert "Mixed partners: Ladies" in dora.text
        assert "Nobody partners another of them." in dora.text
        draft = event.drafts.get()
        ladies = {1, 2, 3, 4}
        for tables in draft.plan["plan"]:
            assert not any({t["N"], t["S"]} <= ladies or {t["E"], t["W"]} <= ladies for t in tables)

    def test_what_cannot_be_had_is_told_and_a_group_that_changed_since_the_draft(self, dora, event, does):
        does(change_groups, event, {"ladies": [1, 2, 3, 4, 5, 6]}, {})
        does(set_mixed, event, "partners", "ladies")
        dora.visit(reverse("seating:index", args=[event.slug])).press("Seat them")
        assert "There are not enough others, so it cannot be had less often." in dora.text
        does(change_groups, event, {}, {"ladies": [3]})
        assert "The requests have changed since this draw." in dora.visit(dora.path).text


class TestElsewhere:
    def test_the_archive_has_groups_and_mixing_and_comes_back_to_the_byte(self, played, director, does):
        assert "mixed" not in document(played)["event"]
        does(set_mixed, played, "partners", "ladies")
        written = document(Event.objects.get(pk=played.pk))
        assert written["players"][1]["groups"] == ["ladies"]
        assert written["event"]["mixed"] == {"what": "partners", "group": "ladies"}
        again = import_event(loads(dumps(written).encode()), by=director, at=NOW, slug="again")
        assert group_members(again) == group_members(played)
        later = document(Event.objects.get(pk=again.pk))
        later["event"]["slug"] = written["event"]["slug"]
        assert dumps(later | {"history": None}) == dumps(written | {"history": None})

    def test_the_list_of_players_has_a_column_of_groups_where_there_are_any(self, played, desk, event):
        lists = [
            desk.get(reverse("archive:csv", args=[one.slug, "players"])).content.decode()
            for one in (played, event)
        ]
        assert "Groups" in lists[0]
        assert "2,Ben Baker,Here,1,,yes,,Ladies" in lists[0]
        assert "Groups" not in lists[1]

    def test_people_of_an_earlier_event_keep_their_groups(self, played, director, does, desk):
        new = make_event(director, name="Another")
        person = Person(desk).visit(reverse("players:earlier", args=[new.slug]) + f"?from={played.slug}")
        person.press("Add the ticked players", people=[player.pk for player in played.players.in_order()])
        assert group_members(new) == group_members(played)
