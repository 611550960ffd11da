"""A random evening through HTTP alone, as a director with a browser lives it; then its archive is judged.

Pages are read and their own forms sent back (`tests.helpers.person`), so a page that forgets a field shows.
The archive is downloaded at the end and judged by the implementation that shares nothing with the product.
"""

import random
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.helpers.factories import make_user
from tests.helpers.person import Person
from tests.referee.referee import differences
from tournament.models import Event, User

PRESETS = ("progressive", "progressive", "eight-hand")
MOVEMENTS = ("chart", "chart", "seats", "draw")
# What the grid asks about what was typed.
ASKED = (
    "The score is right: save",
    "The score is right: send",
    "Yes, that is right",
    "Accept the correction",
)
TIED = re.compile(r'data-row="(\d+)"\s+[^>]*?data-state="tie"')
REFUSED = re.compile(r'data-row="(\d+)"\s+[^>]*?data-state="refused"')  # no round comes to that


class HttpEvening:
    """One director, one browser, one event."""

    def __init__(self, number: int, seed: int) -> None:
        self.rng = random.Random(f"{seed}/{number}")
        self.name = f"Evening {seed} {number}"
        director = User.objects.filter(username=f"director-{seed}").first()
        client = Client()
        client.force_login(director or make_user(f"director-{seed}"))
        self.dora = Person(client)
        self.rounds = self.rng.randint(1, 4)

    def at(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.event.slug, *args])

    def play(self) -> bytes:
        """Play it to its end; the archive as it was downloaded."""
        fields = {"name": self.name, "date": "2026-11-20", "round_count": str(self.rounds)}
        made = self.dora.visit("/events/new/")
        made.press("Create event", bye_mode="none", preset=self.rng.choice(PRESETS), **fields)
        self.event = Event.objects.get(name=self.name)
        self.people()
        self.seat()
        for number in range(1, self.rounds + 1):
            self.round(number)
        self.dora.visit(self.at("events:finish")).press("Finish")
        return self.dora.client.get(self.at("archive:event_json")).content

    def people(self) -> None:
        count = self.rng.randint(4, 14)
        names = "\n".join(f"Player {chr(65 + n)}{n}" for n in range(count))
        self.dora.visit(self.at("players:import")).press("Check the list", text=names).press("Import")
        self.dora.visit(self.at("players:check_in"))
        for player in range(1, count + 1):
            self.dora.press("Here", who=str(player))

    def seat(self) -> None:
        self.dora.visit(self.at("seating:index"))
        chosen = self.rng.choice(MOVEMENTS)
        offered = f'value="{chosen}"' in self.dora.page
        self.dora.press("Seat them", **({"movement": chosen} if offered else {}))
        if "Seating quality" not in self.dora.page:  # this movement does not fit so many
            self.dora.visit(self.at("seating:index")).press("Seat them", movement="chart")
        self.dora.publish()

    def round(self, number: int) -> None:
        tables = self.event.rounds.get(number=number).tables.count()
        if number > 1 and self.rng.random() < 0.3:
            self.change_somebody(number)
        for table in range(1, tables + 1):
            if self.rng.random() < 0.25:
                self.rule(number, table)
        self.enter(number, tables)
        if self.rng.random() < 0.3:
            self.enter(number, tables)  # once more, other figures: corrections
        self.close(number)
        if self.rng.random() < 0.2:
            self.correct(number)

    def close(self, number: int) -> None:
        """Where the next round is seated now, its seating is shown first."""
        self.dora.visit(self.at("rounds:close", number)).press("Close round")
        if self.has("and open round"):
            self.dora.press("and open round")
        closed = self.event.rounds.get(number=number).status == "closed"
        assert closed, f"{self.name}, round {number} stays open: {self.dora.text[:800]}"

    def enter(self, number: int, tables: int) -> None:
        typed: dict[str, str] = {}
        for table in range(1, tables + 1):
            typed |= self.figures(table)
            if self.rng.random() < 0.2:
                typed[f"t{table}-lone_{self.rng.choice('nesw')}"] = "1"
        self.send(number, typed)

    def correct(self, number: int) -> None:
        self.send(number, self.figures(1) | {"reason": "misread"})

    def figures(self, table: int) -> dict[str, str]:
        """What a table's players wrote down."""
        return {f"t{table}-ns": str(self.rng.randint(4, 9)), f"t{table}-ew": str(self.rng.randint(4, 9))}

    def send(self, number: int, typed: dict[str, str]) -> None:
        """Send the grid and answer what it asks, until nothing more is asked."""
        self.dora.visit(self.at("sheets:enter_totals", number))
        typed |= dict.fromkeys(re.findall(r'name="(t\d+-included_\d+)"', self.dora.page), "no")
        self.dora.press("Save all", **typed)
        for _ in range(40):
            if ties := TIED.findall(self.dora.page):
                side = self.rng.choice(("North–South", "East–West", "nobody knows"))
                self.dora.press(side, f"End of table {ties[0]}")
            elif asked := [words for words in ASKED if self.has(words)]:
                self.dora.press(asked[0])
            elif refused := REFUSED.findall(self.dora.page):  # read again from the paper
                again: dict[str, str] = {}
                for table in map(int, refused):
                    again |= self.figures(table) | {f"t{table}-lone_{seat}": "" for seat in "nesw"}
                self.dora.press("Save all", **again)
            else:
                return
        raise AssertionError(f"{self.name}: the grid goes on asking")

    def has(self, words: str) -> bool:
        return any(
            words in button for button in re.findall(r"<button[^>]*>(.*?)</button>", self.dora.page, re.S)
        )

    def rule(self, number: int, table: int) -> None:
        code = self.rng.choice(("renege", "lead-out-of-turn", "table-talk", "misdeal"))
        self.dora.visit(f"{self.at('rulings:make', number, table)}?code={code}")
        told = {"deal": str(self.rng.randint(1, 8)), "offender": self.rng.choice("NESW"), "alone": "-"}
        fields = set(re.findall(r'name="([a-z_]+)"', self.dora.page))
        self.dora.press("Show what the rule gives", **{k: v for k, v in told.items() if k in fields})
        if self.has("Make this ruling"):
            self.dora.press("Make this ruling")

    def change_somebody(self, number: int) -> None:
        player = self.rng.randint(1, self.event.players.count())
        change = {"points": self.rng.choice(("-2", "3")), "reason": "as announced", "player": str(player)}
        page = self.dora.visit(self.at("standings:adjust"))
        fields = set(re.findall(r'name="([a-z_]+)"', page.page))
        page.press("Change", **{name: value for name, value in change.items() if name in fields})


def trial(events: int, seed: int) -> list[str]:
    """Play that many evenings; every difference that the referee finds."""
    found = []
    for number in range(1, events + 1):
        archive = HttpEvening(number, seed).play()
        found += [f"evening {number}: {sentence}" for sentence in differences(archive)]
    return found
