"""A tie is settled by somebody who was asked, never by silence."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.refusals import refused
from tests.helpers.rulings import decide
from tournament.models.sheets import Wrote
from tournament.services import rulings, sheets
from tournament.services.errors import Unconfirmed
from tournament.services.rounds import close_round
from tournament.state.open_items import TIED, open_by_code
from tournament.state.rulings import RulingDecision, RulingQuestion

NS, EW = Side


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    """North–South have 8, East–West 6: two points make it a tie."""
    table = factories.table_of(event)
    factories.enter(table, 8, 6)
    return table


def asked(table, code="renege", **given):
    """What the rule proposes for North's offence, whose points are not in the totals yet."""
    return decide(table, code, Seat.N, None, **{"included": False, "written": Wrote.NOTHING} | given)


def rule(table, director, **given):
    return rulings.make_ruling(table, by=director, at=NOW, decision=asked(table, **given))


def counting(table):
    return table.sheets.get(counting=True)


def told(table):
    sheet = counting(table)
    return sheet.ns, sheet.ew, sheet.winner, sheet.reached_first, sheet.nobody_can_say


def revoke(ruling, director):
    return rulings.revoke_ruling(ruling, by=director, at=NOW, reason="The cards showed otherwise")


class TestAtTheRuling:
    def test_a_ruling_that_makes_a_tie_asks_who_reached_it_first(self, table, director):
        with refused("tie-open", "reached_first"):
            rule(table, director)
        assert told(table) == (8, 6, "NS", "", False)
        assert not table.rulings.exists()

    @pytest.mark.parametrize("side", [NS, EW])
    def test_the_side_named_at_the_ruling_wins_the_round(self, table, director, side):
        rule(table, director, reached_first=side)
        assert told(table) == (8, 8, side, side, False)
        assert not counting(table).tie_is_open

    def test_nobody_can_say_is_an_answer_of_its_own(self, table, director):
        rule(table, director, nobody_can_say=True)
        assert told(table) == (8, 8, "", "", True)
        assert not counting(table).tie_is_open

    def test_a_ruling_that_leaves_a_tie_as_it_is_keeps_its_answer(self, table, director):
        rule(table, director, reached_first=EW)
        rule(table, director, code="table-talk")
        assert told(table) == (8, 8, "EW", "EW", False)
        rule(table, director, code="lead-out-of-turn", included=True)
        assert told(table)[2:] == ("EW", "EW", False)

    def test_an_amended_ruling_that_makes_the_tie_asks_as_well(self, table, director):
        ruling = rule(table, director, award=Award(EW, 1), reason="Half of it")
        with refused("tie-open"):
            rulings.amend_ruling(ruling, by=director, at=NOW, decision=asked(table, reason="All of it"))
        more = asked(table, reason="All of it", reached_first=NS)
        rulings.amend_ruling(ruling, by=director, at=NOW, decision=more)
        assert told(table) == (8, 8, "NS", "NS", False)


class TestUnasked:
    def test_a_tie_that_a_revoked_ruling_makes_is_open(self, event, director):
        table = factories.table_of(event)
        factories.enter(table, 8, 8)
        table.sheets.all().delete()
        decision = RulingDecision(RulingQuestion("other", Seat.N, 1), Award(NS, 2), reason="x")
        ruling = rulings.make_ruling(table, by=director, at=NOW, decision=decision)
        sheets.enter_totals(
            table, by=director, at=NOW, totals={NS: 8, EW: 8}, loners={}, included={ruling.number: False},
            expected=0, confirmed=True,
        )  # fmt: skip
        revoke(ruling, director)
        assert counting(table).tie_is_open
        assert list(open_by_code(table.round).items())[-1] == (TIED, (1,))

    def test_the_tie_that_a_revoked_ruling_unmakes_takes_its_answer_along(self, table, director):
        first = rule(table, director, reached_first=EW)
        revoke(first, director)
        assert told(table) == (8, 6, "NS", "", False)
        with refused("tie-open"):  # other points, another tie: it is asked again
            rule(table, director, code="lead-out-of-turn")

    def test_a_tie_that_comes_back_as_it_was_keeps_the_answer_it_had(self, event, director):
        table = factories.table_of(event)
        factories.enter(table, 8, 8, reached_first=EW)
        ruling = rule(table, director)
        assert told(table) == (8, 10, "EW", "", False)
        revoke(ruling, director)
        assert told(table) == (8, 8, "EW", "EW", False)

    def test_a_restored_version_whose_ruling_makes_a_tie_now_is_open(self, table, director):
        factories.enter(table, 9, 6, expected=1)
        rule(table, director)
        sheets.restore_sheet(table, 1, by=director, at=NOW, expected=3)
        assert counting(table).tie_is_open

    def test_a_restored_version_brings_its_own_answer(self, event, director):
        table = factories.table_of(event)
        factories.enter(table, 8, 8, reached_first=EW)
        factories.enter(table, 9, 6, expected=1)
        sheets.restore_sheet(table, 1, by=director, at=NOW, expected=2)
        assert told(table) == (8, 8, "EW", "EW", False)

    def test_a_sheet_whose_question_was_confirmed_away_is_open(self, event, director):
        table = factories.table_of(event)
        factories.enter(table, 8, 8)
        assert counting(table).tie_is_open

    def test_closing_names_the_open_tie(self, event, table, director):
        rule(table, director, nobody_can_say=True)
        factories.enter(factories.table_of(event, 1, 2), 7, 7)
        with pytest.raises(Unconfirmed) as asked:
            close_round(event.rounds.get(number=1), by=director, at=NOW)
        assert asked.value.code == "sheets-tied"
        assert open_by_code(event.rounds.get(number=1)) == {TIED: (2,)}
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)


class TestAnswered:
    @pytest.mark.parametrize(("side", "after"), [(EW, ("EW", "EW", False)), (None, ("", "", True))])
    def test_an_open_tie_is_answered_by_a_new_revision(self, event, director, side, after):
        table = factories.table_of(event)
        factories.enter(table, 8, 8)
        sheet = sheets.settle_tie(table, by=director, at=NOW, reached_first=side, expected=1)
        assert sheet.revision == 2
        assert told(table)[2:] == after

    def test_without_a_tie_nothing_is_answered_and_an_answer_keeps_the_rulings(self, table, director):
        with refused("no-tie"):
            sheets.settle_tie(table, by=director, at=NOW, reached_first=EW, expected=1)
        rule(table, director, nobody_can_say=True)
        sheets.settle_tie(table, by=director, at=NOW, reached_first=EW, expected=2)
        assert told(table) == (8, 8, "EW", "EW", False)

    def test_in_a_closed_round_the_answer_needs_a_reason(self, event, director):
        for number in (1, 2):
            factories.enter(factories.table_of(event, 1, number), 8, 8)
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        asked = {"by": director, "at": NOW, "reached_first": EW, "expected": 1}
        with refused("reason-missing"):
            sheets.settle_tie(factories.table_of(event), **asked)
        sheets.settle_tie(factories.table_of(event), **asked, reason="They asked both sides")
