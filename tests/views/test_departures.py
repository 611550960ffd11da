"""Players go home: one, or a couple in one act, and the seating after it."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_published, play, table_of
from tests.helpers.kept import kept
from tournament.state.attendance import published_plans, seating_mismatch


@pytest.fixture
@kept
def evening(director):
    """Round 1 is closed, round 2 is open without a sheet."""
    event = make_published(director, players=13, rounds=5, bye_decided=True)
    return play(event, 1, 9, 4)


def statuses(event, *numbers):
    return {number: event.players.values_list("status", "to_round").get(number=number) for number in numbers}


def at_a_table(event, number):
    return [row.player.number for row in event.rounds.get(number=number).seatings.exclude(table=None)]


def test_a_couple_goes_home_in_three_actions(dora, evening):
    one, other = at_a_table(evening, 2)[:2]
    before = published_plans(evening)
    dora.visit(at(evening, "substitutions:index")).follow("Players go home")
    dora.press("Mark as gone home", who=f"{one}, {other}")  # the first action leads to the choices
    assert statuses(evening, one, other) == {one: ("left", 1), other: ("left", 1)}
    assert "From round 2 on, the seating no longer fits" in dora.text
    dora.press("Choose fewest new cards")  # the second
    dora.press("Publish")  # the third
    assert seating_mismatch(evening) is None
    assert published_plans(evening)[1] == before[1]


def test_a_leaver_leaves_before_a_round_without_a_sheet_and_after_one_with_it(dora, evening):
    """They stayed seated in the open round."""
    enter(table_of(evening, 2, 1), 9, 4)
    played = table_of(evening, 2, 1).seatings.get(seat="N").player.number
    waiting = table_of(evening, 2, 2).seatings.get(seat="N").player.number
    dora.visit(at(evening, "departures:index")).press("Mark as gone home", who=f"{played}, {waiting}")
    assert statuses(evening, played, waiting) == {played: ("left", 2), waiting: ("left", 1)}


def test_nobody_goes_if_one_of_them_is_unclear_and_each_is_undone_by_itself(dora, evening):
    evening.players.filter(number=3).update(own_name="Sam Smith")
    evening.players.filter(number=4).update(own_name="Sue Smith")
    dora.visit(at(evening, "departures:index"))
    for who, words in (
        ("", "Say who goes home."),
        ("99", "No player who is here matches “99”."),
        ("3, Zorro", "No player who is here matches “Zorro”."),
        ("smith", "could be 3 Sam Smith and 4 Sue Smith: type the number."),
    ):
        assert words in dora.press("Mark as gone home", who=who).text
        assert not evening.players.filter(status="left").exists()
    dora.press("Mark as gone home", who="sue smith; 3")
    assert [status for status, _last in statuses(evening, 3, 4).values()] == ["left", "left"]
    dora.visit(at(evening, "undoing:latest")).press("Undo: marked number 4")
    assert [status for status, _last in statuses(evening, 3, 4).values()] == ["left", "here"]
