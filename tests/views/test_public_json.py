"""The public pages as JSON: what the schema says, what the pages say, and for any site to read."""

import json
import re

import pytest

from tests.helpers.factories import NOW, enter, make_event, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.public_json import read, wrong
from tournament.services.adjustments import adjust
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, choose_events, create_season


@pytest.fixture
@kept
def played(director):
    """Nine players, so one sits out; round 1 of 2 closed, one of two tables of round 2 in."""
    event = make_published(director, players=9, rounds=2, venue="Parish hall", time_zone="America/Toronto")
    play(event, 1, 9, 4, N=1)
    enter(table_of(event, 2, 1), 7, 6)
    adjust(event.players.get(number=9), -2, "late back", by=director, at=NOW)
    event.refresh_from_db()
    return event


@pytest.fixture
def season(played, director):
    enter(table_of(played, 2, 2), 7, 5)
    close_round(played.rounds.get(number=2), by=director, at=NOW)
    finish_event(played, by=director, at=NOW)
    private = make_published(director, players=4, rounds=1, name="Committee night", is_public=False)
    enter(table_of(private), 9, 4)
    close_round(private.rounds.get(), by=director, at=NOW)
    finish_event(private, by=director, at=NOW)
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, [played, private, make_event(director, name="Next week")], by=director)
    return change_season(season, is_public=True)


def test_the_standings_say_what_the_page_says(client, played):
    values = read(client, f"/e/{played.slug}/standings.json")
    page = client.get(f"/e/{played.slug}/standings/").content.decode()
    place, points = r'<td class="num place kept">(\d+)</td>', r'<td class="num points kept">(.*?)</td>'
    shown = re.findall(rf'<tr id="p(\d+)">{place}.*?{points}', page)
    written = [(row["number"], row["place"], row["points"]) for row in values["rows"]]
    assert [(int(n), int(at), int(sum_.replace("−", "-"))) for n, at, sum_ in shown] == written
    assert (values["after_round"], values["tables_in"], values["tables_due"]) == (2, 1, 2)
    assert values["as_of"] == "2026-11-20T14:42:00-05:00"
    assert (values["final"], values["hidden"], values["rounds"]) == (False, False, [1, 2])
    nine = next(row for row in values["rows"] if row["number"] == 9)
    assert nine["adjustments"] == -2


def test_the_rounds_have_every_table_and_who_sits_out(client, played):
    first, second = read(client, f"/e/{played.slug}/rounds.json")["rounds"]
    assert [side["points"] for table in first["tables"] for side in table["sides"]] == [9, 4, 9, 4]
    assert [side["won"] for side in first["tables"][0]["sides"]] == [True, False]
    assert sum(who["lone_marches"] for side in first["tables"][0]["sides"] for who in side["players"]) == 1
    assert [side["points"] for side in second["tables"][1]["sides"]] == [None, None]
    assert (first["status"], second["status"], len(first["sit_out"])) == ("closed", "open", 1)


def test_a_season_names_private_events_without_an_address(client, played, season):
    values = read(client, f"/s/{season.slug}/standings.json")
    slugs = {event["name"]: event["slug"] for event in values["events"]}
    assert slugs == {"Friday Night Euchre": played.slug, "Committee night": None, "Next week": "next-week"}
    assert values["rows"][0]["place"] == 1
    assert sum(part["points"] for part in values["rows"][0]["events"]) == values["rows"][0]["value"]


def test_before_a_seating_there_is_nothing_to_rank(client, event):
    values = read(client, f"/e/{event.slug}/standings.json")
    assert (values["rows"], values["after_round"]) == ([], None)
    assert read(client, f"/e/{event.slug}/rounds.json")["rounds"] == []


def test_it_hides_what_the_pages_hide(client, played, director):
    event = change_event(played, short_names=True, hidden_rounds=1, by=director, at=NOW)
    standings = read(client, f"/e/{event.slug}/standings.json")
    rounds = read(client, f"/e/{event.slug}/rounds.json")["rounds"]
    assert (standings["hidden"], standings["rounds"]) == (True, [1])
    assert [side["points"] for table in rounds[1]["tables"] for side in table["sides"]] == [None] * 4
    assert "Archer" not in json.dumps([standings, rounds])
    assert "Ann A." in json.dumps([standings, rounds])


def test_any_site_may_read_it_and_ask_again_cheaply(client, played, season):
    for path in (
        f"/e/{played.slug}/standings.json",
        f"/e/{played.slug}/rounds.json",
        f"/s/{season.slug}/standings.json",
    ):
        answer = client.get(path)
        again = client.get(path, headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
        for one in (answer, again):
            assert one["Access-Control-Allow-Origin"] == "*"
            assert one["Cache-Control"].startswith("public, max-age=0, must-revalidate")
            assert not one.cookies


def test_no_page_lets_other_sites_read_it(client, played):
    for page in ("", "standings/", "rules/", "standings.csv"):
        answer = client.get(f"/e/{played.slug}/{page}")
        assert (answer.status_code, answer.get("Access-Control-Allow-Origin")) == (200, None)


def test_the_check_of_the_schema_finds_what_is_wrong():
    row = {"number": 1, "name": "Ann", "lone_marches": -1, "age": "60"}
    assert list(wrong(row, {"$ref": "#/$defs/player"})) == ["it has age", "it.lone_marches is -1"]
    assert list(wrong(True, {"type": "integer"})) == ["it is True, not ['integer']"]
