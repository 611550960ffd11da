"""Who played alone: a ruling made before the sheet is asked again where the sheet says otherwise."""

import pytest

from scoring.deal import Call
from scoring.ruleset import PRESETS
from scoring.rulings import call_decides
from scoring.seats import SEATS, Seat
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.rulings import deal, decide, rule
from tournament.reports.todos import open_questions
from tournament.services import rulings
from tournament.services.errors import Unconfirmed
from tournament.services.rounds import close_round
from tournament.state.open_items import CALL, open_by_code
from tournament.state.rulings import lone_of, other_calls

N, E, S, W = Seat


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.mark.parametrize(
    ("said", "by_sheet", "sentence"),
    [
        (None, Call(E, lone=E), "as if nobody played alone; by the sheet East did."),
        (Call(E, lone=E), Call(E), "with a lone hand; by the sheet nobody played alone."),
    ],
)
def test_another_call_on_the_sheet_brings_the_ruling_back(event, table, director, said, by_sheet, sentence):
    ruling = rule(table, director, "renege", N, call=said)
    deal(table, director, call=by_sheet)
    (found,) = other_calls(event.rounds.all())
    assert (found.ruling, found.by_sheet) == (ruling, by_sheet)
    (question,) = open_questions(event)
    assert question.sentence == f"Round 1, table 1: Ruling 1 was made {sentence}"
    assert question.link.url.endswith("/rulings/1/amend/")


def test_a_call_that_changes_nothing_for_the_offender_asks_nothing(event, table, director):
    rule(table, director, "lead-out-of-turn", N, call=Call(E, lone=E))
    deal(table, director, call=Call(W, lone=W))
    assert other_calls(event.rounds.all()) == ()


def test_a_loner_cancelled_before_the_offence_is_nobody_alone_for_it(event, table, director):
    rule(table, director, "lone-partner-played", W, call=Call(E, lone=E))
    assert rule(table, director, "renege", E, call=Call(E, lone=E)).award_points == 2
    deal(table, director, call=Call(E, lone=E))
    assert other_calls(event.rounds.all()) == ()


@pytest.mark.parametrize("code", ["renege", "lead-out-of-turn", "play-out-of-turn"])
def test_an_offender_who_by_the_sheet_sat_out_is_a_question(event, table, director, code):
    rule(table, director, code, N)
    deal(table, director, call=Call(S, lone=S))
    assert len(other_calls(event.rounds.all())) == 1


@pytest.mark.parametrize("code", ["hand-shown", "table-talk", "quitted-trick"])
def test_what_does_not_hang_on_the_call_is_never_asked_again(event, table, director, code):
    rule(table, director, code, N, dealer=N)
    deal(table, director, call=Call(E, lone=E))
    assert other_calls(event.rounds.all()) == ()


def test_ruling_again_with_the_call_of_the_sheet_settles_it(event, table, director):
    ruling = rule(table, director, "renege", N)
    deal(table, director, call=Call(E, lone=E))
    again = decide(table, "renege", N, call=Call(E, lone=E), reason="East played alone")
    rulings.amend_ruling(ruling, by=director, at=NOW, decision=again)
    assert open_questions(event) == ()
    assert table.sheets.get(counting=True).ew == 4


def test_closing_names_it(event, table, director):
    rule(table, director, "renege", N)
    deal(table, director, call=Call(E, lone=E))
    factories.enter(factories.table_of(event, 1, 2), 8, 6)
    with pytest.raises(Unconfirmed):
        close_round(event.rounds.get(number=1), by=director, at=NOW)
    assert [*open_by_code(event.rounds.get(number=1))] == [CALL]


def test_rules_changed_since_are_not_taken_for_another_call(event, table, director):
    ruling = rule(table, director, "renege", N)
    deal(table, director, call=Call(N))
    ruling.proposed_points = 3  # what these rules propose for no call
    ruling.save()
    assert other_calls(event.rounds.all()) == ()


@pytest.mark.parametrize(
    ("preset", "code", "offender", "decides"),
    [
        ("progressive", "renege", N, True),
        ("laws", "renege", N, True),
        ("jeuchre", "renege", N, False),
        ("progressive", "table-talk", N, False),
        ("laws", "no-discard", N, False),
        ("progressive", "ambiguous-lone", None, True),
    ],
)
def test_the_call_decides_where_it_changes_what_the_rules_propose(preset, code, offender, decides):
    assert call_decides(PRESETS[preset], code, offender) is decides


@pytest.mark.parametrize("lone", SEATS)
def test_a_proposal_shows_whether_somebody_was_taken_to_play_alone(table, director, lone):
    offender = lone.left
    ruling = rule(table, director, "lead-out-of-turn", offender, call=Call(lone, lone=lone))
    assert lone in lone_of(ruling, PRESETS["progressive"])
    assert None not in lone_of(ruling, PRESETS["progressive"])
