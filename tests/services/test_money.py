"""Money at the door: who pays what, nobody pays twice, the pot feeds the prizes, the box agrees."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Dues
from tournament.reports.history import sentence_of
from tournament.reports.money import cash_sheet, door_money, pot_check
from tournament.reports.prizes import prize_money
from tournament.services import money, rulings
from tournament.services.errors import Refused
from tournament.services.finals import make_same_again
from tournament.services.prizes import draw_fifty_fifty, fit_prizes, set_prizes
from tournament.services.undoing import can_be_undone, undo
from tournament.state.attendance import Again
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def asked(director):
    return {"by": director, "at": NOW}


@pytest.fixture
@kept
def event(director, asked):
    """Four players who are here, at 10.00 each, members at 8.00; 5.00 of each for the prizes."""
    event = make_event(director, time_zone="America/Toronto")
    make_players(event, 4)
    money.set_entry_fee(event, price=1000, members_price=800, to_pot=500, opening=5000, **asked)
    return event


def player(event, number=1):
    return event.players.get(number=number)


def last(event):
    return AuditEntry.objects.filter(event=event).latest("pk")


def said(event):
    return sentence_of(last(event).action, last(event).facts)


def fine(cents):
    question = RulingQuestion("renege", Seat.W)
    given = {"award": Award(Side.NS, 2), "included": False, "reason": "a misdeal"}
    return RulingDecision(question, fine_cents=cents, **given)


def fined(event, cents, director):
    """A ruling with a fine in round 1 at table 1."""
    return rulings.make_ruling(table_of(event), decision=fine(cents), by=director, at=NOW)


class TestPaying:
    def test_one_press_takes_the_price_and_tells_it_and_another_amount_is_no_slip(self, event, asked):
        dues = money.take_payment(player(event), **asked)
        assert (dues.state, dues.cents, dues.taken_by, dues.taken_at) == ("paid", 1000, asked["by"], NOW)
        assert said(event) == "took 10.00 from number 1, Ann Archer"
        assert money.set_dues(player(event), state="paid", member=False, cents=1500, **asked).cents == 1500
        with refused("amount", "cents"):
            money.set_dues(player(event), state="paid", member=False, cents=10_000_00, **asked)

    def test_who_is_complimentary_pays_nothing(self, event, asked):
        money.set_dues(player(event), state="complimentary", member=False, **asked)
        with refused("complimentary"):
            money.take_payment(player(event), **asked)
        assert [line.dues.player.number for line in door_money(event).owing] == [2, 3, 4]

    def test_only_who_has_come_owes(self, event, asked):
        event.players.filter(number=1).update(status="expected")
        event.players.filter(number=2).update(status="left", to_round=None)
        event.players.filter(number=3).update(status="left", to_round=2)
        door = door_money(event)
        assert [line.dues.player.number for line in door.owing] == [3, 4]
        assert door.owed == 2000

    def test_a_payment_is_undone_and_done_again(self, event, asked):
        money.take_payment(player(event), as_member=True, **asked)
        paid = last(event)
        undo(event, paid, **asked)
        assert (Dues.objects.get().state, Dues.objects.get().member, Dues.objects.get().cents) == (
            "owed",
            False,
            0,
        )
        assert said(event) == ("changed what number 1, Ann Archer, pays: from paid 8.00, member to not paid")
        assert not can_be_undone(event, paid)
        undo(event, last(event), **asked)
        assert (Dues.objects.get().state, Dues.objects.get().cents) == ("paid", 800)

    def test_without_an_entry_fee_nothing_is_taken(self, director, asked):
        event = make_event(director)
        make_players(event, 1)
        with refused("no-entry-fee"):
            money.take_payment(player(event), **asked)


class TestTheFee:
    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"price": 0}, "price"),
            ({"price": 2_000_00}, "price"),
            ({"price": 1000, "members_price": 1200}, "members_price"),
            ({"price": 1000, "to_pot": 1001}, "to_pot"),
            ({"price": 1000, "added": 200_000_00}, "added"),
            ({"price": 1000, "opening": 200_000_00}, "opening"),
        ],
    )
    def test_an_amount_that_cannot_be_is_refused_at_its_field(self, event, asked, values, field):
        with pytest.raises(Refused) as refused:
            money.set_entry_fee(event, **values, **asked)
        assert refused.value.field == field

    def test_who_has_paid_stays_paid_when_the_price_changes(self, event, asked):
        money.take_payment(player(event), **asked)
        money.set_entry_fee(event, price=1200, **asked)
        assert (door_money(event).dues[1].dues.cents, door_money(event).dues[2].price) == (1000, 1200)

    def test_next_weeks_event_has_the_same_fee_and_members_and_nobody_has_paid(self, event, asked):
        money.take_payment(player(event, 2), as_member=True, **asked)
        money.raise_pot(event, 500, **asked)
        new, _left = make_same_again(
            event, name="Next", date=NOW.date(), people=Again.CAME, seasons=(), **asked
        )
        door = door_money(new)
        assert (door.fee.price, door.fee.members_price, door.fee.to_pot, door.fee.added) == (
            1000,
            800,
            500,
            0,
        )
        assert [
            (line.dues.player.number, line.dues.member, line.dues.state) for line in door.dues.values()
        ] == [(1, False, "owed"), (2, True, "owed"), (3, False, "owed"), (4, False, "owed")]


class TestThePot:
    def test_it_holds_its_part_of_every_payment_and_what_the_house_adds(self, event, asked):
        money.take_payment(player(event), **asked)
        money.set_dues(player(event, 2), state="paid", member=False, cents=300, **asked)
        money.raise_pot(event, 250, **asked)
        check = pot_check(event)
        assert (check.pot.from_fees, check.pot.added, check.owed) == (800, 250, 1000)

    def test_prizes_are_made_to_fit_the_pot_and_whole_ones_stay_whole(self, event, asked):
        set_prizes(event, places=[8000, 5000], sides={"most_loners": 3000}, **asked)
        money.raise_pot(event, 14000, **asked)
        prizes = fit_prizes(event, **asked)
        assert (prizes.places, prizes.sides) == ([7000, 4300], {"most_loners": 2600})
        assert said(event) == "made the prizes fit the pot: from 160.00 to 139.00"
        with refused("pot-covers"):
            fit_prizes(event, **asked)

    def test_prizes_for_the_best_of_a_group_come_out_of_the_pot_like_side_prizes(self, event, asked):
        set_prizes(event, places=[8000, 4000], sides={"most_loners": 2000}, groups={"ladies": 2000}, **asked)
        money.raise_pot(event, 8000, **asked)
        assert (pot_check(event).promised, pot_check(event).short) == (16000, 8000)

        prizes = fit_prizes(event, **asked)
        assert (prizes.places, prizes.sides, prizes.groups) == (
            [4000, 2000], {"most_loners": 1000}, {"ladies": 1000},
        )  # fmt: skip
        assert pot_check(event).short == 0

    def test_shares_leave_the_prizes_of_groups_theirs_and_stand_beside_no_amounts(self, event, asked):
        set_prizes(event, places=[], shares=[100], sides={}, groups={"ladies": 500}, **asked)
        money.raise_pot(event, 2000, **asked)

        assert pot_check(event).promised == 2000
        with refused("places-and-shares", "shares"):
            set_prizes(event, places=[1000], shares=[50], sides={}, **asked)

    def test_shares_follow_the_pot_and_leave_the_side_prizes_theirs(self, director, asked):
        event = make_published(director, players=4, rounds=1)
        enter(table_of(event), 9, 4, N=1)
        money.set_entry_fee(event, price=1000, **asked)
        set_prizes(event, places=[], shares=[67, 33], sides={"most_loners": 500}, **asked)
        for number in range(1, 5):
            money.take_payment(player(event, number), **asked)
        given = prize_money(event)
        assert [taken.each for taken in given.places] == [2345, 1155]
        assert (given.given, pot_check(event).left) == (4000, 0)


class TestTheBox:
    @pytest.fixture
    @kept
    def played(self, director, asked):
        event = make_published(director, players=4, rounds=1)
        enter(table_of(event), 9, 4, N=1)
        money.set_entry_fee(event, price=1000, members_price=800, opening=5000, **asked)
        return event

    def test_it_holds_fees_fines_the_house_half_of_the_fifty_fifty_and_every_line(
        self, played, director, asked
    ):
        money.take_payment(player(played), **asked)
        money.take_payment(player(played, 2), as_member=True, **asked)
        money.add_cash(played, -2500, "The hall", **asked)
        draw_fifty_fifty(played, first=1, last=10, pot=4001, **asked)
        money.collect_fine(fined(played, 100, director), **asked)
        set_prizes(played, places=[1500], sides={}, **asked)
        sheet = cash_sheet(played)
        house_half = next(draw.house for draw in sheet.prizes.draws)
        assert sheet.before_prizes == 5000 + 1000 + 800 - 2500 + house_half + 100
        assert sheet.after_prizes == sheet.before_prizes - 1500
        assert sheet.house == sheet.after_prizes - 5000
        assert [(one.each, one.member, one.count) for one in sheet.fees] == [(1000, False, 1), (800, True, 1)]

    def test_no_prize_goes_out_before_a_score_is_in(self, event, asked):
        set_prizes(event, places=[500], sides={}, **asked)
        assert (cash_sheet(event).given, cash_sheet(event).after_prizes) == (0, 5000)

    def test_the_count_is_told_beside_what_ought_to_be_there(self, played, asked):
        money.take_payment(player(played), **asked)
        set_prizes(played, places=[500], sides={}, **asked)
        money.count_cash(played, 5400, prizes_paid=True, expected=5500, **asked)
        sheet = cash_sheet(played)
        assert (sheet.expected, sheet.difference, sheet.missing) == (5500, -100, 100)
        assert said(played) == "counted 54.00 in the box; 55.00 expected"
        money.count_cash(played, 6000, prizes_paid=False, expected=6000, **asked)
        assert (cash_sheet(played).difference, cash_sheet(played).missing) == (0, 0)

    def test_a_fine_is_paid_once_and_what_was_paid_counts_for_the_amended_one(self, played, director, asked):
        ruling = fined(played, 100, director)
        assert [one.owed for one in cash_sheet(played).fines] == [100]
        money.collect_fine(ruling, **asked)
        with refused("fine-paid"):
            money.collect_fine(ruling, **asked)
        assert sum(fine.paid for fine in cash_sheet(played).fines) == 100
        amended = rulings.amend_ruling(ruling, decision=fine(300), **asked)
        assert [(one.ruling.number, one.due, one.paid) for one in cash_sheet(played).fines] == [
            (amended.number, 300, 100)
        ]
        money.collect_fine(amended, **asked)
        assert sum(fine.paid for fine in cash_sheet(played).fines) == 300

    def test_the_fine_of_a_revoked_ruling_is_to_be_given_back(self, played, director, asked):
        ruling = fined(played, 100, director)
        line = money.collect_fine(ruling, **asked)
        rulings.revoke_ruling(ruling, reason="a slip", **asked)
        assert [(one.due, one.too_much) for one in cash_sheet(played).fines] == [(0, 100)]
        money.revoke_cash(line, **asked)
        assert cash_sheet(played).fines == ()

    def test_a_line_is_revoked_once_and_can_be_undone(self, played, asked):
        line = money.add_cash(played, 1200, " Coffee ", **asked)
        assert (line.words, said(played)) == ("Coffee", "put 12.00 into the box: Coffee")
        undo(played, last(played), **asked)
        assert cash_sheet(played).lines == ()
        with refused("already-revoked"):
            money.revoke_cash(line, **asked)

    @pytest.mark.parametrize(
        ("cents", "words", "field"), [(0, "Coffee", "cents"), (100, " ", "words"), (100, "x" * 81, "words")]
    )
    def test_a_line_that_says_nothing_is_refused_at_its_field(self, played, asked, cents, words, field):
        with pytest.raises(Refused) as refused:
            money.add_cash(played, cents, words, **asked)
        assert refused.value.field == field
