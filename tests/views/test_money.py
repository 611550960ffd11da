"""Money at the door, as officials do it on pages: one press for “paid”, and nobody else sees any of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tournament.archive.document import snapshot
from tournament.models import Dues, EntryFee, Event, PrizeList
from tournament.services import money
from tournament.services.prizes import set_prizes


@pytest.fixture
def asked(director):
    return {"by": director, "at": NOW}


@pytest.fixture
def event(director, asked):
    """Four players who are expected, at 10.00 each, members at 8.00."""
    event = make_event(director, time_zone="America/Toronto")
    make_players(event, 4, status="expected")
    money.set_entry_fee(event, price=1000, members_price=800, **asked)
    return event


def test_the_entry_fee_is_set_from_the_settings_refused_beside_its_field_and_taken_out(director, dora):
    event = make_event(director)
    dora.visit(at(event, "events:settings")).follow("Entry fee")
    dora.press("Save", price="ten", members_price="12", to_pot="")
    assert "Write amounts as 20 or 12.50." in dora.text
    dora.press("Save", price="10", members_price="12")
    assert "Members pay at most the entry fee of everybody else." in dora.text
    dora.press("Save", members_price="8", to_pot="6.50")
    assert dora.path == at(event, "money:index")
    fee = EntryFee.objects.get(event=event)
    assert (fee.price, fee.members_price, fee.to_pot) == (1000, 800, 650)
    dora.visit(at(event, "money:settings")).press("Save", price="", members_price="", to_pot="")
    assert "Nothing is taken at the door." in dora.page
    assert not EntryFee.objects.exists()


class TestAtTheDoor:
    def test_checking_in_is_one_press_and_paid_a_second_one_and_who_has_not_is_counted(self, event, dora):
        dora.visit(at(event, "players:check_in")).press("Ann Archer")
        assert "Ann Archer is here" in dora.text
        dora.press("Ben Baker").follow("2 players here haven’t paid: $20.00")
        assert "Cora Cole" not in dora.text
        dora.press("Paid $10.00 Ann Archer")
        assert "Ann Archer paid $10.00." in dora.page
        assert Dues.objects.get().cents == 1000
        dora.visit(at(event, "players:check_in")).press("Member $8.00 Ben Baker")
        assert dora.path == at(event, "players:check_in")
        assert "paid $8.00" in dora.text
        assert Dues.objects.get(player__number=2).cents == 800

    def test_without_an_entry_fee_nothing_of_it_is_shown(self, director, dora, client):
        event = make_published(director, players=4, rounds=1)
        enter(table_of(event), 9, 4)
        set_prizes(event, places=[500], sides={}, by=director, at=NOW)
        pages = ("players:check_in", "players:index", "events:overview", "prizes:index", "prizes:settings")
        for name in (*pages, "printing:index", "standings:show"):
            shown = dora.visit(at(event, name)).text.replace("50/50 cash sheet", "")
            assert not re.search(r"Money at the door|Entry fee|[Cc]ash sheet|\bPaid\b|\bpot\b", shown), name
        for name in ("money:index", "money:cash", "money:count", "money:add_line"):
            assert client.get(at(event, name)).status_code == 404


def test_a_player_is_made_complimentary_and_a_stale_page_is_told(event, dora, asked):
    dora.visit(at(event, "money:index")).follow("Ann Archer").press("Save", state="complimentary")
    assert "Ann Archer: complimentary." in dora.page
    dora.visit(at(event, "money:player", 2))
    money.take_payment(event.players.get(number=2), **asked)
    dora.press("Save", state="paid", cents="12")
    assert "Ben Baker (number 2) has paid already: $10.00" in dora.text
    assert Dues.objects.get(player__number=2).cents == 1000


class TestThePot:
    def test_the_director_chooses_what_becomes_of_prizes_over_the_pot(self, event, dora, asked):
        set_prizes(event, places=[2000, 1000], sides={}, **asked)
        money.take_payment(event.players.get(number=1), **asked)
        dora.visit(at(event, "prizes:index"))
        assert "The pot has $10.00, the prizes are $30.00: $20.00 short." in dora.text
        dora.press("Make the prizes smaller to fit")
        assert PrizeList.objects.get().places == [600, 300]
        assert "The pot has $10.00, the prizes are $9.00. $1.00 stays in it." in dora.text
        set_prizes(event, places=[3000], sides={}, **asked)
        dora.visit(dora.path).press("The house adds $20.00")
        assert "The pot has $30.00, the prizes are $30.00." in dora.text

    def test_prizes_can_be_shares_of_it(self, event, dora):
        dora.visit(at(event, "prizes:settings")).press("Save", shares="60% 50%")
        assert "That’s 110 percent of the pot; 100 at most." in dora.text
        dora.press("Save", shares="60, x")
        assert "Write whole percent of 1 or more" in dora.text
        dora.press("Save", shares="60 40")
        assert PrizeList.objects.get().shares == [60, 40]
        assert 'value="60 40"' in dora.visit(at(event, "prizes:settings")).page


def test_the_cash_sheet_takes_lines_and_the_count(event, dora, asked):
    money.take_payment(event.players.get(number=1), **asked)
    dora.visit(at(event, "money:index")).follow("Cash sheet").follow("Money in or out")
    dora.press("Save", way="out", cents="", words="The hall")
    assert "Enter an amount, such as 20 or 12.50." in dora.text
    dora.press("Save", way="out", cents="2.50")
    assert "The hall" in dora.text
    assert "−$2.50" in dora.text
    dora.follow("Count the cash").press("Save the count", counted="7", prizes="not-yet")
    assert "Closing balance Counted $7.00" in dora.text
    assert "$0.50 short" in dora.text
    dora.press("Revoke")
    assert "$3.00 short" in dora.text
    assert "Before the prizes $10.00" in dora.text


def test_nobody_else_sees_who_has_paid(director, asked):
    event = make_published(director, players=4, rounds=1, time_zone="America/Toronto")
    money.set_entry_fee(event, price=1700, **asked)
    before = snapshot(event)
    money.take_payment(event.players.get(number=1), **asked)
    for name in ("event", "seating", "standings", "board"):
        page = Client().get(at(event, f"public:{name}"))
        assert page.status_code == 200
        assert not re.search(r"\bpaid\b|17\.00|Entry fee", page.content.decode()), name
    own = reverse("player_page:show", args=[event.players.get(number=1).token])
    assert not re.search(r"\bpaid\b|17\.00|Entry fee", Client().get(own).content.decode())
    after = snapshot(Event.objects.get(pk=event.pk))
    assert {**after, "history": None} == {**before, "history": None}
