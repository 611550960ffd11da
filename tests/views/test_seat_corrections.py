"""The pages that correct who sat where: asked, shown with the effect, confirmed."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import Evening, make_published, play
from tests.helpers.kept import kept
from tests.helpers.scripted import Scripted
from tournament.state.attendance import published_plans


@pytest.fixture
@kept
def evening(director):
    evening = Evening(director, players=12, rounds=3).published()
    for number in (1, 2):
        evening.scores(number, (10, 2), (8, 4), (6, 5)).closed(number)
    return evening.event


def page(event, name):
    return at(event, f"seat_corrections:{name}")


def test_tables_at_each_others_place_are_two_actions_from_the_changes(dora, evening):
    before = published_plans(evening)
    dora.visit(at(evening, "substitutions:index"))
    dora.follow("Two tables sat at each other’s place")
    wrong = {"round": "2", "table": "1", "other": "3", "reason": "They took the wrong tables"}
    dora.press("Show what changes", **wrong)  # the first action
    assert "Nothing is done yet" in dora.text
    assert published_plans(evening) == before
    assert "get other points or another place" in dora.text
    dora.press("Confirm change")  # the second
    assert "Who sat where is corrected" in dora.page
    now = published_plans(evening)[2]
    assert [now.tables[place].players for place in (0, 2)] == [
        before[2].tables[place].players for place in (2, 0)
    ]


def test_a_wrong_player_in_two_rounds_is_two_actions_and_undone_by_one(dora, evening):
    before = published_plans(evening)
    dora.visit(at(evening, "substitutions:index")).follow("A player sat in another’s seat")
    wrong = {"player": "3", "other": "7", "from_round": "1", "to_round": "2", "reason": "Took the wrong card"}
    dora.press("Show what changes", **wrong)
    assert "Round 1, 3" in dora.text
    assert "Round 2, 7" in dora.text
    dora.press("Confirm change")
    assert published_plans(evening) != before
    dora.visit(at(evening, "undoing:latest"))
    assert "exchanged number 3" in dora.text
    dora.press("Undo: exchanged")
    assert published_plans(evening) == before


def test_only_the_effect_that_was_shown_is_confirmed(dora, evening):
    dora.visit(page(evening, "tables"))
    dora.press("Show what changes", round="2", table="1", other="9", reason="Mixed up")
    assert "There is no table 9 in round 2." in dora.text
    assert 'value="Mixed up"' in dora.page
    dora.press("Show what changes", round="2", table="1", other="3", reason="")
    assert "Say what happened; it’s kept in the history." in dora.text
    dora.visit(page(evening, "players"))
    dora.press("Show what changes", player="3", other="3", reason="Mixed up")
    assert "Choose two different players." in dora.text
    before = published_plans(evening)
    dora.visit(page(evening, "tables"))
    wrong = {"round": "2", "table": "1", "other": "3", "reason": "Mixed up"}
    dora.press("Show what changes", **wrong)
    dora.press("Confirm change", **wrong | {"other": "2"})
    assert "Nothing is done yet" in dora.text
    assert published_plans(evening) == before


def test_a_corrected_round_of_winners_up_leads_to_the_round_seated_from_it(dora, director):
    event = make_published(director, players=8, rounds=3, movement="winners-up")
    play(event, 1, 9, 4)
    before = published_plans(event)
    dora.visit(page(event, "tables"))
    dora.press("Show what changes", round="1", table="1", other="2", reason="Mixed up").press(
        "Confirm change"
    )
    assert "Round 2 was seated from round 1. Redo its seating, or go back and leave it." in dora.page
    assert published_plans(event)[2] == before[2]
    dora.press("Use this seating for round 2")
    assert published_plans(event)[2] != before[2]


def test_a_confirmation_sent_twice_exchanges_once(desk, evening):
    """The second time would exchange them back."""
    before = published_plans(evening)
    wrong = {"round": "2", "table": "1", "other": "3", "reason": "Mixed up"}
    dora = Scripted(desk).visit(page(evening, "tables")).press("Show what changes", **wrong)
    dora.press("Confirm change").again()
    assert published_plans(evening) != before
    assert evening.audit_entries.filter(action="change.tables_exchanged").count() == 1
