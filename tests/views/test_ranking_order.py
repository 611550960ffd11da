"""What decides the places, wherever it is shown: the figures of the keys, and who has no place and why."""

import csv
import re
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.paper import outside, printed
from tournament.models import Event
from tournament.reports.prizes import prize_money, prize_winners
from tournament.services.events import change_event, finish_event
from tournament.services.prizes import set_prizes

pytestmark = pytest.mark.usefixtures("that_evening")

WHY, WHY_YET = "1 of 2 rounds played: no place", "0 of 1 round played: no place yet"
ORDER = ["win_percentage", "points_percentage", "point_difference", "points_against", "average"]
PERCENT = "\N{NO-BREAK SPACE}%"


@pytest.fixture
@kept
def played(director):
    """Five players at one table, so that two of them sit out one round of two; a place takes both rounds."""
    evening = Evening(director, players=5, order=ORDER, ranked_from=2).published()
    return evening.played(1, 2, ns=9, ew=4, N=1).event


def sat_out(event, number):
    return event.rounds.get(number=number).seatings.get(table=None).player


def lines(response):
    """Each player's line by number: the words of its cells; the public list names a line by its number."""
    found = {}
    for row in re.findall(r"<tr.*?</tr>", response.content.decode(), re.S):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        words = [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]
        named = re.match(r'<tr id="p(\d+)"', row)
        if named or words[1].isdigit():
            found[int(named[1] if named else words[1])] = words
    return found


@pytest.mark.parametrize("page", ["standings:show", "public:standings"])
def test_a_list_shows_the_figures_of_the_keys_ranked_by(desk, director, page):
    event = make_published(director, players=4, rounds=1, order=ORDER)
    enter(table_of(event), 9, 4, N=1)
    response = desk.get(at(event, page))
    north, south, east = (table_of(event).seatings.get(seat=seat).player.number for seat in "NSE")
    figures = {number: line[3:8] for number, line in lines(response).items()}
    assert figures[north] == ["100.0 %", "71.4 %", "+6", "4", "10.00"]
    assert figures[south] == ["100.0 %", "69.2 %", "+5", "4", "9.00"]
    assert figures[east] == ["0.0 %", "30.8 %", "\N{MINUS SIGN}5", "9", "4.00"]
    assert lines(response)[south][-2] == "Points percentage"  # before round 1


@pytest.mark.parametrize("page", ["standings:show", "public:standings"])
def test_who_played_too_few_rounds_is_listed_last_with_the_reason(desk, played, page):
    found = lines(desk.get(at(played, page)))
    last = sorted(sat_out(played, number).number for number in (1, 2))
    assert list(found)[-2:] == last
    for number in last:
        assert found[number][0] == "–"
        assert WHY in found[number]
    assert [line[0] for line in found.values()][:3] == ["1", "2", "3"]


@pytest.mark.parametrize("page", ["standings:show", "public:standings"])
@pytest.mark.parametrize("sort", ["place", "win_percentage", "-win_percentage", "-point_difference"])
def test_sorting_moves_no_place_and_nobody_out_of_the_list(desk, played, page, sort):
    found = lines(desk.get(at(played, page), {"sort": sort}))
    usual = lines(desk.get(at(played, page)))
    assert {number: line[0] for number, line in found.items()} == {
        number: line[0] for number, line in usual.items()
    }
    if sort == "place":
        assert list(found) == list(usual)


def test_the_rule_stands_below_the_list(desk, played):
    page = " ".join(desk.get(at(played, "standings:show")).content.decode().split())
    assert "You need 2 of 2 rounds to be ranked." in page
    assert "Until the last round, you need" not in page
    after_one = desk.get(at(played, "standings:show"), {"through": "1"}).content.decode()
    assert "rounded down: 1 now." in " ".join(after_one.split())


def test_while_the_event_runs_nobody_has_lost_the_place_for_good(client, director):
    event = play(make_published(director, players=5, rounds=2, ranked_from=2), 1, 9, 4)
    page = client.get(at(event, "public:standings"))
    assert WHY_YET in lines(page)[sat_out(event, 1).number]


def test_whoever_has_no_place_reads_why_on_the_big_screen_the_card_and_their_own_page(client, played):
    page = client.get(at(played, "public:board"), {"show": "standings"}).content.decode()
    assert page.count(WHY) == 2
    assert f"0.0{PERCENT}" in page or f"50.0{PERCENT}" in page
    assert page.count('class="board-led"') == 3
    number = sat_out(played, 2).number
    page = client.get(at(played, "public:live"), {"player": number}).content.decode()
    assert WHY in page
    without, first = sat_out(played, 1), Event.objects.get(pk=played.pk)
    page = client.get(reverse("player_page:show", args=[without.token])).content.decode()
    assert WHY in page
    assert "points behind" not in page
    finish_event(first, by=played.memberships.get().user, at=NOW)
    page = client.get(reverse("player_page:show", args=[without.token])).content.decode()
    assert WHY in page


def test_the_players_own_page_names_the_key_where_points_do_not_come_first(client, director):
    event = make_published(director, players=4, rounds=1, order=["win_percentage", "points"])
    enter(table_of(event), 9, 4, N=1)
    north, south, east = (table_of(event).seatings.get(seat=seat).player for seat in "NSE")

    def page(player):
        html = client.get(reverse("player_page:show", args=[player.token])).content.decode()
        return " ".join(html.split())

    assert "above place 2; decided by more points" in page(north)
    assert "100.0 % · 10 points" in page(north)
    assert "below place 1; decided by more points" in page(south)
    assert "place, shared, of 4" in page(east)
    assert "decided by" not in page(east)


def read(answer, kind):
    if kind == "csv":
        return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    sheet = openpyxl.load_workbook(BytesIO(answer.content)).active
    return [["" if cell is None else cell for cell in row] for row in sheet.iter_rows(values_only=True)]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("whose", ["public", "officials"])
def test_the_lists_to_take_away_have_figures_to_reckon_with(desk, played, kind, whose):
    address = (
        at(played, f"public:{kind}") if whose == "public" else at(played, f"archive:{kind}", "standings")
    )
    head, *body = read(desk.get(address), kind)
    by = {str(row[1]): dict(zip(head, row, strict=True)) for row in body}
    for player in played.players.all():
        line = by[str(player.number)]
        assert 0 <= float(line["Win percentage"]) <= 100
        won, rounds = (
            float(line["Rounds won"]),
            1 if player in (sat_out(played, 1), sat_out(played, 2)) else 2,
        )
        assert float(line["Win percentage"]) == 100 * won / rounds
        assert float(line["Point difference"]) == float(line["Average per round"]) * rounds - float(
            line["Points against"]
        )
    for number in (1, 2):
        line = by[str(sat_out(played, number).number)]
        assert line["Place"] == ""
        assert WHY in line.values()


def test_nobody_without_a_place_takes_a_prize(played):
    """The best of all is passed over, and the page says why."""
    director = played.memberships.get().user
    sides = {"best_round": 500, "most_loners": 300, "lowest_total": 100}
    set_prizes(played, by=director, at=NOW, places=[5000, 3000, 2000, 1000, 1000], sides=sides)
    without = {sat_out(played, number).number for number in (1, 2)}
    money = prize_money(played)
    takers = {person.number for taken in (*money.places, *money.sides) for person in taken.takers}
    assert takers
    assert not takers & without
    assert sum(len(taken.takers) for taken in money.places) == 3
    assert not {row.number for row in prize_winners(played).top} & without
    change_event(played, by=director, at=NOW, ranked_from=0, reason="everybody counts")
    everybody = {p.number for t in prize_money(Event.objects.get()).places for p in t.takers}
    assert without <= everybody


def test_a_side_prize_says_who_was_passed_over_for_want_of_a_place(director):
    event = make_published(director, players=5, rounds=2, ranked_from=2)
    lone = table_of(event, 1).seatings.get(player=sat_out(event, 2)).seat
    sides = {"ns": 9, "ew": 4} if lone in "NS" else {"ns": 4, "ew": 9}
    play(event, 1, **sides, **{lone: 1})
    play(event, 2, 7, 5)
    set_prizes(event, by=director, at=NOW, places=[], sides={"best_round": 500})
    (taken,) = prize_money(Event.objects.get(pk=event.pk)).sides
    assert taken.why == (f"Has too few rounds for a place: {sat_out(event, 2).name} (10).",)
    assert taken.value == 9


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_paper_has_the_figures_and_says_who_has_no_place(played, size):
    paper = printed("standings", played, size)
    without = sorted(sat_out(played, number).number for number in (1, 2))
    told = f"No place, fewer than 2 rounds played: {without[0]} (1) and {without[1]} (1)"
    for words in ("Won %", "Diff.", "100.0", told):
        assert words in paper.text
    assert outside(paper) == []


def test_a_certificate_without_a_place_is_for_taking_part(played):
    number = sat_out(played, 1).number
    paper = printed("certificate", played, players=[number])
    assert "For taking part" in paper.text
