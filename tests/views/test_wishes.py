"""The wishes page, as a director without JavaScript uses it."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import make_players
from tests.helpers.person import Person


@pytest.fixture
def dora(desk, event):
    make_players(event, 16)
    return Person(desk).visit(at(event, "wishes:index"))


def pair(dora, player, other, kind="apart"):
    return dora.press("Add request", **{"pair-player": player, "pair-other": other, "pair-kind": kind})


def stays(dora, player, table):
    return dora.press("Keep this table", **{"stays-player": player, "stays-table": table})


@pytest.mark.slow
def test_from_the_seating_page_to_a_draft_that_heeds_a_wish_and_back(dora, event):
    dora.visit(at(event, "seating:index")).follow("Requests")
    pair(dora, "3", "gwen", "couple")
    assert "Request added: 3 Cora Cole and 7 Gwen Gray: always partners." in dora.text
    stays(dora, "12 Leo Lane", "2")
    assert "Stays at table 2" in dora.text
    dora.press("Save the numbers", **{"tables-tables": "not 3"})
    event.refresh_from_db()
    assert event.tables == "not 3"
    dora.follow("Seating").press("Seat them")
    plan = event.drafts.get().plan
    assert {table["table"] for tables in plan["plan"] for table in tables} == {1, 2, 4, 5}
    dora.visit(at(event, "wishes:index")).press("Remove")
    assert "Request removed: 3 Cora Cole and 7 Gwen Gray" in dora.text
    assert event.wishes.count() == 1


def test_a_player_is_found_with_forgiveness_and_what_finds_nobody_is_said_at_the_field_and_kept(dora, event):
    for typed, words in (
        ("", "Say who it is: the number"),
        ("99", "Nobody here has number 99"),
        ("Coal Cora", "Nobody here is called “Coal Cora”"),
        ("an", "Several fit: Ann Archer (1), Dan Drew (4) and Leo Lane (12). Type the number."),
        ("x" * 500, "at most"),
    ):
        pair(dora, typed, "4")
        assert words in dora.text
        assert f'value="{typed}"' in dora.page or not typed
        assert 'name="pair-other" value="4"' in dora.page
    assert not event.wishes.exists()
    for other, typed in enumerate((" #3 ", "3 Cora Cole", "cora kole"), start=8):
        pair(dora, typed, str(other))
    assert [wish.player.number for wish in event.wishes.all()] == [3, 3, 3]


def test_a_contradiction_is_said_at_the_field_and_a_wish_that_is_gone_is_not_found(dora, event, desk):
    pair(dora, "1", "2", "apart")
    pair(dora, "1", "2", "once")
    assert "Players 1 and 2 are to be partners and to be kept apart" in dora.text
    assert 'id="id_pair-other_error"' in dora.page
    assert event.wishes.count() == 1
    late = Person(desk).visit(dora.path)
    dora.press("Remove")
    assert late.press("Remove").response.status_code == 404


def test_table_numbers_that_cannot_be_read_are_said_at_the_field(dora):
    for typed, words in (("1-", "as 1-4, 6-10"), ("9-2", "lower one first"), ("0", "1 to 999")):
        dora.press("Save the numbers", **{"tables-tables": typed})
        assert (words in dora.text, f'value="{typed}"' in dora.page) == (True, True)


def test_after_publishing_the_page_says_when_wishes_count(dora, event):
    dora.visit(at(event, "seating:index")).press("Seat them")
    dora.publish().follow("Requests")
    assert "Requests apply when the remaining rounds are redrawn" in dora.text
