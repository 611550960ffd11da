"""An evening of any size, walked through the pages by a director without JavaScript, a method for each part.

Evenings with every accident are drawn by a seed: `tests/hands/director.py`.
"""

from typing import Any

from django.urls import reverse

from tests.helpers.factories import table_of
from tests.helpers.person import Person
from tournament.models import Event, Player, Round, Sheet

ROUNDS = 5
FIRST = (
    "Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gwen", "Hugh", "Ida", "Jack",
    "Kay", "Leo", "Meg", "Ned", "Ora", "Pat", "Quinn", "Rosa", "Sam", "Tess",
)  # fmt: skip
LAST = ("Archer", "Baker", "Holloway", "Monroe", "St. Pierre", "McGee")


def pasted(players: int) -> str:
    """A director's list: a heading, numbers, phones, money; everybody has another name."""
    extras = ("", " 519.555.0101", " $10", " *paid*", ", ben@club.example")
    names = [f"{first} {last}" for last in LAST for first in FIRST][:players]
    lines = [f"{n}. {name}{extras[n % 5]}" for n, name in enumerate(names, start=1)]
    return "\n".join(["Friday night euchre", *lines])


class Evening:
    """A director at one event of `players` players, and what they do in it."""

    def __init__(self, director: Person, players: int, name: str = "Friday Night") -> None:
        self.director, self.players, self.name = director, players, name
        self.slug = ""

    @property
    def event(self) -> Event:
        return Event.objects.get(slug=self.slug)

    def visit(self, name: str, *args: Any) -> Person:
        return self.director.visit(reverse(name, args=[self.slug, *args]))

    def tables(self, number: int) -> list[int]:
        return list(self.event.rounds.get(number=number).tables.values_list("number", flat=True))

    def told(self, number: int, table: int) -> tuple[int, int]:
        sheet = self.sheet(number, table)
        return sheet.ns, sheet.ew

    def sheet(self, number: int, table: int) -> Sheet:
        return Sheet.objects.get(table=table_of(self.event, number, table), counting=True)

    # The parts.
    def create(self) -> None:
        typed = {"name": self.name, "date": "2026-11-20", "round_count": str(ROUNDS)}
        self.director.visit("/events/new/").press("Create event", **typed)
        self.slug = self.director.path.split("/")[2]
        assert "Add the players" in self.director.text

    def take_them_in(self) -> None:
        self.visit("players:import").press("Check the list", text=pasted(self.players))
        assert "1 line to decide" in self.director.text
        self.director.press("Import", **{"line-1": "skip"})
        assert self.event.players.count() == self.players
        assert not self.event.players.filter(own_name__regex="[0-9$*@]").exists()

    def check_them_in(self) -> None:
        self.visit("players:check_in")
        for number in range(1, self.players + 1):
            self.director.press("Here", who=str(number))
        assert self.event.players.filter(status=Player.Status.HERE).count() == self.players

    def publish(self) -> None:
        self.visit("seating:index").press("Seat them")
        self.publish_it()
        assert self.event.rounds.count() == ROUNDS

    def round_one(self) -> None:
        """A tie, an unlikely score, the bell after six deals: each is asked about and answered."""
        self.enter(1, {1: (6, 6), 2: (4, 2)})
        assert "6 of 8 deals" in self.director.page
        self.director.press("North–South", "End of table 1").press("6 of 8 deals", "End of table 2")
        assert (self.told(1, 1), self.sheet(1, 1).reached_first) == ((6, 6), "NS")
        assert (self.told(1, 2), self.sheet(1, 2).deals_played) == ((4, 2), 6)
        self.enter(1, self.scores(1, start=3))
        self.close(1)

    def a_walk_up(self) -> None:
        """Somebody comes in who is on no list, and sits out or fills a seat with the fewest new cards."""
        self.visit("players:add").press("Add", name="Wally Walkup", here="on")
        assert "the seating no longer fits" in self.visit("seating:index").text
        self.choose("Choose fewest new cards")
        later = Round.objects.filter(event=self.event, number__gt=1)
        assert later.filter(seatings__player__own_name="Wally Walkup").exists()

    def round_two(self) -> None:
        """Two papers change places, and another is disputed until the two pairs agree."""
        last = self.tables(2)[-1]
        self.enter(2, {1: (9, 3), 2: (5, 8)})
        other = f"2.{self.sheet(2, 2).revision}"
        self.visit("sheets:swap", 2, 1).press("Swap", swap=other, reason="the papers were mixed up")
        assert (self.told(2, 1), self.told(2, 2)) == ((5, 8), (9, 3))
        if last > 2:
            self.visit("sheets:dispute", 2, last).press("Mark as disputed", reason="both pairs say 7")
            assert "both pairs say 7" in self.visit("events:overview").text
        self.enter(2, self.scores(2, start=3))
        self.close(2)

    def finish(self) -> None:
        text = self.visit("events:finish").text
        assert "Every round is closed." in text
        # Whether two share the first place hangs on the draw; nothing else may be open.
        assert text.count("Open:") == text.count("share first place")
        self.director.press("Finish the event")
        assert self.event.is_finished

    # What they are made of.
    def scores(self, number: int, *, start: int = 1) -> dict[int, tuple[int, int]]:
        """Ordinary scores, other ones at every table."""
        ordinary = ((9, 4), (6, 8), (7, 5), (10, 3), (5, 9), (8, 7))
        tables = [table for table in self.tables(number) if table >= start]
        return {table: ordinary[(table + number) % 6] for table in tables}

    def enter(self, number: int, scores: dict[int, tuple[int, int]], **more: str) -> None:
        """The figures of some tables, saved as the grid without a script saves them."""
        typed: dict[str, str] = {}
        for table, (ns, ew) in scores.items():
            typed |= {f"t{table}-ns": str(ns), f"t{table}-ew": str(ew)}
        self.visit("sheets:enter_totals", number).press("Save all rows", **typed, **more)

    def close(self, number: int) -> None:
        self.visit("rounds:close", number).press(f"Close round {number}")
        assert self.event.rounds.get(number=number).status == Round.Status.CLOSED

    def choose(self, words: str) -> None:
        self.visit("seating_choices:index").press(words)
        self.publish_it()

    def publish_it(self) -> None:
        """Publish what is shown; if it asks what a sit-out scores, that is the average."""
        self.director.publish(bye_mode="average")
        page = self.director.page
        assert "Round 1 has started." in page or "The seating is published." in page

    def archive(self) -> bytes:
        return self.director.client.get(reverse("archive:event_json", args=[self.slug])).content
