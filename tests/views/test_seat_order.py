"""One order of seats, partners together: what stands on a paper is typed as it stands there."""

import re

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_published, table_of
from tests.helpers.paper import printed
from tests.helpers.table_entry import open_tables, phone
from tournament.archive.lists import LISTS, list_file

ORDER = "NSEW"
LONE = re.compile(r'id="id_(?:t\d+-)?lone_([nesw])"')
MAKER = re.compile(r'name="d1-maker"\s+value="([NESW])"')
KEYS = re.compile(r"<kbd>([NESW])</kbd>")


@pytest.fixture
def evening(director):
    features = ["second_reading", "deals"]
    return open_tables(make_published(director, players=8, rounds=1, features=features))


def down(page, letters, left, right):
    """The letters in a column of a paper, from the top down, once each."""
    found = sorted(
        (word for word in page if word.text in letters and left < word.left < right), key=lambda w: w.top
    )
    return [word.text for word in found][: len(letters)]


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_papers_list_the_seats_in_one_order(evening):
    """The score sheet had its people N S E W and its makers N E S W."""
    for kind in ("result-slips", "blank-slips"):
        assert down(printed(kind, evening).words()[0], list(ORDER), 5, 12) == list(ORDER), kind
    for kind in ("score-sheets", "score-pad"):
        page = printed(kind, evening).words()[0]
        assert down(page, ["North", "South", "East", "West"], 10, 30) == ["North", "South", "East", "West"]
        first = min(word.top for word in page if word.text in ORDER and word.left > 25)
        makers = [
            word for word in page if word.text in ORDER and abs(word.top - first) < 1 and word.left < 65
        ]
        assert [word.text for word in sorted(makers, key=lambda w: w.left)] == list(ORDER), kind


def test_pages_take_the_seats_in_the_order_of_the_papers(dora, evening, director):
    """The totals page asked for the lone marches of N E S W: South's on a slip became East's."""
    enter(table_of(evening), 9, 4, S=1, by=director)
    for name in ("sheets:enter_totals", "sheets:read_again"):
        page = dora.visit(at(evening, name, 1)).page
        assert "".join(LONE.findall(page)).upper() == ORDER * 2, name
        assert "".join(KEYS.findall(page)) == ORDER, name
    page = dora.visit(at(evening, "sheets:enter_deals", 1, 2)).page
    assert "".join(MAKER.findall(page)) == ORDER
    assert "(N S E W)" in dora.text
    columns = list_file(LISTS["sheets"], evening, "csv").decode("utf-8-sig").splitlines()[0]
    assert "".join(re.findall(r"([NSEW])\w+: lone marches", columns)) == ORDER
    table = phone(evening, number=2).follow("Enter the totals").page
    assert "".join(LONE.findall(table)).upper() == ORDER
