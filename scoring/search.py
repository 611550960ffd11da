"""Finding entries by plain words: no index, no language model, just word beginnings counted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

# Words that say nothing about which offence is meant, in English and in French.
_SMALL = frozenset({
    "a", "an", "and", "at", "but", "did", "didnt", "for", "from", "had", "has", "he", "her", "him", "his",
    "i", "in", "is", "it", "its", "me", "my", "not", "of", "on", "or", "she", "that", "the", "their", "them",
    "they", "this", "to", "us", "was", "wasnt", "we", "were", "what", "who", "with", "you",
    "au", "aux", "avait", "ce", "dans", "de", "des", "du", "elle", "en", "est", "et", "etait", "il", "la",
    "le", "les", "lui", "na", "nas", "ont", "ou", "par", "pas", "pendant", "pour", "qui", "sa", "sans", "ses",
    "son", "sur", "un", "une",
})  # fmt: skip

_ELIDED = re.compile(r"\b(?:qu|[cdjlmnst])['’]")  # French: d’écarter
_ENDINGS = ("", "s", "d", "ed")


def best_matches(text: str, entries: Sequence[tuple[Iterable[str], Iterable[str]]]) -> tuple[int, ...]:
    """Indexes of the entries that ``text`` may mean, the likeliest first, else in the order given.

    An entry is (words of its name, phrases people use for it). A word matches a word that begins with it or
    that it begins with; a phrase all of whose words are typed weighs most, the more the longer it is.
    Entries that match fewer than half as many words as the best are left out. Without any telling word
    every entry is found.

    >>> best_matches("lead", [(["renege"], ["led"]), (["leading"], [])])
    (1,)
    """
    wanted = telling_words(text)
    if not wanted:
        return tuple(range(len(entries)))
    scores = {index: _score(wanted, *entry) for index, entry in enumerate(entries)}
    most = max((matched for matched, _ in scores.values()), default=0)
    matching = [index for index, (matched, _) in scores.items() if matched and matched * 2 > most]
    return tuple(sorted(matching, key=lambda index: scores[index], reverse=True))


def telling_words(text: str) -> tuple[str, ...]:
    """The telling words of a text, in lower case and without apostrophes and accents.

    >>> telling_words("He didn't follow SUIT!")
    ('follow', 'suit')
    >>> telling_words("A coupé à cœur")
    ('coupe', 'coeur')
    >>> telling_words("Il a oublié d’écarter")
    ('oublie', 'ecarter')
    """
    letters = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    plain = re.sub(r"['’]", "", _ELIDED.sub("", plain))
    return tuple(word for word in re.findall(r"[a-z0-9]+", plain) if word not in _SMALL)


def _score(wanted: Sequence[str], name: Iterable[str], phrases: Iterable[str]) -> tuple[int, int]:
    """(words matched, weight): words of the name weigh 4, of a phrase 3, in whatever form; beginnings 1."""
    named = set(telling_words(" ".join(name)))
    spoken = [telling_words(phrase) for phrase in phrases]
    said = {word for phrase in spoken for word in phrase}
    weights = [_weight(word, named, said) for word in wanted]
    told = max((len(phrase) for phrase in spoken if _is_told(phrase, wanted)), default=0)
    return sum(weight > 0 for weight in weights), sum(weights) + 4 * told


def _is_told(phrase: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether all words of a phrase are typed, in whatever form; one word alone tells only by itself."""
    if len(phrase) < 2:
        return tuple(phrase) == tuple(wanted)
    return all(any(_is_form_of(word, typed) for typed in wanted) for word in phrase)


def _weight(word: str, named: set[str], said: set[str]) -> int:
    if any(_is_form_of(word, known) for known in named):
        return 4
    if any(_is_form_of(word, known) for known in said):
        return 3
    return int(any(_begins(word, known) for known in named | said))


def _is_form_of(word: str, known: str) -> bool:
    """Whether two words are the same but for an ending: renege, reneged; card, cards."""
    short, long = sorted((word, known), key=len)
    return long.startswith(short) and long[len(short) :] in _ENDINGS


def _begins(word: str, known: str) -> bool:
    """Whether one begins the other, by at least three letters."""
    return min(len(word), len(known)) >= 3 and (known.startswith(word) or word.startswith(known))
