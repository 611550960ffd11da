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
from tests.helpers.person import words as text
from tests.helpers.rulings import rule
from tests.helpers.scripted import played
from tests.helpers.sheet_entry import ROUND
from tests.helpers.table_entry import link_of, open_tables, phone, report, token_of, url
from tournament.models import AuditEntry, Sheet, Submission
from tournament.reports import history
from tournament.reports.public import public_progress as public_now
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round
from tournament.services.submissions import MOST_REPORTS
from tournament.services.table_links import renew_link, revoke_link
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

    @pytest.mark.rude
    def test_without_the_pin_nothing_opens(self, client, event):
        for name in ("enter_totals", "enter_deals", "preview_deals", "answer", "live"):
            assert client.post(url(event, name), row(7, 5)).status_code in (403, 405)
            assert client.get(url(event, name)).status_code in (302, 405)
        assert Submission.objects.count() == 0


LEFT_IN = r'name="pin"[^>]*value='


def stranger(event, number=1):
    """A phone that has the link and not yet the PIN."""
    return Person(Client()).visit(url(event, number=number))


def guess(somebody, pin):
    return somebody.press("Continue", pin=pin).response


def miss(event, times=1):
    """Try a wrong PIN so often; the last answer."""
    somebody, wrong = stranger(event), "0000" if link_of(event).pin != "0000" else "1111"
    return [guess(somebody, wrong) for _try in range(times)][-1]


class TestGuessing:
    def test_each_pause_is_longer_than_the_last(self, event, that_evening):
        pauses = []
        for _time in range(8):
            pauses.append(int(miss(event, 5)["Retry-After"]) // 60)
            that_evening.move_to(link_of(event).locked_until + timedelta(seconds=1))
        assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]

    def test_who_is_in_stays_in_and_after_the_pause_or_by_a_new_pin_others_are_let_in(
        self, event, director, that_evening
    ):
        somebody = phone(event)
        miss(event, 5)
        fresh = stranger(event)
        assert (fresh.response.status_code, "Too many wrong PINs" in fresh.text) == (200, True)
        assert guess(fresh, link_of(event).pin).status_code == 429  # not even the right one
        assert "Enter the score" in somebody.visit(url(event)).text
        assert "Who are you?" in text(guess(stranger(event, 2), link_of(event, 2).pin))
        that_evening.move_to(NOW + timedelta(minutes=1, seconds=1))
        assert "Who are you?" in text(guess(fresh, link_of(event).pin))
        assert (link_of(event).misses, link_of(event).locked_until) == (0, None)
        miss(event, 10)
        renew_link(event, 1, by=director, at=NOW)
        assert "Who are you?" in text(guess(stranger(event), link_of(event).pin))

    def test_what_is_no_pin_is_told_so_and_not_counted_and_nothing_is_left_in_the_field(self, event):
        """9999 then 3473 read 34739999."""
        somebody = stranger(event)
        for typed in ("", "12", "12345", "abcd", "１２３４", "-123", "x" * 5000, "\x00"):
            assert guess(somebody, typed).status_code == 422, typed
            assert not re.search(LEFT_IN, somebody.page)
        assert link_of(event).misses == 0
        assert not re.search(LEFT_IN, miss(event).content.decode())


PAGES = [pattern.name for pattern in table_entry_urls]


@pytest.mark.rude
@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_a_table_stands_what_no_browser_sends_and_has_ended_with_its_link(
    event, name, director
):
    """Also with nothing sent at all."""
    junk = {"pin": "\x00", "seat": "X", "report": "9" * 400, "answer": "\x00", "words": "x" * 5000}
    raw, form = b"pin=%ff%fe%00&t1-ns=%c3%28", "application/x-www-form-urlencoded"
    dead, clients = url(event, name), [Client(), phone(event).client, phone(event).client]
    for client in clients:
        if client is clients[2]:
            revoke_link(event, 1, by=director, at=NOW)
        answers = [client.get(dead), client.post(dead), client.post(dead, junk)]
        answers.append(client.post(dead, raw, content_type=form))
        codes = {answer.status_code for answer in answers}
        assert codes == {410} if client is clients[2] else max(codes) < 500
    assert Submission.objects.count() == 0


class TestDeadLinks:
    def test_an_unknown_link_opens_nothing(self, client, event):
        token = token_of(event)
        forged = f"{token[:-1]}{'0' if token[-1] != '0' else '1'}"
        for wrong in ("x", forged, token.replace("-1-", "-2-", 1), "9" * 30, f"{'9' * 30}-1-a", "1-1-"):
            answer = client.get(f"/t/{wrong}/")
            assert answer.status_code == 404
            assert "This link opens nothing" in answer.content.decode()

    def test_a_score_sent_after_the_round_closed_waits_for_the_director(self, client, event, director):
        """It was dropped without a word."""
        somebody = phone(event).follow("Enter the totals")
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        closed = client.get(url(event))
        assert (closed.status_code, "Round 1 is closed" in text(closed)) == (410, True)
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
        somebody, another = (phone(event, number=number).follow("Enter the totals") for number in (1, 2))
        for number, totals in ((1, (7, 6)), (2, (9, 4))):
            enter(table_of(event, 1, number), *totals, by=director)
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        another.press("Report this score", **row(9, 4, 2))  # which counts already
        assert "Round 1 is closed" in another.text
        assert not Submission.objects.exists()
        somebody.press("Report this score", **row(9, 4))
        assert "doesn’t count until the director accepts it" in somebody.text
        client.force_login(director)
        desk = Person(client).visit(at(event, "rounds:desk", 1))
        assert "came after the round was closed" in desk.text
        assert "Counts now" in desk.text
        desk.press("Discard what table 1 reported")
        sheet = Sheet.objects.counting().get(table=table_of(event))
        assert (sheet.ns, Submission.objects.live().count()) == (7, 0)

    @pytest.mark.parametrize(
        ("ended", "says"),
        [
            ("revoked", "This link has ended"), ("renewed", "This link has ended"),
            ("off", "Scores are taken at the director’s table"), ("finished", "The event is over"),
        ],
    )  # fmt: skip
    def test_a_score_that_can_no_longer_be_sent_is_shown_to_whoever_typed_it(
        self, client, event, director, ended, says
    ):
        old = url(event), reverse("table_entry:show", args=[link_of(event).token])
        somebody = phone(event).follow("Enter the totals")
        if ended == "revoked":
            revoke_link(event, 1, by=director, at=NOW)
        elif ended == "renewed":
            renew_link(event, 1, by=director, at=NOW)
            assert client.get(url(event)).status_code == 200
        elif ended == "off":
            change_event(event, by=director, at=NOW, scores_from="desk")
        else:
            close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
            finish_event(event, by=director, at=NOW, missing=[f"1.{n}" for n in (1, 2, 3, 4)])
        for dead in old:
            answer = client.get(dead, follow=True)
            assert (answer.status_code, says in answer.content.decode()) == (410, True)
        somebody.press("Report this score", **row(9, 4, lone_w=1))
        assert somebody.response.status_code == 410
        assert "Your score was not sent. Show it to the director:" in somebody.text
        assert "North–South 9 East–West 4" in somebody.text
        assert "Lone marches: West 1" in somebody.text
        assert not Submission.objects.exists()

    def test_a_round_not_begun_a_table_gone_and_a_score_of_40_000_figures_say_so(self, client, event):
        later = client.get(url(event, round_number=2))
        assert (later.status_code, "Round 2 has not begun" in text(later)) == (409, True)
        assert told(phone(event), "7" * 40_000, 5).response.status_code == 413
        assert not Submission.objects.exists()
        dead = url(event, number=4, round_number=2)
        table_of(event, 2, 4).seatings.all().delete()
        table_of(event, 2, 4).delete()
        assert client.get(dead).status_code == 410


@pytest.mark.both_engines
class TestReporting:
    def test_one_side_enters_and_the_other_accepts_on_another_phone(self, event, client):
        """Sides without names; one colour for “mine” and for “won”."""
        north = told(phone(event), 7, 5, lone_n=1)
        assert "East–West: is that right?" in north.text
        north.press("Yes, that is right")  # on the phone of who reported, without saying who answers
        assert "Choose who answers" in north.text or "has to answer it" in north.text
        assert "0 of 4 tables in" in Person(client).visit(at(event, "public:event")).text
        assert not any(row.points for row in public_now(event).standings.rows)
        east = phone(event, "E")
        assert "North–South say" in east.text
        names = [table_of(event).seatings.get(seat=seat).player.name for seat in "NW"]
        assert re.search(rf"North–South {names[0]} .* 7 won", east.text)
        assert re.search(rf"East–West (you {names[1]}|{names[1]} you) 5", east.text)
        assert re.search(r'told-side is-mine">\s*<dt>East–West', east.page)
        assert Sheet.objects.count() == 0
        east.press("Yes, that is right")
        assert "The score is in" in east.text
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.ew, sheet.lone_n, sheet.source, sheet.entered_by) == (7, 5, 1, "table", None)
        assert "Only the director can change it now" in north.visit(url(event)).text
        assert "1 of 4 tables in" in Person(client).visit(at(event, "public:event")).text
        lines = [history.line_of(entry) for entry in AuditEntry.objects.filter(by=None)]
        said = [(line.by.split(" (")[0], line.sentence) for line in lines]
        assert ("Table 1, North–South", "reported round 1: 7–5, alone N 1") in said
        assert ("Table 1, both sides", "entered table 1 of round 1: 7–5, alone N 1") in said
        assert any(by == "Table 1, East–West" and "accepted" in words for by, words in said)
        facts = str(list(AuditEntry.objects.values_list("facts", flat=True)))
        assert not any(secret in facts for secret in (link_of(event).token, token_of(event)))

    def test_deal_by_deal_with_the_desks_own_pad(self, event):
        north = phone(event).follow("Enter deal by deal")
        assert ("Report this round" in north.page, "/events/" in north.page) == (True, False)
        north.fill(**played(*ROUND[:3]))
        assert "3 deals counted." in north.text
        north.press("Report this round")
        assert (north.response.status_code, "Enter this deal" in north.text) == (422, True)
        assert Submission.objects.count() == 0
        north.press("Report this round", **played(*ROUND))
        assert north.label == "Round 1, table 1, deal by deal"
        phone(event, "W").press("Yes, that is right")
        sheet = Sheet.objects.get()
        assert (sheet.ns, sheet.ew, sheet.entry, len(sheet.deals)) == (6, 4, "deals", 8)

    def test_what_is_no_score_is_refused_beside_its_field(self, event):
        north = told(phone(event), "abc", 5)
        assert (north.label, north.response.status_code) == ("Round 1, table 1", 422)
        assert "“abc” is not a whole number" in north.text
        page = north.press("Report this score", **row(32, 31)).page
        sides = page[page.index('class="table-sides"') : page.index('class="table-lone"')]
        assert sides.rindex('class="stepper"') < sides.index('class="field-error"')
        assert Submission.objects.count() == 0

    def test_the_other_side_entering_the_same_is_an_acceptance(self, event):
        told(phone(event), 7, 5)
        phone(event, "E").follow("Enter our score").press("Report this score")  # it holds what they reported
        assert Sheet.objects.get().winner == "NS"

    def test_deals_are_held_against_the_ruling_made_before(self, event, director):
        """Third reading: after a void bid out of turn one of the other side is the lone maker."""
        rule(table_of(event), director, "bid-out-of-turn", Seat.N, choice="void-and-alone")
        north = phone(event).follow("Enter deal by deal").press("Report this round", **played(*ROUND))
        assert "one of the other side plays alone. Is the call right?" in north.text
        assert Submission.objects.count() == 0
        north.press("Report this round", **played(("e", 5)))
        assert Submission.objects.get().deals[0]["call"]["lone"] == "E"

    @pytest.mark.only_on("sqlite")
    @pytest.mark.slow
    def test_the_same_post_twenty_times_is_one_report_and_one_sheet(self, event):
        north, east = told(phone(event), 7, 5), phone(event, "E")
        assert {north.again().status_code for _time in range(20)} == {204}
        assert Submission.objects.count() == 1
        east.press("Yes, that is right")
        assert {east.again().status_code for _time in range(20)} == {302}
        assert north.again().status_code == 204
        assert (Sheet.objects.count(), Submission.objects.count()) == (1, 1)

    def test_a_side_corrects_its_report_and_takes_it_back(self, event):
        first, north = told(phone(event), 5, 3, deals_played=6), phone(event)
        north.follow("Correct it").press("Report this score", **{"t1-ns": 4})
        assert first.again().status_code == 204  # a browser that heard no answer sends it anew
        assert [(r.ns, r.deals_played) for r in Submission.objects.live()] == [(4, 6)]
        assert [r.state for r in Submission.objects.all()] == ["withdrawn", "waiting"]
        north.press("Withdraw this score")
        assert not Submission.objects.filter(state="waiting").exists()
        assert "Enter the score of this round" in north.text

    @pytest.mark.rude
    def test_a_side_cannot_accept_its_own_report(self, event):
        south = told(phone(event, "S"), 7, 5).client
        for forged in ({}, {"seat": "N"}, {"seat": "S"}):
            answer = south.post(url(event, "answer"), {"report": 1, "answer": "accept"} | forged)
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
        north = told(phone(event), 7, 5)
        for n in range(20):
            north.visit(url(event)).follow("Correct it").press("Report this score", **row(7, 6 - n % 2))
        assert north.response.status_code == 422
        assert Submission.objects.count() == 20

    def test_what_was_accepted_only_the_director_changes_and_a_conflict_says_who_reported(
        self, event, director
    ):
        """It named nobody, and wrote lone marches in two ways."""
        north = told(phone(event), 9, 5, lone_n=1).follow("Correct it")
        phone(event, "E").press("Yes, that is right")
        north.press("Report this score", **row(8, 5))
        names = [table_of(event).seatings.get(seat=seat).player.name for seat in "NE"]
        assert f"{names[0]} and {names[1]}, 19:42" in north.text
        assert f"lone marches {names[0]} 1" in north.text
        assert "E 0" not in north.text
        assert north.response.status_code == 409
        assert (Sheet.objects.get().ns, Submission.objects.count()) == (9, 1)
        enter(table_of(event), 8, 5, expected=1, by=director)
        assert Sheet.objects.get(counting=True).ns == 8

    def test_what_is_unlikely_is_asked_once(self, event):
        north = told(phone(event), 30, 0)
        assert Submission.objects.count() == 0
        north.press("The score is right: send")
        assert Submission.objects.get().doubts

    @pytest.mark.rude
    def test_a_table_cannot_be_entered_from_another(self, event):
        player = table_of(event).seatings.get(seat="E").player
        own = Person(Client()).visit(reverse("player_page:show", args=[player.token]))
        for somebody in (phone(event), own.follow("Enter the score of your table")):
            for page in ("enter_totals", "answer", "enter_deals"):
                assert somebody.client.post(url(event, page, 2), row(7, 5, 2)).status_code == 403
        assert Submission.objects.count() == 0


class TestDisputes:
    def test_two_scores_are_a_dispute_and_count_nowhere_until_the_sides_agree_after_all(self, event):
        told(phone(event), 7, 5)
        east = phone(event, "E").press("No, that is wrong")
        east.follow("Enter our score").press("Report this score", **row(5, 7))
        assert ("Your scores don’t match" in east.text, east.page.count("is-other")) == (True, 4)
        assert {r.state for r in Submission.objects.all()} == {"disputed"}
        assert Sheet.objects.count() == 0
        phone(event).press("Accept their score")
        assert (Sheet.objects.get().ns, Sheet.objects.get().ew) == (5, 7)
        assert not Submission.objects.filter(state__in=Submission.LIVE).exists()

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

    @pytest.mark.rude
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

    def test_the_desk_entered_it_meanwhile_and_both_values_are_shown(self, event, director):
        told(phone(event, "S"), 7, 5)
        north, east = phone(event).follow("Correct it"), phone(event, "E")
        enter(table_of(event), 8, 4, by=director)
        north.press("Report this score")
        assert all(told in north.text for told in ("8–4", "7–5", "Nothing was overwritten", "Dora Director"))
        east.press("Yes, that is right")
        assert "8" in east.text
        assert [somebody.response.status_code for somebody in (north, east)] == [409, 409]
        assert (Sheet.objects.count(), Sheet.objects.get().ns) == (1, 8)


def test_the_part_that_refreshes_answers_304_until_something_happens(event):
    east = phone(event, "E")
    assert east.poll().status_code == 304
    report(table_of(event), 7, 5)
    assert east.poll().status_code == 200
    assert "North–South say" in east.text
    assert timezone.now() == NOW


class TestFromAPlayersOwnPage:
    def own(self, event, seat="E", number=1):
        player = table_of(event, 1, number).seatings.get(seat=seat).player
        return Person(Client()).visit(reverse("player_page:show", args=[player.token]))

    def test_a_players_own_link_leads_to_their_table_as_themselves_without_a_pin(self, event):
        report(table_of(event), 7, 5)
        page = self.own(event).follow("Enter the score of your table")
        assert page.path == url(event)
        assert "North–South say" in page.text
        page.press("Yes, that is right")
        assert Submission.objects.get().answered_seat == "E"
        assert page.client.get(url(event, round_number=2)).status_code == 409

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

    def test_the_next_seat_is_there_with_the_ways_on_once_the_round_is_closed_too(self, event, director):
        north = self.agreed(event)
        number = table_of(event).seatings.get(seat="N").player.number
        after = event.players.get(number=number).seatings.get(round__number=2).table.number
        assert f"Round 2 Table {after}," in north.text
        for words in ("Your page", "Standings"):
            assert words in north.text
        assert "Leading" in Person(north.client).visit(url(event)).follow("Your page").text
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        north.visit(url(event))
        for words in ("Round 1 is closed", f"Round 2 Table {after},", "Your page"):
            assert words in north.text
        assert "Enter the totals" not in north.text
        assert "Round 2" not in stranger(event).text

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
