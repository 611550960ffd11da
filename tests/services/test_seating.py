"""Seating an event: what may be drafted, published, withdrawn and drawn anew, and what is refused."""

import pytest

from tests.helpers.factories import (
    NOW,
    enter,
    make_event,
    make_players,
    make_published,
    make_user,
    play,
    table_of,
)
from tournament.models import AuditEntry, Event, Player, Round, Seating, Sheet
from tournament.rotation.movements import SEATING
from tournament.rotation.plan import Plan, RotationError
from tournament.rotation.quality import judge
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, first_to_replan, former_seating, publish, replan, withdraw
from tournament.state.attendance import placed_players, plays_in, published_plans, seating_mismatch

Status = Player.Status


def refusal(call, *args, **kwargs):
    with pytest.raises(Exception) as caught:  # Refused and RotationError share code and message, no base
        call(*args, **kwargs)
    assert type(caught.value).__name__ in {"Refused", "RotationError"}, caught.value
    return caught.value


def mark(event, number, status, **fields):
    Player.objects.filter(event=event, number=number).update(status=status, **fields)


def doings(director):
    return {"by": director, "at": NOW}


# --- drafting
@pytest.mark.parametrize("players", [4, 5, 6, 7, 13, 26, 44, 100])
def test_any_number_of_players_from_four_up_is_seated_once_a_round_or_sits_out(director, players):
    event = make_published(director, players=players, rounds=8)
    plans = published_plans(event)
    assert list(plans) == list(range(1, 9))
    for plan in plans.values():
        placed = [*plan.seated, *plan.sit_out]
        assert sorted(placed) == list(range(1, players + 1))
        assert len(plan.sit_out) == players % 4
    low, high = judge(tuple(plans.values())).sit_outs
    assert high - low <= 1


@pytest.mark.parametrize(
    ("here", "words"),
    [
        (0, "Nobody is here"),
        (1, "Only one player is here"),
        (3, "Only 3 players are here; a table needs four"),
    ],
)
def test_fewer_than_four_players_are_refused_with_a_sentence(event, director, here, words):
    make_players(event, here)
    error = refusal(draft_plan, event, **doings(director))
    assert (error.code, event.drafts.count()) == ("too-few", 0)
    assert words in error.message


def test_only_those_who_are_here_are_seated(event, director):
    make_players(event, 6)
    for number, status in ((5, Status.EXPECTED), (6, Status.DISQUALIFIED)):
        mark(event, number, status)
    draft = draft_plan(event, **doings(director))
    assert Plan.from_dict(draft.plan).players == (1, 2, 3, 4)


def test_a_late_player_is_seated_from_their_first_round_and_one_who_leaves_until_their_last(event, director):
    make_players(event, 10)
    mark(event, 3, Status.LATE, from_round=4)
    mark(event, 7, Status.LEFT, to_round=2)
    publish(draft_plan(event, **doings(director)), **doings(director))
    plans = published_plans(event)
    there = {n: {*plan.seated, *plan.sit_out} for n, plan in plans.items()}
    assert [n for n in there if 3 in there[n]] == [4, 5, 6, 7, 8]
    assert [n for n in there if 7 in there[n]] == [1, 2]


@pytest.mark.parametrize(
    ("status", "from_round", "to_round", "rounds"),
    [
        ("expected", 1, None, []),
        ("here", 1, None, [1, 2, 3]),
        ("here", 2, None, [2, 3]),
        ("here", 1, 2, [1, 2]),
        ("late", 3, None, [3]),
        ("left", 1, None, []),
        ("left", 1, 2, [1, 2]),
        ("left", 2, 2, [2]),
        ("disqualified", 1, None, []),
        ("disqualified", 1, 1, [1]),
    ],
)
def test_status_and_rounds_say_when_somebody_plays(status, from_round, to_round, rounds):
    player = Player(number=1, status=status, from_round=from_round, to_round=to_round)
    assert [n for n in (1, 2, 3) if plays_in(player, n)] == rounds


def test_a_round_that_too_few_stay_for_is_named(event, director):
    make_players(event, 5)
    for number in (1, 2):
        mark(event, number, Status.LEFT, to_round=3)
    assert "in round 4" in refusal(draft_plan, event, **doings(director)).message


def test_the_first_draft_takes_the_events_seed_and_a_redraw_the_next(event, director):
    make_players(event, 8)
    seeds = [draft_plan(event, **doings(director)).seed for _ in range(3)]
    assert seeds == [event.seed, event.seed + 1, event.seed + 2]


def test_the_same_draw_number_seats_the_same(event, director):
    make_players(event, 12)
    first, second = (draft_plan(event, seed=5, **doings(director)) for _ in range(2))
    assert first.plan == second.plan
    assert event.drafts.count() == 1


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_a_draw_number_out_of_range_is_refused_beside_its_field(event, director, seed):
    make_players(event, 8)
    assert refusal(draft_plan, event, seed=seed, **doings(director)).field == "seed"


@pytest.mark.parametrize("movement", SEATING)
def test_every_movement_can_be_published_with_all_its_rounds_or_with_the_first(event, director, movement):
    make_players(event, 20)
    publish(draft_plan(event, movement=movement, **doings(director)), **doings(director))
    event.refresh_from_db()
    seated = SEATING[movement].ahead(8)
    assert (event.movement, event.rounds.count()) == (movement, seated)


def test_an_unknown_movement_and_what_the_rotation_refuses_are_told_in_a_sentence(event, director):
    make_players(event, 10)
    with pytest.raises(RotationError, match="Planned rotation"):
        draft_plan(event, movement="seats", **doings(director))
    assert refusal(draft_plan, event, movement="no-such", **doings(director)).field == "movement"


# --- publishing
def test_publishing_opens_round_one_begins_the_event_says_so_and_is_not_drafted_again(director):
    event = make_published(director, players=8, rounds=3)
    assert event.status == Event.Status.PLAYING
    assert list(event.rounds.values_list("status", flat=True)) == ["open", "planned", "planned"]
    assert Seating.objects.filter(round__event=event).count() == 24
    assert not event.drafts.exists()
    entry = AuditEntry.objects.filter(event=event, action="seating.published").get()
    assert (entry.facts["players"], entry.facts["rounds"], entry.facts["seed"]) == (8, 3, event.seed)
    assert refusal(draft_plan, event, **doings(director)).code == "already-published"


@pytest.mark.parametrize(
    ("number", "fields", "words"),
    [
        (9, {"status": "here"}, "Ida Innes (9) is here but has no seat"),
        (2, {"status": "left"}, "Ben Baker (2) is seated but not here"),
        (2, {"status": "late", "from_round": 3}, "Ben Baker (2) is seated but not here"),
    ],
)
def test_a_draft_is_outdated_when_somebody_came_or_went_since(event, director, number, fields, words):
    make_players(event, 9)
    mark(event, 9, Status.EXPECTED)
    draft = draft_plan(event, **doings(director))
    mark(event, number, **fields)
    error = refusal(publish, draft, **doings(director))
    assert error.code == "draft-outdated"
    assert words in error.message
    assert not event.rounds.exists()


def test_many_who_came_are_not_all_named():
    from tournament.state.attendance import names_of

    players = [Player(number=n, own_name=f"P{n}") for n in range(1, 10)]
    assert names_of(players) == "P1 (1), P2 (2), P3 (3), P4 (4), P5 (5) and 4 more"
    assert names_of(players[:2]) == "P1 (1) and P2 (2)"


def test_a_finished_event_is_left_alone(director):
    event = make_published(director)
    Event.objects.filter(pk=event.pk).update(status="finished")
    event.refresh_from_db()
    for call in (draft_plan, replan, withdraw):
        assert refusal(call, event, **doings(director)).code == "event-finished"


# --- withdrawing
def test_withdrawn_seating_is_a_draft_again_and_can_be_published_as_it_was(director):
    event = make_published(director, players=9, rounds=4)
    before = published_plans(event)
    withdraw(event, **doings(director))
    event.refresh_from_db()
    assert (event.status, event.rounds.count()) == ("setup", 0)
    publish(event.drafts.get(), **doings(director))
    assert published_plans(event) == before


@pytest.mark.parametrize("closed", [False, True], ids=["a table has reported", "a round is closed"])
def test_seating_is_not_withdrawn_once_something_is_played(director, closed):
    event = make_published(director)
    if closed:
        close_round(event.rounds.get(number=1), despite_missing=True, **doings(director))
    else:
        enter(table_of(event))
    assert refusal(withdraw, event, **doings(director)).code == "already-played"


# --- drawing unplayed rounds anew
def played(director, players=9, rounds=6, done=2):
    """An event with `done` rounds reported and closed, and the next one open."""
    event = make_published(director, players=players, rounds=rounds)
    for number in range(1, done + 1):
        play(event, number)
    return event


def test_only_rounds_not_begun_are_drawn_anew_and_what_is_played_stays(director):
    event = played(director)
    before = published_plans(event)
    mark(event, 4, Status.LEFT, to_round=3)
    draft = replan(event, **doings(director))
    assert draft.from_round == 4
    publish(draft, **doings(director))
    after = published_plans(event)
    assert {n: after[n] for n in (1, 2, 3)} == {n: before[n] for n in (1, 2, 3)}
    assert all(4 not in (*after[n].seated, *after[n].sit_out) for n in (4, 5, 6))
    assert Sheet.objects.filter(table__round__event=event).count() == 4
    assert (
        list(event.rounds.values_list("status", flat=True)) == ["closed", "closed", "open"] + ["planned"] * 3
    )


def test_an_open_round_is_drawn_anew_when_it_no_longer_fits_and_nobody_has_reported(director):
    event = played(director)
    assert first_to_replan(event) == 4
    mark(event, 4, Status.LEFT, to_round=2)
    assert first_to_replan(event) == 3
    publish(replan(event, **doings(director)), **doings(director))
    assert seating_mismatch(event) is None
    assert event.rounds.get(number=3).status == Round.Status.OPEN


def test_new_rounds_avoid_the_partners_of_the_old(director):
    event = played(director, players=16, rounds=6, done=2)
    make_players(event, ["Walter Walkup"])
    mark(event, 17, Status.HERE, from_round=4)
    publish(replan(event, **doings(director)), **doings(director))
    assert judge(tuple(published_plans(event).values())).P == 0


def test_an_open_round_with_a_sheet_is_history_and_a_draft_of_it_refused(director):
    event = played(director)
    draft = replan(event, from_round=3, **doings(director))
    enter(table_of(event, 3))
    assert refusal(publish, draft, **doings(director)).code == "round-played"
    mark(event, 4, Status.LEFT, to_round=2)
    assert first_to_replan(event) == 4
    assert refusal(replan, event, from_round=3, **doings(director)).code == "round-played"


def test_nothing_is_left_to_draw_when_the_last_round_has_begun(director):
    event = played(director, rounds=3, done=2)
    error = refusal(replan, event, **doings(director))
    assert error.code == "nothing-left"


def test_rounds_added_are_drawn_and_opened_and_rounds_taken_away_disappear(director):
    event = played(director, rounds=2, done=2)
    Event.objects.filter(pk=event.pk).update(round_count=4)
    event.refresh_from_db()
    publish(replan(event, **doings(director)), **doings(director))
    assert list(event.rounds.values_list("status", flat=True)) == ["closed", "closed", "open", "planned"]
    event = played(director, rounds=6, done=1)
    Event.objects.filter(pk=event.pk).update(round_count=4)
    event.refresh_from_db()
    publish(replan(event, **doings(director)), **doings(director))
    assert event.rounds.count() == 4


def test_too_few_left_for_a_table_is_a_sentence(director):
    event = played(director, players=4, rounds=4, done=1)
    mark(event, 1, Status.LEFT, to_round=1)
    assert "Only 3 players are there in round 2" in refusal(replan, event, **doings(director)).message


def test_an_unpublished_event_has_nothing_to_draw_anew(event, director):
    assert refusal(replan, event, **doings(director)).code == "not-published"
    assert refusal(withdraw, event, **doings(director)).code == "not-published"


def test_another_events_rounds_are_not_touched(director):
    other = make_published(make_user("other"), name="Other night")
    before = published_plans(other)
    event = played(director)
    mark(event, 4, Status.LEFT, to_round=2)
    publish(replan(event, **doings(director)), **doings(director))
    assert published_plans(other) == before
    assert make_event(make_user("third"), name="Third").rounds.count() == 0


# --- and taking that back
def test_what_a_new_plan_replaced_can_be_restored_exactly(director):
    event = played(director)
    before = published_plans(event)
    mark(event, 4, Status.LEFT, to_round=3)
    publish(replan(event, **doings(director)), **doings(director))
    anew = published_plans(event)
    assert anew != before
    publish(former_seating(event), **doings(director))
    assert published_plans(event) == before
    assert seating_mismatch(event) is not None  # as it was before
    entry = event.audit_entries.filter(action="seating.restored").get()
    assert entry.facts["from_round"] == 4
    publish(former_seating(event), **doings(director))  # and forth again
    assert published_plans(event) == anew


def test_a_new_plan_is_taken_back_until_one_of_its_rounds_is_played(director):
    event = played(director)
    mark(event, 4, Status.LEFT, to_round=2)
    publish(replan(event, **doings(director)), **doings(director))
    former = former_seating(event)
    assert former.from_round == 3
    enter(table_of(event, 3))
    assert former_seating(event) is None
    assert refusal(publish, former, **doings(director)).code == "round-played"


def test_restoring_keeps_the_open_round_open(director):
    event = played(director)
    mark(event, 4, Status.LEFT, to_round=2)
    publish(replan(event, **doings(director)), **doings(director))
    publish(former_seating(event), **doings(director))
    statuses = list(event.rounds.values_list("status", flat=True))
    assert statuses == ["closed", "closed", "open"] + ["planned"] * 3


def test_former_seating_is_not_restored_with_somebody_taken_out_since(director):
    event = played(director)
    walkup = make_players(event, ["Walter Walkup"])[0]
    mark(event, walkup.number, Status.HERE, from_round=4)
    publish(replan(event, **doings(director)), **doings(director))
    mark(event, walkup.number, Status.LEFT, to_round=None)
    publish(replan(event, **doings(director)), **doings(director))
    walkup.delete()
    assert refusal(publish, former_seating(event), **doings(director)).code == "draft-outdated"


def test_former_seating_is_no_draft_among_others(director):
    event = played(director)
    mark(event, 4, Status.LEFT, to_round=3)
    publish(replan(event, **doings(director)), **doings(director))
    redrawn = replan(event, seed=event.seed, **doings(director))
    assert former_seating(event) is not None
    assert redrawn.former is False


def test_withdrawn_seating_forgets_the_former_one(director):
    event = make_published(director, players=9, rounds=4)
    mark(event, 4, Status.LEFT)
    publish(replan(event, from_round=1, **doings(director)), **doings(director))
    assert former_seating(event).from_round == 1
    withdraw(event, **doings(director))
    assert former_seating(event) is None
    assert event.drafts.count() == 1


def test_seating_with_an_empty_chair_is_restored_with_the_chair_empty(director):
    """Director finding 8: a change that leaves a chair empty can be undone, and so can one after it."""
    event = played(director)
    Seating.objects.filter(round__event=event, round__number=3).exclude(table=None).first().delete()
    before, placed = published_plans(event), placed_players(event)
    assert [len(table.players) for table in before[3].short] == [3]
    publish(replan(event, from_round=3, **doings(director)), **doings(director))
    assert published_plans(event) != before
    publish(former_seating(event), **doings(director))
    assert (published_plans(event), placed_players(event)) == (before, placed)
