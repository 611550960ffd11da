"""The search that parts no couple: what stays, and that its counting is true."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rotation.search import annealing
from tournament.rotation.search.annealing import RepeatCounts, Weights
from tournament.rotation.search.couples import CoupleSearch


@st.composite
def rounds_seated(draw):
    """(players, rows of those at tables, random)."""
    players, rounds = draw(st.integers(8, 23)), draw(st.integers(2, 9))
    random = Random(draw(st.integers(0, 999)))
    rows = annealing.rows_by_lot(players, rounds, random)
    return players, [row[: players - players % 4] for row in rows], random


def partners(rows):
    return Counter(
        frozenset(pair)
        for row in rows
        for k in range(0, len(row), 4)
        for pair in ((row[k], row[k + 2]), (row[k + 1], row[k + 3]))
    )


def price(rows, counts):
    own = counts.copy()
    return sum(own.seat(row, len(row)) for row in rows)


@pytest.mark.slow
@given(rounds_seated(), st.floats(0.1, 20))
@settings(max_examples=40, deadline=None)
def test_everybody_keeps_their_partners_and_every_round_its_players(seated, hot):
    players, rows, random = seated
    search = CoupleSearch.start(rows, RepeatCounts(players), random)
    search.anneal(8000, hot=hot, cold=0.1)
    assert partners(search.rows) == partners(rows)
    assert [sorted(row) for row in search.rows] == [sorted(row) for row in rows]


@pytest.mark.slow
@given(rounds_seated(), st.floats(0.1, 20))
@settings(max_examples=40, deadline=None)
def test_the_cost_it_counts_is_what_its_rows_cost(seated, hot):
    players, rows, random = seated
    counts = RepeatCounts(players, Weights(P=300, O=24, M=2))
    counts.seat(rows[0], len(rows[0]))  # as if the first round had been played before, too
    search = CoupleSearch.start(rows, counts, random)
    before = search.cost
    search.anneal(8000, hot=hot, cold=0.1)
    assert search.cost == price(search.rows, counts) <= before == price(rows, counts)


@pytest.mark.slow
def test_it_finds_fewer_opponents_twice_where_single_players_cannot_move():
    rows = annealing.rows_by_lot(16, 6, Random(3))
    search = CoupleSearch.start(rows, RepeatCounts(16), Random(1))
    before = search.cost
    assert search.anneal(200_000, hot=2, cold=0.3) < 0.7 * before
