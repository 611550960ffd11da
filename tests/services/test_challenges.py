"""The challenge window: corrections with a reason while it is open, then only after a director unlocks."""

from datetime import timedelta

import pytest

from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.refusals import refused
from tests.helpers.rulings import decide
from tournament.models import Ruling, Sheet
from tournament.services.errors import Refused
from tournament.services.events import change_event
from tournament.services.rounds import close_round, reopen_round, unlock_round
from tournament.services.rulings import make_ruling
from tournament.services.sheets import enter_totals, restore_sheet
from tournament.state.clock import challenges_in


def at(minutes):
    return NOW + timedelta(minutes=minutes)


@pytest.fixture
@kept
def closed(director):
    """Round 1 closed at minute 0, with a window of ten minutes; table 2 has reported."""
    event = make_published(director, rounds=3)
    change_event(event, by=director, at=NOW, challenge_minutes=10)
    event.refresh_from_db()
    report(event, director, 0, table=2, expected=0)
    close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
    return event


def report(event, director, minute, ns=8, *, table=2, expected=1, reason=""):
    totals = {Side.NS: ns, Side.EW: 5}
    return enter_totals(
        table_of(event, 1, table), by=director, at=at(minute), totals=totals, loners={}, expected=expected,
        confirmed=True, reason=reason,
    )  # fmt: skip


def unlock(event, director, minute, reason="wrong side"):
    return unlock_round(event.rounds.get(number=1), by=director, at=at(minute), reason=reason)


def test_after_the_window_no_correction_ruling_or_earlier_version_is_taken(closed, director):
    for act in (
        lambda: report(closed, director, 10, 9, reason="misread"),
        lambda: report(closed, director, 10, table=1, expected=0, reason="found it"),
    ):
        with refused("round-locked"):
            act()
    assert Sheet.objects.count() == 1
    table = table_of(closed, 1, 2)
    decision = decide(table, "renege", Seat.N, None, included=True, reason="seen")
    with refused("round-locked"):
        make_ruling(table, by=director, at=at(11), decision=decision)
    assert not Ruling.objects.exists()
    report(closed, director, 5, 9, reason="misread")
    with refused("round-locked"):
        restore_sheet(table_of(closed, 1, 2), 1, by=director, at=at(11), expected=2, reason="no")


def test_while_the_window_is_open_a_correction_takes_a_reason_and_the_same_again_is_none(closed, director):
    assert report(closed, director, 60).revision == 1
    with refused("reason-missing"):
        report(closed, director, 9, 9)
    assert report(closed, director, 9, 9, reason="misread").ns == 9


def test_unlocking_opens_the_window_once_more(closed, director):
    assert challenges_in(closed)[1].until == at(10)
    unlock(closed, director, 30)
    assert challenges_in(closed)[1].until == at(40)
    report(closed, director, 39, 9, reason="misread")
    with pytest.raises(Refused):
        report(closed, director, 40, 7, expected=2, reason="misread")
    entry = closed.audit_entries.get(action="round.unlocked")
    assert entry.facts == {"number": 1, "reason": "wrong side"}


@pytest.mark.parametrize(
    ("minute", "reason", "code"), [(9, "x", "round-not-locked"), (11, " ", "reason-missing")]
)
def test_what_is_not_locked_or_has_no_reason_is_not_unlocked(closed, director, minute, reason, code):
    with refused(code):
        unlock(closed, director, minute, reason)


def test_reopening_is_a_directors_own_way_and_the_window_begins_anew(closed, director):
    reopen_round(closed.rounds.get(number=1), by=director, at=at(20), reason="half of it was missing")
    assert challenges_in(closed) == {}
    close_round(closed.rounds.get(number=1), by=director, at=at(25), despite_missing=True)
    assert challenges_in(closed)[1].until == at(35)


def test_changed_rules_still_count_every_sheet_anew_and_without_a_window_nothing_ever_locks(closed, director):
    rules = closed.ruleset.changed(lone_euchre=4)
    change_event(closed, by=director, at=at(60), rules=rules, reason="agreed")
    change_event(closed, by=director, at=NOW, challenge_minutes=None)
    assert report(closed, director, 10_000, 9, reason="misread").ns == 9
    closed.refresh_from_db()
    assert challenges_in(closed) == {}


@pytest.mark.parametrize(
    "changes", [{"challenge_minutes": 1441}, {"round_minutes": 0}, {"round_minutes": 241}]
)
def test_times_that_no_evening_has_are_refused(closed, director, changes):
    with pytest.raises(Refused) as caught:
        change_event(closed, by=director, at=NOW, **changes)
    assert caught.value.field == next(iter(changes))
