"""What a ruling may take: a number of points off a side, points off the offender's own total, money."""

from dataclasses import replace

import pytest

from scoring.deal import Forfeit
from scoring.ruleset import PRESETS
from scoring.rulings import propose
from scoring.seats import Seat, Side
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.refusals import refused
from tests.helpers.rulings import deal, decide
from tournament.archive.document import document
from tournament.models import Adjustment, AuditEntry, Ruling
from tournament.reports.rulings import fines, revocation, ruling_effect
from tournament.reports.standings import standings
from tournament.services.adjustments import revoke_adjustment
from tournament.services.errors import Refused
from tournament.services.rulings import amend_ruling, make_ruling, revoke_ruling
from tournament.state import rulings
from tournament.state.rulings import consider, proposal_for, read_case

NS, EW = Side


@pytest.fixture
def counted(monkeypatch):
    """Points that were not marked: the rule asks how many."""

    def asking(code, *args, **kwargs):
        found = propose(code, *args, **kwargs)
        if code != "points-unmarked":
            return found
        return replace(found, cancels=(), asks_forfeit=args[2].side)

    monkeypatch.setattr(rulings, "propose", asking)


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def dealt(table, director):
    """North marches in every deal: 16 to 0."""
    deal(table, director, tricks=5)
    return table


@pytest.fixture
def totals(table):
    factories.enter(table, 9, 4)
    return table


def decision(table, code="points-unmarked", slot=3, offender=Seat.N, **given):
    return decide(table, code, offender, slot, **given)


def make(table, director, **given):
    return make_ruling(table, by=director, at=NOW, decision=decision(table, **given))


def score(table):
    sheet = table.sheets.get(counting=True)
    return sheet.ns, sheet.ew


class TestACount:
    def test_one_of_two_points_is_lost_and_the_other_stands(self, counted, dealt, director):
        """Finding A5: the side lost both."""
        ruling = make(dealt, director, forfeits=Forfeit(NS, 1))
        assert (ruling.forfeit_side, ruling.forfeit_points, ruling.cancels) == ("NS", 1, [])
        assert score(dealt) == (15, 0)
        assert ruling.given == "1 off North–South"

    def test_an_award_that_was_not_marked_is_taken_off_too(self, counted, dealt, director):
        """Finding A6: only what was played could be lost."""
        make(dealt, director, code="renege", offender=Seat.E)
        assert score(dealt) == (16, 0)
        make(dealt, director, forfeits=Forfeit(NS, 2))
        assert score(dealt) == (14, 0)

    def test_no_number_too_high_a_number_and_the_other_side_are_no_answers(self, counted, dealt, director):
        with refused("forfeits-missing", "forfeits"):
            make(dealt, director)
        with pytest.raises(Refused) as caught:
            make(dealt, director, forfeits=Forfeit(NS, 3))
        assert "made 2 in this deal" in caught.value.message
        deals = decision(dealt, forfeits=Forfeit(EW, 1))
        assert deals.departs_from(proposal_for(dealt, deals.question))

    def test_an_amendment_counts_what_the_side_made_without_the_first_ruling(self, counted, dealt, director):
        old = make(dealt, director, forfeits=Forfeit(NS, 1))
        amended = decision(dealt, forfeits=Forfeit(NS, 2), reason="it was both")
        amend_ruling(old, by=director, at=NOW, decision=amended)
        assert score(dealt) == (14, 0)

    @pytest.mark.parametrize(("included", "expected"), [(True, (9, 4)), (False, (7, 4))])
    def test_on_totals_it_is_out_of_them_or_taken_off(self, counted, totals, director, included, expected):
        make(totals, director, slot=None, forfeits=Forfeit(NS, 2), included=included)
        assert score(totals) == expected

    def test_a_later_sheet_of_totals_asks_about_it(self, counted, table, director):
        make(table, director, forfeits=Forfeit(NS, 2))
        with refused("included-missing"):
            factories.enter(table, 9, 4)


class TestStruckPointsOnTotals:
    """Finding A13: "does not count its own points" did nothing there, silently."""

    @pytest.mark.parametrize(
        ("given", "error"), [({}, "included-missing"), ({"included": False}, "forfeits-missing")]
    )
    def test_it_is_never_a_silent_nothing(self, totals, director, given, error):
        with refused(error):
            make(totals, director, slot=None, cancels=(NS,), reason="x", **given)
        assert not Ruling.objects.exists()

    def test_the_number_is_taken_off(self, totals, director):
        make(totals, director, slot=None, cancels=(NS,), forfeits=Forfeit(NS, 2), included=False, reason="x")
        assert score(totals) == (7, 4)

    def test_totals_that_are_without_them_stay(self, totals, director):
        make(totals, director, slot=None, cancels=(NS,), included=True, reason="x")
        assert score(totals) == (9, 4)

    def test_the_effect_says_what_has_to_be_said_first(self, totals):
        asked = decision(totals, slot=None, cancels=(NS,), included=False)
        case = read_case(totals)
        found = ruling_effect(case, consider(case, asked.question), asked)
        assert found.waits
        assert "how many" in found.problem


class TestTheOffendersOwnTotal:
    OWN = {"code": "table-talk", "own_points": 3, "reason": "the third time"}

    def test_the_points_come_off_with_the_ruling_for_its_reason_and_go_only_with_it(self, dealt, director):
        ruling = make(dealt, director, **self.OWN)
        made = Adjustment.objects.get()
        assert (made.ruling, made.player, made.points) == (ruling, ruling.player, -3)
        assert (made.reason, made.in_words) == ("", "Ruling 1: the third time")
        assert document(ruling.event)["adjustments"][0]["reason"] == "Ruling 1: the third time"
        assert "−3" in ruling.given.replace("-", "−")
        with refused("of-a-ruling"):
            revoke_adjustment(Adjustment.objects.get(), by=director, at=NOW, reason="no")
        revoke_ruling(ruling, by=director, at=NOW, reason="misheard")
        assert not Adjustment.objects.in_force().exists()
        assert Adjustment.objects.get().revoked_reason == "misheard"

    def test_it_is_no_part_of_the_rule_and_needs_a_reason_and_somebody(self, dealt, director):
        with refused("reason-missing"):
            make(dealt, director, **self.OWN | {"reason": ""})
        assert not Adjustment.objects.exists()
        with refused("offender-missing"):
            make(dealt, director, **self.OWN | {"code": "imperfect-pack", "offender": None})

    def test_an_amendment_replaces_it(self, dealt, director):
        ruling = make(dealt, director, **self.OWN)
        again = decision(dealt, **self.OWN | {"own_points": 1})
        new = amend_ruling(ruling, by=director, at=NOW, decision=again)
        assert Adjustment.objects.in_force().get().ruling == new
        assert Adjustment.objects.in_force().get().points == -1

    def test_the_effect_shows_the_total_and_the_places_before_it_is_made(self, dealt, director):
        asked = decision(dealt, **self.OWN)
        case = read_case(dealt)
        found = ruling_effect(case, consider(case, asked.question), asked)
        assert (found.own.before - 3, found.own.after) == (found.own.after, 13)
        assert found.places
        make(dealt, director, **self.OWN)
        rows = {row.name: row.points for row in standings(case.event).rows}
        assert rows[found.own.name] == 13
        back = revocation(read_case(dealt), Ruling.objects.get())
        assert (back.own.before, back.own.after) == (13, 16)

    def test_where_points_are_lost_they_are_added(self, director):
        event = factories.make_published(director, rules=PRESETS["jeuchre"], name="Jeuchre")
        make(factories.table_of(event), director, **self.OWN)
        assert Adjustment.objects.get().points == 3


class TestAFine:
    def test_it_is_noted_and_summed_and_gives_no_points(self, event, dealt, director):
        make(dealt, director, code="misdeal", fine_cents=100, fate=None, reason="a dollar")
        make(dealt, director, code="table-talk", offender=Seat.E, fine_cents=50)
        assert fines(event) == 150
        assert score(dealt) == (16, 0)

    def test_a_revoked_one_is_not_summed(self, event, dealt, director):
        ruling = make(dealt, director, code="table-talk", fine_cents=100)
        revoke_ruling(ruling, by=director, at=NOW, reason="misheard")
        assert fines(event) == 0


def test_the_history_says_all_that_a_ruling_takes(counted, event, dealt, director):
    make(dealt, director, forfeits=Forfeit(NS, 1), own_points=2, fine_cents=150, reason="again")
    award = AuditEntry.objects.get(action="ruling.made").facts["award"]
    assert award == {"off": {"points": 1, "side": "NS"}, "own": -2, "fine": 150}
