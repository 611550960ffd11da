"""Teams of two: formed, dissolved, joined by substitutes, told in the history and taken back."""

import pytest

from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tournament.models import AuditEntry, Player
from tournament.reports.history import sentence_of
from tournament.services import players, rounds
from tournament.services.errors import Refused
from tournament.services.finals import make_same_again
from tournament.services.substitutions import substitute
from tournament.services.teams import (
    change_teams_back,
    dissolve,
    form_rest,
    form_teams,
    join_team,
    set_floats,
    set_teams,
)
from tournament.services.undoing import can_be_undone, undo
from tournament.state.attendance import Again
from tournament.state.teams import Uncounted, teams_of
from tournament.state.wishes import Wishes, wishes_of


@pytest.fixture
def event(director, does):
    event = make_event(director, round_count=6)
    make_players(event, 8)
    does(set_teams, event, "first")
    event.refresh_from_db()
    return event


def numbers(event):
    event.refresh_from_db()
    return {team.number: team.numbers for team in teams_of(event)}


def last(event) -> AuditEntry:
    return event.audit_entries.latest("pk")


def told(entry: AuditEntry) -> str:
    return sentence_of(entry.action, entry.facts)


def refusal(does, act, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        does(act, *args, **kwargs)
    return refused.value.code


def test_an_event_without_the_setting_has_no_teams_and_reads_none(director, does, django_assert_num_queries):
    event = make_event(director)
    make_players(event, 4)
    assert refusal(does, form_teams, event, [(1, 2)]) == "no-teams"
    with django_assert_num_queries(0):
        assert teams_of(event) == ()


def test_teams_are_formed_with_the_next_free_number_and_the_history_says_who(event, does):
    does(form_teams, event, [(3, 1), (2, 8)])
    assert numbers(event) == {1: (1, 3), 2: (2, 8)}
    does(dissolve, event, [1])
    does(form_teams, event, [(4, 5)])
    assert numbers(event) == {1: (4, 5), 2: (2, 8)}
    assert told(last(event)) == "changed the teams: team 1: 4 Dan Drew, 5 Eve Ellis"


def test_players_in_a_team_twice_or_gone_are_refused_and_nothing_is_formed(event, does):
    does(form_teams, event, [(1, 2)])
    assert refusal(does, form_teams, event, [(3, 4), (2, 5)]) == "in-a-team"
    assert refusal(does, form_teams, event, [(3, 4), (4, 5)]) == "named-twice"
    assert refusal(does, form_teams, event, [(3, 3)]) in ("same-player", "named-twice")
    assert refusal(does, form_teams, event, [(3, 99)]) == "nobody"
    does(players.set_status, event.players.get(number=3), Player.Status.LEFT)
    assert refusal(does, form_teams, event, [(3, 4)]) == "gone"
    assert numbers(event) == {1: (1, 2)}


def test_those_left_are_paired_in_order_of_entry(event, does):
    does(players.set_status, event.players.get(number=6), Player.Status.LEFT)
    does(form_teams, event, [(1, 4)])
    does(form_rest, event)
    assert numbers(event) == {1: (1, 4), 2: (2, 3), 3: (5, 7)}  # 8 is left over
    assert refusal(does, form_rest, event) == "nobody-left"


def test_everything_about_teams_is_taken_back_and_forth(event, does, director):
    does(form_teams, event, [(1, 2), (3, 4)])
    does(set_floats, event, 2, True)
    does(dissolve, event, [1, 2])
    entry = last(event)
    assert told(entry).endswith("no longer team 2: 3 Cora Cole, 4 Dan Drew, team 2 takes a place again")
    for _again in range(2):
        undo(event, last(event), by=director, at=NOW)
        assert numbers(event) == {1: (1, 2), 2: (3, 4)}
        assert event.floating_teams == [2]
        undo(event, last(event), by=director, at=NOW)
        assert numbers(event) == {}
        assert event.floating_teams == []
    does(form_teams, event, [(1, 3)])
    assert not can_be_undone(event, entry)


def test_the_setting_is_taken_back(event, does, director):
    does(set_teams, event, "never")
    assert told(last(event)) == "set teams of two to Never partners"
    undo(event, last(event), by=director, at=NOW)
    event.refresh_from_db()
    assert event.teams == "first"


def test_wishes_ask_for_the_teams_and_keep_them_with_a_draft(event, does):
    does(form_teams, event, [(1, 2), (3, 4)])
    event.refresh_from_db()
    asked = wishes_of(event)
    assert asked.among([1, 2, 3]).asked(8)["first_partners"] == (frozenset({1, 2}),)
    assert Wishes.from_dict(asked.to_dict()) == asked
    does(set_teams, event, "never")
    event.refresh_from_db()
    assert wishes_of(event).asked(8)["never_partners"] == (frozenset({1, 2}), frozenset({3, 4}))
    assert not wishes_of(event).any_asked


def test_a_team_whose_player_leaves_counts_no_more_until_a_substitute_joins(director, does):
    event = make_published(director, players=8, rounds=2)
    does(set_teams, event, "first")
    does(form_teams, event, [(1, 2), (3, 4)], confirmed=True)
    does(players.add_player, event, "Otto Odd", here=True)
    assert refusal(does, join_team, event, 9, 1) == "team-full"
    for number in (1, 2):
        enter(table_of(event, 1, number), by=director)
    does(rounds.close_round, event.rounds.get(number=1))
    seat = {"walk_up": "Sue Stand", "for_seat": True, "from_round": 2, "to_round": 2}
    does(substitute, event.players.get(number=2), **seat)
    event.refresh_from_db()
    assert teams_of(event)[0].uncounted is Uncounted.GONE
    does(join_team, event, 9, 1)
    assert teams_of(event)[0].uncounted is Uncounted.GONE, "who has no seat does not play on for anybody"
    does(change_teams_back, event, last(event).facts["teams"])
    does(join_team, event, 10, 1)
    assert [team.uncounted for team in teams_of(event)] == [None, None]
    assert numbers(event)[1] == (1, 2, 10)


def test_who_leaves_after_the_last_round_stays_in_a_team_that_counts(director, does):
    event = make_published(director, players=8, rounds=2)
    does(set_teams, event, "first")
    does(form_teams, event, [(1, 2)], confirmed=True)
    does(players.set_status, event.players.get(number=2), Player.Status.LEFT, to_round=2)
    event.refresh_from_db()
    assert teams_of(event)[0].uncounted is None


def test_a_disqualified_player_costs_the_team_its_place_and_a_removed_one_the_team(event, does, director):
    does(form_teams, event, [(1, 2)])
    does(players.set_status, event.players.get(number=1), Player.Status.DISQUALIFIED, reason="signals")
    event.refresh_from_db()
    assert teams_of(event)[0].uncounted is Uncounted.DISQUALIFIED
    does(players.remove_player, event.players.get(number=2))
    assert numbers(event) == {}


def test_the_same_again_has_the_teams_whose_players_are_expected(event, does, director):
    does(form_teams, event, [(1, 2), (3, 4), (5, 6)])
    does(set_floats, event, 3, True)
    event.refresh_from_db()
    does(players.undo_check_in, event.players.get(number=1))
    new, _left_out = does(
        make_same_again, event, name="Next week", date=event.date, people=Again.CAME, seasons=()
    )
    assert new.players.count() == 7
    new.refresh_from_db()
    assert new.teams == "first"
    named = {team.number: [member.name for member in team.members] for team in teams_of(new)}
    assert named == {2: ["Cora Cole", "Dan Drew"], 3: ["Eve Ellis", "Finn Ford"]}
    assert new.floating_teams == [3]
