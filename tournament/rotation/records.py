"""The best plans known so far, as numbers only: what `quality` compares with. Reads headers, no seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CHARTS = Path(__file__).parent / "charts"


def path_for(players: int) -> Path:
    """The data file that holds the charts for so many players."""
    return CHARTS / f"n{players:02d}.txt"


@cache
def _headers(path: Path) -> dict[int, tuple[int, int, int]]:
    if not path.exists():
        return {}
    found = {}
    for line in path.read_text("ascii").splitlines():
        if line.startswith("R "):
            _, rounds, p, o, m, *_ = line.split()
            found[int(rounds)] = (int(p), int(o), int(m))
    return found


def best_known(players: int, rounds: int) -> tuple[int, int, int] | None:
    """(P, O, M) of the stored chart, or `None` where none is stored.

    >>> best_known(3, 1) is None
    True
    """
    return _headers(path_for(players)).get(rounds)
