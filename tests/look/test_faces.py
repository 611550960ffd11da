"""The typeface of pages and papers: its figures read as figures, and it is light enough for a phone."""

from pathlib import Path

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[2] / "tournament/static/tournament/fonts"


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


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_figures_read_as_figures_and_are_of_one_width_in_tables(weight):
    """In "0 1 2 3: ring one" a slashed zero looks crossed out (papers finding 15)."""
    font = face(weight)
    characters, in_tables, slashed = font.getBestCmap(), feature(font, "tnum"), feature(font, "zero")
    figures = [in_tables[characters[ord(figure)]] for figure in "0123456789"]
    zero = characters[ord("0")]
    assert contours(font, zero) == contours(font, figures[0]) == 2  # around and inside
    # A password can have a zero that is no letter.
    assert contours(font, slashed[zero]) == 3
    assert slashed[figures[0]] == slashed[zero]
    # A figure space is as wide as a figure of a table, and so is the slashed zero.
    glyphs = [*figures, slashed[figures[0]], characters[0x2007]]
    assert len({font["hmtx"][glyph][0] for glyph in glyphs}) == 1
