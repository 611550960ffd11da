"""A player's page that everybody may see: their place by round, with and against whom, and their season."""

import re
from itertools import pairwise

import pytest
from django.urls import reverse

from tests.helpers.database import queries
from tests.helpers.factories import NOW, Evening, enter, make_players, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.person import words
from tournament.models import Event
from tournament.reports.player_page import place_graph
from tournament.reports.standings import standings
from tournament.services.seasons import choose_events, create_season
from tournament.web import caches

pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture
@kept
def played(director):
    """Nine players in three rounds, two of them closed; of the third one table is in."""
    evening = Evening(director, players=9, rounds=3).published()
    for number in (1, 2):
        evening.scores(number, (9, 4), N=1).scores(number, None, (6, 7)).closed(number)
    return evening.scores(3, (8, 5)).event


def url(event, number):
    return reverse("public:player", args=[event.slug, number])


def set_on(event, **values):
    Event.objects.filter(pk=event.pk).update(**values)
    caches.forget()


def test_the_places_after_each_round_are_those_of_the_standings(client, played):
    """Players' wish 6: place by round as a graph, with its figures as text."""
    number = table_of(played, 1).seatings.get(seat="N").player.number
    html = client.get(url(played, number)).content.decode()
    for through in (1, 2, 3):
        rows = standings(played, through=through).rows
        place = next(row.place for row in rows if row.number == number)
        assert re.search(rf"round {through}: {place}(st|nd|rd|th)", html)
    assert html.count('class="graph-point"') == 3
    assert 'role="img"' in html
    assert "style=" not in html


def test_partners_and_opponents_are_named_with_their_results_and_lead_to_their_pages(client, played):
    seats = {s.seat: s.player for s in table_of(played, 1, 1).seatings.select_related("player")}
    page = words(client.get(url(played, seats["N"].number)))
    assert f"1 {seats['S'].name} against {seats['E'].name} , {seats['W'].name} 9–4 won 10 1st" in page
    seats = {s.seat: s.player for s in table_of(played, 1, 1).seatings.select_related("player")}
    html = client.get(url(played, seats["N"].number)).content.decode()
    for seat in "ESW":
        assert f'href="{url(played, seats[seat].number)}"' in html
    html = client.get(reverse("public:standings", args=[played.slug])).content.decode()
    assert '<a href="../players/7/"><bdi>Gwen Gray</bdi></a>' in html
    assert client.get(url(played, 7)).status_code == 200


def test_short_names_stay_short(client, played):
    set_on(played, short_names=True)
    page = words(client.get(url(played, 7)))
    assert "Gwen G." in page
    last_names = [player.name.split()[-1] for player in played.players.all()]
    assert [name for name in last_names if re.search(rf"\b{name}\b", page)] == []


def test_hidden_rounds_show_neither_points_nor_place(client, played, director):
    enter(table_of(played, 3, 2), 6, 7)
    player = table_of(played, 3, 1).seatings.get(seat="N").player
    shown = words(client.get(url(played, player.number)))
    assert "8–5 won" in shown
    set_on(played, hidden_rounds=2)
    answer = client.get(url(played, player.number))
    page, html = words(answer), answer.content.decode()
    assert "8–5" not in page
    assert "kept back until the end" in page
    assert "graph-point" not in html  # one round is no line
    assert "round 2:" not in html
    total = next(row.points for row in standings(played, through=1).rows if row.number == player.number)
    assert f"· {total} point" in page


def test_who_is_on_the_list_and_not_seated_has_no_page(client, event):
    make_players(event, 3)
    assert client.get(url(event, 1)).status_code == 404


def test_adjustments_are_in_the_total_and_the_decisions_are_not_repeated(client, played, director):
    from tournament.services.adjustments import adjust

    adjust(played.players.get(number=7), -2, "late from the break", by=director, at=NOW)
    row = next(row for row in standings(played).rows if row.number == 7)
    page = words(client.get(url(played, 7)))
    assert f"· {row.points} point" in page
    assert "late from the break" not in page


@pytest.mark.parametrize("players", [8, 40])
def test_the_queries_do_not_grow_with_the_event(client, director, players):
    event = play(make_published(director, players=players, rounds=2), 1, 9, 4)
    assert queries(client, url(event, 1)) == 21
    assert queries(client, url(event, 2)) == 3  # the mark, the event, its seasons


class TestTheSeason:
    @pytest.fixture
    def season(self, played, director):
        """A season of the event and an earlier one that is finished, with the same people."""
        earlier = Evening(director, 9, 1, name="October").published().scores(1, (9, 4), (6, 7)).event
        Event.objects.filter(pk=earlier.pk).update(status="finished")
        season = create_season("Winter league", by=director, at=NOW)
        choose_events(season, [played, earlier], by=director)
        season.is_public = True
        season.save()
        return season

    def test_the_numbers_of_a_public_season_are_shown_and_the_event_leads_to_it(self, client, played, season):
        """A season linked its events, and they did not link it."""
        front = reverse("public:event", args=[played.slug])
        link = f'<a href="{reverse("season:show", args=[season.slug])}">'
        assert link in client.get(front).content.decode()
        page = words(client.get(url(played, 7)))
        assert re.search(r"Winter league Place \d+(st|nd|rd|th) Points \d+ Events 1 Rounds won \d", page)
        season.is_public = False
        season.save()
        assert "Winter league" not in words(client.get(url(played, 7)))
        assert link not in client.get(front).content.decode()

    def test_what_changes_in_the_season_changes_the_page_that_a_browser_keeps(self, client, played, season):
        etag = client.get(url(played, 7))["ETag"]
        kept = {"If-None-Match": etag}
        assert client.get(url(played, 7), headers=kept).status_code == 304
        season.count_up()
        assert client.get(url(played, 7), headers=kept).status_code == 200


class TestTheDrawing:
    def test_a_round_without_a_place_breaks_the_line_and_one_place_is_no_graph(self):
        graph = place_graph({1: 12, 2: 3, 3: 30})
        at = {point.place: point.y for point in graph.points}
        assert at[3] < at[12] < at[30]
        assert len(place_graph({1: 4, 2: 5, 4: 6}).lines) == 1
        assert [place_graph({1: 4}), bool(place_graph({1: 4, 2: 5}))] == [None, True]
        graph = place_graph({n: 50 - n if n != 20 else 90 for n in range(1, 31)})
        assert [point.round for point in graph.points if point.labelled] == [1, 20, 30]

    def test_no_place_is_written_on_the_line(self):
        """In a phone's width the line ran through every label of a player who only gained or lost."""
        points = place_graph({1: 9, 2: 5, 3: 1, 4: 30, 5: 17}).points
        for one, two in pairwise(points):
            for point in (one, two):
                for x in (point.label_x - 5, point.label_x + 5):
                    on_line = one.y + (two.y - one.y) * (x - one.x) / (two.x - one.x)
                    is_within = one.x <= x <= two.x
                    assert not (is_within and point.label_y - 12 < on_line < point.label_y), point


class TestWhoComes:
    @pytest.fixture
    def coming(self, event):
        make_players(event, ["Zoe Young", "Ann Archer", "Bo Left"], status="expected")
        event.players.filter(own_name="Bo Left").update(status="left")
        return event

    def listed(self, client, event):
        return client.get(reverse("public:players", args=[event.slug]))

    def test_is_shown_to_nobody_until_the_settings_say_so(self, client, coming):
        assert self.listed(client, coming).status_code == 404
        front = reverse("public:event", args=[coming.slug])
        assert "coming" not in words(client.get(front))
        set_on(coming, players_listed=True)
        assert self.listed(client, coming).status_code == 200
        assert "Who’s coming" in words(client.get(front))

    def test_is_a_list_from_a_to_z_as_short_as_elsewhere_without_who_left(self, client, coming):
        set_on(coming, players_listed=True)
        page = words(self.listed(client, coming))
        assert "2 players Ann Archer Zoe Young" in page
        assert "Bo Left" not in page
        set_on(coming, players_listed=True, short_names=True)
        assert "Ann A. Zoe Y." in words(self.listed(client, coming))
