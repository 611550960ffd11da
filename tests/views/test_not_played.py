"""A table without a sheet in a closed round: said in red on every page until its sheet is in, or until the
table is said to be not played."""

import re

import pytest
from django.urls import reverse

from tests.helpers.factories import Evening, close, enter, make_published, table_of
from tests.helpers.kept import kept

GONE = "Round 1, table 3 has no sheet: its four players get 0 points."


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


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


def enter_late(event):
    """The missing sheet turns up after its round was closed."""
    enter(table_of(event, 1, 3), 8, 6, reason="it lay under the teapot")


def address(event, name, *args):
    return reverse(name, args=[event.slug, *args])


OFFICIALS = [
    ("events:overview",),
    ("rounds:desk", 1),
    ("standings:show",),
    ("rounds:close", 2),
]
EVERYBODY = [("public:event",), ("public:standings",), ("public:board",), ("public:round", 1)]


@pytest.mark.parametrize("page", [*OFFICIALS, *EVERYBODY], ids=lambda page: page[0])
def test_a_sheet_missing_from_a_closed_round_is_red(desk, evening, page):
    assert GONE in reds(desk.get(address(evening, *page)))
    enter_late(evening)
    assert "has no sheet" not in words(desk.get(address(evening, *page)))


@pytest.mark.parametrize("page", [("standings:show",), ("public:standings",), ("public:board",)])
def test_no_standings_say_every_table_in_while_an_earlier_sheet_is_missing(desk, evening, page):
    assert "every table in" not in words(desk.get(address(evening, *page)))
    enter_late(evening)
    assert "After round 2 of 2, every table in" in words(desk.get(address(evening, *page)))


def test_the_rounds_strip_marks_the_round_in_words_and_not_green(desk, evening):
    page = desk.get(address(evening, "events:overview")).content.decode()
    strip = re.search(r'<nav class="strip".*?</nav>', page, re.S).group()
    assert "1 sheet missing" in strip
    assert "strip-closed" not in strip


def test_the_desk_does_not_call_all_rounds_played_while_a_sheet_is_missing(desk, evening):
    close(evening, 2)
    page = words(desk.get(address(evening, "events:overview")))
    assert "rounds are played and closed" not in page
    assert "1 sheet is missing" in page
    assert "Every round is closed" not in words(desk.get(address(evening, "rounds:desk", 2)))


def test_finishing_asks_for_a_tick_beside_the_list_of_what_is_open(desk, evening):
    close(evening, 2)
    page = desk.get(address(evening, "events:finish"))
    assert GONE in words(page)
    refused = desk.post(address(evening, "events:finish"))
    assert refused.status_code == 200
    evening.refresh_from_db()
    assert not evening.is_finished
    assert "Tick every table that stays without a sheet" in words(refused)
    desk.post(address(evening, "events:finish"), {"missing": ["1.3"]})
    evening.refresh_from_db()
    assert evening.is_finished
    assert GONE in reds(desk.get(address(evening, "public:final")))


def test_a_player_reads_on_the_card_that_the_sheet_is_missing(desk, evening, client):
    player = table_of(evening, 1, 3).chairs()["N"].player
    page = client.get(reverse("player_page:show", args=[player.token]))
    assert GONE in reds(page)


def test_the_printed_standings_name_the_missing_sheet(desk, evening):
    page = desk.get(address(evening, "printing:paper", "standings"))
    assert GONE in words(page)


class TestNotPlayed:
    def say(self, desk, event, reason="two of them went home"):
        return desk.post(address(event, "rounds:not_played", 1, 3), {"reason": reason})

    def test_it_takes_a_reason(self, desk, evening):
        assert "This field is required" in words(self.say(desk, evening, ""))
        assert table_of(evening, 1, 3).not_played == ""

    @pytest.mark.parametrize("page", [*OFFICIALS, *EVERYBODY], ids=lambda page: page[0])
    def test_nothing_is_red_any_more(self, desk, evening, page):
        self.say(desk, evening)
        shown = desk.get(address(evening, *page))
        assert evening.name in words(shown)
        assert "has no sheet" not in words(shown)
        assert "notice-bad" not in shown.content.decode()

    @pytest.mark.parametrize("page", [("standings:show",), ("public:standings",), ("public:round", 1)])
    def test_everybody_reads_that_it_was_not_played(self, desk, evening, page):
        self.say(desk, evening)
        shown = words(desk.get(address(evening, *page)))
        assert "Round 1, table 3 was not played." in shown
        assert "2 of 3 tables" not in shown

    def test_the_event_can_be_finished_without_a_tick(self, desk, evening):
        close(evening, 2)
        self.say(desk, evening)
        desk.post(address(evening, "events:finish"))
        evening.refresh_from_db()
        assert evening.is_finished

    def test_the_table_and_the_grid_say_it_with_the_reason(self, desk, evening):
        self.say(desk, evening)
        assert "two of them went home" in words(desk.get(address(evening, "rounds:desk", 1)))
        grid = words(desk.get(address(evening, "sheets:enter_totals", 1)))
        assert "All tables that played are in" in grid
        assert "2 of 2 tables in" in grid

    def test_the_same_page_takes_it_back(self, desk, evening):
        self.say(desk, evening)
        page = words(desk.get(address(evening, "rounds:not_played", 1, 3)))
        assert "two of them went home" in page
        desk.post(address(evening, "rounds:not_played", 1, 3))
        assert GONE in reds(desk.get(address(evening, "events:overview")))

    def test_a_table_with_a_sheet_was_played(self, desk, evening):
        desk.post(address(evening, "rounds:not_played", 1, 1), {"reason": "no"})
        assert table_of(evening, 1, 1).not_played == ""
        assert "Withdraw the sheet first" in words(desk.get(address(evening, "rounds:not_played", 1, 1)))

    def test_it_can_be_said_before_the_round_is_closed(self, desk, director):
        event = make_published(director, players=12, rounds=2)
        for table in (1, 2):
            enter(table_of(event, 1, table), 9, 4)
        self.say(desk, event)
        assert "All tables that played have reported" in words(desk.get(address(event, "rounds:desk", 1)))
        assert "Close round 1" in words(desk.get(address(event, "events:overview")))
        page = words(desk.get(address(event, "rounds:close", 1)))
        assert "Every table has reported except table 3, which was not played." in page
        desk.post(address(event, "rounds:close", 1))
        assert event.rounds.get(number=1).status == "closed"

    def test_the_table_itself_offers_it_and_says_it(self, desk, evening):
        show = address(evening, "sheets:show", 1, 3)
        page = desk.get(show)
        assert address(evening, "rounds:not_played", 1, 3) in page.content.decode()
        assert "sheet missing" in words(page)
        self.say(desk, evening)
        assert "two of them went home" in words(desk.get(show))
