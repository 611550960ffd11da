"""Search for better seating charts and store them: `python -m scripts.charts --minutes 60`.

It can be stopped and started at any time. numba (`requirements/charts.txt`) makes it 25 times faster.
"""

from __future__ import annotations

import argparse

from scripts.charts import workshop


def main() -> None:
    """Search until the time is up, or nothing can be improved."""
    parser = argparse.ArgumentParser(prog="python -m scripts.charts", description="Search for better charts.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to search in all")
    parser.add_argument("--visit", type=float, default=1.0, help="seconds for the first try of a chart")
    parser.add_argument("--players", type=span, default="", help="only these numbers, such as 16 or 8-20")
    parser.add_argument("--rounds", type=span, default="", help="only these numbers, such as 8 or 6-12")
    parser.add_argument("--method", default="", help="only this method, such as “developed 9 0”")
    parser.add_argument("--seed", type=int, default=1, help="of the random search (default: 1)")
    asked = parser.parse_args()

    chosen = [(n, r) for n, r in workshop.cells() if n in asked.players and r in asked.rounds]
    workshop.work(chosen, 60 * asked.minutes, asked.visit, asked.seed, report, asked.method)


def report(sentence: str) -> None:
    """Print one step at once, also into a file."""
    print(sentence, flush=True)


def span(text: str) -> range:
    """Parse “8-20” or “16” as a range; everything if empty."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1) if text else range(1, 1000)


if __name__ == "__main__":
    main()
