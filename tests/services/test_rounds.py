"""Closing and reopening rounds: what it opens, what it names, what it refuses."""

import pytest

from scoring.seats import SEATS, Seat, Side
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Event, Sheet
from tournament.reports.history import sentence_of
from tournament.reports.todos import closing_sentences, sheets_open
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.rounds import close_round, reopen_round
from tournament.services.rulings import make_ruling
from tournament.services.submissions import submit as report_by_phone
from tournament.state.open_items import open_by_code
from tournament.state.rulings import RulingDecision, RulingQuestion
from tournament.state.sheet_scores import TableResult


@pytest.fixture
def evening(director):
    """Twelve players at three tables, three rounds, round 1 open."""
    return make_published(director, players=12, rounds=3)


def report(event, number, *tables):
    for table in tables:
        enter(table_of(event, number, table))


def close(event, number, **more):
    director = event.memberships.get().user
    return close_round(event.rounds.get(number=number), by=director, at=NOW, **more)


def reopen(event, number, reason="wrong sheet"):
    director = event.memberships.get().user
    return reopen_round(event.rounds.get(number=number), by=director, at=NOW, reason=reason)


def statuses(event):
    return list(event.rounds.order_by("number").values_list("status", flat=True))


def test_closing_a_round_opens_the_next_and_after_the_last_none_is_open(evening):
    report(evening, 1, 1, 2, 3)
    assert close(evening, 1).number == 2
    assert statuses(evening) == ["closed", "open", "planned"]
    for number in (2, 3):
        report(evening, number, 1, 2, 3)
        following = close(evening, number)
    assert following is None
    assert statuses(evening) == ["closed"] * 3


def test_missing_sheets_are_named_and_must_be_confirmed(evening):
    for table, words in ((2, "Tables 1 and 3 have not reported"), (1, "Table 3 has not reported")):
        report(evening, 1, table)
        (sentence,) = closing_sentences(sheets_open(evening).items)
        assert sentence.startswith(words)
    with pytest.raises(Unconfirmed) as caught:
        close(evening, 1)
    assert caught.value.field == "despite_missing"
    assert statuses(evening)[0] == "open"
    close(evening, 1, despite_missing=True)
    assert statuses(evening)[0] == "closed"


def test_the_history_names_what_was_missing(evening):
    report(evening, 1, 2)
    close(evening, 1, despite_missing=True)
    entry = AuditEntry.objects.filter(event=evening).first()
    assert (entry.action, entry.facts) == ("round.closed_incomplete", {"number": 1, "missing": [1, 3]})


def test_only_the_open_round_is_closed_and_only_once(evening):
    with refused("round-not-open"):
        close(evening, 2)
    close(evening, 1, despite_missing=True)
    with refused("round-closed"):
        close(evening, 1, despite_missing=True)
    assert statuses(evening) == ["closed", "open", "planned"]


def test_the_round_closed_last_is_reopened_with_a_reason_and_the_next_waits(evening):
    close(evening, 1, despite_missing=True)
    with refused("reason-missing", "reason"):
        reopen(evening, 1, reason="   ")
    reopen(evening, 1)
    assert statuses(evening) == ["open", "planned", "planned"]
    entry = AuditEntry.objects.filter(event=evening).first()
    assert (entry.action, entry.facts["reason"]) == ("round.reopened", "wrong sheet")


@pytest.mark.parametrize("heard", ["sheet", "ruling"])
def test_a_round_is_not_reopened_while_the_next_is_being_scored(evening, heard):
    close(evening, 1, despite_missing=True)
    if heard == "sheet":
        report(evening, 2, 1)
    else:
        decision = RulingDecision(RulingQuestion("renege", slot=1, offender=Seat.N), reason="let it go")
        make_ruling(table_of(evening, 2, 1), by=evening.memberships.get().user, at=NOW, decision=decision)
    with pytest.raises(Refused, match=r"Round 2 is already being scored.*with a reason"):
        reopen(evening, 1)
    assert statuses(evening) == ["closed", "open", "planned"]


def test_only_the_round_closed_last_is_reopened_and_the_last_of_all_too(evening):
    with refused("round-not-closed"):
        reopen(evening, 1)
    for number in (1, 2):
        close(evening, number, despite_missing=True)
    with refused("later-round-played"):
        reopen(evening, 1)
    close(evening, 3, despite_missing=True)
    reopen(evening, 3)
    assert statuses(evening) == ["closed", "closed", "open"]


class TestOpenEnds:
    """Closing names what is open, table by table, and goes on where that is meant."""

    def told(self, ns):
        totals = {Side.NS: ns, Side.EW: 5}
        return TableResult(Sheet.Entry.TOTALS, (), totals, dict.fromkeys(SEATS, 0))

    @pytest.fixture
    def unsettled(self, evening):
        """Table 1 is disputed, table 2 waits for its other side."""
        Event.objects.filter(pk=evening.pk).update(scores_from="tables")
        for table, reports in ((1, [(Seat.N, 7), (Seat.E, 8)]), (2, [(Seat.N, 9)])):
            for seat, ns in reports:
                report_by_phone(table_of(evening, 1, table), self.told(ns), seat=seat, at=NOW, confirmed=True)
        report(evening, 1, 3)
        evening.refresh_from_db()
        return evening

    def test_each_kind_is_named_with_its_tables_does_not_block_and_stays_in_the_history(self, unsettled):
        found = open_by_code(unsettled.rounds.get(number=1))
        assert found == {"disputed": (1,), "waiting": (2,)}
        with pytest.raises(Unconfirmed) as caught:
            close(unsettled, 1)
        assert (caught.value.code, caught.value.field) == ("sheets-disputed", "despite_missing")
        disputed, waiting = closing_sentences(sheets_open(unsettled).items)
        assert disputed.startswith("Table 1 is disputed")
        assert waiting.startswith("At table 2 one side has reported")
        close(unsettled, 1, despite_missing=True)
        entry = AuditEntry.objects.get(event=unsettled, action="round.closed_unsettled")
        assert entry.facts == {"number": 1, "missing": [], "disputed": [1], "waiting": [2]}
        assert "disputed: 1; not answered: 2" in sentence_of(entry.action, entry.facts)
