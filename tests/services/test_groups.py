"""Groups of players: who is in which, told in the history and taken back."""

import pytest

from tests.helpers.factories import NOW, make_event, make_players
from tests.helpers.refusals import refused
from tournament.models import AuditEntry
from tournament.reports.history import sentence_of
from tournament.services import players
from tournament.services.errors import Refused
from tournament.services.groups import LONGEST_GROUP, MOST_GROUPS, change_groups, checked_group
from tournament.services.undoing import can_be_undone, undo
from tournament.services.wishes import set_mixed
from tournament.state.groups import group_members


@pytest.fixture
def event(director):
    event = make_event(director)
    make_players(event, 8)
    return event


def last(event) -> AuditEntry:
    return event.audit_entries.latest("pk")


def told(entry: AuditEntry) -> str:
    return sentence_of(entry.action, entry.facts)


def test_players_join_and_leave_a_group_the_history_says_who_and_what_is_so_already_is_not_told(event, does):
    assert does(change_groups, event, {"ladies": [1, 3], "Juniors": [3]}, {}) == 3
    assert does(change_groups, event, {"ladies": [5]}, {"ladies": [1], "Juniors": [8]}) == 2
    assert group_members(event) == {"ladies": {3, 5}, "Juniors": {3}}
    assert told(last(event)) == "changed the groups: Ladies: 5 Eve Ellis, not Ladies: 1 Ann Archer"
    does(change_groups, event, {"ladies": [1]}, {})
    entries = event.audit_entries.count()
    assert does(change_groups, event, {"ladies": [1], "men": [99]}, {"ladies": [2]}) == 0
    assert event.audit_entries.count() == entries


def test_a_change_of_groups_is_taken_back_and_forth(event, does, director):
    does(change_groups, event, {"ladies": [1, 3]}, {})
    undo(event, last(event), by=director, at=NOW)
    assert group_members(event) == {}
    undo(event, last(event), by=director, at=NOW)
    assert group_members(event) == {"ladies": {1, 3}}


def test_a_change_of_groups_is_not_taken_back_once_somebody_went_on_from_it_or_has_the_number(event, does):
    does(change_groups, event, {"ladies": [1, 3]}, {})
    first = last(event)
    does(change_groups, event, {}, {"ladies": [3]})
    assert not can_be_undone(event, first)
    does(change_groups, event, {"men": [1]}, {})
    changed = last(event)
    ann = event.players.get(number=1)
    does(players.edit_player, ann, name=ann.name, number=2, swap=True)
    assert not can_be_undone(event, changed)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "group-missing"),
        (" \u200b ", "group-missing"),
        ("x" * (LONGEST_GROUP + 1), "group-long"),
        ("ann@example.org", "group-contact"),
        ("A/B", "group-letters"),
        ("..", "group-letters"),
    ],
)
def test_a_group_has_a_short_plain_name(typed, code):
    with refused(code):
        checked_group(typed)


@pytest.mark.parametrize(("typed", "group"), [("Ladies", "ladies"), (" MEN ", "men"), ("Juniors", "Juniors")])
def test_a_suggested_group_is_one_however_it_is_typed(typed, group):
    assert checked_group(typed) == group


def test_a_group_of_ones_own_is_one_however_it_is_typed(event, does):
    does(change_groups, event, {"Juniors": [1]}, {})
    does(change_groups, event, {"juniors": [2]}, {})
    assert group_members(event) == {"Juniors": {1, 2}}


def test_an_event_has_room_for_a_few_groups_and_mixed_seating_by_one_is_asked_for_and_told(event, does):
    with refused("too-many-groups"):
        does(change_groups, event, {f"Group {n}": [1] for n in range(MOST_GROUPS + 1)}, {})
    assert group_members(event) == {}
    does(set_mixed, event, "partners", "ladies")
    assert told(last(event)) == "asked for mixed seating: Mixed partners, Ladies"
    event.refresh_from_db()
    does(set_mixed, event, "", "")
    assert told(last(event)) == "asked for mixed seating: no"
    with pytest.raises(Refused):
        does(set_mixed, event, "chairs", "ladies")


def test_one_players_groups_are_edited_and_told(event, does):
    ann = event.players.get(number=1)
    does(players.edit_player, ann, name=ann.name, number=1, groups=["novices", "ladies"])
    assert event.players.get(number=1).groups == ["ladies", "novices"]
    assert "groups from nothing to Ladies, Novices" in told(last(event))
    does(players.edit_player, ann, name=ann.name, number=1)
    assert event.players.get(number=1).groups == ["ladies", "novices"]
