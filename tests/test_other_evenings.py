"""Evenings of other sizes with their accidents, through HTTP; at the end the referee judges.

Director finding: one evening of 27 players is walked in a browser (tests/e2e/test_walked_evening.py).
These have 8 and 61.
"""

import pytest
from django.urls import reverse

from tests.helpers.evening_walk import Evening
from tests.helpers.factories import make_user, table_of
from tests.helpers.person import Person
from tests.referee.referee import differences
from tournament.models import Sheet
from tournament.reports.standings import standings

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_an_evening_of_two_tables_with_its_accidents_ends_as_the_referee_says(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Evening(Person(client), 8)
    evening.all()
    assert differences(evening.archive()) == []


class Accidents(Evening):
    """Sixty-one players, five rounds, twenty accidents. What the papers say is noted beside the site."""

    def __init__(self, director):
        super().__init__(director, 61)
        self.papers = {}  # by round and table: the two sides' points, and lone marches by seat
        self.present = {}  # by round: the numbers of all who may sit or sit out
        self.added = dict.fromkeys(range(1, 63), 0)  # points that the director gave or took

    def walk(self):
        for part in ("create", "take_them_in", "check_them_in"):
            getattr(self, part)()
        self.visit("seating:index").press("Draft")
        self.director.publish(bye_mode="fixed", bye_points="6")
        here = set(range(1, 62))
        self.round_one(here)
        self.a_walk_up()
        self.two_go_home_and_one_comes_back(here)
        self.round_two(here)
        here.add(62)  # round 2 was open when they came, so they are of the evening from round 3 on
        self.round_three(here)
        self.a_lone_march_comes_late()
        self.points_are_taken()
        self.a_substitute()
        here.discard(self.gone)
        self.present |= {4: set(here), 5: set(here)}
        self.a_sheet_is_missing()
        self.finish()

    # The accidents.
    def round_one(self, here):
        self.typed(1, {1: (7, 7, {}), 2: (4, 2, {}), 3: (12, 3, {"N": 1})})
        self.director.press("Save all rows", **{"t1-reached_first": "EW", "t2-deals_played": "6"})
        self.visit("sheets:enter_totals", 1).press("Save all rows", **{"t4-ns": "99", "t4-ew": "3"})
        assert "99" in self.director.page
        assert not Sheet.objects.filter(table=table_of(self.event, 1, 4)).exists()
        self.rest(1, 1, 2, 3)
        stale = Person(self.director.client).visit(reverse("sheets:enter_totals", args=[self.slug, 1]))
        self.typed(1, {5: (11, 2, {})})
        stale.press("Save all rows", **{"t5-ns": "2", "t5-ew": "11"})  # a tab from before does not win
        assert self.told(1, 5) == (11, 2)
        self.shut(1, here)

    def two_go_home_and_one_comes_back(self, here):
        self.visit("departures:index").press("Mark as gone home", who="9, 30")
        self.visit("undoing:latest").press("Undo: marked number 9")
        self.choose("Choose fewest new cards")
        here.discard(30)

    def round_two(self, here):
        self.typed(2, {1: (9, 3, {}), 2: (5, 8, {}), 3: (6, 10, {})})
        other = f"2.{self.sheet(2, 2).revision}"
        self.visit("sheets:swap", 2, 1).press("Swap", swap=other, reason="the papers were mixed up")
        self.visit("sheets:swap", 2, 3).press("Swap", swap="sides", reason="wrong columns")
        self.papers |= {(2, 1): (5, 8, {}), (2, 2): (9, 3, {}), (2, 3): (10, 6, {})}
        self.visit("sheets:dispute", 2, 4).press("Mark as disputed", reason="both pairs say 7")
        self.rest(2, 1, 2, 3)
        self.shut(2, here)

    def round_three(self, here):
        self.typed(3, {1: (8, 6, {}), 2: (7, 4, {})})
        self.rest(3, 1, 2)
        wrong = {"round": "3", "table": "1", "other": "2", "reason": "they misread the signs"}
        self.visit("seat_corrections:tables").press("Show what changes", **wrong).press("Confirm change")
        for table, reached_first in ((1, "NS"), (4, None)):
            ns, ew = self.told(3, table)
            self.director.visit(reverse("rulings:make", args=[self.slug, 3, table]) + "?code=renege")
            self.director.press("Show what the rule gives", offender="N", alone="-")
            self.director.press("Make this ruling", included="no")
            if reached_first:
                self.director.press("Make this ruling", reached_first=reached_first)
            self.papers[3, table] = (ns, ew + 2, {})
        last = self.event.rulings.order_by("number").last()
        self.visit("rulings:revoke", last.number).press("Revoke", reason="it was no renege")
        ns, ew, _none = self.papers[3, 4]
        self.papers[3, 4] = (ns, ew - 2, {})
        self.shut(3, here)

    def a_lone_march_comes_late(self):
        self.typed(2, {5: (9, 4, {"E": 1})}, reason="the loner was marked on the back")
        self.director.press("Accept the correction")

    def points_are_taken(self):
        fields = {"player": "17", "points": "-3", "reason": "moved a counter"}
        self.visit("standings:adjust").press("Change the total", **fields)
        self.added[17] -= 3

    def a_substitute(self):
        absent = table_of(self.event, 4, 2).seatings.get(seat="E").player
        out = min(self.sitting_out(4))
        self.visit("substitutions:make", absent.number).press("Show what changes", who=str(out))
        self.director.press("Confirm change")
        self.gone = absent.number

    # What they are made of.
    def typed(self, number, scores, **more):
        values = {}
        for table, (ns, ew, loners) in scores.items():
            values |= {f"t{table}-ns": str(ns), f"t{table}-ew": str(ew)}
            values |= {f"t{table}-lone_{seat.lower()}": str(n) for seat, n in loners.items()}
            self.papers[number, table] = (ns, ew, loners)
        self.visit("sheets:enter_totals", number).press("Save all rows", **values, **more)

    def rest(self, number, *done):
        scores = self.scores(number).items()
        self.typed(number, {table: (*score, {}) for table, score in scores if table not in done})

    def enter(self, number, scores, **more):
        self.papers |= {(number, table): (*score, {}) for table, score in scores.items()}
        super().enter(number, scores, **more)

    def sitting_out(self, number):
        seatings = self.event.rounds.get(number=number).seatings.filter(table__isnull=False)
        seated = set(seatings.values_list("player__number", flat=True))
        return set(self.event.players.filter(status="here").values_list("number", flat=True)) - seated

    def shut(self, number, here):
        self.close(number)
        self.present[number] = set(here)

    def sums(self):
        points = dict(self.added)
        for number, here in self.present.items():
            seated = set()
            for table in self.event.rounds.get(number=number).tables.all():
                ns, ew, loners = self.papers[number, table.number]
                for seating in table.seatings.select_related("player"):
                    seated.add(seating.player.number)
                    points[seating.player.number] += ns if seating.seat in "NS" else ew
                    points[seating.player.number] += loners.get(seating.seat, 0)
            for player in here - seated:
                points[player] += 6
        return points


@pytest.mark.slow
def test_sixty_one_players_and_twenty_accidents_come_to_what_a_scorer_sums_by_hand(client):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Accidents(Person(client))
    evening.walk()
    shown = {row.number: row.points for row in standings(evening.event).rows}
    assert shown == evening.sums()
    assert differences(evening.archive()) == []
