"""Papers as a reader finds them: their pages, their words, and where each word stands."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from io import BytesIO
from itertools import pairwise
from typing import Any

import pypdf
from fontTools.ttLib import woff2

from tests.helpers import machine
from tournament.printing.paper import SIZES, PrintChoice, source
from tournament.printing.papers import PAPERS
from tournament.printing.press import press

MM = 72 / 25.4
WORD = re.compile(
    r'<word xMin="(-?[0-9.]+)" yMin="(-?[0-9.]+)" xMax="(-?[0-9.]+)" yMax="(-?[0-9.]+)">(.*?)</word>'
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box, in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@cache
def unpacked(typeface: bytes) -> bytes:
    """A typeface as WeasyPrint needs it; for each paper again it would be a fifth of a test's time."""
    out = BytesIO()
    unpack(BytesIO(typeface), out)
    return out.getvalue()


unpack, woff2.decompress = woff2.decompress, lambda typeface, out: out.write(unpacked(typeface.read()))


class Pages(Sequence[str]):
    """The text of each page, read when it is asked for: that takes as long as the press took to set it."""

    def __init__(self, reader: pypdf.PdfReader) -> None:
        self._pages = reader.pages
        self._text = cache(lambda number: " ".join(self._pages[number].extract_text().split()))

    def __len__(self) -> int:
        return len(self._pages)

    def __getitem__(self, at: Any) -> Any:
        numbers = range(len(self))[at]
        return self._text(numbers) if isinstance(numbers, int) else [*map(self._text, numbers)]


class PrintedPaper:
    """A PDF, read back: only what is asked for, and once, since each way of reading takes its time."""

    def __init__(self, pdf: bytes) -> None:
        self.pdf = pdf
        self.reader = pypdf.PdfReader(BytesIO(pdf))

    @cached_property
    def pages(self) -> "Pages":
        return Pages(self.reader)

    @property
    def text(self) -> str:
        return "\n".join(self.pages)

    @property
    def size(self) -> tuple[int, int]:
        """The first page's width and height in whole points."""
        box = self.reader.pages[0].mediabox
        return round(box.width), round(box.height)

    def words(self) -> list[list[Word]]:
        """Every page's words with their places, as Poppler finds them."""
        return self._words

    @cached_property
    def _words(self) -> list[list[Word]]:
        found = poppler("pdftotext", "-bbox", "-", "-", pdf=self.pdf).decode()
        return [
            [Word(unescape(text), *(float(at) / MM for at in box)) for *box, text in WORD.findall(page)]
            for page in found.split("<page ")[1:]
        ]


def poppler(*command: str, pdf: bytes) -> bytes:
    """What one of Poppler's programs says of a PDF."""
    machine.require("poppler")
    return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout


def read_aloud(pdf: bytes) -> list[str]:
    """The tagged structure with its words, a line for each element or word."""
    return [line.strip() for line in poppler("pdfinfo", "-struct-text", "-", pdf=pdf).decode().splitlines()]


def printed(kind: str, event, size: str = "letter", **choice) -> PrintedPaper:
    """One paper of an event, pressed here and now."""
    return PrintedPaper(press(source(PAPERS[kind], event, PrintChoice(SIZES[size], **choice))))


def outside(paper: PrintedPaper, margin: float = 6.0) -> list[str]:
    """Words that reach into the margin a printer may cut off."""
    width, height = (points / MM for points in paper.size)
    return [
        word.text
        for page in paper.words()
        for word in page
        if word.left < margin - 0.1
        or word.top < margin - 0.8  # a box of text is higher than its letters
        or word.right > width - margin + 0.1
        or word.bottom > height - margin + 0.8
    ]


def overlapping(paper: PrintedPaper) -> list[tuple[str, str]]:
    """Pairs of words that lie over each other: text that left its place."""
    found = []
    for page in paper.words():
        words = sorted(page, key=lambda word: word.top)
        for at, one in enumerate(words):
            for other in words[at + 1 :]:
                if other.top > one.bottom:
                    break
                across = min(one.right, other.right) - max(one.left, other.left)
                down = min(one.bottom, other.bottom) - max(one.top, other.top)
                if across > 0.25 and down > 0.3 * min(one.bottom - one.top, other.bottom - other.top):
                    found.append((one.text, other.text))
    return found


def faults(paper: PrintedPaper, least: float = 0) -> list[Any]:
    """Words that left their place, into the margin or over each other, or are set smaller than `least` pt."""
    return [*outside(paper), *overlapping(paper), *smaller_than(paper, least)]


POINT = 25.4 / 72
FACE_HEIGHT = 1.3  # em: ascent and descent of the papers' typeface; those of the others are less


def smaller_than(paper: PrintedPaper, points: float) -> list[str]:
    """Words in the papers' own letters that are set smaller than this."""
    least = points * FACE_HEIGHT * POINT - 0.03
    return [
        word.text for page in paper.words() for word in page if word.text.isascii() and size_of(word) < least
    ]


def size_of(word: Word) -> float:
    """The height of a word's box in mm; of one that stands on its side its width."""
    return word.bottom - word.top


def row_heights(page: list[Word], left: float, right: float, top: float, bottom: float) -> list[float]:
    """The distances (mm) between numbers that count on (1, 2, 3, …) under each other within these bounds."""
    column = [
        word
        for word in page
        if left <= word.left and word.right <= right and top <= word.top <= bottom and word.text.isdigit()
    ]
    column.sort(key=lambda word: word.top)
    return [other.top - one.top for one, other in pairwise(column) if int(other.text) == int(one.text) + 1]


def pitch(paper: PrintedPaper, left: float, right: float, top: float, bottom: float) -> list[float]:
    """The distances (mm) between the lines of a column of figures on the first page, within these bounds."""
    tops = sorted(
        {
            round(word.top, 1)
            for word in paper.words()[0]
            if left <= word.left and word.right <= right and top <= word.top <= bottom and word.text.isdigit()
        }
    )
    return [below - above for above, below in pairwise(tops)]
