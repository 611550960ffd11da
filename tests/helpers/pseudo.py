"""A language for tests, in which every sentence of the catalogue is written with foreign letters and is 40 %
longer: what is still plain on a page was never marked for translation, what breaks there is too narrow.

It stands in for English, so that it is spoken wherever English is, whoever chose it and for whatever reason.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import django
from django.core.cache import cache as kept_pages
from django.utils.translation import trans_real

from tournament.web import caches

ROOT = Path(__file__).resolve().parents[2]
GROWTH = 1.4  # French is about a fifth longer than English, single words of it much more
LONGEST_WORD = 16  # letters; what is still to be added then goes into words of its own
# Letters that the product's own faces have, so that widths are those of a real language. The rest stay as
# they are: no word is made of them alone.
PLAIN = "acdefghijklnoprstuwyzACDEGHIKLNOPRSTUWYZ"
FOREIGN = "áçďéƒğħíȷķļñóþřšťúŵýžÁÇĎÉĞĦÍĶĻÑÓÞŘŠŤÚŴÝŽ"
LETTERS = str.maketrans(PLAIN, FOREIGN)
# What a translation keeps: placeholders, tags, entities.
KEPT = re.compile(r"(%\([a-z_0-9]+\)[sd]|%[sd%]|\{[a-z_0-9]*\}|<[^>]*>|&[a-z]+;|&#\d+;)", re.IGNORECASE)
# The catalogues whose sentences a page can show: ours, and those of Django that come in every language.
DJANGO = Path(django.__file__).parent
OURS = sorted((ROOT / "tournament" / "locale").glob("*/LC_MESSAGES/django.po"))[:1]  # each has all sentences
CATALOGUES = (
    *OURS,
    DJANGO / "conf/locale/en/LC_MESSAGES/django.po",
    DJANGO / "contrib/auth/locale/en/LC_MESSAGES/django.po",
)


def pseudo(text: str) -> str:
    """The text with foreign letters, longer by two fifths, its placeholders and tags as they were.

    >>> pseudo("Close round %(number)s")
    '‹Çļóšééš řóúñďďñ %(number)s›'
    """
    parts = KEPT.split(text)  # at odd places what is kept
    words = "".join(parts[::2])
    missing = round(len(words.strip()) * (GROWTH - 1))
    for at in range(0, len(parts), 2):
        parts[at], missing = _longer(parts[at], missing)
    if missing > 0:
        parts[-1] += " " + " ".join(["ooneetwo"[: min(8, missing)]] * -(-missing // 8))
    return f"‹{''.join(part if at % 2 else part.translate(LETTERS) for at, part in enumerate(parts))}›"


def _longer(text: str, missing: int) -> tuple[str, int]:
    """The text with up to `missing` letters more in its words, and what is missing still."""

    def grown(found: re.Match[str]) -> str:
        nonlocal missing
        word = found[0]
        room = min(missing, round(len(word) * (GROWTH - 1) + 0.4), LONGEST_WORD - len(word))
        more = word[::-1][: max(0, room)].lower()
        missing -= len(more)
        return word + more

    return re.sub(r"[A-Za-z]+", grown, text), missing


@cache
def spoken() -> trans_real.DjangoTranslation:
    """English, as this language has it."""
    made = trans_real.DjangoTranslation("en")
    sentences: dict[object, str] = {}
    for path in CATALOGUES:
        for context, one, many in entries(path):
            key = f"{context}\x04{one}" if context else one
            if many is None:
                sentences[key] = pseudo(one)
            else:
                sentences |= {(key, 0): pseudo(one), (key, 1): pseudo(many)}
    own = SimpleNamespace(_catalog=sentences, plural=lambda number: int(number != 1))
    made._catalog = trans_real.TranslationCatalog(own)
    return made


@contextmanager
def speaking() -> Iterator[None]:
    """The site speaks this language meanwhile; what was kept of its pages is in neither language."""
    trans_real.translation("en")  # loaded by now, and put back afterwards
    _forget()
    with patch.dict(trans_real._translations, {"en": spoken()}), patch.object(trans_real, "_default", None):
        trans_real.deactivate()
        yield
    trans_real.deactivate()
    _forget()


def _forget() -> None:
    kept_pages.clear()
    caches.forget()


def entries(path: Path) -> Iterator[tuple[str, str, str | None]]:
    """Every sentence of a catalogue: its context, its English, and that for many."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        said: dict[str, str] = {}
        key = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            name, _, rest = line.partition(" ") if not line.startswith('"') else (key, "", line)
            key = name
            said[key] = said.get(key, "") + ast.literal_eval(rest)
        if said.get("msgid"):
            yield said.get("msgctxt", ""), said["msgid"], said.get("msgid_plural")
