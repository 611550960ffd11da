"""What tables reported by phone, at the director's desk: seen first, settled with one click."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.seats import Seat
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.scripted import Scripted
from tests.helpers.table_entry import open_tables, report
from tournament.models import Sheet, Submission
from tournament.reports.submissions import submission_questions
from tournament.services import submissions as services
from tournament.services.rounds import close_round
from tournament.state.open_items import open_by_code


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=16, rounds=2))


def dispute(event, number=1):
    report(table_of(event, 1, number), 7, 5)
    report(table_of(event, 1, number), 5, 7, "E")


def accepted(event, number, ns, ew):
    made = report(table_of(event, 1, number), ns, ew)
    services.accept(table_of(event, 1, number), made.number, seat=Seat.E, at=NOW)


def test_a_dispute_stands_before_what_is_unlikely_and_what_only_waits(event):
    report(table_of(event, 1, 1), 7, 5)
    accepted(event, 2, 30, 0)
    dispute(event, 3)
    enter(table_of(event, 1, 4), 8, 4)
    Submission.objects.create(
        table=table_of(event, 1, 4), number=1, side="NS", seat="N", made_at=NOW, entry="totals",
        reported_ns=9, reported_ew=4, ns=9, ew=4, winner="NS",
    )  # fmt: skip
    asked = [(q.kind, q.table) for q in submission_questions(event.rounds.get(number=1))]
    assert asked == [("disputed", 3), ("differs", 4), ("unlikely", 2), ("waiting", 1)]


def test_the_round_names_its_tables_in_dispute_and_those_that_wait(event):
    dispute(event, 3)
    report(table_of(event, 1, 1), 7, 5)
    round_ = event.rounds.get(number=1)
    assert open_by_code(round_) == {"missing": (2, 4), "disputed": (3,), "waiting": (1,)}
    enter(table_of(event, 1, 3), 6, 6)
    assert "disputed" not in open_by_code(round_)


def test_the_number_of_queries_does_not_grow_with_the_tables(event, django_assert_num_queries):
    round_ = event.rounds.get(number=1)
    for number in (1, 2, 3, 4):
        dispute(event, number)
        with django_assert_num_queries(4):
            submission_questions(round_)


def test_both_values_stand_on_the_desk_and_one_click_takes_either(event, dora):
    dispute(event)
    dora.visit(at(event, "rounds:desk", 1))
    for words in ("disputed", "7–5", "5–7", "Accept 7–5", "Accept 5–7"):
        assert words in dora.text
    dora.press("Accept 5–7")
    sheet = Sheet.objects.get()
    assert (sheet.ns, sheet.ew, sheet.source, str(sheet.entered_by)) == (5, 7, "table", "Dora Director")
    assert sorted(r.state for r in Submission.objects.all()) == ["accepted", "withdrawn"]
    assert "Take" not in dora.visit(at(event, "rounds:desk", 1)).text
    assert "took the report of table 1 for round 1: 5–7" in dora.visit(at(event, "history:index")).text


def test_clearing_lets_the_table_report_anew_and_correcting_leads_to_its_row(event, dora):
    dispute(event)
    dora.visit(at(event, "rounds:desk", 1)).follow("Correct")
    assert dora.path.endswith("/totals/")
    dispute(event)
    dora.visit(at(event, "rounds:desk", 1)).press("Discard")
    assert {r.state for r in Submission.objects.all()} == {"withdrawn"}
    assert report(table_of(event), 7, 5).state == "waiting"


def test_an_unlikely_score_that_both_agreed_on_stands_after_one_click(event, dora):
    accepted(event, 1, 30, 0)
    dora.visit(at(event, "rounds:desk", 1))
    assert "unlikely" in dora.text
    dora.press("It is right")
    assert submission_questions(event.rounds.get(number=1)) == ()
    assert Submission.objects.get().settled_by is not None


def test_what_the_desk_entered_is_not_overwritten_by_a_stale_click(event, dora, director):
    report(table_of(event), 7, 5)
    dora.visit(at(event, "rounds:desk", 1))
    enter(table_of(event), 8, 4, by=director)
    dora.press("Accept 7–5")
    assert Sheet.objects.get().ns == 8
    assert "saved this table meanwhile" in dora.page
    assert "differs from what counts" in dora.text
    dora.press("Accept 7–5")  # now that both stand on the page
    assert Sheet.objects.get(counting=True).ns == 7


def test_the_directors_first_page_and_the_desk_show_the_dispute_by_themselves(event, desk):
    dora = Scripted(desk).visit(at(event, "rounds:desk", 1))
    assert dora.poll().status_code in (200, 304)
    assert dora.poll().status_code == 304
    dispute(event)
    assert dora.poll().status_code == 200
    assert "disputed" in dora.text
    assert "disputed" in dora.visit(at(event, "events:overview")).text


def test_a_report_of_a_closed_round_is_settled_by_an_official_only(event, director, dora):
    report(table_of(event), 7, 5)
    close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
    dora.visit(at(event, "rounds:desk", 1))
    assert "Accept 7–5" in dora.text


def test_accepting_a_report_locks_the_event_once(event):
    """The sheet that a report becomes locked the event again."""
    table = table_of(event)
    report(table, 9, 5)
    with CaptureQueriesContext(connection) as queries:
        services.accept(table, 1, seat=Seat.E, at=NOW, device="another")
    reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert sum(' FROM "tournament_event"' in sql for sql in reads) == 1
    assert Sheet.objects.counting().count() == 1
