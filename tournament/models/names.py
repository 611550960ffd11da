"""Names as people paste them, made fit to be stored, compared and read aloud."""

import unicodedata

# Controls, formats (zero-width, bidi overrides), surrogates, private use and unassigned: none of them is part
# of a name, and a bidi override would turn the rest of a page around.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
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

    >>> short_name("Ann Archer"), short_name("Archer, Ann"), short_name("Ann van der Berg")
    ('Ann A.', 'Ann A.', 'Ann B.')
    >>> short_name("Ann"), short_name("Player 17")
    ('Ann', 'Player 17')
    """
    last, comma, first = name.partition(",")
    words = [*first.split(), last.strip()] if comma and first.strip() else name.split()
    if len(words) < 2 or not words[-1][:1].isalpha():
        return name
    return f"{words[0]} {words[-1][0]}."
