"""The shorter words of rule cards: printed ones have one sheet, and the page of rules says nothing twice.

Nothing that decides a ruling is left out. A sentence that repeats another line of the card gives way to a
short one, and of a source stands what says the rule, by its letter, with a mark where the event's own text
is silent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from scoring.catalogue.shared import FIRST_TIME
from scoring.rule_sources import unprefixed
from scoring.sentences import Sentence, marked

FORBIDDEN_ONLY = "T*"
SILENT = "°"  # after a source that is not the event's own text
KEY_OF_FORBIDDEN_ONLY = marked("forbidden by T, without a penalty there")

# The longer sentence, and what a printed card says: another line has the rest.
_BRIEF: Mapping[str, Sentence] = MappingProxyType(
    {
        FIRST_TIME.template: marked("The first time"),
        marked("Calling a loner (playing alone)"): marked("Calling a loner"),
        marked("Tramming (laying down several winning cards at once)"): marked(
            "Laying down several winning cards"
        ),
        marked("Treated as a proven renege."): marked("As a proven renege."),
        marked(
            "the side that reached that score first; if nobody can say which, nobody wins unless the "
            "director names a winner"
        ): marked(
            "the side that reached the score first; if nobody can say, nobody wins unless the director "
            "names a winner"
        ),
    }
)
_SECTION = re.compile(r"^([TS]), .*")


def brief_words(text: str) -> str:
    """The shorter form of a sentence, or the sentence itself.

    >>> brief_words(FIRST_TIME)
    'The first time'
    """
    if not isinstance(text, Sentence):
        return text
    first = text.values.get("part0")  # of a joined text the first sentence says it all
    whole = first.template if isinstance(first, Sentence) and first.template in _BRIEF else text.template
    return _BRIEF.get(whole, text)


def brief_source(source: str) -> str:
    """The letters of a source; that a text is silent is a mark if another one says the rule.

    >>> brief_source("T is silent; L XXV; penalty as T, renege")
    'L XXV; T°'
    >>> brief_source("T, the deal; T names no penalty")
    'T*'
    """
    places = [unprefixed(place) for place in source.split("; ")]
    if "T names no penalty" in places:
        places = [FORBIDDEN_ONLY, *(place for place in places if not place.startswith("T"))]
    said = [_SECTION.sub(r"\1", place) for place in places if not place.endswith(" is silent")]
    mark = SILENT if len(said) < len(places) else ""
    return "; ".join(dict.fromkeys(said)) + mark if said else source
