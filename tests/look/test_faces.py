"""The typeface of pages and papers: its figures read as figures, and it is light enough for a phone."""

from pathlib import Path

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[2] / "tournament/static/tournament/fonts"
WEIGHTS = ("regular", "bold")


def face(weight):
    return TTFont(FONTS / f"atkinson-hyperlegible-next-{weight}.woff2")


def feature(font, tag):
    """What a feature puts in place of which glyph."""
    table = font["GSUB"].table
    at = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == tag
        for index in record.Feature.LookupListIndex
    }
    found = {}
    for index in at:
        for part in table.LookupList.Lookup[index].SubTable:
            found |= getattr(part, "ExtSubTable", part).mapping
    return found


def contours(font, glyph):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[glyph].draw(pen)
    return sum(command == "closePath" for command, _ in pen.value)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_zero_has_no_stroke_through_it(weight):
    """In "0 1 2 3: ring one" a slashed zero looks crossed out (papers finding 15)."""
    font = face(weight)
    zero = font.getBestCmap()[ord("0")]
    in_tables = feature(font, "tnum")[zero]

    assert contours(font, zero) == 2  # around and inside
    assert contours(font, in_tables) == 2


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_password_can_have_a_zero_that_is_no_letter(weight):
    font = face(weight)
    zero = font.getBestCmap()[ord("0")]
    slashed = feature(font, "zero")

    assert contours(font, slashed[zero]) == 3
    assert slashed[feature(font, "tnum")[zero]] == slashed[zero]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_figures_in_tables_are_all_of_one_width(weight):
    font = face(weight)
    letters, tables = font.getBestCmap(), feature(font, "tnum")
    figures = [tables[letters[ord(figure)]] for figure in "0123456789"]

    assert len({font["hmtx"][figure][0] for figure in figures}) == 1
    assert font["hmtx"][feature(font, "zero")[figures[0]]][0] == font["hmtx"][figures[0]][0]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_figure_space_is_as_wide_as_a_figure_of_a_table(weight):
    font = face(weight)
    characters, in_tables = font.getBestCmap(), feature(font, "tnum")
    widths = {font["hmtx"][in_tables[characters[ord(digit)]]][0] for digit in "0123456789"}

    assert widths == {font["hmtx"][characters[0x2007]][0]}
