"""The palette: readable in both schemes."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "tournament/static/tournament/css"

TEXT_ON = [
    ("ink", "page"), ("ink", "card"), ("ink", "sunk"), ("ink", "felt-tint"),
    ("ink-soft", "page"), ("ink-soft", "card"), ("ink-soft", "sunk"),
    ("felt", "page"), ("felt", "card"), ("felt", "sunk"), ("on-felt", "felt"), ("on-felt", "felt-hover"),
    ("on-table", "table"), ("on-table-soft", "table"), ("on-brass", "brass"), ("on-brass", "brass-hover"),
    ("ok", "ok-tint"), ("wait", "wait-tint"), ("warn", "warn-tint"), ("bad", "bad-tint"),
    ("info", "info-tint"), ("bad", "card"), ("bad", "page"), ("card", "bad"),
    ("suit-red", "card"), ("suit-black", "card"),
]  # fmt: skip
SHAPES_ON = [
    ("line-strong", "card"), ("line-strong", "page"), ("focus", "card"), ("focus", "page"), ("felt", "sunk"),
]  # fmt: skip


def values(sheet: str) -> dict[str, str]:
    """The custom properties of the first rule of this stylesheet for the whole page."""
    body = (CSS / sheet).read_text().split("\n:root {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


LIGHT = values("tokens.css")
DARK = values("dark.css")


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_every_colour_that_changes_in_the_dark_exists_in_the_light():
    assert set(DARK) <= set(LIGHT)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_edges_of_controls_have_the_contrast_that_small_print_and_a_focus_ring_need(scheme):
    for pairs, least in ((TEXT_ON, 4.5), (SHAPES_ON, 3)):
        found = {pair: contrast(scheme[pair[0]], scheme[pair[1]]) for pair in pairs}
        assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


def test_no_stylesheet_uses_a_token_that_does_not_exist():
    """Colours and sizes are tokens; a sheet of the papers or the board may add measures of its own."""
    sheets = [sheet.read_text() for sheet in CSS.glob("*.css")]
    known = {name for sheet in sheets for name in re.findall(r"--([\w-]+):", sheet)}
    used = {name for sheet in sheets for name in re.findall(r"var\(--([\w-]+)", sheet)}
    assert {name for name in used if not name.startswith("bs-")} <= known


def test_a_button_in_a_notice_keeps_its_own_colours():
    """Seen in the pictures of three evenings: in the dark “See the choices” was brass on brass."""
    rules = (CSS / "components.css").read_text()
    assert re.findall(r"^(\.notice a\S*) {", rules, re.MULTILINE) == [".notice a:not(.button)"]
