"""Movement cards say where `next_round` takes a table's players."""

import pytest

from scoring.seats import SEATS, Seat, Side
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.planners import seats, winners
from tournament.rotation.steps import LOSERS, RED_WINNER, WHITE_WINNER, WINNERS, steps

TABLES = [1, 2, 4, 5, 9]
SIZES = (1, 2, 3, 5)


def full(tables):
    return RoundPlan(tuple(TablePlan(t, *(10 * t + chair for chair in range(4))) for t in tables))


def table_of(plan, player):
    return next(table.number for table in plan.tables if player in table.players)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("movement", ["seats", "seats-wef"])
def test_every_seat_goes_where_its_card_says(movement, size):
    tables = TABLES[:size]
    before = full(tables)
    after = seats.next_round(before, seats.STEPS[movement])
    for table, moves in steps(movement, tables).items():
        assert [move.who for move in moves] == list(SEATS)
        for chair, move in enumerate(moves):
            assert table_of(after, 10 * table + chair) == (table if move.to is None else move.to)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("movement", ["winners-up", "red-white"])
def test_winners_and_losers_go_where_the_card_says(movement, side, size):
    tables = TABLES[:size]
    before = full(tables)
    after = winners.next_round(movement, [before], dict.fromkeys(tables, side), seed=3)
    for table, moves in steps(movement, tables).items():
        chairs = {seat: 10 * table + at for at, seat in enumerate(SEATS)}
        won = [chairs[seat] for seat in side.seats]
        lost = [chairs[seat] for seat in side.other.seats]
        red = {chairs[seat] for seat in (Seat.N, Seat.E)}
        who = {
            WINNERS: won,
            LOSERS: lost,
            RED_WINNER: [one for one in won if one in red],
            WHITE_WINNER: [one for one in won if one not in red],
        }
        for move in moves:
            for player in who[move.who]:
                assert table_of(after, player) == (table if move.to is None else move.to)


def test_movements_without_a_rule_for_a_table_have_no_cards():
    without = {key for key in MOVEMENTS if not steps(key, [1, 2, 3])}
    assert without == {"chart", "draw", "fixed-partners", "by-standings", "standings-last"}
