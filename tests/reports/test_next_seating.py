"""The next round as it is looked at before it counts: where everybody comes from, and what changes."""

from scoring.seats import Seat, Side
from tests.helpers.factories import make_players
from tournament.reports.seating import next_seating
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.planners.winners import COLOURS

LAST = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)), (9,))
WON = {1: Side.NS, 2: Side.EW}


def test_everybody_is_said_to_stay_come_from_a_table_from_sitting_out_or_anew(event):
    make_players(event, 10)
    plan = RoundPlan((TablePlan(1, 1, 6, 9, 10), TablePlan(2, 5, 2, 7, 4)), (3,))
    seen = next_seating(event, plan, LAST, WON)
    head = {one.seat: (one.person.name, one.came, one.won) for one in seen.tables[0].arrivals}
    assert head == {
        Seat.N: ("Ann Archer", "stays", True),
        Seat.E: ("Finn Ford", "from table 2", True),
        Seat.S: ("Ida Innes", "sat out", False),
        Seat.W: ("Jack Jones", "comes in", False),
    }
    assert [person.number for person in seen.joined] == [10]
    assert [person.number for person in seen.gone] == [8]
    assert [person.number for person in seen.sit_out] == [3]


def test_who_changes_colour_is_named_where_there_are_colours(event):
    make_players(event, 9)
    plan = RoundPlan((TablePlan(1, 1, 2, 9, 4), TablePlan(2, 5, 3, 7, 8)), (6,))
    seen = next_seating(event, plan, LAST, WON, colours=COLOURS)
    assert [person.number for person in seen.recoloured] == [3]  # white at South before, red at East now
    assert next_seating(event, plan, LAST, WON).recoloured == ()
