"""Asked and reached for every bar of the rotation: `python tests/bench/bench_rotation.py [--replan 100]`.

Prints one line per row: what was asked, what came, in how much processor time. Exits with 1 where something
asked was not reached.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.helpers.replanned import Trial, trial  # noqa: E402
from tests.rotation.golden import AFTER_A_DESIGN, CELLS, REACHED, STRANGERS  # noqa: E402
from tournament.rotation import bounds  # noqa: E402
from tournament.rotation.movements import draw_plan  # noqa: E402
from tournament.rotation.quality import Quality, judge  # noqa: E402

Row = tuple[bool, str]


def timed(players: int, rounds: int) -> tuple[Quality, float]:
    """A fresh plan's quality and the processor time it took."""
    began = time.process_time()
    plan = draw_plan(range(1, players + 1), rounds, seed=1)
    spent = time.process_time() - began
    return judge(plan.rounds, players=plan.players), spent


def row(name: str, asked: tuple[int, ...], limit: float, players: int, rounds: int) -> Row:
    """One line: P, O, M asked and reached, seconds allowed and taken."""
    quality, spent = timed(players, rounds)
    good = quality.valid and quality.key <= asked and spent <= limit
    sign = "better" if good and quality.key < asked else "ok" if good else "MISSED"
    asked_text, reached = ("/".join(map(str, key)) for key in (asked, quality.key))
    return good, (
        f"{name:<9} N={players:<4} R={rounds:<3} P/O/M asked {asked_text:<13} reached {reached:<13} "
        f"≤ {limit:g} s: {spent:5.2f} s  {sign}"
    )


def rows() -> Iterator[Row]:
    """The table, published designs, whist tournaments, events without repeats, large events."""
    for players, rounds in CELLS:
        yield row("table", (0, *REACHED[players][rounds]), 1, players, rounds)
    for players, rounds in STRANGERS.items():
        for present in (players, players - 1):
            yield row("design", (0, 0, 0), 1, present, rounds)
    for (players, rounds), asked in AFTER_A_DESIGN.items():
        yield row("after", (0, *asked), 1, players, rounds)
    for players in range(8, 65):
        if players % 4 in (0, 1):
            rounds = players - (players % 4 == 0)
            yield row("whist", tuple(bounds.for_event(players, rounds).values()), 1, players, rounds)
    for players in range(28, 65):
        yield row("strangers", (0, 0, 0), 1, players, 8)
    for players in range(40, 65):
        yield row("strangers", (0, 0, 0), 1, players, 10)
    for players in range(48, 65):
        yield row("aim", (0, 0, 0), 1, players, 12)
    for players in (65, 66, 67, 72, 80, 96, 100):
        yield row("large", (0, 0, 0), 5, players, 12)
    for players in (200, 303, 400):
        yield row("large", (0, 0, 0), 20, players, 12)
    yield row("large", (0, 0, 0), 60, 1000, 12)


def cells() -> Iterator[Row]:
    """Every number of players from 16 to 64 and of rounds from 4 to 21, beside the bound and why it is so."""
    for players in range(16, 65):
        for rounds in range(4, 22):
            best = bounds.best_known(players, rounds)
            least = tuple(bounds.for_event(players, rounds).values())
            quality, spent = timed(players, rounds)
            good = quality.valid and best is not None and quality.key <= best and spent <= 1
            reasons = ", ".join(f"{name} {code or 'open'}" for name, code in quality.reasons().items())
            yield (
                good,
                (
                    f"cell      N={players:<4} R={rounds:<3} least {'/'.join(map(str, least)):<11} reached "
                    f"{'/'.join(map(str, quality.key)):<11} left {quality.left:<4} {reasons}  "
                    f"{'ok' if good else 'MISSED'}"
                ),
            )


def unfair_stops(players: int, rounds: int) -> list[int]:
    """The rounds after which sit-outs differ by more than one: the evening could not stop fairly there.

    Who sits out is settled before the search, so a short one will do.
    """
    plan = draw_plan(range(1, players + 1), rounds, seed=1, seconds=0.01)
    stops = range(1, rounds + 1)
    counts = [judge(plan.rounds[:stop], players=plan.players).sit_outs for stop in stops]
    return [stop for stop, (fewest, most) in zip(stops, counts, strict=True) if most - fewest > 1]


def stops() -> Iterator[Row]:
    """Planned rotations are fair at every stop: 5 to 100 players, 4 to 14 rounds."""
    cells = {(n, r): unfair_stops(n, r) for n in range(5, 101) for r in range(4, 15)}
    for (players, rounds), unfair in cells.items():
        if unfair:
            yield False, f"stop      N={players:<4} R={rounds:<3} unfair after rounds {unfair}  MISSED"
    fair = sum(not unfair for unfair in cells.values())
    yield True, f"stops     sit-outs differ by at most one after every round in {fair} of {len(cells)} cells"


def replanned(first: int, number: int) -> list[Trial]:
    """Random re-plannings, each printed where it is not within the bar, and their sum."""
    began = time.process_time()
    trials = []
    for seed in range(first, first + number):
        trials.append(trial(seed))
        if not trials[-1].within:
            print(f"  MISSED {trials[-1]}", flush=True)
    spent = (time.process_time() - began) / max(1, number)
    print(f"re-planning, {spent:.1f} s each with the evening before it and a fresh plan to compare:")
    for least, most in ((8, 15), (16, 24), (25, 40), (41, 90)):
        these = [one for one in trials if least <= one.players <= most]
        within = sum(one.within for one in these)
        partners = sum(one.partners[0] <= one.partners[1] for one in these)
        print(
            f"  {least} to {most} players: {within} of {len(these)} within the bar; "
            f"partners as few as can be in {partners}"
        )
    worst = max(trials, key=lambda one: (bool(one.problems), one.excess), default=None)
    print(f"  in all {sum(one.within for one in trials)} of {number}; worst: {worst}", flush=True)
    return trials


def main() -> int:
    """Print every row; the number of misses decides the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replan", type=int, default=20, help="how many random re-plannings to judge")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--cells", action="store_true", help="print each of 882 cells, too")
    parser.add_argument("--only-replan", action="store_true", help="leave out everything else")
    options = parser.parse_args()
    missed = 0
    total = 0
    wanted = () if options.only_replan else chain(rows(), stops(), cells() if options.cells else ())
    for good, text in wanted:
        print(text, flush=True)
        missed += not good
        total += 1
    trials = replanned(options.first, options.replan)
    print(f"rotation: {total - missed} of {total} rows reached")
    return 1 if missed or not all(one.within for one in trials) else 0


if __name__ == "__main__":
    raise SystemExit(main())
