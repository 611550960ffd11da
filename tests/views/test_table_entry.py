"""Scores from the table through a browser: link, PIN, who is who, report, answer, every way to end."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.seats import Seat
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, close, enter, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.rulings import rule
from tests.helpers.sheet_entry import CLASSES, ROUND, pad
from tests.helpers.table_entry import link_of, open_tables, phone, report, token_of, url
from tournament.models import AuditEntry, Sheet, Submission
from tournament.reports import history
from tournament.reports.public import public_progress as public_now
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round
from tournament.services.submissions import MOST_REPORTS
from tournament.services.table_links import give_pin, renew_link, revoke_link
from tournament.urls import table_entry_urls

pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=16, rounds=3))


def row(ns, ew, number=1, **more):
    return {f"t{number}-{name}": value for name, value in {"ns": ns, "ew": ew, **more}.items()}


def told(somebody, ns, ew, number=1, **more):
    """Report totals from the page in front of somebody."""
    return somebody.follow("Enter the totals").press("Report this score", **row(ns, ew, number, **more))


class TestTheWayIn:
    def test_link_and_pin_are_secrets_and_lead_to_the_open_round(self, event, client):
        links = list(event.table_links.all())
        assert [link.number for link in links] == [1, 2, 3, 4]
        assert all(re.fullmatch(r"[0-9a-f]{40}", link.token) for link in links)
        assert all(re.fullmatch(r"[0-9]{4}", link.pin) for link in links)
        rounds = {link.for_round(number) for link in links for number in (1, 2, 3)}
        assert len(rounds) == 12
        assert all(re.fullmatch(r"[0-9]+-[123]-[0-9a-f]{40}", token) for token in rounds)
        sign = reverse("table_entry:show", args=[link_of(event).token])
        assert client.get(sign)["Location"] == url(event)
        close_round(event.rounds.get(number=1), by=event.memberships.get().user, at=NOW, despite_missing=True)
        assert client.get(sign)["Location"] == url(event, round_number=2)

    def test_the_pin_is_asked_once_and_then_who_somebody_is(self, event):
        somebody = Person(Client()).visit(url(event))
        assert "Enter this table’s score here" in somebody.text
        somebody.press("Continue", pin=f" {link_of(event).pin} ")
        assert "Who are you?" in somebody.text
        somebody.press(table_of(event).seatings.get(seat="E").player.name)
        assert "East–West" in somebody.text
        assert "Enter the score of this round" in somebody.visit(url(event)).text
        somebody.press("Not you?")
        assert "Who are you?" in somebody.text

    def test_the_cookie_is_for_this_table_and_round_only(self, event, director):
        somebody = phone(event)
        [name] = set(somebody.client.cookies) - {"table-phone"}  # which says nothing about tables
        cookie = somebody.client.cookies[name]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (url(event), True, "Lax")
        for number, round_number in ((2, 1), (1, 2)):
            if round_number == 2:
                close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
            stolen = Client()
            stolen.cookies[f"table-{link_of(event, number).pk}-{round_number}"] = cookie.value
            page = stolen.get(url(event, number=number, round_number=round_number)).content.decode()
            assert 'name="pin"' in page

    @pytest.mark.parametrize("name", ["enter_totals", "enter_deals", "preview_deals", "answer", "live"])
    def test_without_the_pin_nothing_opens(self, client, event, name):
        assert client.post(url(event, name), row(7, 5)).status_code in (403, 405)
        assert client.get(url(event, name)).status_code in (302, 405)
        assert Submission.objects.count() == 0


def guess(event, pin, number=1, client=None):
    return (client or Client()).post(url(event, "pin", number), {"pin": pin})


def miss(event, times=1):
    """Try a wrong PIN so often; the last answer."""
    wrong = "0000" if link_of(event).pin != "0000" else "1111"
    return [guess(event, wrong) for _try in range(times)][-1]


class TestGuessing:
    @pytest.mark.only_on("sqlite")
    @pytest.mark.slow
    def test_a_thousand_guesses_stop_one_table_and_no_other(self, event):
        pin = link_of(event).pin
        guesses = [f"{n:04d}" for n in range(10_000) if f"{n:04d}" != pin][:1000]
        phones = [Client() for _phone in range(8)]
        answers = [guess(event, wrong, client=phones[n % 8]) for n, wrong in enumerate(guesses[:200])]
        assert [answer.status_code for answer in answers] == [403] * 4 + [429] * 196
        link = link_of(event)  # the rest without the pages around them
        given = [give_pin(link, wrong, round_number=1, at=NOW) for wrong in guesses[200:]]
        assert {answer.locked_until for answer in given} == {link.locked_until}
        assert guess(event, pin).status_code == 429  # not even the right one, for a minute
        assert link_of(event).misses == 5
        assert guess(event, link_of(event, 2).pin, 2).status_code == 302

    def test_each_pause_is_longer_than_the_last(self, event, that_evening):
        pauses = []
        for _time in range(8):
            pauses.append(int(miss(event, 5)["Retry-After"]) // 60)
            that_evening.move_to(link_of(event).locked_until + timedelta(seconds=1))
        assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]

    def test_after_the_pause_the_right_one_opens_and_the_count_begins_anew(self, event, that_evening):
        miss(event, 5)
        that_evening.move_to(NOW + timedelta(minutes=1, seconds=1))
        assert guess(event, link_of(event).pin).status_code == 302
        assert (link_of(event).misses, link_of(event).locked_until) == (0, None)

    def test_who_is_in_already_stays_in_and_the_director_gives_a_new_pin_at_once(self, event, director):
        somebody = phone(event)
        miss(event, 5)
        assert "Enter the score" in somebody.visit(url(event)).text
        miss(event, 5)
        renew_link(event, 1, by=director, at=NOW)
        assert guess(event, link_of(event).pin).status_code == 302

    @pytest.mark.parametrize("pin", ["", "12", "12345", "abcd", "１２３４", "-123", "x" * 5000, "\x00"])
    def test_what_is_no_pin_is_told_so_and_not_counted(self, event, pin):
        assert guess(event, pin).status_code == 422
        assert link_of(event).misses == 0

    def test_a_pause_is_shown_on_a_fresh_load_and_no_wrong_pin_is_left_in_the_field(self, event):
        """9999 then 3473 read 34739999."""
        for answer in (miss(event), guess(event, "12x")):
            assert "PIN" in answer.content.decode()
            assert f'value="{answer.wsgi_request.POST["pin"]}"' not in answer.content.decode()
        # During a pause a fresh load shows the pause.
        miss(event, 5)
        fresh = Client().get(url(event))
        assert (fresh.status_code, "Too many wrong PINs" in fresh.content.decode()) == (200, True)


PAGES = [pattern.name for pattern in table_entry_urls]


@pytest.mark.parametrize("name", PAGES)
class TestEveryPageOfATable:
    """Also with nothing sent at all, and with what no browser of ours sends."""

    JUNK = ({}, {"pin": "\x00", "seat": "X", "report": "9" * 400, "answer": "\x00", "words": "x" * 5000})

    def ask(self, client, address):
        yield client.get(address)
        for junk in self.JUNK:
            yield client.post(address, junk)
        form = "application/x-www-form-urlencoded"
        yield client.post(address, b"pin=%ff%fe%00&t1-ns=%c3%28", content_type=form)

    def test_has_ended_with_its_link(self, event, name, director):
        for client in (Client(), phone(event).client):
            answers = [answer.status_code for answer in self.ask(client, url(event, name))]
            assert max(answers) < 500
        assert Submission.objects.count() == 0
        dead = url(event, name)
        somebody = phone(event).client
        revoke_link(event, 1, by=director, at=NOW)
        assert {answer.status_code for answer in self.ask(somebody, dead)} == {410}


class TestDeadLinks:
    def dead(self, client, event, status, words, round_number=1):
        answer = client.get(url(event, round_number=round_number))
        assert (answer.status_code, words in answer.content.decode()) == (status, True)

    def test_an_unknown_link_opens_nothing(self, client, event):
        token = token_of(event)
        forged = f"{token[:-1]}{'0' if token[-1] != '0' else '1'}"
        for wrong in ("x", forged, token.replace("-1-", "-2-", 1), "9" * 30, f"{'9' * 30}-1-a", "1-1-"):
            answer = client.get(f"/t/{wrong}/")
            assert answer.status_code == 404
            assert "This link opens nothing" in answer.content.decode()

    def test_a_round_that_is_closed(self, client, event, director):
        somebody = phone(event)
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        self.dead(client, event, 410, "Round 1 is closed")
        answer = somebody.client.post(url(event, "enter_totals"), row(7, 5))
        assert (answer.status_code, Sheet.objects.count()) == (302, 0)  # it waits for the director

    def test_a_score_sent_after_the_round_closed_waits_for_the_director(self, client, event, director):
        """It was dropped without a word."""
        somebody = phone(event).follow("Enter the totals")
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        somebody.press("Report this score", **row(9, 4, lone_n=1))
        assert "Your score came after the round was closed" in somebody.text
        assert re.search(r"9\b.*\b4\b", somebody.text)
        assert "Lone marches:" in somebody.text
        assert not Sheet.objects.exists()
        client.force_login(director)
        desk = Person(client).visit(at(event, "events:overview"))
        assert "Round 1, table 1: a score came after the round was closed." in desk.text
        desk.follow("Accept or discard it").press("Accept 9–4 of North–South, table 1")
        sheet = Sheet.objects.counting().get()
        assert (sheet.ns, sheet.ew, sheet.lone_n, sheet.entered_by) == (9, 4, 1, director)
        assert "came after the round was closed" not in desk.visit(at(event, "events:overview")).text

    def test_a_late_score_changes_nothing_until_it_is_accepted_and_can_be_discarded(
        self, client, event, director
    ):
        somebody = phone(event).follow("Enter the totals")
        enter(table_of(event), 7, 6, by=director)
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        somebody.press("Report this score", **row(9, 4))
        assert "doesn’t count until the director accepts it" in somebody.text
        client.force_login(director)
        desk = Person(client).visit(at(event, "rounds:desk", 1))
        assert "came after the round was closed" in desk.text
        assert "Counts now" in desk.text
        desk.press("Discard what table 1 reported")
        assert (Sheet.objects.counting().get().ns, Submission.objects.live().count()) == (7, 0)

    def test_a_late_score_that_counts_already_asks_nothing(self, event, director):
        somebody = phone(event).follow("Enter the totals")
        enter(table_of(event), 9, 4, by=director)
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        somebody.press("Report this score", **row(9, 4))
        assert "Round 1 is closed" in somebody.text
        assert not Submission.objects.exists()

    @pytest.mark.parametrize("ended", ["revoked", "renewed", "off", "finished"])
    def test_a_score_that_can_no_longer_be_sent_is_shown_to_whoever_typed_it(self, event, director, ended):
        somebody = phone(event).follow("Enter the totals")
        if ended == "revoked":
            revoke_link(event, 1, by=director, at=NOW)
        elif ended == "renewed":
            renew_link(event, 1, by=director, at=NOW)
        elif ended == "off":
            change_event(event, by=director, at=NOW, scores_from="desk")
        else:
            close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
            finish_event(event, by=director, at=NOW, missing=[f"1.{n}" for n in (1, 2, 3, 4)])
        somebody.press("Report this score", **row(9, 4, lone_w=1))
        assert "Your score was not sent. Show it to the director:" in somebody.text
        assert "North–South 9 East–West 4" in somebody.text
        assert "Lone marches: West 1" in somebody.text
        assert not Submission.objects.exists()

    def test_a_round_not_begun_a_table_gone_and_an_option_switched_off_say_so(self, client, event, director):
        self.dead(client, event, 409, "Round 2 has not begun", round_number=2)
        answer = phone(event).client.post(url(event, "enter_totals"), row("7" * 40_000, 5))
        assert (answer.status_code, Submission.objects.count()) == (413, 0)
        dead = url(event, number=4, round_number=2)
        table_of(event, 2, 4).seatings.all().delete()
        table_of(event, 2, 4).delete()
        assert client.get(dead).status_code == 410
        change_event(event, by=director, at=NOW, scores_from="desk")
        self.dead(client, event, 410, "Scores are taken at the director’s table")

    def test_the_event_finished(self, client, event, director):
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        finish_event(event, by=director, at=NOW, missing=[f"1.{table}" for table in range(1, 5)])
        self.dead(client, event, 410, "The event is over")

    def test_a_link_revoked_and_one_renewed(self, client, event, director):
        old, sign = url(event), reverse("table_entry:show", args=[link_of(event).token])
        somebody = phone(event)
        renew_link(event, 1, by=director, at=NOW)
        for dead in (old, sign):
            assert client.get(dead).status_code == 410
        assert somebody.client.post(f"{old}totals/", row(7, 5)).status_code == 410
        assert client.get(url(event)).status_code == 200
        new = url(event)
        revoke_link(event, 1, by=director, at=NOW)
        assert client.get(new).status_code == 410


@pytest.mark.both_engines
class TestReporting:
    def test_one_side_enters_and_the_other_accepts_on_another_phone(self, event):
        north = told(phone(event), 7, 5, lone_n=1)
        assert "East–West: is that right?" in north.text
        north.press("Yes, that is right")  # on the phone of who reported, without saying who answers
        assert "Choose who answers" in north.text or "has to answer it" in north.text
        assert Sheet.objects.count() == 0
        east = phone(event, "E")
        assert "North–South say" in east.text
        east.press("Yes, that is right")
        assert "The score is in" in east.text
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.ew, sheet.lone_n, sheet.source, sheet.entered_by) == (7, 5, 1, "table", None)
        assert "Only the director can change it now" in north.visit(url(event)).text

    def test_deal_by_deal_with_the_desks_own_pad(self, event):
        north = phone(event)
        page = north.follow("Enter deal by deal")
        assert "Report this round" in page.page
        assert "/events/" not in page.page
        preview = north.client.post(url(event, "preview_deals"), pad(*ROUND[:3]))
        assert preview.status_code == 200
        assert Submission.objects.count() == 0
        answer = north.client.post(url(event, "enter_deals"), pad(*ROUND, key="k1"))
        assert answer.status_code == 302
        phone(event, "W").press("Yes, that is right")
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.ew, sheet.entry, len(sheet.deals)) == (6, 4, "deals", 8)

    def test_half_a_round_and_totals_too_high_are_told_beside_them(self, event):
        answer = phone(event).client.post(url(event, "enter_deals"), pad(*ROUND[:3]))
        assert answer.status_code == 422
        assert "Enter this deal" in answer.content.decode()
        assert Submission.objects.count() == 0
        page = phone(event).client.post(url(event, "enter_totals"), row(32, 31)).content.decode()
        sides = page[page.index('class="table-sides"') : page.index('class="table-lone"')]
        assert sides.rindex('class="stepper"') < sides.index('class="field-error"')

    def test_the_other_side_entering_the_same_is_an_acceptance(self, event):
        told(phone(event), 7, 5)
        east = phone(event, "E").client.post(url(event, "enter_totals"), row(7, 5))
        assert east.status_code == 302
        assert Sheet.objects.get().winner == "NS"

    def test_deals_are_held_against_the_ruling_made_before(self, event, director):
        """Third reading: after a void bid out of turn one of the other side is the lone maker."""
        rule(table_of(event), director, "bid-out-of-turn", Seat.N, choice="void-and-alone")
        address = url(event, "enter_deals")
        asked = phone(event).client.post(address, pad(*ROUND)).content.decode()
        assert "one of the other side plays alone. Is the call right?" in asked
        assert Submission.objects.count() == 0
        kept = pad(("e", 5), *ROUND[1:])
        assert phone(event).client.post(address, kept).status_code == 302
        assert Submission.objects.get().deals[0]["call"]["lone"] == "E"

    @pytest.mark.parametrize("typed", [*CLASSES, 99])
    def test_what_is_no_score_is_refused_beside_the_field(self, event, typed):
        answer = phone(event).client.post(url(event, "enter_totals"), row(typed, 5))
        assert answer.status_code == 422
        assert Submission.objects.count() == 0

    @pytest.mark.only_on("sqlite")
    @pytest.mark.slow
    def test_the_same_post_twenty_times_is_one_report_and_one_sheet(self, event):
        north, east = phone(event), phone(event, "E")
        for _time in range(20):
            assert north.client.post(url(event, "enter_totals"), row(7, 5, key="once")).status_code == 302
        assert Submission.objects.count() == 1
        for _time in range(20):
            answer = east.client.post(url(event, "answer"), {"report": 1, "answer": "accept"})
            assert answer.status_code == 302
        assert (Sheet.objects.count(), Submission.objects.count()) == (1, 1)
        assert north.client.post(url(event, "enter_totals"), row(7, 5, key="once")).status_code == 302
        assert north.client.post(url(event, "enter_totals"), row(7, 5, key="other")).status_code == 302
        assert Sheet.objects.count() == 1

    def test_a_side_corrects_its_report_and_takes_it_back(self, event):
        north = told(phone(event), 7, 5)
        north.follow("Correct it").press("Report this score", **row(8, 5))
        assert [r.state for r in Submission.objects.all()] == ["withdrawn", "waiting"]
        north.press("Withdraw this score")
        assert not Submission.objects.filter(state="waiting").exists()
        assert "Enter the score of this round" in north.text

    def test_a_side_cannot_accept_its_own_report(self, event):
        told(phone(event), 7, 5)
        for form in ({}, {"seat": "N"}, {"seat": "S"}):
            answer = phone(event, "S").client.post(
                url(event, "answer"), {"report": 1, "answer": "accept"} | form
            )
            assert answer.status_code == 409
        assert Sheet.objects.count() == 0

    def test_a_report_changed_meanwhile_is_not_accepted_unseen(self, event):
        north = told(phone(event), 7, 5)
        east = phone(event, "E")
        north.follow("Correct it").press("Report this score", **row(9, 4))
        east.press("Yes, that is right")
        assert "has changed meanwhile" in east.text
        assert Sheet.objects.count() == 0

    @pytest.mark.slow
    def test_a_table_does_not_report_without_end(self, event):
        north = phone(event).client
        for n in range(25):
            answer = north.post(url(event, "enter_totals"), row(7, 5 + n % 2))
        assert answer.status_code == 422
        assert Submission.objects.count() == 20

    def test_what_was_accepted_only_the_director_changes(self, event, director):
        told(phone(event), 7, 5)
        phone(event, "E").press("Yes, that is right")
        answer = phone(event).client.post(url(event, "enter_totals"), row(9, 4))
        assert answer.status_code == 409
        assert (Sheet.objects.get().ns, Submission.objects.count()) == (7, 1)
        enter(table_of(event), 8, 5, expected=1, by=director)
        assert Sheet.objects.get(counting=True).ns == 8

    def test_a_table_cannot_be_entered_from_another_and_what_is_unlikely_is_asked_once(self, event):
        north = phone(event).client
        for page in ("enter_totals", "answer", "enter_deals"):
            assert north.post(url(event, page, 2), row(7, 5, 2)).status_code == 403
        assert Submission.objects.count() == 0
        north = told(phone(event), 30, 0)
        assert Submission.objects.count() == 0
        north.press("The score is right: send")
        assert Submission.objects.get().doubts

    def test_the_history_names_the_sides_and_no_account(self, event):
        told(phone(event), 7, 5)
        phone(event, "E").press("Yes, that is right")
        lines = [history.line_of(entry) for entry in AuditEntry.objects.filter(by=None)]
        said = [(line.by.split(" (")[0], line.sentence) for line in lines]
        assert ("Table 1, North–South", "reported round 1: 7–5") in said
        assert ("Table 1, both sides", "entered table 1 of round 1: 7–5") in said
        assert any(by == "Table 1, East–West" and "accepted" in words for by, words in said)
        secrets = [link_of(event).token, link_of(event).pin, token_of(event)]
        facts = str(list(AuditEntry.objects.values_list("facts", flat=True)))
        assert not any(secret in facts for secret in (secrets[0], secrets[2]))


class TestDisputes:
    def test_two_scores_are_a_dispute_and_count_nowhere(self, event):
        told(phone(event), 7, 5)
        east = phone(event, "E").press("No, that is wrong")
        east.follow("Enter our score").press("Report this score", **row(5, 7))
        assert "Your scores don’t match" in east.text
        assert {r.state for r in Submission.objects.all()} == {"disputed"}
        assert Sheet.objects.count() == 0

    def test_after_a_no_the_sender_is_not_asked_in_the_others_place(self, event):
        """Phones 5: the others' buttons stayed on the sender's phone, and one score "didn't match"."""
        north = told(phone(event), 9, 4)
        assert "They have no phone" in north.text
        assert 'data-poll-every="3"' in north.page
        east = phone(event, "E")
        assert "4–9, they win. Agreed?" in east.text
        east.press("No, that is wrong")
        again = north.visit(url(event))
        assert "One side says that this score is wrong." in again.text
        assert "Your scores don’t match." not in again.text
        assert "They have no phone" not in again.text

    @pytest.mark.slow
    def test_a_table_does_not_dispute_without_end(self, event):
        """120 disputes with other words each were 120 entries of the history in twelve seconds."""
        told(phone(event), 7, 5)
        east = phone(event, "E")
        for n in range(MOST_REPORTS + 5):  # no page of ours sends words
            asked = {"answer": "dispute", "report": Submission.objects.get().number, "words": f"wrong {n}"}
            answer = east.client.post(url(event, "answer"), asked)
        assert answer.status_code == 409
        assert "Go to the director’s table with it." in answer.content.decode()
        assert AuditEntry.objects.filter(action="report.disputed").count() == MOST_REPORTS

    def test_the_sides_agree_after_all(self, event):
        told(phone(event), 7, 5)
        phone(event, "E").client.post(url(event, "enter_totals"), row(5, 7))
        phone(event).press("Accept their score")
        assert (Sheet.objects.get().ns, Sheet.objects.get().ew) == (5, 7)
        assert not Submission.objects.filter(state__in=Submission.LIVE).exists()

    def test_nothing_is_public_before_it_is_accepted(self, event, client):
        told(phone(event), 7, 5)
        page = client.get(at(event, "public:event")).content.decode()
        assert "0 of 4 tables in" in page
        assert not any(row.points for row in public_now(event).standings.rows)
        phone(event, "E").press("Yes, that is right")
        assert "1 of 4 tables in" in client.get(at(event, "public:event")).content.decode()

    def test_the_desk_entered_it_meanwhile_and_both_values_are_shown(self, event, director):
        north = phone(event)
        enter(table_of(event), 8, 4, by=director)
        answer = north.client.post(url(event, "enter_totals"), row(7, 5))
        page = answer.content.decode()
        assert answer.status_code == 409
        assert all(words in page for words in ("8–4", "7–5", "Nothing was overwritten", "Dora Director"))
        assert (Sheet.objects.count(), Sheet.objects.get().ns) == (1, 8)

    def test_the_desk_entered_it_between_report_and_acceptance(self, event, director):
        told(phone(event), 7, 5)
        east = phone(event, "E")
        enter(table_of(event), 8, 4, by=director)
        east.press("Yes, that is right")
        assert east.response.status_code == 409
        assert "8" in east.text
        assert Sheet.objects.get().ns == 8


def test_the_part_that_refreshes_answers_304_until_something_happens(event):
    east = phone(event, "E")
    first = east.client.get(url(event, "live"))
    assert east.client.get(url(event, "live"), headers={"If-None-Match": first["ETag"]}).status_code == 304
    report(table_of(event), 7, 5)
    again = east.client.get(url(event, "live"), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, "North–South say" in again.content.decode()) == (200, True)
    assert timezone.now() == NOW


class TestFromAPlayersOwnPage:
    def own(self, event, seat="E", number=1):
        player = table_of(event, 1, number).seatings.get(seat=seat).player
        return Person(Client()).visit(reverse("player_page:show", args=[player.token]))

    def test_a_players_own_link_leads_to_their_table_as_themselves_without_a_pin(self, event):
        report(table_of(event), 7, 5)
        page = self.own(event).follow("Enter the score of your table")
        assert "North–South say" in page.text
        page.press("Yes, that is right")
        assert Submission.objects.get().answered_seat == "E"

    def test_it_opens_no_other_table_and_no_other_round(self, event):
        somebody = self.own(event).follow("Enter the score of your table")
        assert somebody.path == url(event)
        for number in (2, 3, 4):
            assert (
                somebody.client.post(url(event, "enter_totals", number), row(7, 5, number)).status_code == 403
            )
        assert somebody.client.get(url(event, round_number=2)).status_code == 409

    def test_nothing_is_offered_where_the_table_takes_no_scores(self, event, director):
        revoke_link(event, 1, by=director, at=NOW)
        assert "Enter the score" not in self.own(event).text
        assert "Enter the score" in self.own(event, number=2).text
        change_event(event, by=director, at=NOW, scores_from="desk")
        assert "Enter the score" not in self.own(event, number=2).text
        player = table_of(event).seatings.get(seat="E").player
        answer = Client().get(reverse("player_page:table", args=[player.token]))
        assert answer["Location"] == reverse("player_page:show", args=[player.token])

    def test_another_player_on_the_chair_is_asked_again_who_they_are(self, event):
        somebody = phone(event)
        seating = table_of(event).seatings.get(seat="N")
        seating.player = event.players.create(number=99, own_name="Sue Substitute", status="here")
        seating.save()
        assert "Who are you?" in somebody.visit(url(event)).text
        assert "Sue Substitute" in somebody.text


class TestTheWayOn:
    """A phone whose score is in, or whose round is over, leads its holder on."""

    def agreed(self, event):
        north = told(phone(event), 9, 5)
        phone(event, "E").press("Yes, that is right")
        return north.visit(url(event))

    def test_after_the_agreed_score_the_next_seat_is_there_with_the_ways_on(self, event):
        north = self.agreed(event)
        number = table_of(event).seatings.get(seat="N").player.number
        after = table_of_player(event, number, 2)
        assert f"Round 2 Table {after.number}," in north.text
        for words in ("Your page", "Standings"):
            assert words in north.text
        assert "Leading" in north.follow("Your page").text

    def test_a_closed_round_leads_to_the_next_seat_of_whoever_held_the_phone(self, event, director):
        north = self.agreed(event)
        number = table_of(event).seatings.get(seat="N").player.number
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        north.visit(url(event))
        assert "Round 1 is closed" in north.text
        assert f"Round 2 Table {table_of_player(event, number, 2).number}," in north.text
        assert "Your page" in north.text
        assert "Enter the totals" not in north.text
        stranger = Person(Client()).visit(url(event))
        assert "Round 2" not in stranger.text

    def test_after_the_last_round_no_further_seat_is_promised(self, director):
        event = open_tables(make_published(director, players=8, rounds=1))
        north = self.agreed(event)
        assert "That was the last round. The result follows." in north.text
        close(event, despite_missing=True)
        assert "Round 1 is closed" in north.visit(url(event)).text
        assert "That was the last round. The result follows." in north.text
        sign = event.table_links.get(number=1)
        assert "That was the last round. The result follows." in north.visit(f"/t/{sign.token}/").text

    def test_a_private_event_shows_the_seat_and_no_public_page(self, event, director):
        north = self.agreed(change_event(event, by=director, at=NOW, is_public=False))
        assert "Round 2 Table" in north.text
        assert "Your page" not in north.text


def table_of_player(event, number, round_number):
    return event.players.get(number=number).seatings.get(round__number=round_number).table


def test_a_conflict_says_who_reported_the_score_that_counts(event):
    """It named nobody, and wrote lone marches in two ways."""
    north = phone(event).follow("Enter the totals")
    told(phone(event, "N"), 9, 5, lone_n=1)
    phone(event, "E").press("Yes, that is right")
    north.press("Report this score", **row(8, 5))
    names = [table_of(event).seatings.get(seat=seat).player.name for seat in "NE"]
    assert f"{names[0]} and {names[1]}, 19:42" in north.text
    assert f"lone marches {names[0]} 1" in north.text
    assert "E 0" not in north.text


def test_the_other_sides_score_is_shown_with_names_and_you(event):
    """Sides without names; one colour for “mine” and for “won”."""
    told(phone(event), 9, 5)
    east = phone(event, "E")
    north, west = (table_of(event).seatings.get(seat=seat).player.name for seat in "NW")
    assert re.search(rf"North–South {north} .* 9 won", east.text)
    assert re.search(rf"East–West (you {west}|{west} you) 5", east.text)
    assert re.search(r'told-side is-mine">\s*<dt>East–West', east.page)
