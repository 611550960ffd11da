"""The words of a page that nobody marked for translation, found in the language of `tests/helpers/pseudo.py`.

There every translated word has a foreign letter. What is written in plain letters alone is either something
that people typed (a name, a reason, an address) or a sentence that no translator ever sees.
"""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from string import ascii_lowercase

from django.apps import apps

from tests.helpers.pseudo import PLAIN
from tournament.models import Player, PrizeList
from tournament.printing.fit import _shorter
from tournament.words.names import last_name_first, short_name

UNCHANGED = set(ascii_lowercase) - set(PLAIN.lower())  # letters that the language leaves as they are

# Attributes that somebody sees or hears, and those in which a script finds what it shows.
SPOKEN = {
    "title", "placeholder", "aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "alt",
    "label", "summary",
}  # fmt: skip
SILENT = {"script", "style", "code", "kbd"}  # what is in them is for a program, or printed on a key
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# Addresses, files, and calls of a program: the same in every language.
ADDRESS = re.compile(
    r"https?://\S+|\b(?:testserver|localhost)\b\S*|[\w-]+(?:\.[\w-]+)+/\S*|(?<!\w)/[a-z0-9/_?=&.-]{2,}|\S+@\S+"
    r"|[\w-]+\.(?:csv|xlsx|json|pdf|png|zip|ics)\b|(?:\S*python )?\bmanage\.py [a-z]+|\bmake run\b"
    r"|(?:\b[0-9a-f]{4}\b ?){4}|\{[a-z]+\}"  # the last is filled in by a script
)
# Words of every language, each with why it is in no catalogue.
# Where a rule stands: the texts are in English, and their parts are called so wherever one looks them up.
CITED = re.compile(r"(?<!\w)(?:[TS], [a-z]+(?: [a-z]+)*|L [IVX]+(?:[–,] ?[IVX]+)*)")
NAMES_OF_THINGS = {
    "CSV", "XLSX", "PDF", "JSON",  # kinds of files
    "UTC",  # the time zone of these events
    "English",  # each language is named in itself
}  # fmt: skip
TYPED = {
    "name", "own_name", "username", "venue", "note", "text", "answer", "words", "reason", "revoked_reason",
    "meant_for", "title", "remark", "slug", "wifi_name", "run_by", "time_zone",
}  # fmt: skip


class _Text(HTMLParser):
    """The text of a page and its spoken attributes, each part by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[str, str]] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        given = dict(attrs)
        button = tag == "input" and given.get("type") in ("submit", "button", "reset")
        for name, value in attrs:
            if value and (name in SPOKEN or (button and name == "value") or _is_sentence(name, value)):
                self.parts.append((name, value))
        if tag == "meta" and given.get("name") == "description":
            self.parts.append(("content", given.get("content") or ""))

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.parts.append(("", " ".join(data.split())))


def _is_sentence(name: str, value: str) -> bool:
    """Whether an attribute holds words for a script to show."""
    if not name.startswith("data-"):
        return False
    return " " in value.strip() and not value.lstrip().startswith(("{", "["))


def typed_texts() -> set[str]:
    """Whatever people typed into this site: names, reasons, notes, and lists of names within them."""
    found: set[str] = set()
    for model in apps.get_app_config("tournament").get_models():
        fields = [field.name for field in model._meta.fields if field.name in TYPED]
        for values in model._default_manager.values_list(*fields) if fields else ():
            found |= {str(value) for value in values if value}
    found |= {
        part for name in found for part in last_name_first(name) if part
    }  # a list sets the last name apart
    found |= {short for name in found for short in (short_name(name), *_shorter(name))}
    for groups in Player.objects.values_list("groups", flat=True):
        found |= set(groups)
    for things in PrizeList.objects.values_list("in_kind", flat=True):
        found |= {name for name, _places in things}
    return found


def plain_words(html: str, typed: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The plain words of a page, each with the text that it stands in; `typed` is what people typed."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    for name, text in parser.parts:
        for word in words_left(text, typed):
            yield word, f"{name}: {text}" if name else text


def words_left(text: str, typed: Iterable[str]) -> list[str]:
    """The plain words of a text."""
    left = CITED.sub(" ", ADDRESS.sub(" ", text))
    for known in sorted(typed, key=len, reverse=True):
        if known in left:
            left = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", left)
    words = (word for word in WORD.findall(left) if word.isascii() and len(word) > 1)
    return [word for word in words if not (set(word.lower()) <= UNCHANGED or word in NAMES_OF_THINGS)]
