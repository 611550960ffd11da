"""What pages say about a table: the grid's rows, why a side won, what a version changed."""

import pytest

from scoring.deal import Call, Deal
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from scoring.sheet import next_deal
from tests.helpers.factories import NOW, enter, make_published, table_of
from tournament.models import Ruling, Sheet
from tournament.reports.sheets import table_sheet, totals_grid
from tournament.services import sheets

RULES = PRESETS["progressive"]


@pytest.fixture
def event(director):
    return make_published(director, players=8, rounds=1)


def deals(event, *results, expected=0, rules=RULES):
    told = []
    for maker, tricks in results:
        due = next_deal(rules, Seat.N, told)
        told.append(Deal(due.slot, due.attempt, due.dealer, Call(Seat(maker)), tricks))
    director = event.memberships.get().user
    told_by = {"by": director, "at": NOW, "expected": expected, "confirmed": True}
    return sheets.enter_deals(table_of(event), deals=told, first_dealer=Seat.N, **told_by)


def sheet(event, number=1):
    return table_sheet(table_of(event, 1, number), RULES)


def test_the_grid_knows_what_is_in_and_missing_in_five_queries(event, django_assert_max_num_queries):
    enter(table_of(event, 1, 2), 7, 5)
    round_ = event.rounds.get()
    with django_assert_max_num_queries(5):
        grid = totals_grid(round_)
    assert (grid.reported, grid.missing) == (1, (1,))
    assert [table.number for table in grid.tables] == [1, 2]
    assert set(grid.tables[0].sitters) == set(Seat)


def test_a_ruling_in_force_that_gave_points_stands_in_the_grid(event):
    fields = {"event": event, "table": table_of(event), "code": "renege", "offender": "N", "made_at": NOW}
    Ruling.objects.create(**fields, number=1, award_side="EW", award_points=2, fate="PASS", slot=1)
    Ruling.objects.create(**fields, number=2)
    Ruling.objects.create(**fields, number=3, award_side="EW", award_points=2, revoked_at=NOW)
    (line,) = totals_grid(event.rounds.get()).tables[0].awards
    assert (line.number, line.award_side, line.award_points) == (1, Side.EW, 2)


@pytest.mark.parametrize(
    ("ns", "ew", "why"),
    [(7, 5, "more points"), (6, 6, "tied at 6; who reached it first is not answered yet")],
)
def test_totals_say_why_a_side_won(event, ns, ew, why):
    enter(table_of(event), ns, ew)
    assert sheet(event).why == why


def test_a_tie_by_deals_names_its_deal_and_a_corrected_deal_is_named(event):
    deals(event, *[("N", 3)] * 4, *[("E", 3)] * 4)
    assert (sheet(event).current.winner, sheet(event).why) == (Side.NS, "tied at 4, reached first in deal 4")
    deals(event, ("N", 3), ("N", 5), *[("N", 3)] * 2, *[("E", 3)] * 4, expected=1)
    assert "deals: 2" in sheet(event).history[0][1]


def test_deals_are_read_back_with_what_each_gave(event):
    deals(event, ("N", 5), *[("E", 3)] * 7)
    lines = sheet(event).deals
    assert [line.points[Side.NS] for line in lines] == [2, 0, 0, 0, 0, 0, 0, 0]
    assert lines[-1].running == {Side.NS: 2, Side.EW: 7}


def test_the_history_stands_newest_first_with_what_changed(event):
    enter(table_of(event), 7, 5)
    enter(table_of(event), 5, 8, expected=1, E=1)
    (newest, changed), (oldest, nothing) = sheet(event).history
    assert changed == (
        "North–South 7 → 5", "East–West 5 → 8", "lone marches E 0 → 1", "winner NS → EW",
    )  # fmt: skip
    assert (nothing, oldest.counting, newest.counting) == ((), False, True)


@pytest.mark.parametrize("by_deals", [True, False])
def test_a_withdrawn_score_does_not_blame_a_ruling(event, director, by_deals):
    if by_deals:
        deals(event, *[("N", 3)] * 4, *[("E", 3)] * 4)
    else:
        enter(table_of(event), 7, 5)
    sheets.withdraw_sheet(table_of(event), by=director, at=NOW, expected=1)
    assert (sheet(event).nothing_counts, sheet(event).lacks_a_deal) == (True, False)


def test_a_sheet_that_a_ruling_set_aside_says_so_and_one_that_no_longer_fits_stays_readable(event):
    deals(event, *[("N", 3)] * 4, *[("E", 3)] * 4)
    deals(event, *[("N", 3)] * 4, *[("E", 3)] * 4)
    read = table_sheet(table_of(event), PRESETS["progressive"].changed(deals_per_round=4))
    assert read.deals == ()
    assert read.current.totals == {Side.NS: 4, Side.EW: 4}
    table = table_of(event)
    Ruling.objects.create(
        event=event, number=1, table=table, slot=1, code="misdeal", offender="N", fate="REDEAL", made_at=NOW
    )
    counting = Sheet.objects.counting_at(table)
    sheets.recount(table.round.event, table, counting, by=None, at=NOW, reason="Ruling 1")
    assert (sheet(event).nothing_counts, sheet(event).lacks_a_deal) == (True, True)
    assert sheet(event).current is None
