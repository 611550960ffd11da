"""Names as people paste them, made fit to be stored, compared, sorted, searched and read aloud.

Names are public, so neither a phone number nor a mail address may stay in one.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import product
from typing import Any

from django.utils.translation import gettext as _

# Controls, formats (zero-width, bidi overrides), surrogates, private use and unassigned: none of them is part
# of a name, and a bidi override would turn the rest of a page around.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_BRACKETS = re.compile(r"[(\[][^)\]]*(?:[)\]]|$)")
_HALF_BRACKET = re.compile(r"[()\[\]]")
PARTICLES = frozenset({
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "el", "al", "ter",
    "ten", "zu", "zum", "st", "saint", "san",
})  # fmt: skip
# Letters that are not a letter and an accent for Unicode, but are so for whoever types without them.
_BARRED = str.maketrans({
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t",
    "ŋ": "n",
})  # fmt: skip
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_BREAKS = frozenset({"Zl", "Zp"})  # line and paragraph separators; the other breaks are controls
# Letters that look like others: Cyrillic and Greek ones, and what a screen hardly tells apart.
_LOOKS = str.maketrans("аеорсухіјѕкмтнвαοειρτυκν01i", "aeopcyxljskmthbaoelptukvoll")


def called(number: int, name: str, *, house: bool = False) -> str:
    """How a player is called: by name, or by number if nobody has said their name; a helper as a helper."""
    if house:
        return (
            _("%(name)s (helper)") % {"name": name} if name else _("Helper %(number)d") % {"number": number}
        )
    return name or _("No. %(number)d") % {"number": number}


def _says_number(name: str, number: int) -> bool:
    return name in (called(number, ""), called(number, "", house=True))


def with_number(name: str, number: int) -> str:
    """“Ann Archer (3)”, or “No. 3” alone for somebody who is called so."""
    return name if _says_number(name, number) else f"{name} ({number})"


def number_beside(number: int, name: str) -> str:
    """The number to stand beside a name; nothing beside “No. 3”, which says it."""
    return "" if _says_number(name, number) else str(number)


def after_number(number: int, name: str) -> str:
    """“3 Ann Archer”, or “No. 3” alone for somebody who is called so."""
    return f"{number_beside(number, name)} {name}".lstrip()


def noted_in_words(noted: str | int) -> str:
    """A name as the history keeps it: the name, or the number of a player without one."""
    return called(noted, "") if isinstance(noted, int) else noted


def noted_people_in_words(people: Iterable[Mapping[str, Any]]) -> str:
    """People as the history keeps them: “3 Ann Archer, No. 17”."""
    return ", ".join(after_number(person["number"], noted_in_words(person["name"])) for person in people)


def number_called(name: str) -> int | None:
    """The number if this is how somebody without a name is called.

    >>> number_called("No. 17"), number_called("Player 17"), number_called("Ann")
    (17, None, None)
    """
    digits = re.search(r"[0-9]{1,6}$", name)
    return int(digits[0]) if digits and called(int(digits[0]), "") == name else None


def tidy(text: str) -> str:
    """NFC, without characters that cannot be seen, whitespace of any kind collapsed to single spaces."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _UNSEEN)
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def tidy_lines(text: str) -> str:
    """The same of each line; empty ones go."""
    return "\n".join(filter(None, map(tidy, text.splitlines())))


def has_unseen(text: str) -> bool:
    """Whether the text holds a character that cannot be seen, line breaks included."""
    return any(unicodedata.category(char) in _UNSEEN | _BREAKS for char in text)


def key_of(name: str) -> str:
    """What two names have in common that differ only in case, accents, punctuation or spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in letters if char.isalnum()).casefold() or name


@lru_cache(maxsize=4096)
def spellings(text: str) -> frozenset[str]:
    """The text as searches compare it: without case and accents, umlauts also written out; may be empty.

    >>> sorted(spellings("Jörg Weiß")), sorted(spellings("Łukasz"))
    (['joergweiss', 'jorgweiss'], ['lukasz'])
    """
    small = unicodedata.normalize("NFC", text.casefold())
    return frozenset({_plain(small), _plain(small.translate(_WRITTEN_OUT))}) - {""}


def matches(text: str, query: str) -> bool:
    """Whether every word of the query is somewhere in the text, whatever its case, accents or spelling.

    >>> matches("Jörg Müller", "mueller"), matches("Mueller, Joerg", "jörg"), matches("Ann", "")
    (True, True, False)
    """
    words = [spelt for word in query.split() if (spelt := spellings(word))]
    among = spellings(text)
    return bool(words) and all(any(word in name for word in either for name in among) for either in words)


def likeness(name: str, query: str) -> float:
    """How alike two words are spelt, from 0 to 1, whatever their case and accents.

    >>> likeness("Friday", "fryday") > 0.8 > likeness("Friday", "Monday")
    True
    """
    pairs = product(spellings(name), spellings(query))
    return max((SequenceMatcher(None, *pair, autojunk=False).ratio() for pair in pairs), default=0)


def is_whole_name(name: str, query: str) -> bool:
    """Whether the query is the whole name, as searches compare them."""
    return bool(spellings(name) & spellings(query))


def sort_key(name: str) -> str:
    """The key of lists from A to Z: the last name, the first, then “Jr.”; accents count as letters.

    A particle in small letters is not part of the last name: “Ann van der Berg” is under B, “Dick Van Dyke”
    under V. Who has only a number comes last, by number.
    """
    if (number := number_called(name)) is not None:
        return f"\U0010ffff{number:06}"
    first, last, after = _parts(name)
    words = (_plain("".join(part).casefold()) for part in (last, first, after))
    return "\x00".join([*words, name])


def last_name_first(name: str) -> tuple[str, str]:
    """The last name and the rest, as lists from A to Z show them; without a whole last name, all is the rest.

    >>> last_name_first("Ann van der Berg"), last_name_first("Archer, Ann"), last_name_first("Mary Smith 2")
    (('Berg', 'Ann van der'), ('Archer', 'Ann'), ('Smith', 'Mary 2'))
    >>> last_name_first("Ann A."), last_name_first("Ann")
    (('', 'Ann A.'), ('Ann', ''))
    """
    last = " ".join(_parts(name)[1])
    at = 0 if name.startswith(last) else name.rfind(last)
    if not last or last.endswith(".") or at < 0 or number_called(name) is not None:
        return "", name
    return last, " ".join((name[:at] + name[at + len(last) :].lstrip(", ")).split())


def family_name(name: str) -> str:
    """The last name with its particles and without “Jr.”: “van der Berg”, “St. Pierre”."""
    given, _last, after = _parts(name)
    return " ".join(name.split()[len(given) : -len(after) or None])


def look_of(name: str) -> str:
    """What names have in common that a hurried reader takes for the same.

    >>> look_of("Dora Director") == look_of("D0RA  Dírector.")
    True
    """
    return key_of(tidy(name)).translate(_LOOKS)


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
    return _shortened(name, 1)


def short_names(names: Collection[str]) -> Mapping[str, str]:
    """Short names of one event: if two are alike, with as many letters as tell them apart, else in full.

    >>> short_names(["Ann Archer", "Ann Adams", "Ben Brown"])
    {'Ann Archer': 'Ann Ar.', 'Ann Adams': 'Ann Ad.', 'Ben Brown': 'Ben B.'}
    """
    letters = dict.fromkeys(names, 1)
    while True:
        shown = {name: _shortened(name, count) for name, count in letters.items()}
        count_of = Counter(short.rstrip(".") for short in shown.values())
        alike = [name for name, short in shown.items() if count_of[short.rstrip(".")] > 1 and short != name]
        if not alike:
            return shown
        for name in alike:
            letters[name] += 1


def _shortened(name: str, letters: int) -> str:
    """The first name and so many letters of the last; the whole name if the last name has no more."""
    first, last, after = _parts(name)
    if letters > 1 and (not first or not last or letters >= len(last[0])):
        return name
    if not first or not last:
        return " ".join([*first, *last, *after]) or name
    return " ".join([first[0], f"{last[0][:letters]}.", *after])


def _parts(name: str) -> tuple[list[str], list[str], list[str]]:
    """The words of the first name and of the last, and what stands behind them: “Jr.”, a number.

    What is in brackets is left out. Of a name of one word the first name is empty.
    """
    unbracketed = _HALF_BRACKET.sub(" ", _BRACKETS.sub(" ", name))
    head, *others = [part.split() for part in unbracketed.split(",") if part.strip()] or [[]]
    tail, after = _apart([word for part in others for word in part], keep=0)
    words, more = _apart(head, keep=1)
    after = [*more, *after]
    if not tail:
        at = len(words) - 1
        while at > 1 and words[at - 1].lower().rstrip(".") in PARTICLES:
            at -= 1
        tail, words = words[: max(at, 0)], words[max(at, 0) :]
    while len(words) > 1 and words[0].islower():
        words = words[1:]
    if not any(char.isalpha() for char in "".join(words)):
        return [], tail, [*words, *after]
    words = [word.lstrip("".join(char for char in word if not char.isalnum())) for word in words]
    return tail, [word for word in words if word], after


def _apart(words: Sequence[str], keep: int) -> tuple[list[str], list[str]]:
    """The words without the suffixes at their end, and those; so many words stay in any case."""
    at = len(words)
    while at > keep and _is_apart(words[at - 1]):
        at -= 1
    return list(words[:at]), list(words[at:])


def _is_apart(word: str) -> bool:
    return is_suffix(word) or word[0].isdigit() or not any(char.isalpha() for char in word)


def _plain(small: str) -> str:
    """A text in small letters reduced to letters and digits without accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", small).casefold().translate(_BARRED)))


def is_suffix(word: str) -> bool:
    """Whether a word such as “Jr.” stands after a name and belongs to no part of it."""
    return word.lower().rstrip(".") in _SUFFIXES


# What people put between the digits of a number: spaces, dots, dashes, slashes, brackets.
_BETWEEN = r"[\s.()\[\]/+*~·_\-\u2010-\u2015\u2212]*"
# Seven digits are the shortest number that somebody can be called at.
PHONE = rf"(?:\+\s*)?\(?\d(?:{_BETWEEN}\d){{6,}}\)?"
MAIL = r"[^\s,;:<>()\[\]\"]*[@＠][^\s,;<>()\[\]\"]*"
_CONTACT = re.compile(rf"{MAIL}|{PHONE}")


def holds_contact(text: str) -> bool:
    """Whether there is a phone number or a mail address in it.

    >>> holds_contact("Dick Holloway 226.555.0111"), holds_contact("ann@example.org")
    (True, True)
    >>> holds_contact("Mary 2"), holds_contact("Jean (Elgin St. 1204)")
    (False, False)
    """
    return _CONTACT.search(text) is not None
