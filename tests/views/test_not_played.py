"""A table without a sheet in a closed round: said in red on every page until its sheet is in, or until the
table is said to be not played."""

import re

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import Evening, close, enter, table_of
from tests.helpers.kept import kept
from tests.helpers.person import words

GONE = "Round 1, table 3 has no sheet: its four players get 0 points."


def reds(response):
    """What stands in the page's red notices; each begins with a drawn mark."""
    found = re.findall(
        r'class="[^"]*notice-bad[^"]*"[^>]*>(.*?)</(?:div|section)>', response.content.decode(), re.S
    )
    assert all("<svg" in one for one in found)
    return re.sub(r"\s+", " ", " ".join(re.sub(r"<[^>]+>", "", one) for one in found))


@pytest.fixture
@kept
def evening(director):
    """Round 1 of 2 closed without table 3, round 2 open and complete."""
    evening = Evening(director, players=12).published()
    evening.scores(1, (9, 4), (9, 4)).closed(1, despite_missing=True)
    return evening.scores(2, (9, 4), (9, 4), (9, 4)).event


OFFICIALS = [("events:overview",), ("rounds:desk", 1), ("standings:show",), ("rounds:close", 2)]
EVERYBODY = [("public:event",), ("public:standings",), ("public:board",), ("public:round", 1)]


def test_a_sheet_missing_from_a_closed_round_is_red(desk, evening):
    """Nor do standings say that every table is in while an earlier sheet is missing."""
    standings = (("standings:show",), ("public:standings",), ("public:board",))
    for page in (*OFFICIALS, *EVERYBODY):
        assert GONE in reds(desk.get(at(evening, *page))), page
    for page in standings:
        assert "every table in" not in words(desk.get(at(evening, *page))), page
    enter(table_of(evening, 1, 3), 8, 6, reason="it lay under the teapot")
    for page in (*OFFICIALS, *EVERYBODY):
        assert "has no sheet" not in words(desk.get(at(evening, *page))), page
    for page in standings:
        assert "After round 2 of 2, every table in" in words(desk.get(at(evening, *page))), page


def test_the_desk_calls_nothing_played_and_nothing_green_while_a_sheet_is_missing(desk, evening):
    page = desk.get(at(evening, "events:overview")).content.decode()
    strip = re.search(r'<nav class="strip".*?</nav>', page, re.S).group()
    assert "1 sheet missing" in strip
    assert "strip-closed" not in strip
    close(evening, 2)
    page = words(desk.get(at(evening, "events:overview")))
    assert "rounds are played and closed" not in page
    assert "1 sheet is missing" in page
    assert "Every round is closed" not in words(desk.get(at(evening, "rounds:desk", 2)))


def test_finishing_asks_for_a_tick_beside_the_list_of_what_is_open(desk, evening):
    close(evening, 2)
    page = desk.get(at(evening, "events:finish"))
    assert GONE in words(page)
    refused = desk.post(at(evening, "events:finish"))
    assert refused.status_code == 200
    evening.refresh_from_db()
    assert not evening.is_finished
    assert "Tick every table that stays without a sheet" in words(refused)
    desk.post(at(evening, "events:finish"), {"missing": ["1.3"]})
    evening.refresh_from_db()
    assert evening.is_finished
    assert GONE in reds(desk.get(at(evening, "public:final")))


def test_a_player_and_the_paper_name_the_missing_sheet(desk, evening, client):
    player = table_of(evening, 1, 3).chairs()["N"].player
    page = client.get(reverse("player_page:show", args=[player.token]))
    assert GONE in reds(page)
    page = desk.get(at(evening, "printing:paper", "standings"))
    assert GONE in words(page)


class TestNotPlayed:
    def say(self, desk, event, reason="two of them went home"):
        return desk.post(at(event, "rounds:not_played", 1, 3), {"reason": reason})

    def test_it_takes_a_reason(self, desk, evening):
        assert "This field is required" in words(self.say(desk, evening, ""))
        assert table_of(evening, 1, 3).not_played == ""

    def test_nothing_is_red_any_more(self, desk, evening):
        self.say(desk, evening)
        for page in (*OFFICIALS, *EVERYBODY):
            shown = desk.get(at(evening, *page))
            assert evening.name in words(shown), page
            assert "has no sheet" not in words(shown), page
            assert "notice-bad" not in shown.content.decode(), page
            if page[0] in ("standings:show", "public:standings", "public:round"):
                assert "Round 1, table 3 was not played." in words(shown), page
                assert "2 of 3 tables" not in words(shown), page

    def test_it_can_be_said_before_the_round_is_closed(self, desk, director):
        event = Evening(director, players=12).published().scores(1, (9, 4), (9, 4)).event
        self.say(desk, event)
        assert "All tables that played have reported" in words(desk.get(at(event, "rounds:desk", 1)))
        assert "Close round 1" in words(desk.get(at(event, "events:overview")))
        page = words(desk.get(at(event, "rounds:close", 1)))
        assert "Every table has reported except table 3, which was not played." in page
        desk.post(at(event, "rounds:close", 1))
        assert event.rounds.get(number=1).status == "closed"

    def test_the_table_the_grid_and_its_page_say_it_with_the_reason_and_take_it_back(self, desk, evening):
        show = at(evening, "sheets:show", 1, 3)
        page = desk.get(show)
        assert at(evening, "rounds:not_played", 1, 3) in page.content.decode()
        assert "sheet missing" in words(page)
        self.say(desk, evening)
        assert "two of them went home" in words(desk.get(show))
        assert "two of them went home" in words(desk.get(at(evening, "rounds:desk", 1)))
        grid = words(desk.get(at(evening, "sheets:enter_totals", 1)))
        assert "All tables that played are in" in grid
        assert "2 of 2 tables in" in grid
        page = words(desk.get(at(evening, "rounds:not_played", 1, 3)))
        assert "two of them went home" in page
        desk.post(at(evening, "rounds:not_played", 1, 3))
        assert GONE in reds(desk.get(at(evening, "events:overview")))
