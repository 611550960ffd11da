"""A director's rulings: what is recorded, what counts, what is refused."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.deal import Award, Fate, Struck
from scoring.errors import BadRuling
from scoring.ruleset import PRESETS
from scoring.seats import SEATS, Seat, Side
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.refusals import refused
from tests.helpers.rulings import deal, decide, rule
from tournament.models import AuditEntry, Ruling
from tournament.models.sheets import Wrote
from tournament.services.errors import Refused
from tournament.services.rulings import amend_ruling, make_ruling, revoke_ruling
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def event(director):
    return factories.make_published(director)


@pytest.fixture
def dealt(table, director):
    """The table's round deal by deal: North makes every deal with three tricks, so 8 to 0."""
    deal(table, director)
    return table


def totals(table):
    sheet = table.sheets.get(counting=True)
    return sheet.ns, sheet.ew


def test_a_renege_of_a_named_player_ends_the_deal_and_gives_its_points_to_both_opponents(dealt, director):
    ruling = rule(dealt, director, "renege", Seat.N)
    assert (ruling.award_side, ruling.award_points, ruling.fate) == ("EW", 2, "PASS")
    assert ruling.player == dealt.chairs()[Seat.N].player
    assert totals(dealt) == (7, 2)
    sheet = dealt.sheets.get(counting=True)
    assert (sheet.points_e, sheet.points_w) == (2, 2)
    assert not any(sheet.loners[seat] for seat in SEATS)


def test_an_unproven_renege_leaves_the_deal_as_played(dealt, director):
    rule(dealt, director, "renege-unproven", Seat.E)
    assert totals(dealt) == (10, 0)


def test_first_words_in_the_bidding_are_a_warning_to_that_player_and_the_next_a_penalty(dealt, director):
    first = rule(dealt, director, "bidding-talk", Seat.E, slot=1)
    second = rule(dealt, director, "bidding-talk", Seat.E, slot=2)
    assert (first.warning, first.award_points) == (True, 0)
    assert (second.warning, second.award_side, second.award_points) == (False, "NS", 2)
    assert rule(dealt, director, "bidding-talk", Seat.W, slot=3).warning


def test_a_ruling_on_a_table_that_has_not_reported_counts_when_its_sheet_comes(table, director):
    rule(table, director, "renege", Seat.E, slot=2)
    deal(table, director, but=[2])
    assert totals(table) == (9, 0)


def test_a_ruling_on_totals_asks_whether_the_points_are_in_them_and_what_the_table_wrote(table, director):
    factories.enter(table, 8, 4)
    with refused("included-missing", "included"):
        rule(table, director, "renege", Seat.E, slot=None)
    assert not Ruling.objects.exists()
    with refused("written-missing", "written"):
        rule(table, director, "renege", Seat.E, slot=None, included=False)
    rule(table, director, "renege", Seat.E, slot=None, included=False, written=Struck(Side.EW, 1))
    assert totals(table) == (10, 3)


@pytest.mark.parametrize(("included", "expected"), [(True, (8, 4)), (False, (10, 4))])
def test_an_award_is_added_to_totals_only_where_it_is_not_in_them(table, director, included, expected):
    factories.enter(table, 8, 4)
    rule(table, director, "renege", Seat.E, slot=None, included=included, written=Wrote.NOTHING)
    assert totals(table) == expected


def test_a_departure_from_the_rule_needs_a_reason(dealt, director):
    more = {"award": Award(Side.EW, 3)}
    with refused("reason-missing", "reason"):
        rule(dealt, director, "renege", Seat.N, **more)
    ruling = rule(dealt, director, "renege", Seat.N, **more, reason="Second time tonight")
    assert (ruling.award_points, ruling.proposed_points, ruling.reason) == (3, 2, "Second time tonight")


def test_a_revoked_ruling_leaves_no_trace_in_the_points_and_stays_on_record(dealt, director):
    ruling = rule(dealt, director, "renege", Seat.N)
    revoke_ruling(ruling, by=director, at=NOW, reason="The cards showed otherwise")
    ruling.refresh_from_db()
    assert totals(dealt) == (8, 0)
    assert (ruling.revoked_by, ruling.revoked_reason) == (director, "The cards showed otherwise")
    actions = (
        AuditEntry.objects.filter(action__startswith="ruling").order_by("pk").values_list("action", flat=True)
    )
    assert list(actions) == ["ruling.made", "ruling.revoked"]


def test_an_amended_ruling_is_replaced_and_stays_on_record(dealt, director):
    old = rule(dealt, director, "renege", Seat.N)
    decision = decide(dealt, "renege", Seat.E, reason="It was East")
    new = amend_ruling(old, by=director, at=NOW, decision=decision)
    old.refresh_from_db()
    assert (old.replaced_by, old.is_in_force, new.is_in_force) == (new, False, True)
    assert totals(dealt) == (9, 0)


@pytest.mark.parametrize("action", [revoke_ruling, amend_ruling])
def test_a_ruling_changes_once(dealt, director, action):
    ruling = rule(dealt, director, "renege", Seat.N)
    revoke_ruling(ruling, by=director, at=NOW, reason="A mistake")
    extra = (
        {"reason": "Again"}
        if action is revoke_ruling
        else {"decision": RulingDecision(RulingQuestion("renege", Seat.N, 3), reason="Again")}
    )
    with refused("not-in-force"):
        action(ruling, by=director, at=NOW, **extra)


def test_a_second_ruling_may_not_end_a_deal_in_another_way(dealt, director):
    rule(dealt, director, "renege", Seat.N)
    with refused("contradiction"):
        rule(dealt, director, "wrong-count-in-play", Seat.E)


@pytest.mark.parametrize(
    ("code", "asked", "error"),
    [
        ("renege", {"slot": None}, "deal-missing"),
        ("renege", {"slot": 3, "attempt": 2}, "deal-not-played"),
        ("renege", {"slot": 9}, "deal-not-played"),
        ("no-such-offence", {}, "unknown"),
        ("renege-mutual", {}, "not-in-rules"),
        ("lone-partner-played", {}, "nobody-alone"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(dealt, director, code, asked, error):
    question = RulingQuestion(**({"code": code, "offender": Seat.N, "slot": 3} | asked))
    with pytest.raises((Refused, BadRuling)) as refused:
        make_ruling(dealt, by=director, at=NOW, decision=RulingDecision(question))
    assert refused.value.code == error
    assert not Ruling.objects.exists()


def test_an_offender_who_is_not_at_the_table_is_refused(dealt, director):
    dealt.seatings.filter(seat="W").delete()
    with refused("offender-not-seated", "offender"):
        make_ruling(dealt, by=director, at=NOW, decision=RulingDecision(RulingQuestion("renege", Seat.W, 3)))


def test_a_round_that_has_not_begun_and_rules_without_the_offence_have_nothing_to_rule_on(event, director):
    with refused("round-not-open"):
        rule(factories.table_of(event, 2), director, "renege", Seat.N)
    event = factories.make_published(director, rules=PRESETS["laws"], name="Laws")
    with pytest.raises(BadRuling) as caught:
        rule(factories.table_of(event), director, "renege-second", Seat.N)
    assert caught.value.code == "not-in-rules"


def test_a_redeal_ruled_after_the_sheet_sets_it_aside_until_the_deal_is_entered_again(dealt, director):
    ruling = rule(dealt, director, "misdeal", Seat.S, 3)
    assert ruling.fate == Fate.REDEAL
    assert not dealt.sheets.filter(counting=True).exists()
    revoke_ruling(ruling, by=director, at=NOW, reason="Wrong table")
    assert totals(dealt) == (8, 0)


def test_a_form_sent_twice_makes_one_ruling(dealt, director):
    decision = decide(dealt, "renege-unproven", Seat.E)
    make_ruling(dealt, by=director, at=NOW, decision=decision)
    with refused("repeated"):
        make_ruling(dealt, by=director, at=NOW + timedelta(seconds=1), decision=decision)
    make_ruling(dealt, by=director, at=NOW + timedelta(minutes=1), decision=decision)
    assert Ruling.objects.count() == 2


def test_a_ruling_locks_the_event_once_and_reads_the_sheet_once(dealt, director):
    decision = decide(dealt, "renege", Seat.N)
    with CaptureQueriesContext(connection) as queries:
        make_ruling(dealt, by=director, at=NOW, decision=decision)
    reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert sum('FROM "tournament_sheet"' in sql and '"entry"' in sql for sql in reads) == 1
    assert sum('FROM "tournament_event"' in sql for sql in reads) == 1
