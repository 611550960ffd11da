"""Draws that take long: begun once, known when they were stopped; and what wishes cost."""

import re
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError

from tests.helpers.factories import NOW, make_event, make_players, make_published
from tests.helpers.refusals import refused
from tournament import rotation
from tournament.management.commands import drawseating
from tournament.models import Draft, DraftJob, Player, Wish
from tournament.reports.seating_page import REFUSALS, why_not_drawn
from tournament.reports.wishes import cost_words, is_granted, wish_report
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.running import background
from tournament.services import draft_jobs, drafts, seating
from tournament.services.draft_jobs import (
    Cancelled,
    begin_draw,
    cancel_draw,
    count_or_begin,
    draw_or_begin,
    is_lost,
    note_progress,
    run_draw,
)
from tournament.services.errors import Refused
from tournament.services.seating import draft_plan, publish
from tournament.services.wishes import add_wish
from tournament.state.wishes import WishValue

Kind = Wish.Kind
LAUNCH = draft_jobs.launch_draw  # before a test's own takes its place


@pytest.fixture
def begun(monkeypatch):
    """Draws that were begun: no process makes them."""
    found: list[DraftJob] = []
    monkeypatch.setattr(draft_jobs, "launch_draw", found.append)
    return found


def ask(event, director, **asked):
    return draw_or_begin(event, by=director, at=NOW, **asked)


def wish(event, director, kind, player, other=None, table=None):
    people = {person.number: person for person in event.players.all()}
    return add_wish(event, kind, people[player], other=people.get(other), table=table, by=director, at=NOW)


def do(held, told=None):
    run_draw(held, clock=lambda: NOW + timedelta(seconds=9), tell=(told if told is not None else []).append)
    held.refresh_from_db()
    return held


# --- what is at hand, and what is not
@pytest.mark.parametrize(
    "movement",
    ["chart", "seats", "draw", "fixed-partners", "winners-up", "red-white", "by-standings", "standings-last"],
)
def test_what_is_at_hand_is_drawn_at_once(event, director, begun, movement):
    make_players(event, 16)
    assert isinstance(ask(event, director, movement=movement), Draft)
    assert begun == []


def test_a_wish_that_renames_a_stored_chart_is_at_hand(event, director, begun):
    make_players(event, 24)
    wish(event, director, Kind.APART, 1, 2)
    assert isinstance(ask(event, director), Draft)


def test_a_search_has_a_process_of_its_own(event, director, begun):
    searching(event, director)
    made = ask(event, director)
    assert begun == [made]
    assert (made.ended_at, made.percent, event.drafts.count()) == (None, 0, 0)


def test_what_cannot_be_is_refused_before_anything_is_begun(event, director, begun):
    make_players(event, 16)
    wish(event, director, Kind.STAYS, 1, table=4)
    Player.objects.filter(event=event, number__gt=8).update(status="expected")
    with pytest.raises(Exception, match="no such table"):
        ask(event, director)
    assert begun == []


def test_asking_again_joins_the_draw_under_way(event, director, begun):
    searching(event, director)
    assert ask(event, director) == ask(event, director)
    assert len(begun) == 1
    late = draw_or_begin(event, by=director, at=NOW + timedelta(minutes=1))
    assert late.number == 2  # the first has gone silent


# --- what becomes of a draw
@pytest.mark.slow
def test_a_finished_draw_leads_to_its_draft(event, director, begun):
    searching(event, director)
    told = []
    held = do(ask(event, director), told)
    assert held.draft == event.drafts.get()
    assert (held.refused, held.percent) == ("", 100)
    assert held.ended_at is not None
    assert told == sorted(told)


def test_a_draw_of_unplayed_rounds_begins_at_the_round_asked_for(director, begun):
    event = make_published(director, players=9, rounds=4)
    held = do(ask(event, director, from_round=3))
    assert held.draft.from_round == 3


def test_what_is_refused_half_way_says_why_and_keeps_nothing(event, director, begun):
    searching(event, director)
    held = ask(event, director)
    event.players.update(status="left")
    do(held)
    assert (held.refused, held.refused_facts) == ("too-few", {"count": 0})
    assert why_not_drawn(held) == "A table needs four players; 0 can play. Check in more."
    assert not event.drafts.exists()


def test_every_reason_against_a_draw_has_its_sentence():
    """What is stored is a code: whatever can stop a draw half-way has to have words."""
    raising = [*Path(rotation.__path__[0]).glob("*.py"), *Path(rotation.__path__[0]).glob("planners/*.py")]
    raising += [Path(module.__file__) for module in (seating, drafts, draft_jobs)]
    raised = re.compile(r"(?:RotationError|Refused)\(\s*\"([a-z-]+)\"")
    codes = {code for path in raising for code in raised.findall(path.read_text(encoding="utf-8"))}
    of_a_request = {"bad-file", "player-twice", "too-few-rounds", "too-many-rounds", "seed-range"}
    of_a_request.add("hall-seats-itself")  # such an event offers no draw
    of_a_request |= {"chart-unusable", "chart-short", "draws-busy", "draw-under-way"}  # before one begins
    of_a_choice = {"partners", "deserted", "no-chair", "choice-impossible", "nothing-to-choose"}  # at once
    assert len(codes) > 25
    assert codes - set(REFUSALS) - of_a_request - of_a_choice - {"round-gap", "already-played"} == set()


def test_an_unforeseen_failure_is_no_silence(event, director, begun, monkeypatch):
    searching(event, director)
    held = ask(event, director)
    monkeypatch.setattr(draft_jobs, "question_now", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(held)
    held.refresh_from_db()
    assert "The draw failed" in why_not_drawn(held)


def test_signs_of_life_are_kept_until_the_end_and_silence_is_noticed(event, director):
    make_players(event, 8)
    made = DraftJob.objects.create(
        event=event, number=1, purpose="draft", asked={}, asked_by=director, asked_at=NOW, seen_at=NOW
    )
    later = NOW + timedelta(minutes=1)
    assert is_lost(made, later)
    note_progress(made, 0.4, later)
    made.refresh_from_db()
    assert made.percent == 40
    assert not is_lost(made, later)
    DraftJob.objects.update(ended_at=later)
    note_progress(made, 0.9, later + timedelta(hours=1))
    made.refresh_from_db()
    assert (made.percent, made.seen_at) == (40, later)
    assert not is_lost(made, later + timedelta(hours=9))


# --- what wishes cost
@pytest.mark.slow
def test_a_draft_with_wishes_knows_what_one_without_is_worth(event, director):
    make_players(event, 12)
    wish(event, director, Kind.COUPLE, 1, 2)
    draft = draft_plan(event, by=director, at=NOW)
    plain = draft.wishes["plain"]
    assert plain[0] == 0 < draft.quality["P"]


def test_without_wishes_nothing_is_compared_and_what_other_wishes_have_overtaken_is_refused(event, director):
    make_players(event, 12)
    draft = draft_plan(event, by=director, at=NOW)
    assert draft.wishes["plain"] is None
    assert wish_report(draft, (), {}) is None
    first = wish(event, director, Kind.APART, 1, 2)
    draft = draft_plan(event, by=director, at=NOW)
    first.delete()
    assert wish_report(draft, (), {}).changed
    with pytest.raises(Refused, match="draw it again"):
        draft_jobs.count_wish_costs(draft)


@pytest.mark.slow
def test_each_wish_is_counted_by_drawing_without_it(event, director):
    make_players(event, 12)
    wish(event, director, Kind.COUPLE, 1, 2)
    wish(event, director, Kind.NOT_PARTNERS, 3, 4)
    counted = draft_jobs.count_wish_costs(draft_plan(event, by=director, at=NOW))
    report = wish_report(counted, (), {1: "Ann"})
    assert report.counted
    couple, refusing = report.lines
    assert "repeated partners" in couple.cost
    assert refusing.cost.startswith("Costs")
    assert couple.people[0].name == "Ann"
    assert [line.heeded for line in report.lines] == [True, True]


@pytest.mark.slow
def test_costs_are_counted_at_once_only_where_every_draw_is_at_hand(event, director, begun):
    make_players(event, 12)
    wish(event, director, Kind.COUPLE, 1, 2)
    draft = draft_plan(event, by=director, at=NOW)
    assert isinstance(count_or_begin(draft, by=director, at=NOW), Draft)
    wish(event, director, Kind.STAYS, 5, table=1)
    draft = draft_plan(event, by=director, at=NOW)
    made = count_or_begin(draft, by=director, at=NOW)
    assert (made.purpose, made.draft) == ("costs", draft)
    assert len(do(made).draft.wishes["costs"]) == 2


def test_publishing_leaves_a_draw_without_its_draft(event, director, begun):
    make_players(event, 12)
    wish(event, director, Kind.STAYS, 1, table=1)
    held = do(begin_draw(event, "draft", {}, by=director, at=NOW))
    publish(held.draft, by=director, at=NOW)
    held.refresh_from_db()
    assert held.draft is None


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ((0, 0, 0), "Costs nothing"),
        ((0, -2, 0), "Costs nothing"),
        ((1, 0, 0), "Costs 1 repeated partner"),
        ((0, 2, -1), "Costs 2 repeated opponents"),
        ((3, 2, 1), "Costs 3 repeated partners, 2 repeated opponents and 1 repeated meeting"),
    ],
)
def test_a_cost_is_said_in_words(cost, words):
    assert cost_words(cost) == words


FIRST = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)), (9,))
SECOND = RoundPlan((TablePlan(1, 1, 2, 5, 6), TablePlan(2, 9, 3, 7, 4)), (8,))


@pytest.mark.parametrize(
    ("kind", "player", "second", "heeded"),
    [
        (Kind.STAYS, 1, 1, True),
        (Kind.STAYS, 3, 1, False),
        (Kind.STAYS, 8, 2, True),
        (Kind.APART, 1, 7, True),
        (Kind.APART, 1, 3, False),
        (Kind.NOT_PARTNERS, 1, 2, True),
        (Kind.NOT_PARTNERS, 1, 3, False),
        (Kind.ONCE, 2, 6, True),
        (Kind.ONCE, 1, 2, False),
        (Kind.COUPLE, 1, 3, False),
        (Kind.COUPLE, 8, 9, True),
    ],
)
def test_whether_a_wish_came_true_is_read_off_the_plan(kind, player, second, heeded):
    assert is_granted((FIRST, SECOND), (), WishValue(kind, player, second)) is heeded


def test_partners_of_a_played_round_have_had_their_wish():
    wanted = WishValue(Kind.ONCE, 5, 7)
    assert is_granted((SECOND,), (FIRST,), wanted)
    assert not is_granted((SECOND,), (), wanted)


def test_a_killed_draw_blocks_nothing_though_the_clock_was_set_back(event, director, begun):
    searching(event, director)
    killed = ask(event, director)
    event.draft_jobs.update(seen_at=NOW + timedelta(hours=1))
    killed.refresh_from_db()
    assert is_lost(killed, NOW)
    assert ask(event, director) != killed
    assert len(begun) == 2


def test_a_draw_that_a_restore_took_away_writes_into_no_other_draw(event, director, begun):
    """A restored backup gives keys out again: the process still running must not fill another draw's row."""
    searching(event, director)
    held = ask(event, director)
    assert held.event.uid
    type(event).objects.filter(pk=event.pk).update(uid="restored-since")
    note_progress(held, 0.5, NOW)
    do(held)
    assert (held.percent, held.ended_at, event.drafts.count()) == (0, None, 0)


# --- cancelled by a director
def test_a_draw_can_be_cancelled_and_keeps_nothing(event, director, begun):
    held = ask(searching(event, director), director)
    assert note_progress(held, 0.3, NOW)
    assert cancel_draw(held, by=director, at=NOW)
    assert not note_progress(held, 0.4, NOW)  # by this its process knows

    def stop(part):
        raise Cancelled

    run_draw(held, clock=lambda: NOW, tell=stop)
    held.refresh_from_db()
    assert (held.refused, held.percent, held.draft) == ("cancelled", 100, None)
    assert event.drafts.count() == 0
    assert "cancelled" in why_not_drawn(held)


@pytest.mark.slow
def test_a_draw_that_was_done_before_it_noticed_is_not_kept_either(event, director, begun):
    held = ask(searching(event, director), director)
    cancel_draw(held, by=director, at=NOW)
    do(held)
    assert (held.refused, held.draft, event.drafts.count()) == ("cancelled", None, 0)


@pytest.mark.slow
def test_a_draw_that_has_ended_cannot_be_cancelled(event, director, begun):
    held = do(ask(searching(event, director), director))
    assert not cancel_draw(held, by=director, at=NOW)
    assert event.drafts.count() == 1


# --- so many draws at a time (Security finding 14)
def searching(event, director):
    make_players(event, 16)
    wish(event, director, Kind.STAYS, 1, table=1)
    return event


def test_an_event_has_one_draw_at_a_time(event, director, begun):
    """Security finding 14: 8 requests started 8 processes."""
    searching(event, director)
    ask(event, director, seed=1)
    with refused("draw-under-way") as caught:
        ask(event, director, seed=2)
    assert "wait until it has ended" in caught.value.message
    assert len(begun) == 1


@pytest.mark.slow
def test_the_site_makes_two_draws_at_a_time_and_tells_the_third_when_to_try_again(director, begun):
    """Security finding 14: each draw takes a whole processor."""
    events = [searching(make_event(director, name=name), director) for name in ("One", "Two", "Three")]
    ask(events[0], director)
    ask(events[1], director)
    with refused("draws-busy") as caught:
        ask(events[2], director)
    assert "Try again in half a minute" in caught.value.message
    do(begun[0])
    assert ask(events[2], director) == begun[-1]


def test_a_draw_whose_process_cannot_be_started_says_so(event, director, monkeypatch):
    """Security finding 14, its neighbour: no memory, no processes left."""

    def cannot(*given, **more):
        raise OSError(11, "Resource temporarily unavailable")

    searching(event, director)
    monkeypatch.setattr(draft_jobs, "launch_draw", LAUNCH)
    monkeypatch.setattr(background.subprocess, "Popen", cannot)
    job = ask(event, director)
    job.refresh_from_db()
    assert job.ended_at == NOW
    assert "could not be started" in why_not_drawn(job)


def test_a_sign_of_life_that_cannot_be_written_is_not_the_last(event, director, begun, monkeypatch):
    """Security finding 11, its neighbour: a disk that is full for a second let a draw be taken for dead."""
    searching(event, director)
    job = ask(event, director)
    told, real = [], draft_jobs.note_progress

    def note(*given):
        told.append(1)
        if len(told) == 1:
            raise OperationalError("database or disk is full")
        done.set()
        return real(*given)

    monkeypatch.setattr(drawseating, "BEAT", 0.01)
    monkeypatch.setattr(draft_jobs, "note_progress", note)
    monkeypatch.setattr(drawseating.connection, "close", lambda: None)
    done = threading.Event()
    drawseating._beat(job, done, [0.5], threading.Event())
    job.refresh_from_db()
    assert job.percent == 50
