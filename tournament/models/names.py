"""Names as people paste them, made fit to be stored, compared and read aloud."""

import unicodedata

# Controls, formats (zero-width, bidi overrides), surrogates, private use and unassigned: none of them is part
# of a name, and a bidi override would turn the rest of a page around.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def tidy(text: str) -> str:
    """NFC, without characters that cannot be seen, whitespace of any kind collapsed to single spaces."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _UNSEEN)
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def has_unseen(text: str) -> bool:
    """Whether the text holds a character that cannot be seen, line breaks included."""
    return any(unicodedata.category(char) in _UNSEEN for char in text)


def key_of(name: str) -> str:
    """What two names have in common that differ only in case, accents, punctuation or spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in letters if char.isalnum()).casefold() or name
