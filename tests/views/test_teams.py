"""Teams of two, as a director without JavaScript uses them and as everybody sees them."""

import json
import re

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_players, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Event
from tournament.registry.features import AT_FIRST
from tournament.reports.standings import standings
from tournament.services.substitutions import substitute
from tournament.services.teams import dissolve, form_teams, set_floats, set_teams
from tournament.state.teams import teams_of


@pytest.fixture
def dora(desk, event):
    make_players(event, 8)
    return Person(desk).visit(at(event, "players:index"))


@pytest.fixture
@kept
def played(director):
    """Round 1 of eight players: 1 and 2, 3 and 4, 5 and 6 are teams; 7 and 8 are a floater."""
    evening = Evening(director).published().scores(1, (9, 4), N=1).scores(1, None, (6, 7), E=1).closed(1)
    evening.then(set_teams, "first")
    evening.then(form_teams, [(1, 2), (3, 4), (5, 6), (7, 8)], confirmed=True)
    return evening.then(set_floats, 4, True).event


def teams(event):
    event.refresh_from_db()
    return {team.number: team.numbers for team in teams_of(event)}


def places(html):
    """(team, place or None, points) of each line."""
    row = r'<tr id="team(\d+)">\s*<td class="num place kept">\s*(\d+)?.*?<td class="num points kept">(-?\d+)<'
    rows = re.findall(row,
                      html, re.DOTALL)  # fmt: skip
    return [(int(team), int(place) if place else None, int(points)) for team, place, points in rows]


class TestForming:
    def test_an_event_without_teams_says_nothing_of_them(self, dora, event, client):
        Event.objects.update(features=AT_FIRST)
        dora.visit(dora.path)
        assert "Team" not in dora.page
        public = client.get(at(event, "public:standings")).content.decode()
        assert "teams" not in public
        assert client.get(at(event, "public:teams")).status_code == 404
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
        dora.visit(at(event, "seating:index")).press("Seat them")
        assert "The two of every team are partners in round 1." in dora.text

    def test_errors_are_beside_their_fields(self, dora, event, does):
        does(set_teams, event, "first")
        does(form_teams, event, [(1, 2)])
        dora.visit(at(event, "teams:index"))
        dora.press("Form the team", **{"pair-player": "3", "pair-other": "3"})
        assert "A team is two different players." in dora.text
        dora.press("Form the teams", **{"lines-lines": "3 4\n5 77\nEve"})
        assert "Line 2: Nobody here has number 77." in dora.text
        assert "Line 3: Type two players, with a comma between them." in dora.text
        assert teams(event) == {1: (1, 2)}

    def test_after_round_1_was_seated_the_choices_are_told(self, desk, director, does):
        event = make_published(director, players=8, rounds=2)
        does(set_teams, event, "first")
        dora = Person(desk).visit(at(event, "teams:index"))
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
        dora.visit(at(event, "seating:index")).press("Seat them")
        assert "The two of this team are not partners in round 1, since somebody sits out" in dora.text
        assert "have changed" not in dora.text
        does(dissolve, event, [1])
        dora.visit(dora.path)
        assert "The teams have changed since this was drawn. Draw it again to seat them." in dora.text

    def test_whoever_leaves_costs_the_place_until_somebody_plays_on(self, desk, played, does):
        seat = {"walk_up": "Sue Stand", "for_seat": True, "from_round": 2, "to_round": 2}
        does(substitute, played.players.get(number=2), **seat)
        dora = Person(desk).visit(at(played, "teams:index"))
        assert "It keeps its points so far and takes no place." in dora.text
        before = {team: place for team, place, _points in places(
            desk.get(at(played, "teams:standings")).content.decode()
        )}  # fmt: skip
        assert before[1] is None
        dora.press("Play on for the team", **{"join-team": "1", "join-player": "Sue"})
        assert teams(played)[1] == (1, 2, 9)
        dora.visit(at(played, "standings:show")).follow("Teams")
        assert "Sue Stand" in dora.text
        assert {team: place for team, place, _points in places(dora.page)}[1]


class TestStandings:
    def test_teams_are_ranked_by_their_sums_and_floaters_take_no_place(self, desk, client, played):
        points = {row.number: row.points for row in standings(played).rows}
        sums = {team: points[2 * team - 1] + points[2 * team] for team in (1, 2, 3, 4)}
        official = desk.get(at(played, "teams:standings")).content.decode()
        public = client.get(at(played, "public:teams")).content.decode()
        live = client.get(at(played, "public:live"), {"part": "teams"}).content.decode()
        for page in (official, public, live):
            found = places(page)
            assert {team: total for team, _place, total in found} == sums
            assert [total for _team, place, total in found if place] == sorted(
                (sums[team] for team in (1, 2, 3)), reverse=True
            )
            assert found[-1][:2] == (4, None)
        assert "Standings of the teams" in client.get(at(played, "public:standings")).content.decode()

    def test_the_big_screen_shows_them_after_the_standings(self, client, played):
        enter(table_of(played, 2, 1), 8, 5)
        html = client.get(at(played, "public:board_live")).content.decode()
        assert re.findall(r'data-slide="(\w+)"', html)[:3] == ["play", "standings", "teams"]
        lines = re.findall(
            r'place-of">(.+?)<.*?who">(.+?)<.*?seat">\s*(-?\d+)<', html.partition('"teams"')[2], re.DOTALL
        )
        ranked = places(client.get(at(played, "public:teams")).content.decode())
        assert [(place, int(points)) for place, _names, points in lines] == [
            (str(place or "–"), points) for _team, place, points in ranked
        ]
        assert {names for _place, names, _points in lines} >= {"Ann Archer and Ben Baker"}
        assert "A floater" in html

    def test_the_json_has_teams_only_where_there_are_any(self, client, played, does):
        url = at(played, "public:standings_json")
        rows = json.loads(client.get(url).content)["teams"]
        assert [row["players"] for row in rows if row["team"] == 4] == [[7, 8]]
        assert next(row["place"] for row in rows if row["team"] == 4) is None
        does(dissolve, played, [1, 2, 3, 4])
        does(set_teams, played, "")
        assert "teams" not in json.loads(client.get(url).content)


def test_a_floater_that_is_no_team_is_refused(played, director):
    archive = loads(dumps(document(played)).encode())
    archive["event"]["teams"]["floaters"] = [9]
    with pytest.raises(Exception, match="must be teams of the players"):
        import_event(archive, by=director, at=NOW, slug="again")
