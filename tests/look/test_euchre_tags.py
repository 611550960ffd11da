"""The words of the card room as pages write them."""

import re
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.template import Context, Template
from django.utils.translation import override

from scoring.seats import Seat
from tournament.templatetags import euchre

TORONTO = SimpleNamespace(time_zone="America/Toronto")


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        (euchre.signed, {2: "+2", -2: "−2", 0: "0", "-11": "−11", None: None, "nothing": "nothing"}),
        (euchre.place, {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th",
                        21: "21st", 102: "102nd", 111: "111th", None: "–", "withdrawn": "withdrawn"}),
        (euchre.seat_name, {"N": "North", "w": "West", Seat.E: "East", None: ""}),
    ],
)  # fmt: skip
def test_points_have_a_true_minus_places_are_ordinal_and_seats_are_named(written, texts):
    assert {value: written(value) for value in texts} == texts


def test_two_partners_are_one_phrase_and_markup_in_a_name_is_only_text():
    partners = [SimpleNamespace(name="Ann <b>"), "نور"]
    assert euchre.pair(partners) == "<bdi>Ann &lt;b&gt;</bdi> and <bdi>نور</bdi>"


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (datetime(2026, 11, 21, 0, 42, tzinfo=UTC), ">7:42 PM<"),
        (datetime(2026, 11, 19, 0, 5, tzinfo=UTC), ">Nov 18, 7:05 PM<"),
    ],
    ids=["this evening", "two days ago"],
)
def test_times_are_those_of_the_hall_s_clock(at, shown):
    with time_machine.travel(datetime(2026, 11, 21, 1, 0, tzinfo=UTC), tick=False):
        assert shown in euchre.local_time(at, TORONTO)
    assert euchre.local_time(None, TORONTO) == ""


def test_a_suit_is_drawn_and_named_and_beside_its_word_is_silent():
    suit = "{% load euchre %}{% suit letter decorative=silent %}"
    for letter, name in (("h", "hearts"), ("D", "diamonds"), ("s", "spades"), ("c", "clubs")):
        drawn = Template(suit).render(Context({"letter": letter, "silent": False}))
        assert f'aria-label="{name}"' in drawn
        assert "<path" in drawn
    drawn = Template(suit).render(Context({"letter": "h", "silent": True}))
    assert 'aria-hidden="true"' in drawn
    assert "aria-label" not in drawn
    assert euchre.icon("no-such-thing") == ""


def test_a_button_says_what_it_sends_and_a_link_looks_like_one():
    sent = euchre.submit("A & B", name="do", value=7, kind="quiet", data_answer=True)
    attributes = 'class="button button-quiet" name="do" type="submit" value="7" data-answer'
    assert sent == f"<button {attributes}>A &amp; B</button>"
    assert "value" not in euchre.submit("Save", name="")
    link = euchre.go("Find", "rules", "progressive", query="?a=1&b=2", after="next")
    assert re.match(r'<a class="button button-quiet" href="/rules/progressive/\?a=1&amp;b=2">Find<svg', link)


EVENT = SimpleNamespace(
    slug="friday", current_round_number=5, seats_itself=False, has={"seating": True, "rulings": True}
)


def keys(*args):
    return [section.key for section in euchre.event_sections(*args)]


def test_only_a_director_finds_the_settings_and_a_phone_s_two_rows_hold_every_section_once():
    assert "settings" in keys(EVENT, "director")
    assert "settings" not in keys(EVENT, "scorer")
    rows = keys(EVENT, "director", "first") + keys(EVENT, "director", "rest")
    assert sorted(rows) == sorted(keys(EVENT, "director"))


@pytest.mark.parametrize(("number", "url"), [(5, "/events/friday/rounds/5/"), (None, "")])
def test_rounds_lead_to_the_round_in_play_if_there_is_one(number, url):
    event = SimpleNamespace(**vars(EVENT) | {"current_round_number": number})
    assert {section.key: section.url for section in euchre.event_sections(event, "viewer")}["rounds"] == url


@pytest.mark.parametrize(
    ("zone", "language", "day", "weekday", "hour"),
    [
        ("America/New_York", "en", "November 22, 2026", "Sunday, November 22, 2026", "8:41 PM"),
        ("Europe/London", "en", "22 November 2026", "Sunday 22 November 2026", "20:41"),
        ("America/Toronto", "fr", "22 novembre 2026", "dimanche 22 novembre 2026", "20:41"),
    ],
)
def test_days_and_hours_are_written_as_where_the_event_takes_place(zone, language, day, weekday, hour):
    """ "Nov. 22, 2026" on paper, "22 November 2026" on the web, 20:41 in Ohio."""
    there = SimpleNamespace(time_zone=zone)
    at = datetime(2026, 11, 22, 20, 41, tzinfo=ZoneInfo(zone))
    with override(language), time_machine.travel(at, tick=False):
        assert euchre.local_day(at.date(), there) == day
        assert euchre.local_weekday(at.date(), there) == weekday
        assert hour in euchre.local_time(at, there).replace("\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}", ":")


def test_no_page_and_no_paper_writes_the_day_of_an_event_in_its_own_way():
    found = [
        str(path)
        for path in Path("templates").rglob("*.html")
        if re.search(r"event\.date\|date:", path.read_text(encoding="utf-8"))
    ]
    assert found == []
