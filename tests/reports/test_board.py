"""The big screen: its scene by the state of the evening, its halves, who is awaited, who moved up."""

import pytest

from tests.helpers.factories import NOW, enter, make_published, play, table_of
from tournament.models import Event
from tournament.reports.public import (
    Scene,
    ScreenPart,
    awaited_tables,
    movers,
    public_progress,
    read_part,
    scene_of,
)
from tournament.services.rounds import close_round

ARRIVING, SEATING, PLAY, PAUSE, CLOSED, REVEAL, FINALE = Scene

# finished, status of the round, sheets in, clock halted, announcements up → scene
RULES = [
    ((False, "", 0, False, False), ARRIVING), ((False, "", 0, False, True), ARRIVING),
    ((False, "planned", 0, False, False), SEATING), ((False, "open", 0, False, False), SEATING),
    ((False, "open", 0, False, True), SEATING), ((False, "open", 0, True, False), PAUSE),
    ((False, "open", 1, False, False), PLAY), ((False, "open", 1, False, True), PLAY),
    ((False, "open", 1, True, False), PAUSE), ((False, "open", 1, True, True), PAUSE),
    ((False, "planned", 1, False, False), PLAY), ((False, "closed", 5, False, False), CLOSED),
    ((False, "closed", 0, False, False), CLOSED), ((False, "closed", 5, False, True), PAUSE),
    ((True, "closed", 5, False, False), FINALE), ((True, "closed", 5, False, True), FINALE),
    ((True, "open", 1, False, False), FINALE), ((True, "", 0, False, False), FINALE),
]  # fmt: skip


@pytest.mark.parametrize(("evening", "scene"), RULES)
def test_the_scene_follows_from_the_state_of_the_evening(evening, scene):
    """Players' finding 2: the big screen does not react."""
    finished, status, sheets_in, halted, told = evening
    found = scene_of(finished=finished, status=status, sheets_in=sheets_in, halted=halted, told=told)
    assert found is scene


def test_a_result_that_is_still_revealed_has_a_scene_of_its_own():
    """Players' finding, "wow" 3."""
    for status in ("closed", "open", ""):
        found = scene_of(finished=True, revealing=True, status=status, sheets_in=1, halted=False, told=True)
        assert found is REVEAL


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1of2", ScreenPart(1, 2)), ("2of2", ScreenPart(2, 2)), ("3of4", ScreenPart(3, 4)),
        ("", ScreenPart()), ("3of2", ScreenPart()), ("0of2", ScreenPart()), ("1of9", ScreenPart()),
        ("1of", ScreenPart()), ("\x00", ScreenPart()), ("１of２", ScreenPart()),
    ],
)  # fmt: skip
def test_a_part_is_read_from_the_address_and_junk_is_the_whole(text, part):
    assert read_part(text) == part


@pytest.mark.parametrize("count", [0, 1, 2, 7, 60])
@pytest.mark.parametrize("of", [1, 2, 3, 4])
def test_the_parts_together_are_the_whole_in_order_and_alike_in_length(count, of):
    items = list(range(count))
    parts = [ScreenPart(one, of).among(items) for one in range(1, of + 1)]
    assert [item for part in parts for item in part] == items
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_the_tables_without_a_sheet_in_the_round_at_play_are_awaited(director):
    event = make_published(director, players=16, rounds=2)
    assert awaited_tables(public_progress(event), 1) == (1, 2, 3, 4)
    enter(table_of(event, 1, 2), 9, 4)
    assert awaited_tables(public_progress(event), 1) == (1, 3, 4)
    assert awaited_tables(public_progress(event), 2) == ()


def test_those_who_moved_up_most_in_the_last_closed_round_are_named_from_the_most_down(director):
    event = make_published(director, players=8, rounds=3)
    for round_, score in ((1, (10, 2)), (2, (1, 12))):
        for table in (1, 2):
            enter(table_of(event, round_, table), *score)
        assert movers(event, public_progress(event))[1] == []
        close_round(event.rounds.get(number=round_), by=director, at=NOW)
    event.refresh_from_db()
    round_, up = movers(event, public_progress(event))
    assert round_ == 2
    assert up
    gains = [one["by"] for one in up]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) > 0
    assert len(up) <= 5
    assert all(one["place"] for one in up)


def test_nobody_is_named_for_a_move_in_a_hidden_round(director):
    event = make_published(director, players=8, rounds=3)
    Event.objects.update(hidden_rounds=2)
    for round_ in (1, 2):
        play(event, round_, 10 - round_, 2 * round_)
    event.refresh_from_db()
    assert movers(event, public_progress(event))[1] == []
