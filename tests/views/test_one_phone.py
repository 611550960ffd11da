"""One phone that speaks for both sides of a table: what it enters is one side's word, and counts nowhere."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.sheet_entry import pad
from tests.helpers.table_entry import link_of, open_tables, phone, report, url
from tournament.models import AuditEntry, Sheet, Submission
from tournament.reports import history
from tournament.reports.submissions import submission_questions
from tournament.state.open_items import open_by_code

pytestmark = pytest.mark.usefixtures("that_evening")

FROM_ONE_PHONE = "Both sides from one phone"


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=16, rounds=3))


@pytest.fixture
def desk(client, director, event):
    client.force_login(director)
    return Person(client).visit(at(event, "rounds:desk", 1))


def name(event, seat):
    return table_of(event).seatings.get(seat=seat).player.name


def told(somebody, ns, ew, way="Enter the totals"):
    return somebody.follow(way).press("Report this score", **{"t1-ns": ns, "t1-ew": ew})


def as_somebody_else(somebody, event, seat):
    """The same browser, after "Not you?": no PIN is asked."""
    return somebody.press("Not you?").press(name(event, seat))


def asked(event):
    return [(question.kind, question.table) for question in submission_questions(event.rounds.get(number=1))]


YES = "Yes, that is right"


def on_their_own_link(somebody, event):
    """The other player's own page, on the phone that reported."""
    player = table_of(event).seatings.get(seat="E").player
    somebody.visit(reverse("player_page:show", args=[player.token])).follow("Enter the score of your table")
    return somebody.press(YES)


def without_its_cookie(somebody, event):
    """The mark outlives its own cookie while the PIN is remembered."""
    del somebody.client.cookies["table-phone"]
    return as_somebody_else(somebody.visit(url(event)), event, "E").press(YES)


SAME = {"t1-ns": 9, "t1-ew": 5}
ONE_PHONE = {
    "sat down on the other side": lambda phone_, event: as_somebody_else(phone_, event, "E").press(YES),
    "handed across": lambda phone_, event: phone_.press(YES, seat="E"),
    "the partner's handed across": lambda _phone, event: phone(event, "S").press(YES, seat="E"),
    "a second tab": lambda phone_, event: as_somebody_else(
        Person(phone_.client).visit(url(event)), event, "W"
    ).press(YES),
    "the same score entered": lambda phone_, event: (
        as_somebody_else(phone_, event, "E").follow("Enter our score").press("Report this score", **SAME)
    ),
    "another player's own link": on_their_own_link,
    "corrected before": lambda phone_, event: as_somebody_else(
        told(told(phone_, 7, 5, "Correct it"), 9, 5, "Correct it"), event, "E"
    ).press(YES),
    "without its cookie": without_its_cookie,
}


class TestOnePhoneForBothSides:
    @pytest.mark.parametrize("way", ONE_PHONE)
    def test_what_it_accepts_does_not_count_and_the_desk_is_asked(self, event, way):
        somebody = ONE_PHONE[way](told(phone(event), 9, 5), event)
        assert Sheet.objects.count() == 0
        found = Submission.objects.get(state="one_phone")
        assert (found.ns, found.same_phone, found.answered_seat in ("E", "W")) == (9, True, True)
        assert FROM_ONE_PHONE in somebody.text
        assert asked(event) == [("one_phone", 1)]
        phone(event, "E" if way != "a second tab" else "W").press(
            YES
        )  # the other side's own phone makes it count
        assert (Sheet.objects.get().ns, Submission.objects.get(state="accepted").same_phone) == (9, False)

    def test_deals_that_settle_the_other_sides_tie_do_not_count(self, event):
        somebody = told(phone(event), 4, 4).press("Report this score", **{"t1-reached_first": "-"})
        somebody = as_somebody_else(somebody.visit(url(event)), event, "E")
        somebody.visit(url(event, "enter_deals"))
        somebody.press("Report this round", **pad(*[("N", 3), ("E", 3)] * 4))
        assert Sheet.objects.count() == 0
        assert asked(event) == [("one_phone", 1)]

    def test_a_dispute_is_not_settled_by_the_phone_that_reported(self, event):
        somebody = told(phone(event), 9, 5)
        phone(event, "E").press("No, that is wrong")
        as_somebody_else(somebody.visit(url(event)), event, "E").press("Accept their score")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "disputed")
        assert "must accept it on its own phone" in somebody.text

    def test_the_other_sides_own_score_is_not_withdrawn_by_the_phone_that_reported(self, event):
        east = phone(event, "E").visit(url(event, "enter_totals"))
        somebody = told(phone(event), 9, 5)
        east.press("Report this score", **{"t1-ns": 5, "t1-ew": 9})
        as_somebody_else(somebody.visit(url(event)), event, "E").visit(url(event, "enter_totals"))
        somebody.press("Report this score", **SAME)
        assert (somebody.response.status_code, Sheet.objects.count()) == (422, 0)
        assert sorted(Submission.objects.values_list("ns", "state")) == [(5, "disputed"), (9, "disputed")]
        assert asked(event) == [("disputed", 1)]

    def test_pressing_again_records_nothing_more(self, event):
        somebody = as_somebody_else(told(phone(event), 9, 5), event, "E")
        tabs = [Person(somebody.client).visit(url(event)) for _time in range(3)]
        for tab in tabs:
            tab.press(YES)
        assert AuditEntry.objects.filter(action="report.one_phone").count() == 1


class TestAtTheDesk:
    @pytest.fixture(autouse=True)
    def from_one_phone(self, event):
        told(phone(event), 9, 5).press(YES, seat="E")

    def test_the_desk_shows_it_and_an_official_confirms_it(self, event, desk, director):
        desk.visit(desk.path)
        assert FROM_ONE_PHONE in desk.text
        assert f"Accepted by {table_of(event).seatings.get(seat='E').player.number}" in desk.text
        desk.press("Confirm 9–5")
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.source, sheet.entered_by) == (9, "table", director)
        assert asked(event) == []

    def test_closing_and_history_name_it_and_the_desks_own_score_differs(self, event, director):
        assert open_by_code(event.rounds.get(number=1))["waiting"] == (1,)
        lines = [history.line_of(entry) for entry in AuditEntry.objects.filter(by=None)]
        assert any(
            "on the phone that reported it" in line.sentence and "East–West" in line.by for line in lines
        )
        enter(table_of(event), 8, 4, by=director)
        assert asked(event) == [("differs", 1)]


def test_a_report_without_a_phone_is_answered_by_any(event):
    report(table_of(event), 9, 5)
    phone(event, "E").press(YES)
    assert Sheet.objects.get().ns == 9


def test_no_mark_of_a_phone_leaves_the_database_but_in_its_own_cookie(event):
    somebody = told(phone(event), 9, 5)
    mark = Submission.objects.get().device
    assert len(mark) >= 16
    assert mark not in somebody.page
    assert mark not in str(list(AuditEntry.objects.values_list("facts", flat=True)))
    cookie = somebody.client.cookies["table-phone"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


class TestAPinPerRound:
    @pytest.fixture
    def event(self, event):
        return open_tables(event, pin_per_round=True)

    def test_each_round_has_its_own_that_follows_from_nothing_that_is_printed(self, event):
        link = link_of(event)
        pins = {link.pin_for(number, per_round=True) for number in range(1, 9)}
        assert len(pins) > 4
        assert all(len(pin) == 4 and pin.isdecimal() for pin in pins)
        assert link.pin_for(1, per_round=True) == link_of(event).pin_for(1, per_round=True)
        # Whoever has scanned the sign knows its link, and still not the next round's PIN.
        before = [link.pin_for(number, per_round=True) for number in range(1, 9)]
        link.pin_seed = "another"
        assert [link.pin_for(number, per_round=True) for number in range(1, 9)] != before

    def test_only_this_rounds_pin_opens_and_the_directors_list_shows_it(self, event, client, director):
        link = link_of(event)
        right = link.pin_for(1, per_round=True)
        somebody = Person(Client()).visit(url(event))
        for wrong in {link.pin, link.pin_for(2, per_round=True)} - {right}:
            assert somebody.press("Continue", pin=wrong).response.status_code == 403
        assert somebody.press("Continue", pin=right).response.status_code == 200
        client.force_login(director)
        page = client.get(at(event, "table_links:index")).content.decode()
        assert f">{link_of(event).pin_for(1, per_round=True)}<" in page
        assert "PIN of round 1" in page
        assert f">{link_of(event).pin}<" not in page
