"""A club's season, evening by evening, walked through the pages by a director without JavaScript.

`ClubEvening` is one evening and what a director does in it. The first is made by hand, each later one by
“Same again” from an earlier one. `tests/test_season.py` says what happens on which evening.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from tests.helpers.evening_walk import Evening
from tests.helpers.person import Person
from tournament.registry.features import ALL

FIRST_DAY = timezone.localdate()  # later ones follow it: a season of long ago would seem to be over
ROUNDS = 2
PEOPLE = (
    "Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew", "Eve Ellis", "Finn Ford", "Gwen Gray", "Hugh Hart",
    "Ida Innes",
)  # fmt: skip
LADIES, MEN = (1, 3, 5, 7, 9), (2, 4, 6, 8)
MEMBERS = (1, 2, 3)  # who pays the members' price
GUEST_OF_THE_HOUSE = 9  # who pays nothing
OPENING, FEE, MEMBERS_FEE = 2000, 500, 400  # cents


class ClubEvening(Evening):
    """One evening of the club: nine players, two rounds, money at the door."""

    def __init__(self, director: Person, name: str, slug: str = "") -> None:
        super().__init__(director, len(PEOPLE), name)
        self.slug = slug

    # How it comes to be.
    def make_by_hand(self) -> None:
        typed = {"name": self.name, "date": FIRST_DAY.isoformat(), "round_count": str(ROUNDS)}
        typed |= {"time_zone": "America/Toronto", "bye_mode": "average"}
        self.director.visit("/events/new/").press("Create event", **typed)
        self.slug = self.director.path.split("/")[2]
        self.visit("events:settings").press("Save", **{f"on_{key}": "on" for key in ALL})
        self.visit("players:import").press("Check the list", text="\n".join(PEOPLE)).press("Import")
        assert tuple(self.event.players.order_by("number").values_list("own_name", flat=True)) == PEOPLE

    def put_into_groups(self, groups: Mapping[str, Sequence[int]]) -> None:
        for group, numbers in groups.items():
            self.visit("groups:members", group).press("Save", members=[str(n) for n in numbers])

    def ask_for(self, *, apart: tuple[str, str], stays: tuple[str, int], mixed: str) -> None:
        """Two who never meet, one who keeps a table, and a group whose players are no partners."""
        page = self.visit("wishes:index")
        pair = {"pair-player": apart[0], "pair-other": apart[1], "pair-kind": "apart"}
        page.press("Add request", **pair)
        page.press("Keep this table", **{"stays-player": stays[0], "stays-table": str(stays[1])})
        page.press("Save", **{"mixed-group": mixed, "mixed-mixed": "partners"})
        assert (self.event.mixed, self.event.mixed_group) == ("partners", mixed)

    def withdraw_the_requests(self) -> None:
        """One table is too few for who never meet, and for who keeps the second."""
        for number in list(self.event.wishes.values_list("number", flat=True)):
            self.director.client.post(reverse("wishes:remove", args=[self.slug, number]))
        assert not self.event.wishes.exists()

    def set_the_fee(self) -> None:
        asked = {"price": "5", "members_price": "4", "to_pot": "3", "opening": "20"}
        self.visit("money:settings").press("Save", **asked)

    def set_the_prizes(self, **typed: str) -> None:
        self.visit("prizes:settings").press("Save", **typed)

    def again(self, day: date, name: str) -> "ClubEvening":
        """Next week's evening, by one press on this one's desk."""
        self.visit("events:overview").follow("Same again")
        self.director.press("Create event", date=day.isoformat(), name=name)
        new = ClubEvening(self.director, name, self.director.path.split("/")[2])
        assert new.event.date == day
        assert new.event.players.filter(status="expected").count() == new.event.players.count()
        return new

    # How it is played.
    def number_of(self, name: str) -> int:
        return self.event.players.get(own_name=name).number

    def seated_in(self, number: int) -> set[int]:
        """Who has a seat at a table in this round; which of the nine sits out hangs on the draw."""
        seats = self.event.rounds.get(number=number).seatings.exclude(table=None)
        return set(seats.values_list("player__number", flat=True))

    def let_them_in(self, *, late: int | None = None, absent: int | None = None) -> None:
        """Everybody who comes in time, by number and Enter; a late player says so by telephone."""
        door = reverse("players:check_in", args=[self.slug])
        coming = [number for number in self.event.players.names() if number not in (late, absent)]
        for number in coming:
            self.director.client.post(door, {"who": str(number)})
        if late is not None:
            self.visit("players:set_status", late).press("Save", status="late", from_round="2")
        assert self.event.players.filter(status="here").count() == len(coming)

    def take_the_money(self, *, absent: int | None = None) -> int:
        """Everybody who comes pays what they owe; what is in the box then, in cents."""
        pay = reverse("money:pay", args=[self.slug])
        taken = OPENING
        for number, name in self.event.players.names().items():
            if number == absent:
                continue
            if name == PEOPLE[GUEST_OF_THE_HOUSE - 1]:
                self.visit("money:player", number).press("Save", state="complimentary")
            elif name in [PEOPLE[member - 1] for member in MEMBERS]:
                self.director.client.post(pay, {"member": str(number)})
                taken += MEMBERS_FEE
            else:
                self.director.client.post(pay, {"paid": str(number)})
                taken += FEE
        return taken

    def seat(self) -> None:
        self.visit("seating:index").press("Seat them")
        self.publish_it()

    def play(self, number: int, *, start: int = 1) -> None:
        """Ordinary scores at every table from `start` on; then the round is closed."""
        self.enter(number, self.scores(number, start=start))
        self.close(number)

    def close_the_cash(self, cents: int) -> None:
        """Count the box before the prizes are paid out of it."""
        counted = f"{cents // 100}.{cents % 100:02}"
        self.visit("money:count").press("Save the count", counted=counted, prizes="not-yet")
        assert "It balances" in self.director.text

    def end(self) -> None:
        self.visit("events:finish").press("Finish the event")
        assert self.event.is_finished

    # What is known of it.
    def written(self) -> Any:
        """The archive's values."""
        return json.loads(self.archive())

    def points(self) -> dict[str, int]:
        """Name → points, of everybody who took part, as the archive's standings have them."""
        archive = self.written()
        names = {player["number"]: player["name"] for player in archive["players"]}
        sat_out = {number for round_ in archive["rounds"] for number in round_["sit_out"]}
        return {
            names[line["player"]]: line["points"]
            for line in archive["standings"]
            if line["rounds_played"] or line["player"] in sat_out
        }


def day_of(week: int) -> date:
    return FIRST_DAY + timedelta(days=7 * (week - 1))
