"""The agenda: planned from start, rounds and break; and how it follows what happens."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from tests.helpers.factories import NOW, make_published
from tests.helpers.person import Person
from tests.helpers.refusals import refused
from tournament.models import Event
from tournament.reports.agenda import agenda, calendar_file, planned_agenda
from tournament.reports.seating import ChartRound
from tournament.services.events import change_event
from tournament.state.clock import Clock

SEVEN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def event(**changes):
    """Four rounds of 20 minutes from seven, with a break of 15 minutes after the second; not stored."""
    made = {
        "name": "Euchre, beer; fun", "slug": "friday", "date": SEVEN.date(), "time_zone": "UTC",
        "round_count": 4, "starts_at": "19:00", "round_minutes": 20, "break_after": "2",
        "break_minutes": "15",
    }  # fmt: skip
    return Event(**(made | changes))


def rounds(*statuses):
    return [ChartRound(number, status, (), ()) for number, status in enumerate(statuses, start=1)]


def minutes(at):
    return (at - SEVEN) // timedelta(minutes=1)


def after(count):
    return SEVEN + timedelta(minutes=count)


class TestPlanned:
    def test_rounds_follow_each_other_with_room_to_move_and_a_break(self):
        plan = planned_agenda(event())
        assert [(line.round, minutes(line.starts)) for line in plan.lines] == [
            (1, 0), (2, 25), (None, 45), (3, 60), (4, 85),
        ]  # fmt: skip
        assert minutes(plan.ends) == 105

    @pytest.mark.parametrize(("minutes", "starts"), [("15 30", (0, 35, 60, 110)), ("15", (0, 35, 60, 95))])
    def test_there_can_be_several_breaks_of_one_length_or_of_several(self, minutes, starts):
        plan = planned_agenda(event(break_after="1 3", break_minutes=minutes))
        assert [line.round for line in plan.lines] == [1, None, 2, 3, None, 4]
        assert tuple((line.starts - SEVEN).seconds // 60 for line in plan.lines if line.round) == starts

    def test_what_is_known_only_is_planned_in_the_halls_own_time(self):
        plan = planned_agenda(event(round_minutes=None))
        assert (plan.starts, plan.lines, plan.ends) == (SEVEN, (), None)
        starts = planned_agenda(event(time_zone="America/New_York")).starts
        assert starts.astimezone(UTC).hour == 0  # seven in the evening there


class TestFollowingTheClock:
    def test_a_round_without_a_clock_ends_as_planned_or_later_and_a_closed_one_leaves_the_rest(self):
        assert agenda(event(), [], None, SEVEN) == planned_agenda(event())
        assert minutes(agenda(event(), rounds("open"), None, after(5)).ends) == 105
        assert minutes(agenda(event(), rounds("open"), None, after(31)).ends) == 116
        now = agenda(event(), rounds("closed", "closed", "planned"), None, after(50))
        assert [(line.round, minutes(line.starts)) for line in now.to_come] == [(None, 50), (3, 65), (4, 90)]
        assert agenda(event(status="finished"), rounds("closed"), None, after(90)) is None

    def test_a_clock_says_when_its_round_ends_running_or_halted(self):
        late = Clock(1, ends_at=after(32))
        now = agenda(event(), rounds("open", "planned"), late, after(12))
        assert [minutes(line.starts) for line in now.to_come] == [12, 37, 57, 72, 97]
        assert minutes(now.ends) == 117
        now = agenda(event(), rounds("open"), Clock(1, left=600), after(30))
        assert minutes(now.ends) == 40 + 85

    def test_the_last_round_ends_the_evening(self):
        now = agenda(
            event(), rounds("closed", "closed", "closed", "open"), Clock(4, ends_at=after(99)), after(90)
        )
        assert (len(now.to_come), minutes(now.ends)) == (1, 99)


class TestTheCalendarFile:
    def file(self, **changes):
        return calendar_file(event(**changes), "https://hall.example/e/friday/", SEVEN)

    def test_times_are_utc_and_the_end_is_the_expected_one(self):
        lines = self.file(time_zone="America/New_York").split("\r\n")
        assert "DTSTART:20261121T000000Z" in lines
        assert "DTEND:20261121T014500Z" in lines
        assert "UID:friday@hall.example" in lines
        assert lines[0] == "BEGIN:VCALENDAR"
        assert lines[-2:] == ["END:VCALENDAR", ""]

    def test_text_is_escaped_and_folded_and_without_a_start_it_is_a_whole_day(self):
        assert r"SUMMARY:Euchre\, beer\; fun" in self.file()
        assert "LOCATION:a\\\\b" in self.file(venue="a\\b")
        name = "Österreichische Euchre-Meisterschaft " * 4
        text = self.file(name=name)
        assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
        assert f"SUMMARY:{name}" in text.replace("\r\n ", "")
        assert "DTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261121" in self.file(starts_at="")


class TestOnItsPage:
    @pytest.fixture
    def published(self, director):
        return make_published(director, players=8, rounds=4)

    @pytest.mark.slow
    def test_a_director_types_several_and_what_is_no_number_is_told_beside_it(self, desk, published):
        page = Person(desk).visit(reverse("events:settings", args=[published.slug]))
        page.press("Save the settings", break_after="one", break_minutes="15")
        assert "Write whole numbers, such as 4, or 3, 6." in page.text
        page.press("Save the settings", break_after="1, 3", break_minutes="15, 30, 5")
        assert "one for each: there are 2 breaks" in page.text
        page.press("Save the settings", starts_at="19:00", round_minutes="20", break_minutes="15, 30")
        published.refresh_from_db()
        assert (published.break_after, published.break_minutes) == ("1 3", "15 30")
        html = desk.get(reverse("public:event", args=[published.slug])).content.decode()
        assert "Break, 15 minutes" in html
        assert "Break, 30 minutes" in html

    def test_players_see_start_break_and_end_where_there_is_a_start(self, client, published, director):
        """Players' wish 5: start time, agenda, expected end, a file for the calendar."""
        page = client.get(reverse("public:event", args=[published.slug])).content.decode()
        assert published.name in page
        assert "Agenda" not in page
        asked = {"starts_at": "19:00", "round_minutes": 20, "break_after": "2", "break_minutes": "15"}
        change_event(published, by=director, at=SEVEN, **asked)
        html = client.get(reverse("public:event", args=[published.slug])).content.decode()
        assert "Break, 15 minutes" in html
        assert "Expected end: about" in html
        answer = client.get(reverse("public:calendar", args=[published.slug]))
        assert answer["Content-Type"].startswith("text/calendar")
        assert b"DTSTART:20261120T190000Z" in answer.content

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"starts_at": "25:00"}, "start-time"),
            ({"break_after": "4", "break_minutes": "10"}, "break-after"),
            ({"break_after": "0", "break_minutes": "10"}, "break-after"),
            ({"break_after": "3 1", "break_minutes": "10"}, "break-order"),
            ({"break_after": "2 2", "break_minutes": "10"}, "break-order"),
            ({"break_after": "1 2 3", "break_minutes": "10 20"}, "breaks-differ"),
            ({"break_after": "1 2", "break_minutes": "10 0"}, "break-minutes"),
            ({"break_after": "2"}, "half-a-break"),
            ({"break_minutes": "10"}, "half-a-break"),
        ],
    )
    def test_what_cannot_be_is_refused(self, published, director, changes, code):
        with refused(code):
            change_event(published, by=director, at=NOW, **changes)

    @pytest.mark.parametrize(
        ("typed", "kept"), [("19:30", "19:30"), ("7:30 pm", "19:30"), ("", ""), ("7 PM", "19:00")]
    )
    def test_the_start_is_typed_as_people_write_it(self, typed, kept):
        from tournament.forms.fields import TimeOfDayField

        assert TimeOfDayField().clean(typed) == kept
