"""Stored charts: all of them there, all of them what they claim."""

import warnings

import pytest

from scripts.charts import starts, workshop
from tournament.rotation import bounds, store


@pytest.mark.slow
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
    monkeypatch.setattr(bounds, "CHARTS", tmp_path)
    bounds.path_for(16).write_text(good.replace("R 8 0", "R 8 1") + "\n")
    with pytest.warns(UserWarning, match="damaged"):
        assert store.load(16, 8) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.load(16, 9) is None
