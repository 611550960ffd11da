"""`manage.py makecharts`: search for better stored charts; it can be stopped and started at any time."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    """A command-line interface to the searches in `rotation.offline`."""

    help = "Search for better seating charts and store them (for developers; needs requirements/charts.txt)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the cells, the time and the seed."""
        parser.add_argument("--minutes", type=float, default=10.0, help="how long to search in all")
        parser.add_argument("--visit", type=float, default=1.0, help="seconds for the first try of a chart")
        parser.add_argument("--players", help="only these numbers of players, such as 16 or 8-20")
        parser.add_argument("--rounds", help="only these numbers of rounds, such as 8 or 6-12")
        parser.add_argument("--whist", action="store_true", help="only search for whist tournaments")
        parser.add_argument("--left", action="store_true", help="only balance left and right in them")
        parser.add_argument("--starters", action="store_true", help="only search for base blocks")
        parser.add_argument(
            "--quarters", action="store_true", help="the same on four quarters of the players"
        )
        parser.add_argument("--mirrors", action="store_true", help="the same for 68, from mirror images")
        parser.add_argument("--method", default="", help="only this method, such as “developed 9 0”")
        parser.add_argument("--seed", type=int, default=1, help="of the random search (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Search until the time is up, or nothing can be improved."""
        from tournament.rotation.offline import mirrors, quarters, starters, whists, workshop

        players, rounds = _span(options["players"]), _span(options["rounds"])
        chosen = [(n, r) for n, r in workshop.cells() if n in players and r in rounds]
        seconds = 60 * options["minutes"]
        looks = {"starters": starters.look, "quarters": quarters.look, "mirrors": mirrors.look}
        look = next((look for option, look in looks.items() if options[option]), None)
        if look is not None:
            wanted = [number for number in range(24, 151, 4) if number in players]
            look(wanted, seconds, options["seed"], self._report)
        elif options["left"]:
            whists.more_directed(sorted({n for n, _ in chosen}), seconds, options["seed"], self._report)
        elif options["whist"]:
            whists.look(sorted({n for n, _ in chosen}), seconds, options["seed"], self._report)
        else:
            workshop.work(chosen, seconds, options["visit"], options["seed"], self._report, options["method"])

    def _report(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _span(text: str | None) -> range:
    """Parse “8-20” or “16” as a range; everything if empty."""
    if not text:
        return range(1, 1000)
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
