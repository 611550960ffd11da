"""A lone march has one meaning everywhere: a table writes its team's points, a player their own."""

import re

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_event, make_players, make_published, table_of
from tests.helpers.paper import printed
from tests.helpers.table_entry import open_tables, phone

TABLES = ("result-slips", "blank-slips", "score-sheets", "score-pad")
PLAYERS = ("tally-cards", "blank-cards")
BY_DEALS = ("tally-cards-by-deals", "blank-cards-by-deals")
MEANINGS = {
    "progressive": (
        "Lone march: 5 in the total. Mark the player; the extra point is added for you.",
        "Your own lone march: 6. Your partner’s: 5.",
    ),
    "partners": ("Lone march: 5 in the total. Mark the player.", "A lone march, yours or your partner’s: 5."),
    "jeuchre": ("", ""),
}
TOLD = re.compile(r"\+\d(?! =)|[Ll]one march(?:, y|: \d)")  # what it is worth; “Ann +1 = 10” is a sum


@pytest.fixture(params=MEANINGS)
def rules(request):
    rules = PRESETS[request.param]
    return rules.changed(lone_march=5) if rules.lone_hands else rules


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_each_paper_says_what_a_lone_march_is_in_its_own_points(director, rules):
    """“Lone march: +1 point” stood on slips without the point and on cards with it."""
    event = make_published(director, players=8, rounds=3, rules=rules)
    at_table, of_player = MEANINGS[rules.preset]
    for papers, told in ((TABLES, at_table), (PLAYERS, of_player), (BY_DEALS, "")):
        for kind in papers:
            text = printed(kind, event).pages[0]
            assert told in text, kind
            assert len(TOLD.findall(text)) == (text.count(told) if told else 0), kind
    assert ("6 for your own lone march" in text) == (rules.preset == "progressive")


def test_each_page_says_so_as_well(dora, director):
    event = open_tables(make_published(director, players=8, rounds=2))
    hall = make_event(director, round_count=2, movement="self")
    make_players(hall, 4)
    enter(table_of(event), 8, 5, N=1, by=director)
    at_table = "Lone march: 4 in the total. Mark the player; the extra point is added for you."
    of_player = "Your own lone march: 5. Your partner’s: 4."
    ways = {
        at(event, "sheets:enter_totals", 1): at_table,
        at(event, "sheets:read_again", 1): at_table,
        at(event, "cards:card", 1): of_player,
        at(hall, "cards:index"): of_player,
        reverse("player_page:show", args=[event.players.get(number=1).token]): of_player,
        at(event, "public:round", 1): "",  # the two sides' points
    }
    told = {path: TOLD.findall(dora.visit(path).text) for path in ways}
    assert told == {path: TOLD.findall(told) for path, told in ways.items()}
    assert all(told in dora.visit(path).text for path, told in ways.items())
    table = phone(event, number=2).follow("Enter the totals").text
    assert at_table in table
    assert len(TOLD.findall(table)) == 1
