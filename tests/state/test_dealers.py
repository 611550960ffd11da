"""Who dealt is known or asked, never assumed; a sheet that names somebody else brings the ruling back."""

from dataclasses import replace

import pytest

from scoring.deal import Call, Deal
from scoring.errors import BadRuling
from scoring.ruleset import PRESETS
from scoring.seats import Seat
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.rulings import deal, dealt, decide, rule
from tournament.models import Table
from tournament.models.sheets import Wrote
from tournament.reports.todos import open_questions
from tournament.services import rulings, sheets
from tournament.services.errors import Unconfirmed
from tournament.services.rounds import close_round
from tournament.state.open_items import DEALER, open_by_code
from tournament.state.rulings import RulingQuestion, proposal_for
from tournament.state.sheet_scores import first_dealer_said, other_dealers

N, E, S, W = Seat


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


def test_the_rules_may_name_the_first_dealer_and_a_sheet_may_know_better(director):
    """Finding A1: North is the first dealer only where the rules say so; what a sheet says comes first."""
    rules = PRESETS["progressive"].changed(first_dealer="North deals first")
    table = factories.table_of(factories.make_published(director, players=8, rounds=2, rules=rules))
    assert first_dealer_said(table) is N
    assert proposal_for(table, RulingQuestion("six-cards", S, 3, choice="taken-up")).award.points == 2
    Table.objects.filter(pk=table.pk).update(first_dealer="W")
    table.refresh_from_db()
    assert first_dealer_said(table) is W


def test_nobody_deals_first_until_a_sheet_says_so(table, director):
    assert table.known_dealer is None
    deal(table, director, W)
    assert Table.objects.get(pk=table.pk).known_dealer is W


@pytest.mark.parametrize(
    ("code", "offender", "choice"),
    [("six-cards", W, None), ("no-discard", None, None), ("misdeal", None, None),
     ("card-exposed-in-deal", W, None), ("wrong-dealer", None, "after-first-trick")],
)  # fmt: skip
@pytest.mark.parametrize("slot", [1, None])
def test_what_hangs_on_the_dealer_is_asked_before_a_sheet_says_it(table, code, offender, choice, slot):
    if slot is None:
        factories.enter(table, 8, 6)
    with pytest.raises(BadRuling) as asked:
        decide(table, code, offender, slot, choice=choice)
    assert asked.value.code == "dealer-missing"


def test_the_dealer_who_plays_with_six_cards_did_not_discard(table, director):
    ruling = rule(table, director, "six-cards", W, dealer=W, choice="taken-up")
    assert (ruling.award_side, ruling.award_points, ruling.fate, ruling.dealer) == ("NS", 2, "PASS", "W")


def test_whoever_is_named_for_a_missing_discard_dealt(table, director):
    ruling = rule(table, director, "no-discard", W)
    assert (ruling.award_side, ruling.award_points, ruling.dealer) == ("NS", 2, "W")


def test_on_totals_the_director_says_who_dealt(table, director):
    factories.enter(table, 8, 4)
    ruling = rule(table, director, "six-cards", W, None, dealer=N, included=False, written=Wrote.NOTHING)
    assert (ruling.award_points, ruling.fate, ruling.dealer) == (0, "VOID_PASS", "N")
    assert rule(table, director, "no-discard", W, None, included=True).award_side == "NS"


def test_a_sheet_of_deals_knows_the_dealer_by_itself(table, director):
    deal(table, director, W)
    ruling = rule(table, director, "no-discard", slot=2)
    assert (ruling.award_side, ruling.dealer) == ("EW", "N")


def test_a_ruling_that_does_not_hang_on_the_dealer_stores_none(table, director):
    assert rule(table, director, "renege", E).dealer == ""


def test_the_second_misdeal_of_a_dealer_counts_though_no_offender_was_named(director):
    rules = replace(PRESETS["progressive"], misdeal="second-passes")
    event = factories.make_published(director, rules=rules)
    table = factories.table_of(event)
    rule(table, director, "misdeal", slot=1, dealer=W)
    assert rule(table, director, "misdeal", slot=5, dealer=W).fate == "VOID_PASS"


class TestAnotherDealer:
    @pytest.fixture
    def ruled(self, table, director):
        """West is said to have dealt first and kept six cards; then the sheet says it was North."""
        ruling = rule(table, director, "no-discard", W)
        deal(table, director, N, but=[1])
        return ruling

    def test_the_ruling_comes_back_as_a_question_until_it_is_settled(self, ruled, event, table, director):
        (found,) = other_dealers(event.rounds.all())
        assert (found.ruling, found.ruled, found.by_sheet) == (ruled, W, N)
        (question,) = open_questions(event)
        assert question.link.url.endswith("/rulings/1/amend/")
        assert "West" in question.sentence
        assert "North" in question.sentence
        assert (table.sheets.get(counting=True).ns, table.sheets.get(counting=True).ew) == (9, 0)
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        with pytest.raises(Unconfirmed) as asked:
            close_round(event.rounds.get(number=1), by=director, at=NOW)
        assert asked.value.code == "sheets-dealer"
        assert [*open_by_code(event.rounds.get(number=1))] == [DEALER]
        again = decide(table, "no-discard", N, reason="The sheet says North dealt")
        new = rulings.amend_ruling(ruled, by=director, at=NOW, decision=again)
        assert (new.dealer, new.award_side) == ("N", "EW")
        assert open_questions(event) == ()
        sheet = table.sheets.get(counting=True)
        assert (sheet.ns, sheet.ew) == (7, 2)


def test_the_dealer_that_the_sheet_names_as_well_asks_nothing(event, table, director):
    rule(table, director, "no-discard", W)
    deal(table, director, W, but=[1])
    assert open_questions(event) == ()


def test_a_corrected_first_dealer_brings_a_ruling_back_that_was_made_by_the_sheet(event, table, director):
    deal(table, director, W)
    rule(table, director, "no-discard", slot=1)
    deal(table, director, N, but=[1], expected=2)
    (found,) = other_dealers(event.rounds.all())
    assert (found.ruled, found.by_sheet) == (W, N)


def test_a_deal_out_of_turn_is_no_question_and_one_in_turn_is(event, table, director):
    rule(table, director, "wrong-dealer", E, choice="before-first-trick")
    deals = [Deal(1, 2, N, Call(N), tricks=3), *dealt()[1:]]
    told = {"by": director, "at": NOW, "confirmed": True}
    sheets.enter_deals(table, deals=deals, first_dealer=N, expected=0, **told)
    assert open_questions(event) == ()
    deals = [Deal(1, 2, E, Call(N), tricks=3), *dealt(E)[1:]]
    sheets.enter_deals(table, deals=deals, first_dealer=E, expected=1, **told)
    assert [question.code for question in open_questions(event)] == ["dealer"]


def test_a_first_deal_that_a_ruling_ended_and_nobody_wrote_down_survives_a_later_ruling(table, director):
    rule(table, director, "no-discard", W)
    deal(table, director, W, but=[1])
    rule(table, director, "renege", E, 4)
    sheet = table.sheets.get(counting=True)
    assert (sheet.revision, sheet.ns, sheet.ew) == (2, 10, 0)


def test_a_ruling_on_a_deal_that_nobody_wrote_down_can_be_amended(table, director):
    ruling = rule(table, director, "renege", E, 3)
    deal(table, director, N, but=[3])
    again = decide(table, "renege", N, 3, reason="It was North")
    rulings.amend_ruling(ruling, by=director, at=NOW, decision=again)
    assert (table.sheets.get(counting=True).ns, table.sheets.get(counting=True).ew) == (7, 2)


def test_the_pad_starts_with_the_dealer_that_the_director_was_told(table, director):
    assert first_dealer_said(table) is None
    rule(table, director, "no-discard", E, 2)
    assert first_dealer_said(table) is N
    rule(table, director, "misdeal", E, 3)  # they cannot both be right
    assert first_dealer_said(table) is None
