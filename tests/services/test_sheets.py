"""A table's sheet: every entry a revision, nothing overwritten, rulings counted in."""

from dataclasses import replace

import pytest

from scoring.deal import Deal, Fate
from scoring.errors import BadSheet
from scoring.ruleset import PRESETS
from scoring.seats import SEATS, Seat, Side
from tests.helpers import factories
from tests.helpers.dealt_sheets import ROUND, deals_of, enter_deals
from tests.helpers.factories import NOW, enter, table_of
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Event, Ruling, Sheet, Table
from tournament.reports.history import sentence_of
from tournament.services import sheets
from tournament.services.errors import Refused, Stale
from tournament.services.events import change_event

NS, EW = Side.NS, Side.EW


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    return table_of(event)


def recounted(table, **given):
    return sheets.recount(table.round.event, table, Sheet.objects.counting_at(table), **given)


def rule(table, *, slot=None, attempt=1, points=0, side="EW", fate="", code="renege", included=None, by=None):
    """A ruling as `services.rulings` stores it, with the recount that follows there."""
    event = table.round.event
    given = {"award_side": side if points else "", "award_points": points, "fate": fate, "code": code}
    ruling = Ruling.objects.create(
        event=event, number=event.rulings.count() + 1, table=table, slot=slot, attempt=attempt, offender="N",
        made_at=NOW, **given,
    )  # fmt: skip
    answers = {} if included is None else {ruling.number: included}
    recounted(table, by=by, at=NOW, reason=f"Ruling {ruling.number}", included=answers)
    return ruling


def revoke(ruling):
    ruling.revoked_at = NOW
    ruling.save()
    return recounted(ruling.table, by=None, at=NOW, reason="revoked")


def counting(table):
    return table.sheets.filter(counting=True).first()


class TestTotals:
    def test_the_first_entry_counts_the_same_again_writes_nothing_and_an_old_page_is_refused(self, table):
        first = sheet = enter(table, 7, 5)
        assert (sheet.revision, sheet.counting, sheet.entry, sheet.ns, sheet.ew) == (1, True, "totals", 7, 5)
        assert sheet.winner == "NS"
        assert enter(table, 7, 5, expected=0) == first
        assert enter(table, 7, 5, expected=9) == first
        assert table.sheets.count() == 1
        with pytest.raises(Stale) as caught:
            enter(table, 8, 5, expected=0)
        assert caught.value.current == first
        assert table.sheets.count() == 1

    def test_a_club_that_marks_no_lone_marches_is_not_asked_about_them(self, table, director):
        told = {"by": director, "at": NOW, "loners": {}, "expected": 0}
        with pytest.raises(sheets.Doubted) as caught:
            sheets.enter_totals(table, totals={NS: 9, EW: 7}, **told)
        assert caught.value.code == "lone-marches-missing"
        change_event(table.round.event, by=director, at=NOW, marches_noted=False)
        with pytest.raises(sheets.Doubted) as caught:
            sheets.enter_totals(table, totals={NS: 8, EW: 0}, **told)
        assert caught.value.code == "shut-out"
        assert sheets.enter_totals(table, totals={NS: 9, EW: 7}, **told).ns == 9

    def test_a_correction_is_a_new_version_and_the_old_one_stays(self, table):
        enter(table, 7, 5)
        enter(table, 8, 5, expected=1)
        assert list(table.sheets.values_list("revision", "ns", "counting")) == [(2, 8, True), (1, 7, False)]

    def test_impossible_totals_are_refused_by_the_rules(self, table):
        with pytest.raises(BadSheet) as caught:
            enter(table, 99, 5)
        assert caught.value.field in {"ns", "ew"}
        assert table.sheets.count() == 0

    def test_unlikely_totals_want_a_confirmation(self, table, director):
        told = {"by": director, "at": NOW, "totals": {NS: 8, EW: 0}, "loners": {}, "expected": 0}
        with pytest.raises(sheets.Doubted) as caught:
            sheets.enter_totals(table, **told)
        assert caught.value.code == "shut-out"
        assert sheets.enter_totals(table, **told, confirmed=True).ew == 0

    def test_a_tie_asks_who_reached_it_first_and_takes_the_answer(self, table, director):
        told = {"by": director, "at": NOW, "totals": {NS: 6, EW: 6}, "loners": {}, "expected": 0}
        with pytest.raises(sheets.Doubted) as caught:
            sheets.enter_totals(table, **told)
        assert caught.value.code == "tie-open"
        assert sheets.enter_totals(table, **told, reached_first=EW).winner == "EW"

    def test_every_entry_is_in_the_audit_with_what_it_was_and_is(self, table):
        enter(table, 7, 5)
        enter(table, 8, 5, expected=1, N=1)
        entry = AuditEntry.objects.filter(action="sheet.corrected").get()
        said = "changed table 1 of round 1 from 7–5 to 8–5, alone N 1"
        assert sentence_of(entry.action, entry.facts) == said

    def test_an_entry_counts_the_live_version_up_and_a_repetition_does_not(self, event, table):
        before = Event.objects.get(pk=event.pk).live_version
        enter(table, 7, 5)
        enter(table, 7, 5)
        assert Event.objects.get(pk=event.pk).live_version == before + 1


class TestOneSubmission:
    def told(self, director, **more):
        told = {"by": director, "at": NOW, "totals": {NS: 7, EW: 5}, "loners": {}, "expected": 0}
        return told | {"client_key": "k1"} | more

    def test_sent_again_after_a_correction_it_changes_nothing(self, table, director):
        made = sheets.enter_totals(table, **self.told(director))
        enter(table, 8, 5, expected=1)
        assert sheets.enter_totals(table, **self.told(director)) == made
        assert counting(table).ns == 8

    def test_its_key_with_other_values_is_no_repetition(self, table, director):
        sheets.enter_totals(table, **self.told(director))
        with pytest.raises(Stale):
            sheets.enter_totals(table, **self.told(director, totals={NS: 8, EW: 5}))

    def test_its_key_at_another_table_is_no_repetition(self, event, table, director):
        made = sheets.enter_totals(table, **self.told(director))
        other = sheets.enter_totals(table_of(event, 1, 2), **self.told(director))
        assert (made.table.number, other.table.number) == (1, 2)
        assert table_of(event, 1, 2).sheets.count() == 1


class TestWhenItIsAllowed:
    def test_a_closed_round_wants_a_reason_for_other_values(self, table):
        first = enter(table, 7, 5)
        table.round.status = "closed"
        table.round.save()
        assert enter(table, 7, 5, expected=1) == first
        with refused("reason-missing", "reason"):
            enter(table, 8, 5, expected=1, reason="  ")
        assert enter(table, 8, 5, expected=1, reason="misread").reason == "misread"


class TestCutShort:
    """The bell ended the round before all its deals were played."""

    def test_fewer_deals_are_a_whole_round_where_the_table_says_how_many(self, table, director):
        sheet = enter_deals(table, deals_of(*ROUND[:5]), by=director, deals_played=5)
        assert (sheet.ns, sheet.ew, sheet.winner, sheet.deals_played) == (4, 2, "NS", 5)

    def test_a_deal_more_or_fewer_than_it_says_is_refused(self, table, director):
        with pytest.raises(Refused, match="deal 5 is missing"):
            enter_deals(table, deals_of(*ROUND[:4]), by=director, deals_played=5)
        with pytest.raises(BadSheet, match="over before deal 5"):
            enter_deals(table, deals_of(*ROUND[:5]), by=director, deals_played=4)

    def test_totals_are_checked_by_the_deals_that_were_played(self, table):
        assert enter(table, 3, 2, deals_played=3).deals_played == 3
        with pytest.raises(BadSheet, match="deals were played, 1 to 8"):
            enter(table, 3, 2, expected=1, deals_played=9)

    def test_it_stays_cut_short_when_a_ruling_or_a_restored_version_counts_it_anew(self, table, director):
        enter_deals(table, deals_of(*ROUND[:5]), by=director, deals_played=5)
        rule(table, slot=1, points=2)
        assert (counting(table).revision, counting(table).deals_played) == (2, 5)
        enter_deals(table, by=director, expected=2)
        assert counting(table).deals_played is None
        sheets.restore_sheet(table, 1, by=director, at=NOW, expected=3)
        assert (counting(table).revision, counting(table).deals_played) == (4, 5)


class TestDeals:
    def test_a_round_is_counted_deal_by_deal_and_the_same_again_writes_nothing(self, table, director):
        sheet = enter_deals(table, by=director)
        assert (sheet.ns, sheet.ew, sheet.entry, len(sheet.deals)) == (6, 4, "deals", 8)
        assert sheet.euchred == {"N": 1, "E": 0, "S": 0, "W": 0}
        assert enter_deals(table, by=director) == sheet

    def test_an_unfinished_round_is_refused_and_says_which_deal_is_missing(self, table, director):
        with refused("incomplete") as caught:
            enter_deals(table, deals_of(*ROUND[:5]), by=director)
        assert "deal 6" in caught.value.message

    def test_the_first_dealer_told_with_the_deals_is_the_tables(self, table, director):
        enter_deals(table, deals_of(*ROUND, first=Seat.W), by=director, first=Seat.W)
        assert Table.objects.get(pk=table.pk).first_dealer == "W"

    def test_deals_survive_their_way_through_the_database(self, table, director):
        told = deals_of(("n", 5), *ROUND[1:])
        sheet = Sheet.objects.get(pk=enter_deals(table, told, by=director).pk)
        assert [Deal.from_dict(deal) for deal in sheet.deals] == told
        assert sheet.lone_n == 1


class TestBothForms:
    def test_totals_that_agree_with_the_deals_add_nothing_and_others_take_a_reason(self, table, director):
        by_deals = enter_deals(table, by=director)
        assert enter(table, 6, 4, expected=1) == by_deals
        sheet = enter(table, 7, 4, expected=1, reason="deal 3 was 2")
        assert (sheet.entry, sheet.ns, sheet.reason) == ("totals", 7, "deal 3 was 2")

    def test_deals_that_agree_with_the_totals_are_the_fuller_report(self, table, director):
        enter(table, 6, 4)
        assert enter_deals(table, by=director, expected=1).entry == "deals"

    @pytest.mark.parametrize(
        ("confirmed", "reason"), [(False, "misread"), (True, ""), (True, "   "), (False, "")]
    )
    def test_totals_that_differ_from_the_deals_are_refused(self, table, director, confirmed, reason):
        enter_deals(table, by=director)
        told = {"by": director, "at": NOW, "totals": {NS: 7, EW: 4}, "loners": {}, "expected": 1}
        with refused("disagrees") as caught:
            sheets.enter_totals(table, **told, confirmed=confirmed, reason=reason)
        assert "6 points by the deals, 7 by the totals" in caught.value.message
        assert counting(table).entry == "deals"

    def test_deals_that_differ_from_the_totals_are_refused(self, table, director):
        enter(table, 8, 4)
        with refused("disagrees"):
            enter_deals(table, by=director, expected=1)


class TestRulings:
    def test_an_award_to_be_added_is_added_and_one_already_in_is_not(self, table):
        rule(table, points=2, slot=3, fate="PASS")
        director = table.round.event.memberships.get().user
        told = {"by": director, "at": NOW, "totals": {NS: 7, EW: 5}, "loners": {}, "confirmed": True}
        added = sheets.enter_totals(table, **told, expected=0, included={1: False})
        assert (added.ns, added.ew, added.reported_ew) == (7, 7, 5)
        inside = sheets.enter_totals(table, **told, expected=1, included={1: True})
        assert (inside.ew, inside.reported_ew) == (5, 5)
        assert inside.rulings == [{"number": 1, "included": True}]

    def test_without_an_answer_totals_are_refused(self, table):
        rule(table, points=2, slot=3, fate="PASS")
        with refused("included-missing", "included_1"):
            enter(table, 7, 5)

    def test_an_answer_given_once_is_good_for_the_next_correction(self, table, director):
        rule(table, points=2, slot=3, fate="PASS")
        told = {"by": director, "at": NOW, "loners": {}, "confirmed": True}
        sheets.enter_totals(table, **told, totals={NS: 7, EW: 5}, expected=0, included={1: False})
        assert enter(table, 8, 5, expected=1).ew == 7

    def test_a_ruling_that_ended_a_deal_takes_its_result_and_gives_its_award(self, table, director):
        enter_deals(table, by=director)
        rule(table, slot=1, points=2, fate="PASS")
        sheet = counting(table)
        assert (sheet.revision, sheet.ns, sheet.ew, sheet.source) == (2, 5, 6, "ruling")
        assert sheet.deals[0]["tricks"] == 3  # what was reported stays on the sheet

    def test_revoked_it_gives_the_result_back(self, table, director):
        enter_deals(table, by=director)
        assert (revoke(rule(table, slot=1, points=2, fate="PASS")).ns, counting(table).ew) == (6, 4)

    def test_a_ruling_on_totals_is_counted_by_its_answer_and_not_put_among_deals(self, table, director):
        enter(table, 7, 5)
        rule(table, points=2, included=False)
        assert counting(table).ew == 7
        with refused("ruling-without-deal"):
            enter_deals(table, by=director, expected=2)

    def test_a_deal_ended_before_the_entry_needs_no_result(self, table, director):
        rule(table, slot=2, points=2, fate="PASS")
        told = [deal for deal in deals_of(*ROUND) if deal.slot != 2]
        sheet = enter_deals(table, told, by=director)
        assert (sheet.ns, sheet.ew) == (6, 5)

    def test_a_redeal_takes_the_sheet_out_until_the_deal_is_told_again(self, table, director):
        enter_deals(table, by=director)
        rule(table, slot=3, fate="REDEAL", code="misdeal")
        assert counting(table) is None
        assert AuditEntry.objects.filter(action="sheet.set_aside").count() == 1
        first = deals_of(*ROUND)
        again = replace(first[2], attempt=2, tricks=5)
        sheet = enter_deals(table, [*first[:3], again, *first[3:]], by=director)
        assert (sheet.revision, sheet.ns) == (2, 7)

    def test_a_sheet_taken_out_counts_again_when_the_ruling_goes(self, table, director):
        enter_deals(table, by=director)
        ruling = rule(table, slot=3, fate="REDEAL", code="misdeal")
        assert revoke(ruling).ns == 6
        assert counting(table).revision == 2

    def test_recounting_what_does_not_change_or_is_not_there_writes_nothing(self, table, director):
        assert recounted(table, by=director, at=NOW, reason="nothing") is None
        enter_deals(table, by=director)
        assert recounted(table, by=director, at=NOW, reason="again") is None
        assert table.sheets.count() == 1

    def test_a_struck_lone_call_may_be_written_as_it_then_went_on(self, table, director):
        rule(table, slot=1, code="ambiguous-lone")
        alone = enter_deals(table, deals_of(("n", 5), *ROUND[1:]), by=director)
        assert (alone.ns, alone.lone_n) == (7, 0)
        assert enter_deals(table, deals_of(("N", 5), *ROUND[1:]), by=director, expected=1).ns == 7


class TestChangedRules:
    def test_every_sheet_is_counted_anew(self, event, director):
        enter(table_of(event, 1, 1), 9, 4, N=1)
        enter(table_of(event, 1, 2), 7, 5)
        Event.objects.update(rules=PRESETS["progressive"].changed(lone_march_bonus=0).to_dict())
        assert sheets.recount_event(event, by=director, at=NOW, reason="4/4 after all") == 1
        assert counting(table_of(event, 1, 1)).points_n == 9

    def test_thrown_in_deals_use_their_slot_where_the_rules_say_so(self, event, director):
        rules = PRESETS["progressive"].changed(all_pass="pass")
        Event.objects.update(rules=rules.to_dict())
        told = deals_of(*ROUND, rules=rules)
        told[4] = Deal(5, 1, told[4].dealer, fate=Fate.THROWN_IN)
        assert enter_deals(table_of(event), told, by=director).ew == 3


class TestRestoring:
    def test_an_earlier_version_counts_again_as_a_new_one(self, table, director):
        enter(table, 7, 5)
        enter(table, 8, 5, expected=1)
        sheet = sheets.restore_sheet(table, 1, by=director, at=NOW, expected=2, reason="it was right")
        assert (sheet.revision, sheet.ns, sheet.source, sheet.reason) == (3, 7, "restore", "it was right")
        assert AuditEntry.objects.filter(action="sheet.restored").get().facts["version"] == 1

    def test_restoring_takes_a_version_that_was_a_fresh_page_and_a_reason_once_closed(self, table, director):
        first = enter(table, 7, 5)
        assert sheets.restore_sheet(table, 1, by=director, at=NOW, expected=1) == first
        enter(table, 8, 5, expected=1)
        with pytest.raises(Stale):
            sheets.restore_sheet(table, 1, by=director, at=NOW, expected=1)
        with refused("no-such-version"):
            sheets.restore_sheet(table, 7, by=director, at=NOW, expected=2)
        table.round.status = "closed"
        table.round.save()
        with refused("reason-missing"):
            sheets.restore_sheet(table, 1, by=director, at=NOW, expected=2)

    def test_it_counts_with_the_rulings_in_force_now(self, table, director):
        enter_deals(table, by=director)
        enter_deals(table, deals_of(("N", 5), *ROUND[1:]), by=director, expected=1)
        rule(table, slot=1, points=2, fate="PASS")
        sheet = sheets.restore_sheet(table, 1, by=director, at=NOW, expected=3)
        assert sheet.deals[0]["tricks"] == 3
        assert (sheet.ns, sheet.ew) == (5, 6)


def test_at_most_one_version_counts_whatever_happens(table, director):
    enter(table, 7, 5)
    for points in range(8, 13):
        enter(table, points, 5, expected=table.sheets.count())
    sheets.restore_sheet(table, 2, by=director, at=NOW, expected=6)
    assert table.sheets.filter(counting=True).count() == 1
    assert sorted(table.sheets.values_list("revision", flat=True)) == list(range(1, 8))
    assert set(SEATS) == set(counting(table).points)
