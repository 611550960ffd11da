"""The desk of a round: seats, sheets, rulings and what is missing."""

import pytest

from scoring.seats import PAIRS, Side
from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tournament.models import Ruling
from tournament.reports.rounds import RoundDesk
from tournament.reports.todos import sheets_open


@pytest.fixture
def evening(director):
    return make_published(director, players=13, rounds=3)


def desk_of(event, number=1):
    return RoundDesk(event.rounds.get(number=number), sheets_open(event))


def note(event, number, table, **fields):
    return Ruling.objects.create(
        event=event, number=number, table=table_of(event, 1, table), code="other", made_at=NOW, **fields
    )


def test_the_desk_has_each_table_with_its_seats_sheet_and_rulings_and_who_sits_out(evening, director):
    for table in desk_of(evening).tables:
        chairs = table_of(evening, 1, table.number).chairs()
        assert list(table.sitters) == list(PAIRS)
        assert {seat: p.name for seat, p in table.sitters.items()} == {
            seat: c.player.name for seat, c in chairs.items()
        }
    out = evening.rounds.get(number=1).seatings.get(table=None).player
    assert [(person.number, person.name) for person in desk_of(evening).sit_out] == [(out.number, out.name)]
    enter(table_of(evening, 1, 2), 9, 4)
    desk = desk_of(evening)
    assert (desk.missing, desk.reported) == ((1, 3), 1)
    ns, ew = desk.tables[1].sides
    assert (ns.side, ns.points, ns.won, ns.short) == (Side.NS, 9, True, "N S")
    assert (ew.side, ew.points, ew.won) == (Side.EW, 4, False)
    note(evening, 1, 2)
    note(evening, 2, 2)
    note(evening, 3, 2, revoked_at=NOW)
    assert [len(table.rulings) for table in desk_of(evening).tables] == [0, 2, 0]


def test_the_desk_is_read_in_five_queries_whatever_its_size(db, django_assert_num_queries):
    for players in (16, 80):
        event = make_published(make_user(f"d{players}"), players=players, rounds=1, name=f"N{players}")
        for table in event.rounds.get().tables.all():
            enter(table)
        round_ = event.rounds.get()
        found = sheets_open(event)
        with django_assert_num_queries(5):
            assert RoundDesk(round_, found).step.code == "close"
