"""Scores corrected after their round was closed: everybody is told, with both figures."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, close, correct, enter, make_published, table_of
from tests.helpers.kept import kept
from tournament.reports.rulings import decisions_by_player, decisions_in_force
from tournament.services import rulings, sheets
from tournament.services.adjustments import adjust
from tournament.services.rounds import close_round
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
@kept
def event(director):
    event = make_published(director)
    for table in event.rounds.get(number=1).tables.all():
        enter(table, by=director)
    return event


def told(event) -> list[tuple[str, str]]:
    return [(decision.where, decision.sentence) for decision in decisions_in_force(event)]


def test_a_correction_while_the_round_is_open_is_nobodys_business(event, director):
    correct(table_of(event), 9, 5)
    close(event)
    assert told(event) == []


def test_a_correction_of_a_closed_round_is_told_as_is_a_version_restored(event, director):
    close(event)
    correct(table_of(event), 9, 5)
    assert told(event) == [("Round 1, table 1", "Score corrected after the round: 7–5 became 9–5.")]
    at_the_table = {seating.player.number for seating in table_of(event).seatings.all()}
    assert set(decisions_by_player(event)) == at_the_table
    sheets.restore_sheet(table_of(event), 1, by=director, at=NOW, expected=2, reason="it was right")
    assert told(event)[-1][1] == "Score corrected after the round: 7–5 became 9–5."
    assert "Score corrected after the round: 9–5 became 7–5." in [
        sentence for _where, sentence in told(event)
    ]


def test_a_sheet_that_was_missing_and_a_ruling_are_no_corrections(director):
    event = make_published(director)
    enter(table_of(event), by=director)
    close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
    enter(table_of(event, number=2), reason="found under the table")
    question = RulingQuestion("renege", slot=1, offender=Seat.N)
    decision = RulingDecision(
        question, award=Award(Side.EW, 2), included=False, reason="seen by all", reached_first=Side.NS
    )
    rulings.make_ruling(table_of(event), by=director, at=NOW, decision=decision)
    assert [sentence for _where, sentence in told(event) if "corrected" in sentence] == []


def test_what_everybody_reads_names_no_offender(director):
    """Director finding 21: offenders' names were public."""
    event = make_published(director)
    enter(table_of(event), by=director)
    decision = RulingDecision(
        RulingQuestion("renege", slot=1, offender=Seat.N),
        award=Award(Side.EW, 2), included=False, reason="seen by all", reached_first=Side.NS,
    )  # fmt: skip
    rulings.make_ruling(table_of(event), by=director, at=NOW, decision=decision)
    adjust(event.players.get(number=5), -2, "late back", by=director, at=NOW)
    names = event.players.names().values()
    assert told(event)
    assert not [sentence for line in told(event) for sentence in line if any(n in sentence for n in names)]
    assert "2 points to East–West" in dict(told(event))["Round 1, table 1, deal 1"]
    offender = table_of(event).chairs()[Seat.N].player
    (own,) = decisions_by_player(event)[offender.number]
    assert offender.name in own.sentence
