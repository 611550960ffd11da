"""Fit text to its place before it is set: measure it in the papers' typeface, break, shrink or cut it.

The lines are broken here, so browser and PDF show the same. Letters that the typeface lacks (other scripts)
are estimated generously. Sizes are points, widths millimetres.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.words.names import last_name_first

register = template.Library()  # papers load it as `papers`

WIDTHS = Path(__file__).resolve().parent / "widths.json"
MM_PER_POINT = 25.4 / 72
ELLIPSIS = "…"
RIGHT_TO_LEFT_MARK = "\u200f"
# Estimates in em for letters of other typefaces, which are rarely wider.
WIDE, OTHER = 1.0, 0.62
OTHER_FACE = 1.14  # the fallback typeface is wider


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text and the size at which they fit; `css` is the size's class, in half points.

    A text with letters that the papers' typeface lacks is set in another one as a whole. So many letters at
    its beginning are `strong`.
    """

    lines: tuple[str, ...]
    points: float
    strong: int = 0

    @property
    def css(self) -> str:
        size = f"pt-{round(self.points * 2)}"
        return size if has_letters(self.text) else f"{size} other-face"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def fit(
    text: str, width: float, sizes: Sequence[float], *, lines: int = 1, height: float = 0, bold: bool = False
) -> Fitted:
    """The text at the largest of `sizes` (largest first) at which it needs at most `lines` lines.

    With `height`, sizes whose lines (at 1.15 spacing) are higher in total are skipped. At the smallest size
    a text that is too long is cut with an ellipsis.
    """
    for points in sizes:
        most = min(lines, int(height / (points * 1.15 * MM_PER_POINT))) if height else lines
        broken = _broken(text, _room(text, width, points), bold)
        if len(broken) <= most:
            return Fitted(_balanced(text, broken, _room(text, width, points), bold), points)
    kept = max(1, most)
    em = _room(text, width, points)
    *first, last = broken[:kept]
    return Fitted((*first, _cut(last + " " + " ".join(broken[kept:]), em, bold)), points)


def fit_name(
    name: str, width: float, sizes: Sequence[float], *, lines: int = 1, height: float = 0, bold: bool = False
) -> Fitted:
    """A name as `fit` sets it, but with initials rather than cut.

    >>> fit_name("Wilhelmina Alexandrina van der Heijden", 40, (10, 8)).lines
    ('Wilhelmina A. v. d. Heijden',)
    """
    forms = (name,) if "\n" in name else (name, *_shorter(name))
    for form in forms:
        fitted = fit(form, width, sizes, lines=lines, height=height, bold=bold)
        if not fitted.text.endswith(ELLIPSIS):
            break
    return fitted


def from_a_to_z(name: str, width: float, sizes: Sequence[float], height: float) -> Fitted:
    """A name as lists are sorted, its last name first and strong, on one line or, if a row has the height,
    two.

    >>> fitted = from_a_to_z("Ann van der Berg", 60, (12, 9), 5)
    >>> fitted.lines, fitted.strong
    (('Berg Ann van der',), 4)
    """
    last, rest = last_name_first(name)
    fitted = fit(f"{last} {rest}".strip(), width, sizes, lines=2, height=height, bold=True)
    return replace(fitted, strong=len("".join(last.split())))


def verbatim(text: str, width: float, sizes: Sequence[float], *, height: float, bold: bool = False) -> Fitted:
    """A password or name exactly as it is, every space of it, at the largest of `sizes` that keeps it within
    the height. At the smallest it is broken into as many lines as it needs, never cut.

    >>> verbatim("two  spaces", 60, (20, 11), height=10).lines
    ('two  spaces',)
    """
    for points in sizes:
        pieces = _pieces(text, _room(text, width, points), bold)
        if len(pieces) * points * 1.15 * MM_PER_POINT <= height:
            break
    return Fitted(tuple(pieces), points)


def shorten(text: str, width: float, points: float, *, bold: bool = False) -> str:
    """The text on one line of this width, cut with an ellipsis if it is too long."""
    em = _room(text, width, points)
    return text if _plain(text, bold) <= em else _cut(text, em, bold)


def listed(names: Iterable[str], width: float, points: float, *, bold: bool = False) -> tuple[str, ...]:
    """Names separated by commas, on as many lines as needed; a name is broken only if no line holds it, and
    one from right to left leaves those beside it where they are.

    >>> listed(["Ann Archer", "Bo Ek", "Cy"], 30, 11)
    ('Ann Archer,', 'Bo Ek, Cy')
    """
    lines: list[str] = []
    apart = [*map(isolated, names)]
    em = _room("".join(apart), width, points)  # they are set in one face
    for name in apart:
        longer = f"{lines[-1]}, {name}" if lines else ""
        if longer and _plain(f"{longer},", bold) <= em:
            lines[-1] = longer
            continue
        if lines:
            lines[-1] += ","
        lines += _broken(name, em - 1, bold)
    return tuple(lines)


def isolated(name: str) -> str:
    """A name that leaves the order of what is beside it alone, whatever way it is read."""
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        return f"\N{LEFT-TO-RIGHT ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def abbreviate(name: str, width: float, points: float, *, bold: bool = False) -> str:
    """A name on one line: in full, else the first name with the others' initials, else cut.

    >>> abbreviate("Siobhán O’Connor", 60, 9), abbreviate("Siobhán O’Connor", 16, 7)
    ('Siobhán O’Connor', 'Siobhán O.')
    """
    em = _room(name, width, points)
    for form in (name, *_shorter(name)):
        if _plain(form, bold) <= em:
            return form
    return _cut(name, em, bold)


@lru_cache(maxsize=2000)  # a name stands on the card of each of its partners
def in_two_lines(name: str, width: float, sizes: tuple[float, ...]) -> Fitted:
    """A name on one or two lines: in full at the largest of `sizes` that needs no word broken, else shorter.

    >>> in_two_lines("Ann Archer", 60, (9, 8)).lines, in_two_lines("Siobhán O’Connor", 19, (9, 8)).lines
    (('Ann Archer',), ('Siobhán', 'O’Connor'))
    """
    for form in (name, *_shorter(name)):
        for points in sizes:
            em = _room(form, width, points)
            lines = between_words(form, em)
            if len(lines) <= 2 and all(_plain(line, False) <= em for line in lines):
                return Fitted(lines, points)
    return fit(name, width, sizes, lines=2)


def between_words(text: str, em: float) -> tuple[str, ...]:
    """The text in lines broken at spaces and after hyphens, never within a word, however long."""
    lines = [""]
    for word in text.split():
        for at, part in enumerate(word.replace("-", "-\n").split("\n")):
            longer = f"{lines[-1]}{' ' if lines[-1] and not at else ''}{part}"
            if lines[-1] and part and _plain(longer, False) > em:
                lines.append(part)
            else:
                lines[-1] = longer
    return tuple(lines)


def _shorter(name: str) -> tuple[str, ...]:
    """Shorter forms of a name: the middle names as initials, all but the first, the first and last initial.

    >>> _shorter("O'Brien, Pat (Mrs.)"), _shorter("Mary Ann Lee")
    (("O'Brien, P.", "O'Brien, P."), ('Mary A. Lee', 'Mary A. L.', 'Mary L.'))
    """
    first, *others = name.split() or [""]
    others = [other for other in others if other[0].isalnum()]
    end = RIGHT_TO_LEFT_MARK if unicodedata.bidirectional(name[:1]) in ("R", "AL") else ""
    initials = [f"{other[0]}." for other in others]
    middle = (" ".join([first, *initials[:-1], others[-1]]) + end,) if len(others) > 1 else ()
    short = " ".join([first, *initials]) + end
    last = f"{first} {initials[-1]}{end}" if others else first
    return (*middle, short, last)


def measure(text: str, *, bold: bool = False) -> float:
    """The width of a line, in em.

    >>> measure("ll") < measure("WW") and measure("x\\u0301") == measure("x")
    True
    """
    return _plain(text, bold) * (1 if has_letters(text) else OTHER_FACE)


def has_letters(text: str) -> bool:
    """Whether the papers' typeface has every letter of this text."""
    return all(
        char in _advances(False) or char.isspace() or unicodedata.category(char) == "Cf" for char in text
    )


def _room(text: str, width: float, points: float) -> float:
    """How many em of the papers' typeface fit this width; fewer for a text set in the wider fallback."""
    return width / (points * MM_PER_POINT) / (1 if has_letters(text) else OTHER_FACE)


def _plain(text: str, bold: bool) -> float:
    advances = _advances(bold)
    return sum(_width(char, advances) for char in text)


def _broken(text: str, em: float, bold: bool) -> tuple[str, ...]:
    """The text in lines of at most this width, broken at its own line breaks, at spaces, and within words
    only if necessary."""
    if "\n" in text:
        return tuple(line for part in text.split("\n") for line in _broken(part, em, bold))
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if _plain(longer, bold) <= em:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, em, bold)
        lines += full
    return (*lines, line)


def _balanced(text: str, lines: tuple[str, ...], em: float, bold: bool) -> tuple[str, ...]:
    """The text in as many lines, of about equal length: no last line of one short word."""
    least = max((_plain(word, bold) for word in text.split()), default=0.0)
    if len(lines) < 2 or least >= em or "\n" in text:
        return lines
    most = em
    for _step in range(6):
        middle = (least + most) / 2
        broken = _broken(text, middle, bold)
        if len(broken) > len(lines):
            least = middle
        else:
            lines, most = broken, middle
    return lines


def _pieces(word: str, em: float, bold: bool) -> list[str]:
    """A word in pieces that each fit a line, broken after hyphens if it has any."""
    advances = _advances(bold)
    pieces, piece, wide = [], "", 0.0
    for char in word:
        step = _width(char, advances)
        while piece and wide + step > em:
            at = piece.rfind("-") + 1 or len(piece)
            pieces.append(piece[:at])
            piece = piece[at:]
            wide = _plain(piece, bold)
        piece += char
        wide += step
    return [*pieces, piece]


def _cut(text: str, em: float, bold: bool) -> str:
    room = em - _plain(ELLIPSIS, bold)
    kept = ""
    for char in text:
        if _plain(kept + char, bold) > room:
            break
        kept += char
    return kept.rstrip() + ELLIPSIS


def _width(char: str, advances: dict[str, float]) -> float:
    if char in advances:
        return advances[char]
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0.0
    base = unicodedata.normalize("NFD", char)[0]
    if base in advances:
        return advances[base]
    return WIDE if unicodedata.east_asian_width(char) in "WF" else OTHER


@lru_cache(maxsize=2)
def _advances(bold: bool) -> dict[str, float]:
    """Every letter's advance in em, with tabular figures, as papers are set; see scripts/widths.py."""
    face = json.loads(WIDTHS.read_text(encoding="utf-8"))["bold" if bold else "regular"]
    return {char: int(width) / face["em"] for width, chars in face["letters"].items() for char in chars}


FIGURES, RAISED_FIGURES = "0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED, LOWERED = str.maketrans(FIGURES, RAISED_FIGURES), str.maketrans(RAISED_FIGURES, FIGURES)
NOTED = re.compile(f"([^{RAISED_FIGURES}]*)([{RAISED_FIGURES}]+)")
SHARES = (100, 90, 80, 70, 60, 50)  # of its size, in percent; see `.narrow-` in paper.css


@register.filter("from_a_to_z")
def last_name_bold(name: Fitted) -> SafeString:
    """A fitted name with its last name bold."""
    text, end, left = name.text, 0, name.strong
    while left and end < len(text):  # a cut name may end before
        left -= not text[end].isspace()
        end += 1
    return format_html("<b>{}</b>{}", text[:end], text[end:])


def to_raise(number: int) -> str:
    """The number of a note as `raised` sets it: small and raised."""
    return str(number).translate(RAISED)


def lowered(text: str) -> str:
    """The text with its numbers of notes as usual figures, which are as wide or wider."""
    return text.translate(LOWERED)


@register.filter
def raised(text: str) -> SafeString:
    """The text with its numbers of notes raised; the papers' typeface lacks most of such figures.

    >>> raised("Nobody leads." + to_raise(4))
    'Nobody leads.<sup>4</sup>'
    """
    parts = ((found[1], lowered(found[2])) for found in NOTED.finditer(text))
    return format_html_join("", "{}<sup>{}</sup>", parts) + conditional_escape(NOTED.sub("", text))


@register.simple_tag
def narrow(words: str, width: float, points: float = 8, lines: int = 1) -> SafeString | str:
    """The words on at most so many lines, set smaller if they need more than these millimetres in letters of
    so many points."""
    for share in SHARES:
        em = 100 * width / (share * points * MM_PER_POINT)
        broken = between_words(str(words), em) if lines > 1 else (str(words),)
        if len(broken) <= lines and all(measure(line) <= em for line in broken):
            break
    text = "\n".join(broken)
    return text if share == SHARES[0] else format_html('<small class="narrow-{}">{}</small>', share, text)
