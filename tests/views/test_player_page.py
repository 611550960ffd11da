"""A player's own page by secret link: what it shows, whom it lets in, and what it never tells anybody."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, Evening, enter, make_players, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tests.helpers.person import words as text
from tournament.models import Event, Seating
from tournament.reports.player_page import player_page, player_pages
from tournament.reports.players import whereabouts
from tournament.reports.standings import standings
from tournament.services.adjustments import adjust, revoke_adjustment
from tournament.services.events import finish_event
from tournament.services.notes import answer_note, send_note
from tournament.services.players import set_status
from tournament.services.rulings import make_ruling
from tournament.state.rulings import RulingDecision, RulingQuestion

pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture
@kept
def played(director):
    """Nine players, so one sits out each round; round 1 is closed, of round 2 table 1 has reported."""
    evening = Evening(director, players=9, rounds=3).published().scores(1, (9, 4), N=1)
    return evening.scores(1, None, (6, 7)).closed(1).scores(2, (8, 5)).event


def at(event, seat="N", round_number=1, table=1):
    return table_of(event, round_number, table).seatings.get(seat=seat).player


def url(player, page="show"):
    return reverse(f"player_page:{page}", args=[player.token])


class TestTheLink:
    @pytest.mark.parametrize("token", ["x", "0" * 32, "A" * 400])
    def test_a_wrong_one_is_answered_kindly_and_names_nobody(self, client, played, token):
        for page in ("show", "live", "note"):
            answer = client.get(reverse(f"player_page:{page}", args=[token]))
            assert answer.status_code == 404
            assert "This link opens nothing" in text(answer)
            assert played.name not in text(answer)

    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({}, 200),
            ({"date": date(2026, 11, 20) - timedelta(days=30)}, 200),
            ({"date": date(2026, 11, 20) - timedelta(days=31)}, 410),
            ({"player_links": False}, 410),
            ({"is_public": False}, 410),
        ],
    )
    def test_it_ends_a_month_after_the_event_or_when_the_event_says_so(self, client, played, changes, status):
        player = Person(client).visit(url(at(played)))
        Event.objects.filter(pk=played.pk).update(**changes)
        answers = [client.get(url(at(played), page)) for page in ("show", "live")]
        assert [answer.status_code for answer in answers] == [status, status]
        if status == 410:
            sent = player.press("Send the note", text="hello").response
            assert sent.status_code == 410
            assert not played.notes.exists()
            for answer in (*answers, sent):
                why = "This link has ended" if changes.get("is_public", True) else "This event is private"
                assert why in text(answer)
                assert at(played).name not in text(answer)
                assert played.name not in text(answer)

    def test_no_other_player_s_link_stands_on_a_public_page(self, client, played):
        tokens = list(played.players.values_list("token", flat=True))
        pages = [reverse(f"public:{page}", args=[played.slug]) for page in ("event", "standings", "seating")]
        for address in (*pages, url(at(played))):
            html = client.get(address).content.decode()
            assert not [t for t in tokens if t in html and t != at(played).token]


class TestWhatItShows:
    def test_the_card_has_every_round_with_the_next_seat_and_who_sits_out(self, client, played, director):
        player = at(played, "E", 2, 2)
        seats = {s.seat: s.player for s in table_of(played, 2, 2).seatings.select_related("player")}
        page = text(client.get(url(player)))
        assert "Round 2 Table 2, East" in page
        assert f"Partner {seats['W'].number} {seats['W'].name}" in page
        assert (
            f"Opponents {seats['N'].number} {seats['N'].name} {seats['S'].number} {seats['S'].name}" in page
        )
        assert "Then, round 3" in page
        out = Seating.objects.get(round__event=played, round__number=2, table=None).player
        assert "Round 2 You sit out" in text(client.get(url(out)))
        player = at(played, "N", 2, 1)
        first = player.seatings.get(round__number=1)
        points = getattr(first.table.sheets.get(), f"points_{first.seat.lower()}") if first.table else 0
        page = text(client.get(url(player)))
        assert re.search(rf"\b2 1 N 8 {points + 8} 8–5 won", page)
        assert re.search(r"\b3 \d [NESW] – – –|\b3 sat out – – –", page)

    def test_place_and_distance_to_the_next_place(self, client, played):
        rows = standings(played).rows
        first, second = rows[0], next(row for row in rows if row.place == 2)
        page = text(client.get(url(played.players.get(number=first.number))))
        assert f"place of {len(rows)} · {first.points} points" in page
        assert f"{first.points - second.points} points ahead of 2nd" in page or "on points; placed by" in page
        page = text(client.get(url(played.players.get(number=second.number))))
        assert "2nd" in page
        assert f"{first.points - second.points} points behind 1st" in page or "on points; placed by" in page

    def test_rulings_at_the_table_own_warnings_and_adjustments_stand_with_their_reasons(
        self, client, played, director
    ):
        table = table_of(played, 1, 1)
        asked = {"by": director, "at": NOW}
        make_ruling(
            table, decision=RulingDecision(RulingQuestion("table-talk", Seat.E), reason="said trump"), **asked
        )
        award = Award(Side.NS, 2)
        decision = RulingDecision(
            RulingQuestion("renege", Seat.W), award=award, included=True, reason="spade later"
        )
        make_ruling(table, decision=decision, **asked)
        made = adjust(at(played), -2, "late from the break", **asked)
        north, east, west = (text(client.get(url(at(played, seat)))) for seat in "NEW")
        assert "said trump" in east
        assert "said trump" not in north
        assert "spade later" in north
        assert "spade later" in west
        assert "Your total 2 points taken away late from the break" in north
        assert "late from the break" not in east
        assert "Adjusted by the director −2" in north
        revoke_adjustment(made, reason="was on time", **asked)
        assert "late from the break" not in text(client.get(url(at(played))))

    def test_before_seating_it_says_so_and_shows_no_empty_table(self, client, event):
        page = text(client.get(url(make_players(event, 4)[0])))
        assert "The seating isn’t published yet" in page  # players finding 17
        assert "Your card" not in page

    def test_after_the_end_it_is_a_summary_with_a_chart_without_style(self, client, played):
        Event.objects.filter(pk=played.pk).update(status="finished")
        player = at(played, "N", 1, 1)
        answer = client.get(url(player))
        page, html = text(answer), answer.content.decode()
        assert "The event is over" in page
        assert "Best round 10 points, in round 1" in page
        assert "Lone marches 1" in page
        assert f"Best partner {at(played, 'S').name} , 9 together in round 1" in page
        assert "Times euchred" not in page  # totals do not tell
        assert (
            html.count('<rect class="chart-bar"') == len(re.findall(r"<text class=\"chart-value\"", html)) > 0
        )
        assert "style=" not in html

    def test_times_euchred_are_told_where_every_round_has_its_deals(self, played):
        for sheet in table_of(played, 1, 1).sheets.all():
            sheet.euchred = {"N": 2, "S": 2}
            sheet.save()
        player = at(played)
        Seating.objects.filter(player=player, round__number__gt=1).delete()
        page = player_page(player_pages(played, standings(played)), whereabouts(played), player.number)
        assert page.euchred == 2


class TestLive:
    def test_one_version_is_read_once_for_all(self, client, played, django_assert_num_queries):
        address = url(at(played), "live")
        etag = client.get(address)["ETag"]
        with django_assert_num_queries(1):
            answer = client.get(address, headers={"If-None-Match": etag})
        assert (answer.status_code, answer.content) == (304, b"")
        first, second = url(at(played, "N"), "live"), url(at(played, "E"), "live")
        client.get(first)
        with django_assert_num_queries(2):  # whose link it is, and their notes
            client.get(second)

    def test_a_sheet_a_note_and_its_answer_show_in_the_next_answer(self, client, played, director):
        player = at(played, "N", 2, 2)
        address = url(player, "live")

        def changed(etag):
            answer = client.get(address, headers={"If-None-Match": etag})
            assert answer.status_code == 200
            return answer["ETag"], text(answer)

        etag = client.get(address)["ETag"]
        enter(table_of(played, 2, 2), 11, 2)
        etag, page = changed(etag)
        assert "11–2 won" in page
        note = send_note(player, "it was 10", at=NOW)
        etag, page = changed(etag)
        assert "it was 10 with the director" in page
        answer_note(note, by=director, at=NOW, answer="put right")
        etag, page = changed(etag)
        assert "it was 10 done put right" in page


class TestNotes:
    def test_a_note_reaches_the_desk_and_its_answer_the_player(self, client, played, director, desk):
        player = at(played)
        phone = Person(Client()).visit(url(player))
        phone.press("Send the note", text="our <b>round 3</b> was 9, not 6")
        assert "with the director" in phone.text
        assert "&lt;b&gt;round 3&lt;/b&gt;" in phone.page
        official = Person(desk).visit(reverse("events:overview", args=[played.slug]))
        assert "1 note from a player" in official.text
        assert "our <b>round 3</b> was 9, not 6" in official.text
        official.follow("Answer or done").press("It is done", answer="corrected")
        assert "corrected" in official.text
        assert "1 note from" not in official.visit(reverse("events:overview", args=[played.slug])).text
        assert "corrected" in phone.visit(url(player)).text

    def test_what_cannot_be_sent_comes_back_with_what_was_typed(self, client, played):
        player = Person(client).visit(url(at(played))).press("Send the note", text="x" * 301)
        assert "Keep it to 300 characters" in player.text
        assert "x" * 301 in player.page
        for n in range(3):
            player.press("Send the note", text=f"note {n}")
        assert "go to the director’s table" in player.press("Send the note", text="a fourth").text
        assert played.notes.count() == 3

    @pytest.mark.rude
    def test_a_browser_that_hides_where_it_comes_from_may_send(self, played):
        strict = Client(enforce_csrf_checks=True)
        answer = strict.post(url(at(played), "note"), {"text": "hello"}, headers={"Origin": "null"})
        assert answer.status_code == 302
        assert played.notes.get().text == "hello"


class TestTheDirectorsLinks:
    def test_every_link_stands_on_one_page_which_says_when_they_open_nothing(self, desk, played):
        html = desk.get(reverse("players:links", args=[played.slug])).content.decode()
        for player in played.players.all():
            assert f"http://testserver{url(player)}" in html
        assert html.count('class="qr"') == 9
        Event.objects.filter(pk=played.pk).update(player_links=False)
        assert "open nothing now" in text(desk.get(reverse("players:links", args=[played.slug])))

    @pytest.mark.parametrize(
        ("hall", "host", "found"),
        [
            ("192.168.7.9", "localhost:8000", "http://192.168.7.9:8000/p/"),
            ("192.168.7.9", "127.0.0.1", "http://192.168.7.9/p/"),
            ("192.168.7.9", "hall.example:8000", "http://hall.example:8000/p/"),
            (None, "localhost", "Phones cannot open these addresses"),
        ],
    )
    def test_on_the_halls_laptop_the_address_is_the_one_phones_reach_if_there_is_one(
        self, desk, played, monkeypatch, settings, hall, host, found
    ):
        settings.ALLOWED_HOSTS = ["*"]
        monkeypatch.setattr("tournament.web.addresses.hall_address", lambda: hall)
        page = desk.get(reverse("players:links", args=[played.slug]), headers={"Host": host})
        assert found in page.content.decode()


def test_the_codes_of_a_thousand_players_come_a_page_at_a_time(desk, event, monkeypatch):
    """Drawing a thousand codes on one page took 14.6 s."""
    monkeypatch.setattr("tournament.views.players.CODES", 5)
    make_players(event, 12)
    address = reverse("players:links", args=[event.slug])
    pages = [desk.get(address, {"page": page}).content.decode() for page in ("", "1", "2", "3", "99", "x")]
    assert [page.count('class="table-link"') for page in pages] == [5, 5, 5, 2, 2, 5]
    assert "Page 2 of 3" in " ".join(pages[2].split())
    assert 'href="?page=1"' in pages[2]
    assert 'href="?page=3"' in pages[2]
    one = desk.get(address, {"player": "12"}).content.decode()
    assert one.count('class="table-link"') == 1
    assert "Page 1" not in one


def test_before_the_first_score_nobody_has_a_place_or_leads(client, director):
    """“1st place, shared, of 9 · 0 points” stood there in the largest type, and 85 rows with place 1."""
    event = make_published(director, players=9)
    front = reverse("public:event", args=[event.slug])
    shown = (url(at(event)), front, f"{front}?player={at(event).number}")
    for address in shown:
        page = text(client.get(address))
        assert [words for words in ("1st", "Leading", "0 points") if words in page] == [], address
    enter(table_of(event), 9, 4)
    for address in shown:
        assert {"1st", "Leading"} & set(re.split(r"\W+", text(client.get(address)))), address


@pytest.mark.parametrize("rounds", [1, 5, 13])
def test_between_the_last_round_and_the_result_nobody_is_sent_to_the_table(client, director, rounds):
    """The whole hall read “You’re not seated in a round that is still to come. If that’s wrong, ask …”."""
    event = make_published(director, players=9, rounds=rounds)
    gone = event.players.get(number=3)
    set_status(gone, "left", by=director, at=NOW)
    out = event.rounds.get(number=rounds).seatings.get(table=None).player
    for number in range(1, rounds + 1):
        assert "still to come" not in text(client.get(url(out)))
        play(event, number)
    front = reverse("public:event", args=[event.slug])
    public = [f"{front}?player={player.number}" for player in (gone, out, at(event, "E"))]
    shown = [url(gone), url(out), url(at(event)), *public, front]
    shown += [reverse(f"public:{page}", args=[event.slug]) for page in ("seating", "board")]
    for address in shown:
        page = text(client.get(address))
        assert "That was the last round. The result follows." in page, address
        assert "still to come" not in page
    finish_event(event, by=director, at=NOW)
    for address in shown:
        assert "That was the last round." not in text(client.get(address)), address
