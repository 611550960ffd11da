"""Stored charts, as text: one file per number of players, one line per number of rounds.

A line reads `R rounds P O M method seed seconds rows`; in a row every character is a player (0–63), four
per table in the order N E S W, then who sits out; rows are separated by `/`. Each chart is judged again
when it is read. `scripts/charts` searches for better ones; those of the method `symmetric,m` come from a
search outside it that keeps a permutation of the players of order m (a round may then be its own image).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.rotation.bounds import path_for
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.quality import judge

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
VALUE = {letter: value for value, letter in enumerate(ALPHABET)}
LARGEST = len(ALPHABET)

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Chart:
    """A stored chart: its P, O, M, its provenance, and its rows of player indices 0 to n − 1."""

    players: int
    rounds: int
    key: tuple[int, int, int]
    method: str
    seed: int
    seconds: float
    rows: Rows

    def line(self) -> str:
        """The chart as a line of its file."""
        rows = "/".join("".join(ALPHABET[player] for player in row) for row in self.rows)
        p, o, m = self.key
        return f"R {self.rounds} {p} {o} {m} {self.method} {self.seed} {self.seconds:.1f} {rows}"


def as_rounds(rows: Sequence[Sequence[int]]) -> tuple[RoundPlan, ...]:
    """Rows of indices as rounds of players 1 to n, tables numbered from 1.

    >>> as_rounds([[0, 1, 2, 3, 4]])[0].sit_out
    (5,)
    """
    return tuple(
        RoundPlan(
            tuple(
                TablePlan(k + 1, *(player + 1 for player in row[4 * k : 4 * k + 4]))
                for k in range(len(row) // 4)
            ),
            tuple(player + 1 for player in row[len(row) - len(row) % 4 :]),
        )
        for row in rows
    )


def lines(players: int) -> dict[int, str]:
    """The lines stored for this number of players, by number of rounds."""
    path = path_for(players)
    if not path.exists():
        return {}
    stored = (line for line in path.read_text("ascii").splitlines() if line.startswith("R "))
    return {int(line.split(None, 2)[1]): line for line in stored}


def parse(players: int, line: str) -> Chart:
    """Parse one line; `ValueError` if the rows do not match its figures."""
    _, rounds, p, o, m, method, seed, seconds, text = line.split()
    rows = [[VALUE[letter] for letter in row] for row in text.split("/")]
    key = (int(p), int(o), int(m))
    judged = judge(as_rounds(rows), players=range(1, players + 1))
    if judged.problems or judged.key != key or judged.rounds != int(rounds):
        raise ValueError(f"chart for {players} players, {rounds} rounds: stored {key}, judged {judged.key}")
    return Chart(players, int(rounds), key, method, int(seed), float(seconds), rows)


def load(players: int, rounds: int) -> Chart | None:
    """The stored chart, judged again; `None` if there is none, or (with a warning) if its line is damaged.

    >>> load(3, 1) is None
    True
    """
    line = lines(players).get(rounds)
    if line is None:
        return None
    try:
        return parse(players, line)
    except (ValueError, KeyError) as damaged:
        warnings.warn(f"A stored chart is damaged, so it is not used: {damaged}", stacklevel=2)
        return None


def save(chart: Chart) -> None:
    """Store a chart, replacing the one for the same number of rounds."""
    kept = lines(chart.players)
    kept[chart.rounds] = chart.line()
    path = path_for(chart.players)
    path.parent.mkdir(exist_ok=True)
    head = f"# {chart.players} players: rounds P O M method seed seconds rows (see store.py, scripts/charts)"
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join([head, *(kept[r] for r in sorted(kept))]) + "\n", "ascii")
    fresh.replace(path)
