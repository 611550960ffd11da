"""Where points are lost (Jeuchre), everything that a table writes and a player reads says so."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, table_of
from tests.helpers.paper import printed
from tests.helpers.table_entry import open_tables, phone, url
from tournament.archive.lists import LISTS, list_file
from tournament.services.rounds import close_round


@pytest.fixture
def evening(director):
    """Two tables, one round: North and South lost 10 at both, the others 4 and 7."""
    rules = PRESETS["jeuchre"]
    evening = Evening(director, rules=rules, order=list(rules.default_order)).published()
    return open_tables(evening.scores(1, (10, 4), (10, 7)).event)


@pytest.mark.slow
@pytest.mark.needs("pango")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("result-slips", "Points lost"),
        ("blank-slips", "Points lost"),
        ("score-sheets", "N–S lost"),
        ("score-pad", "Points lost"),
        ("tally-cards", "Points are points lost: the fewer, the better."),
        ("tally-cards-by-deals", "points you and your partner lost"),
        ("wall-board", "Points lost by round"),
        ("standings", "Points are points lost"),
    ],
)
def test_every_paper_for_points_says_that_they_are_lost(evening, kind, words):
    """By the game's text the score counts down from 10: a table that lost 3 wrote 7."""
    text = printed(kind, evening).pages[0]
    assert words in text
    assert "Alone" not in text
    assert "Final points" not in text
    assert ("Supreme" in text) == kind.startswith("score")


def test_every_page_for_points_says_so(dora, evening, client):
    for name, words in (("sheets:enter_totals", "Points lost"), ("standings:show", "Points lost")):
        args = [evening.slug, 1] if name.startswith("sheets") else [evening.slug]
        assert words in dora.visit(reverse(name, args=args)).text, name
    assert "North–South: points lost" in dora.visit(at(evening, "sheets:enter_totals", 1)).text
    assert "lost" in dora.visit(at(evening, "sheets:enter_deals", 1, 2)).text
    assert b"Points lost" in list_file(LISTS["standings"], evening, "csv")
    assert "points lost" in phone(evening).visit(url(evening, "enter_totals")).text


def test_a_players_page_says_what_decided_in_the_readers_language(evening, director):
    """It said “more points”, of whoever had lost fewer, and said so in English to everybody."""
    close_round(evening.rounds.get(number=1), by=director, at=NOW)
    for number, ew in ((1, 4), (2, 7)):
        enter(table_of(evening, 2, number), 10, ew, by=director)
    for language, words in (("en", "decided by fewer points lost"), ("fr", "moins de points perdus")):
        reader = Client(headers={"accept-language": language})
        ways = [reverse("player_page:show", args=[player.token]) for player in evening.players.all()]
        pages = [reader.get(way).content.decode() for way in ways]
        assert any(words in page for page in pages), language
        assert not any("more points" in page or "Best partner" in page for page in pages)
