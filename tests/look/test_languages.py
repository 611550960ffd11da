"""Figures, amounts, days and hours as a language writes them, on pages and on paper."""

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils import timezone
from django.utils.translation import override, trans_real

from scoring.standings import KEYS
from tournament.forms.fields import TimeOfDayField
from tournament.forms.prizes import amounts_of, cents_of
from tournament.templatetags import euchre
from tournament.words import figures, languages

ROOT = Path(__file__).parents[2]
NBSP = "\N{NO-BREAK SPACE}"
WORDS = {
    ("money", "%(sign)s%(amount)s"): f"%(amount)s{NBSP}%(sign)s",
    ("time of day", "H:i"): f"G{NBSP}\\h{NBSP}i",
    ("moment", "j M, H:i"): f"j M, G{NBSP}\\h{NBSP}i",
    ("first day of a month", "j F Y"): "j\\e\\r F Y",
    ("place", "1st"): "1er",
    ("place such as 4th and 11th", "%(number)sth"): "%(number)se",
}


@pytest.fixture
def french(monkeypatch):
    """French with the few words that are written here, whatever is translated by now."""
    known = {
        f"{context}{trans_real.CONTEXT_SEPARATOR}{text}": words for (context, text), words in WORDS.items()
    }
    spoken = trans_real.translation("fr")
    real = spoken.gettext
    monkeypatch.setattr(spoken, "gettext", lambda text: known.get(text) or real(text))
    with override("fr"):
        yield


def test_figures_have_the_decimal_point_of_the_language(french):
    assert figures.decimal(Fraction(25, 3), 2) == "8,33"
    assert figures.percent(Fraction(5, 8)) == f"62,5{NBSP}%"
    assert figures.key_figure(KEYS["average"], Fraction(17, 2)) == "8,50"
    with override("en"):
        assert figures.decimal(Fraction(25, 3), 2) == "8.33"


@pytest.mark.parametrize(
    ("zone", "written"),
    [("America/Toronto", f"5,00{NBSP}$"), ("Europe/London", f"5,00{NBSP}£"), ("UTC", "5,00")],
)
def test_money_has_its_sign_where_the_language_puts_it(french, zone, written):
    assert figures.money(500, zone) == written
    with override("en"):
        assert figures.money(-1250, "America/Toronto") == "−$12.50"


def test_days_and_hours_are_written_as_the_language_does(french):
    zone = "America/Toronto"
    assert figures.day(date(2026, 11, 20), zone) == "20 novembre 2026"
    assert figures.day(date(2026, 11, 1), zone) == "1er novembre 2026"
    evening = datetime(2026, 11, 20, 19, 5)
    assert figures.clock_time(evening, zone) == f"19{NBSP}h{NBSP}05"
    assert figures.clock_time(evening, zone, with_day=True).endswith(f", 19{NBSP}h{NBSP}05")
    with override("en"):
        assert figures.clock_time(evening, zone) == "7:05 PM"
        assert figures.clock_time(evening, "Europe/London") == "19:05"


@pytest.mark.parametrize(
    ("day", "short", "with_weekday", "this_year", "shortest"),
    [
        (date(2026, 11, 23), "23 nov. 2026", "lun. 23 nov. 2026", "23 novembre", "23 nov."),
        (date(2026, 12, 1), "1er déc. 2026", "mar. 1er déc. 2026", "1er décembre", "1er déc."),
    ],
)
def test_days_of_lists_are_written_in_french_too(day, short, with_weekday, this_year, shortest):
    with override("fr"):
        assert (figures.short_day(day), figures.short_day(day, weekday=True)) == (short, with_weekday)
        assert (figures.day_and_month(day), figures.day_and_month(day, short=True)) == (this_year, shortest)
    with override("en"), timezone.override("Europe/London"):
        assert figures.short_day(date(2026, 11, 23), weekday=True) == "Mon 23 Nov 2026"


def test_every_day_and_hour_of_a_site_in_north_america_is_written_as_its_events_are():
    """Four forms of dates on one site: “Tue 24 Nov 2026” beside “November 24, 2026”."""
    day, at = date(2026, 11, 24), datetime(2026, 11, 24, 14, 44, 32, tzinfo=UTC)
    with override("en"), timezone.override("America/Toronto"):
        assert figures.day(day, "America/Toronto") == "November 24, 2026"
        assert figures.short_day(day) == "Nov 24, 2026"
        assert figures.short_day(day, weekday=True) == "Tue, Nov 24, 2026"
        assert figures.day_and_month(day) == "November 24"
        assert figures.day_and_month(day, weekday=True) == "Tuesday, November 24"
        assert figures.day_and_month(day, short=True) == "Nov 24"
        assert euchre.site_moment(at) == "November 24, 9:44 AM"
        assert euchre.site_moment(at, "seconds") == "Tue, Nov 24, 9:44:32 AM"
        assert euchre.site_moment(at, "year") == "Tue, Nov 24, 2026, 9:44 AM"


def test_when_a_backup_was_made_is_written_in_french_too():
    at = datetime(2026, 11, 23, 14, 44, 32, tzinfo=UTC)
    with override("fr"):
        assert euchre.site_moment(at, "seconds") == f"lun. 23 nov., 9{NBSP}h{NBSP}44{NBSP}min{NBSP}32{NBSP}s"
        assert euchre.site_moment(at, "year") == f"lun. 23 nov. 2026, 9{NBSP}h{NBSP}44"


def test_the_first_of_a_month_has_its_form_beside_an_hour_too():
    """French finding: “1 décembre, 9 h” beside “1er décembre”."""
    at, hour = datetime(2026, 12, 1, 14, 44, 32, tzinfo=UTC), f"9{NBSP}h{NBSP}44"
    with override("fr"):
        assert euchre.site_moment(at) == f"1er décembre, {hour}"
        assert euchre.site_moment(at, "year") == f"mar. 1er déc. 2026, {hour}"
        assert euchre.site_moment(at, "seconds") == f"mar. 1er déc., {hour}{NBSP}min{NBSP}32{NBSP}s"
        there = datetime(2026, 12, 1, 9, 44)
        assert figures.clock_time(there, "America/Toronto", with_day=True) == f"1er déc., {hour}"
        assert figures.clock_time(there, "America/Toronto") == hour
    with override("en"):
        with timezone.override("Europe/London"):
            assert euchre.site_moment(at) == "1 December, 14:44"
        assert figures.clock_time(there, "Europe/London", with_day=True) == "1 Dec, 09:44"


def test_no_page_writes_a_day_in_a_form_of_its_own():
    """Such a form is English in every language; `figures` has those that a language can change."""
    templates = [path for path in (ROOT / "templates").rglob("*.html") if "|date:" in path.read_text()]
    written_here = {"figures.py", "euchre.py"}
    code = [path for path in (ROOT / "tournament").rglob("*.py") if "date_format(" in path.read_text()]
    assert (templates, {path.name for path in code} - written_here) == ([], set())


def test_places_are_counted_as_the_language_does(french):
    assert [figures.ordinal(number) for number in (1, 11)] == ["1er", "11e"]


@pytest.mark.parametrize("typed", ["19 h 30", "19h30", f"19{NBSP}h{NBSP}30", "19:30", "19.30", "7:30 pm"])
def test_a_time_of_day_may_be_typed_as_people_write_it(typed):
    assert TimeOfDayField().clean(typed) == "19:30"


def test_a_full_hour_needs_no_minutes():
    assert TimeOfDayField().clean("19 h") == "19:00"


@pytest.mark.parametrize("typed", ["12,50 $", f"12,50{NBSP}$", "$12.50", "12.5"])
def test_an_amount_may_be_typed_as_it_is_written(typed):
    assert cents_of(typed) == 1250


@pytest.mark.parametrize("typed", ["1 200,50", f"1{NBSP}200,50 $", "1,200.50"])
def test_thousands_may_be_set_apart(typed):
    assert cents_of(typed) == 120050


def test_a_space_still_parts_the_amounts_of_a_list():
    assert amounts_of("50 30 20") == [5000, 3000, 2000]
    assert amounts_of("100 200") == [10000, 20000]


def test_a_language_that_the_site_does_not_know_is_the_sites_own(settings):
    assert languages.language_of(SimpleNamespace(language="tlh")) == settings.LANGUAGE_CODE
    assert languages.name_of("fr") == "Français"
    assert languages.name_of("tlh") == "tlh"
