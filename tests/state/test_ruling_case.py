"""What a ruling has to know beside the sheet: whose warnings count, and whether a claim comes too late."""

from dataclasses import replace

import pytest

from scoring.ruleset import PRESETS
from scoring.seats import Seat
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.refusals import refused
from tests.helpers.rulings import deal, rule
from tournament.services.rounds import close_round
from tournament.state.rulings import RulingQuestion, proposal_for, read_case

N, E, S, W = Seat


def event_by(director, preset="progressive", movement="chart", **changes):
    rules = replace(PRESETS[preset], **changes)
    return factories.make_published(director, players=8, rounds=2, rules=rules, movement=movement)


class TestWarnings:
    """Finding A19: whether partners share a warning was undecided."""

    @pytest.mark.parametrize(("movement", "warned"), [("chart", True), ("fixed-partners", False)])
    def test_partners_share_them_where_they_stay_together(self, director, movement, warned):
        table = factories.table_of(event_by(director, movement=movement))
        assert rule(table, director, "table-talk", N).warning
        assert proposal_for(table, RulingQuestion("table-talk", S, 2)).warning is warned

    def test_the_other_side_has_its_own(self, director):
        table = factories.table_of(event_by(director, movement="fixed-partners"))
        rule(table, director, "table-talk", N)
        assert proposal_for(table, RulingQuestion("table-talk", E, 2)).warning

    @pytest.mark.parametrize(
        ("movement", "sentence"),
        [("chart", "has been warned before"), ("fixed-partners", "This partnership has been warned before")],
    )
    def test_the_desk_shows_whose_they_are(self, desk, director, movement, sentence):
        event = event_by(director, movement=movement)
        rule(factories.table_of(event), director, "table-talk", N)
        told = {"code": "table-talk", "step": "ask", "offender": "S" if movement != "chart" else "N"}
        page = desk.post(f"/events/{event.slug}/rounds/1/tables/1/rulings/preview/", told).content.decode()
        assert sentence in page


class TestTheTimeOfAClaim:
    """Finding A20: a renege could be claimed five deals later without a word."""

    def question(self, slot):
        return RulingQuestion("renege", N, slot)

    def test_it_ends_when_the_next_deal_is_cut(self, director):
        table = factories.table_of(event_by(director, "laws"))
        assert not read_case(table).claim_is_late(self.question(1))
        deal(table, director, count=5, tricks=5)
        assert read_case(table).claim_is_late(self.question(1))
        assert not read_case(table).claim_is_late(self.question(5))

    def test_it_ends_with_the_totals_where_the_next_cut_counts(self, director):
        table = factories.table_of(event_by(director, "laws"))
        factories.enter(table, 10, 4)
        assert read_case(table).claim_is_late(self.question(None))

    def test_by_the_tournament_rules_it_ends_when_the_round_is_closed(self, director):
        event = event_by(director)
        for number in (1, 2):
            factories.enter(factories.table_of(event, 1, number), 9, 4)
        assert not read_case(factories.table_of(event)).claim_is_late(self.question(None))
        close_round(event.rounds.get(number=1), by=director, at=NOW)
        assert read_case(factories.table_of(event)).claim_is_late(self.question(None))

    def test_other_offences_have_no_such_time(self, director):
        table = factories.table_of(event_by(director, "laws"))
        deal(table, director, count=5, tricks=5)
        assert not read_case(table).claim_is_late(RulingQuestion("lead-out-of-turn", N, 1))

    def test_a_late_one_needs_a_reason_and_the_desk_says_so(self, director, desk):
        event = event_by(director, "laws")
        table = factories.table_of(event)
        deal(table, director, count=5, tricks=5)
        with refused("reason-missing", "reason"):
            rule(table, director, "renege", N, 1)
        told = {"code": "renege", "step": "ask", "offender": "N", "deal": "1", "choice": "-"}
        page = desk.post(f"/events/{event.slug}/rounds/1/tables/1/rulings/preview/", told).content.decode()
        assert "The time for this claim is over." in page
        assert rule(table, director, "renege", N, 1, reason="Both sides agree").award_points == 2
