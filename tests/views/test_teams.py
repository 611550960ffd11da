"""Teams of two, as a director without JavaScript uses them and as everybody sees them."""

import json
import re

import pytest
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_players, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.features import AT_FIRST
from tournament.models import Event
from tournament.reports.standings import standings
from tournament.services.events import change_event
from tournament.services.groups import change_groups
from tournament.services.rounds import close_round
from tournament.services.substitutions import substitute
from tournament.services.teams import dissolve, form_teams, set_floats, set_teams
from tournament.state.teams import teams_of


@pytest.fixture
def dora(desk, event):
    make_players(event, 8)
    return Person(desk).visit(reverse("players:index", args=[event.slug]))


@pytest.fixture
@kept
def played(director):
    """Round 1 of eight players: 1 and 2, 3 and 4, 5 and 6 are teams; 7 and 8 are a floater."""
    event = make_published(director, players=8, rounds=2)
    enter(table_of(event, 1, 1), 9, 4, N=1)
    enter(table_of(event, 1, 2), 6, 7, E=1)
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    asked = {"by": director, "at": NOW}
    set_teams(event, "first", **asked)
    form_teams(event, [(1, 2), (3, 4), (5, 6), (7, 8)], confirmed=True, **asked)
    set_floats(event, 4, True, **asked)
    return event


def teams(event):
    event.refresh_from_db()
    return {team.number: team.numbers for team in teams_of(event)}


def places(html):
    """(team, place or None, points) of each line."""
    row = r'<tr id="team(\d+)">\s*<td class="num place">\s*(\d+)?.*?<td class="num points">(-?\d+)<'
    rows = re.findall(row,
                      html, re.DOTALL)  # fmt: skip
    return [(int(team), int(place) if place else None, int(points)) for team, place, points in rows]


class TestForming:
    def test_an_event_without_teams_says_nothing_of_them(self, dora, event, client):
        Event.objects.update(features=AT_FIRST)
        dora.visit(dora.path)
        assert "Team" not in dora.page
        public = client.get(reverse("public:standings", args=[event.slug])).content.decode()
        assert "teams" not in public
        assert client.get(reverse("public:teams", args=[event.slug])).status_code == 404
        assert "teams" not in document(event)["event"]

    def test_from_the_page_of_groups_to_seated_teams(self, dora, event):
        dora.follow("Groups").follow("Teams of two").press("Save", **{"setting-teams": "first"})
        dora.press("Form the team", **{"pair-player": "1", "pair-other": "Cora"})
        assert "1 team formed: 1: Ann Archer and Cora Cole." in dora.text
        dora.press("Form the teams", **{"lines-lines": "2 8\nDan & Eve Ellis"})
        assert teams(event) == {1: (1, 3), 2: (2, 8), 3: (4, 5)}
        dora.press("Pair those left in order of entry")
        assert teams(event)[4] == (6, 7)
        dora.press("Dissolve: 2: Ben Baker and Hugh Hart")
        dora.press("Make it a floater: 4:")
        assert "A floater: it takes no place among the teams." in dora.text
        assert teams(event) == {1: (1, 3), 3: (4, 5), 4: (6, 7)}
        dora.visit(reverse("seating:index", args=[event.slug])).press("Seat them")
        assert "The two of every team are partners in round 1." in dora.text

    def test_errors_are_beside_their_fields(self, dora, event, does):
        does(set_teams, event, "first")
        does(form_teams, event, [(1, 2)])
        dora.visit(reverse("teams:index", args=[event.slug]))
        dora.press("Form the team", **{"pair-player": "2", "pair-other": "3"})
        assert "Ben Baker is in team 1 already. Dissolve that team first." in dora.text
        dora.press("Form the team", **{"pair-player": "3", "pair-other": "3"})
        assert "A team is two different players." in dora.text
        dora.press("Form the teams", **{"lines-lines": "3 4\n5 77\nEve"})
        assert "Line 2: Nobody here has number 77." in dora.text
        assert "Line 3: Type two players, with a comma between them." in dora.text
        dora.press("Save", **{"setting-teams": ""})
        assert "There are teams. Dissolve them first" in dora.text
        assert teams(event) == {1: (1, 2)}

    def test_after_round_1_was_seated_the_choices_are_told(self, desk, director, does):
        event = make_published(director, players=8, rounds=2)
        does(set_teams, event, "first")
        dora = Person(desk).visit(reverse("teams:index", args=[event.slug]))
        dora.press("Form the team", **{"pair-player": "1", "pair-other": "2"})
        assert "Round 1 is seated already. Withdraw the seating" in dora.text
        dora.press("Form the team", **{"pair-confirmed": "on"})
        assert teams(event) == {1: (1, 2)}
        dora.press("Pair those left in order of entry")
        assert teams(event) == {1: (1, 2)}
        dora.press("Pair those left in order of entry", confirmed="1")
        assert len(teams(event)) == 4

    def test_a_draft_says_which_teams_it_cannot_seat_and_that_teams_have_changed(self, dora, event, does):
        make_players(event, ["Ida Innes", "Jack Jones"])
        does(set_teams, event, "first")
        does(form_teams, event, [(n, n + 1) for n in (1, 3, 5, 7, 9)])
        dora.visit(reverse("seating:index", args=[event.slug])).press("Seat them")
        assert "The two of this team are not partners in round 1, since somebody sits out" in dora.text
        assert "have changed" not in dora.text
        does(dissolve, event, [1])
        dora.visit(dora.path)
        assert "The teams have changed since this was drawn. Draw it again to seat them." in dora.text

    def test_whoever_leaves_costs_the_place_until_somebody_plays_on(self, desk, played, does):
        seat = {"walk_up": "Sue Stand", "for_seat": True, "from_round": 2, "to_round": 2}
        does(substitute, played.players.get(number=2), **seat)
        dora = Person(desk).visit(reverse("teams:index", args=[played.slug]))
        assert "It keeps its points so far and takes no place." in dora.text
        before = {team: place for team, place, _points in places(
            desk.get(reverse("teams:standings", args=[played.slug])).content.decode()
        )}  # fmt: skip
        assert before[1] is None
        dora.press("Play on for the team", **{"join-team": "1", "join-player": "Sue"})
        assert teams(played)[1] == (1, 2, 9)
        dora.visit(reverse("standings:show", args=[played.slug])).follow("Teams")
        assert "Sue Stand" in dora.text
        assert {team: place for team, place, _points in places(dora.page)}[1]


class TestStandings:
    def test_teams_are_ranked_by_their_sums_and_floaters_take_no_place(self, desk, client, played):
        points = {row.number: row.points for row in standings(played).rows}
        sums = {team: points[2 * team - 1] + points[2 * team] for team in (1, 2, 3, 4)}
        official = desk.get(reverse("teams:standings", args=[played.slug])).content.decode()
        public = client.get(reverse("public:teams", args=[played.slug])).content.decode()
        live = client.get(reverse("public:live", args=[played.slug]), {"part": "teams"}).content.decode()
        for page in (official, public, live):
            found = places(page)
            assert {team: total for team, _place, total in found} == sums
            assert [total for _team, place, total in found if place] == sorted(
                (sums[team] for team in (1, 2, 3)), reverse=True
            )
            assert found[-1][:2] == (4, None)
        assert (
            "Standings of the teams"
            in client.get(reverse("public:standings", args=[played.slug])).content.decode()
        )

    def test_the_big_screen_shows_them_after_the_standings(self, client, played):
        enter(table_of(played, 2, 1), 8, 5)
        html = client.get(reverse("public:board_live", args=[played.slug])).content.decode()
        assert re.findall(r'data-slide="(\w+)"', html)[:3] == ["play", "standings", "teams"]
        lines = re.findall(
            r'place-of">(.+?)<.*?who">(.+?)<.*?seat">\s*(-?\d+)<', html.partition('"teams"')[2], re.DOTALL
        )
        ranked = places(client.get(reverse("public:teams", args=[played.slug])).content.decode())
        assert [(place, int(points)) for place, _names, points in lines] == [
            (str(place or "–"), points) for _team, place, points in ranked
        ]
        assert {names for _place, names, _points in lines} >= {"Ann Archer and Ben Baker"}
        assert "A floater" in html

    def test_the_big_screen_can_be_told_to_show_only_them(self, client, played, director):
        url = reverse("public:board", args=[played.slug])
        page = client.get(url, {"show": "teams"}).content.decode()
        assert re.findall(r'data-slide="(\w+)"', page) == ["teams"]
        assert '<a href="?show=teams" aria-current="page">Teams</a>' in page
        without = make_published(director, players=8, rounds=2)
        plain = client.get(reverse("public:board", args=[without.slug]), {"show": "teams"}).content.decode()
        assert ">Teams<" not in plain
        assert '<a href="?" aria-current="page">Everything</a>' in plain

    def test_the_big_screen_shows_no_teams_in_a_group_and_none_before_the_first_sheet(self, client, director):
        event = make_published(director, players=8, rounds=2)
        set_teams(event, "first", by=director, at=NOW)
        form_teams(event, [(1, 2), (3, 4)], by=director, at=NOW, confirmed=True)
        event.refresh_from_db()
        url = reverse("public:board_live", args=[event.slug])
        assert "slide-teams" not in client.get(url).content.decode()
        enter(table_of(event, 1, 1), 9, 4)
        change_groups(event, {"ladies": [1, 3]}, {}, by=director, at=NOW)
        assert "slide-teams" in client.get(url).content.decode()
        assert "slide-teams" not in client.get(url, {"group": "ladies"}).content.decode()

    def test_the_public_page_changes_with_a_score_and_not_before(self, client, played, director):
        url = reverse("public:teams", args=[played.slug])
        first = client.get(url)
        assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 304
        before = places(first.content.decode())
        enter(table_of(played, 2, 1), 12, 3, by=director)
        again = client.get(url, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 200
        assert places(again.content.decode()) != before

    def test_hidden_rounds_count_for_teams_no_more_than_for_players(self, client, played, does):
        does(change_event, played, hidden_rounds=1)
        before = places(client.get(reverse("public:teams", args=[played.slug])).content.decode())
        enter(table_of(played, 2, 1), 12, 3)
        assert places(client.get(reverse("public:teams", args=[played.slug])).content.decode()) == before

    def test_the_json_has_teams_only_where_there_are_any(self, client, played, does):
        url = reverse("public:standings_json", args=[played.slug])
        rows = json.loads(client.get(url).content)["teams"]
        assert [row["players"] for row in rows if row["team"] == 4] == [[7, 8]]
        assert next(row["place"] for row in rows if row["team"] == 4) is None
        does(dissolve, played, [1, 2, 3, 4])
        does(set_teams, played, "")
        assert "teams" not in json.loads(client.get(url).content)


class TestTravelling:
    def test_teams_travel_in_the_archive_byte_for_byte(self, played, director):
        written = dumps(document(played))
        assert json.loads(written)["event"]["teams"] == {"seated": "first", "floaters": [4]}
        again = import_event(loads(written.encode()), by=director, at=NOW, slug="again")
        assert teams(again) == teams(played)
        slug = f'"slug": "{played.slug}"'
        assert dumps(document(again)).replace('"slug": "again"', slug) == written
        assert Event.objects.get(slug="again").floating_teams == [4]

    def test_the_list_of_players_tells_the_team(self, desk, played):
        lines = desk.get(reverse("archive:csv", args=[played.slug, "players"])).content.decode().splitlines()
        assert lines[0].endswith("Team")
        assert lines[3].endswith(",2")

    def test_a_floater_that_is_no_team_is_refused(self, played, director):
        archive = loads(dumps(document(played)).encode())
        archive["event"]["teams"]["floaters"] = [9]
        with pytest.raises(Exception, match="must be teams of the players"):
            import_event(archive, by=director, at=NOW, slug="again")
