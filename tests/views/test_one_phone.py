"""One phone that speaks for both sides of a table: what it enters is one side's word, and counts nowhere."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import make_published, table_of
from tests.helpers.person import Person
from tests.helpers.sheet_entry import pad
from tests.helpers.table_entry import link_of, open_tables, phone, report, url
from tournament.models import AuditEntry, Sheet, Submission
from tournament.reports import history
from tournament.reports.submissions import submission_questions
from tournament.state.open_items import outstanding_items

pytestmark = pytest.mark.usefixtures("that_evening")

FROM_ONE_PHONE = "Both sides from one phone"


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=16, rounds=3))


@pytest.fixture
def desk(client, director, event):
    client.force_login(director)
    return Person(client).visit(reverse("rounds:desk", args=[event.slug, 1]))


def name(event, seat):
    return table_of(event).seatings.get(seat=seat).player.name


def told(somebody, ns, ew):
    return somebody.follow("Enter the totals").press("Report this score", **{"t1-ns": ns, "t1-ew": ew})


def as_somebody_else(somebody, event, seat):
    """The same browser, after "Not you?": no PIN is asked."""
    return somebody.press("Not you?").press(name(event, seat))


def asked(event):
    return [(question.kind, question.table) for question in submission_questions(event.rounds.get(number=1))]


class TestOnePhoneForBothSides:
    def test_sitting_down_on_the_other_side_and_accepting_does_not_count(self, event):
        somebody = as_somebody_else(told(phone(event), 9, 5), event, "E")
        somebody.press("Yes, that is right")
        assert Sheet.objects.count() == 0
        found = Submission.objects.get()
        assert (found.state, found.answered_seat, found.same_phone) == ("one_phone", "E", True)
        assert FROM_ONE_PHONE in somebody.text
        assert asked(event) == [("one_phone", 1)]

    def test_handing_the_phone_across_is_one_phone_too(self, event):
        somebody = told(phone(event), 9, 5).press("Yes, that is right", seat="E")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")
        assert FROM_ONE_PHONE in somebody.text

    def test_handing_the_partners_phone_across_is_one_phone_too(self, event):
        told(phone(event), 9, 5)
        phone(event, "S").press("Yes, that is right", seat="E")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")

    def test_a_second_tab_of_one_browser_is_the_same_phone(self, event):
        somebody = told(phone(event), 9, 5)
        tab = Person(somebody.client).visit(url(event))
        as_somebody_else(tab, event, "W").press("Yes, that is right")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")

    def test_entering_the_same_score_as_the_other_side_does_not_count(self, event):
        somebody = as_somebody_else(told(phone(event), 9, 5), event, "E")
        somebody.follow("Enter our score").press("Report this score", **{"t1-ns": 9, "t1-ew": 5})
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")

    def test_deals_that_settle_the_other_sides_tie_do_not_count(self, event):
        somebody = told(phone(event), 4, 4).press("Report this score", **{"t1-reached_first": "-"})
        somebody = as_somebody_else(somebody.visit(url(event)), event, "E")
        answer = somebody.client.post(url(event, "enter_deals"), pad(*[("N", 3), ("E", 3)] * 4))
        assert answer.status_code == 302
        assert Sheet.objects.count() == 0
        assert asked(event) == [("one_phone", 1)]

    def test_correcting_ones_own_score_changes_nothing_about_it(self, event):
        somebody = told(phone(event), 7, 5)
        somebody.follow("Correct it").press("Report this score", **{"t1-ns": 9, "t1-ew": 5})
        as_somebody_else(somebody, event, "E").press("Yes, that is right")
        assert (Sheet.objects.count(), Submission.objects.get(state="one_phone").ns) == (0, 9)

    def test_a_players_own_link_and_the_tables_link_are_one_phone(self, event):
        player = table_of(event).seatings.get(seat="N").player
        somebody = Person(Client()).visit(reverse("player_page:show", args=[player.token]))
        told(somebody.follow("Enter the score of your table"), 9, 5)
        as_somebody_else(somebody.visit(url(event)), event, "E").press("Yes, that is right")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")

    def test_the_tables_link_and_another_players_own_link_are_one_phone(self, event):
        somebody = told(phone(event), 9, 5)
        player = table_of(event).seatings.get(seat="E").player
        somebody.visit(reverse("player_page:show", args=[player.token])).follow(
            "Enter the score of your table"
        )
        somebody.press("Yes, that is right")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "one_phone")

    def test_the_mark_outlives_its_own_cookie_while_the_pin_is_remembered(self, event):
        somebody = told(phone(event), 9, 5)
        del somebody.client.cookies["table-phone"]
        as_somebody_else(somebody.visit(url(event)), event, "E").press("Yes, that is right")
        assert Sheet.objects.count() == 0

    def test_a_dispute_is_not_settled_by_the_phone_that_reported(self, event):
        somebody = told(phone(event), 9, 5)
        phone(event, "E").press("No, that is wrong")
        as_somebody_else(somebody.visit(url(event)), event, "E").press("Accept their score")
        assert (Sheet.objects.count(), Submission.objects.get().state) == (0, "disputed")
        assert "must accept it on its own phone" in somebody.text

    def test_the_other_sides_own_score_is_not_withdrawn_by_the_phone_that_reported(self, event):
        somebody = told(phone(event), 9, 5)
        phone(event, "E").client.post(url(event, "enter_totals"), {"t1-ns": 5, "t1-ew": 9})
        as_somebody_else(somebody.visit(url(event)), event, "E")
        answer = somebody.client.post(url(event, "enter_totals"), {"t1-ns": 9, "t1-ew": 5})
        assert (answer.status_code, Sheet.objects.count()) == (422, 0)
        assert sorted(Submission.objects.values_list("ns", "state")) == [(5, "disputed"), (9, "disputed")]
        assert asked(event) == [("disputed", 1)]

    def test_pressing_again_records_nothing_more(self, event):
        somebody = as_somebody_else(told(phone(event), 9, 5), event, "E")
        for _time in range(3):
            somebody.client.post(url(event, "answer"), {"report": 1, "answer": "accept"})
        assert AuditEntry.objects.filter(action="report.one_phone").count() == 1


class TestTwoPhones:
    def test_the_other_sides_own_phone_makes_it_count(self, event):
        told(phone(event), 9, 5).press("Yes, that is right", seat="E")
        east = phone(event, "E")
        assert FROM_ONE_PHONE in east.text
        east.press("Yes, that is right")
        assert (Sheet.objects.get().ns, Submission.objects.get().same_phone) == (9, False)

    def test_the_other_sides_own_phone_disputes_it(self, event):
        told(phone(event), 9, 5).press("Yes, that is right", seat="E")
        phone(event, "E").press("No, that is wrong")
        assert asked(event) == [("disputed", 1)]

    def test_the_side_that_reported_withdraws_it(self, event):
        told(phone(event), 9, 5).press("Yes, that is right", seat="E").press("Withdraw this score")
        assert Submission.objects.get().state == "withdrawn"


class TestAtTheDesk:
    @pytest.fixture(autouse=True)
    def from_one_phone(self, event):
        told(phone(event), 9, 5).press("Yes, that is right", seat="E")

    def test_the_desk_shows_it_and_an_official_confirms_it(self, event, desk, director):
        desk.visit(desk.path)
        assert FROM_ONE_PHONE in desk.text
        assert f"Accepted by {table_of(event).seatings.get(seat='E').player.number}" in desk.text
        desk.press("Confirm 9–5")
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.source, sheet.entered_by) == (9, "table", director)
        assert asked(event) == []

    def test_closing_the_round_names_it(self, event):
        ends = {end.code: end.tables for end in outstanding_items(event.rounds.get(number=1))}
        assert ends["waiting"] == (1,)
        assert "one side has reported" in next(
            end.sentence for end in outstanding_items(event.rounds.get(number=1)) if end.code == "waiting"
        )

    def test_the_history_says_that_it_was_one_phone(self, event):
        lines = [history.line_of(entry) for entry in AuditEntry.objects.filter(by=None)]
        assert any(
            "on the phone that reported it" in line.sentence and "East–West" in line.by for line in lines
        )

    def test_the_desks_own_score_differs_from_it(self, event, director):
        from tests.helpers.factories import enter

        enter(table_of(event), 8, 4, by=director)
        assert asked(event) == [("differs", 1)]


def test_a_report_without_a_phone_is_answered_by_any(event):
    report(table_of(event), 9, 5)
    phone(event, "E").press("Yes, that is right")
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

    def test_each_round_has_its_own_and_the_signs_is_none_of_them(self, event):
        link = link_of(event)
        pins = {link.pin_for(number, per_round=True) for number in range(1, 9)}
        assert len(pins) > 4
        assert all(len(pin) == 4 and pin.isdecimal() for pin in pins)
        assert link.pin_for(1, per_round=True) == link_of(event).pin_for(1, per_round=True)

    def test_only_this_rounds_pin_opens_its_page(self, event):
        link = link_of(event)
        for wrong in {link.pin, link.pin_for(2, per_round=True)} - {link.pin_for(1, per_round=True)}:
            assert Client().post(url(event, "pin"), {"pin": wrong}).status_code == 403
        right = Client().post(url(event, "pin"), {"pin": link.pin_for(1, per_round=True)})
        assert right.status_code == 302

    def test_it_is_off_by_default(self, director):
        other = open_tables(make_published(director, players=8, rounds=2, name="Other"))
        assert link_of(other).pin_for(2, per_round=other.pin_per_round) == link_of(other).pin
        assert Client().post(url(other, "pin"), {"pin": link_of(other).pin}).status_code == 302

    def test_it_follows_from_nothing_that_is_printed(self, event):
        """Whoever has scanned the sign knows its link, and still not the next round's PIN."""
        link = link_of(event)
        before = [link.pin_for(number, per_round=True) for number in range(1, 9)]
        link.pin_seed = "another"
        assert [link.pin_for(number, per_round=True) for number in range(1, 9)] != before

    def test_the_directors_list_shows_the_open_rounds(self, event, client, director):
        client.force_login(director)
        page = client.get(reverse("table_links:index", args=[event.slug])).content.decode()
        assert f">{link_of(event).pin_for(1, per_round=True)}<" in page
        assert "PIN of round 1" in page
        assert f">{link_of(event).pin}<" not in page

    def test_the_settings_switch_it_on(self, event, client, director):
        client.force_login(director)
        page = Person(client).visit(reverse("events:settings", args=[event.slug]))
        assert "A new PIN for each round" in page.text
