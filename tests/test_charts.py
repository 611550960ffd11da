"""The search for stored charts: `python -m scripts.charts`."""

from random import Random

import pytest

from scripts.charts import compiled, starts, turning, workshop
from tournament.rotation import bounds, store
from tournament.rotation.search import annealing as lots


@pytest.mark.parametrize(("rounds", "turns"), [(9, [9]), (10, [9, 1]), (17, [9, 8])])
def test_a_base_round_is_turned_as_often_as_there_are_rounds_for_it(rounds, turns):
    start = starts.developed(18, rounds, 9, 0, Random(1))
    assert start.turns == turns
    assert start.rows() == [
        [p // 9 * 9 + (p + turn) % 9 for p in base]
        for base, times in zip(start.bases, turns, strict=True)
        for turn in range(times)
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "order", "still"),
    [
        (18, 9, 9, 0),
        (18, 10, 9, 0),
        (18, 17, 9, 0),
        (16, 8, 4, 0),
        (12, 7, 5, 2),
        (12, 4, 2, 4),
        (17, 8, 4, 1),
    ],
)
def test_counting_by_classes_of_pairs_costs_what_all_the_rounds_cost(players, rounds, order, still):
    start = starts.developed(players, rounds, order, still, Random(2))
    run = compiled.TurnedRun(players, start, (1, 1, 1), Random(3))
    books, width = run._books(), players - players % 4
    shares = [compiled._share(turns, order) for turns in start.turns]
    cost = sum(
        turning.seat(row, table, 1, *share, books, (1, 1, 1))
        for row, share in zip(start.bases, shares, strict=True)
        for table in range(width // 4)
    )
    assert cost == sum(compiled.tally(start.rows(), players))
    random = Random(4)
    for _ in range(200):
        k = random.randrange(len(start.bases))
        p, q = random.sample(range(width), 2)
        cost += turning.swap(start.bases[k], p, q, *shares[k], books, (1, 1, 1))
    assert cost == sum(compiled.tally(start.rows(), players))


def test_rounds_are_put_in_an_order_that_lets_everybody_sit_out_once_before_anybody_does_twice():
    base = [*range(1, 3), *range(4, 18), 0, 3]  # the two who sit out are three steps apart in a cycle of six
    other = [*range(6), *range(7, 12), *range(13, 18), 6, 12]
    images = [[p - p % 6 + (p + j) % 6 for p in range(18)] for j in range(6)]
    rows = starts.Turned([base, other], [6, 6], images).rows()
    assert not starts.fair(rows)
    assert starts.fair(starts.in_fair_order(rows))
    assert sorted(starts.in_fair_order(rows)) == sorted(rows)


def test_an_order_that_is_fair_already_is_kept():
    rows = lots.rows_by_lot(18, 12, Random(1))
    assert starts.in_fair_order(rows) == rows


@pytest.mark.parametrize("out", [[(0, 1), (0, 2), (0, 3)], [(0, 1), (1, 2)], [(0, 1), (0, 1)]])
def test_no_order_is_found_where_none_is_fair(out):
    rows = [[p for p in range(6) if p not in pair] + list(pair) for pair in out]
    assert starts.in_fair_order(rows) is None


@pytest.mark.parametrize(("rounds", "order"), [(12, 6), (12, 3), (20, 5), (10, 9), (9, 3), (8, 2)])
def test_who_sits_out_base_rounds_is_drawn_so_that_a_fair_order_exists(rounds, order):
    players = 18 if 18 % order == 0 else 18 + order - 18 % order
    found = [starts.developed(players, rounds, order, 0, Random(seed)) for seed in range(10)]
    drawn = [start for start in found if start is not None]
    assert drawn
    assert all(starts.in_fair_order(start.rows()) for start in drawn)


@pytest.mark.slow
def test_a_better_chart_takes_the_place_of_the_stored_one(monkeypatch, tmp_path):
    monkeypatch.setattr(bounds, "CHARTS", tmp_path / "charts")
    said = []
    workshop.work([(8, 3), (5, 2)], 3.0, 0.05, 1, said.append)
    assert store.load(8, 3).key == (0, 0, 12) or store.load(8, 3).key[0] == 0
    assert store.load(5, 2) is not None
    assert any(line.startswith("8 players, 3 rounds: None") for line in said)


@pytest.mark.parametrize("method", ["developed 3 0", "developed 2 2", "invariant 3", "design", "lot"])
def test_every_start_gives_full_rounds(monkeypatch, tmp_path, method):
    monkeypatch.setattr(bounds, "CHARTS", tmp_path)
    cell = workshop.ChartCell(24, 6)
    rows = cell._try(method, workshop.Random(1), 1)
    assert rows is not None
    assert all(sorted(row) == list(range(24)) for row in rows)
