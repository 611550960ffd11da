"""The checklist before finishing tells of money only where something is taken at the door."""

import pytest

from tests.helpers.factories import NOW, enter, make_published, table_of
from tournament.reports.event_overview import Evening
from tournament.reports.todos import completeness
from tournament.services import money
from tournament.services.prizes import set_prizes
from tournament.services.rounds import close_round

ABOUT_MONEY = ("fees", "pot", "cash")


@pytest.fixture
def asked(director):
    return {"by": director, "at": NOW}


@pytest.fixture
def event(director):
    return make_published(director, players=4, rounds=1, time_zone="America/Toronto")


def about_money(event):
    """The lines about money, as (what, whether it is in order, sentence)."""
    items = Evening(event, completeness(event)).checklist
    return [(item.code, item.done, item.sentence) for item in items if item.code in ABOUT_MONEY]


def test_without_a_fee_nothing_is_said_of_money_and_with_one_who_owes_and_what_is_short(event, asked):
    assert about_money(event) == []
    money.set_entry_fee(event, price=1000, **asked)
    money.take_payment(event.players.get(number=1), **asked)

    assert about_money(event) == [
        ("fees", False, "3 players who came have not paid: $30.00."),
        ("cash", False, "The cash has not been counted yet."),
    ]
    set_prizes(event, places=[5000], sides={}, **asked)

    assert ("pot", False, "The prizes come to $40.00 more than the pot holds.") in about_money(event)


@pytest.mark.parametrize(
    ("counted", "line"),
    [
        (4000, (True, "The cash was counted, and it is all there.")),
        (3500, (False, "$5.00 is missing in the cash box.")),
        (4200, (False, "$2.00 is in the cash box beyond what should be there.")),
    ],
)
def test_the_box_is_in_order_where_all_of_it_is_there(event, asked, counted, line):
    money.set_entry_fee(event, price=1000, **asked)
    for player in event.players.all():
        money.take_payment(player, **asked)
    money.count_cash(event, counted, prizes_paid=False, expected=4000, **asked)

    assert about_money(event) == [("fees", True, "Everybody who came has paid."), ("cash", *line)]


def test_prizes_that_nobody_wins_are_named_before_it_is_too_late(event, asked, director):
    """First evening 9: a prize for lone marches went to nobody, for none was entered, and nothing said so."""
    enter(table_of(event), 9, 4, by=director)
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    set_prizes(event, places=[500] * 6, sides={"most_loners": 300}, **asked)
    found = {item.code: item for item in Evening(event, completeness(event)).checklist}
    assert not found["prizes"].done
    assert "5th place, 6th place, Most lone marches" in found["prizes"].sentence
    set_prizes(event, places=[500] * 2, sides={}, **asked)
    found = {item.code: item for item in Evening(event, completeness(event)).checklist}
    assert found["prizes"].sentence == "Every prize has a winner."
