"""A rehearsal: a private copy of the evening that plays itself, brings five accidents, and leaves nothing."""

import re
from collections import Counter

import pytest
from django.apps import apps
from django.db import IntegrityError, connection

from scoring.errors import ScoringError
from scoring.ruleset import PRESETS
from scoring.seats import Side
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, play, table_of
from tournament.backup import facts, keeper
from tournament.models import Event, Player, Season, Sheet, TableLink
from tournament.services import attendance, sheets
from tournament.services.errors import Refused
from tournament.services.events import change_event, delete_event, finish_event
from tournament.services.money import set_entry_fee
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, create_season, directed
from tournament.services.wishes import add_wish
from tournament.simulation import rehearsal
from tournament.simulation.events import hasty_planner
from tournament.simulation.rehearsal import IN_TURN, accident_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quickly():
    with hasty_planner():
        yield


def rows():
    """How many rows each table has; sessions and sent forms are kept by the site, not by an event."""
    return Counter({model._meta.label: model.objects.count() for model in apps.get_models()})


def fingerprint(event):
    event.refresh_from_db()
    people = sorted(event.players.values_list())
    return [getattr(event, field.name) for field in event._meta.fields], people, event.audit_entries.count()


@pytest.fixture
def tonight(director):
    """An evening with everything that a copy could carry to where it must not go."""
    event = make_event(director, round_count=6, self_check_in=True, scores_from="tables")
    people = make_players(event, 13)
    add_wish(event, "stays", people[0], table=1, by=director, at=NOW)
    set_entry_fee(event, price=500, members_price=None, to_pot=500, by=director, at=NOW)
    set_prizes(event, places=[500], sides={}, by=director, at=NOW)
    return event


def started(event, director):
    return rehearsal.start(event, by=director, at=NOW)


def pressed(copy, director):
    """The rehearsal after one press more, and what it shows then."""
    rehearsal.play_open_round(copy, by=director, at=NOW)
    copy = Event.objects.get(pk=copy.pk)
    return copy, copy.open_round and accident_in(copy.open_round)


def test_the_copy_has_the_players_and_the_settings_and_begins_with_round_1_open(tonight, director):
    copy = started(tonight, director)
    assert copy.rehearsal_of == tonight
    assert copy.name == "Rehearsal: Friday Night Euchre"
    assert (copy.rules, copy.order, copy.round_count) == (tonight.rules, tonight.order, 6)
    assert list(copy.players.own_names().values()) == list(tonight.players.own_names().values())
    assert set(copy.players.by_status()) == {"here"}
    assert copy.open_round.number == 1
    assert copy.wishes.count() == 1


def test_nothing_of_the_real_evening_changes(tonight, director):
    before = fingerprint(tonight)
    copy = started(tonight, director)
    for _press in range(3):
        copy, _accident = pressed(copy, director)
    assert fingerprint(tonight) == before
    rehearsal.end(copy, at=NOW)
    assert fingerprint(tonight) == before


def test_five_accidents_come_one_in_each_round_and_a_press_settles_them_all(tonight, director):
    copy, seen = started(tonight, director), []
    for _press in range(6):
        copy, accident = pressed(copy, director)
        if accident is not None:
            assert not accident.settled, accident
            seen.append(accident.key)
    assert tuple(seen) == IN_TURN
    assert copy.open_round.number == 6
    copy, _none = pressed(copy, director)
    assert (copy.open_round, copy.rounds.closed().count()) == (None, 6)
    assert copy.players.get(status="left").to_round == 1
    tables = sum(round_.tables.count() for round_ in copy.rounds.all())
    assert Sheet.objects.counting().filter(table__round__event=copy).count() == tables
    finish_event(copy, by=director, at=NOW)


def test_what_the_director_does_by_hand_is_seen_as_settled(tonight, director):
    copy, accident = pressed(started(tonight, director), director)
    player = copy.players.get(number=int(re.search(r"number (\d+)", accident.what)[1]))
    attendance.leave_together(copy, {player: 1}, by=director, at=NOW)
    assert accident_in(copy.open_round).settled
    copy, accident = pressed(copy, director)
    sheet = Sheet.objects.counting_at(table_of(copy, *accident.args))
    assert sheet.ns == sheet.ew
    sheets.settle_tie(sheet.table, reached_first=Side.EW, expected=1, by=director, at=NOW)
    assert accident_in(copy.open_round).settled
    copy, _renege = pressed(copy, director)
    assert Sheet.objects.counting_at(sheet.table).reached_first == "EW"
    copy, missing = pressed(copy, director)
    assert "Table" in missing.what
    table = copy.open_round.tables.exclude(sheets__counting=True).get()
    enter(table, 8, 6, by=director)
    assert accident_in(copy.open_round).settled
    copy, impossible = pressed(copy, director)
    assert "999 points" in impossible.what
    table = copy.open_round.tables.exclude(sheets__counting=True).get()
    with pytest.raises(ScoringError):
        enter(table, 999, 6, by=director)


def test_it_leaves_nothing_behind(tonight, director):
    before = rows()
    copy = started(tonight, director)
    for _press in range(7):
        copy, _accident = pressed(copy, director)
    assert rows() != before
    rehearsal.end(copy, at=NOW)
    assert rows() == before


def test_it_goes_with_the_evening_that_is_deleted(tonight, director):
    started(tonight, director)
    delete_event(tonight, at=NOW)
    assert not Event.objects.exists()


def test_one_that_nobody_ended_goes_when_the_evening_is_finished(director):
    event = make_published(director, rounds=1)
    started(event, director)
    play(event)
    finish_event(event, by=director, at=NOW)
    assert list(Event.objects.all()) == [event]


def test_it_reaches_no_phone_no_season_and_no_list(tonight, director):
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, [tonight], by=director)
    copy = started(tonight, director)
    assert [copy.is_public, copy.self_check_in, copy.table_entry] == [False] * 3
    assert not TableLink.objects.filter(event=copy).exists()
    assert list(Season.objects.get().events.all()) == [tonight]
    assert list(directed(director)) == [tonight]
    with pytest.raises(Refused, match="Choose events that you direct"):
        choose_events(season, [tonight, copy], by=director)
    assert copy not in Event.objects.real()


@pytest.mark.parametrize("shown", [{"is_public": True}, {"self_check_in": True}, {"scores_from": "tables"}])
def test_it_cannot_be_shown_to_anybody(tonight, director, shown):
    copy = started(tonight, director)
    with pytest.raises(Refused, match="never shown to anybody"):
        change_event(copy, by=director, at=NOW, **shown)


def test_the_database_refuses_a_public_one(tonight, director):
    copy = started(tonight, director)
    with pytest.raises(IntegrityError):
        Event.objects.filter(pk=copy.pk).update(is_public=True)


def test_the_list_of_a_backup_does_not_name_it_and_none_is_taken_for_it(
    tonight, director, monkeypatch, django_capture_on_commit_callbacks
):
    noted = []
    monkeypatch.setattr(keeper, "note_saved_action", noted.append)
    copy = started(tonight, director)
    noted.clear()
    with django_capture_on_commit_callbacks(execute=True):
        pressed(copy, director)
    assert noted == []
    with connection.cursor() as cursor:
        said = facts.read_facts(lambda sql: cursor.execute(sql).fetchall())
    assert [event["slug"] for event in said["events"]] == [tonight.slug]
    assert said["rehearsals"] == 1


def test_few_players_are_joined_by_numbers(event, director):
    make_players(event, 3)
    copy = started(event, director)
    assert copy.players.count() == 8
    assert copy.open_round.tables.count() == 2


@pytest.mark.slow
@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_ruleset_can_be_rehearsed(director, preset):
    event = make_event(director, round_count=2, rules=PRESETS[preset])
    make_players(event, 9)
    copy = started(event, director)
    for _press in range(6):
        copy, _accident = pressed(copy, director)
    assert copy.rounds.closed().count() == 5


@pytest.mark.slow
@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize(
    "movement", ["winners-up", "red-white", "draw", "by-standings", "standings-last", "fixed-partners"]
)
def test_every_kind_of_movement_can_be_rehearsed(director, movement):
    event = make_event(director, round_count=5, movement=movement)
    make_players(event, 12)
    copy = started(event, director)
    for _press in range(6):
        copy, _accident = pressed(copy, director)
    assert copy.rounds.closed().count() == 5


def test_it_starts_once_and_before_the_first_score(director):
    event = make_published(director)
    copy = started(event, director)
    for one in (event, copy):
        with pytest.raises(Refused, match="open already"):
            started(one, director)
    rehearsal.end(copy, at=NOW)
    enter(table_of(event), 7, 5, by=director)
    with pytest.raises(Refused, match="has begun"):
        started(event, director)
    assert Player.objects.filter(event=event).count() == 8
