"""The values of our best plans, with which `quality` compares. Reads the headers of charts only."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CHARTS = Path(__file__).parent / "charts"


def path_for(players: int) -> Path:
    """The data file with the charts for this number of players."""
    return CHARTS / f"n{players:02d}.txt"


@cache
def _headers(path: Path) -> dict[int, tuple[int, int, int]]:
    if not path.exists():
        return {}
    headers = {}
    for line in path.read_text("ascii").splitlines():
        if line.startswith("R "):
            _, rounds, p, o, m, *_ = line.split()
            headers[int(rounds)] = (int(p), int(o), int(m))
    return headers


def best_known(players: int, rounds: int) -> tuple[int, int, int] | None:
    """(P, O, M) of the stored chart, or `None` if none is stored.

    >>> best_known(3, 1) is None
    True
    """
    return _headers(path_for(players)).get(rounds)
