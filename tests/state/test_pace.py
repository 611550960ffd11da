"""The pace of an evening, and when it ends."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.state.clock import MINUTE, SHORTEST, Pace

SEVEN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def after(minutes):
    return SEVEN + minutes * MINUTE


def pace(*closed, rounds=4, breaks=None, begins=0, planned=25, planned_from=1, shares=None):
    begun, takes = None if begins is None else after(begins), planned and planned * MINUTE
    ends = tuple(map(after, closed))
    return Pace(rounds, ends, breaks or {}, begun, takes, planned_from, shares or {}, 5 * MINUTE)


def minutes(moment):
    return None if moment is None else (moment - SEVEN) / MINUTE


@pytest.mark.parametrize(
    ("evening", "at", "round_takes", "ends"),
    [
        (pace(), 0, 25, 100),  # as planned
        (pace(), 40, 25, 115),  # the first round is not over yet
        (pace(planned=None), 10, None, None),
        (pace(begins=None), 10, 25, None),
        (pace(30), 30, 30, 120),
        (pace(30, begins=None), 30, 25, 105),  # nobody knows when round 1 began
        (pace(30, 90, 125), 130, 35, 160),  # the median: one long round counts no more than another
        (pace(30, 75, breaks={1: 15}), 75, 30, 135),  # the break is left out
        (pace(30, breaks={1: 15, 3: 10}), 30, 30, 145),  # those to come are not
        (pace(30, 60, 90, 120), 130, 30, 120),  # over
        (pace(30, 20), 30, 30, 80),  # closed out of turn: no length
        (pace(30, 60, planned_from=4), 60, 30, 115),  # the last has a clock of its own
        (pace(30, 60, planned=None, planned_from=4), 60, 30, 120),
        (pace(30, 60, 90, planned_from=3), 90, 30, 120),  # round 3 has shown what it is worth
        (pace(planned_from=2), 0, 25, 100),
        (pace(45, shares={2: 0.5}), 45, 25, 160),  # half the deals; changing tables takes as long as ever
        (pace(45, 70, shares={2: 0.5}), 70, 45, 160),
        (pace(planned_from=2, shares={2: 0.5}), 0, 25, 100),  # what was said of a round is said of its deals
    ],
)
def test_the_rounds_played_say_when_the_evening_ends(evening, at, round_takes, ends):
    assert (evening.of_a_round and evening.of_a_round / MINUTE) == round_takes
    assert minutes(evening.ends(after(at))) == ends


@pytest.mark.parametrize(
    ("evening", "stops", "fits"),
    [
        (pace(30), 120, 25),  # rounds 3 and 4 from 60 to 120, 5 of each to change tables
        (pace(30), 100, 15),
        (pace(30), 79, None),  # too little to play in
        (pace(30, breaks={2: 20}), 120, 15),
        (pace(30, 60, 90), 100, None),  # the last is in play
        (pace(begins=None), 100, None),
    ],
)
def test_the_rounds_to_come_share_what_time_is_left(evening, stops, fits):
    assert evening.minutes_that_fit(evening.closed[-1] if evening.closed else SEVEN, after(stops)) == fits


@pytest.mark.parametrize(
    ("evening", "stops", "fits"),
    [
        (pace(45), 170, 7),  # round 2 until 90, then 40 of 45 minutes are for 8 deals
        (pace(45), 169, 6),
        (pace(45), 140, 4),
        (pace(45), 138, None),  # with fewer than four not everybody deals
        (pace(45, breaks={3: 20}), 170, 5),
        (pace(45, shares={3: 0.75, 4: 0.75}), 159, 5),  # they have 6 now
        (pace(45, 90, 135), 170, None),  # the last is in play
        (pace(), 60, None),  # no round has shown how long it takes
    ],
)
def test_the_most_deals_that_end_in_time_are_offered(evening, stops, fits):
    begun, at = len(evening.closed) + 1, (evening.closed or (SEVEN,))[-1]
    assert evening.deals_that_fit(at, after(stops), 8, begun) == fits


evenings = st.builds(
    lambda lengths, more, breaks, planned: pace(
        *(sum(lengths[: n + 1]) for n in range(len(lengths))),
        rounds=len(lengths) + more,
        breaks=breaks,
        planned=planned,
    ),
    st.lists(st.integers(1, 60), max_size=8),
    st.integers(1, 6),
    st.dictionaries(st.integers(1, 12), st.integers(1, 40), max_size=3),
    st.integers(5, 60),
)


@given(evenings, st.integers(0, 600))
def test_a_round_fewer_never_ends_later_and_nothing_ends_in_the_past(evening, now):
    at, played = after(now), len(evening.closed)
    ends = [evening.ends(at, rounds) for rounds in range(played, evening.rounds + 1)]
    assert ends == sorted(ends)
    assert all(end >= at for end in ends[1:])


@given(evenings, st.integers(0, 600), st.integers(0, 900))
def test_the_minutes_offered_end_in_time_and_one_more_would_not(evening, now, stop):
    at, stops = after(now), after(stop)
    minutes = evening.minutes_that_fit(at, stops)
    if minutes is None:
        return
    played, left = len(evening.closed), evening.rounds - len(evening.closed) - 1
    current = evening.ends(at, played + 1)
    pauses = sum(evening.breaks.get(n, 0) for n in range(played + 1, evening.rounds))
    assert minutes >= SHORTEST
    assert current + (left * (minutes + 5) + pauses) * MINUTE <= stops
    assert current + (left * (minutes + 6) + pauses) * MINUTE > stops
