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
    assert "1 sheet is missing" in words(desk.get(at(evening, "rounds:desk", 2)))


def test_finishing_asks_for_a_tick_beside_the_list_of_what_is_open(dora, evening):
    close(evening, 2)
    assert GONE in dora.visit(at(evening, "events:finish")).text
    assert "Tick every table that stays without a sheet" in dora.press("Finish the event").text
    evening.refresh_from_db()
    assert not evening.is_finished
    dora.press("Finish the event", missing=["1.3"])
    evening.refresh_from_db()
    assert evening.is_finished
    assert GONE in reds(dora.client.get(at(evening, "public:final")))


def test_a_player_and_the_paper_name_the_missing_sheet(desk, evening, client):
    player = table_of(evening, 1, 3).chairs()["N"].player
    page = client.get(reverse("player_page:show", args=[player.token]))
    assert GONE in reds(page)
    page = desk.get(at(evening, "printing:paper", "standings"))
    assert GONE in words(page)


class TestNotPlayed:
    def say(self, dora, event, reason="two of them went home"):
        return dora.visit(at(event, "rounds:not_played", 1, 3)).press("Record as not played", reason=reason)

    def test_it_takes_a_reason_and_nothing_is_red_any_more(self, dora, evening):
        assert "This field is required" in self.say(dora, evening, "").text
        assert table_of(evening, 1, 3).not_played == ""
        dora.press("Record as not played", reason="two of them went home")
        for page in (*OFFICIALS, *EVERYBODY):
            shown = dora.visit(at(evening, *page)).response
            assert evening.name in words(shown), page
            assert "has no sheet" not in words(shown), page
            assert "notice-bad" not in dora.page, page
            if page[0] in ("standings:show", "public:standings", "public:round"):
                assert "Round 1, table 3 was not played." in words(shown), page
                assert "2 of 3 tables" not in words(shown), page

    def test_it_can_be_said_before_the_round_is_closed(self, dora, director):
        event = Evening(director, players=12).published().scores(1, (9, 4), (9, 4)).event
        self.say(dora, event)
        for desk in (("rounds:desk", 1), ("events:overview",)):
            assert "Close round 1 All 2 sheets are in." in dora.visit(at(event, *desk)).text
        dora.visit(at(event, "rounds:close", 1))
        assert "Every table has reported except table 3, which was not played." in dora.text
        dora.press("Close round 1")
        assert event.rounds.get(number=1).status == "closed"

    def test_the_table_the_grid_and_its_page_say_it_with_the_reason_and_take_it_back(self, dora, evening):
        show = at(evening, "sheets:show", 1, 3)
        assert "sheet missing" in dora.visit(show).text
        dora.follow("Not played").press("Record as not played", reason="two of them went home")
        assert "two of them went home" in dora.visit(show).text
        assert "two of them went home" in dora.visit(at(evening, "rounds:desk", 1)).text
        grid = dora.visit(at(evening, "sheets:enter_totals", 1)).text
        assert "All 2 sheets are in." in grid
        assert "2 of 2 tables in" in grid
        assert "two of them went home" in dora.visit(at(evening, "rounds:not_played", 1, 3)).text
        dora.press("Await its sheet again")
        assert GONE in reds(dora.visit(at(evening, "events:overview")).response)
