"""Swapping two scores from the desk, and marking a paper sheet as disputed: each in three actions at most."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, close, enter, make_published, table_of
from tournament.models import Sheet
from tournament.services.rounds import close_round


@pytest.fixture
def evening(director):
    return make_published(director, players=12, rounds=2, is_public=True)


def address(event, name="swap", number=1):
    return at(event, f"sheets:{name}", 1, number)


def figures():
    counting = Sheet.objects.filter(counting=True).order_by("table__number")
    return [(sheet.ns, sheet.ew) for sheet in counting]


def test_two_tables_are_swapped_from_the_desk_once_somebody_chose_which(dora, evening):
    enter(table_of(evening, 1, 1), 9, 4, N=1)
    enter(table_of(evening, 1, 2), 6, 5)
    dora.visit(at(evening, "rounds:desk", 1))
    assert address(evening) in dora.page
    dora.visit(address(evening))
    assert "with table 2, which has 6–5" in dora.text
    dora.press("Swap", reason="two papers mixed up")
    assert "Choose what is swapped." in dora.text
    assert figures() == [(9, 4), (6, 5)]
    dora.press("Swap", swap="2.1")
    assert figures() == [(6, 5), (9, 4)]
    assert "The scores are swapped." in dora.page
    assert "two papers mixed up" in dora.page


def test_a_page_gone_stale_swaps_nothing(dora, evening):
    enter(table_of(evening, 1, 1), 9, 4, N=1)
    enter(table_of(evening, 1, 2), 6, 5)
    dora.visit(address(evening))
    enter(table_of(evening, 1, 2), 7, 6, expected=1)
    dora.press("Swap", swap="2.1", reason="two papers mixed up")
    assert "score has changed" in dora.text
    assert figures() == [(9, 4), (7, 6)]


def test_sides_with_lone_marches_ask_what_becomes_of_them(dora, evening):
    enter(table_of(evening, 1, 1), 9, 5, N=1)
    dora.visit(address(evening))
    dora.press("Swap", swap="sides", reason="wrong columns")
    assert "Say what becomes of the lone marches." in dora.text
    dora.press("Swap", swap="sides", loners="move", reason="wrong columns")
    assert figures() == [(5, 9)]
    assert Sheet.objects.get(counting=True).lone_e == 1


def test_in_a_closed_round_the_effect_is_accepted_first(dora, evening, director):
    for number, ew in ((1, 4), (2, 5), (3, 6)):
        enter(table_of(evening, 1, number), 7, ew)
    close(evening)
    dora.visit(address(evening))
    dora.press("Swap", swap="3.1", reason="two papers mixed up")
    assert "this changes the standings" in dora.text
    assert figures() == [(7, 4), (7, 5), (7, 6)]
    dora.press("Accept and swap", swap="3.1", reason="two papers mixed up")
    assert figures() == [(7, 6), (7, 5), (7, 4)]


def test_a_paper_is_disputed_and_settled_by_its_sheet(dora, client, evening):
    dora.visit(at(evening, "rounds:desk", 1))
    assert address(evening, "dispute", 2) in dora.page
    dora.visit(address(evening, "dispute", 2))
    dora.press("Mark as disputed", reason="different totals")
    dora.visit(address(evening, "dispute", 2)).press("Withdraw the mark")
    assert table_of(evening, 1, 2).disputed == ""
    dora.visit(address(evening, "dispute", 2)).press("Mark as disputed", reason="different totals")
    assert "different totals" in dora.text
    assert "is-lost" in dora.page
    assert "results are wrong" not in dora.visit(at(evening, "rounds:desk", 2)).text
    assert "disputed" in dora.visit(at(evening, "sheets:show", 1, 2)).text
    assert "disputed" in dora.visit(at(evening, "sheets:enter_totals", 1)).text
    enter(table_of(evening, 1, 2))
    assert "isputed: different" not in dora.visit(at(evening, "rounds:desk", 1)).text


def test_the_hall_sees_that_a_table_is_disputed_and_not_why(dora, client, evening, director):
    for number in (1, 3):
        enter(table_of(evening, 1, number))
    dora.visit(address(evening, "dispute", 2))
    dora.press("Mark as disputed", reason="different totals")
    for closed in (False, True):
        if closed:
            close_round(evening.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        for page in ("standings", "event", "round"):
            more = [1] if page == "round" else []
            shown = client.get(at(evening, f"public:{page}", *more)).content.decode()
            assert "Round 1, table 2 is disputed: nothing counts there yet." in shown, (page, closed)
            assert "different totals" not in shown
