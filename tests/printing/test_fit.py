import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import script
from tests.helpers.names import LONG_NAME, REAL_NAMES
from tournament.printing.fit import MM_PER_POINT, abbreviate, fit, in_two_lines, measure, shorten

SIZES = (19, 15, 11, 8)


def widest(fitted, *, bold):
    return max(measure(line, bold=bold) for line in fitted.lines) * fitted.points * MM_PER_POINT


@pytest.mark.parametrize("name", REAL_NAMES)
def test_a_real_name_is_set_in_full_and_within_its_place(name):
    fitted = fit(name, 71, SIZES, lines=3, height=13.5, bold=True)

    assert " ".join(fitted.lines).replace("- ", "-") == name
    assert widest(fitted, bold=True) <= 71


def test_a_name_is_as_large_as_can_be_broken_between_words_and_cut_with_an_ellipsis_at_last():
    assert fit("Bo", 71, SIZES, lines=3, height=13.5).points == 19
    assert fit(LONG_NAME, 60, (11,), lines=3).lines == (
        "Wilhelmina Alexandrina",
        "Fitzgerald-Montgomery",
        "van der Heijden",
    )
    fitted = fit("x" * 200, 71, SIZES, lines=3, height=13.5)

    assert fitted.points == 8
    assert fitted.lines[-1].endswith("…")
    assert len(fitted.lines) * 8 * 1.15 * MM_PER_POINT <= 13.5


def test_a_name_without_room_keeps_its_first_name_and_initials():
    assert abbreviate("Mary Smith", 60, 9) == "Mary Smith"
    assert abbreviate("Wilhelmina Alexandrina Fitzgerald", 20, 7) == "Wilhelmina A. F."
    assert abbreviate("王小明王小明王小明", 12, 9).endswith("…")


def test_a_partner_stands_on_two_lines_in_full_before_they_are_shortened():
    """Partners' names were abbreviated at 7 pt."""
    assert in_two_lines("Zoë Müller-Lüdenscheidt", 22, (9, 8)).lines == ("Zoë Müller-", "Lüdenscheidt")
    assert in_two_lines("Siobhán O’Connor", 19, (9, 8)).lines == ("Siobhán", "O’Connor")
    assert abbreviate("O'Brien, Pat (Mrs.)", 20, 9) == "O'Brien, P."


def test_a_raised_figure_is_measured_as_it_is_set_and_a_hyphened_word_broken_again():
    assert measure(shorten("000²", 8, 9)) * 9 * MM_PER_POINT <= 8
    assert widest(fit("-000000\x1b", 32, SIZES, lines=2), bold=False) <= 32


@pytest.mark.slow
@given(st.text(min_size=1, max_size=250), st.floats(12, 120), st.integers(1, 4), st.booleans())
def test_no_text_is_ever_wider_than_its_place(text, width, lines, bold):
    fitted = fit(text, width, SIZES, lines=lines, bold=bold)

    assert 1 <= len(fitted.lines) <= lines
    assert widest(fitted, bold=bold) <= width + 0.001


@pytest.mark.slow
@given(st.text(max_size=250), st.floats(5, 120))
def test_no_shortened_text_is_ever_wider_than_its_place(text, width):
    assert measure(shorten(text, width, 9)) * 9 * MM_PER_POINT <= width + 0.001


def test_the_widths_that_are_kept_are_those_of_the_typefaces():
    widths = script.load("widths")
    assert json.loads(widths.TARGET.read_text(encoding="utf-8")) == widths.widths(), "run scripts/widths.py"
