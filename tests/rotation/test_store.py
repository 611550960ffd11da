"""Stored charts: all of them there, all of them what they claim."""

import warnings

import pytest

from tournament.rotation import bounds, records, store
from tournament.rotation.offline import whists, workshop
from tournament.rotation.search import starts


@pytest.mark.parametrize("players", range(4, 65))
def test_every_stored_chart_is_what_its_line_claims(players):
    wanted = {rounds for n, rounds in workshop.cells() if n == players}
    lines = store.lines(players)
    assert set(lines) >= wanted
    for rounds, line in lines.items():
        chart = store.parse(players, line)
        least = tuple(bounds.for_event(players, rounds).values())
        assert chart.rounds == rounds
        assert chart.line() == line
        assert starts.fair(chart.rows)
        assert all(value >= bound for value, bound in zip(chart.key, least, strict=True))


def test_the_charts_stay_small():
    total = sum(store.path_for(n).stat().st_size for n in range(4, 65))
    assert total < 1_500_000


def test_a_damaged_chart_is_not_used(monkeypatch, tmp_path):
    good = store.lines(16)[8]
    monkeypatch.setattr(records, "CHARTS", tmp_path)
    records.path_for(16).write_text(good.replace("R 8 0", "R 8 1") + "\n")
    with pytest.warns(UserWarning, match="damaged"):
        assert store.load(16, 8) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.load(16, 9) is None


@pytest.mark.slow
def test_a_better_chart_takes_the_place_of_the_stored_one(monkeypatch, tmp_path):
    monkeypatch.setattr(records, "CHARTS", tmp_path / "charts")
    said = []
    workshop.work([(8, 3), (5, 2)], 3.0, 0.05, 1, said.append)
    assert store.load(8, 3).key == (0, 0, 12) or store.load(8, 3).key[0] == 0
    assert store.load(5, 2) is not None
    assert any(line.startswith("8 players, 3 rounds: None") for line in said)


@pytest.mark.parametrize("method", ["developed 3 0", "developed 2 2", "invariant 3", "design", "lot"])
def test_every_start_gives_full_rounds(monkeypatch, tmp_path, method):
    monkeypatch.setattr(records, "CHARTS", tmp_path)
    cell = workshop.ChartCell(24, 6)
    rows = cell._try(method, workshop.Random(1), 1)
    assert rows is not None
    assert all(sorted(row) == list(range(24)) for row in rows)


def test_a_whist_tournament_more_even_between_left_and_right_takes_the_place_of_the_stored_one(
    monkeypatch, tmp_path
):
    lines = store.lines(12)
    monkeypatch.setattr(records, "CHARTS", tmp_path)
    one_way = store.parse(12, lines[11])
    store.save(one_way)
    monkeypatch.setattr(whists, "_left", lambda rows, players: 5 if rows == one_way.rows else 0)
    said = []
    whists.more_directed([10, 12, 13], 20, 1, said.append)
    assert said == ["12 players: 5 → 0 repeated left-hand opponents"]
    assert store.load(12, 11).key == one_way.key
    assert store.load(12, 11).rows != one_way.rows


def test_whist_tournaments_are_found_by_search(monkeypatch, tmp_path):
    monkeypatch.setattr(records, "CHARTS", tmp_path)
    said = []
    whists.look([5, 8, 12], 20, 1, said.append)
    assert store.load(8, 7).key == (0, 28, 84)
    assert store.load(12, 11).key == (0, 66, 198)
