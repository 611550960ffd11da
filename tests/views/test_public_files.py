"""The picture of the result, and the tags with which a link to it is shared."""

import re
import time
from io import BytesIO

import pytest
import tablib
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, make_event, make_players
from tournament.models import Event
from tournament.printing import jobs
from tournament.rotation.movements import MOVEMENTS
from tournament.services import seasons
from tournament.services.rounds import reveal
from tournament.services.teams import form_teams, set_teams
from tournament.views import public_files
from tournament.web import caches, event_cache
from tournament.words.sentences import in_words


def played(director, *, hidden=0, **changes):
    evening = Evening(director, **changes).published().changed(hidden_rounds=hidden)
    for number in (1, 2):
        evening.scores(number, (9, 4), (11, 5)).closed(number)
    return evening


@pytest.fixture
def done(director):
    return played(director).finished().event


def picture(event):
    return at(event, "public:picture")


def fetched(client, event):
    """The picture, asked for as those do who fetch pictures: again, while it is drawn."""
    for _try in range(300):
        answer = client.get(picture(event))
        if answer.status_code != 503:
            return answer
        assert "ETag" not in answer
        assert answer["Retry-After"]
        time.sleep(0.2)
    raise AssertionError("the picture is not drawn")


def test_the_result_is_a_picture_of_1200_by_630_that_is_kept(client, done):
    """Players' finding, "wow" 7."""
    answer = fetched(client, done)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    drawn = Image.open(BytesIO(answer.content))
    assert drawn.size == (1200, 630)
    assert len(drawn.convert("RGB").getcolors(1_000_000)) > 20
    again = client.get(picture(done), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_the_picture_names_the_first_five_and_the_page_needs_no_picture(done, monkeypatch, client):
    drawn = []
    monkeypatch.setattr(jobs, "order_paper", lambda html, kind, **of: drawn.append(html) or jobs.State("x"))
    public_files.order_picture(done)
    rows = event_cache.cached_progress(done).standings.rows
    assert [row.name for row in rows if row.name in drawn[0]] == [row.name for row in rows[:5]]
    assert "20 November 2026" in drawn[0]
    assert "more" not in drawn[0]
    monkeypatch.setattr(jobs, "order_paper", lambda html, kind, **of: jobs.State("x", reason="pango"))
    assert client.get(picture(done)).status_code == 404
    assert client.get(at(done, "public:final")).status_code == 200


def test_nobody_gets_a_picture_before_the_result_is_out_or_of_a_private_event(client, director):
    evening = played(director, hidden=1)
    event = evening.event
    assert client.get(picture(event)).status_code == 404
    event = evening.finished(finale=True).event
    assert client.get(picture(event)).status_code == 404
    assert b"og:image" not in client.get(at(event, "public:event")).content
    reveal(event, None, seen=0, of=4, by=director, at=NOW)
    assert client.get(picture(event)).status_code in (200, 503)
    Event.objects.update(is_public=False)
    caches.forget()
    assert client.get(picture(event)).status_code == 404


@pytest.mark.parametrize("page", ["event", "final"])
def test_a_link_to_the_result_is_shared_with_its_picture(done, settings, page):
    settings.ALLOWED_HOSTS = ["euchre.example"]
    answer = Client().get(at(done, f"public:{page}"), headers={"host": "euchre.example"})
    tags = dict(re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', answer.content.decode()))
    assert tags["image"] == f"http://euchre.example{picture(done)}"
    assert tags["title"] == "Friday Night Euchre"
    assert tags["url"] == f"http://euchre.example{at(done, 'public:final')}"


@pytest.mark.parametrize("page", ["event", "final"])
def test_an_event_links_the_public_seasons_it_is_part_of(client, done, director, page):
    """Seasons link their events; events did not link their season."""
    for name, is_public in (("Winter", True), ("Committee only", False)):
        season = seasons.create_season(name, by=director, at=NOW)
        seasons.choose_events(season, [done], by=director)
        seasons.change_season(season, is_public=is_public)
    html = client.get(at(done, f"public:{page}")).content.decode()
    assert f'href="{reverse("season:show", args=["winter"])}"' in html
    assert "Committee only" not in html


def test_the_rules_page_says_who_moves_where_and_what_its_letters_mean(client, done):
    html = client.get(at(done, "public:rules")).content.decode()
    assert "Who moves where" in html
    assert str(words_of_rule(done)) in html
    cited = set(re.findall(r'<span class="rule-source">([A-Z]+)', html))
    key = set(re.findall(r"<dt>([^<]+)</dt>", html.partition('class="rule-key"')[2]))
    assert {letter for letter in cited if letter not in key and letter[0] not in key} == set()


def words_of_rule(event):
    return in_words(MOVEMENTS[event.movement].rule)


@pytest.fixture
def before_play(director):
    """Players have come, some as teams, and nobody is seated; who comes is not shown."""
    event = make_event(director)
    make_players(event)
    set_teams(event, Event.Teams.FIRST, by=director, at=NOW)
    form_teams(event, [(1, 2)], confirmed=True, by=director, at=NOW)
    return event


@pytest.mark.parametrize("kind", ["csv", "xlsx", "standings_json", "pdf"])
def test_before_play_begins_no_file_of_the_standings_names_anybody(client, before_play, kind):
    """Finding: the lists named everybody who had come, while no page did."""
    answer = client.get(at(before_play, f"public:{kind}"))
    content = answer.content
    if kind == "xlsx":
        content = str(tablib.Dataset().load(BytesIO(content), format="xlsx").dict).encode()
    for player in before_play.players.all():
        assert player.name.encode() not in content
    if kind == "pdf":
        assert answer.status_code == 404
        assert "Places appear here with the first sheet of round 1." in content.decode()


@pytest.mark.parametrize("name", ["front", "standings"])
def test_nor_does_a_page_that_is_asked_for_a_number(client, before_play, name):
    address = reverse("public:event" if name == "front" else "public:standings", args=[before_play.slug])
    page = client.get(address, {"player": 1}).content.decode()
    assert before_play.name in page
    assert before_play.players.get(number=1).name not in page
