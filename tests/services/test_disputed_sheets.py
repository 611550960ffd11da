"""A paper sheet marked as disputed, until a sheet is entered or the mark is withdrawn."""

import pytest

from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.archive.document import document, left_out
from tournament.reports.history import sentence_of
from tournament.services.rounds import DISPUTED, NOT_PLAYED, mark_table, why_not_mark, withdraw_mark
from tournament.services.undoing import can_be_undone, undo
from tournament.state.open_items import open_by_code


@pytest.fixture
def event(director):
    return make_published(director, players=12, rounds=2)


def dispute(event, director, number=2, reason="the sides wrote different totals"):
    return mark_table(table_of(event, 1, number), DISPUTED, by=director, at=NOW, reason=reason)


def disputed(event):
    return [*open_by_code(event.rounds.get(number=1)).get("disputed", ())]


def test_the_mark_is_withdrawn_and_both_are_undone(event, director):
    dispute(event, director)
    marked = event.audit_entries.latest("pk")
    withdraw_mark(table_of(event, 1, 2), DISPUTED, by=director, at=NOW)
    assert disputed(event) == []
    assert not can_be_undone(event, marked)
    undo(event, event.audit_entries.latest("pk"), by=director, at=NOW)
    assert table_of(event, 1, 2).disputed == "the sides wrote different totals"
    assert can_be_undone(event, marked)
    undo(event, marked, by=director, at=NOW)
    assert disputed(event) == []


def test_it_is_not_disputed_twice(event, director):
    dispute(event, director)
    with refused("disputed-already"):
        dispute(event, director)


def test_it_is_outstanding_as_disputed_and_not_as_missing_until_the_sheet_is_entered(event, director):
    """Director, "what a director misses": a paper sheet marked as disputed."""
    with refused("reason-missing"):
        dispute(event, director, reason="")
    with refused("round-not-open"):
        mark_table(table_of(event, 2, 1), DISPUTED, by=director, at=NOW, reason="why")
    dispute(event, director)
    assert disputed(event) == [2]
    assert open_by_code(event.rounds.get(number=1)) == {"disputed": (2,), "missing": (1, 3)}
    entry = event.audit_entries.latest("pk")
    assert sentence_of(entry.action, entry.facts) == (
        "marked the paper sheet of table 2, round 1, as disputed"
    )
    assert entry.facts["reason"] == "the sides wrote different totals"
    assert why_not_mark(table_of(event, 1, 2), NOT_PLAYED).code == "disputed"
    enter(table_of(event, 1, 2))
    assert disputed(event) == []
    assert table_of(event, 1, 2).disputed == ""


def test_the_archive_says_that_it_leaves_the_mark_out(event, director):
    plain = document(event)
    dispute(event, director)
    assert document(event) | {"history": None} == plain | {"history": None}
    assert "disputed: the sides wrote" in left_out(event)[0]
