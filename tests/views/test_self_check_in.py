"""Players check themselves in by phone: with the sign's code or on their own page, and what the desk sees."""

import json
import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_event, make_players, make_published
from tests.helpers.person import Person
from tournament.models import AuditEntry, Event, Player
from tournament.registry.actions import PLAYER_CHECKED_IN_BY_PHONE
from tournament.reports.history import line_of
from tournament.services import players as services
from tournament.services import sign_ups
from tournament.services.attendance import renew_sign
from tournament.services.errors import Refused
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round

pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture
def hall(director):
    """An evening at whose door a sign hangs; sixteen players are expected."""
    event = make_event(director)
    make_players(event, 16, status="expected")
    return switched(event, director, self_check_in=True)


def switched(event, director, **settings):
    change_event(event, by=director, at=NOW, **settings)
    return Event.objects.get(pk=event.pk)


def sign(event):
    return reverse("self_check_in:show", args=[event.here_token])


def player(event, number=1):
    return event.players.get(number=number)


def at_the_sign(event, **headers):
    return Person(Client(**headers)).visit(sign(event))


def found(event, number=1, **headers):
    """A phone at the sign, whose holder has found their name."""
    return at_the_sign(event, **headers).visit(f"{sign(event)}?player={number}")


def arrive(event, number=1, **headers):
    return found(event, number, **headers).press("I’m here")


def by_phone(event):
    return AuditEntry.objects.filter(event=event, action=PLAYER_CHECKED_IN_BY_PHONE.code)


class TestTheSign:
    def test_a_player_finds_their_name_or_number_and_says_im_here(self, hall):
        Player.objects.filter(event=hall, number=2).update(own_name="Ann Baker")
        assert "2 Ann Baker" in at_the_sign(hall).press("Find", q="2").text
        both = at_the_sign(hall).press("Find", q="an")
        assert "Which one are you?" in both.text
        assert 'href="?player=2"' in both.page
        assert "I’m here" in both.visit(f"{sign(hall)}?player=2").text
        assert player(hall, 2).status == "expected", "a look checks nobody in"
        assert "1 Ann Archer" in at_the_sign(hall).press("Find", q="archr").text
        assert "go to the director’s table" in at_the_sign(hall).press("Find", q="zzz").text
        ann = at_the_sign(hall).press("Find", q="ann archer")
        assert "1 Ann Archer" in ann.text
        ann.press("I’m here")
        assert "You’re checked in" in ann.text
        assert player(hall).status == "here"

    def test_names_are_as_short_as_everybody_sees_them(self, hall, director):
        short = switched(hall, director, short_names=True)
        found = at_the_sign(short).press("Find", q="1")
        assert "Ann A." in found.text
        assert "Archer" not in found.page
        assert "Archer" not in at_the_sign(short).press("Find", q="archer").text

    def test_who_is_here_is_told_so_and_where_to_go_if_it_was_somebody_else(self, hall, director):
        ready = found(hall)
        services.check_in(player(hall), by=director, at=NOW)
        told = at_the_sign(hall).press("Find", q="1")
        assert "You’re checked in" in told.text
        assert "Was it someone else who did that?" in told.text
        ready.press("I’m here")
        assert by_phone(hall).count() == 0

    @pytest.mark.parametrize(
        ("status", "more"), [("late", {"from_round": 2}), ("left", {}), ("disqualified", {"reason": "rude"})]
    )
    def test_only_who_is_expected_can_others_go_to_the_desk(self, hall, director, status, more):
        ready = found(hall)
        services.set_status(player(hall), status, by=director, at=NOW, **more)
        ready.press("I’m here")
        assert player(hall).status == status
        told = at_the_sign(hall).press("Find", q="1")
        assert "Please go to the director’s table" in told.text
        assert "I’m here" not in told.text.replace("Check in", "")
        assert status not in told.text.lower(), "nobody else learns why"

    def test_who_was_taken_off_the_list_is_not_found(self, hall, director):
        ready = found(hall)
        services.remove_player(player(hall), by=director, at=NOW)
        assert "Nobody here is called" in at_the_sign(hall).press("Find", q="ann archer").text
        ready.press("I’m here")
        assert by_phone(hall).count() == 0

    @pytest.mark.rude
    def test_what_is_no_number_of_a_player_does_nothing(self, hall):
        for sent in ("", "x", "0", "99999999999", "-1", "١"):
            assert Client().post(sign(hall), {"number": sent}).status_code == 200
        assert by_phone(hall).count() == 0


class TestWhen:
    def test_not_before_the_day(self, hall, director):
        ready = found(hall)
        later = switched(hall, director, date=date(2026, 11, 27))
        assert "Check-in opens at 27 Nov" in at_the_sign(later).text
        ready.press("I’m here")
        assert player(later).status == "expected"

    def test_the_hall_s_clock_counts(self, hall, director):
        east = switched(hall, director, time_zone="Pacific/Auckland")  # there it is the 21st already
        assert "You’re checked in" in arrive(east).text
        west = switched(hall, director, time_zone="Pacific/Honolulu", date=date(2026, 11, 21))
        assert "Check-in opens" in at_the_sign(west).text

    def test_not_once_the_evening_is_over(self, hall, that_evening):
        ready = found(hall)
        that_evening.shift(timedelta(days=2))
        assert "The event is over." in at_the_sign(hall).text
        assert "The event is over." in ready.press("I’m here").text

    def test_from_two_hours_before_the_start_where_one_is_planned(self, hall, director, that_evening):
        ready = found(hall)
        planned = switched(hall, director, starts_at="22:00")  # it is 19:42
        assert "Check-in opens at 20:00." in at_the_sign(planned).text
        assert "Check-in opens at 20:00." in ready.press("I’m here").text
        that_evening.shift(timedelta(minutes=18))
        arrive(planned)
        assert player(planned).status == "here"

    def test_not_at_a_finished_event(self, director):
        event = make_published(director, rounds=1)
        make_players(event, ["Zoe Late"], status="expected")
        event = switched(event, director, self_check_in=True)
        close_round(event.rounds.get(), by=director, at=NOW, despite_missing=True)
        finish_event(event, by=director, at=NOW, missing=("1.1", "1.2"))
        assert "The event is over." in found(event, 9).text

    def test_once_the_seating_is_out_whoever_has_no_seat_is_sent_to_the_desk(self, director):
        event = make_published(director)
        make_players(event, ["Zoe Late"], status="expected")
        event = switched(event, director, self_check_in=True)
        assert "so that you get a seat" in found(event, 9).text
        Player.objects.filter(event=event, number=1).update(status="expected")
        assert "You’re checked in" in arrive(event, 1).text, "a seat waits for them"


class TestTheSecret:
    def test_it_is_off_unless_the_settings_switch_it_on(self, event, director):
        assert not event.self_check_in
        assert event.here_token == ""
        assert Client().get("/here/x/").status_code == 404
        with pytest.raises(Refused, match="settings switch it on"):
            renew_sign(event, by=director, at=NOW)
        on = switched(event, director, self_check_in=True)
        assert len(on.here_token) == 32
        off = switched(on, director, self_check_in=False)
        assert Client().get(sign(off)).status_code == 404
        assert switched(off, director, self_check_in=True).here_token == on.here_token, "the sign hangs there"

    def test_a_renewed_code_ends_the_old_sign(self, hall, director, desk):
        old, ready = sign(hall), found(hall)
        Person(desk).visit(at(hall, "players:check_in")).press("Renew the code")
        new = Event.objects.get(pk=hall.pk)
        assert Client().get(old).status_code == 404
        assert ready.press("I’m here").response.status_code == 404
        assert Client().get(sign(new)).status_code == 200
        assert line_of(AuditEntry.objects.first()).sentence == "renewed the code with which players check in"

    def test_it_stands_on_no_public_page(self, hall, settings):
        settings.ALLOWED_HOSTS = ["*"]
        for name in ("event", "live", "board", "board_live", "players", "seating", "standings", "rules"):
            page = Client().get(at(hall, f"public:{name}"), HTTP_HOST="hall.example.org")
            assert page.status_code == (404 if name == "players" else 200)
            assert hall.here_token not in page.content.decode(), name
            assert "Scan to check in" not in page.content.decode(), name

    def test_the_big_screen_shows_it_where_an_official_opened_it_with_the_secret(self, hall, desk, director):
        shown = {"HTTP_HOST": "hall.example.org"}
        board = at(hall, "public:board")
        for where in (board, at(hall, "public:board_live")):
            page = Client().get(f"{where}?here={hall.here_token}", **shown)
            assert "Scan to check in" in page.content.decode()
            assert "Scan to check in" not in Client().get(f"{where}?here=x", **shown).content.decode()
        for page in ("events:overview", "players:check_in"):
            desk_page = desk.get(at(hall, page)).content.decode()
            assert f"{board}?here={hall.here_token}" in desk_page

    def test_more_than_a_whole_hall_at_once_is_refused_with_the_time_to_wait(self, hall, monkeypatch):
        monkeypatch.setattr("tournament.services.attendance.MOST_AT_ONCE", 2)
        assert [arrive(hall, number).response.status_code for number in (1, 2, 3)] == [200, 200, 429]
        assert arrive(hall, 4).response["Retry-After"] == str(int(sign_ups.BURST.total_seconds()))
        assert "You’re checked in" in arrive(hall, 3, REMOTE_ADDR="10.0.0.9").text

    def test_a_private_event_has_no_sign_and_the_history_no_address(self, hall, director):
        arrive(hall, REMOTE_ADDR="10.0.0.9")
        assert "10.0.0.9" not in json.dumps(by_phone(hall).get().facts)
        assert Client().get(sign(switched(hall, director, is_public=False))).status_code == 404


class TestTheOwnPage:
    def own(self, event, number=1):
        return reverse("player_page:show", args=[player(event, number).token])

    def test_one_press_is_enough(self, hall):
        ann = Person(Client()).visit(self.own(hall)).press("I’m here")
        assert "You’re checked in." in ann.text
        assert "I’m here" not in ann.text
        assert player(hall).status == "here"

    def test_it_opens_by_the_clock_though_nothing_else_changed(self, hall, director, that_evening):
        planned = switched(hall, director, starts_at="22:00")
        live = reverse("player_page:live", args=[player(planned).token])
        early = Client().get(live)
        assert "Check-in opens at 20:00." in early.content.decode()
        that_evening.shift(timedelta(minutes=20))
        later = Client().get(live, headers={"If-None-Match": early["ETag"]})
        assert later.status_code == 200
        assert "I’m here" in later.content.decode()

    def test_it_is_not_offered_where_the_event_does_not(self, hall, director):
        ready = Person(Client()).visit(self.own(hall))
        off = switched(hall, director, self_check_in=False)
        assert "I’m here" not in Person(Client()).visit(self.own(off)).text
        ready.press("I’m here")
        assert player(off).status == "expected"

    def test_a_refusal_is_told_there(self, hall, monkeypatch):
        monkeypatch.setattr("tournament.services.attendance.MOST_AT_ONCE", 0)
        assert "go to the director’s table" in Person(Client()).visit(self.own(hall)).press("I’m here").text


class TestTheDesk:
    @pytest.fixture
    def dora(self, desk, hall):
        return Person(desk).visit(at(hall, "players:check_in"))

    def test_it_takes_back_what_a_joker_did_and_whom_it_checked_in_itself_is_not_by_phone(
        self, hall, dora, director
    ):
        arrive(hall, 3)
        dora.visit(dora.path).press("Undo Cora Cole")
        assert player(hall, 3).status == "expected"
        assert "Checked in by phone" not in dora.text
        arrive(hall, 3)
        assert player(hall, 3).status == "here", "the real one may still come"
        services.undo_check_in(player(hall, 3), by=director, at=NOW)
        services.check_in(player(hall, 3), by=director, at=NOW)
        assert "Cora Cole" in dora.visit(dora.path).text
        assert "Checked in by phone" not in dora.text

    def test_what_phones_did_does_not_hide_what_officials_may_undo(self, hall, desk, director):
        services.check_in(player(hall, 5), by=director, at=NOW)
        for number in range(6, 14):
            arrive(hall, number)
        assert "Eve Ellis" in desk.get(at(hall, "undoing:latest")).content.decode()

    def test_it_sees_who_came_by_phone_and_how_by_itself_too_and_so_does_the_history(self, hall, dora):
        live = re.search(r'data-arrivals="([^"]+)"', dora.page)[1]
        etag = {"If-None-Match": dora.client.get(live)["ETag"]}
        assert dora.client.get(live, headers=etag).status_code == 304
        arrive(hall, 3)
        assert "Cora Cole" in dora.client.get(live, headers=etag).content.decode()
        line = line_of(by_phone(hall).get())
        assert f"{line.by} {line.sentence}" == (
            "A phone checked in number 3, Cora Cole, by the code on the sign"
        )
        Person(Client()).visit(reverse("player_page:show", args=[player(hall, 4).token])).press("I’m here")
        seen = dora.visit(dora.path).text
        assert "Checked in by phone: 2" in seen
        assert "3 Cora Cole, 19:42, by the code on the sign" in seen.replace(" ,", ",")
        assert "4 Dan Drew, 19:42, from the player’s own page" in seen.replace(" ,", ",")
        assert "2 of 16 here" in seen
