"""Keys of submissions are their table's own: what is typed elsewhere gets in nobody's way."""

import pytest

from scoring.seats import SEATS, Seat, Side
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.table_entry import open_tables, report
from tournament.services import sheets, submissions


def enter(table, ns, ew, key, by, expected=0):
    return sheets.enter_totals(
        table, by=by, at=NOW, totals={Side.NS: ns, Side.EW: ew}, loners=dict.fromkeys(SEATS, 0),
        expected=expected, confirmed=True, client_key=key,
    )  # fmt: skip


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=8, rounds=1))


@pytest.fixture
def elsewhere(director):
    return open_tables(make_published(director, players=8, rounds=1, name="Elsewhere"))


def test_a_key_typed_at_another_event_does_not_block_a_tables_agreement(event, elsewhere, director):
    """Rows posted elsewhere with keys such as `report-1` made table entry answer 409 at every event."""
    made = report(table_of(event), 7, 5)
    enter(table_of(elsewhere), 9, 4, f"report-{made.pk}", director)
    submissions.accept(table_of(event), made.number, seat=Seat.E, at=NOW)
    sheet = table_of(event).sheets.get(counting=True)
    assert (sheet.ns, sheet.client_key, sheet.submission) == (7, None, made)


def test_a_key_typed_at_the_same_table_does_not_block_its_agreement(event, director):
    made = report(table_of(event), 7, 5)
    first = enter(table_of(event), 9, 4, f"report-{made.pk}", director)
    sheets.withdraw_sheet(table_of(event), by=director, at=NOW, expected=first.revision)
    submissions.accept(table_of(event), made.number, seat=Seat.E, at=NOW)
    assert table_of(event).sheets.get(counting=True).ns == 7


def test_the_desks_key_of_another_event_is_free(event, elsewhere, director):
    enter(table_of(elsewhere), 9, 4, "once", director)
    assert enter(table_of(event), 7, 5, "once", director).ns == 7


def test_a_phones_key_of_another_table_is_free_and_counts_once_at_its_own(event, elsewhere):
    report(table_of(elsewhere), 9, 4, client_key="once")
    made = report(table_of(event), 7, 5, client_key="once")
    assert made.ns == 7
    assert report(table_of(event, 1, 2), 8, 5, client_key="once").ns == 8
    assert report(table_of(event), 7, 5, client_key="once") == made
