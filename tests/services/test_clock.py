"""The round clock: facts in the database, from which every page counts the same."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.factories import NOW, make_published
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Round
from tournament.services import clock
from tournament.services.rounds import close_round, reopen_round
from tournament.state.clock import clock_in, clock_of, seconds_until

MINUTE = timedelta(minutes=1)


@pytest.fixture
def evening(director):
    return make_published(director, rounds=3, players=8)


def first(event):
    return event.rounds.get(number=1)


def do(act, event, director, after=0, **more):
    """Press a button `after` seconds."""
    return act(first(event), by=director, at=NOW + timedelta(seconds=after), **more)


def test_a_halted_clock_keeps_its_seconds_and_goes_on_from_them(evening, director):
    do(clock.start, evening, director, minutes=20)
    do(clock.pause, evening, director, after=446)
    assert clock_in(evening).left_words == "12:34"
    do(clock.resume, evening, director, after=1000)
    assert clock_in(evening).ends_at == NOW + timedelta(seconds=1000 + 754)


@pytest.mark.parametrize("halted", [False, True])
def test_every_press_of_plus_one_counts(evening, director, halted):
    do(clock.start, evening, director, minutes=10)
    if halted:
        do(clock.pause, evening, director)
    for _press in range(2):
        do(clock.add_minute, evening, director)
    found = clock_in(evening)
    assert (found.left == 12 * 60) if halted else (found.ends_at == NOW + 12 * MINUTE)


def test_a_minute_more_after_the_end_is_a_minute_from_now(evening, director):
    do(clock.start, evening, director, minutes=1)
    do(clock.add_minute, evening, director, after=600)
    assert clock_in(evening).ends_at == NOW + timedelta(seconds=660)


def test_pressing_twice_is_pressing_once(evening, director):
    do(clock.start, evening, director, minutes=10)
    entries = []
    for act in (clock.pause, clock.pause, clock.resume, clock.resume, clock.stop, clock.stop):
        do(act, evening, director, after=1)
        entries.append(AuditEntry.objects.filter(event=evening).count())
    assert [n - entries[0] for n in entries] == [0, 0, 1, 1, 2, 2]
    assert not clock_in(evening).started


@pytest.mark.parametrize(
    ("before", "act", "more", "code"),
    [
        ((), clock.pause, {}, "clock-not-started"),
        ((), clock.resume, {}, "clock-not-started"),
        ((), clock.add_minute, {}, "clock-not-started"),
        ((), clock.start, {}, "minutes-missing"),
        ((), clock.start, {"minutes": 0}, "minutes-range"),
        ((), clock.start, {"minutes": 241}, "minutes-range"),
        (((clock.start, {"minutes": 5}),), clock.pause, {"after": 301}, "clock-over"),
        (((clock.start, {"minutes": 240}),), clock.add_minute, {}, "clock-long"),
    ],
)
def test_what_cannot_be_is_refused(evening, director, before, act, more, code):
    for earlier, how in before:
        do(earlier, evening, director, **how)
    with refused(code):
        do(act, evening, director, **more)


def test_closing_a_round_ends_its_clock_and_reopening_does_not_bring_it_back(evening, director):
    do(clock.start, evening, director, minutes=20)
    close_round(first(evening), by=director, at=NOW, despite_missing=True)
    assert not clock_of(first(evening)).started
    clock.start(evening.rounds.get(number=2), by=director, at=NOW, minutes=5)
    reopen_round(first(evening), by=director, at=NOW, reason="too early")
    assert not Round.objects.filter(clock_ends_at__isnull=False).exists()


def test_only_the_open_round_has_a_clock_and_none_runs_and_stands(evening, director):
    with pytest.raises(IntegrityError), transaction.atomic():
        evening.rounds.filter(number=1).update(clock_ends_at=NOW, clock_left=5)
    with refused("round-not-open"):
        clock.start(evening.rounds.get(number=2), by=director, at=NOW, minutes=5)


@given(st.integers(min_value=-10_000, max_value=10_000_000))
def test_seconds_left_are_whole_and_never_negative(milliseconds):
    left = seconds_until(NOW + timedelta(milliseconds=milliseconds), NOW)
    assert left == max(0, -(-milliseconds // 1000))
