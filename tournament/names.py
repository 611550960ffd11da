"""Names as people paste them, made fit to be stored, compared and read aloud."""

import re
import unicodedata

# Controls, formats (zero-width, bidi overrides), surrogates, private use and unassigned: none of them is part
# of a name, and a bidi override would turn the rest of a page around.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_BRACKETS = re.compile(r"[(\[][^)\]]*(?:[)\]]|$)")
_BREAKS = frozenset({"Zl", "Zp"})  # line and paragraph separators; the other breaks are controls


def tidy(text: str) -> str:
    """NFC, without characters that cannot be seen, whitespace of any kind collapsed to single spaces."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _UNSEEN)
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def has_unseen(text: str) -> bool:
    """Whether the text holds a character that cannot be seen, line breaks included."""
    return any(unicodedata.category(char) in _UNSEEN | _BREAKS for char in text)


def key_of(name: str) -> str:
    """What two names have in common that differ only in case, accents, punctuation or spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in letters if char.isalnum()).casefold() or name


def short_name(name: str) -> str:
    """A name for everybody's eyes: the first name and the initial of the last.

    What stands in brackets is not shown; “Jr.” and a number stay, since they tell two players apart.

    >>> short_name("Ann Archer"), short_name("Archer, Ann"), short_name("Ann van der Berg")
    ('Ann A.', 'Ann A.', 'Ann B.')
    >>> short_name("Ann"), short_name("Player 17"), short_name("Mary Smith 2")
    ('Ann', 'Player 17', 'Mary S. 2')
    >>> short_name("John Smith (Elgin St.)"), short_name("Walter Zimmermann jr.")
    ('John S.', 'Walter Z. jr.')
    """
    words = _in_order(_BRACKETS.sub(" ", name))
    after: list[str] = []
    while len(words) > 1 and _is_suffix(words[-1]):
        after.insert(0, words.pop())
    if len(words) > 1 and words[-1][0].isalpha():
        words = [words[0], f"{words[-1][0]}."]
    return " ".join([*words, *after]) or name


def _in_order(name: str) -> list[str]:
    """The words of a name, those of “Last, First” turned around and a suffix at the end."""
    last, *others = [part.split() for part in name.split(",") if part.strip()] or [[]]
    first = [word for part in others for word in part]
    suffixes: list[str] = []
    while first and is_suffix(first[-1]):
        suffixes.insert(0, first.pop())
    # Of the last name its last word is enough: only the initial is shown.
    return [*first, last[-1], *suffixes] if first else [*last, *suffixes]


def is_suffix(word: str) -> bool:
    """Whether a word such as “Jr.” stands after a name and belongs to no part of it."""
    return word.lower().rstrip(".") in _SUFFIXES


def _is_suffix(word: str) -> bool:
    return is_suffix(word) or not word[0].isalpha()
