"""The standings page of officials: what it shows, sorting, narrowing, giving and taking points."""

import json
import re
from operator import attrgetter

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, Evening, close, enter, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.scripted import Scripted
from tournament.models import Event
from tournament.printing.paper import SIZES, PrintChoice, source
from tournament.printing.papers import PAPERS
from tournament.registry.features import ALL
from tournament.reports import standings_columns
from tournament.reports.standings_columns import Column
from tournament.services.adjustments import adjust
from tournament.services.teams import form_teams, set_teams


@pytest.fixture
@kept
def played(director):
    """Nine players, so one sits out; both tables of round 1 have reported."""
    return Evening(director, players=9).published().scores(1, (9, 4), N=1).scores(1, None, (6, 7)).event


def url(event, name="show", *args):
    return at(event, f"standings:{name}", *args)


def rows(response):
    """The body rows as lists of cell texts."""
    html = response.content.decode()
    body = html[html.index("<tbody>") : html.index("</tbody>")]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def test_the_grid_shows_what_decided_who_shares_and_who_sat_out(desk, played):
    lone = table_of(played).seatings.get(seat="N").player
    first = rows(desk.get(url(played)))[0]
    assert first[:9] == ["1", str(lone.number), lone.name, "10", "1", "1", "10", "", "10"]
    found = {row[1]: row for row in rows(desk.get(url(played)))}
    out = str(played.rounds.get(number=1).seatings.get(table=None).player.number)
    assert found[out][3] == "0"
    assert found[out][8] == "out"
    assert [row[0] for row in found.values()] == ["1", "2", "3", "3", "5", "5", "7", "7", "9"]
    assert [row[7] for row in found.values()].count("shared") == 6


def test_a_column_described_once_is_in_every_list(desk, client, played, does, monkeypatch):
    more = Column("euchred", "Times euchred", attrgetter("record.euchred"), json="euchred", head="Euchred")
    monkeypatch.setattr(standings_columns, "SUMS", (*standings_columns.SUMS, more))
    Event.objects.update(features=ALL)
    does(set_teams, played, "first")
    does(form_teams, played, [(1, 2), (3, 4)], confirmed=True)
    played.refresh_from_db()
    for name in ("public:standings", "public:teams", "public:csv", "standings:show", "teams:standings"):
        assert "Times euchred" in desk.get(at(played, name)).content.decode(), name
    assert "Times euchred" in desk.get(at(played, "archive:csv", "standings")).content.decode()
    found = json.loads(client.get(at(played, "public:standings_json")).content)
    assert all("euchred" in row for row in (*found["rows"], *found["teams"]))
    for kind in ("standings", "team-standings"):
        assert "Euchred" in source(PAPERS[kind], played, PrintChoice(SIZES["a4"])), kind


def test_sorting_by_name_knows_no_accents_and_no_capitals(desk, played):
    for number, name in ((1, "Zoë"), (2, "Élodie"), (3, "ebba"), (4, "Eva")):
        played.players.filter(number=number).update(own_name=name)
    names = [row[2] for row in rows(desk.get(url(played), {"sort": "name"}))]
    assert [name for name in names if name[0] in "ZÉeE"] == ["ebba", "Eve Ellis", "Élodie", "Eva", "Zoë"]


def test_a_name_or_number_narrows_the_grid_and_a_round_shows_only_that_far(desk, played):
    everybody = {row[2]: row[0] for row in rows(desk.get(url(played)))}
    dora = Scripted(desk).visit(url(played))
    for q, expected in (("gwen", ["Gwen Gray"]), ("7", ["Gwen Gray"]), ("zz", [])):
        found = [row for row in rows(dora.press("Show", q=q).response) if len(row) > 1]
        assert [row[2] for row in found] == expected
        assert all(row[0] == everybody[row[2]] for row in found)
    close(played)
    enter(table_of(played, 2, 1), 8, 5)
    now = rows(dora.press("Show", q="").response)
    then = rows(dora.press("Show", through="1").response)
    assert len(now[0]) == len(then[0]) + 1
    dora.press("Show", q="gwen")  # still so far
    assert "These are the standings after round 1." in dora.text


def test_a_page_holds_at_most_a_hundred_players(desk, director):
    event = make_published(director, players=240, rounds=1)
    assert len(rows(desk.get(url(event)))) == 100
    assert len(rows(desk.get(url(event), {"per_page": "100000"}))) == 100


@pytest.mark.parametrize("players", [8, 80])
def test_the_page_takes_as_many_queries_for_eight_as_for_eighty(desk, director, players):
    event = make_published(director, players=players, rounds=1)
    enter(table_of(event), 9, 4)
    desk.get(url(event))
    assert queries(desk, url(event)) <= 13


class TestGivingAndTakingPoints:
    def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(self, dora, played):
        dora.visit(url(played, "adjust") + "?player=7")
        for typed, words in (
            ({"points": "100"}, "Give at most 99 points."),
            ({"points": "two", "reason": "\u200b"}, "Write a whole number"),
            ({"points": "0"}, "Give or take 1 to 99 points"),
            ({"points": "-2"}, "Say why; players see the reason"),
            ({"reason": "x" * 301}, "Keep the reason to 300 characters."),
            ({"player": "", "reason": "late back"}, "Choose the player"),
        ):
            assert words in dora.press("Change the total", **typed).text
        assert not played.adjustments.exists()
        dora.press("Change the total", player="7")
        assert dora.path == url(played)
        assert "late back" in dora.text
        assert "−2" in dora.text
        assert played.adjustments.get().player.number == 7

    @pytest.mark.rude
    def test_a_player_whom_the_page_does_not_offer_gets_no_points(self, desk, played):
        for player in ("99", "abc", "1\x00", "9" * 30):
            answer = desk.post(url(played, "adjust"), {"player": player, "points": "2", "reason": "x"})
            assert list(answer.context["form"].errors) == ["player"]
        assert not played.adjustments.exists()

    def test_revoking_asks_why_and_takes_the_points_back(self, dora, played, director):
        made = adjust(played.players.get(number=7), 5, "a gift", by=director, at=NOW)
        assert dora.visit(url(played, "revoke_adjustment", 99)).response.status_code == 404
        dora.visit(url(played, "revoke_adjustment", made.number))
        assert "a gift" in dora.text
        assert "Say why it is revoked." in dora.press("Revoke").text
        dora.press("Revoke", reason="no gifts")
        assert "no gifts" in dora.text
        made.refresh_from_db()
        assert made.revoked_at is not None


def test_the_page_says_when_places_appear_and_what_a_dash_means(desk, event, played):
    page = desk.get(url(event)).content.decode()
    assert "Places appear here" in page
    assert "<tbody>" not in page
    # The dash was only said to mean that no sheet is in.
    page = " ".join(desk.get(url(played)).content.decode().split())
    assert (
        "A dash means no points: no sheet is in, or the player was not there (late, away or gone home)."
        in page
    )
