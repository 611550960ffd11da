"""Two scores swapped in one act: two tables', or those of a table's two sides."""

import pytest

from scoring.seats import Seat, Side
from tests.helpers.dealt_sheets import deals_of, enter_deals
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Sheet
from tournament.reports.history import sentence_of
from tournament.services import rulings
from tournament.services.errors import Stale
from tournament.services.rounds import close_round
from tournament.services.sheets import swap_sides, swap_tables
from tournament.services.undoing import can_be_undone, undo
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def event(director):
    return make_published(director, players=12, rounds=2)


def sides(event, director, expected=1, **more):
    given = {"with_loners": True, "reason": "wrong columns"} | more
    return swap_sides(table_of(event), by=director, at=NOW, expected=expected, **given)


def tables(event, director, expected=1, other_expected=1, reason="two papers mixed up"):
    given = {"expected": expected, "other_expected": other_expected, "reason": reason}
    return swap_tables(table_of(event), table_of(event, 1, 2), by=director, at=NOW, **given)


def counting(event, number):
    return Sheet.objects.get(table=table_of(event, 1, number), counting=True)


def test_two_tables_get_each_others_score_in_one_act(event, director):
    """Director, "what a director misses": swapping two tables' scores in one act."""
    enter(table_of(event, 1, 1), 9, 4, N=1)
    enter(table_of(event, 1, 2), 6, 6, reached_first=Side.EW)
    before = AuditEntry.objects.count()
    tables(event, director)
    one, two = counting(event, 1), counting(event, 2)
    assert (one.ns, one.ew, one.reached_first, one.lone_n) == (6, 6, "EW", 0)
    assert (two.ns, two.ew, two.reached_first, two.lone_n) == (9, 4, "", 1)
    assert one.reason == two.reason == "two papers mixed up"
    entry = AuditEntry.objects.latest("pk")
    assert AuditEntry.objects.count() == before + 1
    assert sentence_of(entry.action, entry.facts) == (
        "swapped the scores of tables 1, 2 in round 1: they have 6–6, EW first, 9–4, alone N 1 now"
    )


def test_one_undo_puts_both_back(event, director):
    enter(table_of(event, 1, 1), 9, 4, N=1)
    enter(table_of(event, 1, 2), 6, 6, nobody_can_say=True)
    tables(event, director)
    entry = event.audit_entries.get(action="sheet.tables_swapped")
    assert can_be_undone(event, entry)
    undo(event, entry, by=director, at=NOW)
    assert (counting(event, 1).ns, counting(event, 1).lone_n) == (9, 1)
    assert counting(event, 2).nobody_can_say
    assert not can_be_undone(event, entry)


def test_deals_and_the_bell_go_along(event, director):
    six = deals_of(*[("N", 3)] * 4, *[("E", 3)] * 2, first=Seat.E)
    enter_deals(table_of(event, 1, 1), six, by=director, first=Seat.E, deals_played=6)
    enter(table_of(event, 1, 2), 4, 3, deals_played=5)
    tables(event, director)
    one, two = counting(event, 1), counting(event, 2)
    assert (one.entry, one.ns, one.ew, one.deals_played) == ("totals", 4, 3, 5)
    assert (two.entry, two.ns, two.ew, two.deals_played) == ("deals", 4, 2, 6)
    assert table_of(event, 1, 2).first_dealer == "E"


@pytest.mark.parametrize(("with_loners", "lone"), [(True, ("E", 1)), (False, ("N", 1))])
def test_sides_swapped_at_one_table_with_their_lone_marches_or_without(event, director, with_loners, lone):
    enter(table_of(event), 9, 5, N=1)
    sheet = sides(event, director, with_loners=with_loners)
    assert (sheet.ns, sheet.ew, sheet.winner) == (5, 9, "EW")
    assert getattr(sheet, f"lone_{lone[0].lower()}") == lone[1] == sum(sheet.loners.values())
    undo(event, event.audit_entries.get(action="sheet.sides_swapped"), by=director, at=NOW)
    assert (counting(event, 1).ns, counting(event, 1).lone_n) == (9, 1)


def test_the_answer_to_a_tie_goes_to_the_other_side(event, director):
    enter(table_of(event), 6, 6, reached_first=Side.NS)
    assert sides(event, director).reached_first == "EW"


@pytest.mark.parametrize("number", [1, 2])
def test_a_ruling_at_either_table_stands_in_the_way_in_a_sentence(event, director, number):
    for table in (1, 2):
        enter(table_of(event, 1, table), 7, 3 + table)
    question = RulingQuestion("renege", slot=1, offender=Seat.N)
    decision = RulingDecision(question, reason="let it go")
    rulings.make_ruling(table_of(event, 1, number), by=director, at=NOW, decision=decision)
    revisions = [counting(event, table).revision for table in (1, 2)]
    with refused("ruled") as caught:
        tables(event, director, *revisions)
    assert f"table {number}" in caught.value.message


def test_a_reason_is_needed_and_both_pages_have_to_be_fresh(event, director):
    for table in (1, 2):
        enter(table_of(event, 1, table), 7, 3 + table)
    with refused("reason-missing"):
        tables(event, director, reason=" ")
    for stale in ({"expected": 0}, {"other_expected": 3}):
        with pytest.raises(Stale):
            tables(event, director, **stale)
    assert Sheet.objects.count() == 2


def test_a_table_without_a_score_swaps_with_none(event, director):
    enter(table_of(event, 1, 1), 9, 4, N=1)
    with refused("no-sheet"):
        tables(event, director, other_expected=0)


def test_a_closed_round_is_swapped_and_undone_as_well(event, director):
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 7, 3 + table)
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    tables(event, director)
    assert [counting(event, table).late_correction for table in (1, 2)] == [True, True]
    assert (counting(event, 1).ew, counting(event, 2).ew) == (5, 4)
    undo(event, event.audit_entries.get(action="sheet.tables_swapped"), by=director, at=NOW)
    assert (counting(event, 1).ew, counting(event, 2).ew) == (4, 5)
