"""Readers see the letter of a seat in their own language; codes, forms and files keep N, E, S, W."""

import re
from pathlib import Path

import pytest

from scoring.errors import BadCards
from scoring.renege_proof import examine
from scoring.seats import SEATS, Seat, Side
from tests.helpers.seat_words import in_french
from tournament.forms.deals import SEAT_CHOICES
from tournament.models.seating import SEAT_LETTERS, SIDES_IN_SHORT
from tournament.templatetags.euchre import seat_letter, side_letters

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SENTENCE = re.compile(r"{% (?:translate .*?|blocktranslate.*?endblocktranslate) %}", re.DOTALL)
ATTRIBUTE = re.compile(r"""[\w-]+="[^"]*\{\{[^"]*\}\}[^"]*\"""")
RAW_SEAT = re.compile(
    r"\{\{\s*(?:(?:[\w.]+\.)?seat(?:\.value)?|deal\.(?:dealer|maker|lone\w*)|dealer|radio\.data\.value)\s*\}\}"
)
LITERAL = re.compile("E–W|N–S|(?<!<kbd)>W<")


def test_west_is_o_in_french_and_w_in_english():
    assert [seat_letter(seat) for seat in "NESW"] == ["N", "E", "S", "W"]
    with in_french():
        assert [seat_letter(seat) for seat in SEATS] == ["N", "E", "S", "O"]
        assert [str(SEAT_LETTERS[seat]) for seat in SEATS] == ["N", "E", "S", "O"]
        assert (side_letters("EW"), str(SIDES_IN_SHORT[Side.EW])) == ("E–O", "EO")


def test_what_a_form_sends_stays_the_code():
    with in_french():
        assert [code for code, _name in SEAT_CHOICES] == ["N", "S", "E", "W"]


def test_no_seat_has_no_letter():
    assert [seat_letter(none) for none in (None, "", "X")] == ["", "", ""]


def test_pages_write_no_code_of_a_seat_where_people_read():
    found = {}
    for path in TEMPLATES:
        read = ATTRIBUTE.sub("", SENTENCE.sub("", path.read_text(encoding="utf-8")))
        if raw := RAW_SEAT.findall(read) + LITERAL.findall(read):
            found[path.name] = raw
    assert found == {}


def test_a_typed_o_is_west_and_so_is_w():
    for letter in ("o", "O", "w", "W", Seat.W):
        assert examine("h", letter, [["9s", "10s", "Js", "As"]]).winners == (Seat.S,)
    with pytest.raises(BadCards):
        examine("h", "X", [["9s", "10s", "Js", "As"]])
